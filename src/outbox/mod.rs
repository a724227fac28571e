//! Everything the bot says to Discord by REST. It decides when and how often, never what: the
//! screens come from the tables.

mod berth;
mod breaker;
mod call;
mod failure;
mod pace;
mod replaced;
mod rest;
mod sighting;
mod speaker;
#[cfg(test)]
mod tests;
mod wire;

pub(crate) use berth::Berth;
pub use call::Call;
pub(crate) use failure::Failure;
pub use rest::{Rest, RestError};
pub use speaker::{Callback, Clicked};
pub(crate) use speaker::{Estate, Rested, Speaker, Spoken, answer, note};
pub use wire::{Carried, NoReply, Reply, Wire};
