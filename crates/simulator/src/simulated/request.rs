//! A request from a process to Discord, while it is in flight.

use discord::{Call, Response};
use serde_json::Value;
use table::ids::Millis;
use tokio::sync::oneshot;

use super::discord::Discord;
use super::fault::Fault;

/// A request in flight. It continues while its process is stopped.
pub(super) struct Request {
    pub(super) host: usize,
    pub(super) process: u64,
    pub(super) call: Call,
    pub(super) body: Option<Value>,
    pub(super) conditions: RequestConditions,
    pub(super) reply: oneshot::Sender<Response>,
    /// The response on its way back; `None` until Discord has answered, or if a fault loses the answer.
    pub(super) response: Option<Response>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RequestConditions {
    pub(super) fault: Option<Fault>,
    pub(super) request_delay: Millis,
    pub(super) answer_delay: Millis,
    /// If the fault is a rate limit: the number of seconds that the bot is asked to wait.
    pub(super) retry_after: u32,
    /// True if the request arrives even if its process is killed first.
    pub(super) survives: bool,
}

/// Returns a request's name for the transcript, with the message or interaction that it concerns.
pub(super) fn described(call: &Call, discord: &Discord) -> String {
    let message = match call {
        Call::Edit { message, .. } | Call::Delete { message, .. } => Some(*message),
        Call::ReadMessages { since, .. } => *since,
        _ => None,
    };
    match (message, discord.interaction_of(call)) {
        (Some(message), _) => format!("{} {message}", call.name()),
        (None, Some(interaction)) => format!("{} of interaction {interaction}", call.name()),
        (None, None) => call.name().to_owned(),
    }
}
