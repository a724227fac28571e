//! The names of cards, editions and paces in a language.

use players::Strength;
use rules::{EditionId, Title};

use super::{Label, Language, Message};
use crate::pace::Pace;
use crate::preferences::LanguagePreference;

impl Language {
    /// What an edition calls a card.
    pub fn card(&self, title: Title, edition: EditionId) -> String {
        self.say_in(edition, &card(title))
    }

    /// The name of an edition.
    pub fn edition(&self, edition: EditionId) -> String {
        self.say(&match edition {
            EditionId::Classic => Message::EditionClassic,
            EditionId::Original => Message::EditionOriginal,
            EditionId::Travel => Message::EditionTravel,
            EditionId::TwoPlayer => Message::EditionTwoPlayer,
        })
    }

    /// The name of a pace.
    pub fn pace(&self, pace: Pace) -> String {
        self.say(&match pace {
            Pace::Fast => Message::PaceFast,
            Pace::Normal => Message::PaceNormal,
            Pace::Relaxed => Message::PaceRelaxed,
            Pace::Slow => Message::PaceSlow,
        })
    }

    /// How well a computer plays.
    pub fn strength(&self, strength: Strength) -> String {
        self.say(&match strength {
            Strength::Kitten => Message::StrengthKitten,
            Strength::Cat => Message::StrengthCat,
            Strength::Tiger => Message::StrengthTiger,
        })
    }

    /// The name of a thread for somebody's table, at most 100 characters for names of up to 32.
    pub fn thread(&self, host: &str) -> String {
        self.say(&Message::ThreadName { host: Label(host) })
    }

    /// A choice of language: by its own name, whoever reads, or as Discord says.
    pub fn reading(&self, reading: LanguagePreference) -> String {
        match reading {
            LanguagePreference::FollowDiscord => self.say(&Message::LanguageAsDiscordSays),
            LanguagePreference::Fixed(locale) => Self::of(locale).name(),
        }
    }

    /// What this language calls itself.
    pub fn name(&self) -> String {
        self.say(&Message::LanguageName)
    }
}

fn card(title: Title) -> Message<'static> {
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

    /// The titles in the order of [`Title::ALL`], the five cats left out: those keep their names.
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
    fn cards_have_the_names_of_the_rulebooks() {
        for (locale, editions, names) in NAMES {
            let locale = Locale::exactly(locale).expect(locale);
            for &edition in editions {
                let card = |title| Language::of(locale).card(title, edition);
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
    fn the_cats_are_called_the_same_everywhere() {
        let english = Language::of(Locale::fallback());
        for language in Locale::all().map(Language::of) {
            for title in &Title::ALL[8..] {
                for edition in EditionId::ALL {
                    let name = language.card(*title, edition);
                    assert_eq!(name, english.card(*title, edition));
                }
            }
        }
    }

    /// What each box calls its combos and piles.
    const WORDS: [(&str, EditionId, [&str; 4]); 5] = [
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
    fn combos_and_piles_have_the_names_of_the_rulebooks() {
        for (locale, edition, words) in WORDS {
            let language = Language::of(Locale::exactly(locale).expect(locale));
            let messages = [
                Message::CombosPair,
                Message::CombosTriple,
                Message::PileEmpty,
                Message::DiscardEmpty,
            ];
            for (message, word) in messages.iter().zip(words) {
                let text = language.say_in(edition, message).to_lowercase();
                assert!(
                    text.contains(word),
                    "{word} of {edition} in {locale}: {text}"
                );
            }
        }
    }
}
