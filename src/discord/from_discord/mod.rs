//! Converts Discord's interactions to typed requests. Everything an interaction contains is checked
//! here, once; no later code reads Discord's own types. Which request is served how is decided
//! in [`crate::dispatcher`].

mod commands;
mod display_name;
mod interactions;
mod request;
#[cfg(test)]
mod tests;
mod undeserialized;

pub use interactions::read_interaction;
pub use request::{
    AccessCondition, ChannelContext, IncomingInteraction, InteractionRequest, MissingPermissions,
    NewTableCommand,
};
pub use undeserialized::read_undeserialized;
