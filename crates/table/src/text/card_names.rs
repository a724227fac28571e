//! The names of cards in a language, and their effects under a game's rules. The names of editions and other options
//! are in [`option_names`](super::option_names).

use fluent_bundle::FluentArgs;
use rules::{AttackRule, Combos, EditionId, FavorRule, Ruleset, ShuffleRule, Title, TitleSet};

use super::{Language, Message, card_texts};

/// The Fluent attribute with the plural of a card's name.
pub(super) const PLURAL: &str = "plural";

impl Language {
    /// Returns a card's name in an edition.
    pub fn card_name(&self, title: Title, edition: EditionId) -> String {
        self.translate_for(edition, &card_texts::name(title))
    }

    /// Returns the plural of a card's name, or its name in the edition if the language has no plural for the card.
    pub(crate) fn card_plural(&self, title: Title, edition: EditionId) -> String {
        let key = card_texts::name(title).key();
        self.format(key, Some(PLURAL), &FluentArgs::new())
            .unwrap_or_else(|| self.card_name(title, edition))
    }

    pub(crate) fn card_about(&self, title: Title, rules: &Ruleset) -> String {
        if title == Title::SeeTheFuture && rules.future_depth() == 1 {
            return self.translate(&Message::AboutSeeTheFutureOne);
        }
        if TitleSet::CATS.contains(title) && rules.combos == Combos::CatPairs {
            return self.translate(&Message::AboutCatPairs);
        }
        self.translate_for(edition_with_rule(title, rules), &card_texts::about(title))
    }
}

/// Returns an edition whose text for a card fits these rules, even if they contain house rules or are from a recipe.
fn edition_with_rule(title: Title, rules: &Ruleset) -> EditionId {
    let is_cat = TitleSet::CATS.contains(title);
    // For each variant of a text: its edition, whether the text is about this card, and whether the rule in the
    // text applies.
    let variants = [
        (
            EditionId::CLASSIC,
            title == Title::Attack,
            rules.attack == AttackRule::Resets,
        ),
        (
            EditionId::CLASSIC,
            title == Title::Favor,
            rules.favor == FavorRule::Everyone,
        ),
        (
            EditionId::TWO_PLAYER,
            title == Title::Favor,
            rules.players() == 2,
        ),
        (
            EditionId::TRAVEL,
            title == Title::Shuffle,
            rules.shuffle == ShuffleRule::UntilStopped,
        ),
        (
            EditionId::TRAVEL,
            title == Title::SeeTheFuture,
            rules.future_depth() == 2,
        ),
        (
            EditionId::STREAKING,
            title == Title::ExplodingKitten,
            rules.titles().contains(Title::StreakingKitten),
        ),
        (
            EditionId::CLASSIC,
            is_cat,
            rules.combos == Combos::SpecialAndFive,
        ),
    ];
    let own = rules.edition();
    let mut of_card = variants
        .into_iter()
        .filter(|(_, is_of_card, _)| *is_of_card);
    match of_card.clone().find(|(_, _, applies)| *applies) {
        Some((edition, ..)) => edition,
        None if of_card.any(|(edition, ..)| edition == own) => EditionId::ORIGINAL,
        None => own,
    }
}

#[cfg(test)]
mod tests {
    use crate::text::Locale;

    use super::*;

    /// The printed names of the first eight cards in [`Title::ALL`]. Each row is for one language and some editions.
    const NAMES: &str = "\
en-US classic original travel two-player: Exploding Kitten, Defuse, Attack, Skip, Favor, Shuffle, See the Future, Nope
it classic: Gattino Esplosivo, Disinnescare, Attacco, Saltare, Cortesia, Mescolare, Vedere il Futuro, Nope
it original travel two-player: Exploding Kitten, Disinnesgatto, Attacco, Salta, Favore, Mescola, Prevedi il futuro, No!
zh-TW classic original travel two-player: 爆炸貓, 拆除卡, 攻擊卡, 跳過卡, 請求卡, 洗混卡, 預見未來卡, 休想卡
de classic original travel two-player: Exploding Kitten, Entschärfung, Angriff, Hops!, Wunsch, Mischen, Blick in die Zukunft, Nö!";

    /// Calls `check` for each edition in each row, with the row's language and words.
    fn for_each_row(rows: &str, check: impl Fn(&Language, EditionId, &str)) {
        for row in rows.lines() {
            let (name, words) = row.split_once(": ").expect(row);
            let mut ids = name.split(' ');
            let locale = ids.next().and_then(Locale::from_id).expect(row);
            let editions = ids.map(|id| id.parse().expect(row));
            editions.for_each(|edition| check(Language::of(locale), edition, words));
        }
    }

    #[test]
    fn cards_have_the_names_of_the_printed_rulebooks() {
        for_each_row(NAMES, |language, edition, names| {
            let card = |title| language.card_name(title, edition);
            let shown = Title::ALL.map(card)[..8].join(", ");
            assert_eq!(shown, names, "{edition} in {}", language.id());
        });
    }

    #[test]
    fn the_five_cats_keep_their_english_names_but_in_chinese() {
        let english = Language::of(Locale::fallback());
        let is_chinese = |language: &&Language| language.id().starts_with("zh");
        for language in Locale::all().map(Language::of) {
            let cats = Title::ALL.into_iter().filter(|title| title.is_cat());
            for title in cats.filter(|title| *title != Title::FeralCat) {
                for edition in EditionId::all() {
                    let name = language.card_name(title, edition);
                    let is_english = name == english.card_name(title, edition);
                    assert_ne!(is_english, is_chinese(&language), "{name}");
                }
            }
        }
    }

    #[test]
    fn several_cards_have_a_plural_where_the_language_has_one() {
        for_each_row(
            "\
en-US classic original: Tacocats, Defuses
de original: Tacocats, Entschärfungen
it classic: Tacocat, Disinnescare
zh-TW original: 塔可貓, 拆除卡",
            |language, edition, words| {
                let plurals = [Title::Tacocat, Title::Defuse]
                    .map(|title| language.card_plural(title, edition));
                assert_eq!(plurals.join(", "), words, "{edition} in {}", language.id());
            },
        );
    }

    /// The printed terms for pairs, triples, the draw pile and the discard pile.
    const TERMS: &str = "\
en-US original: pair, triple, draw pile, discard pile
it classic: due dello stesso tipo, tre dello stesso tipo, mazzo principale, pila degli scarti
it original: coppia, tris, mazzo di pesca, pila degli scarti
zh-TW original: 成雙成對, 三條, 抽牌堆, 棄牌堆
de original: pärchen, drilling, spielstapel, ablagestapel";

    #[test]
    fn combos_and_piles_have_the_names_of_the_printed_rulebooks() {
        for_each_row(TERMS, |language, edition, words| {
            let messages = [
                Message::CombosPair,
                Message::CombosTriple,
                Message::PileEmpty,
                Message::DiscardEmpty,
            ];
            for (message, word) in messages.iter().zip(words.split(", ")) {
                let text = language.translate_for(edition, message).to_lowercase();
                assert!(text.contains(word), "{word} of {edition} in {text}");
            }
        });
    }
}
