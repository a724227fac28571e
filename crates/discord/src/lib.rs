//! Sends the bot's REST requests, except the startup checks and serenity's requests for the gateway's address. This
//! crate decides when a request is sent, how often it is tried and which of several screens is still worth sending. It
//! does not decide the content: callers pass in screens (`table::screen`), which `to_discord` converts.
//!
//! Where to look:
//! - the next request for a table's messages and panels: `message_board`, a state machine without I/O; sending its
//!   requests: `board_runner`
//! - how a panel is refreshed: `message_board/panels`
//! - an interaction's answer, and later edits with its token: `answer_delivery`
//! - posting, editing, recording, finding and deleting a table's messages: `message_slot` and `channel_scan`; how the
//!   bot recognises its own messages: `bot_identity`
//! - opening a channel for hands as direct messages: `direct_message`; the hands: `message_board/direct_hands`
//! - 429, 5xx, lost responses and deadlines of a single request: `rest_client`
//! - the pace across all routes: `request_pacer`; whose turn it is: `fair_queue`
//! - too many refusals in one channel or server: `paused_destinations`; in total: `circuit_breaker`
//! - the meaning of Discord's error codes: `request_error`; another program with the same token: `foreign_answers`
//! - the emojis in the bodies: `emoji_set`, inserted by `emoji_markers`; drawings: `pictures`, sent by `with_picture`
//! - routes and rate-limit buckets: `call`; HTTP: `transport`

mod answer_delivery;
mod api_url;
mod board_runner;
mod bot_identity;
mod bot_token;
mod call;
mod callback;
mod channel_scan;
mod circuit_breaker;
mod direct_message;
pub mod emoji_markers;
mod emoji_set;
pub mod failpoint;
mod fair_queue;
mod foreign_answers;
mod message_board;
mod message_slot;
pub mod metrics;
mod named_enum;
mod paused_destinations;
pub mod pictures;
mod request_error;
mod request_pacer;
mod rest_client;
#[cfg(test)]
mod tests;
pub mod to_discord;
mod transport;
mod with_picture;

pub use answer_delivery::{
    acknowledgement, deferred_answer, deferred_post, edit_answer, edit_original, form_answer,
    private_answer, send_answer, send_public_answer,
};
pub use api_url::{ApiUrl, ApiUrlError, GatewayUrlError};
pub use board_runner::BoardRunner;
pub use bot_identity::{BotIdentity, KnownIdentity};
pub use bot_token::{BotToken, BotTokenError, wrapping_of};
pub use call::{AttachedFile, Call, Original, Route, Scope};
pub use callback::{Callback, ClickedMessage};
pub use emoji_set::EmojiSet;
pub use fair_queue::Lane;
pub use message_board::{BoardEvent, InitialState};
pub use message_slot::{EarlierRequests, MessageSlot};
pub use request_error::RequestError;
pub use rest_client::RestClient;
pub use transport::{
    NoResponseError, Response, ResponseFuture, RestSetupError, Transport, authorization,
    build_http_client,
};
