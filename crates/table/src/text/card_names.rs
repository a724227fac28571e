//! The names of cards in a language. Names of editions and other options:
//! [`option_names`](super::option_names).

use rules::{EditionId, Title};

use super::{Language, Message};

impl Language {
    /// Returns a card's name in an edition.
    pub fn card_name(&self, title: Title, edition: EditionId) -> String {
        self.translate_for(edition, &message(title))
    }
}

fn message(title: Title) -> Message<'static> {
    match title {
        Title::ExplodingKitten => Message::CardExplodingKitten,
        Title::Defuse => Message::CardDefuse,
        Title::Attack => Message::CardAttack,
        Title::Skip => Message::CardSkip,
        Title::Favor => Message::CardFavor,
        Title::Shuffle => Message::CardShuffle,
        Title::SeeTheFuture => Message::CardSeeTheFuture,
        Title::Nope => Message::CardNope,
        Title::Tacocat => Message::CardTacocat,
        Title::Cattermelon => Message::CardCattermelon,
        Title::HairyPotatoCat => Message::CardHairyPotatoCat,
        Title::BeardCat => Message::CardBeardCat,
        Title::RainbowRalphingCat => Message::CardRainbowRalphingCat,
    }
}

#[cfg(test)]
mod tests {
    use crate::text::Locale;

    use super::*;

    /// The card names of the printed boxes in the order of [`Title::ALL`], without the five cats, which
    /// keep their English names.
    const NAMES: [(&str, &[EditionId], [&str; 8]); 5] = [
        (
            "en-US",
            &EditionId::ALL,
            [
                "Exploding Kitten",
                "Defuse",
                "Attack",
                "Skip",
                "Favor",
                "Shuffle",
                "See the Future",
                "Nope",
            ],
        ),
        (
            "it",
            &[EditionId::Classic],
            [
                "Gattino Esplosivo",
                "Disinnescare",
                "Attacco",
                "Saltare",
                "Cortesia",
                "Mescolare",
                "Vedere il Futuro",
                "Nope",
            ],
        ),
        (
            "it",
            &[EditionId::Original, EditionId::Travel, EditionId::TwoPlayer],
            [
                "Exploding Kitten",
                "Disinnesgatto",
                "Attacco",
                "Salta",
                "Favore",
                "Mescola",
                "Prevedi il futuro",
                "No!",
            ],
        ),
        (
            "zh-TW",
            &EditionId::ALL,
            [
                "爆炸貓",
                "拆除卡",
                "攻擊卡",
                "跳過卡",
                "請求卡",
                "洗混卡",
                "預見未來卡",
                "休想卡",
            ],
        ),
        (
            "de",
            &EditionId::ALL,
            [
                "Exploding Kitten",
                "Entschärfung",
                "Angriff",
                "Hops!",
                "Wunsch",
                "Mischen",
                "Blick in die Zukunft",
                "Nö!",
            ],
        ),
    ];

    #[test]
    fn cards_have_the_names_of_the_printed_rulebooks() {
        for (locale, editions, names) in NAMES {
            let locale = Locale::from_id(locale).expect(locale);
            for &edition in editions {
                let card = |title| Language::of(locale).card_name(title, edition);
                assert_eq!(
                    Title::ALL.map(card)[..8],
                    names,
                    "{edition} in {}",
                    locale.id()
                );
            }
        }
    }

    #[test]
    fn cats_have_the_same_names_in_every_language() {
        let english = Language::of(Locale::fallback());
        for language in Locale::all().map(Language::of) {
            for title in &Title::ALL[8..] {
                for edition in EditionId::ALL {
                    let name = language.card_name(*title, edition);
                    assert_eq!(name, english.card_name(*title, edition));
                }
            }
        }
    }

    /// The names of combos and piles in the printed boxes.
    const TERMS: [(&str, EditionId, [&str; 4]); 5] = [
        (
            "en-US",
            EditionId::Original,
            ["pair", "triple", "draw pile", "discard pile"],
        ),
        (
            "it",
            EditionId::Classic,
            [
                "due dello stesso tipo",
                "tre dello stesso tipo",
                "mazzo principale",
                "pila degli scarti",
            ],
        ),
        (
            "it",
            EditionId::Original,
            ["coppia", "tris", "mazzo di pesca", "pila degli scarti"],
        ),
        (
            "zh-TW",
            EditionId::Original,
            ["成雙成對", "三條", "抽牌堆", "棄牌堆"],
        ),
        (
            "de",
            EditionId::Original,
            ["pärchen", "drilling", "spielstapel", "ablagestapel"],
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
            for (message, word) in messages.iter().zip(words) {
                let text = language.translate_for(edition, message).to_lowercase();
                assert!(
                    text.contains(word),
                    "{word} of {edition} in {locale}: {text}"
                );
            }
        }
    }
}
