//! All REST requests of the bot except those for the gateway's address, which serenity sends. The
//! outbox decides when a request is sent, how often it is tried and which of several screens is still
//! worth sending. It never decides the content: screens come
//! from the table (`table::screen`) and become bodies in `discord::to_discord`.
//!
//! Where to look:
//! - which request is made next for a table's message and panels: `message_board`, a state machine
//!   without I/O; carrying its requests out: `speaker`
//! - how a panel is refreshed: `message_board/panels`
//! - an interaction's first answer, its token and edits by it: `interaction`
//! - posting, recording, finding and deleting a table's public message: `message_slot` and
//!   `channel_scan`; the bot's own messages: `bot_identity`
//! - a hand as a direct message: `direct_message`; when: `message_board/direct_hands`
//! - 429, 5xx, lost answers and deadlines of a single request: `rest_client`
//! - the pace over all routes: `request_pacer`; whose turn it is: `lane`, `fair_queue`
//! - too many refusals: of one channel or server `refused_places`, of all `circuit_breaker`
//! - the meaning of Discord's error codes: `request_error`
//! - the pictures in the bodies: `emoji_set`; putting them in: `discord::emoji_markers`
//! - routes and rate-limit buckets: `call`; HTTP itself: `transport`

mod bot_identity;
mod call;
mod channel_scan;
mod circuit_breaker;
mod direct_message;
mod emoji_set;
mod fair_queue;
mod interaction;
mod lane;
mod message_board;
mod message_slot;
mod refused_places;
mod request_error;
mod request_pacer;
mod rest_client;
mod rest_setup_error;
mod speaker;
#[cfg(test)]
mod tests;
mod transport;
mod with_picture;

pub use crate::discord::callback::{Callback, ClickedMessage};
pub use bot_identity::BotIdentity;
pub(crate) use bot_identity::KnownIdentity;
pub use call::{AttachedFile, Call};
pub(crate) use interaction::{
    Confirmation, complete_answer, deferred_answer, edit_answer, private_answer, send_answer,
};
pub(crate) use lane::Lane;
pub(crate) use message_board::{InitialState, MessageBoard, SpeakerEvent};
pub(crate) use message_slot::MessageSlot;
pub(crate) use request_error::RequestError;
pub use rest_client::RestClient;
pub use rest_setup_error::RestSetupError;
pub(crate) use speaker::{Speaker, SpeakerExit};
pub(crate) use transport::build_http_client;
pub use transport::{NoResponseError, Response, ResponseFuture, Transport};
