//! Cards by what somebody types of their names, in whichever language, with or without the dots
//! and accents.

use icu_normalizer::DecomposingNormalizerBorrowed;
use rules::{EditionId, Title};

use super::{Language, Locale};
use crate::screen::titles;

/// How well a name fits what was typed, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Beginning,
    Word,
    Inside,
    /// The box on the table may be an English one.
    InEnglish,
}

impl Language {
    /// The cards whose names fit what has been typed so far, the likeliest first, with their names.
    /// Without an edition all cards, as Original calls them.
    pub fn cards_like(&self, typed: &str, edition: Option<EditionId>) -> Vec<(Title, String)> {
        let typed = folded(typed.trim());
        let mut fitting: Vec<_> = cards(edition)
            .filter_map(|title| Some((self.fit(title, named_by(edition), &typed)?, title)))
            .collect();
        fitting.sort_by_key(|&(fit, _)| fit);
        fitting
            .into_iter()
            .map(|(_, title)| (title, self.card(title, named_by(edition))))
            .collect()
    }

    /// The card that a text stands for: an id, a name, or as much of one as fits no other card.
    pub fn card_named(&self, text: &str, edition: Option<EditionId>) -> Option<Title> {
        let typed = folded(text.trim());
        let is_named = |title: &Title| folded(&self.card(*title, named_by(edition))) == typed;
        let by_name = || cards(edition).find(is_named);
        let alone = || match self.cards_like(text, edition).as_slice() {
            [(title, _)] => Some(*title),
            _ => None,
        };
        typed.parse().ok().or_else(by_name).or_else(alone)
    }

    fn fit(&self, title: Title, edition: EditionId, typed: &str) -> Option<Fit> {
        let english = Self::of(Locale::fallback());
        fit(&self.card(title, edition), typed).or_else(|| {
            fit(&english.card(title, edition), typed)
                .filter(|&fit| fit < Fit::Inside)
                .map(|_| Fit::InEnglish)
        })
    }
}

fn named_by(edition: Option<EditionId>) -> EditionId {
    edition.unwrap_or(EditionId::Original)
}

fn cards(edition: Option<EditionId>) -> impl Iterator<Item = Title> {
    let held = edition.map(titles);
    Title::ALL
        .into_iter()
        .filter(move |&title| held.is_none_or(|held| held.contains(title)))
}

fn fit(name: &str, typed: &str) -> Option<Fit> {
    let name = folded(name);
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    if name.starts_with(typed) {
        Some(Fit::Beginning)
    } else if words.any(|word| word.starts_with(typed)) {
        Some(Fit::Word)
    } else {
        name.contains(typed).then_some(Fit::Inside)
    }
}

/// A text in lower case, without its accents.
fn folded(text: &str) -> String {
    let normalizer = DecomposingNormalizerBorrowed::new_nfkd();
    let plain = normalizer.normalize_iter(text.chars());
    plain
        .filter(|letter| !matches!(letter, '\u{300}'..='\u{36f}'))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(locale: &str, typed: &str, edition: Option<EditionId>) -> Vec<String> {
        let language = Language::of(Locale::nearest(locale));
        let cards = language.cards_like(typed, edition);
        cards.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn a_card_is_found_in_the_readers_language() {
        assert_eq!(found("it", "disin", None), ["Disinnesgatto"]);
        assert_eq!(found("zh-TW", "拆", None), ["拆除卡"]);
        assert_eq!(found("de", "nö", None), ["Nö!"]);
    }

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(found("de", "ENTSCHARF", None), ["Entschärfung"]);
        assert_eq!(found("de", "NO", None)[0], "Nö!");
        assert_eq!(found("en-US", "fávor ", None), ["Favor"]);
    }

    #[test]
    fn the_edition_names_its_cards_and_has_no_others() {
        let classic = Some(EditionId::Classic);
        assert_eq!(found("it", "disin", classic), ["Disinnescare"]);
        assert_eq!(found("en-US", "favor", Some(EditionId::Travel)), [""; 0]);
    }

    #[test]
    fn beginnings_come_before_other_words_and_those_before_the_rest() {
        assert_eq!(
            found("en-US", "c", None),
            [
                "Cattermelon",
                "Hairy Potato Cat",
                "Beard Cat",
                "Rainbow-Ralphing Cat",
                "Attack",
                "Tacocat"
            ]
        );
    }

    #[test]
    fn who_types_nothing_sees_every_card_of_the_edition() {
        assert_eq!(found("it", "", None).len(), Title::ALL.len());
        let travel = found("it", " ", Some(EditionId::Travel));
        assert_eq!(travel.len(), titles(EditionId::Travel).iter().count());
    }

    #[test]
    fn the_english_name_helps_last() {
        assert_eq!(found("de", "skip", None), ["Hops!"]);
    }

    #[test]
    fn a_name_that_was_typed_out_is_understood_and_half_of_two_is_not() {
        let italian = Language::of(Locale::nearest("it"));
        let named = |text| italian.card_named(text, Some(EditionId::Classic));
        assert_eq!(named("saltare"), Some(Title::Skip));
        assert_eq!(named("disin"), Some(Title::Defuse));
        assert_eq!(named("see-the-future"), Some(Title::SeeTheFuture));
        assert_eq!(named("cat"), None);
        assert_eq!(named("carbonara"), None);
    }
}
