//! Editions: rulebooks as data, read from `config/editions/*.toml` and checked. House rules on top
//! of them are in [`crate::house_rules`], the combination for one game in [`crate::ruleset`], the
//! TOML parsing in [`crate::toml_reader`]. Nothing here knows a running game.

use std::{fmt, str::FromStr, sync::LazyLock};

use crate::{
    card::Hazard,
    hand::Hand,
    house_rules::{AttackRule, Combos, FavorRule, HouseRule},
    seat::Seat,
    title::{Title, TitleSet},
    toml_reader::TomlReader,
};

pub use crate::toml_reader::EditionError;

/// The fixed id of an edition that this project ships, used by files, stored games and command options,
/// such as `two-player`. The editions themselves, and their order, come from their files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EditionId(&'static str);

/// Reports a text that is not the id of an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of an edition")]
pub struct UnknownEditionError;

impl EditionId {
    /// The first printing of the 56-card box; two decks for six to nine players.
    pub const CLASSIC: EditionId = EditionId("classic");
    /// The current 56-card box.
    pub const ORIGINAL: EditionId = EditionId("original");
    /// The 42-card travel box, for two to four players.
    pub const TRAVEL: EditionId = EditionId("travel");
    /// The 32-card box for two players.
    pub const TWO_PLAYER: EditionId = EditionId("two-player");
    /// The current 56-card box with the first expansion.
    pub const IMPLODING: EditionId = EditionId("imploding");

    /// Returns every edition, in the order of the files.
    pub fn all() -> impl ExactSizeIterator<Item = EditionId> + DoubleEndedIterator + Clone {
        BUILT_IN.iter().map(|edition| edition.id)
    }

    /// Returns the id as text.
    pub fn id(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for EditionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for EditionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl FromStr for EditionId {
    type Err = UnknownEditionError;

    fn from_str(id: &str) -> Result<EditionId, UnknownEditionError> {
        EditionId::all()
            .find(|edition| edition.id() == id)
            .ok_or(UnknownEditionError)
    }
}

/// The group in which an edition is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditionGroup {
    /// A box that is played by itself.
    Base,
    /// A box with an expansion.
    Expansion,
}

impl EditionGroup {
    /// Every group, in the order of the lists.
    pub const ALL: [EditionGroup; 2] = [EditionGroup::Base, EditionGroup::Expansion];

    /// Returns the fixed id used by files.
    pub fn id(self) -> &'static str {
        match self {
            EditionGroup::Base => "base",
            EditionGroup::Expansion => "expansion",
        }
    }
}

/// A range of player counts, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerRange {
    /// The smallest number of players, at least 2.
    pub min: u8,
    /// The largest number of players, at most [`Seat::COUNT`].
    pub max: u8,
}

impl PlayerRange {
    /// Returns true if this many may play.
    pub fn contains(self, players: usize) -> bool {
        (usize::from(self.min)..=usize::from(self.max)).contains(&players)
    }
}

/// When the spare Defuses, those beyond one for each player, go into the draw pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpareDefuses {
    /// Before the deal, so that a hand may start with two or more (`original`, `travel`,
    /// `two-player`).
    BeforeDeal,
    /// After the deal, so that every hand starts with exactly one (`classic`).
    AfterDeal,
}

impl SpareDefuses {
    /// Every variant.
    pub const ALL: [SpareDefuses; 2] = [SpareDefuses::BeforeDeal, SpareDefuses::AfterDeal];

    /// Returns the fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            SpareDefuses::BeforeDeal => "before-deal",
            SpareDefuses::AfterDeal => "after-deal",
        }
    }
}

/// How a Shuffle takes effect once its Nope window has closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShuffleRule {
    /// The pile is shuffled immediately.
    AtOnce,
    /// The next living player decides when the shuffling ends (`travel`).
    UntilStopped,
}

impl ShuffleRule {
    /// Every variant.
    pub const ALL: [ShuffleRule; 2] = [ShuffleRule::AtOnce, ShuffleRule::UntilStopped];

    /// Returns the fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            ShuffleRule::AtOnce => "at-once",
            ShuffleRule::UntilStopped => "until-stopped",
        }
    }
}

/// The destination of a dead player's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadHand {
    /// The discard pile, face up: the hand and the kitten.
    Discarded,
    /// In front of the player: the kitten face up, the hand face down (`travel`).
    SetAside,
}

impl DeadHand {
    /// Every variant.
    pub const ALL: [DeadHand; 2] = [DeadHand::Discarded, DeadHand::SetAside];

    /// Returns the fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            DeadHand::Discarded => "discarded",
            DeadHand::SetAside => "set-aside",
        }
    }
}

/// A limit on spare Defuses at small tables: with at most `up_to_players` players, only `kept`
/// spare Defuses stay in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpareDefuseLimit {
    pub(crate) up_to_players: u8,
    pub(crate) kept: u8,
}

/// How many cards of a hazard go into the draw pile after the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HazardCount {
    /// This many.
    Exactly(u8),
    /// So many fewer than players, but at least some.
    FewerThanPlayers { fewer: u8, at_least: u8 },
}

impl HazardCount {
    fn for_players(self, players: u8) -> u8 {
        match self {
            HazardCount::Exactly(count) => count,
            HazardCount::FewerThanPlayers { fewer, at_least } => {
                players.saturating_sub(fewer).max(at_least)
            }
        }
    }
}

/// One rulebook: its deck, its set-up and the rules in which editions differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    pub(crate) id: EditionId,
    pub(crate) group: EditionGroup,
    pub(crate) house_rules: Vec<HouseRule>,
    pub(crate) hazards: Vec<(Title, HazardCount)>,
    pub(crate) deck: Hand,
    pub(crate) one_deck: PlayerRange,
    pub(crate) two_decks: Option<PlayerRange>,
    pub(crate) cards_dealt: u8,
    pub(crate) spare_defuses: SpareDefuses,
    pub(crate) spare_defuse_limit: Option<SpareDefuseLimit>,
    pub(crate) future_depth: u8,
    pub(crate) attack: AttackRule,
    pub(crate) favor: FavorRule,
    pub(crate) shuffle: ShuffleRule,
    pub(crate) combos: Combos,
    pub(crate) dead_hand: DeadHand,
}

/// The maximum number of cards that See the Future may show in any edition: the capacity of a
/// [`Look`](crate::Look).
pub const MAX_FUTURE_DEPTH: usize = 3;

/// The files of the editions, in the order of all lists.
const FILES: [(&str, &str); 5] = [
    (
        "classic",
        include_str!("../../../config/editions/classic.toml"),
    ),
    (
        "original",
        include_str!("../../../config/editions/original.toml"),
    ),
    (
        "travel",
        include_str!("../../../config/editions/travel.toml"),
    ),
    (
        "two-player",
        include_str!("../../../config/editions/two-player.toml"),
    ),
    (
        "imploding",
        include_str!("../../../config/editions/imploding.toml"),
    ),
];

/// The editions built in, in the order of [`FILES`]. A test of this module reads all of them.
static BUILT_IN: LazyLock<Vec<Edition>> = LazyLock::new(|| {
    let editions = FILES.iter().map(|(file, text)| {
        Edition::parse(file, text).expect("the editions built in can be played")
    });
    editions.collect()
});

impl Edition {
    /// Parses an edition from the text of a TOML file and checks that it can be played.
    /// `file` is the name shown in errors.
    ///
    /// # Errors
    /// Names the first key that is missing, unknown, of the wrong type or not playable.
    pub fn parse(file: &str, text: &str) -> Result<Edition, EditionError> {
        let reader = TomlReader::new(file, text)?;
        let edition = Edition {
            id: reader.keyword("id", &FILES.map(|(id, _)| (id, EditionId(id))))?,
            group: read_group(&reader)?,
            house_rules: read_house_rules(&reader)?,
            hazards: read_hazards(&reader)?,
            deck: read_deck(&reader)?,
            one_deck: read_players(&reader, "players.one-deck")?,
            two_decks: match reader.has("players.two-decks") {
                true => Some(read_players(&reader, "players.two-decks")?),
                false => None,
            },
            cards_dealt: reader.number("deal.cards", 0..=Hand::MAX_CARDS as u8)?,
            spare_defuses: reader.keyword(
                "deal.spare-defuses",
                &SpareDefuses::ALL.map(|time| (time.id(), time)),
            )?,
            spare_defuse_limit: read_spares_kept(&reader)?,
            future_depth: reader.number("rules.future-depth", 1..=MAX_FUTURE_DEPTH as u8)?,
            attack: reader.keyword(
                "rules.attack",
                &AttackRule::ALL.map(|rule| (rule.id(), rule)),
            )?,
            favor: reader.keyword("rules.favor", &FavorRule::ALL.map(|rule| (rule.id(), rule)))?,
            shuffle: reader.keyword(
                "rules.shuffle",
                &ShuffleRule::ALL.map(|rule| (rule.id(), rule)),
            )?,
            combos: reader.keyword(
                "rules.combos",
                &Combos::ALL.map(|combos| (combos.id(), combos)),
            )?,
            dead_hand: reader.keyword(
                "rules.dead-hand",
                &DeadHand::ALL.map(|place| (place.id(), place)),
            )?,
        };
        reader.reject_unread_keys()?;
        edition.check(&reader)?;
        Ok(edition)
    }

    /// Returns the edition as this project ships it.
    pub fn built_in(id: EditionId) -> &'static Edition {
        // Every id is that of one of them.
        BUILT_IN
            .iter()
            .find(|edition| edition.id == id)
            .unwrap_or(&BUILT_IN[0])
    }

    /// Returns the id of the edition.
    pub fn id(&self) -> EditionId {
        self.id
    }

    /// Returns the group in which it is listed.
    pub fn group(&self) -> EditionGroup {
        self.group
    }

    /// Returns true if a table may change this rule. Two decks are allowed where there are numbers of
    /// players for them.
    pub fn allows(&self, rule: HouseRule) -> bool {
        self.house_rules.contains(&rule)
    }

    /// Returns the titles in its deck.
    pub fn titles(&self) -> TitleSet {
        self.deck.holding(1)
    }

    /// Returns how many may play with this many decks; `None` if the edition forbids two decks.
    pub fn players(&self, decks: crate::house_rules::Decks) -> Option<PlayerRange> {
        match decks {
            crate::house_rules::Decks::One => Some(self.one_deck),
            crate::house_rules::Decks::Two => self.two_decks,
        }
    }

    /// Returns how many cards of each hazard go into the draw pile after the deal.
    pub(crate) fn hazards(&self, players: u8) -> Hand {
        let mut hazards = Hand::EMPTY;
        for &(title, count) in &self.hazards {
            hazards.set(title, count.for_players(players));
        }
        hazards
    }

    /// Returns the number of spare Defuses that stay in the game.
    pub(crate) fn spare_defuse_count(&self, decks: u8, players: u8) -> u8 {
        let spare = (self.deck.count(Title::Defuse) * decks).saturating_sub(players);
        match self.spare_defuse_limit {
            Some(limit) if players <= limit.up_to_players => spare.min(limit.kept),
            _ => spare,
        }
    }

    fn check(&self, reader: &TomlReader) -> Result<(), EditionError> {
        self.check_deck(reader, "players.one-deck", self.one_deck, 1)?;
        match self.two_decks {
            Some(range) => self.check_deck(reader, "players.two-decks", range, 2),
            None => Ok(()),
        }
    }

    fn check_deck(
        &self,
        reader: &TomlReader,
        key: &str,
        range: PlayerRange,
        decks: u8,
    ) -> Result<(), EditionError> {
        let cards = usize::from(self.deck.total()) * usize::from(decks);
        if cards > Hand::MAX_CARDS {
            return Err(reader.error(
                "cards",
                cards,
                format!("at most {} cards in all", Hand::MAX_CARDS),
            ));
        }
        let hazards = self.hazards(range.max);
        for title in TitleSet::HAZARDS.iter() {
            let (wanted, there) = (hazards.count(title), self.deck.count(title) * decks);
            if wanted > there {
                let reason = format!("at most {there} {title} for {} players", range.max);
                return Err(reader.error("deal.hazards", wanted, reason));
            }
        }
        if hazards.total() + 1 < range.max {
            let reason = format!("at most {} players for {0} hazards", hazards.total());
            return Err(reader.error(key, range.max, reason));
        }
        let defuses = self.deck.count(Title::Defuse) * decks;
        if defuses < range.max {
            return Err(reader.error(
                key,
                range.max,
                format!("at most {defuses} players, a Defuse for each"),
            ));
        }
        (range.min..=range.max).try_for_each(|players| self.check_deal(reader, decks, players))
    }

    fn check_deal(&self, reader: &TomlReader, decks: u8, players: u8) -> Result<(), EditionError> {
        let set_aside = TitleSet::HAZARDS.with(Title::Defuse);
        let others = self
            .deck
            .titles()
            .filter(|&title| !set_aside.contains(title));
        let others: u16 = others
            .map(|title| u16::from(self.deck.count(title)) * u16::from(decks))
            .sum();
        let spare_defuses = match self.spare_defuses {
            SpareDefuses::BeforeDeal => u16::from(self.spare_defuse_count(decks, players)),
            SpareDefuses::AfterDeal => 0,
        };
        let wanted = u16::from(self.cards_dealt) * u16::from(players);
        let available = others + spare_defuses;
        if wanted > available {
            let reason = format!("at most {available} cards for {players} players");
            return Err(reader.error("deal.cards", self.cards_dealt, reason));
        }
        Ok(())
    }
}

fn read_deck(reader: &TomlReader) -> Result<Hand, EditionError> {
    let mut deck = Hand::EMPTY;
    for title in Title::ALL {
        let key = format!("cards.{title}");
        if reader.has(&key) {
            deck.set(title, reader.number(&key, 0..=16)?);
        }
    }
    Ok(deck)
}

fn read_group(reader: &TomlReader) -> Result<EditionGroup, EditionError> {
    match reader.has("group") {
        true => reader.keyword("group", &EditionGroup::ALL.map(|group| (group.id(), group))),
        false => Ok(EditionGroup::Base),
    }
}

/// Reads the house rules that a table may choose; without the key, all of them.
fn read_house_rules(reader: &TomlReader) -> Result<Vec<HouseRule>, EditionError> {
    let all = HouseRule::ALL.map(|rule| (rule.id(), rule));
    match reader.has("house-rules") {
        true => reader.keywords("house-rules", &all),
        false => Ok(HouseRule::ALL.to_vec()),
    }
}

/// Reads how many cards of each hazard go into the pile; without the key, one Exploding Kitten fewer
/// than players.
fn read_hazards(reader: &TomlReader) -> Result<Vec<(Title, HazardCount)>, EditionError> {
    let key = "deal.hazards";
    if !reader.has(key) {
        let kittens = HazardCount::FewerThanPlayers {
            fewer: 1,
            at_least: 1,
        };
        return Ok(vec![(Title::ExplodingKitten, kittens)]);
    }
    let mut hazards = Vec::new();
    for title in TitleSet::HAZARDS.iter() {
        let key = format!("{key}.{title}");
        let most = match title.hazard() {
            // A second one could lie face up while the first is drawn face down; nobody could tell
            // which of them is where.
            Some(Hazard::Implodes) => 1,
            Some(Hazard::Explodes) | None => Seat::COUNT as u8,
        };
        if reader.has(&key) {
            hazards.push((title, read_hazard(reader, &key, most)?));
        }
    }
    Ok(hazards)
}

fn read_hazard(reader: &TomlReader, key: &str, most: u8) -> Result<HazardCount, EditionError> {
    let fewer = format!("{key}.fewer-than-players");
    if !reader.has(&fewer) {
        return reader.number(key, 0..=most).map(HazardCount::Exactly);
    }
    Ok(HazardCount::FewerThanPlayers {
        fewer: reader.number(&fewer, 0..=Seat::COUNT as u8)?,
        at_least: reader.number(&format!("{key}.at-least"), 0..=most)?,
    })
}

fn read_players(reader: &TomlReader, key: &str) -> Result<PlayerRange, EditionError> {
    let max = Seat::COUNT as u8;
    let min = reader.number(&format!("{key}.least"), 2..=max)?;
    let max = reader.number(&format!("{key}.most"), min..=max)?;
    Ok(PlayerRange { min, max })
}

fn read_spares_kept(reader: &TomlReader) -> Result<Option<SpareDefuseLimit>, EditionError> {
    let key = "deal.spare-defuses-kept";
    if !reader.has(key) {
        return Ok(None);
    }
    Ok(Some(SpareDefuseLimit {
        up_to_players: reader.number(&format!("{key}.up-to-players"), 2..=Seat::COUNT as u8)?,
        kept: reader.number(&format!("{key}.kept"), 0..=Hand::MAX_CARDS as u8)?,
    }))
}

/// The editions in use: the built-in ones, each of which a file may replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editions(Vec<Edition>);

impl Default for Editions {
    fn default() -> Editions {
        Editions::built_in()
    }
}

impl Editions {
    /// Returns all editions as this project ships them.
    pub fn built_in() -> Editions {
        Editions(BUILT_IN.clone())
    }

    /// Replaces the edition that has the same id as `edition`.
    pub fn replace(&mut self, edition: Edition) {
        if let Some(known) = self.0.iter_mut().find(|known| known.id == edition.id) {
            *known = edition;
        }
    }

    /// Returns the edition with this id.
    pub fn get(&self, id: EditionId) -> &Edition {
        // Every id is that of one of them, as they begin as the built-in ones.
        let found = self.0.iter().find(|edition| edition.id == id);
        found.unwrap_or_else(|| Edition::built_in(id))
    }

    /// Returns all editions, in the order of lists.
    pub fn all(&self) -> impl Iterator<Item = &Edition> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAVEL: &str = include_str!("../../../config/editions/travel.toml");

    fn parse_error(change: (&str, &str)) -> EditionError {
        assert!(TRAVEL.contains(change.0));
        Edition::parse("mine.toml", &TRAVEL.replace(change.0, change.1)).unwrap_err()
    }

    #[test]
    fn the_built_in_editions_have_the_cards_of_their_boxes() {
        let totals = EditionId::all().map(|id| {
            let edition = Edition::built_in(id);
            assert_eq!((edition.id(), id.id().parse()), (id, Ok(id)));
            edition.deck.total()
        });
        assert_eq!(totals.collect::<Vec<_>>(), [56, 56, 42, 32, 76]);
    }

    #[test]
    fn an_error_names_the_file_the_key_the_value_found_and_the_expected_one() {
        let error = parse_error(("cards = 5", "cards = \"five\""));
        assert_eq!(
            error.to_string(),
            "mine.toml: deal.cards: found \"five\", expected a whole number from 0 to 112"
        );
    }

    #[test]
    fn an_unplayable_edition_is_refused_with_the_key_at_fault() {
        let keys = [
            (("id = \"travel\"", "id = \"tarvel\""), "id"),
            (
                ("exploding-kitten = 3", "exploding-kitten = 2"),
                "deal.hazards",
            ),
            (("defuse = 5", "defuse = 3"), "players.one-deck"),
            (("most = 4", "most = 10"), "players.one-deck.most"),
            (("least = 2", "least = 1"), "players.one-deck.least"),
            (("cards = 5", "cards = 9"), "deal.cards"),
            (
                ("future-depth = 2", "future-depth = 4"),
                "rules.future-depth",
            ),
            (
                ("attack = \"adds-up\"", "attack = \"halves\""),
                "rules.attack",
            ),
            (("tacocat = 4", "taco-cat = 4"), "cards.taco-cat"),
            (("shuffle = 4", "shuffle = -4"), "cards.shuffle"),
            (("combos = \"special\"\n", ""), "rules.combos"),
            (("id =", "group = \"party\"\nid ="), "group"),
            (
                ("id =", "house-rules = [\"favor\", \"dice\"]\nid ="),
                "house-rules",
            ),
            (("[deal]", "[deal"), "line 20"),
        ];
        for (change, key) in keys {
            assert_eq!(parse_error(change).key, key, "{change:?}");
        }
    }

    #[test]
    fn two_decks_with_more_cards_than_a_game_can_hold_are_refused() {
        let classic = include_str!("../../../config/editions/classic.toml");
        let error =
            Edition::parse("big.toml", &classic.replace("favor = 4", "favor = 5")).unwrap_err();
        assert_eq!((error.key.as_str(), error.found.as_str()), ("cards", "114"));
    }
}
