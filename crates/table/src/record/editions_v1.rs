//! The editions as they were when schema 1 was written. Its deals do not carry their rules, so they
//! replay by these. Nobody edits the rules in these files: `config/editions` holds the editions of
//! today. When the file format of editions changes, they are converted without changing a rule.

use std::sync::LazyLock;

use rules::{Edition, Editions};

static EDITIONS_V1: LazyLock<Editions> = LazyLock::new(|| {
    let mut editions = Editions::built_in();
    for (file, text) in [
        ("classic.toml", include_str!("editions_v1/classic.toml")),
        ("original.toml", include_str!("editions_v1/original.toml")),
        ("travel.toml", include_str!("editions_v1/travel.toml")),
        (
            "two-player.toml",
            include_str!("editions_v1/two-player.toml"),
        ),
    ] {
        // A test of this module reads all four.
        editions.replace(Edition::parse(file, text).expect("the editions of schema 1 are valid"));
    }
    editions
});

/// Returns the editions by which the games of schema 1 were dealt.
pub(crate) fn editions_v1() -> &'static Editions {
    &EDITIONS_V1
}

#[cfg(test)]
mod tests {
    use rules::{EditionId, HouseRules, Ruleset};

    use super::*;

    /// The rules of schema 1 in a few figures, which must never change.
    #[test]
    fn the_editions_of_schema_1_are_what_they_were() {
        let of_schema_1 = [
            EditionId::CLASSIC,
            EditionId::ORIGINAL,
            EditionId::TRAVEL,
            EditionId::TWO_PLAYER,
        ];
        let figures = of_schema_1.map(|id| {
            let rules = Ruleset::new(editions_v1().get(id), HouseRules::default(), 2);
            let rules = rules.expect("every edition is for two").parts();
            let cards = rules.deck.total();
            (
                cards,
                rules.cards_dealt,
                rules.spare_defuse_count,
                rules.future_depth,
            )
        });
        assert_eq!(
            figures,
            [(56, 4, 2, 3), (56, 7, 2, 3), (42, 5, 3, 2), (32, 7, 1, 3)]
        );
    }
}
