//! The names of cards in a language. Names of editions and other
//! options: [`option_names`](super::option_names).

use rules::{EditionId, Title};

use super::{Language, card_texts};

impl Language {
    /// Returns a card's name in an edition.
    pub fn card_name(&self, title: Title, edition: EditionId) -> String {
        self.translate_for(edition, &card_texts::name(title))
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{Locale, Message};

    use super::*;

    /// The editions whose names of cards are those of a printed box.
    const BASE: [EditionId; 4] = [
        EditionId::CLASSIC,
        EditionId::ORIGINAL,
        EditionId::TRAVEL,
        EditionId::TWO_PLAYER,
    ];

    /// The card names of the printed boxes in the order of [`Title::ALL`], without the five cats, which
    /// keep their English names.
    const NAMES: [(&str, &[EditionId], &str); 5] = [
        (
            "en-US",
            &BASE,
            "Exploding Kitten, Defuse, Attack, Skip, Favor, Shuffle, See the Future, Nope",
        ),
        (
            "it",
            &[EditionId::CLASSIC],
            "Gattino Esplosivo, Disinnescare, Attacco, Saltare, Cortesia, Mescolare, Vedere il Futuro, Nope",
        ),
        (
            "it",
            &[
                EditionId::ORIGINAL,
                EditionId::TRAVEL,
                EditionId::TWO_PLAYER,
            ],
            "Exploding Kitten, Disinnesgatto, Attacco, Salta, Favore, Mescola, Prevedi il futuro, No!",
        ),
        (
            "zh-TW",
            &BASE,
            "爆炸貓, 拆除卡, 攻擊卡, 跳過卡, 請求卡, 洗混卡, 預見未來卡, 休想卡",
        ),
        (
            "de",
            &BASE,
            "Exploding Kitten, Entschärfung, Angriff, Hops!, Wunsch, Mischen, Blick in die Zukunft, Nö!",
        ),
    ];

    #[test]
    fn cards_have_the_names_of_the_printed_rulebooks() {
        for (locale, editions, names) in NAMES {
            let locale = Locale::from_id(locale).expect(locale);
            for &edition in editions {
                let card = |title| Language::of(locale).card_name(title, edition);
                let shown = Title::ALL.map(card)[..8].join(", ");
                assert_eq!(shown, names, "{edition} in {}", locale.id());
            }
        }
    }

    #[test]
    fn cats_have_the_same_names_in_every_language() {
        let english = Language::of(Locale::fallback());
        for language in Locale::all().map(Language::of) {
            for title in Title::ALL.into_iter().filter(|title| title.is_cat()) {
                for edition in EditionId::all() {
                    let name = language.card_name(title, edition);
                    assert_eq!(name, english.card_name(title, edition));
                }
            }
        }
    }

    /// The names of combos and piles in the printed boxes.
    const TERMS: [(&str, EditionId, &str); 5] = [
        (
            "en-US",
            EditionId::ORIGINAL,
            "pair, triple, draw pile, discard pile",
        ),
        (
            "it",
            EditionId::CLASSIC,
            "due dello stesso tipo, tre dello stesso tipo, mazzo principale, pila degli scarti",
        ),
        (
            "it",
            EditionId::ORIGINAL,
            "coppia, tris, mazzo di pesca, pila degli scarti",
        ),
        (
            "zh-TW",
            EditionId::ORIGINAL,
            "成雙成對, 三條, 抽牌堆, 棄牌堆",
        ),
        (
            "de",
            EditionId::ORIGINAL,
            "pärchen, drilling, spielstapel, ablagestapel",
        ),
    ];

    #[test]
    fn combos_and_piles_have_the_names_of_the_printed_rulebooks() {
        for (locale, edition, words) in TERMS {
            let language = Language::of(Locale::from_id(locale).expect(locale));
            let messages = [
                Message::CombosPair,
                Message::CombosTriple,
                Message::PileEmpty,
                Message::DiscardEmpty,
            ];
            for (message, word) in messages.iter().zip(words.split(", ")) {
                let text = language.translate_for(edition, message).to_lowercase();
                assert!(
                    text.contains(word),
                    "{word} of {edition} in {locale}: {text}"
                );
            }
        }
    }
}
