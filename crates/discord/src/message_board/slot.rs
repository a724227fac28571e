//! A message that shows the newest screen, as a state machine without I/O: which message it is, what it shows, and the
//! next request for it. One slot shows the table's public message; every other slot shows a hand as a direct message.
//! `message_board` passes events in and polls the requests.
//!
//! Invariants:
//! - After a post, no other write or deletion starts until the message is recorded in the journal, apart from answers
//!   to interactions. This does not apply to hands, whose messages the table records.
//! - A post of unknown outcome is followed by a scan of the channel. Until then, the journal contains a message
//!   that is no newer than the unknown one, so that the next process scans far enough.
//! - After two concurrent changes to a message, one more edit makes sure that it shows the newest screen.

pub(super) mod known_messages;
mod next_request;

use std::collections::VecDeque;
use std::time::Duration;

use serenity::model::id::MessageId;
use table::direct_hand::DirectMessage;
use table::effect::{MessageUpdate, Urgency};
use table::input::DeliveryFailure;
use table::screen::Screen;
use tracing::debug;

use super::in_flight::{InFlight, InFlightRequests, NewMessage};
use super::newest_screen::{NewestScreen, UpdateKind};
use super::panels::TablePlace;
use super::replaced_messages::ReplacedMessages;
use super::request::{BoardEvent, Op, OpResult, Outcome, Place, Reply, Request, SlotId};
use super::timers::{Timer, Timers};
use crate::RequestError;
use crate::callback::Callback;
use crate::channel_scan::{FoundMessage, game_end_on};
use known_messages::{CurrentMessage, InitialState, PendingScan, Since};

/// The minimum pause between an edit of the table's message and the next edit that no player is waiting for.
pub(super) const UNATTENDED_INTERVAL: Duration = Duration::from_secs(2);

/// The minimum pause between a write of a hand and the next edit that does not ask its owner to act.
pub(super) const MIN_WRITE_INTERVAL: Duration = Duration::from_secs(4);

pub(super) struct Slot {
    id: SlotId,
    /// The channel; `None` until the person's channel has been opened.
    place: Option<Place>,
    /// True once the newest screen is the last one, for which no new message is posted.
    pub(super) is_last: bool,
    current: CurrentMessage,
    /// The message that was last made current by the journal, a post or a scan, even if it has been deleted since.
    recorded: Option<MessageId>,
    journal_lists_replaced: bool,
    replaced: ReplacedMessages,
    pending_scan: PendingScan,
    newest: NewestScreen,
    /// True if an earlier attempt, or an earlier process, may have made the next post already.
    may_be_posted: bool,
    /// The newest message known from the journal, a post or a scan. If a post returns this message or an older one, the
    /// post has not created a message, and the returned message may show an older screen.
    newest_seen: Option<MessageId>,
    /// The finished game's last screen, if the message that stays in the channel may not show it yet.
    farewell: Option<Screen>,
    in_flight: InFlightRequests,
    requests: VecDeque<Request>,
    events: VecDeque<BoardEvent>,
}

impl Slot {
    pub(super) fn new(id: SlotId, place: Option<Place>, initial: &InitialState) -> Self {
        let posted = initial.posted();
        let recorded = posted
            .and_then(|posted| posted.message)
            .and_then(message_of);
        let replaced = posted.map_or(&[][..], |posted| &posted.replaced);
        Self {
            id,
            place,
            is_last: false,
            current: recorded.map_or(CurrentMessage::None, CurrentMessage::Recorded),
            recorded,
            journal_lists_replaced: !replaced.is_empty(),
            replaced: ReplacedMessages::from_journal(replaced),
            pending_scan: initial.pending_scan(),
            newest: NewestScreen::default(),
            may_be_posted: posted.is_some(),
            newest_seen: recorded,
            farewell: None,
            in_flight: InFlightRequests::default(),
            requests: VecDeque::new(),
            events: VecDeque::new(),
        }
    }

    pub(super) fn show(
        &mut self,
        screen: Screen,
        update: MessageUpdate,
        urgency: Urgency,
        timers: &mut Timers,
    ) {
        if UpdateKind::from(update) == UpdateKind::Append {
            self.keep_farewell();
        }
        self.newest.show(screen, update, urgency);
        // The last attempt may have failed because of its screen.
        timers.reset(Timer::Write(self.id));
    }

    /// Remembers the newest screen as the last one for the current message, which stays in the channel when the next
    /// message is posted. Remembers nothing if the message already shows it.
    fn keep_farewell(&mut self) {
        let is_shown = self.newest.is_sent() && !self.in_flight.is_changing();
        self.farewell = self.newest.screen().filter(|_| !is_shown).cloned();
    }

    /// Answers a click by editing the slot's message. If another message was clicked, or may soon become the slot's
    /// message, schedules an edit instead and returns the click to acknowledge.
    pub(super) fn answer_click(
        &mut self,
        callback: Callback,
        screen: Screen,
        timers: &mut Timers,
    ) -> Option<Callback> {
        let public = callback.clicked.filter(|clicked| !clicked.private);
        let clicked = public.map(|clicked| clicked.message);
        self.adopt_clicked(clicked);
        let replacing = self.in_flight.is_posting() || self.newest.due() > Some(UpdateKind::Edit);
        let is_table = clicked.is_some() && clicked == self.current.id();
        if !is_table || replacing || self.is_scan_outstanding() {
            self.show(screen, MessageUpdate::Edit, Urgency::Routine, timers);
            return Some(callback);
        }
        let due = self.edit_after_answer(&screen);
        self.newest.sent(screen.clone(), due);
        let answer = Op::Answer(callback, Reply::Edit(screen));
        self.send(InFlight::ClickAnswer, answer);
        None
    }

    /// Returns true while a scan may replace the current message with another.
    fn is_scan_outstanding(&self) -> bool {
        self.in_flight.is_scanning() || matches!(self.pending_scan, PendingScan::BeforeWrite { .. })
    }

    /// Adopts the clicked message if the table has none: an earlier process must have posted it without recording it.
    fn adopt_clicked(&mut self, clicked: Option<MessageId>) {
        let is_free = self.id == SlotId::Table
            && self.current == CurrentMessage::None
            && !self.in_flight.is_changing();
        if let Some(message) = clicked.filter(|message| is_free && Some(*message) > self.recorded) {
            self.current = CurrentMessage::Unrecorded(message);
        }
    }

    /// Returns the edit, if any, that must follow an answer with this screen. An answer is too urgent to wait for a
    /// picture to be drawn and sent, so the edit adds the picture.
    fn edit_after_answer(&self, screen: &Screen) -> Option<UpdateKind> {
        let has_picture = screen.chart().is_some();
        let picture = has_picture.then_some(UpdateKind::Edit);
        picture.or_else(|| self.confirming_edit())
    }

    /// Returns the edit that must follow if other changes are in flight, because Discord may apply them in any order.
    fn confirming_edit(&self) -> Option<UpdateKind> {
        self.in_flight.is_changing().then_some(UpdateKind::Edit)
    }

    /// Answers a command with a new public message, which becomes the table's message. No post or edit starts until the
    /// new message's id is known.
    pub(super) fn answer_command(&mut self, callback: Callback, screen: Screen) {
        let keeps = self.kept_by_answer();
        let due = self.edit_after_answer(&screen);
        let ping = self.newest.take_ping(&screen);
        self.newest.sent(screen.clone(), due);
        let new = NewMessage {
            answers_command: true,
            keeps,
            after: self.recorded,
            ping,
        };
        let answer = Op::AnswerByPost(callback, screen, ping);
        self.send(InFlight::NewMessage(new), answer);
    }

    /// Returns the finished game's message if the answer to a command must leave it in the channel, because it already
    /// shows the end or because a post in flight keeps it.
    fn kept_by_answer(&self) -> Option<MessageId> {
        let appends = self.newest.due() == Some(UpdateKind::Append) && self.farewell.is_none();
        let current = self.current.id().filter(|_| appends);
        current.or_else(|| self.in_flight.keeps())
    }

    pub(super) fn complete(&mut self, id: u64, result: OpResult, timers: &mut Timers) {
        let Some(request) = self.in_flight.remove(id) else {
            return;
        };
        if let Some(interval) = self.throttle_after(request) {
            timers.start(Timer::Throttle(self.id), interval);
        }
        match request {
            InFlight::Opening => self.on_opened(result, timers),
            InFlight::NewMessage(new) => self.on_posted(new, result, timers),
            InFlight::ClickAnswer if result.is_err() => self.newest.require(UpdateKind::Edit),
            InFlight::Record(message) => self.on_recorded(message, result, timers),
            InFlight::Deletion(message) => self.on_deleted(message, result, timers),
            InFlight::Edit(message, update) => self.on_edited(message, update, result, timers),
            InFlight::Scan { since } => self.on_scanned(since, result),
            InFlight::ClickAnswer | InFlight::RecordOnly => {}
        }
    }

    /// Returns how long low-urgency edits must wait after this request.
    fn throttle_after(&self, request: InFlight) -> Option<Duration> {
        match (self.id, request) {
            (SlotId::Table, InFlight::Edit(..)) => Some(UNATTENDED_INTERVAL),
            (
                SlotId::Hand(_),
                InFlight::Edit(..) | InFlight::NewMessage(_) | InFlight::ClickAnswer,
            ) => Some(MIN_WRITE_INTERVAL),
            _ => None,
        }
    }

    fn on_opened(&mut self, result: OpResult, timers: &mut Timers) {
        match (result, self.id) {
            (Ok(Outcome::Opened(channel)), SlotId::Hand(hand)) => {
                self.place = Some(Place::Direct(channel, hand));
            }
            (Ok(_), _) => {}
            (Err(error), _) => self.on_write_failed(UpdateKind::Edit, &error, timers),
        }
    }

    fn on_posted(&mut self, new: NewMessage, result: OpResult, timers: &mut Timers) {
        match result.map(|outcome| outcome.created()) {
            Ok(Some(message)) => self.adopt_posted(message, new, timers),
            Ok(None) => self.on_post_failed(new, &RequestError::OutcomeUnknown, timers),
            Err(error) => self.on_post_failed(new, &error, timers),
        }
    }

    fn on_post_failed(&mut self, new: NewMessage, error: &RequestError, timers: &mut Timers) {
        let update = match self.id {
            SlotId::Table => self.post_keeping(new.keeps),
            SlotId::Hand(_) => UpdateKind::Edit,
        };
        self.pending_scan.require_after_post(new.after);
        if new.answers_command {
            debug!(%error, "a command's answer failed and is posted as a message instead");
            self.newest.require(update);
            // If the answer may exist, the post that follows must not ping again: Discord would not recognise it as a
            // repetition, because the answer has no nonce.
            if *error != RequestError::OutcomeUnknown {
                self.newest.keep_ping(new.ping);
            }
            return;
        }
        if is_retried(error) {
            // The next attempt has the same nonce: if this one created a message, Discord does not create
            // another that pings again.
            self.newest.keep_ping(new.ping);
        }
        self.on_write_failed(update, error, timers);
    }

    fn post_keeping(&self, keeps: Option<MessageId>) -> UpdateKind {
        match keeps {
            Some(keeps) if Some(keeps) == self.current.id() => UpdateKind::Append,
            _ => UpdateKind::Replace,
        }
    }

    /// Makes a new message the slot's current one, unless a newer one is known.
    fn adopt_posted(&mut self, message: MessageId, new: NewMessage, timers: &mut Timers) {
        timers.reset(Timer::Write(self.id));
        let is_known = Some(message) <= self.newest_seen;
        self.newest_seen = self.newest_seen.max(Some(message));
        let may_be_old = is_known || self.pending_scan != PendingScan::NotNeeded;
        if std::mem::take(&mut self.may_be_posted) || may_be_old {
            // Discord may have returned the message from an earlier attempt, which may show an older screen.
            self.newest.require(UpdateKind::Edit);
        }
        if new.keeps.is_some() {
            self.newest.replace_instead_of_append();
        }
        let old = self.current.id();
        if let Some(newer) = old.filter(|newer| *newer > message) {
            // A command's answer has appeared below the message in the meantime.
            self.replaced.add(message);
            self.current = CurrentMessage::Unrecorded(newer);
            return;
        }
        if let Some(old) = old.filter(|old| old != &message && Some(*old) != new.keeps) {
            self.replaced.add(old);
        }
        self.recorded = Some(message);
        self.current = CurrentMessage::Unrecorded(message);
    }

    fn on_edited(
        &mut self,
        message: MessageId,
        update: UpdateKind,
        result: OpResult,
        timers: &mut Timers,
    ) {
        match result {
            // The message has been replaced in the meantime, so its content does not matter.
            Err(_) if Some(message) != self.current.id() => {}
            Ok(_) => timers.reset(Timer::Write(self.id)),
            Err(
                error @ (RequestError::UnknownMessage
                | RequestError::TooManyEdits
                | RequestError::ThreadArchived),
            ) if update == UpdateKind::EditOrPost => {
                debug!(%error, "the table's last screen is posted");
                if error == RequestError::UnknownMessage {
                    self.current = CurrentMessage::None;
                }
                self.newest.require(UpdateKind::Replace);
            }
            Err(error) => self.on_write_failed(update, &error, timers),
        }
    }

    fn on_write_failed(&mut self, update: UpdateKind, error: &RequestError, timers: &mut Timers) {
        self.newest.refused();
        match error {
            RequestError::UnknownMessage => {
                self.current = CurrentMessage::None;
                self.report(BoardEvent::Undelivered(DeliveryFailure::MessageLost));
            }
            RequestError::TooManyEdits => {
                self.report(BoardEvent::Undelivered(DeliveryFailure::MessageUnusable));
            }
            // Only a new post reopens the thread.
            RequestError::ThreadArchived if update < UpdateKind::Replace => {
                self.report(BoardEvent::Undelivered(DeliveryFailure::MessageUnusable));
            }
            RequestError::ChannelGone => self.report(BoardEvent::ChannelGone),
            error if is_retried(error) => {
                self.may_be_posted = true;
                self.newest.require(update);
                timers.back_off(Timer::Write(self.id));
            }
            refusal => {
                if *refusal == RequestError::ChannelPaused {
                    // Nothing was sent. A retry shows the newest screen soon after the channel's pause has ended.
                    self.newest.require(update);
                    timers.back_off(Timer::Write(self.id));
                }
                let unwritable = DeliveryFailure::ChannelUnwritable(refusal.write_refusal());
                self.report(BoardEvent::Undelivered(unwritable));
            }
        }
    }

    fn on_scanned(&mut self, since: Since, result: OpResult) {
        match result {
            Ok(Outcome::Found(found)) => self.adopt_newest(&found),
            failed => {
                debug!(
                    ?failed,
                    "the channel could not be scanned for unrecorded messages"
                );
                self.pending_scan.require_after_post(since);
            }
        }
    }

    /// Makes a found message current, unless the current one is newer: a message that already shows the newest screen
    /// (the end of a game), or else the newest live message. Queues the other live messages for deletion.
    fn adopt_newest(&mut self, found: &[FoundMessage]) {
        let current = self.current.id();
        let last = found.last().map(|message| message.id);
        self.newest_seen = self.newest_seen.max(last);
        let game_end = self.shown_game_end(found);
        let live: Vec<_> = found
            .iter()
            .filter(|message| message.game_end.is_none())
            .map(|message| message.id)
            .collect();
        let newest = game_end.or(live.last().copied()).max(current);
        let shows_game_end = game_end.is_some() && game_end == newest;
        if shows_game_end {
            let due = self.confirming_edit();
            self.newest.settle(due);
        }
        let old = live.into_iter().filter(|message| Some(*message) != newest);
        old.for_each(|message| self.replaced.add(message));
        if let Some(newest) = newest.filter(|_| newest != current) {
            self.current = CurrentMessage::Unrecorded(newest);
            self.recorded = Some(newest);
            if !shows_game_end {
                self.newest.replace_instead_of_append();
                self.newest.require(UpdateKind::Edit);
            }
        }
    }

    /// Returns the last message found if the newest screen is the end of a game and the message already shows it.
    fn shown_game_end(&self, found: &[FoundMessage]) -> Option<MessageId> {
        let wanted = game_end_on(self.newest.screen()?)?;
        let last = found.last()?;
        (last.game_end == Some(wanted)).then_some(last.id)
    }

    fn on_recorded(&mut self, message: MessageId, result: OpResult, timers: &mut Timers) {
        match result {
            // Nothing else is written until the message is recorded.
            Err(_) => return timers.back_off(Timer::Record),
            Ok(_) => timers.reset(Timer::Record),
        }
        // If the message is no longer current, a command's answer arrived in the meantime and is recorded next.
        if self.current.id() == Some(message) {
            self.set_recorded(message);
            timers.reset(Timer::Deletion(self.id));
        }
    }

    fn set_recorded(&mut self, message: MessageId) {
        self.recorded = Some(message);
        self.current = CurrentMessage::Recorded(message);
        self.report(BoardEvent::Shown);
        self.start_scan_after_post();
    }

    fn on_deleted(&mut self, message: MessageId, result: OpResult, timers: &mut Timers) {
        if let Err(error) = &result {
            debug!(%error, "a replaced table message was not deleted");
        }
        self.replaced
            .on_deleted(self.id, message, &result.map(drop), timers);
    }

    fn report(&mut self, event: BoardEvent) {
        self.events.push_back(event);
    }

    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }

    pub(super) fn poll_event(&mut self) -> Option<BoardEvent> {
        self.events.pop_front()
    }

    /// Shows the newest screen after a pause. If the message was lost, first scans the channel for another.
    pub(super) fn retry_later(&mut self, timers: &mut Timers) {
        if self.current == CurrentMessage::None {
            let since = self.recorded;
            self.pending_scan = PendingScan::BeforeWrite { since };
        }
        self.newest.require(UpdateKind::Edit);
        timers.back_off(Timer::Write(self.id));
    }

    pub(super) fn direct_message(&self) -> Option<DirectMessage> {
        let Some(Place::Direct(channel, _)) = self.place else {
            return None;
        };
        let message = self.current.id()?.get();
        Some(DirectMessage { channel, message })
    }

    /// Returns true if the last screen has been shown or given up.
    pub(super) fn is_finished(&self) -> bool {
        self.is_last && self.is_settled() && self.in_flight.is_empty()
    }

    pub(super) fn recorded(&self) -> Option<MessageId> {
        self.recorded
    }

    pub(super) fn place(&self) -> TablePlace {
        let is_due = self.newest.due() >= Some(UpdateKind::Replace);
        TablePlace {
            message: self.current.id(),
            is_posting: is_due || self.in_flight.is_posting(),
        }
    }

    /// Returns true if no update, record or deletion remains. A post or an edit may still be in flight.
    pub(super) fn is_settled(&self) -> bool {
        let is_named = !self.current.is_unrecorded();
        self.newest.due().is_none() && self.replaced.is_empty() && is_named
    }
}

/// Returns true if a post or edit that failed with this error is retried without a report to the table.
fn is_retried(error: &RequestError) -> bool {
    matches!(
        error,
        RequestError::OutcomeUnknown | RequestError::DeadlineExceeded
    )
}

fn message_of(id: u64) -> Option<MessageId> {
    (id != 0).then(|| MessageId::new(id))
}
