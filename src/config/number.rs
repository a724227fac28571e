//! Whole numbers that are checked against their limits as they are read.

use toml_reader::Number;

/// A duration from one second to a week.
pub type Seconds = Number<1, 604_800>;

/// A number from 1 to `MAX`.
pub type Count<const MAX: u64> = Number<1, MAX>;
