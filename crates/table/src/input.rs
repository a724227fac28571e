//! The inputs of a table, as one closed enum. The driver creates them from Discord events, timers and computer players'
//! choices; a table never polls anything.

use arrayvec::ArrayString;
use rules::{Action, Seat};

use crate::computer_setup::ComputerSetup;
use crate::control::Stamp;
use crate::direct_hand::{DirectMessage, HandId};
use crate::ids::{InteractionId, Millis, ReplyId, Revision, UserId};
use crate::intent::Intent;
use crate::options::TableOptions;
use crate::preferences::PersonPreferences;
use crate::results::RatingChange;
use crate::screen_format::ScreenFormat;
use crate::text::{Language, Locale};

/// An event that the driver passes to [`Table::handle`](crate::Table::handle).
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum Input {
    /// A person clicked a control, chose from a menu or typed a command.
    Click(Click),
    /// A person used a command to open a new table in this table's channel. A table whose game is over becomes the new
    /// lobby, with these options and computers; any other table refuses.
    Reopen {
        click: Click,
        options: Box<TableOptions>,
        computers: ComputerSetup,
    },
    /// The time returned by [`Table::next_wake`](crate::Table::next_wake) has been reached. Harmless if early.
    Wake,
    /// A computer player's search has finished, see [`MoveSearchJob`](crate::move_search::MoveSearchJob).
    SearchFinished {
        seat: Seat,
        /// The revision at which the table requested the choice; a choice for any other revision is ignored.
        revision: Revision,
        /// The chosen action, which is validated like a person's; `None` if the search found none.
        action: Option<Action>,
    },
    /// The table's public message was posted.
    MessagePosted {
        /// When Discord confirmed the request.
        at: Millis,
    },
    /// The table's public message could not be posted or edited.
    DeliveryFailed(DeliveryFailure),
    /// A person's hand was posted as a direct message.
    HandPosted {
        hand: HandId,
        message: DirectMessage,
    },
    /// Direct messages cannot reach a person.
    HandRefused { hand: HandId },
    /// A person who may have a seat here has changed a preference elsewhere.
    PreferencesChanged {
        user: UserId,
        format: ScreenFormat,
        direct_hand: bool,
        reminders_off: bool,
    },
    /// A finished game of this table has changed its players' ratings.
    Rated {
        /// The number of the game at the table, from 1.
        game: u16,
        changes: Vec<RatingChange>,
    },
    /// The channel was deleted, or the bot was removed from its server. The table closes.
    ChannelGone,
    /// After an outage or a restart, the process can receive and answer clicks again. All players get the lost
    /// time back.
    Resumed {
        /// When the outage began.
        since: Millis,
    },
}

impl Input {
    pub(crate) fn interaction(&self) -> Option<InteractionId> {
        if let Self::Click(click) | Self::Reopen { click, .. } = self {
            return Some(click.interaction);
        }
        None
    }
}

/// Why the table's public message could not be posted or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryFailure {
    /// The message was deleted. A new message can be posted.
    MessageLost,
    /// The message exists, but Discord no longer accepts edits. A new message can replace it.
    MessageUnusable,
    /// Nothing can be posted for now, and retrying at once does not help.
    ChannelUnwritable(WriteRefusal),
}

/// Why nothing can be written to a channel for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteRefusal {
    /// The bot cannot see the channel. Discord does not report that: a private thread without the bot and a voice
    /// channel without *Connect* still accept commands and clicks.
    NoAccess,
    /// A permission is missing.
    MissingPermission,
    /// The thread is locked, and the bot may not unlock it.
    ThreadLocked,
    /// Another reason.
    Other {
        /// Discord's error code, 0 if there was none.
        code: u32,
        /// Discord's own words, in English.
        words: ArrayString<80>,
    },
    /// Nothing was sent because too many requests were refused, or the process that knew the reason has ended.
    Unknown,
}

impl WriteRefusal {
    /// Returns a refusal for any other reason. Discord's words lose their control characters and are truncated to fit.
    pub fn other(code: u32, words: &str) -> Self {
        let mut kept = ArrayString::new();
        for character in words.chars().filter(|character| !character.is_control()) {
            if kept.try_push(character).is_err() {
                break;
            }
        }
        Self::Other { code, words: kept }
    }
}

/// A click, a menu choice or a command of one person.
#[derive(Clone, Debug)]
pub struct Click {
    /// The driver's handle for the answer. Every click gets exactly one answer.
    pub reply: ReplyId,
    /// Discord's id for the interaction, used to recognize a repeated delivery of the click.
    pub interaction: InteractionId,
    /// The person who clicked.
    pub person: Clicker,
    /// The kind of message that was clicked.
    pub origin: ClickOrigin,
    /// The meaning of the control or the command. Untrusted.
    pub intent: Intent,
    /// True if the bot may post in the channel, according to the permissions in the interaction. After a click, a table
    /// whose message was refused retries only if this is true or the click was made in a direct message.
    pub may_post: bool,
    /// The id of the table's current message, if known, used to link to it.
    pub table_message: Option<u64>,
}

/// The person who clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clicker {
    /// Their Discord id, which determines the seat that they act for.
    pub id: UserId,
    /// Their display name, without control characters and truncated; its markdown is not escaped yet.
    pub name: String,
    /// The language of their Discord client.
    pub discord_locale: Locale,
    /// Their preferences, or the defaults if the preferences are unknown.
    pub preferences: PersonPreferences,
    /// True if the preferences were read for this click. Otherwise the click changes neither the table's direct
    /// messages nor its reminders.
    pub are_preferences_current: bool,
    /// True if they may manage messages in this channel. They may then end any table in it.
    pub may_manage: bool,
}

impl Clicker {
    /// Returns a person with default preferences, who may not manage messages.
    pub fn new(id: UserId, name: String, discord_locale: Locale) -> Self {
        Self {
            id,
            name,
            discord_locale,
            preferences: PersonPreferences::default(),
            are_preferences_current: false,
            may_manage: false,
        }
    }

    /// Returns the format of their private screens.
    pub fn format(&self) -> ScreenFormat {
        self.preferences.format(self.discord_locale)
    }

    /// Returns the language in which to answer them.
    pub fn language(&self) -> &'static Language {
        self.format().language()
    }
}

/// The kind of message that was clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickOrigin {
    /// Not a message: a command was typed.
    Command,
    /// A public table message, not necessarily the current one.
    Table(Stamp),
    /// A private message from the bot.
    Panel(Stamp),
    /// A direct message from the bot to the person who clicked.
    Direct {
        /// The stamp of the control.
        stamp: Stamp,
        /// The id of the message, which need not be the message with the person's current hand.
        message: u64,
    },
}

impl ClickOrigin {
    /// Returns the stamp of the clicked control; `None` for a command.
    pub fn stamp(self) -> Option<Stamp> {
        match self {
            Self::Command => None,
            Self::Table(stamp) | Self::Panel(stamp) | Self::Direct { stamp, .. } => Some(stamp),
        }
    }
}
