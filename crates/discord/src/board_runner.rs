//! Runs one table's message board: carries out its requests and passes the outcomes back. Only `message_board` decides
//! which request is next.
//!
//! `rest_client` sends a single request and handles its rate limits and retries. `message_slot` posts, edits, records,
//! finds and deletes the table's messages, and `answer_delivery` answers interactions. The table's driver passes the
//! screens in.

use std::future::pending;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use futures_util::future::{BoxFuture, FutureExt as _};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use serenity::model::id::MessageId;
use table::effect::{Answer, Effect};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, warn};

use super::RequestError;
use super::answer_delivery::{
    delete_private, edit_private, follow_up, send_public_answer, send_reply,
};
use super::direct_message::open_direct_messages;
use super::message_board::{
    BoardEvent, InitialState, Key, MessageBoard, Op, OpResult, Outcome, Post, Reply, Request,
};
use super::message_slot::{MessageSlot, WRITE_TIMEOUT};
use super::with_picture::{edit_to, post_screen};
use crate::callback::Callback;
use crate::failpoint::Failpoint;

/// The time limit for the edit that shows a finished game's last screen before the next game is posted.
const FAREWELL_TIMEOUT: Duration = Duration::from_secs(5);

/// A table's message board and its requests in flight. The requests make progress only while an `async` method of this
/// type is polled.
pub struct BoardRunner {
    slot: MessageSlot,
    board: Box<MessageBoard>,
    in_flight: FuturesUnordered<BoxFuture<'static, Completed>>,
    /// The time of the oldest decision that has not been shown and for which no request is in flight.
    undisplayed: Option<Instant>,
}

struct Completed {
    key: Key,
    result: OpResult,
    /// If the request failed, the time of the decision that it should have shown.
    undisplayed: Option<Instant>,
}

impl BoardRunner {
    pub fn new(slot: MessageSlot, initial: &InitialState) -> Self {
        let mut runner = Self {
            slot,
            board: Box::new(MessageBoard::new(initial, Instant::now())),
            in_flight: FuturesUnordered::new(),
            undisplayed: None,
        };
        runner.start_requests();
        runner
    }

    /// Waits for the next completed request or board timeout, and handles it. Cancel safe.
    pub async fn advance(&mut self) {
        let timeout = self.board.poll_timeout();
        tokio::select! {
            biased;
            Some(completed) = self.in_flight.next() => self.complete(completed),
            () = sleep_until(timeout.unwrap_or_else(Instant::now)), if timeout.is_some() => {
                self.slot.rest.failpoints().hit(Failpoint::MessageRetrying);
                self.board.time_out(Instant::now());
            }
            else => pending().await,
        }
        self.start_requests();
    }

    fn complete(&mut self, completed: Completed) {
        self.undisplayed = completed.undisplayed.or(self.undisplayed);
        self.board
            .complete(completed.key, completed.result, Instant::now());
    }

    /// Advances the requests until `work` completes, and returns its output.
    pub async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                result = &mut work => return result,
                () = self.advance() => {}
            }
        }
    }

    /// Sends the remaining requests and waits for them, but not for pauses before retries. Returns true unless the
    /// table's message, a replaced message or a hand's last screen still needs a request.
    pub async fn finish(mut self) -> bool {
        self.board.close(Instant::now());
        self.start_requests();
        while let Some(completed) = self.in_flight.next().await {
            self.complete(completed);
            self.start_requests();
        }
        self.board.is_settled()
    }

    /// Waits for this board's requests in flight and for those of earlier boards. Used when a table is reloaded.
    pub async fn finish_requests(mut self) {
        while self.in_flight.next().await.is_some() {}
        self.slot.wait_for_earlier_requests().await;
    }

    pub fn poll_event(&mut self) -> Option<BoardEvent> {
        self.board.poll_event()
    }

    /// Returns the table's message that the journal contains or is about to contain, even if it has been deleted since.
    pub fn recorded(&self) -> Option<MessageId> {
        self.board.recorded()
    }

    /// Returns true if no request is in flight, due or waiting for a pause to end.
    pub fn is_quiet(&self) -> bool {
        self.in_flight.is_empty() && self.board.is_quiet()
    }

    pub fn answer(&mut self, callback: Callback, answer: Answer) {
        self.board.answer(callback, answer, Instant::now());
        self.start_requests();
    }

    /// Handles an effect that shows, updates or deletes a message. Ignores other effects, which the driver handles.
    pub fn handle(&mut self, effect: Effect) {
        if matches!(effect, Effect::UpdateMessage { .. }) {
            self.undisplayed.get_or_insert_with(Instant::now);
        }
        self.board.handle(effect, Instant::now());
        self.start_requests();
    }

    fn start_requests(&mut self) {
        while let Some(request) = self.board.poll_request() {
            let undisplayed = self.undisplayed.take_if(|_| request.shows_table());
            let request = carry_out_or_fail(self.slot.clone(), request, undisplayed);
            self.in_flight.push(request.boxed());
        }
    }
}

/// Carries out a request. A panic counts as [`RequestError::OutcomeUnknown`].
async fn carry_out_or_fail(
    slot: MessageSlot,
    Request { key, op }: Request,
    decided: Option<Instant>,
) -> Completed {
    let carried = AssertUnwindSafe(carry_out(&slot, op)).catch_unwind();
    let result = carried.await.unwrap_or_else(|_| {
        error!("a request panicked");
        slot.rest.failpoints().panic_recovered();
        Err(RequestError::OutcomeUnknown)
    });
    if let Some(decided) = decided.filter(|_| result.is_ok()) {
        slot.rest.metrics().record_shown(decided.elapsed());
    }
    Completed {
        undisplayed: decided.filter(|_| result.is_err()),
        key,
        result,
    }
}

async fn carry_out(slot: &MessageSlot, op: Op) -> OpResult {
    let rest = &slot.rest;
    let hit = |point| rest.failpoints().hit(point);
    let done: Result<(), RequestError> = match op {
        Op::Answer(callback, reply) => return answer(slot, &callback, &reply).await,
        Op::AnswerByPost(callback, screen, ping) => {
            hit(Failpoint::MessagePosting);
            let posted = send_public_answer(rest, &callback, &screen, ping).await;
            note_write(slot, &posted, Failpoint::MessagePosted);
            return posted.map(Outcome::Created);
        }
        Op::FollowUp(callback, screen) => {
            hit(Failpoint::PanelEditing);
            let sent = follow_up(rest, &callback, &screen).await;
            hit(Failpoint::PanelCompleted);
            return sent.map(Outcome::Created);
        }
        Op::EditPrivate(message, screen) => {
            hit(Failpoint::PanelEditing);
            let edited = edit_private(rest, &message, &screen).await;
            hit(Failpoint::PanelCompleted);
            edited
        }
        Op::DeletePrivate(message) => {
            let deleted = delete_private(rest, &message).await;
            deleted
                .inspect_err(|error| debug!(%error, "an earlier private message was not deleted"))
        }
        Op::Post(post) => {
            let slot = slot.at(post.place);
            return send_post(&slot, &post).await.map(Outcome::Created);
        }
        Op::Edit(place, message, screen, urgency) => {
            hit(Failpoint::MessageEditing);
            let slot = slot.at(place);
            let edited = edit_to(&slot, message, &screen, urgency, WRITE_TIMEOUT).await;
            note_write(&slot, &edited, Failpoint::MessageEdited);
            edited
        }
        Op::Delete(place, message) => slot.at(place).delete(message).await,
        Op::Scan(place, since) => {
            let found = slot.at(place).scan_channel(since).await;
            return found.map(Outcome::Found);
        }
        Op::OpenDirectMessages(user) => {
            let opened = open_direct_messages(slot, user).await;
            return opened.map(Outcome::Opened);
        }
        Op::Record { message, replaced } => slot.record(message, replaced).await,
        Op::RecordOnly(message) => {
            slot.record_only(message).await;
            Ok(())
        }
    };
    done.map(|()| Outcome::Done)
}

async fn answer(slot: &MessageSlot, callback: &Callback, reply: &Reply) -> OpResult {
    let failpoints = slot.rest.failpoints();
    failpoints.hit(Failpoint::AnswerSending);
    let result = send_reply(&slot.rest, callback, reply).await;
    failpoints.hit(Failpoint::AnswerCompleted);
    let interaction = callback.interaction.get();
    match &result {
        Err(RequestError::AlreadyAnswered) => {
            debug!(interaction, "an interaction had been answered already");
        }
        Err(error) => warn!(%error, interaction, "an interaction was not answered"),
        Ok(_) => {}
    }
    result.map(|created| created.map_or(Outcome::Done, Outcome::Created))
}

/// Posts a message. If there is a farewell, first edits the finished game's message to show its last screen.
async fn send_post(slot: &MessageSlot, to_post: &Post) -> Result<MessageId, RequestError> {
    slot.rest.failpoints().hit(Failpoint::MessagePosting);
    if let Some((message, screen)) = &to_post.farewell {
        let urgency = to_post.urgency;
        let shown = edit_to(slot, *message, screen, urgency, FAREWELL_TIMEOUT).await;
        if let Err(error) = shown {
            debug!(%error, "a finished game's message may show an older screen");
        }
    }
    let result = post_screen(slot, to_post).await;
    note_write(slot, &result, Failpoint::MessagePosted);
    result
}

fn note_write<T>(slot: &MessageSlot, result: &Result<T, RequestError>, success: Failpoint) {
    let point = match result {
        Ok(_) => success,
        Err(error) => {
            let channel = slot.channel.get();
            if slot.hand.is_none() {
                warn!(%error, channel, "the table's message was not posted or edited");
            }
            Failpoint::MessageFailed
        }
    };
    slot.rest.failpoints().hit(point);
}
