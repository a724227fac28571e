//! Reads Discord's interactions: validates each interaction and converts it to a typed request, so that later code does
//! not parse it. Must never answer an interaction or read stored data: [`crate::pages`] serves the requests.

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
