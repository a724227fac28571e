//! A person's statistics, with their badges and their rating curve. `results::badge` decides which badges are earned.

mod badges;
mod screen;
mod stats;
#[cfg(test)]
mod tests;

pub use badges::badges;
pub use screen::{person_stats, public_card};
pub use stats::{BestDay, Names, PersonStats, PlacementCounts, StatsScope, StatsView};
