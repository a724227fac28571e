//! A state machine without I/O for one table's screens: its public message, and its players' panels and hands as direct
//! messages. Except to answer an interaction, it edits a message only after the previous write has completed, and then
//! with the newest screen. When Discord is slow, intermediate screens are therefore skipped.
//!
//! An older screen must never overwrite a newer one, a table must never be left with two live messages in the channel,
//! and a private screen must never be sent to a public message. The board has no network, journal, clock or tasks:
//! `board_runner` reports events to it and carries out its requests.
//!
//! # How to drive it
//!
//! The board changes when one of these is called with the current time:
//! - [`MessageBoard::handle`] with an effect from the table
//! - [`MessageBoard::answer`] with an interaction and the table's answer to it
//! - [`MessageBoard::complete`] with the outcome of a request and the request's key
//! - [`MessageBoard::time_out`] when the time returned by [`MessageBoard::poll_timeout`] has come
//! - [`MessageBoard::close`] when the table no longer needs the board; only completions follow
//!
//! After [`MessageBoard::new`] and after each of these calls, poll in this order:
//! 1. [`MessageBoard::poll_request`] until it returns `None`. Requests may run concurrently and complete in any order.
//! 2. [`MessageBoard::poll_event`] until it returns `None`. An event may lead to the next effect.
//! 3. [`MessageBoard::poll_timeout`], which replaces the previous timeout.
//!
//! # Where to look
//!
//! - a slot's message: `slot`; its next requests: `slot/next_request`; the screen to show: `newest_screen`; which
//!   message it is, and whether it must be searched for: `slot/known_messages`; older ones: `replaced_messages`
//! - requests in flight: `in_flight`; the requests themselves, their keys and outcomes: `request`
//! - all pauses: `timers`
//! - private panels: `panels`; hands as direct messages: `direct_hands`; other answers: `interaction_answers`; notices
//!   that replace each other: `refusal_messages`

mod direct_hands;
mod in_flight;
mod interaction_answers;
mod newest_screen;
mod panels;
mod refusal_messages;
mod replaced_messages;
mod request;
mod slot;
#[cfg(test)]
mod tests;
mod timers;

use serenity::model::id::MessageId;
use table::effect::{Answer, Effect};
use table::ids::UserId;
use table::screen::Screen;
use tokio::time::Instant;

use crate::RequestError;
use crate::callback::Callback;
use direct_hands::DirectHands;
use interaction_answers::InteractionAnswers;
use panels::{NextScreen, PanelUpdate, Panels};
use refusal_messages::NoticeAnswer;
use refusal_messages::RefusalMessages;
pub use request::BoardEvent;
pub(super) use request::{
    Key, Op, OpResult, Outcome, Place, Post, PrivateMessage, Reply, Request, SlotId,
};
use slot::Slot;
pub use slot::known_messages::InitialState;
use timers::{Timer, Timers};

pub(super) struct MessageBoard {
    table: Slot,
    panels: Panels,
    hands: DirectHands,
    answers: InteractionAnswers,
    refusals: RefusalMessages,
    timers: Timers,
}

impl MessageBoard {
    /// Returns a board that starts with these messages. It may already have requests.
    pub(super) fn new(initial: &InitialState, now: Instant) -> Self {
        let mut board = Self {
            table: Slot::new(SlotId::Table, Some(Place::Table), initial),
            panels: Panels::default(),
            hands: DirectHands::default(),
            answers: InteractionAnswers::default(),
            refusals: RefusalMessages::default(),
            timers: Timers::new(now),
        };
        board.start_requests();
        board
    }

    /// Handles an effect that shows, updates or deletes a message. Ignores other effects, which the driver handles.
    pub(super) fn handle(&mut self, effect: Effect, now: Instant) {
        self.timers.advance(now);
        match effect {
            Effect::UpdateMessage {
                screen,
                update,
                urgency,
            } => self.table.show(screen, update, urgency, &mut self.timers),
            Effect::RefreshPanel {
                user,
                screen,
                below,
            } => {
                let next = NextScreen { screen, below };
                self.update_panel(user, PanelUpdate::Show(next));
            }
            Effect::DeletePanel { user } => self.update_panel(user, PanelUpdate::Delete),
            Effect::ShowHand {
                hand,
                screen,
                place,
                urgent,
            } => {
                let timers = &mut self.timers;
                self.hands.show(hand, screen, place, urgent, timers);
            }
            Effect::FinishHand {
                hand,
                screen,
                place,
            } => self.hands.finish(hand, screen, place, &mut self.timers),
            Effect::Answer { .. }
            | Effect::HandExplained { .. }
            | Effect::CallPlayers(_)
            | Effect::ComputeChoice(_)
            | Effect::Close => {}
        }
        self.start_requests();
    }

    pub(super) fn time_out(&mut self, now: Instant) {
        self.timers.advance(now);
        self.start_requests();
    }

    pub(super) fn close(&mut self, now: Instant) {
        self.timers.advance(now);
        // There will be no further timeout, so all pauses end now, except those before writes and deletions of the
        // table's own messages.
        let of_table = |slot: SlotId| slot == SlotId::Table;
        let is_left = |timer| match timer {
            Timer::Write(slot) | Timer::Deletion(slot) | Timer::Throttle(slot) => of_table(slot),
            Timer::Record | Timer::Panel(_) => false,
        };
        self.timers.reset_all(|timer| !is_left(timer));
        self.panels.close();
        self.start_requests();
    }

    fn start_requests(&mut self) {
        self.table.start_requests(&self.timers);
        self.hands.start_requests(&mut self.timers);
        let table = self.table.place();
        self.panels.end_waits(table, &mut self.timers);
    }

    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.answers
            .poll_request()
            .or_else(|| self.panels.poll_request())
            .or_else(|| self.table.poll_request())
            .or_else(|| self.hands.poll_request())
    }

    pub(super) fn poll_event(&mut self) -> Option<BoardEvent> {
        self.table.poll_event().or_else(|| self.hands.poll_event())
    }

    /// Returns when [`Self::time_out`] is due, or `None` if the board is not waiting for a pause to end.
    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        self.timers.next_timeout(|timer| match timer {
            Timer::Throttle(SlotId::Table) => self.table.is_low_urgency_edit_due(),
            Timer::Throttle(SlotId::Hand(hand)) => self
                .hands
                .slot(hand)
                .is_some_and(Slot::is_low_urgency_edit_due),
            _ => true,
        })
    }

    pub(super) fn recorded(&self) -> Option<MessageId> {
        self.table.recorded()
    }

    pub(super) fn is_settled(&self) -> bool {
        self.table.is_settled() && self.hands.is_settled()
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.is_settled() && self.poll_timeout().is_none()
    }

    pub(super) fn answer(&mut self, mut callback: Callback, answer: Answer, now: Instant) {
        self.timers.advance(now);
        self.note_deleted(&mut callback);
        let to_acknowledge = match answer {
            Answer::Table(screen) => self.table.answer_click(callback, screen, &mut self.timers),
            Answer::Hand(hand, screen) => match self.hands.slot_mut(hand) {
                Some(slot) => slot.answer_click(callback, screen, &mut self.timers),
                None => self.edit_clicked(callback, screen),
            },
            Answer::Acknowledge
                if callback.clicked_panel().is_some() && !self.panels.is_outdated(&callback) =>
            {
                self.adopt_clicked(&callback);
                self.panels.acknowledge(callback, None);
                None
            }
            Answer::Acknowledge => Some(callback),
            Answer::Refusal(screen) => self.refuse(callback, screen),
            Answer::Public(screen) => {
                self.table.answer_command(callback, screen);
                None
            }
            Answer::Panel(screen) => {
                let below = false;
                self.answer_by_panel(callback, NextScreen { screen, below }, true)
            }
            Answer::PanelBelow(screen) => {
                let below = true;
                self.answer_by_panel(callback, NextScreen { screen, below }, false)
            }
            Answer::RefusalBelow(screen) => {
                let below = true;
                self.answer_by_panel(callback, NextScreen { screen, below }, true)
            }
            Answer::Obsolete(screen) => self.edit_clicked(callback, screen),
            Answer::Note(screen) => {
                self.push_notice(NoticeAnswer::note(callback, &screen), screen);
                None
            }
        };
        if let Some(callback) = to_acknowledge {
            self.answers.acknowledge(callback);
        }
        self.start_requests();
    }

    /// Answers by editing the clicked message, or with a new private message if it is gone. Returns `None`, because
    /// either also acknowledges the click.
    fn edit_clicked(&mut self, callback: Callback, screen: Screen) -> Option<Callback> {
        let reply = Reply::EditOrNote(screen);
        self.answers.push(Key::Answer, callback, reply);
        None
    }

    /// Treats a click on a deleted private message as a click on the table, so that the click is answered with a
    /// new message.
    fn note_deleted(&self, callback: &mut Callback) {
        if let Some(clicked) = &mut callback.clicked
            && clicked.private
        {
            clicked.private = !self.panels.has_deleted(clicked.message);
        }
    }

    fn update_panel(&mut self, user: UserId, update: PanelUpdate) {
        let table = self.table.place();
        self.panels.update(user, update, table, &mut self.timers);
    }

    fn push_notice(&mut self, notice: NoticeAnswer, screen: Screen) {
        let callback = notice.callback.clone();
        self.answers
            .push(Key::Notice(notice), callback, Reply::Note(screen));
    }

    /// Answers with the person's panel. If the panel must be moved below the table's message, it is sent there after
    /// the answer, and the answer also shows it only if `at_once` is true. Returns the click if the person's panel
    /// already answers a later interaction, so that only an acknowledgement is needed.
    fn answer_by_panel(
        &mut self,
        callback: Callback,
        next: NextScreen,
        at_once: bool,
    ) -> Option<Callback> {
        if self.panels.is_outdated(&callback) {
            return self.answer_late(callback, next);
        }
        self.adopt_clicked(&callback);
        let table = self.table.place();
        let is_above = match callback.clicked_panel() {
            Some(panel) => table.is_posting || Some(panel) < table.message,
            // A command can only be answered with a message.
            None => table.is_posting && callback.clicked.is_some(),
        };
        let moves = next.below && is_above;
        if at_once || !moves {
            self.panels.answer(callback, next.screen, moves)
        } else {
            self.panels.acknowledge(callback, Some(next.screen))
        }
        None
    }

    /// Answers an interaction that was delivered twice, or that arrives after the same person's later one. An
    /// unanswered command gets a new panel. Otherwise updates the existing panel, and returns the click if it needs
    /// an acknowledgement.
    fn answer_late(&mut self, callback: Callback, next: NextScreen) -> Option<Callback> {
        let is_answered = self.panels.is_answering(&callback);
        if callback.clicked.is_none() && !is_answered {
            self.panels.answer(callback, next.screen, false);
            return None;
        }
        self.update_panel(callback.user, PanelUpdate::Show(next));
        (!is_answered).then_some(callback)
    }

    /// Forgets a person's notice if they clicked on a private message that is not known to be their panel: the click
    /// may turn the notice into the panel.
    fn adopt_clicked(&mut self, callback: &Callback) {
        let user = callback.user;
        let clicked = callback.clicked_panel();
        if clicked.is_some_and(|clicked| !self.panels.is_newest(user, clicked)) {
            self.refusals.forget(user);
        }
    }

    /// Answers with a refusal. If the person has just received the same refusal, returns the click to be
    /// acknowledged instead.
    fn refuse(&mut self, callback: Callback, screen: Screen) -> Option<Callback> {
        let refusal = NoticeAnswer::refusal(callback, &screen);
        if self.refusals.repeats(&refusal, self.timers.now()) {
            return Some(refusal.callback);
        }
        self.push_notice(refusal, screen);
        None
    }

    pub(super) fn complete(&mut self, key: Key, result: OpResult, now: Instant) {
        self.timers.advance(now);
        let table = self.table.place();
        let timers = &mut self.timers;
        match key {
            Key::Slot(SlotId::Table, id) => self.table.complete(id, result, timers),
            Key::Slot(SlotId::Hand(hand), id) => self.hands.complete(hand, id, result, timers),
            Key::Panel(answer) => {
                if self.panels.on_answered(&answer, &result, table, timers) {
                    self.replace_notice(&answer.callback);
                }
            }
            Key::FollowUp(callback) => {
                let created = result
                    .and_then(|outcome| outcome.created().ok_or(RequestError::OutcomeUnknown));
                if self
                    .panels
                    .on_followed_up(&callback, &created, table, timers)
                {
                    self.replace_notice(&callback);
                }
            }
            Key::PanelEdit(panel) => self.panels.on_edited(panel, &result, table, timers),
            Key::Notice(notice) => {
                self.answers.on_completed();
                if result.is_ok() {
                    let older = self.refusals.on_shown(notice, now);
                    self.delete_notice(older);
                }
            }
            Key::Answer => self.answers.on_completed(),
            Key::Deletion => {}
        }
        self.start_requests();
    }

    /// Called once this interaction's panel is in a new message. Deletes the person's notice unless it is newer.
    fn replace_notice(&mut self, callback: &Callback) {
        let now = self.timers.now();
        let older = self
            .refusals
            .take_before(callback.user, callback.received, now);
        self.delete_notice(older);
    }

    fn delete_notice(&mut self, answered: Option<Callback>) {
        if let Some(callback) = answered {
            let notice = PrivateMessage {
                callback,
                id: None,
                follows_up: false,
            };
            self.panels.delete_messages([notice], self.timers.now());
        }
    }
}
