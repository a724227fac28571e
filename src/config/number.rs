//! Whole numbers that are checked against their limits as they are read.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

const A_WEEK: u64 = 604_800;

/// A duration from one second to a week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(u64);

impl Seconds {
    /// Returns the whole seconds.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_up_to(A_WEEK, deserializer).map(Self)
    }
}

/// A number from 1 to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count<const MAX: u64>(u64);

impl<const MAX: u64> Count<MAX> {
    /// Returns the number as a size of things in memory.
    pub fn get(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'de, const MAX: u64> Deserialize<'de> for Count<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_up_to(MAX, deserializer).map(Self)
    }
}

fn read_up_to<'de, D: Deserializer<'de>>(max: u64, deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_any(RangeVisitor { max })
}

/// Accepts a whole number from 1 to `max`.
struct RangeVisitor {
    max: u64,
}

impl Visitor<'_> for RangeVisitor {
    type Value = u64;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a whole number from 1 to {}", self.max)
    }

    fn visit_u64<E: Error>(self, found: u64) -> Result<u64, E> {
        if (1..=self.max).contains(&found) {
            Ok(found)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(found), &self))
        }
    }

    fn visit_i64<E: Error>(self, found: i64) -> Result<u64, E> {
        let number =
            u64::try_from(found).map_err(|_| E::invalid_value(Unexpected::Signed(found), &self))?;
        self.visit_u64(number)
    }
}
