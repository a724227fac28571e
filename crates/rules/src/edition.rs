//! Editions: rulebooks as data, read from `config/editions/*.toml` and validated. House rules on
//! top of them are in [`crate::house_rules`], the combination for one game in [`crate::ruleset`],
//! the keys of the file in [`crate::edition_file`]. This module does not depend on a running game.

use std::{fmt, str::FromStr, sync::LazyLock};

use crate::{
    hand::Hand,
    house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRule},
    title::{Title, TitleSet},
};

/// The permanent id of a shipped edition, such as `two-player`, in files, stored games and command
/// options. The editions themselves and their order come from their files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EditionId(&'static str);

/// The error for a text that is not the id of an edition.
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

    /// The current 56-card box with the second expansion.
    pub const STREAKING: EditionId = EditionId("streaking");
    /// The current 56-card box with the third expansion.
    pub const BARKING: EditionId = EditionId("barking");

    /// Returns every edition offered to players, in list order.
    pub fn all() -> impl ExactSizeIterator<Item = EditionId> + DoubleEndedIterator + Clone {
        let offered = BUILT_IN.partition_point(|edition| !edition.draft);
        BUILT_IN[..offered].iter().map(|edition| edition.id)
    }

    /// Returns every edition, drafts included.
    pub(crate) fn with_drafts() -> impl Iterator<Item = EditionId> {
        BUILT_IN.iter().map(|edition| edition.id)
    }

    /// Returns every id with its text. Uses only file names, because it runs while the editions are being parsed.
    pub(crate) fn names() -> Vec<(&'static str, EditionId)> {
        FILES.iter().map(|(id, _)| (*id, EditionId(id))).collect()
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
        EditionId::with_drafts()
            .find(|edition| edition.id() == id)
            .ok_or(UnknownEditionError)
    }
}

crate::named! {
    /// The group in which lists show an edition.
    pub enum EditionGroup {
        /// A box that is played on its own.
        Base = "base",
        /// A box with an expansion.
        Expansion = "expansion",
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
    /// Returns true if this number of players is in the range.
    pub fn contains(self, players: usize) -> bool {
        (usize::from(self.min)..=usize::from(self.max)).contains(&players)
    }
}

crate::named! {
    /// When the spare Defuses, those beyond one for each player, go into the draw pile.
    pub enum SpareDefuses {
        /// Before the deal, so that a hand may start with two or more (`original`, `travel`, `two-player`).
        BeforeDeal = "before-deal",
        /// After the deal, so that every hand starts with exactly one (`classic`).
        AfterDeal = "after-deal",
    }
}

crate::named! {
    /// How a Shuffle takes effect once its Nope window has closed.
    pub enum ShuffleRule {
        /// The pile is shuffled immediately.
        AtOnce = "at-once",
        /// The next living player decides when the shuffling ends (`travel`).
        UntilStopped = "until-stopped",
    }
}

crate::named! {
    /// Where a dead player's cards go.
    pub enum DeadHand {
        /// The discard pile, face up: the hand and the kitten.
        Discarded = "discarded",
        /// In front of the player: the kitten face up, the hand face down (`travel`).
        SetAside = "set-aside",
    }
}

/// A limit on spare Defuses at small tables: with at most `up_to_players` players, only `kept`
/// spare Defuses stay in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpareDefuseLimit {
    pub(crate) up_to_players: u8,
    pub(crate) kept: u8,
}

/// How many copies of a hazard go into the draw pile after the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HazardCount {
    /// This many.
    Exactly(u8),
    /// The number of players minus `fewer`, but at least `at_least`.
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

/// One rulebook: its deck, its setup and the rules that differ between editions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    pub(crate) id: EditionId,
    pub(crate) group: EditionGroup,
    pub(crate) order: u8,
    /// True if it is not offered to players yet.
    pub(crate) draft: bool,
    pub(crate) house_rules: Vec<HouseRule>,
    pub(crate) hazards: Vec<(Title, HazardCount)>,
    pub(crate) deck: Hand,
    pub(crate) one_deck: PlayerRange,
    pub(crate) two_decks: Option<PlayerRange>,
    pub(crate) cards_dealt: u8,
    /// The number of cards set aside as the stash before the deal.
    pub(crate) stash_cards: u8,
    pub(crate) spare_defuses: SpareDefuses,
    pub(crate) spare_defuse_limit: Option<SpareDefuseLimit>,
    pub(crate) future_depth: u8,
    pub(crate) attack: AttackRule,
    pub(crate) favor: FavorRule,
    pub(crate) shuffle: ShuffleRule,
    pub(crate) combos: Combos,
    pub(crate) dead_hand: DeadHand,
}

/// The maximum number of cards that See the Future may show in any edition.
pub const MAX_FUTURE_DEPTH: usize = 3;

/// The maximum number of cards that any card shows: the capacity of a [`Look`](crate::Look).
pub const MAX_LOOK: usize = 5;

/// The files of `config/editions` with their names: the list generated by `build.rs`.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/editions.rs"));

/// The built-in editions, in list order. A test of this module parses all of them, so the `expect`
/// cannot fail in production.
static BUILT_IN: LazyLock<Vec<Edition>> = LazyLock::new(|| {
    let mut editions: Vec<Edition> = FILES
        .iter()
        .map(|(file, text)| Edition::parse(file, text).expect("built-in editions are playable"))
        .collect();
    editions.sort_by_key(Edition::list_position);
    editions
});

impl Edition {
    /// Returns the edition as shipped.
    pub fn built_in(id: EditionId) -> &'static Edition {
        // Every `EditionId` belongs to a built-in edition.
        BUILT_IN
            .iter()
            .find(|edition| edition.id == id)
            .unwrap_or(&BUILT_IN[0])
    }

    /// Returns the id of the edition.
    pub fn id(&self) -> EditionId {
        self.id
    }

    /// Returns the group in which lists show it.
    pub fn group(&self) -> EditionGroup {
        self.group
    }

    /// Returns the sort key of lists: drafts last, then by group, then by the position given in the file.
    fn list_position(&self) -> (bool, EditionGroup, u8, EditionId) {
        (self.draft, self.group, self.order, self.id)
    }

    /// Returns true if a table may change this rule. For two decks, see [`Edition::players`].
    pub fn allows(&self, rule: HouseRule) -> bool {
        self.house_rules.contains(&rule)
    }

    /// Returns the titles in its deck.
    pub fn titles(&self) -> TitleSet {
        self.deck.holding(1)
    }

    /// Returns how many players may play with this many decks; `None` if the edition forbids two decks.
    pub fn players(&self, decks: Decks) -> Option<PlayerRange> {
        match decks {
            Decks::One => Some(self.one_deck),
            Decks::Two => self.two_decks,
        }
    }

    /// Returns how many copies of each hazard go into the draw pile after the deal.
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
}

/// The editions in use: the built-in ones, some possibly replaced by an operator's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editions(Vec<Edition>);

impl Default for Editions {
    fn default() -> Editions {
        Editions::built_in()
    }
}

impl Editions {
    /// Returns all editions as shipped.
    pub fn built_in() -> Editions {
        Editions(BUILT_IN.clone())
    }

    /// Replaces the edition that has the same id as `edition`, and sorts the list again.
    pub fn replace(&mut self, edition: Edition) {
        self.0.retain(|known| known.id != edition.id);
        self.0.push(edition);
        self.0.sort_by_key(Edition::list_position);
    }

    /// Returns the edition with this id.
    pub fn get(&self, id: EditionId) -> &Edition {
        // The list starts with every built-in edition, and an edition is only ever replaced.
        let found = self.0.iter().find(|edition| edition.id == id);
        found.unwrap_or_else(|| Edition::built_in(id))
    }

    /// Returns all editions offered to players, in list order.
    pub fn all(&self) -> impl Iterator<Item = &Edition> {
        self.0.iter().filter(|edition| !edition.draft)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_editions_have_the_cards_of_their_boxes() {
        for id in EditionId::with_drafts() {
            let found = Edition::built_in(id).id();
            assert_eq!((found, id.id().parse()), (id, Ok(id)));
        }
        let boxes = [
            (EditionId::CLASSIC, 56),
            (EditionId::ORIGINAL, 56),
            (EditionId::TRAVEL, 42),
            (EditionId::TWO_PLAYER, 32),
            (EditionId::IMPLODING, 76),
            (EditionId::STREAKING, 71),
            (EditionId::BARKING, 76),
        ];
        for (id, cards) in boxes {
            assert_eq!(Edition::built_in(id).deck.total(), cards, "{id}");
        }
    }

    #[test]
    fn a_draft_is_known_by_its_id_and_in_no_list() {
        let mut editions = Editions::built_in();
        let offered = editions.get(EditionId::STREAKING).clone();
        editions.replace(Edition {
            draft: true,
            ..offered
        });
        assert!(editions.get(EditionId::STREAKING).draft);
        assert!(
            editions
                .all()
                .all(|edition| edition.id() != EditionId::STREAKING)
        );
    }

    #[test]
    fn lists_follow_the_groups_and_the_order_in_the_files() {
        let positions: Vec<_> = BUILT_IN.iter().map(Edition::list_position).collect();
        assert!(positions.is_sorted());
        let mut orders: Vec<_> = positions
            .iter()
            .map(|(_, group, order, _)| (group, order))
            .collect();
        orders.dedup();
        assert_eq!(
            orders.len(),
            positions.len(),
            "two editions have the same place"
        );
        let mut editions = Editions::built_in();
        let last = Edition {
            order: 99,
            ..Edition::built_in(EditionId::CLASSIC).clone()
        };
        editions.replace(last);
        let listed = editions.all();
        let ids: Vec<_> = listed.map(|edition| edition.id().id()).take(5).collect();
        assert_eq!(
            ids,
            ["original", "travel", "two-player", "classic", "imploding"]
        );
    }
}
