//! Reads an edition from the text of its file and checks that it can be played. Comments in
//! `config/editions/classic.toml` explain the keys.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{
        Error, IntoDeserializer, MapAccess, Unexpected, Visitor,
        value::{I64Deserializer, MapAccessDeserializer},
    },
};
use toml::Table;
use toml_reader::{Number, ReadError, Reason};

use crate::{
    edition::{Edition, EditionGroup, EditionId, PlayerRange},
    hand::Hand,
    house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRule, HouseRules},
    recipe_error::RecipeError,
    rulebook::{
        DeadHand, HazardCount, MAX_COPIES, MAX_FUTURE_DEPTH, Rulebook, ShuffleRule,
        SpareDefuseLimit, SpareDefuses,
    },
    ruleset::RulesetParts,
    seat::Seat,
    title::{Title, TitleSet},
};

/// The highest value of the key `order`, and its default.
const LAST_PLACE: u64 = 99;
const MAX_PLAYERS: u64 = Seat::COUNT as u64;
const MAX_CARDS: u64 = Hand::MAX_CARDS as u64;

/// The reason why an edition file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {key}: found {found}, expected {expected}")]
pub struct EditionError {
    /// The file name given by the caller.
    pub file: String,
    /// The full key, such as `deal.cards`; the line, such as `line 3`, if the file is not valid TOML.
    pub key: String,
    /// The value found, or a short text in its place, such as the TOML parser's message.
    pub found: String,
    /// The allowed values, or the reason why the value is refused.
    pub expected: String,
}

impl EditionError {
    pub(crate) fn at(
        key: impl Into<String>,
        found: impl fmt::Display,
        expected: impl Into<String>,
    ) -> Self {
        EditionError {
            file: String::new(),
            key: key.into(),
            found: found.to_string(),
            expected: expected.into(),
        }
    }
}

impl From<ReadError> for EditionError {
    fn from(error: ReadError) -> EditionError {
        let key = error.path.join(".");
        match error.reason {
            Reason::UnknownKey { .. } => unknown_key(key),
            Reason::BadValue { found, allowed } => EditionError::at(key, found.written, allowed),
            Reason::Other(reason) => EditionError::at(key, "another value", reason),
        }
    }
}

pub(crate) fn unknown_key(key: String) -> EditionError {
    EditionError::at(key, "a key", "none: no such key is known")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EditionFile {
    id: EditionId,
    group: Option<EditionGroup>,
    order: Option<Number<1, LAST_PLACE>>,
    draft: Option<bool>,
    house_rules: Option<Vec<HouseRule>>,
    players: PlayersFile,
    cards: BTreeMap<Title, Number<0, { MAX_COPIES as u64 }>>,
    deal: DealFile,
    rules: RulesFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlayersFile {
    one_deck: RangeFile,
    two_decks: Option<RangeFile>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeFile {
    least: Number<2, MAX_PLAYERS>,
    most: Number<2, MAX_PLAYERS>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct DealFile {
    cards: Number<0, MAX_CARDS>,
    stash: Option<Number<0, MAX_CARDS>>,
    spare_defuses: SpareDefuses,
    spare_defuses_kept: Option<SparesKeptFile>,
    hazards: Option<BTreeMap<Title, HazardCount>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SparesKeptFile {
    up_to_players: Number<2, MAX_PLAYERS>,
    kept: Number<0, MAX_CARDS>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RulesFile {
    future_depth: Number<1, { MAX_FUTURE_DEPTH as u64 }>,
    attack: AttackRule,
    favor: FavorRule,
    shuffle: ShuffleRule,
    combos: Combos,
    dead_hand: DeadHand,
}

/// Converts a number to `u8`. Never truncates it, because no key allows more than [`Hand::MAX_CARDS`].
fn small<const MIN: u64, const MAX: u64>(number: Number<MIN, MAX>) -> u8 {
    number.get() as u8
}

impl<'de> Deserialize<'de> for EditionId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EditionId, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = EditionId::names()
            .into_iter()
            .find(|(name, _)| *name == text);
        known.map(|(_, id)| id).ok_or_else(|| {
            let names = EditionId::names()
                .into_iter()
                .map(|(name, _)| format!("{name:?}"));
            let expected = names.collect::<Vec<_>>().join(" or ");
            D::Error::invalid_value(Unexpected::Str(&text), &expected.as_str())
        })
    }
}

impl<'de> Deserialize<'de> for Title {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Title, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| D::Error::unknown_field(&text, &[]))
    }
}

impl<'de> Deserialize<'de> for HazardCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HazardCount, D::Error> {
        deserializer.deserialize_any(HazardVisitor)
    }
}

struct HazardVisitor;

impl<'de> Visitor<'de> for HazardVisitor {
    type Value = HazardCount;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number, or `fewer-than-players` and `at-least`")
    }

    fn visit_i64<E: Error>(self, found: i64) -> Result<HazardCount, E> {
        let found: I64Deserializer<E> = found.into_deserializer();
        let count = Number::<0, MAX_PLAYERS>::deserialize(found);
        count.map(|count| HazardCount::Exactly(small(count)))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<HazardCount, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        struct FewerFile {
            fewer_than_players: Number<0, MAX_PLAYERS>,
            at_least: Number<0, MAX_PLAYERS>,
        }
        let file = FewerFile::deserialize(MapAccessDeserializer::new(map))?;
        Ok(HazardCount::FewerThanPlayers {
            fewer: small(file.fewer_than_players),
            at_least: small(file.at_least),
        })
    }
}

impl RangeFile {
    fn read(self, key: &str) -> Result<PlayerRange, EditionError> {
        let (min, max) = (small(self.least), small(self.most));
        if min <= max {
            Ok(PlayerRange { min, max })
        } else {
            let expected = format!("a whole number from {min} to {MAX_PLAYERS}");
            Err(EditionError::at(format!("{key}.most"), max, expected))
        }
    }
}

impl Edition {
    /// Parses an edition from the text of a TOML file and checks that it can be played. `file` is
    /// the name shown in errors.
    ///
    /// # Errors
    /// Returns the first problem found: text that is not TOML, a missing or unknown key, a value that is not allowed,
    /// or a deck that cannot be played.
    pub fn parse(file: &str, text: &str) -> Result<Edition, EditionError> {
        let edition = read(text).and_then(|edition| edition.check().map(|()| edition));
        edition.map_err(|error| EditionError {
            file: file.to_owned(),
            ..error
        })
    }

    fn check(&self) -> Result<(), EditionError> {
        self.check_deck("players.one-deck", self.one_deck, Decks::One)?;
        match self.two_decks {
            Some(range) => self.check_deck("players.two-decks", range, Decks::Two),
            None => Ok(()),
        }
    }

    fn check_deck(&self, key: &str, range: PlayerRange, decks: Decks) -> Result<(), EditionError> {
        let house = HouseRules {
            decks,
            ..HouseRules::default()
        };
        let check = |players| RulesetParts::new(self.id, &self.rulebook, house, players).check();
        let mut counts = range.min..=range.max;
        counts
            .try_for_each(check)
            .map_err(|error| unplayable(key, error))
    }
}

/// `players_key` is the key of the player range that was checked.
fn unplayable(players_key: &str, error: RecipeError) -> EditionError {
    let reason = error.to_string();
    let (key, found) = match error {
        RecipeError::Copies { title, found, .. } => (format!("cards.{title}"), found),
        RecipeError::Cards { found, .. } | RecipeError::Titles { found, .. } => {
            ("cards".to_owned(), found)
        }
        RecipeError::Players { found, .. } => (players_key.to_owned(), found),
        RecipeError::Defuses { players, .. } => (players_key.to_owned(), players),
        RecipeError::FutureDepth { found, .. } => ("rules.future-depth".to_owned(), found),
        RecipeError::SetAside { .. } => {
            let reason = format!("\"discarded\": {reason}");
            return EditionError::at("rules.dead-hand", "\"set-aside\"", reason);
        }
        RecipeError::Single { title, found, .. } if title.hazard().is_some() => {
            (format!("deal.hazards.{title}"), found)
        }
        RecipeError::Single { title, found, .. } => (format!("cards.{title}"), found),
        RecipeError::HazardCopies { found, .. }
        | RecipeError::TooFewHazards { found, .. }
        | RecipeError::TooManyHazards { found, .. } => ("deal.hazards".to_owned(), found),
        RecipeError::Stash { found, .. } => ("deal.stash".to_owned(), found),
        RecipeError::CardsDealt { found, .. } => ("deal.cards".to_owned(), found),
    };
    EditionError::at(key, found, reason)
}

fn read(text: &str) -> Result<Edition, EditionError> {
    read_table(&parse_table(text)?)
}

pub(crate) fn parse_table(text: &str) -> Result<Table, EditionError> {
    text.parse::<Table>().map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.bytes().take(start);
        let line = 1 + before.filter(|&byte| byte == b'\n').count();
        EditionError::at(format!("line {line}"), error.message(), "a TOML file")
    })
}

pub(crate) fn read_table(table: &Table) -> Result<Edition, EditionError> {
    let file: EditionFile = toml_reader::read(table)?;
    let mut deck = Hand::EMPTY;
    for (title, count) in file.cards {
        deck.set(title, small(count));
    }
    let two_decks = file.players.two_decks;
    let spares_kept = file.deal.spare_defuses_kept;
    Ok(Edition {
        id: file.id,
        group: file.group.unwrap_or(EditionGroup::Base),
        order: file.order.map_or(LAST_PLACE as u8, small),
        draft: file.draft.unwrap_or(false),
        house_rules: file.house_rules.unwrap_or_else(|| HouseRule::ALL.to_vec()),
        one_deck: file.players.one_deck.read("players.one-deck")?,
        two_decks: two_decks
            .map(|range| range.read("players.two-decks"))
            .transpose()?,
        rulebook: Rulebook {
            deck,
            hazards: read_hazards(file.deal.hazards)?,
            cards_dealt: small(file.deal.cards),
            stash_cards: file.deal.stash.map_or(0, small),
            spare_defuses: file.deal.spare_defuses,
            spare_defuse_limit: spares_kept.map(|limit| SpareDefuseLimit {
                up_to_players: small(limit.up_to_players),
                kept: small(limit.kept),
            }),
            future_depth: small(file.rules.future_depth),
            attack: file.rules.attack,
            favor: file.rules.favor,
            shuffle: file.rules.shuffle,
            combos: file.rules.combos,
            dead_hand: file.rules.dead_hand,
        },
    })
}

/// Reads how many copies of each hazard go into the pile. Without `deal.hazards`, there is one Exploding Kitten fewer
/// than players.
fn read_hazards(
    hazards: Option<BTreeMap<Title, HazardCount>>,
) -> Result<[HazardCount; TitleSet::HAZARDS.len()], EditionError> {
    let kittens = HazardCount::FewerThanPlayers {
        fewer: 1,
        at_least: 1,
    };
    let counts = hazards.unwrap_or_else(|| BTreeMap::from([(Title::ExplodingKitten, kittens)]));
    if let Some(title) = counts.keys().find(|title| title.hazard().is_none()) {
        return Err(unknown_key(format!("deal.hazards.{title}")));
    }
    let count = |title| {
        counts
            .get(&title)
            .copied()
            .unwrap_or(HazardCount::Exactly(0))
    };
    Ok([Title::ExplodingKitten, Title::ImplodingKitten].map(count))
}

#[cfg(test)]
mod tests;
