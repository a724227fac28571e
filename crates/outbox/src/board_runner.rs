//! Runs the message board of one table: carries out its requests, in the task of the table, and passes their
//! outcomes back. It decides nothing: which request is next follows from `message_board` alone.
//!
//! Single requests, with their rate limits and retries, are in `rest_client`; posting, recording
//! and deleting the public message in `message_slot`; answers to interactions in `answer_delivery`. The
//! screens come from the table's driver.

use std::future::pending;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use futures_util::future::{BoxFuture, FutureExt as _};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use serenity::model::id::MessageId;
use table::direct_hand::{HandId, HandPlace};
use table::effect::{Answer, MessageUpdate, Urgency};
use table::ids::UserId;
use table::screen::Screen;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, warn};

use super::answer_delivery::{
    AnswerTarget, Confirmation, acknowledgement, delete_private, edit_answer, edit_private,
    follow_up, private_answer, send_answer_or_recover, send_public_answer,
};
use super::message_board::{
    BoardEvent, BoardInput, Completion, InitialState, MessageBoard, NewMessage, Post,
    PublicCompletion, PublicRequest, Request,
};
use super::message_slot::{MessageSlot, WRITE_TIMEOUT};
use super::with_picture::{edit_to, post_screen};
use super::{RequestError, RestClient};
use crate::callback::Callback;
use crate::failpoint::Failpoint;

/// How long the last screen of a finished game may hold up the post of the next game.
const FAREWELL_TIMEOUT: Duration = Duration::from_secs(5);

/// A table's message board and its requests under way. They make progress only while [`Self::advance`],
/// [`Self::meanwhile`] or [`Self::finish`] is polled.
pub struct BoardRunner {
    slot: MessageSlot,
    board: Box<MessageBoard>,
    in_flight: FuturesUnordered<BoxFuture<'static, Completed>>,
    /// The time of the oldest decision that no request has begun to show.
    undisplayed: Option<Instant>,
}

struct Completed {
    completion: Completion,
    /// The time of the decision that the request was to show, if it has not.
    undisplayed: Option<Instant>,
}

impl BoardRunner {
    pub fn new(slot: MessageSlot, initial: &InitialState) -> Self {
        let mut runner = Self {
            slot,
            board: Box::new(MessageBoard::new(initial)),
            in_flight: FuturesUnordered::new(),
            undisplayed: None,
        };
        runner.start_requests();
        runner
    }

    /// Waits until a request has completed or is to be tried again, and takes that in. Dropping the future
    /// loses nothing.
    pub async fn advance(&mut self) {
        let timeout = self.board.poll_timeout();
        let input = tokio::select! {
            biased;
            Some(completed) = self.in_flight.next() => {
                self.undisplayed = completed.undisplayed.or(self.undisplayed);
                BoardInput::Completed(completed.completion)
            }
            () = sleep_until(timeout.unwrap_or_else(Instant::now)), if timeout.is_some() => {
                self.slot.rest.failpoints().hit(Failpoint::MessageRetrying);
                BoardInput::TimedOut
            }
            else => pending().await,
        };
        self.handle(input);
    }

    /// Completes some other work. The requests go on meanwhile.
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

    /// Does what is queued, without waiting for what is to be tried again later. Returns true if the newest
    /// screen is shown and every replaced message deleted, or can never be.
    pub async fn finish(mut self) -> bool {
        self.handle(BoardInput::Closed);
        while let Some(Completed { completion, .. }) = self.in_flight.next().await {
            self.handle(BoardInput::Completed(completion));
        }
        self.board.is_settled()
    }

    /// Completes the requests under way and no others. For a table that is loaded again.
    pub async fn finish_requests(mut self) {
        while self.in_flight.next().await.is_some() {}
    }

    pub fn poll_event(&mut self) -> Option<BoardEvent> {
        self.board.poll_event()
    }

    /// Returns the message that the journal names or is about to. It may have been deleted since.
    pub fn recorded(&self) -> Option<MessageId> {
        self.board.recorded()
    }

    /// Returns true if nothing is to be sent, now or later, until the table has something new.
    pub fn is_quiet(&self) -> bool {
        self.in_flight.is_empty() && self.board.is_quiet()
    }

    pub fn answer(&mut self, callback: Callback, answer: Answer) {
        self.handle(BoardInput::Answer(callback, answer));
    }

    pub fn show(&mut self, screen: Screen, update: MessageUpdate, urgency: Urgency) {
        self.undisplayed.get_or_insert_with(Instant::now);
        self.handle(BoardInput::Show(screen, update, urgency));
    }

    /// Brings a screen to a person's newest panel, if that can still be edited; below the table's message
    /// if they must see it.
    pub fn refresh_panel(&mut self, user: UserId, screen: Screen, below: bool) {
        self.handle(BoardInput::RefreshPanel(user, screen, below));
    }

    /// Deletes a person's newest panel, if that can still be done.
    pub fn delete_panel(&mut self, user: UserId) {
        self.handle(BoardInput::DeletePanel(user));
    }

    /// Brings a screen to the direct message with a hand. `urgent` if it asks its owner to act.
    pub fn show_hand(&mut self, hand: HandId, screen: Screen, place: HandPlace, urgent: bool) {
        self.handle(BoardInput::ShowHand(hand, screen, place, urgent));
    }

    /// Brings the last screen to the direct message with a hand, if there is one.
    pub fn finish_hand(&mut self, hand: HandId, screen: Screen, place: HandPlace) {
        self.handle(BoardInput::FinishHand(hand, screen, place));
    }

    fn handle(&mut self, input: BoardInput) {
        self.board.handle(input, Instant::now());
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

/// Carries out a request. One that panics completes as one of unknown outcome.
async fn carry_out_or_fail(
    slot: MessageSlot,
    request: Request,
    decided: Option<Instant>,
) -> Completed {
    let failed = request.failed(RequestError::OutcomeUnknown);
    let carried = AssertUnwindSafe(carry_out(&slot, request)).catch_unwind();
    let completion = carried.await.unwrap_or_else(|_| {
        error!("a request panicked");
        slot.rest.failpoints().panic_recovered();
        failed
    });
    let is_shown = completion.is_shown();
    if let Some(decided) = decided.filter(|_| is_shown) {
        slot.rest.metrics().record_shown(decided.elapsed());
    }
    Completed {
        completion,
        undisplayed: decided.filter(|_| !is_shown),
    }
}

async fn carry_out(slot: &MessageSlot, request: Request) -> Completion {
    let rest = &slot.rest;
    match request {
        Request::Public(request) => Completion::Public(carry_out_publicly(slot, request).await),
        Request::AnswerWithPanel(panel, screen) => {
            let on_panel = panel
                .callback
                .clicked
                .is_some_and(|clicked| clicked.private);
            let (body, confirmed) = if on_panel {
                (edit_answer(&screen), Confirmation::Effect)
            } else {
                (private_answer(&screen), Confirmation::Message)
            };
            let target = Some(AnswerTarget::Panel(screen));
            let result = answer(rest, &panel.callback, &body, target, confirmed).await;
            Completion::PanelAnswered(panel, result)
        }
        Request::AcknowledgePanel(panel) => {
            let (body, confirmed) = (acknowledgement(), Confirmation::Effect);
            let result = answer(rest, &panel.callback, &body, None, confirmed).await;
            Completion::PanelAnswered(panel, result)
        }
        Request::FollowUpWithPanel(panel, screen) => {
            rest.failpoints().hit(Failpoint::PanelEditing);
            let result = follow_up(rest, &panel.0, &screen).await;
            rest.failpoints().hit(Failpoint::PanelCompleted);
            Completion::PanelFollowedUp(panel, result)
        }
        Request::EditPanel(panel, message, screen) => {
            rest.failpoints().hit(Failpoint::PanelEditing);
            let result = edit_private(rest, &message, &screen).await;
            rest.failpoints().hit(Failpoint::PanelCompleted);
            Completion::PanelEdited(panel, result)
        }
        Request::ShowHand(hand, request) => {
            Completion::HandShown(hand, slot.hand_sender().send(request).await)
        }
        Request::AnswerHand(hand, callback, screen) => {
            let confirmed = Confirmation::Effect;
            let result = answer(rest, &callback, &edit_answer(&screen), None, confirmed).await;
            Completion::HandAnswered(hand, result.map(drop))
        }
        Request::AnswerWithRefusal(notice, screen) | Request::AnswerWithNote(notice, screen) => {
            let body = private_answer(&screen);
            let result = answer_plainly(rest, &notice.callback, &body).await;
            Completion::NoticeAnswered(notice, result)
        }
        // Of the others, a failure is logged, and nothing follows from it.
        Request::AnswerObsolete(plain, callback, screen) => {
            let _ = answer_plainly(rest, &callback, &edit_answer(&screen)).await;
            Completion::Answered(plain)
        }
        Request::Acknowledge(plain, callback) => {
            let _ = answer_plainly(rest, &callback, &acknowledgement()).await;
            Completion::Answered(plain)
        }
        Request::DeletePrivate(message) => {
            if let Err(error) = delete_private(rest, &message).await {
                debug!(%error, "an earlier private message was not deleted");
            }
            Completion::PrivateDeleted
        }
    }
}

async fn carry_out_publicly(slot: &MessageSlot, request: PublicRequest) -> PublicCompletion {
    let rest = &slot.rest;
    match request {
        PublicRequest::Edit(edit, screen, urgency) => {
            rest.failpoints().hit(Failpoint::MessageEditing);
            let result = edit_to(slot, edit.message, &screen, urgency, WRITE_TIMEOUT).await;
            note_write(slot, &result, Failpoint::MessageEdited);
            PublicCompletion::Edited(edit, result)
        }
        PublicRequest::Post(new, to_post) => {
            PublicCompletion::Posted(new, send_post(slot, new, to_post).await)
        }
        PublicRequest::AnswerClick(click, callback, screen) => {
            let target = Some(AnswerTarget::PublicMessage);
            let (body, confirmed) = (edit_answer(&screen), Confirmation::Effect);
            let result = answer(rest, &callback, &body, target, confirmed).await;
            PublicCompletion::ClickAnswered(click, result.map(drop))
        }
        PublicRequest::AnswerCommand(new, callback, screen) => {
            rest.failpoints().hit(Failpoint::MessagePosting);
            let result = send_public_answer(rest, &callback, &screen, new.ping).await;
            note_write(slot, &result, Failpoint::MessagePosted);
            PublicCompletion::Posted(new, result)
        }
        PublicRequest::Scan(scan) => {
            PublicCompletion::Scanned(scan, slot.scan_channel(scan.since).await)
        }
        PublicRequest::Record(record) => {
            let result = slot.record(&record).await;
            PublicCompletion::Recorded(record, result)
        }
        PublicRequest::RecordOnly(record) => {
            slot.record_only(record.message).await;
            PublicCompletion::RecordedOnly(record)
        }
        PublicRequest::Delete(deletion) => {
            PublicCompletion::Deleted(deletion, slot.delete(deletion.message()).await)
        }
    }
}

/// Answers an interaction in a way on which no later request depends.
async fn answer_plainly(
    rest: &RestClient,
    callback: &Callback,
    body: &serde_json::Value,
) -> Result<(), RequestError> {
    let answered = answer(rest, callback, body, None, Confirmation::NotNeeded);
    answered.await.map(drop)
}

async fn answer(
    rest: &RestClient,
    callback: &Callback,
    body: &serde_json::Value,
    target: Option<AnswerTarget>,
    confirmation: Confirmation,
) -> Result<Option<MessageId>, RequestError> {
    rest.failpoints().hit(Failpoint::AnswerSending);
    let sent = send_answer_or_recover(rest, callback, body, target.as_ref(), confirmation);
    let result = sent.await;
    rest.failpoints().hit(Failpoint::AnswerCompleted);
    let interaction = callback.interaction.get();
    match &result {
        Err(RequestError::AlreadyAnswered) => {
            debug!(interaction, "an interaction had been answered already");
        }
        Err(error) => warn!(%error, interaction, "an interaction was not answered"),
        Ok(_) => {}
    }
    result
}

/// Posts the table's message, after the last screen of a finished game on its own message.
async fn send_post(
    slot: &MessageSlot,
    new: NewMessage,
    to_post: Post,
) -> Result<MessageId, RequestError> {
    slot.rest.failpoints().hit(Failpoint::MessagePosting);
    if let Some((message, screen)) = &to_post.farewell {
        let urgency = to_post.urgency;
        let shown = edit_to(slot, *message, screen, urgency, FAREWELL_TIMEOUT).await;
        if let Err(error) = shown {
            debug!(%error, "a finished game's message may show an older screen");
        }
    }
    let result = post_screen(slot, new, &to_post).await;
    note_write(slot, &result, Failpoint::MessagePosted);
    result
}

fn note_write<T>(slot: &MessageSlot, result: &Result<T, RequestError>, success: Failpoint) {
    let point = match result {
        Ok(_) => success,
        Err(error) => {
            let channel = slot.channel().get();
            warn!(%error, channel, "the table's message was not posted or edited");
            Failpoint::MessageFailed
        }
    };
    slot.rest.failpoints().hit(point);
}
