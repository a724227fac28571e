//! Snapshots of all screens in typical states, and checks against Discord's limits in the worst cases.

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
