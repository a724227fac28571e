//! Snapshots of the screens in typical states, and checks against Discord's limits in the worst cases.

mod barking;
pub(crate) mod fixture;
mod imploding;
pub(crate) mod limits;
mod pictures;
mod snapshots;
mod streaking;
mod turn_reasons;
