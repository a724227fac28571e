//! The things that the driver has to do after the table handled an input, as one closed enum. An
//! effect holds everything that it takes to carry it out.

use crate::choice_job::ChoiceJob;
use crate::direct_hand::{HandId, HandPlace};
use crate::display_mode::DisplayMode;
use crate::entry::Entry;
use crate::ids::{Millis, ReplyId, UserId};
use crate::screen::Screen;
use crate::user_set::UserSet;

/// The result of handling one input. The driver writes `entry` to the journal first, and only then
/// carries out the effects, all of them, before the next input.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Transition {
    /// The changes to the table; `None` if there are none.
    pub entry: Option<Entry>,
    /// The effects, in the order in which to carry them out. At most one of them updates the public
    /// message, and at most one refreshes each person's panel.
    pub effects: Vec<Effect>,
}

/// One thing for the driver to do.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum Effect {
    /// Answer a click. Every click is answered exactly once.
    Answer {
        /// The reply handle of the click, from [`Click::reply`](crate::input::Click::reply).
        reply: ReplyId,
        answer: Answer,
    },
    /// Update the table's one public message.
    UpdateMessage {
        screen: Screen,
        update: MessageUpdate,
        urgency: Urgency,
    },
    /// Bring a screen to a person's newest private panel, if it can still be edited.
    RefreshPanel {
        user: UserId,
        screen: Screen,
        /// True if they must see it: the panel comes below the table's message, if it is above that.
        below: bool,
    },
    /// Delete a person's newest private panel, if that can still be done.
    DeletePanel { user: UserId },
    /// Store that this person was offered the explanation of their first hand, so that no later one is theirs.
    HandExplained { user: UserId, at: Millis },
    /// Bring a screen to the direct message with a person's hand. Nobody else may get it.
    ShowHand {
        hand: HandId,
        screen: Screen,
        place: HandPlace,
        /// True if the game waits for its owner.
        urgent: bool,
    },
    /// Bring the last screen to the direct message with a person's hand, if there is one.
    FinishHand {
        hand: HandId,
        /// The last content, without a hand and without buttons.
        screen: Screen,
        place: HandPlace,
    },
    /// Run [`ChoiceJob::run`] on another thread and pass its result to the table as an input. The
    /// driver may drop the job: if no result arrives in time, the table makes a quick choice.
    ComputeChoice(Box<ChoiceJob>),
    /// Drop the table: it is closed and takes no more input.
    Close,
}

/// How to update the public message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageUpdate {
    /// Edit the present message. If it has been deleted, the driver passes
    /// in [`DeliveryFailure::MessageLost`](crate::input::DeliveryFailure::MessageLost).
    Edit,
    /// Edit the present message, or post a new one if it has been deleted. Shows that a running game
    /// was ended: the table is closed then and takes no more input, and people must see the end. Also the
    /// reply to [`DeliveryFailure::MessageLost`](crate::input::DeliveryFailure::MessageLost): a newer
    /// screen may have been posted since, and must not be posted twice.
    EditOrPost,
    /// Post a new message at the bottom of the channel and delete the present one.
    Replace {
        /// The only people that the new message may ping.
        ping: UserSet,
    },
    /// Post a new message at the bottom of the channel and keep the present one, which shows a
    /// finished game.
    Append {
        /// The only people that the new message may ping.
        ping: UserSet,
    },
}

/// How soon people need an update of the public message. Ordered: the most urgent comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// Somebody has to act before a deadline: a window has opened, a turn has begun, or a game has
    /// begun or ended.
    Urgent,
    /// Everything else at a table with people.
    #[default]
    Routine,
    /// A step of a game in which nobody takes part. Such a message may be edited every few seconds only.
    Unattended,
}

impl MessageUpdate {
    /// Returns true if the screen is always posted in a new message.
    pub fn is_post(self) -> bool {
        matches!(self, Self::Replace { .. } | Self::Append { .. })
    }

    /// Returns the only people that the new message may ping: their turn has begun, or they are asked.
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
    /// Edit the public message that was clicked. If it is not the table's present message, the driver
    /// acknowledges the click and edits the present one instead.
    Table(Screen),
    /// Show the person's panel: edit the private message that was clicked, or else send a new private
    /// message. It becomes the panel that later effects refresh.
    Panel(Screen),
    /// Show the person's panel so that they see it: as [`Self::Panel`], but below the table's message, if
    /// that has been posted since or is about to be.
    PanelBelow(Screen),
    /// Show the person's panel with the reason why the click changed nothing: at once, as [`Self::Panel`], as
    /// they must learn it even if this process ends now, and then below as [`Self::PanelBelow`].
    RefusalBelow(Screen),
    /// Edit the direct message that was clicked, if it is the one with this hand; otherwise edit that one.
    Hand(HandId, Screen),
    /// Edit the direct message that was clicked, which is out of use.
    Obsolete(Screen),
    /// Send a private message that does not become the panel.
    Note(Screen),
    /// Send a private message that says why the click has changed nothing, or nothing yet: a refusal, or a
    /// question. A person's next private message takes its place.
    Refusal(Screen),
    /// Post a public message that becomes the table's one message.
    Public(Screen),
    /// Acknowledge the click without showing anything.
    Acknowledge,
}

impl Answer {
    /// Returns this answer with its private screen in a display mode; public screens stay as the table
    /// shows them.
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
