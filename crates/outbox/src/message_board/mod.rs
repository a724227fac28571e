//! One table's screens as a state machine without I/O: its public message and its players' private
//! panels. It keeps the newest screen of each and has at most one write in flight for each, so that a
//! slow Discord gets the newest screen and skips those in between.
//!
//! It must never let an older screen overwrite a newer one, never leave two messages of one table in
//! the channel, and never send a private screen to a public message. It knows no network, no journal,
//! no clock and no task: `board_runner` passes in what happened and carries out the requests.
//!
//! [`MessageBoard::handle`] takes an effect of the table and [`MessageBoard::answer`] its answer to an interaction,
//! [`MessageBoard::complete`] the result of a request by its key, [`MessageBoard::time_out`] that the time of
//! [`MessageBoard::poll_timeout`] has come, and [`MessageBoard::close`] that the table is done. After each of them,
//! poll all requests, which may be carried out at the same time and in any order, then all events, then the time-out.
//!
//! - the public message: `public_message`, its next requests: `public_message/next_request`; what it has to
//!   show: `newest_screen`; which message it is: `current_message`; older ones: `replaced_messages`; those
//!   that nobody recorded: `pending_scan`
//! - requests on their way: `in_flight`; the requests themselves, their keys and outcomes: `request`
//! - private panels: `panels`; hands as direct messages: `direct_hands`;
//!   other answers: `interaction_answers`; notices that replace each other: `refusal_messages`

mod backoff;
mod current_message;
mod direct_hands;
mod in_flight;
mod initial_state;
mod interaction_answers;
mod newest_screen;
mod panels;
mod pending_scan;
mod public_message;
mod refusal_messages;
mod replaced_messages;
mod request;
#[cfg(test)]
mod tests;

use serenity::model::id::MessageId;
use table::effect::{Answer, Effect};
use table::ids::UserId;
use table::screen::Screen;
use tokio::time::Instant;

use crate::RequestError;
use crate::callback::Callback;
use direct_hands::DirectHands;
pub use initial_state::InitialState;
use interaction_answers::InteractionAnswers;
use panels::{NextScreen, PanelUpdate, Panels};
use public_message::PublicMessage;
use refusal_messages::RefusalMessages;
pub use request::BoardEvent;
use request::NoticeAnswer;
pub(super) use request::{
    HandRequest, Key, Op, OpResult, Outcome, Post, PrivateMessage, Reply, Request,
};

/// The screens of one table.
#[derive(Default)]
pub(super) struct MessageBoard {
    public: PublicMessage,
    panels: Panels,
    hands: DirectHands,
    answers: InteractionAnswers,
    refusals: RefusalMessages,
}

impl MessageBoard {
    /// Returns a board that begins with these messages. It may have requests already.
    pub(super) fn new(initial: &InitialState) -> Self {
        let mut board = Self {
            public: PublicMessage::new(initial),
            ..Self::default()
        };
        board.public.start_requests();
        board
    }

    /// Takes a screen that the table shows, or the end of one. Effects that show nothing are the driver's.
    pub(super) fn handle(&mut self, effect: Effect, now: Instant) {
        match effect {
            Effect::UpdateMessage {
                screen,
                update,
                urgency,
            } => self.public.show(screen, update, urgency),
            Effect::RefreshPanel {
                user,
                screen,
                below,
            } => {
                let next = NextScreen { screen, below };
                self.update_panel(user, PanelUpdate::Show(next), now);
            }
            Effect::DeletePanel { user } => self.update_panel(user, PanelUpdate::Delete, now),
            Effect::ShowHand {
                hand,
                screen,
                place,
                urgent,
            } => self.hands.show(hand, screen, place, urgent),
            Effect::FinishHand {
                hand,
                screen,
                place,
            } => self.hands.finish(hand, screen, place),
            Effect::Answer { .. }
            | Effect::HandExplained { .. }
            | Effect::ComputeChoice(_)
            | Effect::Close => {}
        }
        self.start_requests(now);
    }

    /// The time of [`Self::poll_timeout`] has come.
    pub(super) fn time_out(&mut self, now: Instant) {
        self.public.end_due_pauses(now);
        self.hands.end_due_pauses(now);
        self.start_requests(now);
    }

    /// The table needs the board no more. Only completions follow.
    pub(super) fn close(&mut self, now: Instant) {
        self.public.close();
        self.panels.close(now);
        self.hands.close();
        self.start_requests(now);
    }

    fn start_requests(&mut self, now: Instant) {
        self.public.start_requests();
        self.hands.start_requests();
        self.panels.end_waits(self.public.place(), now);
    }

    /// Returns the next request to carry out, or `None` if there is none now.
    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.answers
            .poll_request()
            .or_else(|| self.panels.poll_request())
            .or_else(|| self.public.poll_request())
            .or_else(|| self.hands.poll_request())
    }

    pub(super) fn poll_event(&mut self) -> Option<BoardEvent> {
        self.public.poll_event().or_else(|| self.hands.poll_event())
    }

    /// Returns the time at which [`Self::time_out`] is due, if nothing else comes before.
    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        let timeouts = [
            self.public.poll_timeout(),
            self.panels.poll_timeout(),
            self.hands.poll_timeout(),
        ];
        timeouts.into_iter().flatten().min()
    }

    /// Returns the message that the journal names or is about to.
    pub(super) fn recorded(&self) -> Option<MessageId> {
        self.public.recorded()
    }

    /// Returns true if the newest screen is shown and every replaced message deleted, or can never be.
    pub(super) fn is_settled(&self) -> bool {
        self.public.is_settled() && self.hands.is_settled()
    }

    /// Returns true if nothing is to be sent, now or later, until the table has something new.
    pub(super) fn is_quiet(&self) -> bool {
        self.is_settled() && self.poll_timeout().is_none()
    }

    /// Answers an interaction as the table wants it.
    pub(super) fn answer(&mut self, mut callback: Callback, answer: Answer, now: Instant) {
        self.note_deleted(&mut callback);
        let to_acknowledge = match answer {
            Answer::Table(screen) => self.public.answer_click(callback, screen),
            Answer::Hand(hand, screen) => self.hands.answer(callback, hand, screen, now),
            Answer::Acknowledge
                if callback.clicked_panel().is_some() && !self.panels.is_outdated(&callback) =>
            {
                self.adopt_clicked(&callback);
                self.panels.acknowledge(callback, None);
                None
            }
            Answer::Acknowledge => Some(callback),
            Answer::Refusal(screen) => self.refuse(callback, screen, now),
            Answer::Public(screen) => {
                self.public.answer_command(callback, screen);
                None
            }
            Answer::Panel(screen) => {
                let below = false;
                self.answer_by_panel(callback, NextScreen { screen, below }, true, now)
            }
            Answer::PanelBelow(screen) => {
                let below = true;
                self.answer_by_panel(callback, NextScreen { screen, below }, false, now)
            }
            Answer::RefusalBelow(screen) => {
                let below = true;
                self.answer_by_panel(callback, NextScreen { screen, below }, true, now)
            }
            Answer::Obsolete(screen) => {
                self.answers
                    .push(Key::Answer, callback, Reply::Edit(screen));
                None
            }
            Answer::Note(screen) => {
                self.push_notice(NoticeAnswer::note(callback, &screen), screen);
                None
            }
        };
        if let Some(callback) = to_acknowledge {
            self.answers.acknowledge(callback);
        }
        self.start_requests(now);
    }

    /// Lets a click on a private message that is gone be answered as one on the table: by a new message.
    fn note_deleted(&self, callback: &mut Callback) {
        if let Some(clicked) = &mut callback.clicked
            && clicked.private
        {
            clicked.private = !self.panels.has_deleted(clicked.message);
        }
    }

    fn update_panel(&mut self, user: UserId, update: PanelUpdate, now: Instant) {
        self.panels.update(user, update, self.public.place(), now);
    }

    fn push_notice(&mut self, notice: NoticeAnswer, screen: Screen) {
        let callback = notice.callback.clone();
        self.answers
            .push(Key::Notice(notice), callback, Reply::Note(screen));
    }

    /// Answers with the person's panel: below the table's message, if it must be seen and would be above that;
    /// where it was clicked as well, if it is to be shown at once. Returns the click if it is to be acknowledged,
    /// because a later one has brought the panel already.
    fn answer_by_panel(
        &mut self,
        callback: Callback,
        next: NextScreen,
        at_once: bool,
        now: Instant,
    ) -> Option<Callback> {
        if self.panels.is_outdated(&callback) {
            return self.answer_late(callback, next, now);
        }
        self.adopt_clicked(&callback);
        let table = self.public.place();
        let is_above = match callback.clicked_panel() {
            Some(panel) => table.is_posting || Some(panel) < table.message,
            // A command can only be answered by a message.
            None => table.is_posting && callback.clicked.is_some(),
        };
        let moves = next.below && is_above;
        match at_once || !moves {
            true => self.panels.answer(callback, next.screen, moves),
            false => self.panels.acknowledge(callback, Some(next.screen)),
        }
        None
    }

    /// Answers an interaction that was delivered again, or after a later one of the same person. Their panel
    /// stays the one that the later one has brought; only a command has to be answered by a new one.
    fn answer_late(
        &mut self,
        callback: Callback,
        next: NextScreen,
        now: Instant,
    ) -> Option<Callback> {
        let is_answered = self.panels.is_answering(&callback);
        if callback.clicked.is_none() && !is_answered {
            self.panels.answer(callback, next.screen, false);
            return None;
        }
        self.update_panel(callback.user, PanelUpdate::Show(next), now);
        (!is_answered).then_some(callback)
    }

    /// Forgets the notice of a person who clicked on a private message that is not known as their panel: it
    /// may be that one, and becomes the panel.
    fn adopt_clicked(&mut self, callback: &Callback) {
        let user = callback.user;
        let clicked = callback.clicked_panel();
        if clicked.is_some_and(|clicked| !self.panels.is_newest(user, clicked)) {
            self.refusals.forget(user);
        }
    }

    /// Answers with a refusal. Returns the click, which is to be acknowledged, if its person has just got the
    /// same refusal.
    fn refuse(&mut self, callback: Callback, screen: Screen, now: Instant) -> Option<Callback> {
        let refusal = NoticeAnswer::refusal(callback, &screen);
        if self.refusals.repeats(&refusal, now) {
            return Some(refusal.callback);
        }
        self.push_notice(refusal, screen);
        None
    }

    /// Takes the result of a request with this key.
    pub(super) fn complete(&mut self, key: Key, result: OpResult, now: Instant) {
        let table = self.public.place();
        match key {
            Key::Public(id) => self.public.complete(id, result, now),
            Key::Panel(answer) => {
                if self.panels.on_answered(&answer, &result, table, now) {
                    self.replace_notice(&answer.callback, now);
                }
            }
            Key::FollowUp(callback) => {
                let created = result.map(|outcome| outcome.created());
                let created = created.and_then(|id| id.ok_or(RequestError::OutcomeUnknown));
                if self.panels.on_followed_up(&callback, &created, table, now) {
                    self.replace_notice(&callback, now);
                }
            }
            Key::PanelEdit(panel) => self.panels.on_edited(panel, &result, table, now),
            Key::Notice(notice) => {
                self.answers.on_completed();
                if result.is_ok() {
                    let older = self.refusals.on_shown(notice, now);
                    self.delete_notice(older, now);
                }
            }
            Key::Hand(hand) => self.hands.on_shown(hand, result, now),
            Key::HandAnswer(hand) => self.hands.on_answered(hand, &result),
            Key::Answer => self.answers.on_completed(),
            Key::Deletion => {}
        }
        self.start_requests(now);
    }

    /// Deletes the notice that a person got before the click whose panel is shown now.
    fn replace_notice(&mut self, callback: &Callback, now: Instant) {
        let older = self
            .refusals
            .take_before(callback.user, callback.received, now);
        self.delete_notice(older, now);
    }

    fn delete_notice(&mut self, answered: Option<Callback>, now: Instant) {
        if let Some(callback) = answered {
            let notice = PrivateMessage {
                callback,
                id: None,
                follows_up: false,
            };
            self.panels.delete_messages([notice], now);
        }
    }
}
