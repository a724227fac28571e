//! The numbers by which people, places and moments are known. Each kind has a type of its own,
//! so that one is never taken for another; none of them says anything about cards.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub u64);

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
    };
}

number! {
    /// A person, wherever he is met.
    UserId
}
number! {
    /// The channel or thread in which a table stands.
    ChannelId
}
number! {
    /// The server that the channel belongs to.
    GuildId
}
number! {
    /// One click or command, as the outside numbers it. A second delivery has the same number.
    InteractionId
}
number! {
    /// One table from its lobby to its end, rematches included.
    TableId
}
number! {
    /// The handle of one interaction that waits for its answer. Its meaning is the driver's.
    ReplyId
}

/// The step of a table's life that a control was made for. It counts up with every accepted
/// change but a pass that leaves its window open, and never goes back, rematches included.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Revision(pub u32);

impl Revision {
    /// The moment after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// A point in time, or a span of it: milliseconds, the points counted from 1970 in UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// This many whole seconds.
    pub const fn seconds(seconds: u64) -> Self {
        Self(seconds * 1000)
    }

    /// This many whole minutes.
    pub const fn minutes(minutes: u64) -> Self {
        Self::seconds(minutes * 60)
    }

    /// This many whole hours.
    pub const fn hours(hours: u64) -> Self {
        Self::minutes(hours * 60)
    }

    /// The point that lies `span` later.
    #[must_use]
    pub const fn after(self, span: Self) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// The span since an earlier point; nothing if that point lies ahead.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }

    /// The whole second in which this point lies, rounded up, so that a countdown never ends early.
    pub const fn as_seconds(self) -> u64 {
        self.0.div_ceil(1000)
    }
}
