//! Searches cards by part of their name, in any language, ignoring case and accents.

use icu_normalizer::DecomposingNormalizerBorrowed;
use rules::{Edition, EditionId, Title};

use super::{Language, Locale};

/// How well a name matches a query, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MatchRank {
    NamePrefix,
    WordPrefix,
    Substring,
    /// Only the English name, or a word in it, begins with the query. Players may own an English copy of the game.
    EnglishName,
}

impl Language {
    /// Returns the matching cards and their names, best match first. If `edition` is `None`, searches all cards by
    /// their names in the Original Edition.
    pub fn search_cards(&self, typed: &str, edition: Option<&Edition>) -> Vec<(Title, String)> {
        let (typed, names) = (normalize(typed.trim()), naming_edition(edition));
        let rank = |title| Some((self.match_rank(title, names, &typed)?, title));
        let mut matches: Vec<_> = cards(edition).filter_map(rank).collect();
        matches.sort_by_key(|&(rank, _)| rank);
        let titles = matches.into_iter().map(|(_, title)| title);
        titles
            .map(|title| (title, self.card_name(title, names)))
            .collect()
    }

    /// Returns the card that a text refers to. The text can be an id, a full name, or a part of a name that matches
    /// only one card.
    pub fn find_card(&self, text: &str, edition: Option<&Edition>) -> Option<Title> {
        let typed = normalize(text.trim());
        let is_named =
            |title: &Title| normalize(&self.card_name(*title, naming_edition(edition))) == typed;
        let by_name = || cards(edition).find(is_named);
        let by_part = || match self.search_cards(text, edition).as_slice() {
            [(title, _)] => Some(*title),
            _ => None,
        };
        typed.parse().ok().or_else(by_name).or_else(by_part)
    }

    fn match_rank(&self, title: Title, edition: EditionId, typed: &str) -> Option<MatchRank> {
        let english = Self::of(Locale::fallback());
        rank(&self.card_name(title, edition), typed).or_else(|| {
            rank(&english.card_name(title, edition), typed)
                .filter(|&rank| rank < MatchRank::Substring)
                .map(|_| MatchRank::EnglishName)
        })
    }
}

fn naming_edition(edition: Option<&Edition>) -> EditionId {
    edition.map_or(EditionId::ORIGINAL, Edition::id)
}

fn cards(edition: Option<&Edition>) -> impl Iterator<Item = Title> + use<> {
    let in_edition = edition.map(Edition::titles);
    Title::ALL
        .into_iter()
        .filter(move |&title| in_edition.is_none_or(|titles| titles.contains(title)))
}

fn rank(name: &str, typed: &str) -> Option<MatchRank> {
    let name = normalize(name);
    let mut words = name.split(|character: char| !character.is_alphanumeric());
    if name.starts_with(typed) {
        Some(MatchRank::NamePrefix)
    } else if words.any(|word| word.starts_with(typed)) {
        Some(MatchRank::WordPrefix)
    } else {
        name.contains(typed).then_some(MatchRank::Substring)
    }
}

/// Returns the text in lower case and without accents.
fn normalize(text: &str) -> String {
    let normalizer = DecomposingNormalizerBorrowed::new_nfkd();
    let plain = normalizer.normalize_iter(text.chars());
    plain
        .filter(|character| !matches!(character, '\u{300}'..='\u{36f}'))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(locale: &str, typed: &str, edition: Option<EditionId>) -> Vec<String> {
        let language = Language::of(Locale::nearest(locale));
        let cards = language.search_cards(typed, edition.map(Edition::built_in));
        cards.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn a_card_is_found_by_its_name_in_the_readers_language() {
        assert_eq!(search("it", "disin", None), ["Disinnesgatto"]);
        assert_eq!(search("zh-TW", "拆", None), ["拆除卡"]);
        let cards = ["Nö!", "Verändere die Zukunft SOFORT"];
        assert_eq!(search("de", "nö", None), cards);
    }

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(search("de", "ENTSCHARF", None), ["Entschärfung"]);
        assert_eq!(search("de", "NO", None)[0], "Nö!");
        assert_eq!(search("en-US", "fávor ", None), ["Favor"]);
    }

    #[test]
    fn only_cards_of_the_edition_are_found_under_its_names() {
        let classic = Some(EditionId::CLASSIC);
        assert_eq!(search("it", "disin", classic), ["Disinnescare"]);
        assert_eq!(search("en-US", "favor", Some(EditionId::TRAVEL)), [""; 0]);
    }

    #[test]
    fn name_prefixes_come_before_word_prefixes_and_those_before_substrings() {
        assert_eq!(
            search("en-US", "c", None),
            [
                "Cattermelon",
                "Catomic Bomb",
                "Curse of the Cat Butt",
                "Hairy Potato Cat",
                "Beard Cat",
                "Rainbow-Ralphing Cat",
                "Feral Cat",
                "Garbage Collection",
                "Attack",
                "Tacocat",
                "Targeted Attack",
                "Personal Attack",
                "Potluck"
            ]
        );
    }

    #[test]
    fn an_empty_query_finds_every_card_of_the_edition() {
        assert_eq!(search("it", "", None).len(), Title::ALL.len());
        let travel = search("it", " ", Some(EditionId::TRAVEL));
        let titles = Edition::built_in(EditionId::TRAVEL).titles();
        assert_eq!(travel.len(), titles.len());
    }

    #[test]
    fn the_english_name_is_searched_last() {
        assert_eq!(search("de", "skip", None), ["Hops!", "Super-Hops!"]);
    }

    #[test]
    fn a_full_name_stands_for_a_card_and_an_ambiguous_part_does_not() {
        let italian = Language::of(Locale::nearest("it"));
        let classic = Edition::built_in(EditionId::CLASSIC);
        let named = |text| italian.find_card(text, Some(classic));
        assert_eq!(named("saltare"), Some(Title::Skip));
        assert_eq!(named("disin"), Some(Title::Defuse));
        assert_eq!(named("see-the-future"), Some(Title::SeeTheFuture));
        assert_eq!(named("cat"), None);
        assert_eq!(named("carbonara"), None);
    }
}
