//! The statistics of one person: the sums and extremes of their results.

use std::collections::{BTreeMap, BTreeSet};

use super::{Badge, ShownRating};
use crate::ids::{GuildId, Millis, UserId};

/// Display names as they were last seen. A person is missing if no name of theirs is stored or readable.
pub type Names = BTreeMap<UserId, String>;

/// The games that count in a person's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsScope {
    /// Those on one server.
    Server(GuildId),
    /// Those on all servers. Only the person themselves may see them.
    Everywhere,
}

/// The statistics of a person over their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonStats {
    /// The won games in which the person had a seat.
    pub games: u32,
    /// Those that the person won.
    pub wins: u32,
    /// The wins of somebody who wins as often as everybody else, in per cent of a win.
    pub expected_wins_percent: u32,
    /// How often the person came first, second and so on, by the number of players, the fewest first.
    pub places: Vec<PlacesAmong>,
    /// How often an Exploding Kitten killed the person.
    pub exploded: u32,
    /// How often an Imploding Kitten did.
    pub imploded: u32,
    /// How often the person left, or was away for most of the game.
    pub left: u32,
    /// How often the person died by a kitten that they had hidden themselves.
    pub own_kitten: u32,
    /// The person who died most often by their kittens, and how often.
    pub victim: Option<(UserId, u32)>,
    /// The person by whose kittens they died most often, and how often.
    pub nemesis: Option<(UserId, u32)>,
    /// The Nopes that the person played.
    pub nopes: u32,
    /// The Nopes on cards of the person.
    pub noped: u32,
    /// The cards that the person took from others.
    pub taken: u32,
    /// The cards that others took from the person.
    pub lost: u32,
    /// The risk in per cent of the riskiest draw that brought no kitten.
    pub closest_shave: u32,
    /// The rating on the server; none for all servers together.
    pub rating: Option<ShownRating>,
    /// The day in UTC with the most wins, of several that with the fewest games, of those the latest.
    pub best_evening: Option<Evening>,
    /// The badges of all these games.
    pub badges: BTreeSet<Badge>,
    /// The names of the person and those whom the statistics name.
    pub names: Names,
}

/// How often a person reached each place among so many players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacesAmong {
    /// The number of players.
    pub players: u8,
    /// By place: how often first, second and so on. As long as there are players.
    pub places: Vec<u32>,
}

/// A person's games of one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evening {
    /// The midnight in UTC at which the day began.
    pub day: Millis,
    /// The games that ended on the day.
    pub games: u32,
    /// Those that the person won, at least one.
    pub wins: u32,
}
