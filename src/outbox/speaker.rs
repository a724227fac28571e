//! Sends one table's screens: its public message and its players' private panels. The speaker keeps
//! the newest screen of each and has at most one request in flight for each, so that a slow Discord
//! gets the newest screen and skips those in between. It must never let an older screen overwrite a
//! newer one.
//!
//! Single requests, with their rate limits and retries, are in `rest_client`; posting, recording
//! and deleting the public message in `message_slot`; answers to interactions in `interaction`. The
//! screens come from the table's driver.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use journal::{Journal, PostedMessages};
use serde_json::Value;
use serenity::model::id::{InteractionId, MessageId};
use table::effect::{Answer, MessageUpdate};
use table::ids::UserId;
use table::input::DeliveryFailure;
use table::screen::Screen;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, warn};

use super::channel_scan::{FoundMessage, game_end_on};
use super::interaction::{
    AnswerTarget, TOKEN_LIFETIME, acknowledgement, edit_answer, edit_original, private_answer,
    send_answer_or_recover, send_public_answer,
};
use super::message_slot::{MessageSlot, MessageSource, NoteResult, WRITE_TIMEOUT};
use super::replaced_messages::ReplacedMessages;
use super::{RequestError, RestClient};
use crate::discord::callback::Callback;
use crate::discord::to_discord::{change, post};
use crate::failpoint::Failpoint;

/// How long the last screen of a finished game may hold up the post of the next game.
const FAREWELL_TIMEOUT: Duration = Duration::from_secs(5);
const FIRST_BACKOFF: Duration = Duration::from_secs(2);
const MAX_BACKOFF: Duration = Duration::from_secs(60);

/// An event that a speaker reports to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpeakerEvent {
    /// The table's message was posted and is recorded in the journal.
    Shown,
    /// Another process owns the table; its message replaces this process's.
    Superseded,
    /// The table's message could not be posted or edited.
    Undelivered(DeliveryFailure),
    /// The table's channel has been deleted.
    ChannelGone,
}

/// How to update the public message. Ordered: a later variant includes an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum UpdateKind {
    Edit,
    /// Edit the present message, or post a new one if it has been deleted.
    EditOrPost,
    /// Post a new message and delete the present one.
    Replace,
    /// Post a new message and keep the present one.
    Append,
}

impl From<MessageUpdate> for UpdateKind {
    fn from(update: MessageUpdate) -> Self {
        match update {
            MessageUpdate::Edit => Self::Edit,
            MessageUpdate::EditOrPost => Self::EditOrPost,
            MessageUpdate::Replace { .. } => Self::Replace,
            MessageUpdate::Append { .. } => Self::Append,
        }
    }
}

/// An order from the table to its speaker.
enum SpeakerOrder {
    Answer(Callback, Answer),
    Show(Screen, MessageUpdate),
    RefreshPanel(UserId, Screen),
    Reset(InitialState),
}

/// A table's handle to its speaker. When it is dropped, the speaker finishes what is queued and
/// ends.
pub(crate) struct Speaker {
    orders: mpsc::UnboundedSender<SpeakerOrder>,
    exit: oneshot::Receiver<SpeakerExit>,
}

/// The messages that a speaker begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InitialState {
    /// None: the table is new.
    NewTable,
    /// The messages that the journal names.
    Known(PostedMessages),
    /// The messages that the journal names, and possibly one more: the previous process may have
    /// ended between a post and its record. The speaker scans the channel before it posts.
    Uncertain(PostedMessages),
}

/// How a speaker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpeakerExit {
    /// The newest screen is shown and every replaced message deleted, or can never be.
    Finished,
    /// Something is left that a later attempt could still do.
    Unfinished,
}

impl Speaker {
    /// Returns a speaker for this message slot, and its task. The task keeps the id of the table's
    /// message in `message_id`, 0 while there is none, and reports to `on_event`.
    pub(crate) fn new<J: Journal + 'static>(
        slot: MessageSlot<J>,
        initial: InitialState,
        message_id: Arc<AtomicU64>,
        on_event: impl Fn(SpeakerEvent) + Send + 'static,
    ) -> (Self, impl Future<Output = ()> + Send) {
        let (orders, inbox) = mpsc::unbounded_channel();
        let (exit_sender, exit) = oneshot::channel();
        let mut task = SpeakerTask {
            slot,
            recorded_id: message_id,
            on_event: Box::new(on_event),
            public: PublicMessage::default(),
            replaced: ReplacedMessages::default(),
            pending_scan: None,
            panels: HashMap::new(),
            in_flight: JoinSet::new(),
        };
        task.load(&initial);
        let run = async move {
            // Fails if the table does not wait for the end, which is no error.
            let _ = exit_sender.send(task.run(inbox).await);
        };
        (Self { orders, exit }, run)
    }

    /// Waits until the speaker has done what is queued.
    pub(crate) async fn finish(self) -> SpeakerExit {
        drop(self.orders);
        // Fails only after a panic in the speaker's task, which the log then shows.
        self.exit.await.unwrap_or(SpeakerExit::Unfinished)
    }

    /// Answers an interaction.
    pub(crate) fn answer(&self, callback: Callback, answer: Answer) {
        // Fails only after a panic in the speaker's task, which the log then shows.
        let _ = self.orders.send(SpeakerOrder::Answer(callback, answer));
    }

    /// Brings a screen to the public message.
    pub(crate) fn show(&self, screen: Screen, update: MessageUpdate) {
        let _ = self.orders.send(SpeakerOrder::Show(screen, update));
    }

    /// Brings a screen to a person's newest panel, if that can still be edited.
    pub(crate) fn refresh_panel(&self, user: UserId, screen: Screen) {
        let _ = self.orders.send(SpeakerOrder::RefreshPanel(user, screen));
    }

    /// Drops what is queued for the public message and begins anew with these messages, which
    /// another process has posted.
    pub(crate) fn reset(&self, state: InitialState) {
        let _ = self.orders.send(SpeakerOrder::Reset(state));
    }
}

/// The state of the table's public message.
#[derive(Default)]
struct PublicMessage {
    id: Option<MessageId>,
    /// True while the channel is being scanned for messages that the journal does not know.
    scanning: bool,
    /// The message that is being recorded in the journal.
    noting: Option<MessageId>,
    /// The newest screen.
    newest: Option<Screen>,
    /// The update that brings the newest screen to the channel, if one is needed.
    due: Option<UpdateKind>,
    /// The person whose turn has begun and whom no message has pinged for it. Kept when a newer screen
    /// supersedes the one that was to ping them, and pinged only if the newest mentions them.
    ping: Option<UserId>,
    /// The last screen's body for the present message, which stays when the next one is posted.
    farewell: Option<(MessageId, Value)>,
    /// The number of posts and edits in flight.
    writes_in_flight: u32,
    /// How many of those are posts, which will replace the present message. Leaves out stale writes.
    posts_in_flight: u32,
    /// The number of writes in flight that were sent before another process took the table over.
    stale_writes: u32,
    /// True if an earlier attempt, or an earlier process, may already have made the next post.
    may_be_posted: bool,
    /// The number of answers in flight that edit the message themselves.
    answers_in_flight: u32,
    /// True after two changes were in flight at once: Discord may show the older one.
    content_uncertain: bool,
    /// The time before which no write is tried, after one failed.
    retry_at: Option<Instant>,
    consecutive_failures: u32,
}

impl PublicMessage {
    /// Returns true if a request in flight may change the message.
    fn is_changing(&self) -> bool {
        self.writes_in_flight > 0 || self.answers_in_flight > 0
    }

    /// Counts a post or an edit as completed. Returns true if it was sent before another process
    /// took the table over.
    fn complete_write(&mut self) -> bool {
        let stale = self.stale_writes > 0;
        self.writes_in_flight -= 1;
        self.stale_writes -= u32::from(stale);
        stale
    }

    /// Returns the person that a new message with this screen pings. A person whom the screen does not
    /// mention has acted meanwhile and needs no ping.
    fn ping_for(&self, screen: &Screen) -> Option<UserId> {
        self.ping.filter(|user| screen.mention == Some(*user))
    }

    /// Keeps the ping of a failed post for the next attempt, unless another turn has begun.
    fn keep_ping(&mut self, ping: Option<UserId>) {
        self.ping = self.ping.or(ping);
    }
}

/// A scan of the channel that is still to be made, for messages whose post has an unknown outcome.
#[derive(Clone, Copy)]
struct PendingScan {
    /// None of the messages is older than this one.
    since: Option<MessageId>,
    /// True if nothing may be posted before the scan, false if it can follow the next post.
    before_posting: bool,
}

/// The newest private panel of one person.
struct Panel {
    /// The interaction whose token edits the panel.
    callback: Callback,
    request_in_flight: bool,
    /// The screen to send after the request in flight.
    next: Option<Screen>,
}

/// The result of a request, or of a few that belong together.
enum Completion {
    Answered {
        target: Option<AnswerTarget>,
        interaction: InteractionId,
        result: Result<(), RequestError>,
    },
    AnsweredPublicly {
        ping: Option<UserId>,
        /// The recorded message when the answer was sent.
        predecessor: Option<MessageId>,
        result: Result<MessageId, RequestError>,
    },
    Posted {
        update: UpdateKind,
        ping: Option<UserId>,
        /// The recorded message when the post was sent.
        predecessor: Option<MessageId>,
        result: Result<MessageId, RequestError>,
    },
    Edited {
        update: UpdateKind,
        message: MessageId,
        result: Result<(), RequestError>,
    },
    Scanned(Result<Vec<FoundMessage>, RequestError>),
    /// The journal was asked to record the table's message.
    Noted {
        message: MessageId,
        result: NoteResult,
    },
    /// The journal was asked to record that all messages which the present one replaced are gone.
    NotedReplacedGone {
        message: MessageId,
        /// True if the journal has recorded it.
        recorded: bool,
    },
    PanelRefreshed {
        user: UserId,
        interaction: InteractionId,
        result: Result<(), RequestError>,
    },
    Deleted {
        message: MessageId,
        result: Result<(), RequestError>,
    },
    /// A post that came too late has been withdrawn.
    Withdrawn,
}

/// The task behind a [`Speaker`].
struct SpeakerTask<J> {
    slot: MessageSlot<J>,
    /// The id of the message that the journal names or is about to, 0 for none. It may have been
    /// deleted since. Shared with the registry.
    recorded_id: Arc<AtomicU64>,
    on_event: Box<dyn Fn(SpeakerEvent) + Send>,
    public: PublicMessage,
    replaced: ReplacedMessages,
    pending_scan: Option<PendingScan>,
    panels: HashMap<UserId, Panel>,
    in_flight: JoinSet<Completion>,
}

impl<J: Journal + 'static> SpeakerTask<J> {
    /// Runs until the table drops its handle and no request is in flight.
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<SpeakerOrder>) -> SpeakerExit {
        let mut open = true;
        self.delete_replaced();
        while open || !self.in_flight.is_empty() {
            let (write_at, delete_at) = (self.public.retry_at, self.replaced.retry_at());
            tokio::select! {
                biased;
                Some(completion) = self.in_flight.join_next() => self.handle_completion(completion),
                order = inbox.recv(), if open => match order {
                    Some(order) => self.handle_order(order),
                    None => open = false,
                },
                () = sleep_until_some(write_at), if write_at.is_some() && open => {
                    self.pass(Failpoint::BoardRetrying);
                    self.public.retry_at = None;
                }
                () = sleep_until_some(delete_at), if delete_at.is_some() && open => {
                    self.replaced.clear_backoff();
                    self.delete_replaced();
                }
            }
            self.start_next_write();
        }
        match self.public.due {
            None if self.replaced.is_empty() => SpeakerExit::Finished,
            _ => SpeakerExit::Unfinished,
        }
    }

    fn load(&mut self, state: &InitialState) {
        self.pending_scan = None;
        if let InitialState::Known(posted) | InitialState::Uncertain(posted) = state {
            self.public.may_be_posted = true;
            self.load_posted(posted);
        }
        if let InitialState::Uncertain(_) = state {
            self.pending_scan = Some(PendingScan {
                since: self.oldest_recorded_message(),
                before_posting: true,
            });
        }
    }

    /// Returns the oldest message that the journal names; an unrecorded one is newer than that.
    fn oldest_recorded_message(&self) -> Option<MessageId> {
        let replaced = self.replaced.ids().into_iter().map(MessageId::new);
        let present = self.recorded_message()?;
        Some(replaced.fold(present, MessageId::min))
    }

    /// Takes over the messages that the journal names.
    fn load_posted(&mut self, posted: &PostedMessages) {
        let id = posted.message.unwrap_or(0);
        self.public.id = (id != 0).then(|| MessageId::new(id));
        self.recorded_id.store(id, Ordering::Relaxed);
        self.replaced = ReplacedMessages::from_journal(&posted.replaced);
    }

    fn rest(&self) -> RestClient {
        self.slot.rest().clone()
    }

    fn pass(&self, point: Failpoint) {
        self.slot.rest().failpoints().hit(point);
    }

    fn handle_order(&mut self, order: SpeakerOrder) {
        match order {
            SpeakerOrder::Show(screen, update) => self.queue_update(screen, update),
            SpeakerOrder::RefreshPanel(user, screen) => self.refresh_panel(user, screen),
            SpeakerOrder::Reset(state) => self.reset_to(&state),
            SpeakerOrder::Answer(callback, answer) => self.answer(callback, answer),
        }
    }

    fn answer(&mut self, callback: Callback, answer: Answer) {
        match answer {
            Answer::Table(screen) => self.answer_on_public_message(callback, screen),
            Answer::Public(screen) => self.answer_publicly(callback, screen),
            Answer::Panel(screen) => self.answer_with_panel(callback, screen),
            Answer::Note(screen) => self.start_answer(callback, private_answer(&screen), None),
            Answer::Acknowledge => self.start_answer(callback, acknowledgement(), None),
        }
    }

    /// Begins anew with these messages. Queued updates and the write in flight are out of date.
    fn reset_to(&mut self, state: &InitialState) {
        self.public = PublicMessage {
            writes_in_flight: self.public.writes_in_flight,
            answers_in_flight: self.public.answers_in_flight,
            stale_writes: self.public.writes_in_flight,
            ..PublicMessage::default()
        };
        self.load(state);
        self.delete_replaced();
    }

    fn queue_update(&mut self, screen: Screen, update: MessageUpdate) {
        let kind = UpdateKind::from(update);
        if kind == UpdateKind::Append {
            self.queue_farewell();
        }
        self.public.newest = Some(screen);
        self.public.due = self.public.due.max(Some(kind));
        self.public.ping = update.ping().or(self.public.ping);
        // The table has changed, and with it perhaps the reason why the last attempt failed.
        self.public.retry_at = None;
        self.public.consecutive_failures = 0;
    }

    /// Remembers the newest screen for the message that is to stay when the next one is posted,
    /// unless it shows that screen already.
    fn queue_farewell(&mut self) {
        let public = &mut self.public;
        let current = public.due.is_none() && !public.is_changing() && !public.content_uncertain;
        let stale = public.id.zip(public.newest.as_ref()).filter(|_| !current);
        public.farewell = stale.map(|(message, screen)| (message, change(screen)));
    }

    /// Answers a click by an edit of the public message, if that is the message which was clicked
    /// and is not about to be replaced. Otherwise acknowledges the click and queues the edit.
    fn answer_on_public_message(&mut self, callback: Callback, screen: Screen) {
        let clicked = callback
            .clicked
            .filter(|clicked| !clicked.private)
            .map(|clicked| clicked.message);
        if self.public.id.is_none() && self.public.writes_in_flight == 0 {
            // An earlier process posted it without recording it.
            self.public.id = clicked;
        }
        let replacing = self.public.posts_in_flight > 0 || self.public.due > Some(UpdateKind::Edit);
        if clicked.is_none() || clicked != self.public.id || replacing {
            self.queue_update(screen, MessageUpdate::Edit);
            return self.start_answer(callback, acknowledgement(), None);
        }
        let body = edit_answer(&screen);
        self.public.content_uncertain |= self.public.is_changing();
        self.public.newest = Some(screen);
        self.public.due = None;
        self.public.answers_in_flight += 1;
        self.start_answer(callback, body, Some(AnswerTarget::PublicMessage));
    }

    /// Answers a click with the person's panel: edits the private message that was clicked, or
    /// sends a new one.
    fn answer_with_panel(&mut self, callback: Callback, screen: Screen) {
        let on_panel = callback.clicked.is_some_and(|clicked| clicked.private);
        let body = if on_panel {
            edit_answer(&screen)
        } else {
            private_answer(&screen)
        };
        self.panels.insert(
            callback.user,
            Panel {
                callback: callback.clone(),
                request_in_flight: true,
                next: None,
            },
        );
        let target = AnswerTarget::Panel(callback.user, Box::new(screen));
        self.start_answer(callback, body, Some(target));
    }

    fn start_answer(&mut self, callback: Callback, body: Value, target: Option<AnswerTarget>) {
        self.pass(Failpoint::AnswerStarting);
        let (rest, interaction) = (self.rest(), callback.interaction);
        self.in_flight.spawn(async move {
            let result = send_answer_or_recover(&rest, &callback, &body, target.as_ref()).await;
            Completion::Answered {
                target,
                interaction,
                result,
            }
        });
    }

    /// Answers a command with a new public message, which becomes the table's. No other write
    /// starts until its id is known.
    fn answer_publicly(&mut self, callback: Callback, screen: Screen) {
        self.public.newest = Some(screen.clone());
        self.public.due = None;
        let ping = self.public.ping_for(&screen);
        self.public.ping = None;
        // A write in flight has an older screen, and may arrive later.
        self.public.content_uncertain |= self.public.is_changing();
        self.public.writes_in_flight += 1;
        self.public.posts_in_flight += 1;
        self.pass(Failpoint::BoardPosting);
        let (rest, predecessor) = (self.rest(), self.recorded_message());
        self.in_flight.spawn(async move {
            Completion::AnsweredPublicly {
                ping,
                predecessor,
                result: send_public_answer(&rest, &callback, &screen, ping).await,
            }
        });
    }

    /// Edits a person's panel, or keeps the screen for later if a request for it is in flight.
    /// Forgets the panel if its token has expired.
    fn refresh_panel(&mut self, user: UserId, screen: Screen) {
        let Some(panel) = self.panels.get_mut(&user) else {
            return;
        };
        if panel.callback.received.elapsed() >= TOKEN_LIFETIME {
            self.panels.remove(&user);
            return;
        }
        if panel.request_in_flight {
            panel.next = Some(screen);
            return;
        }
        panel.request_in_flight = true;
        let (callback, body) = (panel.callback.clone(), change(&screen));
        let rest = self.rest();
        rest.failpoints().hit(Failpoint::PanelEditing);
        self.in_flight.spawn(async move {
            let result = edit_original(&rest, &callback, &body).await;
            let interaction = callback.interaction;
            Completion::PanelRefreshed {
                user,
                interaction,
                result,
            }
        });
    }

    /// Starts the next post or edit, if one is due, no request in flight could overwrite it, and
    /// the journal names the present message.
    fn start_next_write(&mut self) {
        let public = &self.public;
        let unrecorded = public.scanning || public.noting.is_some();
        if public.is_changing() || unrecorded || public.retry_at.is_some() {
            return;
        }
        if public.due.is_some() && self.pending_scan.is_some_and(|scan| scan.before_posting) {
            return self.start_scan();
        }
        let due = self.public.due.take();
        let Some((update, screen)) = due.zip(self.public.newest.as_ref()) else {
            return;
        };
        match (update, self.public.id) {
            (UpdateKind::Edit | UpdateKind::EditOrPost, Some(message)) => {
                let body = change(screen);
                self.start_edit(update, message, body);
            }
            _ => {
                let ping = self.public.ping_for(screen);
                let body = post(screen, ping);
                self.start_post(update.max(UpdateKind::Replace), body, ping);
            }
        }
    }

    fn start_edit(&mut self, update: UpdateKind, message: MessageId, body: Value) {
        self.public.writes_in_flight += 1;
        self.pass(Failpoint::BoardEditing);
        let slot = self.slot.clone();
        self.in_flight.spawn(async move {
            let result = slot.edit(message, &body, WRITE_TIMEOUT).await;
            Completion::Edited {
                update,
                message,
                result,
            }
        });
    }

    fn start_post(&mut self, update: UpdateKind, body: Value, ping: Option<UserId>) {
        self.public.ping = None;
        self.public.writes_in_flight += 1;
        self.public.posts_in_flight += 1;
        self.pass(Failpoint::BoardPosting);
        let (slot, predecessor) = (self.slot.clone(), self.recorded_message());
        let farewell = self.public.farewell.take();
        self.in_flight.spawn(async move {
            if let Some((message, body)) = farewell {
                send_farewell(&slot, message, &body).await;
            }
            let result = slot.post(body, predecessor).await;
            Completion::Posted {
                update,
                ping,
                predecessor,
                result,
            }
        });
    }

    /// Returns the message that the journal names or is about to, even if it has been deleted
    /// since.
    fn recorded_message(&self) -> Option<MessageId> {
        let id = self.recorded_id.load(Ordering::Relaxed);
        (id != 0).then(|| MessageId::new(id))
    }

    fn handle_completion(&mut self, completion: Result<Completion, JoinError>) {
        let completion = match completion {
            Ok(completion) => completion,
            Err(error) => {
                let panicked = error.is_panic();
                return warn!(panicked, "a request's task did not finish");
            }
        };
        match completion {
            Completion::Answered {
                target,
                interaction,
                result,
            } => self.on_answered(target, interaction, result.err()),
            Completion::AnsweredPublicly {
                ping,
                predecessor,
                result,
            } => self.on_answered_publicly(ping, predecessor, result),
            Completion::Posted {
                update,
                ping: _,
                predecessor,
                result: Ok(message),
            } => self.on_posted(message, MessageSource::PostAfter(predecessor), update),
            Completion::Posted {
                update,
                ping,
                predecessor,
                result: Err(error),
            } => self.on_post_failed(predecessor, update, ping, &error),
            Completion::Edited {
                update,
                message,
                result,
            } => self.on_edited(update, message, result),
            Completion::Scanned(result) => self.on_scanned(result),
            Completion::Noted { message, result } => self.on_noted(message, result),
            Completion::NotedReplacedGone { message, recorded } => {
                self.on_noted_replaced_gone(message, recorded);
            }
            Completion::PanelRefreshed {
                user,
                interaction,
                result,
            } => self.on_panel_request_done(user, interaction, result.err()),
            Completion::Deleted { message, result } => self.on_deleted(message, &result),
            Completion::Withdrawn => {}
        }
    }

    fn on_answered(
        &mut self,
        target: Option<AnswerTarget>,
        interaction: InteractionId,
        error: Option<RequestError>,
    ) {
        self.pass(Failpoint::AnswerSettled);
        match &error {
            Some(RequestError::AlreadyAnswered) => {
                debug!("an interaction had been answered already");
            }
            Some(error) => warn!(%error, "an interaction was not answered"),
            None => {}
        }
        match target {
            Some(AnswerTarget::PublicMessage) => {
                self.public.answers_in_flight -= 1;
                self.public.content_uncertain |= error.is_some();
                self.queue_confirming_edit();
            }
            Some(AnswerTarget::Panel(user, _)) if error.is_some() => {
                self.forget_panel(user, interaction);
            }
            Some(AnswerTarget::Panel(user, _)) => {
                self.on_panel_request_done(user, interaction, None);
            }
            None => {}
        }
    }

    fn on_answered_publicly(
        &mut self,
        ping: Option<UserId>,
        predecessor: Option<MessageId>,
        result: Result<MessageId, RequestError>,
    ) {
        match result {
            Ok(message) => {
                self.on_posted(message, MessageSource::CommandAnswer, UpdateKind::Replace);
            }
            Err(error) => {
                debug!(%error, "a command's answer failed and is posted as a message instead");
                self.schedule_scan(predecessor);
                if !self.public.complete_write() {
                    self.public.posts_in_flight -= 1;
                    self.public.due = Some(UpdateKind::Replace);
                    // The post that follows has another nonce than the answer, which may exist.
                    self.public
                        .keep_ping(ping.filter(|_| error != RequestError::OutcomeUnknown));
                }
            }
        }
    }

    /// Queues one more edit after changes that were in flight at the same time, once all of them
    /// have completed.
    fn queue_confirming_edit(&mut self) {
        if self.public.content_uncertain && !self.public.is_changing() {
            self.public.content_uncertain = false;
            self.public.due = self.public.due.max(Some(UpdateKind::Edit));
        }
    }

    fn on_edited(
        &mut self,
        update: UpdateKind,
        message: MessageId,
        result: Result<(), RequestError>,
    ) {
        if self.public.complete_write() {
            return self.queue_confirming_edit();
        }
        match result {
            // The message has been replaced meanwhile: its content does not matter.
            Err(_) if Some(message) != self.public.id => self.queue_confirming_edit(),
            Ok(()) => {
                self.pass(Failpoint::BoardEdited);
                self.public.consecutive_failures = 0;
                self.queue_confirming_edit();
            }
            Err(RequestError::UnknownMessage) if update == UpdateKind::EditOrPost => {
                debug!("the table's message has been deleted, so its last screen is posted");
                self.public.id = None;
                self.public.due = self.public.due.max(Some(UpdateKind::Replace));
            }
            Err(RequestError::TooManyEdits) if update == UpdateKind::EditOrPost => {
                debug!("the table's message is too old for edits, so its last screen is posted");
                self.public.due = self.public.due.max(Some(UpdateKind::Replace));
            }
            Err(error) => self.on_write_failed(update, &error),
        }
    }

    fn on_post_failed(
        &mut self,
        predecessor: Option<MessageId>,
        update: UpdateKind,
        ping: Option<UserId>,
        error: &RequestError,
    ) {
        if self.public.complete_write() {
            return self.queue_confirming_edit();
        }
        self.public.posts_in_flight -= 1;
        self.schedule_scan(predecessor);
        if is_retried(error) {
            // The next attempt has the same nonce: if this one has created a message, Discord does
            // not create another that pings again.
            self.public.keep_ping(ping);
        }
        self.on_write_failed(update, error);
    }

    fn on_posted(&mut self, message: MessageId, source: MessageSource, update: UpdateKind) {
        self.pass(Failpoint::BoardPosted);
        if self.public.complete_write() {
            let slot = self.slot.clone();
            self.in_flight.spawn(async move {
                slot.withdraw(message, source).await;
                Completion::Withdrawn
            });
            return self.queue_confirming_edit();
        }
        self.public.posts_in_flight -= 1;
        self.public.content_uncertain |= std::mem::take(&mut self.public.may_be_posted);
        self.public.consecutive_failures = 0;
        if let Some(newer) = self.public.id.filter(|&newer| newer > message) {
            // A command's answer came below it meanwhile.
            self.replaced.add(message);
            self.start_noting(newer, MessageSource::CommandAnswer);
            return self.queue_confirming_edit();
        }
        self.recorded_id.store(message.get(), Ordering::Relaxed);
        let old = self.public.id.replace(message);
        // One command was answered twice: the message may show the earlier answer.
        self.public.content_uncertain |= old == Some(message);
        let replaces = update == UpdateKind::Replace;
        if let Some(old) = old.filter(|&old| old != message && replaces) {
            self.replaced.add(old);
        }
        self.start_noting(message, source);
        self.queue_confirming_edit();
    }

    /// Schedules a scan after a failed post, which may have created a message all the same.
    fn schedule_scan(&mut self, predecessor: Option<MessageId>) {
        let since = self
            .pending_scan
            .map_or(predecessor, |scan| scan.since.min(predecessor));
        self.pending_scan = Some(PendingScan {
            since,
            before_posting: false,
        });
    }

    /// Starts the pending scan, if there is one. No write starts until it has completed.
    fn start_scan(&mut self) {
        let Some(scan) = self.pending_scan.as_mut().filter(|_| !self.public.scanning) else {
            return;
        };
        // If this scan fails, the table is shown all the same.
        scan.before_posting = false;
        let since = scan.since;
        self.public.scanning = true;
        let slot = self.slot.clone();
        let scan = async move { Completion::Scanned(slot.scan_channel(since).await) };
        self.in_flight.spawn(scan);
    }

    fn on_scanned(&mut self, result: Result<Vec<FoundMessage>, RequestError>) {
        // False after a reset: the result is about the table's earlier messages then.
        let expected = std::mem::take(&mut self.public.scanning);
        match result {
            Ok(found) if expected => self.adopt_newest(&found),
            Ok(_) => {}
            Err(error) => {
                debug!(%error, "the channel could not be scanned for unrecorded messages");
            }
        }
    }

    /// Makes the newest message that was found the table's, and queues the others for deletion.
    fn adopt_newest(&mut self, found: &[FoundMessage]) {
        self.pending_scan = None;
        let known = self.public.id;
        let game_end = self.shown_game_end(found);
        let live = found.iter().filter(|message| message.game_end.is_none());
        let live: Vec<_> = live.map(|message| message.id).collect();
        let newest = game_end.or(live.last().copied()).max(known);
        let shows_game_end = game_end.is_some() && game_end == newest;
        if shows_game_end {
            self.public.due = None;
        }
        let old = live.into_iter().filter(|&message| Some(message) != newest);
        old.for_each(|message| self.replaced.add(message));
        match newest {
            Some(newest) if Some(newest) != known => {
                self.recorded_id.store(newest.get(), Ordering::Relaxed);
                self.public.id = Some(newest);
                self.public.content_uncertain |= !shows_game_end;
                self.start_noting(newest, MessageSource::PostAfter(known));
            }
            _ => {
                self.delete_replaced();
                self.start_noting_replaced_gone();
            }
        }
    }

    /// Returns the last message found if the newest screen is the end of a game and that message
    /// shows it already.
    fn shown_game_end(&self, found: &[FoundMessage]) -> Option<MessageId> {
        let due = game_end_on(self.public.newest.as_ref()?)?;
        let last = found.last()?;
        (last.game_end == Some(due)).then_some(last.id)
    }

    /// Starts to record the table's message in the journal, unless another one is being recorded:
    /// `on_noted` then goes on with the newest.
    fn start_noting(&mut self, message: MessageId, source: MessageSource) {
        if self.public.noting.is_some() {
            return;
        }
        self.public.noting = Some(message);
        let (slot, posted) = (
            self.slot.clone(),
            PostedMessages {
                message: Some(message.get()),
                replaced: self.replaced_for_journal(),
            },
        );
        self.in_flight.spawn(async move {
            let result = slot.note_message(message, source, posted).await;
            Completion::Noted { message, result }
        });
    }

    /// Returns the replaced messages as the journal names them. While a post of unknown outcome is to
    /// be scanned for, they include the message where that scan begins, even if it is gone: the next
    /// process scans from the oldest of them.
    fn replaced_for_journal(&self) -> Vec<u64> {
        let mut replaced = self.replaced.ids();
        let scan_start = self.pending_scan.and_then(|scan| scan.since);
        let scan_start = scan_start.map(MessageId::get);
        replaced.extend(scan_start.filter(|start| !replaced.contains(start)));
        replaced
    }

    /// Records in the journal that all replaced messages are gone, if that is so.
    fn start_noting_replaced_gone(&mut self) {
        let present = self.public.id.filter(|_| self.replaced.is_empty());
        // The record of a new message comes first, and includes this.
        let unsure = self.public.posts_in_flight > 0 || self.pending_scan.is_some();
        let busy = unsure || self.public.noting.is_some();
        let Some(message) = present.filter(|_| !busy) else {
            return;
        };
        self.public.noting = Some(message);
        let slot = self.slot.clone();
        self.in_flight.spawn(async move {
            let recorded = slot.note_replaced_gone(message).await;
            Completion::NotedReplacedGone { message, recorded }
        });
    }

    fn on_noted_replaced_gone(&mut self, message: MessageId, recorded: bool) {
        if self.public.noting != Some(message) {
            if recorded {
                self.replace_stale_note(message);
            }
            return;
        }
        self.public.noting = None;
        if let Some(newer) = self.public.id.filter(|&newer| newer != message) {
            self.start_noting(newer, MessageSource::CommandAnswer);
        }
    }

    fn on_noted(&mut self, message: MessageId, result: NoteResult) {
        if self.public.noting != Some(message) {
            // The speaker has been reset meanwhile.
            if result == NoteResult::Noted {
                self.replace_stale_note(message);
            }
            return;
        }
        self.public.noting = None;
        match (result, self.public.id) {
            (NoteResult::NotOwner(posted), _) => {
                self.reset_to(&InitialState::Known(posted));
                (self.on_event)(SpeakerEvent::Superseded);
            }
            // Only a command's answer can have come meanwhile.
            (NoteResult::Noted, Some(newer)) if newer != message => {
                self.start_noting(newer, MessageSource::CommandAnswer);
            }
            (NoteResult::Noted, _) => {
                (self.on_event)(SpeakerEvent::Shown);
                self.replaced.clear_backoff();
                self.delete_replaced();
                self.start_scan();
            }
        }
    }

    /// Records the present message after the journal came to name one that was out of date already,
    /// and queues that one for deletion.
    fn replace_stale_note(&mut self, stale: MessageId) {
        if let Some(present) = self.public.id.filter(|&present| present != stale) {
            self.replaced.add(stale);
            self.start_noting(present, MessageSource::CommandAnswer);
        }
    }

    /// Starts to delete the messages that a newer one has replaced.
    fn delete_replaced(&mut self) {
        for message in self.replaced.begin_deletions() {
            let slot = self.slot.clone();
            self.in_flight.spawn(async move {
                let result = slot.delete(message).await;
                Completion::Deleted { message, result }
            });
        }
    }

    fn on_deleted(&mut self, message: MessageId, result: &Result<(), RequestError>) {
        if let Err(error) = result {
            debug!(%error, "a replaced table message was not deleted");
        }
        self.replaced.on_deleted(message, result, Instant::now());
        self.start_noting_replaced_gone();
    }

    fn on_write_failed(&mut self, update: UpdateKind, error: &RequestError) {
        let channel = self.slot.channel().get();
        warn!(%error, channel, "the table's message was not posted or edited");
        self.pass(Failpoint::BoardFailed);
        match error {
            RequestError::UnknownMessage => {
                self.public.id = None;
                (self.on_event)(SpeakerEvent::Undelivered(DeliveryFailure::MessageLost));
            }
            RequestError::TooManyEdits => {
                (self.on_event)(SpeakerEvent::Undelivered(DeliveryFailure::MessageLost));
            }
            RequestError::ChannelGone => {
                (self.on_event)(SpeakerEvent::ChannelGone);
            }
            RequestError::MissingPermissions | RequestError::ThreadClosed => {
                (self.on_event)(SpeakerEvent::Undelivered(
                    DeliveryFailure::ChannelUnwritable,
                ));
            }
            error if is_retried(error) => self.schedule_retry(update),
            // A bug of the bot, or a refusal that no retry changes: the next screen is tried again.
            _ => {}
        }
    }

    fn schedule_retry(&mut self, update: UpdateKind) {
        let pause = FIRST_BACKOFF
            .saturating_mul(1 << self.public.consecutive_failures.min(5))
            .min(MAX_BACKOFF);
        self.public.consecutive_failures += 1;
        self.public.may_be_posted = true;
        self.public.due = self.public.due.max(Some(update));
        self.public.retry_at = Some(Instant::now() + pause);
    }

    /// Forgets a panel whose answer failed. Its token may stand for the public message, which must
    /// never show a player's cards.
    fn forget_panel(&mut self, user: UserId, interaction: InteractionId) {
        self.pass(Failpoint::PanelSettled);
        self.panels
            .retain(|owner, panel| *owner != user || panel.callback.interaction != interaction);
    }

    /// Takes the result of a request for a panel: sends the next screen, or forgets the panel if it
    /// can no longer be edited.
    fn on_panel_request_done(
        &mut self,
        user: UserId,
        interaction: InteractionId,
        error: Option<RequestError>,
    ) {
        let Some(panel) = self
            .panels
            .get_mut(&user)
            .filter(|panel| panel.callback.interaction == interaction)
        else {
            return;
        };
        self.slot.rest().failpoints().hit(Failpoint::PanelSettled);
        panel.request_in_flight = false;
        let next = panel.next.take();
        match error {
            None
            | Some(
                RequestError::OutcomeUnknown
                | RequestError::DeadlineExceeded
                | RequestError::InvalidBody(_),
            ) => {
                if let Some(screen) = next {
                    self.refresh_panel(user, screen);
                }
            }
            Some(_) => {
                self.panels.remove(&user);
            }
        }
    }
}

/// Returns true if a post or an edit that failed with this error is tried again by the speaker.
fn is_retried(error: &RequestError) -> bool {
    matches!(
        error,
        RequestError::OutcomeUnknown | RequestError::DeadlineExceeded
    )
}

/// Sleeps until the deadline, or returns at once if there is none.
async fn sleep_until_some(deadline: Option<Instant>) {
    if let Some(deadline) = deadline {
        sleep_until(deadline).await;
    }
}

/// Brings the last screen of a finished game to its message. The next game does not wait long for
/// it.
async fn send_farewell<J: Journal>(slot: &MessageSlot<J>, message: MessageId, body: &Value) {
    if let Err(error) = slot.edit(message, body, FAREWELL_TIMEOUT).await {
        debug!(%error, "a finished game's message may show an older screen");
    }
}
