//! Carries out the requests of one table's message board, each in a task of its own, and passes their
//! outcomes back. It decides nothing: which request is next follows from `message_board` alone.
//!
//! Single requests, with their rate limits and retries, are in `rest_client`; posting, recording
//! and deleting the public message in `message_slot`; answers to interactions in `interaction`. The
//! screens come from the table's driver.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use serenity::model::id::MessageId;
use table::direct_hand::{HandId, HandPlace};
use table::effect::{Answer, MessageUpdate, Urgency};
use table::ids::UserId;
use table::screen::Screen;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, warn};

use super::interaction::{
    AnswerTarget, Confirmation, acknowledgement, delete_original, edit_answer, edit_original,
    private_answer, send_answer_or_recover, send_public_answer,
};
use super::message_board::{
    BoardInput, Completion, InitialState, MessageBoard, Outcome, Post, PublicRequest, Request,
    SpeakerEvent,
};
use super::message_slot::{MessageSlot, WRITE_TIMEOUT};
use super::with_picture::{edit_to, post_screen};
use super::{RequestError, RestClient};
use crate::callback::Callback;
use crate::failpoint::Failpoint;
use crate::to_discord::change;

/// How long the last screen of a finished game may hold up the post of the next game.
const FAREWELL_TIMEOUT: Duration = Duration::from_secs(5);

/// A table's handle to its speaker. When it is dropped, the speaker finishes what is queued and ends.
pub struct Speaker {
    /// Boxes, as the channel keeps room for many of them.
    inputs: mpsc::UnboundedSender<Box<SpeakerInput>>,
    exit: oneshot::Receiver<SpeakerExit>,
}

/// A message to a speaker's task.
enum SpeakerInput {
    Board(BoardInput),
    /// End and give the board back, if nothing is to be sent now or later.
    Suspend(oneshot::Sender<Box<MessageBoard>>),
}

/// How a speaker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeakerExit {
    /// The newest screen is shown and every replaced message deleted, or can never be.
    Finished,
    /// Something is left that a later attempt could still do.
    Unfinished,
}

impl Speaker {
    /// Returns a speaker for this message slot, and its task, which begins with this board. The task keeps the
    /// id of the table's message in `message_id`, 0 while there is none, and reports to `on_event`.
    pub fn new(
        slot: MessageSlot,
        board: Box<MessageBoard>,
        message_id: Arc<AtomicU64>,
        on_event: impl Fn(SpeakerEvent) + Send + 'static,
    ) -> (Self, impl Future<Output = ()> + Send) {
        let (inputs, inbox) = mpsc::unbounded_channel();
        let (exit_sender, exit) = oneshot::channel();
        let task = SpeakerTask {
            slot,
            board,
            recorded_id: message_id,
            on_event: Box::new(on_event),
            in_flight: JoinSet::new(),
            undisplayed: None,
        };
        task.publish_recorded_id();
        let run = async move {
            // Fails if the table does not wait for the end, which is no error.
            let _ = exit_sender.send(task.run(inbox).await);
        };
        (Self { inputs, exit }, run)
    }

    /// Ends the speaker and returns its board, if nothing is to be sent now or later. All its events have
    /// been reported by then. Otherwise the speaker goes on, and nothing is returned.
    pub async fn suspend(&self) -> Option<Box<MessageBoard>> {
        let (sender, board) = oneshot::channel();
        self.send(SpeakerInput::Suspend(sender));
        board.await.ok()
    }

    /// Waits until the speaker has done what is queued.
    pub async fn finish(self) -> SpeakerExit {
        drop(self.inputs);
        // Fails only after a panic in the speaker's task, which the log then shows.
        self.exit.await.unwrap_or(SpeakerExit::Unfinished)
    }

    /// Answers an interaction.
    pub fn answer(&self, callback: Callback, answer: Answer) {
        self.send_to_board(BoardInput::Answer(callback, answer));
    }

    /// Brings a screen to the public message.
    pub fn show(&self, screen: Screen, update: MessageUpdate, urgency: Urgency) {
        self.send_to_board(BoardInput::Show(screen, update, urgency));
    }

    /// Brings a screen to a person's newest panel, if that can still be edited.
    pub fn refresh_panel(&self, user: UserId, screen: Screen) {
        self.send_to_board(BoardInput::RefreshPanel(user, screen));
    }

    /// Brings a screen to the direct message with a hand. `urgent` if it asks its owner to act.
    pub fn show_hand(&self, hand: HandId, screen: Screen, place: HandPlace, urgent: bool) {
        self.send_to_board(BoardInput::ShowHand(hand, screen, place, urgent));
    }

    /// Brings the last screen to the direct message with a hand, if there is one.
    pub fn finish_hand(&self, hand: HandId, screen: Screen, place: HandPlace) {
        self.send_to_board(BoardInput::FinishHand(hand, screen, place));
    }

    /// Drops what is queued for the public message and begins anew with these messages, which
    /// another process has posted.
    pub fn reset(&self, state: InitialState) {
        self.send_to_board(BoardInput::Reset(state));
    }

    fn send_to_board(&self, input: BoardInput) {
        self.send(SpeakerInput::Board(input));
    }

    fn send(&self, input: SpeakerInput) {
        // Fails only after a panic in the speaker's task, which the log then shows.
        let _ = self.inputs.send(Box::new(input));
    }
}

/// The task behind a [`Speaker`].
struct SpeakerTask {
    slot: MessageSlot,
    board: Box<MessageBoard>,
    /// The id of the message that the journal names or is about to, 0 for none. It may have been
    /// deleted since. Shared with the registry.
    recorded_id: Arc<AtomicU64>,
    on_event: Box<dyn Fn(SpeakerEvent) + Send>,
    in_flight: JoinSet<(Completion, Option<Instant>)>,
    /// The time of the oldest decision that no request has begun to show.
    undisplayed: Option<Instant>,
}

impl SpeakerTask {
    /// Runs until the table drops its handle and no request is in flight.
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Box<SpeakerInput>>) -> SpeakerExit {
        let mut open = true;
        self.start_requests();
        while open || !self.in_flight.is_empty() {
            let timeout = self.board.poll_timeout();
            let input = tokio::select! {
                biased;
                Some(completion) = self.in_flight.join_next() => match completion {
                    Ok((completion, unshown)) => {
                        self.undisplayed = unshown.or(self.undisplayed);
                        Some(BoardInput::Completed(completion))
                    }
                    Err(error) => {
                        let panicked = error.is_panic();
                        warn!(panicked, "a request's task did not finish");
                        None
                    }
                },
                input = inbox.recv(), if open => match input.map(|input| *input) {
                    Some(SpeakerInput::Board(input)) => Some(input),
                    Some(SpeakerInput::Suspend(sender)) if self.is_quiet() => {
                        return self.suspend(sender);
                    }
                    Some(SpeakerInput::Suspend(_)) => None,
                    None => {
                        open = false;
                        Some(BoardInput::Closed)
                    }
                },
                () = sleep_until_some(timeout), if timeout.is_some() && open => {
                    self.slot.rest().failpoints().hit(Failpoint::BoardRetrying);
                    Some(BoardInput::TimedOut)
                }
            };
            if let Some(input) = input {
                self.handle(input);
            }
        }
        if self.board.is_settled() {
            SpeakerExit::Finished
        } else {
            SpeakerExit::Unfinished
        }
    }

    fn is_quiet(&self) -> bool {
        self.in_flight.is_empty() && self.board.is_quiet()
    }

    fn suspend(mut self, sender: oneshot::Sender<Box<MessageBoard>>) -> SpeakerExit {
        self.board.compact(Instant::now());
        // Fails if the table has ended meanwhile, which needs the board no more.
        let _ = sender.send(self.board);
        SpeakerExit::Finished
    }

    fn handle(&mut self, input: BoardInput) {
        if let BoardInput::Show(..) = input {
            self.undisplayed.get_or_insert_with(Instant::now);
        }
        self.board.handle(input, Instant::now());
        self.publish_recorded_id();
        while let Some(event) = self.board.poll_event() {
            (self.on_event)(event);
        }
        self.start_requests();
    }

    fn publish_recorded_id(&self) {
        let recorded = self.board.recorded().map_or(0, MessageId::get);
        self.recorded_id.store(recorded, Ordering::Relaxed);
    }

    fn start_requests(&mut self) {
        while let Some(request) = self.board.poll_request() {
            let slot = self.slot.clone();
            let decided = self.undisplayed.take_if(|_| request.shows_table());
            let failed = request.failed(RequestError::OutcomeUnknown);
            self.in_flight.spawn(async move {
                let carried = AssertUnwindSafe(carry_out(&slot, request)).catch_unwind();
                let completion = carried.await.unwrap_or_else(|_| {
                    error!("a request panicked");
                    slot.rest().failpoints().panic_recovered();
                    failed
                });
                if !completion.is_shown() {
                    return (completion, decided);
                }
                if let Some(decided) = decided {
                    slot.rest().metrics().record_shown(decided.elapsed());
                }
                (completion, None)
            });
        }
    }
}

async fn carry_out(slot: &MessageSlot, request: Request) -> Completion {
    let rest = slot.rest();
    match request {
        Request::Public(id, request) => {
            Completion::Public(id, carry_out_publicly(slot, request).await)
        }
        Request::AnswerWithPanel(callback, screen) => {
            let (user, interaction) = (callback.user, callback.interaction);
            let on_panel = callback.clicked.is_some_and(|clicked| clicked.private);
            let body = if on_panel {
                edit_answer(&screen)
            } else {
                private_answer(&screen)
            };
            let target = Some(AnswerTarget::Panel(screen));
            let result = answer(rest, &callback, &body, target, Confirmation::Effect).await;
            Completion::PanelAnswered(user, interaction, result)
        }
        Request::EditPanel(callback, screen) => {
            rest.failpoints().hit(Failpoint::PanelEditing);
            let result = edit_original(rest, &callback, &change(&screen)).await;
            rest.failpoints().hit(Failpoint::PanelSettled);
            Completion::PanelEdited(callback.user, callback.interaction, result)
        }
        Request::ShowHand(request) => {
            let hand = request.hand;
            Completion::HandShown(hand, slot.hand_sender().send(request).await)
        }
        Request::AnswerHand(hand, callback, screen) => {
            let confirmed = Confirmation::Effect;
            let result = answer(rest, &callback, &edit_answer(&screen), None, confirmed).await;
            Completion::HandAnswered(hand, callback.interaction, result)
        }
        Request::AnswerObsolete(callback, screen) => {
            let needed = Confirmation::NotNeeded;
            let _ = answer(rest, &callback, &edit_answer(&screen), None, needed).await;
            Completion::Answered
        }
        Request::AnswerWithNote(callback, screen) => {
            // The failure is logged, and nothing follows from it.
            let needed = Confirmation::NotNeeded;
            let _ = answer(rest, &callback, &private_answer(&screen), None, needed).await;
            Completion::Answered
        }
        Request::AnswerWithRefusal(callback, screen) => {
            let needed = Confirmation::NotNeeded;
            let result = answer(rest, &callback, &private_answer(&screen), None, needed).await;
            Completion::RefusalAnswered(callback, screen, result)
        }
        Request::DeleteRefusal(callback) => {
            if let Err(error) = delete_original(rest, &callback).await {
                debug!(%error, "an earlier refusal was not deleted");
            }
            Completion::Answered
        }
        Request::Acknowledge(callback) => {
            let needed = Confirmation::NotNeeded;
            let _ = answer(rest, &callback, &acknowledgement(), None, needed).await;
            Completion::Answered
        }
    }
}

async fn carry_out_publicly(slot: &MessageSlot, request: PublicRequest) -> Outcome {
    let rest = slot.rest();
    match request {
        PublicRequest::Edit(message, screen, urgency) => {
            rest.failpoints().hit(Failpoint::BoardEditing);
            let result = edit_to(slot, message, &screen, (urgency, WRITE_TIMEOUT)).await;
            note_write(slot, &result, Failpoint::BoardEdited);
            Outcome::Done(result)
        }
        PublicRequest::Post(to_post) => Outcome::Posted(send_post(slot, to_post).await),
        PublicRequest::AnswerClick(callback, screen) => {
            let target = Some(AnswerTarget::PublicMessage);
            let (body, confirmed) = (edit_answer(&screen), Confirmation::Effect);
            Outcome::Done(answer(rest, &callback, &body, target, confirmed).await)
        }
        PublicRequest::AnswerCommand(callback, screen, ping) => {
            rest.failpoints().hit(Failpoint::BoardPosting);
            let result = send_public_answer(rest, &callback, &screen, ping).await;
            note_write(slot, &result, Failpoint::BoardPosted);
            Outcome::Posted(result)
        }
        PublicRequest::Scan(since) => Outcome::Scanned(slot.scan_channel(since).await),
        PublicRequest::Record(record) => Outcome::Recorded(slot.record(record).await),
        PublicRequest::RecordOnly(message) => Outcome::Recorded(slot.record_only(message).await),
        PublicRequest::Delete(message) => Outcome::Done(slot.delete(message).await),
        PublicRequest::Withdraw(message, source) => {
            slot.withdraw(message, source).await;
            Outcome::Withdrawn
        }
    }
}

/// Answers an interaction, and logs a failure.
async fn answer(
    rest: &RestClient,
    callback: &Callback,
    body: &serde_json::Value,
    target: Option<AnswerTarget>,
    confirmation: Confirmation,
) -> Result<(), RequestError> {
    rest.failpoints().hit(Failpoint::AnswerStarting);
    let sent = send_answer_or_recover(rest, callback, body, target.as_ref(), confirmation);
    let result = sent.await;
    rest.failpoints().hit(Failpoint::AnswerSettled);
    let interaction = callback.interaction.get();
    match &result {
        Err(RequestError::AlreadyAnswered) => {
            debug!(interaction, "an interaction had been answered already");
        }
        Err(error) => warn!(%error, interaction, "an interaction was not answered"),
        Ok(()) => {}
    }
    result
}

/// Posts the table's message, after the last screen of a finished game on its own message.
async fn send_post(slot: &MessageSlot, to_post: Post) -> Result<MessageId, RequestError> {
    slot.rest().failpoints().hit(Failpoint::BoardPosting);
    if let Some((message, screen)) = &to_post.farewell {
        let limits = (to_post.urgency, FAREWELL_TIMEOUT);
        let shown = edit_to(slot, *message, screen, limits).await;
        if let Err(error) = shown {
            debug!(%error, "a finished game's message may show an older screen");
        }
    }
    let result = post_screen(slot, &to_post).await;
    note_write(slot, &result, Failpoint::BoardPosted);
    result
}

fn note_write<T>(slot: &MessageSlot, result: &Result<T, RequestError>, success: Failpoint) {
    let point = match result {
        Ok(_) => success,
        Err(error) => {
            let channel = slot.channel().get();
            warn!(%error, channel, "the table's message was not posted or edited");
            Failpoint::BoardFailed
        }
    };
    slot.rest().failpoints().hit(point);
}

/// Sleeps until the deadline, or returns at once if there is none.
async fn sleep_until_some(deadline: Option<Instant>) {
    if let Some(deadline) = deadline {
        sleep_until(deadline).await;
    }
}
