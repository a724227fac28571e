//! The effects of an input, which the driver carries out after the table has handled it. Each effect contains
//! everything needed to carry it out.

use crate::direct_hand::{HandId, HandPlace};
use crate::display_mode::DisplayMode;
use crate::entry::Entry;
use crate::ids::{Millis, ReplyId, UserId};
use crate::move_search::MoveSearchJob;
use crate::pages::calls::PlayerCall;
use crate::screen::Screen;
use crate::user_set::UserSet;

/// The result of handling one input. The driver writes `entry` to the journal first; then it
/// carries out all effects before the next input.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Transition {
    /// The changes to the table; `None` if it did not change.
    pub entry: Option<Entry>,
    /// The effects, in the order in which to carry them out. At most one of them updates the public
    /// message, and at most one refreshes each person's panel.
    pub effects: Vec<Effect>,
}

/// An action for the driver to carry out.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum Effect {
    /// Answer a click. Every click is answered exactly once.
    Answer {
        /// The reply handle of the click, from [`Click::reply`](crate::input::Click::reply).
        reply: ReplyId,
        answer: Answer,
    },
    /// Update the table's only public message.
    UpdateMessage {
        screen: Screen,
        update: MessageUpdate,
        urgency: Urgency,
    },
    /// Update a person's most recent private panel, if it can still be edited.
    RefreshPanel {
        user: UserId,
        screen: Screen,
        /// True if the person must see the panel: a panel above the table's message moves below that message.
        below: bool,
    },
    /// Delete a person's most recent private panel, if that is still possible.
    DeletePanel { user: UserId },
    /// Record that this person has been offered an explanation of their first hand, so that the offer is not repeated.
    HandExplained { user: UserId, at: Millis },
    /// Ping people who asked to be called, to invite them to a lobby.
    CallPlayers(PlayerCall),
    /// Post or update the direct message with a person's hand, which no one else may see.
    ShowHand {
        hand: HandId,
        screen: Screen,
        place: HandPlace,
        /// True if the game is waiting for the hand's owner.
        urgent: bool,
    },
    /// Show the last screen in the direct message with a person's hand, if that message exists.
    FinishHand {
        hand: HandId,
        /// The last content, without a hand and without buttons.
        screen: Screen,
        place: HandPlace,
    },
    /// Run [`MoveSearchJob::run`] on another thread and pass its result to the table as an input. The
    /// driver may drop the job: if no result arrives in time, the table makes a quick choice.
    ComputeChoice(Box<MoveSearchJob>),
    /// Drop the table, because it is closed and accepts no more input.
    Close,
}

/// How to update the public message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageUpdate {
    /// Edit the current message. The driver passes in
    /// [`DeliveryFailure::MessageLost`](crate::input::DeliveryFailure::MessageLost) if it has been deleted.
    Edit,
    /// Edit the current message, or post a new one if it has been deleted. Used when a running game is ended, because
    /// the closed table accepts no more input, but people must see the end. Also used after
    /// [`DeliveryFailure::MessageLost`](crate::input::DeliveryFailure::MessageLost), because a newer screen may have
    /// been posted in the meantime and must not be posted twice.
    EditOrPost,
    /// Post a new message at the bottom of the channel and delete the current one.
    Replace {
        /// The only people that the new message may ping.
        ping: UserSet,
    },
    /// Post a new message at the bottom of the channel and keep the current one, which shows a finished game.
    Append {
        /// The only people that the new message may ping.
        ping: UserSet,
    },
}

/// The urgency of a request to Discord, most urgent first. The conditions below are for updates of the public message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// The game or the table has ended, a turn has begun, a Nope window is open, or a message is posted during a game.
    /// Games that only computers play are urgent only when a message is posted or the game ends.
    Urgent,
    /// Any other update in a lobby or at a table with people.
    #[default]
    Routine,
    /// A step of a game that only computers play. Its message is edited only every few seconds.
    Unattended,
}

impl MessageUpdate {
    /// Returns true if the screen is always posted as a new message.
    pub fn is_post(self) -> bool {
        matches!(self, Self::Replace { .. } | Self::Append { .. })
    }

    /// Returns the only people whom the new message may ping; empty for an edit.
    pub fn ping(self) -> UserSet {
        match self {
            Self::Edit | Self::EditOrPost => UserSet::EMPTY,
            Self::Replace { ping } | Self::Append { ping } => ping,
        }
    }
}

/// An answer to a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Edit the public message that was clicked. If it is not the table's current message, the
    /// driver acknowledges the click and edits the current one instead.
    Table(Screen),
    /// Show the person's panel: edit the private message that was clicked, or send a new private
    /// message. It becomes the panel that later effects refresh.
    Panel(Screen),
    /// Like [`Self::Panel`], but the panel moves below the table's message if that message was posted later or is about
    /// to be posted.
    PanelBelow(Screen),
    /// Show the person's panel with the reason why the click changed nothing: first like [`Self::Panel`], so that they
    /// see the reason even if this process stops now, and then like [`Self::PanelBelow`].
    RefusalBelow(Screen),
    /// Edit the direct message that was clicked if it shows this hand; otherwise edit the message that shows it.
    Hand(HandId, Screen),
    /// Edit the message that was clicked, which shows no hand and is not refreshed: a direct message that is no longer
    /// in use, or the private message of a person who only watches. If it is gone, send a new private message.
    Obsolete(Screen),
    /// Send a private message that does not become the panel.
    Note(Screen),
    /// Send a private message that says why the click has not taken effect: a refusal, or a question to confirm. A
    /// person's next private message replaces it.
    Refusal(Screen),
    /// Post a public message, which becomes the table's only one.
    Public(Screen),
    /// Acknowledge the click without showing anything.
    Acknowledge,
}

impl Answer {
    /// Returns this answer with its private screen in this display mode; public screens keep the table's mode.
    #[must_use]
    pub(crate) fn displayed_as(self, display_mode: DisplayMode) -> Self {
        match self {
            Self::Panel(screen) => Self::Panel(screen.displayed_as(display_mode)),
            Self::PanelBelow(screen) => Self::PanelBelow(screen.displayed_as(display_mode)),
            Self::RefusalBelow(screen) => Self::RefusalBelow(screen.displayed_as(display_mode)),
            Self::Note(screen) => Self::Note(screen.displayed_as(display_mode)),
            Self::Refusal(screen) => Self::Refusal(screen.displayed_as(display_mode)),
            Self::Hand(hand, screen) => Self::Hand(hand, screen.displayed_as(display_mode)),
            Self::Obsolete(screen) => Self::Obsolete(screen.displayed_as(display_mode)),
            public @ (Self::Table(_) | Self::Public(_) | Self::Acknowledge) => public,
        }
    }
}
