//! The statistics of one person, which are computed from their results.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{GuildId, Millis, UserId};
use crate::pages::coach::ReviewedGame;
use crate::results::{Badge, ShownRating};

/// The most recently seen display names. People whose names are not stored or cannot be read are missing.
pub type Names = BTreeMap<UserId, String>;

/// The statistics that a control opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatsView {
    /// The reader's own, on this server.
    Own,
    /// The reader's own, on all servers.
    Everywhere,
    /// Another person's, on this server.
    Of(UserId),
}

/// The games that count in a person's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsScope {
    /// Games on one server.
    Server(GuildId),
    /// Games on all servers. Visible only to the person.
    Everywhere,
}

/// A person's statistics, computed from their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonStats {
    /// The number of games that have a result and in which the person had a seat.
    pub games: u32,
    /// The number of these games that the person won.
    pub wins: u32,
    /// The number of wins expected of an average player in the same games, in hundredths of a win.
    pub expected_wins_percent: u32,
    /// How often the person reached each place, grouped by the number of players in ascending order.
    pub places: Vec<PlacementCounts>,
    /// How often an Exploding Kitten or a Barking Kitten killed the person.
    pub exploded: u32,
    /// How often an Imploding Kitten killed the person.
    pub imploded: u32,
    /// How often the person left, a computer played most of their turns, or their stand-in won.
    pub left: u32,
    /// How often a kitten that the person had hidden killed them.
    pub own_kitten: u32,
    /// The other person whom this person's hidden kittens killed most often, and how often.
    pub victim: Option<(UserId, u32)>,
    /// The other person whose hidden kittens killed this person most often, and how often.
    pub nemesis: Option<(UserId, u32)>,
    /// The number of Nopes the person played.
    pub nopes: u32,
    /// The number of Nopes on the person's cards.
    pub noped: u32,
    /// The number of cards the person took from others.
    pub taken: u32,
    /// The number of cards others took from the person.
    pub lost: u32,
    /// The risk, in percent, of the riskiest draw that turned out safe.
    pub closest_shave: u32,
    /// The rating on the server; always `None` for all servers together.
    pub rating: Option<ShownRating>,
    /// The UTC day with the most wins; on a tie, the day with the fewest games, then the latest.
    pub best_day: Option<BestDay>,
    /// The badges earned in these games.
    pub badges: BTreeSet<Badge>,
    /// The person's latest games that the coach reviewed. Empty unless the person is the reader.
    pub reviewed: Vec<ReviewedGame>,
    /// The names of the person and of the people mentioned in the statistics.
    pub names: Names,
}

/// How often a person reached each place in games with this number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementCounts {
    /// The number of players in these games.
    pub players: u8,
    /// How often the person came first, second and so on; one entry per player.
    pub places: Vec<u32>,
}

/// A person's games on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestDay {
    /// The UTC midnight at which the day began.
    pub day: Millis,
    /// The number of the person's games that ended on this day.
    pub games: u32,
    /// The number of these games that the person won; at least one.
    pub wins: u32,
}
