//! The number of shards over which Discord distributes the servers.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// The value that leaves the number to Discord.
const FROM_DISCORD: &str = "discord";
const MAX: u32 = 10_000;

/// A number of shards, or the number that Discord recommends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardCount(Option<u32>);

impl ShardCount {
    pub const ADVISED: Self = Self(None);

    /// Returns the configured number, or else Discord's recommendation; at least 1.
    pub fn or(self, advised: u32) -> u32 {
        self.0.unwrap_or(advised).max(1)
    }

    /// Returns true if fewer shards are configured than Discord recommends. Discord does not connect a shard with more
    /// than 2,500 servers.
    pub fn is_below(self, advised: u32) -> bool {
        self.or(advised) < advised
    }
}

impl<'de> Deserialize<'de> for ShardCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShardCountVisitor)
    }
}

struct ShardCountVisitor;

impl Visitor<'_> for ShardCountVisitor {
    type Value = ShardCount;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "\"{FROM_DISCORD}\", or a whole number from 1 to {MAX}"
        )
    }

    fn visit_str<E: Error>(self, found: &str) -> Result<ShardCount, E> {
        match found {
            FROM_DISCORD => Ok(ShardCount::ADVISED),
            other => Err(E::invalid_value(Unexpected::Str(other), &self)),
        }
    }

    fn visit_u64<E: Error>(self, found: u64) -> Result<ShardCount, E> {
        self.visit_i64(i64::try_from(found).unwrap_or(i64::MAX))
    }

    fn visit_i64<E: Error>(self, found: i64) -> Result<ShardCount, E> {
        u32::try_from(found)
            .ok()
            .filter(|number| (1..=MAX).contains(number))
            .map(|number| ShardCount(Some(number)))
            .ok_or_else(|| E::invalid_value(Unexpected::Signed(found), &self))
    }
}
