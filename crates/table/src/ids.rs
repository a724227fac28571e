//! Newtypes for ids and times, so that the compiler keeps them apart.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! numbers {
    ($( $(#[$doc:meta])* $name:ident($number:ty), )*) => { $(
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )* };
}

numbers! {
    /// A Discord user.
    UserId(u64),
    /// A Discord channel or thread, in which at most one table is open.
    ChannelId(u64),
    /// A Discord server.
    GuildId(u64),
    /// A Discord interaction: one click or command. A redelivery has the same id.
    InteractionId(u64),
    /// A table. The id stays the same from its first lobby until it is closed, rematches included.
    TableId(u64),
    /// The driver's handle for an interaction that awaits its answer; opaque to the table.
    ReplyId(u64),
    /// A table's revision. Controls made for an older revision are stale. It is incremented whenever the table begins
    /// to wait for something else, so a pass that leaves its Nope window open does not change it. It continues through
    /// rematches. Not to be confused with the version, the number of journal entries.
    Revision(u32),
}

/// The id and number of a table, with its server and channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLocation {
    /// The id of the table, unique in the journal.
    pub table: TableId,
    /// The server of the channel.
    pub guild: GuildId,
    /// The channel or thread that holds the public message.
    pub channel: ChannelId,
    /// The number of the table in its channel, from 1; `None` for a table without proofs.
    pub number: Option<u32>,
}

/// The number of bits below the time in a Discord id.
const ID_TIME_SHIFT: u32 = 22;
/// The start of Discord's id timestamps, 2015-01-01, in milliseconds since 1970.
const DISCORD_EPOCH: u64 = 1_420_070_400_000;

impl UserId {
    /// Returns true for a number that represents an erased person. Such numbers are smaller than any Discord id;
    /// see [`Entry::put_people`](crate::entry::Entry::put_people).
    pub fn is_forgotten(self) -> bool {
        (1..1 << ID_TIME_SHIFT).contains(&self.0)
    }
}

impl InteractionId {
    /// Returns when Discord created this id.
    pub fn time(self) -> Millis {
        Millis(DISCORD_EPOCH + (self.0 >> ID_TIME_SHIFT))
    }
}

impl Revision {
    /// Returns the next revision, wrapping around at the maximum.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

/// A time or a duration in milliseconds; times are counted from the Unix epoch.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// Returns a duration of this many seconds.
    pub const fn seconds(seconds: u64) -> Self {
        Self(seconds * 1000)
    }

    /// Returns a duration of this many minutes.
    pub const fn minutes(minutes: u64) -> Self {
        Self::seconds(minutes * 60)
    }

    /// Returns a duration of this many hours.
    pub const fn hours(hours: u64) -> Self {
        Self::minutes(hours * 60)
    }

    /// Returns the time `duration` later.
    #[must_use]
    pub const fn after(self, duration: Self) -> Self {
        Self(self.0.saturating_add(duration.0))
    }

    /// Returns the duration since `earlier`; zero if `earlier` is later than this time.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }

    /// Returns this time in whole seconds, rounded up, so that a countdown never ends early.
    pub const fn as_seconds(self) -> u64 {
        self.0.div_ceil(1000)
    }
}
