//! The rules of a game as the journal stores them, and the conversions in both directions: every
//! number as it is, every choice as the word that stands for it. Nothing of an edition's file is
//! needed to read them, so that editing one changes no running game.

use std::collections::BTreeMap;

use rules::{
    AttackRule, Combos, DeadHand, Decks, EditionId, FavorRule, Hand, HouseRules, Ruleset,
    RulesetParts, ShuffleRule, SpareDefuses, Title,
};
use serde::{Deserialize, Serialize};

use super::RecordError;
use super::codec::{RecordCodec, stored_fields};

/// All values of the rules of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    missing_docs,
    reason = "the same as rules::RulesetParts, whose docs say it"
)]
pub struct RulesetRecord {
    pub edition: String,
    pub house: HouseRulesRecord,
    pub players: u8,
    /// The number of cards of each title, by the ids of the titles.
    pub deck: BTreeMap<String, u8>,
    pub cards_dealt: u8,
    pub spare_defuse_count: u8,
    /// The hazards by the ids of their titles.
    pub hazards: BTreeMap<String, u8>,
    pub spare_defuses: String,
    pub future_depth: u8,
    pub combos: String,
    pub attack: String,
    pub favor: String,
    pub shuffle: String,
    pub dead_hand: String,
    /// The number of cards of the stash.
    #[serde(default, skip_serializing_if = "has_no_stash")]
    pub stash_cards: u8,
}

fn has_no_stash(cards: &u8) -> bool {
    *cards == 0
}

stored_fields! {
    /// The house rules of a game: the choices that the table made, before the edition filled in the rest.
    HouseRulesRecord of HouseRules {
        combos: Option<Combos>,
        attack: Option<AttackRule>,
        favor: Option<FavorRule>,
        self_nope: bool,
        decks: Decks,
    }
}

impl RulesetRecord {
    /// Returns the rules of a game that was dealt to this many players.
    ///
    /// # Errors
    /// [`RecordError`] if no game can be dealt by them, or if a word is not known.
    pub(crate) fn decode(&self, players: usize) -> Result<Ruleset, RecordError> {
        if usize::from(self.players) == players {
            self.try_into()
        } else {
            Err(RecordError::Rules)
        }
    }
}

impl From<&Ruleset> for RulesetRecord {
    fn from(rules: &Ruleset) -> Self {
        let parts = rules.parts();
        Self {
            edition: parts.edition.encode(),
            house: parts.house.encode(),
            players: parts.players,
            deck: counts(&parts.deck),
            cards_dealt: parts.cards_dealt,
            spare_defuse_count: parts.spare_defuse_count,
            hazards: counts(&parts.hazards),
            spare_defuses: parts.spare_defuses.encode(),
            future_depth: parts.future_depth,
            combos: parts.combos.encode(),
            attack: parts.attack.encode(),
            favor: parts.favor.encode(),
            shuffle: parts.shuffle.encode(),
            dead_hand: parts.dead_hand.encode(),
            stash_cards: parts.stash_cards,
        }
    }
}

impl TryFrom<&RulesetRecord> for Ruleset {
    type Error = RecordError;

    fn try_from(record: &RulesetRecord) -> Result<Self, RecordError> {
        let parts = RulesetParts {
            edition: EditionId::decode(&record.edition)?,
            house: HouseRules::decode(&record.house)?,
            players: record.players,
            deck: read_deck(&record.deck)?,
            cards_dealt: record.cards_dealt,
            spare_defuse_count: record.spare_defuse_count,
            hazards: read_deck(&record.hazards)?,
            spare_defuses: SpareDefuses::decode(&record.spare_defuses)?,
            future_depth: record.future_depth,
            combos: Combos::decode(&record.combos)?,
            attack: AttackRule::decode(&record.attack)?,
            favor: FavorRule::decode(&record.favor)?,
            shuffle: ShuffleRule::decode(&record.shuffle)?,
            dead_hand: DeadHand::decode(&record.dead_hand)?,
            stash_cards: record.stash_cards,
        };
        Self::from_parts(parts).map_err(|_| RecordError::Rules)
    }
}

fn counts(cards: &Hand) -> BTreeMap<String, u8> {
    let count = |title: Title| (title.encode(), cards.count(title));
    cards.titles().map(count).collect()
}

fn read_deck(stored: &BTreeMap<String, u8>) -> Result<Hand, RecordError> {
    let mut deck = Hand::EMPTY;
    for (title, &count) in stored {
        deck.set(Title::decode(title)?, count);
    }
    Ok(deck)
}

#[cfg(test)]
mod tests {
    use rules::Edition;

    use super::*;

    fn all_rules() -> impl Iterator<Item = Ruleset> {
        let house = |decks| HouseRules {
            combos: Some(Combos::SpecialAndFive),
            self_nope: decks == Decks::Two,
            decks,
            ..HouseRules::default()
        };
        let combinations = EditionId::all().flat_map(|id| Decks::ALL.map(|decks| (id, decks)));
        combinations.flat_map(move |(id, decks)| {
            let edition = Edition::built_in(id);
            (2..=9).filter_map(move |players| Ruleset::new(edition, house(decks), players).ok())
        })
    }

    #[test]
    fn stored_rules_are_read_back_as_they_were() {
        for rules in all_rules() {
            let text = serde_json::to_string(&RulesetRecord::from(&rules)).expect("JSON");
            let record: RulesetRecord = serde_json::from_str(&text).expect("the same form");
            assert_eq!(Ruleset::try_from(&record), Ok(rules), "{text}");
        }
    }

    #[test]
    fn unknown_words_and_unplayable_rules_are_refused() {
        let rules = all_rules().next().expect("rules");
        let mut record = RulesetRecord::from(&rules);
        record.attack = "halves".to_owned();
        let unknown = RecordError::UnknownWord("halves".to_owned());
        assert_eq!(Ruleset::try_from(&record), Err(unknown));
        let mut record = RulesetRecord::from(&rules);
        record.deck.remove("exploding-kitten");
        assert_eq!(Ruleset::try_from(&record), Err(RecordError::Rules));
    }
}
