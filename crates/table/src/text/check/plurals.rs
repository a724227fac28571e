//! The plural categories of a language, as used by Fluent.

use std::collections::BTreeMap;

use super::super::Language;
use super::diagnostic::LocaleError;
use super::pattern::SelectCases;

/// A message whose text is the name of the plural category chosen for `$count`.
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
/// The counts to try. Counts in a game are smaller than a thousand.
const COUNTS: std::ops::Range<u32> = 0..1000;

/// The plural categories that a language uses for whole numbers in a game, with the numbers in each.
pub(super) struct Plurals(BTreeMap<String, Vec<u32>>);

impl Plurals {
    pub(super) fn of(id: &str) -> Self {
        let probe = Language::new(id, [PROBE]);
        let mut categories: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for count in COUNTS {
            if let Some(category) = probe.format_count("probe", count) {
                categories.entry(category).or_default().push(count);
            }
        }
        Self(categories)
    }

    /// Returns an error for each plural case that a select expression lacks, and for each case that is never selected.
    pub(super) fn errors(&self, select: &SelectCases) -> Vec<LocaleError> {
        let is_category = |key: &&String| CATEGORIES.contains(&key.as_str());
        if !select.keys.iter().any(|key| is_category(&key)) {
            // The expression selects only by exact numbers, for example to choose one of several wordings.
            return Vec::new();
        }
        let argument = || select.argument.clone();
        let lacking = self.0.iter().filter(|(category, counts)| {
            // A number with its own case does not need a category.
            let has_own_case = |count: &u32| select.keys.contains(&count.to_string());
            !select.keys.contains(*category) && !counts.iter().all(has_own_case)
        });
        let missing = lacking.map(|(category, _)| LocaleError::MissingCase {
            argument: argument(),
            case: category.clone(),
        });
        let unused = select.keys.iter().filter(is_category);
        let unused =
            unused
                .filter(|key| !self.0.contains_key(*key))
                .map(|key| LocaleError::UnusedCase {
                    argument: argument(),
                    case: key.clone(),
                });
        missing.chain(unused).collect()
    }
}
