//! One table's screens as a state machine without I/O: its public message and its players' private
//! panels. It keeps the newest screen of each and has at most one write in flight for each, so that a
//! slow Discord gets the newest screen and skips those in between.
//!
//! It must never let an older screen overwrite a newer one, never leave two messages of one table in
//! the channel, and never send a private screen to a public message. It knows no network, no journal,
//! no clock and no task: `board_runner` passes in what happened and carries out the requests.
//!
//! - the public message: `public_message`, its next requests: `public_message/next_request`; what it has to
//!   show: `newest_screen`; which message it is: `current_message`; older ones: `replaced_messages`; those
//!   that nobody recorded: `pending_scan`
//! - requests on their way: `in_flight`; the requests themselves and their completions: `request`
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
use table::direct_hand::{HandId, HandPlace};
use table::effect::{Answer, MessageUpdate, Urgency};
use table::ids::UserId;
use table::screen::Screen;
use tokio::time::Instant;

use crate::callback::Callback;
use direct_hands::DirectHands;
pub use initial_state::InitialState;
use interaction_answers::InteractionAnswers;
use panels::{NextScreen, PanelUpdate, Panels, clicked_panel};
use public_message::PublicMessage;
use refusal_messages::RefusalMessages;
pub use request::BoardEvent;
pub(super) use request::{
    Completion, HandRequest, NewMessage, Post, PrivateMessage, PublicCompletion, PublicRequest,
    Record, RecordResult, Request,
};
use request::{NoticeAnswer, PlainAnswer};

/// Something that a message board has to know.
#[derive(Debug)]
pub(super) enum BoardInput {
    /// The table has an answer for an interaction.
    Answer(Callback, Answer),
    /// The table has a newer screen for its public message.
    Show(Screen, MessageUpdate, Urgency),
    /// The table has a newer screen for a person's newest panel; true if they must see it.
    RefreshPanel(UserId, Screen, bool),
    /// The table has nothing more for a person's panel.
    DeletePanel(UserId),
    /// The table has a newer screen for a hand as a direct message; true if it asks its owner to act.
    ShowHand(HandId, Screen, HandPlace, bool),
    /// The table has the last screen for a hand as a direct message.
    FinishHand(HandId, Screen, HandPlace),
    /// A request has completed.
    Completed(Completion),
    /// The time of [`MessageBoard::poll_timeout`] has come.
    TimedOut,
    /// The table needs the board no more. Only completions follow.
    Closed,
}

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

    /// Takes an input at this time. Afterwards all requests, all events and the time-out are to be
    /// polled anew.
    pub(super) fn handle(&mut self, input: BoardInput, now: Instant) {
        match input {
            BoardInput::Answer(callback, answer) => self.answer(callback, answer, now),
            BoardInput::Show(screen, update, urgency) => {
                self.public.show(screen, update, urgency);
            }
            BoardInput::RefreshPanel(user, screen, below) => {
                let next = NextScreen { screen, below };
                self.update_panel(user, PanelUpdate::Show(next), now);
            }
            BoardInput::DeletePanel(user) => self.update_panel(user, PanelUpdate::Delete, now),
            BoardInput::ShowHand(hand, screen, place, urgent) => {
                self.hands.show(hand, screen, place, urgent);
            }
            BoardInput::FinishHand(hand, screen, place) => self.hands.finish(hand, screen, place),
            BoardInput::Completed(completion) => self.complete(completion, now),
            BoardInput::TimedOut => {
                self.public.end_due_pauses(now);
                self.hands.end_due_pauses(now);
            }
            BoardInput::Closed => {
                self.public.close();
                self.panels.close(now);
                self.hands.close();
            }
        }
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

    /// Returns the time at which [`BoardInput::TimedOut`] is due, if no other input comes before.
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

    fn answer(&mut self, mut callback: Callback, answer: Answer, now: Instant) {
        self.note_deleted(&mut callback);
        let plain = PlainAnswer(());
        let to_acknowledge = match answer {
            Answer::Table(screen) => self.public.answer_click(callback, screen),
            Answer::Hand(hand, screen) => self.hands.answer(callback, hand, screen, now),
            Answer::Acknowledge
                if clicked_panel(&callback).is_some() && !self.panels.is_outdated(&callback) =>
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
                    .push(Request::AnswerObsolete(plain, callback, screen));
                None
            }
            Answer::Note(screen) => {
                self.answer_with_note(callback, screen);
                None
            }
        };
        if let Some(callback) = to_acknowledge {
            self.answers.acknowledge(callback);
        }
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

    fn answer_with_note(&mut self, callback: Callback, screen: Screen) {
        let note = NoticeAnswer::note(callback, &screen);
        self.answers.push(Request::AnswerWithNote(note, screen));
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
        let is_above = match clicked_panel(&callback) {
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
        if clicked_panel(callback).is_some_and(|clicked| !self.panels.is_newest(user, clicked)) {
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
        self.answers
            .push(Request::AnswerWithRefusal(refusal, screen));
        None
    }

    fn complete(&mut self, completion: Completion, now: Instant) {
        match completion {
            Completion::Public(completion) => self.public.complete(completion, now),
            Completion::PanelAnswered(answer, result) => {
                let table = self.public.place();
                if self.panels.on_answered(&answer, &result, table, now) {
                    self.replace_notice(&answer.callback, now);
                }
            }
            Completion::PanelFollowedUp(panel, result) => {
                let (table, callback) = (self.public.place(), panel.0.clone());
                if self.panels.on_followed_up(panel, &result, table, now) {
                    self.replace_notice(&callback, now);
                }
            }
            Completion::PanelEdited(panel, result) => {
                let table = self.public.place();
                self.panels.on_edited(panel, &result, table, now);
            }
            Completion::NoticeAnswered(notice, result) => {
                self.answers.on_completed();
                if result.is_ok() {
                    let older = self.refusals.on_shown(notice, now);
                    self.delete_notice(older, now);
                }
            }
            Completion::HandShown(hand, result) => self.hands.on_shown(hand, result, now),
            Completion::HandAnswered(hand, result) => self.hands.on_answered(hand, &result),
            Completion::Answered(_) => self.answers.on_completed(),
            Completion::PrivateDeleted => {}
        }
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
