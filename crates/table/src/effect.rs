//! What is to be done outside after something happened to a table, as one closed enum. Effects
//! carry everything that doing them takes; none of them is a question.

use crate::choice_job::ChoiceJob;
use crate::ids::{ReplyId, UserId};
use crate::journal::Entry;
use crate::screen::Screen;

/// What follows from one input. The driver writes `entry` to the journal first, and only then
/// carries out the effects, all of them, before the next input.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Transition {
    /// What has changed, if anything has.
    pub entry: Option<Entry>,
    /// What is to be done, in this order. At most one of them shows the table, and at most one
    /// refreshes each person's panel.
    pub effects: Vec<Effect>,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Answer this click. Every click is answered exactly once.
    Answer {
        /// Whose answer it is.
        reply: ReplyId,
        /// The answer.
        answer: Answer,
    },
    /// Bring the table's one public message up to date.
    UpdateMessage {
        /// What it is to show.
        screen: Screen,
        /// By which way.
        update: MessageUpdate,
    },
    /// Change the newest private panel of this person, if it can still be reached.
    RefreshPanel {
        /// Whose panel.
        user: UserId,
        /// What it is to show.
        screen: Screen,
    },
    /// Let a computer think, away from the table, and tell the table what comes of it by
    /// [`ChoiceJob::think`]. It need not be done at all: where no choice comes in time, the table
    /// chooses quickly.
    Think(Box<ChoiceJob>),
    /// Nothing will happen here any more: forget the table.
    Close,
}

/// By which way the table's message is brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageUpdate {
    /// Change the message that stands there.
    Edit,
    /// Post a new one at the bottom and remove the old one.
    Replace {
        /// The only person that the new message may ping.
        ping: Option<UserId>,
    },
    /// Post a new one at the bottom and let the old one stand as what it is: a finished game.
    Append {
        /// The only person that the new message may ping.
        ping: Option<UserId>,
    },
}

/// An answer to a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The clicked public table message, brought up to date by the answer itself. Should an older
    /// message have been clicked than the one that stands for the table now, the driver acknowledges
    /// the click and brings the present one up to date instead.
    Table(Screen),
    /// The person's newest panel: in place of the private message that was clicked, else a new
    /// private message.
    Panel(Screen),
    /// A private message by the side, which does not become the panel.
    Note(Screen),
    /// A public message that becomes the table's one message.
    Public(Screen),
    /// Seen; there is nothing to show.
    Acknowledge,
}
