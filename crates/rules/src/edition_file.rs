//! Reads an edition from the text of its file and checks that it can be played. The keys are
//! explained in `config/editions/classic.toml`, the values in [`crate::edition`].

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
    edition::{
        DeadHand, Edition, EditionGroup, EditionId, HazardCount, MAX_FUTURE_DEPTH, PlayerRange,
        ShuffleRule, SpareDefuseLimit, SpareDefuses,
    },
    hand::Hand,
    house_rules::{AttackRule, Combos, FavorRule, HouseRule},
    seat::Seat,
    title::{Title, TitleSet},
};

/// The highest `order` within a group, and the default.
const LAST_PLACE: u64 = 99;
const MAX_PLAYERS: u64 = Seat::COUNT as u64;
const MAX_CARDS: u64 = Hand::MAX_CARDS as u64;

/// The reason why an edition file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {key}: found {found}, expected {expected}")]
pub struct EditionError {
    /// The file name given by the caller.
    pub file: String,
    /// The full key, such as `deal.cards`; the line, such as `line 3`, if the file is not TOML.
    pub key: String,
    /// The value found there.
    pub found: String,
    /// The values allowed there, or the reason why this value is not allowed.
    pub expected: String,
}

impl EditionError {
    /// Returns an error without the file name.
    fn at(key: impl Into<String>, found: impl fmt::Display, expected: impl Into<String>) -> Self {
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

fn unknown_key(key: String) -> EditionError {
    EditionError::at(key, "a key", "none: no such key is known")
}

/// The keys of an edition file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EditionFile {
    id: EditionId,
    group: Option<EditionGroup>,
    order: Option<Number<1, LAST_PLACE>>,
    draft: Option<bool>,
    house_rules: Option<Vec<HouseRule>>,
    players: PlayersFile,
    cards: BTreeMap<Title, Number<0, 16>>,
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

/// Converts a number from the file. No number there may exceed 112.
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
    /// The error names the first key that is missing, unknown, of the wrong type or unplayable.
    pub fn parse(file: &str, text: &str) -> Result<Edition, EditionError> {
        let edition = read(text).and_then(|edition| edition.check().map(|()| edition));
        edition.map_err(|error| EditionError {
            file: file.to_owned(),
            ..error
        })
    }

    fn check(&self) -> Result<(), EditionError> {
        self.check_dead_hand()?;
        self.check_boxes()?;
        self.check_deck("players.one-deck", self.one_deck, 1)?;
        match self.two_decks {
            Some(range) => self.check_deck("players.two-decks", range, 2),
            None => Ok(()),
        }
    }

    /// Rejects hands that are set aside if the deck has a Streaking or Imploding Kitten: a hand
    /// that is face down could hide a kitten for the rest of the game, and the kitten that is face
    /// up must be an exploding one.
    fn check_dead_hand(&self) -> Result<(), EditionError> {
        let mut titles = [Title::StreakingKitten, Title::ImplodingKitten].into_iter();
        match (self.dead_hand, titles.find(|title| self.deck.has(*title))) {
            (DeadHand::SetAside, Some(title)) => {
                let reason = format!("{:?}, with a {title}", "discarded");
                Err(EditionError::at("rules.dead-hand", "\"set-aside\"", reason))
            }
            (DeadHand::SetAside | DeadHand::Discarded, _) => Ok(()),
        }
    }

    /// Rejects some cards of `barking` together with some of `imploding` or `streaking`: no rule
    /// says what happens to cards in front of players, to a stash or to a buried card if hands are
    /// marked or blind, or if hazards are face up or sheltered.
    fn check_boxes(&self) -> Result<(), EditionError> {
        let titles = self.titles();
        let secret = TitleSet::IN_FRONT
            .with(Title::Bury)
            .with(Title::TowerOfPower);
        let open = [
            Title::ImplodingKitten,
            Title::StreakingKitten,
            Title::Mark,
            Title::CurseOfTheCatButt,
        ];
        let mut mixed = open.into_iter().filter(|&title| titles.contains(title));
        match mixed.next().filter(|_| !titles.and(secret).is_empty()) {
            Some(title) => {
                let reason = "none together with cards of `barking`";
                Err(EditionError::at(
                    format!("cards.{title}"),
                    self.deck.count(title),
                    reason,
                ))
            }
            None => Ok(()),
        }
    }

    fn check_deck(&self, key: &str, range: PlayerRange, decks: u8) -> Result<(), EditionError> {
        let counts = self.deck.titles().map(|title| self.deck.count(title));
        let cards = counts.map(usize::from).sum::<usize>() * usize::from(decks);
        if cards > Hand::MAX_CARDS {
            let reason = format!("at most {MAX_CARDS} cards in all");
            return Err(EditionError::at("cards", cards, reason));
        }
        (range.min..=range.max).try_for_each(|players| self.check_hazards(decks, players))?;
        let defuses = self.deck.count(Title::Defuse) * decks;
        if defuses < range.max {
            let reason = format!("at most {defuses} players, a Defuse for each");
            return Err(EditionError::at(key, range.max, reason));
        }
        (range.min..=range.max).try_for_each(|players| self.check_deal(decks, players))
    }

    fn check_hazards(&self, decks: u8, players: u8) -> Result<(), EditionError> {
        let key = "deal.hazards";
        let hazards = self.hazards(players);
        let imploding = hazards.count(Title::ImplodingKitten);
        if imploding > 1 {
            // With two, one could be face up while the other is drawn face down, and players could
            // not tell which is where.
            let key = format!("{key}.{}", Title::ImplodingKitten);
            return Err(EditionError::at(key, imploding, "at most one in a game"));
        }
        for title in TitleSet::HAZARDS.iter() {
            let (wanted, there) = (hazards.count(title), self.deck.count(title) * decks);
            if wanted > there {
                let reason = format!("at most {there} {title} for {players} players");
                return Err(EditionError::at(key, wanted, reason));
            }
        }
        let streaking = self.deck.count(Title::StreakingKitten) * decks;
        if streaking > 1 {
            // With two, a player could die of two kittens at once, leaving too few.
            let key = format!("cards.{}", Title::StreakingKitten);
            return Err(EditionError::at(key, streaking, "at most one in all decks"));
        }
        let least = players - 1 + streaking;
        if hazards.total() < least {
            let reason = format!("at least {least} hazards for {players} players");
            return Err(EditionError::at(key, hazards.total(), reason));
        }
        Ok(())
    }

    fn check_deal(&self, decks: u8, players: u8) -> Result<(), EditionError> {
        let set_aside = TitleSet::HAZARDS.with(Title::Defuse);
        let others: u16 = self
            .deck
            .titles()
            .filter(|&title| !set_aside.contains(title))
            .map(|title| u16::from(self.deck.count(title)) * u16::from(decks))
            .sum();
        let spare_defuses = match self.spare_defuses {
            SpareDefuses::BeforeDeal => u16::from(self.spare_defuse_count(decks, players)),
            SpareDefuses::AfterDeal => 0,
        };
        let towers = u16::from(self.deck.count(Title::TowerOfPower)) * u16::from(decks);
        let (stash, most) = (u16::from(self.stash_cards), others.saturating_sub(towers));
        if stash > most {
            let reason = format!("at most {most} cards");
            return Err(EditionError::at("deal.stash", stash, reason));
        }
        let wanted = u16::from(self.cards_dealt) * u16::from(players);
        let available = others + spare_defuses - stash;
        if wanted > available {
            let reason = format!("at most {available} cards for {players} players");
            return Err(EditionError::at("deal.cards", self.cards_dealt, reason));
        }
        Ok(())
    }
}

fn read(text: &str) -> Result<Edition, EditionError> {
    let table = text.parse::<Table>().map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.bytes().take(start);
        let line = 1 + before.filter(|&byte| byte == b'\n').count();
        EditionError::at(format!("line {line}"), error.message(), "a TOML file")
    })?;
    let file: EditionFile = toml_reader::read(&table)?;
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
        hazards: read_hazards(file.deal.hazards)?,
        deck,
        one_deck: file.players.one_deck.read("players.one-deck")?,
        two_decks: two_decks
            .map(|range| range.read("players.two-decks"))
            .transpose()?,
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
    })
}

/// Reads how many copies of each hazard go into the pile. Without the key, there is one Exploding
/// Kitten fewer than players.
fn read_hazards(
    hazards: Option<BTreeMap<Title, HazardCount>>,
) -> Result<Vec<(Title, HazardCount)>, EditionError> {
    let Some(hazards) = hazards else {
        let kittens = HazardCount::FewerThanPlayers {
            fewer: 1,
            at_least: 1,
        };
        return Ok(vec![(Title::ExplodingKitten, kittens)]);
    };
    if let Some(title) = hazards.keys().find(|title| title.hazard().is_none()) {
        return Err(unknown_key(format!("deal.hazards.{title}")));
    }
    Ok(hazards.into_iter().collect())
}

#[cfg(test)]
mod tests;
