//! Whole numbers that are checked against their limits as they are read.

use serde::de::{Deserialize, Deserializer};
use toml_reader::Number;

const A_WEEK: u64 = 604_800;

/// A duration from one second to a week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(u64);

impl Seconds {
    pub fn get(self) -> u64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Number::<1, A_WEEK>::deserialize(deserializer).map(|seconds| Self(seconds.get()))
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
        Number::<1, MAX>::deserialize(deserializer).map(|number| Self(number.get()))
    }
}
