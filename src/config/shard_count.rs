//! The number of shards between which Discord divides the servers.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// The text by which Discord is asked for the number.
const FROM_DISCORD: &str = "discord";
/// More shards than any bot has.
const MAX: u64 = 10_000;

/// The number of shards, or the wish to have as many as Discord advises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardCount(Option<u32>);

impl ShardCount {
    /// As many as Discord advises.
    pub const ADVISED: Self = Self(None);

    /// Returns the number, which is this one if Discord's advice is wished.
    pub fn or(self, advised: u32) -> u32 {
        self.0.unwrap_or(advised).max(1)
    }

    /// Returns true if this is a number below the one that Discord advises. Discord connects no shard of
    /// more than 2,500 servers.
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
        let number = u32::try_from(found)
            .ok()
            .filter(|_| (1..=MAX).contains(&found));
        let number = number.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(found), &self))?;
        Ok(ShardCount(Some(number)))
    }

    fn visit_i64<E: Error>(self, found: i64) -> Result<ShardCount, E> {
        let number =
            u64::try_from(found).map_err(|_| E::invalid_value(Unexpected::Signed(found), &self))?;
        self.visit_u64(number)
    }
}
