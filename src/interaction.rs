//! Reads Discord's interactions: validates all input, once, and converts each interaction to a typed request. Later
//! code must not read Discord's own types. Must never answer an interaction or read stored data: [`crate::pages`]
//! serves the requests.

mod commands;
mod display_name;
mod interactions;
mod request;
#[cfg(test)]
mod tests;
mod undeserialized;

pub use interactions::read_interaction;
pub use request::{
    AccessCondition, ChannelContext, Elsewhere, IncomingInteraction, InteractionRequest,
    MissingPermissions, NewTableCommand, Suggested,
};
pub use undeserialized::read_undeserialized;
