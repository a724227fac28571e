//! Everything the bot says to Discord by REST. It decides when and how often, never what: the
//! screens come from the tables.

mod call;
mod channel_scan;
mod circuit_breaker;
mod message_slot;
mod replaced_messages;
mod request_error;
mod request_pacer;
mod rest_client;
mod speaker;
#[cfg(test)]
mod tests;
mod transport;

pub use call::Call;
pub(crate) use message_slot::Berth;
pub(crate) use request_error::Failure;
pub use rest_client::{Rest, RestError};
pub use speaker::{Callback, Clicked};
pub(crate) use speaker::{Estate, Rested, Speaker, Spoken, answer, note};
pub use transport::{Carried, NoReply, Reply, Wire};
