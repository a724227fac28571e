//! What can happen to a table, as one closed enum. Whoever drives a table makes these from the
//! world outside; a table never asks for anything itself.

use rules::{Action, Seat};

use crate::computer_setup::ComputerSetup;
use crate::control::Stamp;
use crate::ids::{InteractionId, Millis, ReplyId, Revision, UserId};
use crate::intent::Intent;
use crate::options::TableOptions;
use crate::text::Locale;

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Input {
    /// A person clicked, chose or typed a command.
    Click(Click),
    /// A person asked by command for a new table where this one stands. A finished one makes room;
    /// any other refuses.
    Reopen {
        /// His command.
        click: Click,
        /// What the new lobby is to begin with.
        options: TableOptions,
        /// Which computers are to sit down.
        computers: ComputerSetup,
    },
    /// The time that [`Table::next_wake`](crate::Table::next_wake) named has come, or may have.
    Wake,
    /// A computer has chosen, or has not found anything to choose.
    ComputerChose {
        /// Its seat.
        seat: Seat,
        /// The step that it was asked at.
        revision: Revision,
        /// What it wants to do then. It is not believed: what is illegal is not done.
        action: Option<Action>,
    },
    /// The table's public message came to be at this time.
    MessagePosted {
        /// When it was posted.
        at: Millis,
    },
    /// The table could not be told to its channel.
    DeliveryFailed(DeliveryFailure),
    /// Nothing could be received or answered for a while, now it can: nobody is to lose by that.
    Resumed {
        /// Since when nothing could be.
        since: Millis,
    },
}

/// Why the table's message could not be brought to its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryFailure {
    /// The message is gone, or too old to be changed: the channel still takes a new one.
    MessageLost,
    /// The channel takes nothing at the moment: a permission is missing, or it is locked.
    ChannelUnwritable,
    /// The channel is gone for good.
    ChannelGone,
}

/// A click, a choice or a command of one person.
#[derive(Clone, Debug)]
pub struct Click {
    /// Where its answer goes. Every click gets exactly one.
    pub reply: ReplyId,
    /// What tells it from every other; a second delivery has the same.
    pub interaction: InteractionId,
    /// Whose it is.
    pub person: Clicker,
    /// Where it was made.
    pub origin: ClickOrigin,
    /// What was meant.
    pub intent: Intent,
}

/// Who clicks, as far as the interaction itself tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clicker {
    /// Who it is; this alone decides what he may do.
    pub id: UserId,
    /// His display name, without control characters and capped, with its markdown still in it.
    pub name: String,
    /// What he reads.
    pub locale: Locale,
    /// Whether he may manage messages in this channel, and so may end any table in it.
    pub may_manage: bool,
}

/// Where a click was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickOrigin {
    /// A command was typed.
    Command,
    /// A control of a public table message.
    Table(Stamp),
    /// A control of a private message of ours.
    Panel(Stamp),
}

impl ClickOrigin {
    /// What the control was made for; a command was made for nothing.
    pub fn stamp(self) -> Option<Stamp> {
        match self {
            Self::Command => None,
            Self::Table(stamp) | Self::Panel(stamp) => Some(stamp),
        }
    }
}
