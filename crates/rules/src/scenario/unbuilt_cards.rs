//! The cards of later expansions, which no edition has yet: lines of scenario files may name them, so that a
//! file may say that they are refused. A card that is built leaves this list.

/// The ids of the cards that no edition has.
const CARDS: [&str; 17] = [
    "streaking-kitten",
    "alter-the-future-5x",
    "see-the-future-5x",
    "catomic-bomb",
    "curse-of-the-cat-butt",
    "garbage-collection",
    "mark",
    "super-skip",
    "swap-top-and-bottom",
    "alter-the-future-now",
    "barking-kitten",
    "bury",
    "ill-take-that",
    "personal-attack",
    "potluck",
    "share-the-future",
    "tower-of-power",
];

/// The end of the text form of a card that is marked.
const MARKED: &str = "/marked";

/// Returns true for the id of a card that no edition has.
pub(super) fn is_card(word: &str) -> bool {
    CARDS.contains(&word)
}

/// Returns the text of a card without its mark, if it has one.
pub(super) fn without_mark(word: &str) -> Option<&str> {
    word.strip_suffix(MARKED)
}

/// Returns true if a word names cards of which no edition has one, or a marked card.
pub(super) fn names_card(word: &str) -> bool {
    word.split(['+', '/']).any(is_card) || without_mark(word).is_some()
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
