//! The requests that pages make to Discord, such as answers to interactions, new threads for tables, and reads of
//! channels. They are not retried here, because `discord` retries requests within their time limits.

use std::sync::Arc;
use std::time::Duration;

use discord::Callback;
use discord::metrics::{InteractionKind, InteractionOutcome};
use discord::to_discord::{change, change_with_file, change_with_picture};
use discord::{
    AttachedFile, Call, Lane, RequestError, acknowledgement, deferred_answer, edit_answer,
    edit_original, private_answer, send_answer, send_public_answer,
};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId};
use serenity::model::permissions::Permissions;
use table::display_mode::DisplayMode;
use table::effect::Urgency;
use table::screen::{self, InteractionError, Permission, Screen};
use table::text::Language;
use table::user_set::UserSet;
use tokio::time::Instant;
use tracing::{debug, warn};

use super::Dispatcher;
use crate::interaction::{
    AccessCondition, ChannelContext, IncomingInteraction, InteractionRequest,
};
use crate::pages::click_rate_limit::Verdict;

/// The time limit for creating a thread, counted from the receipt of the command. The command must be answered
/// within three seconds, and the answer waits for the thread.
const THREAD_TIMEOUT: Duration = Duration::from_millis(2_000);
/// The time limit for reading a channel. Short, because the answer waits for it.
const READ_TIMEOUT: Duration = Duration::from_secs(1);
/// The time limit for removing an empty thread.
const REMOVAL_TIMEOUT: Duration = Duration::from_secs(60);

impl Dispatcher {
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

    /// Answers with a message that only the person can see.
    pub(super) async fn reply(&self, callback: &Callback, screen: &Screen) {
        self.send(callback, &private_answer(screen)).await;
    }

    /// Replaces the clicked message with this screen. If the message no longer exists, sends a private message instead.
    pub(super) async fn change(&self, callback: &Callback, screen: &Screen) {
        let mut body = edit_answer(screen);
        // Removes the message's file, if any.
        body["data"]["attachments"] = json!([]);
        match send_answer(&self.rest, callback, &body).await {
            Err(RequestError::UnknownMessage) => self.reply(callback, screen).await,
            sent => log_failure(callback, sent),
        }
    }

    /// Answers with a message that everyone can see.
    ///
    /// # Errors
    /// If the message may not have been posted. After a refusal by Discord, the interaction can still be answered.
    pub(super) async fn post(
        &self,
        callback: &Callback,
        screen: &Screen,
    ) -> Result<(), InteractionError> {
        let sent = send_public_answer(&self.rest, callback, screen, UserSet::EMPTY).await;
        sent.map(drop).map_err(|error| {
            warn!(%error, "could not post a message for a person");
            match error {
                RequestError::MissingPermissions => {
                    InteractionError::MissingPermission(Permission::Send)
                }
                error => refusal(&error),
            }
        })
    }

    /// Sends the answer to an interaction. A failure is only logged, because there is no other way to reach
    /// the person.
    pub(super) async fn send(&self, callback: &Callback, body: &Value) {
        log_failure(callback, send_answer(&self.rest, callback, body).await);
    }

    /// Defers the answer: a private message will follow.
    pub(super) async fn defer(&self, callback: &Callback) {
        self.send(callback, &deferred_answer()).await;
    }

    /// Defers the answer: the clicked private message will change, or a private message will follow.
    pub(super) async fn announce(&self, callback: &Callback) {
        if callback.clicked.is_some_and(|clicked| clicked.private) {
            self.send(callback, &acknowledgement()).await;
        } else {
            self.defer(callback).await;
        }
    }

    /// Completes a deferred answer with the screen and its picture. If there is no picture or it cannot be
    /// sent, shows the text instead.
    pub(super) async fn complete_with_picture(
        &self,
        callback: &Callback,
        screen: &Screen,
        picture: Option<AttachedFile>,
    ) {
        if let Some(file) = picture.map(Arc::new) {
            let body = change_with_picture(screen, file.name);
            match edit_original(&self.rest, callback, &body, Some(file)).await {
                Ok(()) => return,
                Err(error) => warn!(%error, "Discord refused a picture; showing its text instead"),
            }
        }
        let words = screen.clone().displayed_as(DisplayMode::TextFirst);
        self.complete(callback, &words).await;
    }

    /// Completes a deferred answer with the screen.
    pub(super) async fn complete(&self, callback: &Callback, screen: &Screen) {
        if let Err(failure) = edit_original(&self.rest, callback, &change(screen), None).await {
            warn!(error = %failure, "could not complete an answer");
        }
    }

    /// Completes a deferred answer with a file below the message, or with an error if the file cannot be sent.
    pub(super) async fn complete_with_file(
        &self,
        callback: &Callback,
        screen: &Screen,
        file: AttachedFile,
        language: &Language,
    ) {
        let body = change_with_file(screen, file.name);
        let file = Some(Arc::new(file));
        if let Err(failure) = edit_original(&self.rest, callback, &body, file).await {
            warn!(error = %failure, "could not send a file");
            let sentence = screen::interaction_error(&refusal(&failure), language);
            self.complete(callback, &sentence).await;
        }
    }

    /// Creates a thread for a command. `received` is the time at which the command was received.
    ///
    /// # Errors
    /// If the thread cannot be created. Known reasons for a refusal by Discord have errors of their own.
    pub(super) async fn open_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        body: &Value,
        received: Instant,
    ) -> Result<ChannelId, InteractionError> {
        let call = Call::OpenThread { channel };
        let deadline = received + THREAD_TIMEOUT;
        let lane = Lane::of(guild, Urgency::Urgent);
        let created = self.rest.send_in(lane, &call, Some(body), deadline).await;
        let thread = created.map_err(|failure| {
            warn!(error = %failure, "could not create a thread");
            thread_refusal(&failure)
        })?;
        let id = thread["id"].as_str().and_then(|id| id.parse().ok());
        id.map(ChannelId::new).ok_or(InteractionError::Internal)
    }

    /// Returns true if a channel or thread is known to have been deleted.
    pub(super) async fn is_deleted(&self, guild: GuildId, channel: ChannelId) -> bool {
        self.read_channel(guild, channel).await == Err(RequestError::ChannelGone)
    }

    /// Checks that the bot has access to a private thread, voice channel or stage. Permissions do not show this.
    /// Without access, only requests with an interaction's token work, so the table could be opened but never updated.
    pub(super) async fn require_access(
        &self,
        context: ChannelContext,
    ) -> Result<(), InteractionError> {
        let error = match context.access_condition {
            None => return Ok(()),
            Some(AccessCondition::Membership) => InteractionError::NotInThread,
            Some(AccessCondition::Connect) => {
                InteractionError::MissingPermission(Permission::Connect)
            }
        };
        match self.read_channel(context.guild, context.channel).await {
            Err(RequestError::MissingAccess | RequestError::ChannelPaused) => Err(error),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    async fn read_channel(
        &self,
        guild: GuildId,
        channel: ChannelId,
    ) -> Result<Value, RequestError> {
        let lane = Lane::of(guild, Urgency::Urgent);
        let call = Call::ReadChannel { channel };
        let deadline = Instant::now() + READ_TIMEOUT;
        self.rest.send_in(lane, &call, None, deadline).await
    }

    /// Removes a thread in which no table was opened: deletes it if the bot may, otherwise archives it.
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

fn refusal(error: &RequestError) -> InteractionError {
    match error {
        RequestError::OutcomeUnknown
        | RequestError::DeadlineExceeded
        | RequestError::TokenExpired
        | RequestError::ChannelPaused => InteractionError::Internal,
        _ => InteractionError::RefusedByDiscord,
    }
}

fn thread_refusal(error: &RequestError) -> InteractionError {
    match error {
        RequestError::MissingAccess | RequestError::MissingPermissions => {
            InteractionError::MissingPermission(Permission::CreateThreads)
        }
        RequestError::Refused { code: 50_024, .. } => InteractionError::NoThreadsHere,
        RequestError::Refused { code: 160_006, .. } => InteractionError::ThreadsFull,
        RequestError::Refused { code: 200_001, .. } => InteractionError::ThreadNameBlocked,
        error => refusal(error),
    }
}

fn log_failure(callback: &Callback, sent: Result<(), RequestError>) {
    let interaction = callback.interaction.get();
    match sent {
        Ok(()) => {}
        // Discord delivered the interaction twice, or to another process as well.
        Err(RequestError::AlreadyAnswered) => {
            debug!(interaction, "the interaction was already answered");
        }
        Err(error) => warn!(%error, interaction, "could not answer an interaction"),
    }
}
