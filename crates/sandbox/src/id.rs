//! Snowflakes: Discord's 64-bit ids, which contain their creation time.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Discord's epoch, the start of 2015, in milliseconds since 1970.
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// A snowflake. Serialized as a decimal string; never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u64);

impl Id {
    /// Returns the id with this number; `None` for zero.
    pub fn new(number: u64) -> Option<Self> {
        (number != 0).then_some(Self(number))
    }

    pub fn get(self) -> u64 {
        self.0
    }

    pub(crate) fn shard(self, shards: u64) -> u64 {
        (self.0 >> 22) % shards.max(1)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not a snowflake")]
pub struct ParseIdError;

impl FromStr for Id {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        match text.parse() {
            Ok(0) | Err(_) => Err(ParseIdError),
            Ok(number) => Ok(Self(number)),
        }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Parses an id the way Discord does: from a string of digits or from a number.
pub(crate) fn read_id(value: &Value) -> Option<Id> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

/// Creates snowflakes, each greater than the last.
#[derive(Debug, Default)]
pub(crate) struct IdGenerator {
    last: u64,
}

impl IdGenerator {
    pub(crate) fn next(&mut self, unix_ms: u64) -> Id {
        let earliest = unix_ms.saturating_sub(DISCORD_EPOCH_MS) << 22;
        self.last = earliest.max(self.last + 1);
        Id(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_one_millisecond_differ_and_grow() {
        let mut generator = IdGenerator::default();
        let first = generator.next(1_700_000_000_000);
        let second = generator.next(1_700_000_000_000);
        assert!(second > first);
    }

    #[test]
    fn zero_is_no_id() {
        assert!("0".parse::<Id>().is_err());
    }
}
