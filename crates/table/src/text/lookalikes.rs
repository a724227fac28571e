//! Finds display names that are easily confused. Discord allows several people to use the same name.

use icu_normalizer::ComposingNormalizerBorrowed;
use rules::{Seat, SeatSet};
use unicode_security::skeleton;

/// Returns the seats whose names look like another seat's name.
pub(crate) fn lookalikes<'a>(names: impl Iterator<Item = &'a str>) -> SeatSet {
    let all: Vec<_> = names.map(looks).collect();
    let is_alike =
        |one: &[String; 2], other: &[String; 2]| one[0] == other[0] || one[1] == other[1];
    let seats = Seat::ALL.into_iter().zip(&all);
    let alike =
        seats.filter(|(_, one)| all.iter().filter(|other| is_alike(one, other)).count() > 1);
    alike.map(|(seat, _)| seat).collect()
}

/// Returns two normalized forms of a name. Two names look alike if they share at least one form.
/// Both forms ignore case and width, and replace letters that Unicode defines as confusable.
/// Letters such as I and l are confusable in only one case, so the second form replaces letters
/// before lowercasing the name as well as afterwards.
fn looks(name: &str) -> [String; 2] {
    let name = ComposingNormalizerBorrowed::new_nfkc().normalize(name);
    let look = |name: &str| skeleton(&name.to_lowercase()).collect();
    let as_written: String = skeleton(&name).collect();
    [look(&name), look(&as_written)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_look_alike_by_case_width_and_confusable_letters() {
        let others = [
            "Sam",
            "sAM",
            "Ｓａｍ",
            "Ѕаm",
            "Sａm",
            "𝒮am",
            "Sa\u{300}m",
            "Samuel",
            "Mas",
        ];
        let alike: Vec<_> = others
            .into_iter()
            .filter(|other| !lookalikes(["Sam", other].into_iter()).is_empty())
            .collect();
        assert_eq!(alike, others[..6]);
        for (one, other) in [
            ("Niall", "niaIl"),
            ("IRIS", "iris"),
            ("Leo", "Le0"),
            ("S\u{c1}M", "sa\u{301}m"),
        ] {
            let seats = lookalikes([one, "Ann", other].into_iter());
            assert_eq!(
                seats,
                [Seat::ALL[0], Seat::ALL[2]].into_iter().collect(),
                "{one}"
            );
        }
    }
}
