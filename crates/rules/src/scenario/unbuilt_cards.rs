//! The cards of later expansions, which no edition has yet: lines of scenario files may name them, so that a
//! file may say that they are refused. A card that is built leaves this list.

/// The ids of the cards that no edition has.
const CARDS: [&str; 8] = [
    "alter-the-future-now",
    "barking-kitten",
    "bury",
    "ill-take-that",
    "personal-attack",
    "potluck",
    "share-the-future",
    "tower-of-power",
];

/// Returns true for the id of a card that no edition has.
pub(super) fn is_card(word: &str) -> bool {
    CARDS.contains(&word)
}

/// Returns true if a word names cards of which no edition has one.
pub(super) fn names_card(word: &str) -> bool {
    word.split(['+', '/']).any(is_card)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::title::Title;

    #[test]
    fn no_card_of_an_edition_counts_as_unbuilt() {
        let built = Title::ALL.into_iter().find(|title| is_card(title.id()));
        assert_eq!(built, None);
    }
}
