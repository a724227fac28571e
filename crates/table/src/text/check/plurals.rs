//! The forms of number that a language has, asked of Fluent itself.

use std::collections::BTreeMap;

use super::super::Language;
use super::finding::Fault;
use super::pattern::Case;

/// Every category that Fluent knows, told by its name.
const PROBE: &str = "probe = { $count ->
    [zero] zero
    [one] one
    [two] two
    [few] few
    [many] many
   *[other] other
}
";
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];
/// No count in a game is as high as this.
const COUNTS: std::ops::Range<u32> = 0..1000;

/// The categories that whole numbers in a game take in a language, each with its numbers.
pub(super) struct Plurals(BTreeMap<String, Vec<u32>>);

impl Plurals {
    pub(super) fn of(id: &str) -> Self {
        let probe = Language::new(id, [PROBE]);
        let mut categories: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for count in COUNTS {
            if let Some(category) = probe.counted("probe", count) {
                categories.entry(category).or_default().push(count);
            }
        }
        Self(categories)
    }

    /// The cases that are missing, and those that are never chosen.
    pub(super) fn faults(&self, case: &Case) -> Vec<Fault> {
        let is_category = |key: &&String| CATEGORIES.contains(&key.as_str());
        if !case.keys.iter().any(|key| is_category(&key)) {
            // It chooses between single numbers, such as one of several wordings.
            return Vec::new();
        }
        let argument = || case.argument.clone();
        let missing = self.0.iter().filter(|(category, counts)| {
            // A number that stands there by itself needs no category.
            let by_itself = |count: &u32| case.keys.contains(&count.to_string());
            !case.keys.contains(*category) && !counts.iter().all(by_itself)
        });
        let missing = missing.map(|(category, _)| Fault::CaseMissing {
            argument: argument(),
            case: category.clone(),
        });
        let unused = case.keys.iter().filter(is_category);
        let unused = unused
            .filter(|key| !self.0.contains_key(*key))
            .map(|key| Fault::CaseUnused {
                argument: argument(),
                case: key.clone(),
            });
        missing.chain(unused).collect()
    }
}
