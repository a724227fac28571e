//! The deck, the setup and the rules of an edition or a recipe. They are checked in [`crate::ruleset`], together with a
//! number of players. This module does not depend on a running game.

use crate::{
    hand::Hand,
    house_rules::{AttackRule, Combos, FavorRule},
    title::{Title, TitleSet},
};

/// The maximum number of cards that See the Future may show in any edition or recipe.
pub const MAX_FUTURE_DEPTH: usize = 3;

/// The maximum number of cards that any card shows: the capacity of a [`Look`](crate::Look).
pub const MAX_LOOK: usize = 5;

/// The maximum number of copies of a title that an edition file or a recipe may contain.
pub const MAX_COPIES: usize = 16;

/// The maximum number of titles that hands may hold: the limit of options in a Discord menu.
pub const MAX_TITLES: usize = 25;

crate::named! {
    /// When the spare Defuses (those beyond one per player) go into the draw pile.
    pub enum SpareDefuses {
        /// Before the deal, so that a hand may start with two or more.
        BeforeDeal = "before-deal",
        /// After the deal, so that every hand starts with exactly one (`classic`, `imploding`).
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
        /// The hand and the kitten go face up on the discard pile.
        Discarded = "discarded",
        /// The kitten stays face up, and the hand face down, in front of the player (`travel`).
        SetAside = "set-aside",
    }
}

/// A limit on spare Defuses at small tables: with at most `up_to_players` players, only `kept`
/// spare Defuses stay in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpareDefuseLimit {
    /// The largest number of players for which the limit applies.
    pub up_to_players: u8,
    /// The number of spare Defuses that stay in the game.
    pub kept: u8,
}

/// How many copies of a hazard go into the draw pile after the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HazardCount {
    /// A fixed number.
    Exactly(u8),
    /// The number of players minus `fewer`, but at least `at_least`.
    FewerThanPlayers {
        /// How many fewer copies than players.
        fewer: u8,
        /// The smallest number of copies.
        at_least: u8,
    },
}

impl HazardCount {
    /// Returns the number of copies for this number of players.
    pub fn for_players(self, players: u8) -> u8 {
        match self {
            HazardCount::Exactly(count) => count,
            HazardCount::FewerThanPlayers { fewer, at_least } => {
                players.saturating_sub(fewer).max(at_least)
            }
        }
    }
}

/// A deck, its setup and the rules that differ between editions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulebook {
    pub(crate) deck: Hand,
    /// How many copies of each title in [`TitleSet::HAZARDS`] go into the pile.
    pub(crate) hazards: [HazardCount; TitleSet::HAZARDS.len()],
    /// The number of cards that each player is dealt besides one Defuse.
    pub cards_dealt: u8,
    /// The number of cards set aside as the stash before the deal.
    pub stash_cards: u8,
    /// When the spare Defuses go into the draw pile.
    pub spare_defuses: SpareDefuses,
    /// The limit on spare Defuses at small tables, if any.
    pub spare_defuse_limit: Option<SpareDefuseLimit>,
    /// The number of cards that See the Future shows.
    pub future_depth: u8,
    /// The combos that may be played.
    pub combos: Combos,
    /// The effect of an Attack by a player who is under attack.
    pub attack: AttackRule,
    /// The players who give a card for a Favor.
    pub favor: FavorRule,
    /// How a Shuffle takes effect.
    pub shuffle: ShuffleRule,
    /// Where a dead player's cards go.
    pub dead_hand: DeadHand,
}

impl Rulebook {
    /// Returns how many copies of each hazard go into the draw pile after the deal.
    pub fn hazards(&self, players: u8) -> Hand {
        let mut hazards = Hand::EMPTY;
        for (title, count) in TitleSet::HAZARDS.iter().zip(self.hazards) {
            hazards.set(title, count.for_players(players));
        }
        hazards
    }

    pub(crate) fn spare_defuse_count(&self, decks: u8, players: u8) -> u8 {
        let spare = (self.deck.count(Title::Defuse) * decks).saturating_sub(players);
        match self.spare_defuse_limit {
            Some(limit) if players <= limit.up_to_players => spare.min(limit.kept),
            _ => spare,
        }
    }
}
