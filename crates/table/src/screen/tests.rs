//! Snapshots of every screen in typical states, and Discord's limits in the worst cases.

mod barking;
mod daily;
mod fixture;
mod imploding;
mod limits;
mod pictures;
mod snapshots;
mod standings;
mod story;
mod streaking;
mod turn_reasons;
