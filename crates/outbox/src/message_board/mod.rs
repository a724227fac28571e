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
//!   other answers: `interaction_answers`; refusals that replace each other: `refusal_messages`

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
use panels::Panels;
use public_message::PublicMessage;
use refusal_messages::{RefusalMessages, Words};
pub use request::BoardEvent;
pub(super) use request::{
    Completion, HandRequest, MessageSource, NewMessage, Post, PublicCompletion, PublicRequest,
    Record, RecordResult, Request,
};
use request::{PlainAnswer, RefusalAnswer};

/// Something that a message board has to know.
#[derive(Debug)]
pub(super) enum BoardInput {
    /// The table has an answer for an interaction.
    Answer(Callback, Answer),
    /// The table has a newer screen for its public message.
    Show(Screen, MessageUpdate, Urgency),
    /// The table has a newer screen for a person's newest panel.
    RefreshPanel(UserId, Screen),
    /// The table has a newer screen for a hand as a direct message; true if it asks its owner to act.
    ShowHand(HandId, Screen, HandPlace, bool),
    /// The table has the last screen for a hand as a direct message.
    FinishHand(HandId, Screen, HandPlace),
    /// Another process has posted for the table: the board begins anew with these messages.
    Reset(InitialState),
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
        let mut board = Self::default();
        board.public.load(initial);
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
            BoardInput::RefreshPanel(user, screen) => self.panels.refresh(user, screen, now),
            BoardInput::ShowHand(hand, screen, place, urgent) => {
                self.hands.show(hand, screen, place, urgent);
            }
            BoardInput::FinishHand(hand, screen, place) => self.hands.finish(hand, screen, place),
            BoardInput::Reset(state) => {
                self.public.load(&state);
                self.hands.reset();
            }
            BoardInput::Completed(completion) => self.complete(completion, now),
            BoardInput::TimedOut => {
                self.public.end_due_pauses(now);
                self.panels.end_rests(now);
                self.hands.end_due_pauses(now);
            }
            BoardInput::Closed => {
                self.public.close();
                self.hands.close();
            }
        }
        self.public.start_requests();
        self.hands.start_requests();
    }

    /// Returns the next request to carry out, or `None` if there is none now.
    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.answers
            .poll_request()
            .or_else(|| self.panels.poll_request())
            .or_else(|| self.public.poll_request())
            .or_else(|| self.hands.poll_request())
    }

    /// Returns the next event for the table.
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

    fn answer(&mut self, callback: Callback, answer: Answer, now: Instant) {
        if sends_private_message(&callback, &answer) {
            self.refusals.forget(callback.user);
        }
        let plain = PlainAnswer(());
        let to_acknowledge = match answer {
            Answer::Table(screen) => self.public.answer_click(callback, screen),
            Answer::Hand(hand, screen) => self.hands.answer(callback, hand, screen, now),
            Answer::Acknowledge => Some(callback),
            Answer::Refusal(screen) => self.refuse(callback, screen, now),
            Answer::Public(screen) => {
                self.public.answer_command(callback, screen);
                None
            }
            Answer::Panel(screen) => {
                self.panels.answer(callback, screen);
                None
            }
            Answer::Obsolete(screen) => {
                self.answers
                    .push(Request::AnswerObsolete(plain, callback, screen));
                None
            }
            Answer::Note(screen) => {
                self.answers
                    .push(Request::AnswerWithNote(plain, callback, screen));
                None
            }
        };
        if let Some(callback) = to_acknowledge {
            self.answers.acknowledge(callback);
        }
    }

    /// Answers with a refusal. Returns the click, which is to be acknowledged, if its person has just got the
    /// same refusal.
    fn refuse(&mut self, callback: Callback, screen: Screen, now: Instant) -> Option<Callback> {
        let words = Words::of(&screen);
        let refusal = RefusalAnswer { callback, words };
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
            Completion::PanelAnswered(panel, result) => {
                self.panels.on_answered(panel, &result, now);
            }
            Completion::PanelEdited(panel, result) => self.panels.on_edited(panel, &result, now),
            Completion::RefusalAnswered(refusal, result) => {
                self.answers.on_completed();
                if result.is_ok()
                    && let Some(older) = self.refusals.on_shown(refusal, now)
                {
                    let delete = Request::DeleteRefusal(PlainAnswer(()), older);
                    self.answers.push(delete);
                }
            }
            Completion::HandShown(hand, result) => self.hands.on_shown(hand, result, now),
            Completion::HandAnswered(hand, result) => self.hands.on_answered(hand, &result),
            Completion::Answered(_) => self.answers.on_completed(),
        }
    }
}

/// Returns true if an answer is a new private message other than a refusal. A panel that was clicked is
/// edited instead.
fn sends_private_message(callback: &Callback, answer: &Answer) -> bool {
    match answer {
        Answer::Note(_) => true,
        Answer::Panel(_) => !callback.clicked.is_some_and(|clicked| clicked.private),
        Answer::Table(_)
        | Answer::Refusal(_)
        | Answer::Public(_)
        | Answer::Hand(..)
        | Answer::Obsolete(_)
        | Answer::Acknowledge => false,
    }
}
