//! Converts Discord's interactions to typed requests. All input is validated here, once; no later code reads
//! Discord's own types. How each request is served is decided in [`crate::pages`].

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
