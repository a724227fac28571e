//! The dispatcher's requests to Discord: answers to interactions, and threads for tables. None is
//! repeated by the dispatcher; `outbox` decides about retries within a request's time.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::id::ChannelId;
use table::screen::Screen;
use tokio::time::Instant;
use tracing::{debug, warn};

use crate::discord::callback::Callback;
use crate::outbox::{
    AttachedFile, Call, RequestError, RestClient, complete_answer, deferred_answer, private_answer,
    send_answer,
};

/// Discord's channel type for threads that everybody can see and join.
const PUBLIC_THREAD: u8 = 11;
/// The minutes without messages after which Discord hides a thread: one day.
const AUTO_ARCHIVE_MINUTES: u16 = 1440;
/// How long after the command a thread may be created. The command has to be answered within three
/// seconds, and only after the thread exists.
const THREAD_TIMEOUT: Duration = Duration::from_millis(2_000);

/// Sends answers to interactions.
pub(super) struct Replies {
    rest: RestClient,
}

impl Replies {
    pub(super) fn new(rest: RestClient) -> Self {
        Self { rest }
    }

    /// Answers with a message that only the person sees.
    pub(super) async fn reply(&self, callback: &Callback, screen: &Screen) {
        self.send(callback, &private_answer(screen)).await;
    }

    /// Sends the answer to an interaction. A failure is only logged: there is no other way to reach
    /// the person.
    pub(super) async fn send(&self, callback: &Callback, body: &Value) {
        match send_answer(&self.rest, callback, body, false).await {
            Ok(_) => {}
            // Discord delivered the interaction twice, or to another process too.
            Err(RequestError::AlreadyAnswered) => debug!("the interaction was answered already"),
            Err(failure) => warn!(%failure, "could not answer an interaction"),
        }
    }

    /// Answers that a message, which only the person sees, will follow.
    pub(super) async fn defer(&self, callback: &Callback) {
        self.send(callback, &deferred_answer()).await;
    }

    /// Sends the message that [`Replies::defer`] announced.
    pub(super) async fn complete(&self, callback: &Callback, screen: &Screen) {
        self.log_failure(complete_answer(&self.rest, callback, screen, None).await);
    }

    /// Sends the message that [`Replies::defer`] announced, with a file below it.
    pub(super) async fn complete_with_file(
        &self,
        callback: &Callback,
        screen: &Screen,
        file: Arc<AttachedFile>,
    ) {
        self.log_failure(complete_answer(&self.rest, callback, screen, Some(file)).await);
    }

    fn log_failure(&self, completed: Result<(), RequestError>) {
        if let Err(failure) = completed {
            warn!(%failure, "could not complete an answer");
        }
    }

    /// Creates a public thread for a command received at this time. Returns `None` if Discord refuses
    /// or is late.
    pub(super) async fn open_thread(
        &self,
        channel: ChannelId,
        name: &str,
        received: Instant,
    ) -> Option<ChannelId> {
        let body = json!({ "name": name, "type": PUBLIC_THREAD, "auto_archive_duration": AUTO_ARCHIVE_MINUTES });
        let call = Call::OpenThread { channel };
        let deadline = received + THREAD_TIMEOUT;
        match self.rest.send(&call, Some(&body), deadline).await {
            Ok(thread) => {
                let id = thread["id"].as_str()?.parse::<u64>().ok();
                id.filter(|&id| id != 0).map(ChannelId::new)
            }
            Err(failure) => {
                warn!(%failure, "could not create a thread");
                None
            }
        }
    }
}
