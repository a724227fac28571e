//! The dispatcher's requests to Discord: answers to interactions, and threads for tables. None is
//! repeated by the dispatcher; `outbox` decides about retries within a request's time.

use std::sync::Arc;
use std::time::Duration;

use outbox::Callback;
use outbox::metrics::{InteractionKind, InteractionOutcome};
use outbox::{
    AttachedFile, Call, Confirmation, Lane, RequestError, acknowledgement, complete_answer,
    complete_with_picture, deferred_answer, edit_answer, private_answer, send_answer,
};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId};
use serenity::model::permissions::Permissions;
use table::display_mode::DisplayMode;
use table::effect::Urgency;
use table::screen::Screen;
use tokio::time::Instant;
use tracing::{debug, warn};

use super::Dispatcher;
use crate::discord::from_discord::{IncomingInteraction, InteractionRequest};
use crate::dispatcher::click_rate_limit::Verdict;

/// Discord's channel type for threads that everybody can see and join.
const PUBLIC_THREAD: u8 = 11;
/// The minutes without messages after which Discord hides a thread: one day.
const AUTO_ARCHIVE_MINUTES: u16 = 1440;
/// How long after the command a thread may be created. The command has to be answered within three
/// seconds, and only after the thread exists.
const THREAD_TIMEOUT: Duration = Duration::from_millis(2_000);
/// How long the removal of an empty thread may take. Nobody waits for it.
const REMOVAL_TIMEOUT: Duration = Duration::from_secs(60);

impl Dispatcher {
    /// Counts an interaction that the click rate limit of its person has granted or not.
    pub(super) fn count_served(&self, incoming: &IncomingInteraction, verdict: Verdict) {
        let kind = match (&incoming.request, incoming.callback.clicked) {
            (InteractionRequest::Autocomplete { .. }, _) => InteractionKind::Autocomplete,
            (_, Some(_)) => InteractionKind::Click,
            (_, None) => InteractionKind::Command,
        };
        let outcome = match verdict {
            Verdict::Granted => InteractionOutcome::Served,
            Verdict::Refused => InteractionOutcome::Slowed,
            Verdict::Ignored => InteractionOutcome::Ignored,
        };
        self.rest.metrics().count_interaction(kind, outcome);
    }

    /// Answers with a message that only the person sees.
    pub(super) async fn reply(&self, callback: &Callback, screen: &Screen) {
        self.send(callback, &private_answer(screen)).await;
    }

    /// Changes the private message that was clicked to this screen, or sends a new one if that has gone.
    pub(super) async fn change(&self, callback: &Callback, screen: &Screen) {
        let mut body = edit_answer(screen);
        // The message may have had a file.
        body["data"]["attachments"] = json!([]);
        match send_answer(&self.rest, callback, &body, Confirmation::NotNeeded).await {
            Err(RequestError::UnknownMessage) => self.reply(callback, screen).await,
            sent => log_failure(callback, sent),
        }
    }

    /// Sends the answer to an interaction. A failure is only logged: there is no other way to reach
    /// the person.
    pub(super) async fn send(&self, callback: &Callback, body: &Value) {
        self.send_confirmed(callback, body, Confirmation::NotNeeded)
            .await;
    }

    async fn send_confirmed(&self, callback: &Callback, body: &Value, needed: Confirmation) {
        log_failure(
            callback,
            send_answer(&self.rest, callback, body, needed).await,
        );
    }

    /// Answers that a message, which only the person sees, will follow.
    pub(super) async fn defer(&self, callback: &Callback) {
        let needed = Confirmation::Effect;
        self.send_confirmed(callback, &deferred_answer(), needed)
            .await;
    }

    /// Answers that the private message that was clicked will change, or that one will follow.
    pub(super) async fn announce(&self, callback: &Callback) {
        if callback.clicked.is_some_and(|clicked| clicked.private) {
            self.send(callback, &acknowledgement()).await;
        } else {
            self.defer(callback).await;
        }
    }

    /// Sends the message that was announced, with the screen's picture; if there is none or Discord refuses it,
    /// with its words.
    pub(super) async fn complete_with_picture(
        &self,
        callback: &Callback,
        screen: &Screen,
        picture: Option<AttachedFile>,
    ) {
        if let Some(file) = picture.map(Arc::new) {
            match complete_with_picture(&self.rest, callback, screen, file).await {
                Ok(()) => return,
                Err(error) => warn!(%error, "a picture was not accepted; its words are shown"),
            }
        }
        let words = screen.clone().displayed_as(DisplayMode::TextFirst);
        self.complete(callback, &words, None).await;
    }

    /// Sends the message that [`Dispatcher::announce`] or [`Dispatcher::defer`] announced, with a file below it if
    /// there is one.
    pub(super) async fn complete(
        &self,
        callback: &Callback,
        screen: &Screen,
        file: Option<Arc<AttachedFile>>,
    ) {
        if let Err(failure) = complete_answer(&self.rest, callback, screen, file).await {
            warn!(error = %failure, "could not complete an answer");
        }
    }

    /// Creates a public thread for a command received at this time. Returns `None` if Discord refuses
    /// or is late.
    pub(super) async fn open_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        name: &str,
        received: Instant,
    ) -> Option<ChannelId> {
        let body = json!({ "name": name, "type": PUBLIC_THREAD, "auto_archive_duration": AUTO_ARCHIVE_MINUTES });
        let call = Call::OpenThread { channel };
        let deadline = received + THREAD_TIMEOUT;
        let lane = Lane::of(guild, Urgency::Urgent);
        match self.rest.send_in(lane, &call, Some(&body), deadline).await {
            Ok(thread) => {
                let id = thread["id"].as_str()?.parse::<u64>().ok();
                id.filter(|&id| id != 0).map(ChannelId::new)
            }
            Err(failure) => {
                warn!(error = %failure, "could not create a thread");
                None
            }
        }
    }

    /// Removes a thread in which no table was opened: deletes it if the bot may, else hides it.
    pub(super) async fn remove_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        bot_permissions: Permissions,
    ) {
        let may_delete = bot_permissions.manage_threads() || bot_permissions.administrator();
        let (call, body) = if may_delete {
            (Call::DeleteThread { channel }, None)
        } else {
            let body = json!({ "archived": true });
            (Call::ArchiveThread { channel }, Some(body))
        };
        let lane = Lane::of(guild, Urgency::Routine);
        let deadline = Instant::now() + REMOVAL_TIMEOUT;
        let removed = self.rest.send_in(lane, &call, body.as_ref(), deadline);
        if let Err(failure) = removed.await {
            warn!(error = %failure, channel = channel.get(), "could not remove an empty thread");
        }
    }
}

fn log_failure(callback: &Callback, sent: Result<Value, RequestError>) {
    let interaction = callback.interaction.get();
    match sent {
        Ok(_) => {}
        // Discord delivered the interaction twice, or to another process too.
        Err(RequestError::AlreadyAnswered) => {
            debug!(interaction, "the interaction was answered already");
        }
        Err(error) => warn!(%error, interaction, "could not answer an interaction"),
    }
}
