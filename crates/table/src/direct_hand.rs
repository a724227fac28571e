//! The people who also get their hand as a direct message, and the state of that message as recorded in the journal.
//! `handler::direct_hand_updates` decides when to show or finish the message; the crate `discord` sends it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::display_mode::DisplayMode;
use crate::ids::{ChannelId, UserId};
use crate::screen_format::ScreenFormat;
use crate::text::Locale;

/// A direct message to one person. Its `Display` form is the link that opens it in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DirectMessage {
    /// The direct message channel of the bot and the person.
    pub channel: ChannelId,
    /// The message's id.
    pub message: u64,
}

impl fmt::Display for DirectMessage {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { channel, message } = self;
        write!(to, "https://discord.com/channels/@me/{channel}/{message}")
    }
}

/// Identifies a person's hand in one of a table's games. There is at most one direct message for each hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandId {
    /// The hand's owner. The hand must not be sent to anyone else.
    pub user: UserId,
    /// The number of the game at its table, from 1.
    pub game: u32,
}

/// The state of a hand's direct message, as far as the table knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandPlace {
    /// The message cannot have been posted yet.
    New,
    /// An earlier process may have posted the message without recording it.
    Unknown,
    /// The message was posted, with this channel and id.
    Known(DirectMessage),
}

/// A change to a person's hand in direct messages, as stored in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum DirectHandRecord {
    /// The person enabled the message, or changed its language or display mode.
    Wanted {
        /// The id of their language.
        language: String,
        /// The id of their display mode.
        display_mode: String,
    },
    /// The person disabled the message.
    Unwanted,
    /// The message for the current game was posted.
    Posted(DirectMessage),
    /// Direct messages cannot reach the person in the current game.
    Refused,
    /// The person has been told that direct messages cannot reach them.
    RefusalTold,
}

impl DirectHandRecord {
    pub(crate) fn wanted(format: ScreenFormat) -> Self {
        Self::Wanted {
            language: format.locale.id().to_owned(),
            display_mode: format.display_mode.id().to_owned(),
        }
    }
}

/// The delivery state of one person's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// Nothing is recorded for the current game.
    Due,
    Posted(DirectMessage),
    Refused {
        told: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DirectHand {
    pub(crate) format: ScreenFormat,
    pub(crate) delivery: Delivery,
}

impl DirectHand {
    pub(crate) fn message(self) -> Option<DirectMessage> {
        match self.delivery {
            Delivery::Posted(message) => Some(message),
            Delivery::Due | Delivery::Refused { .. } => None,
        }
    }

    /// Returns true unless direct messages cannot reach the person.
    pub(crate) fn is_reachable(self) -> bool {
        !matches!(self.delivery, Delivery::Refused { .. })
    }
}

/// The people who also get their hand as a direct message, each with the state of that message.
pub(crate) type DirectHands = BTreeMap<UserId, DirectHand>;

/// Forgets the people without a seat, and the previous game's deliveries, because each game has its own message.
pub(crate) fn begin_game(hands: &mut DirectHands, is_seated: impl Fn(UserId) -> bool) {
    hands.retain(|user, _| is_seated(*user));
    for hand in hands.values_mut() {
        hand.delivery = Delivery::Due;
    }
}

pub(crate) fn apply(hands: &mut DirectHands, user: UserId, change: &DirectHandRecord) {
    let delivery = match change {
        DirectHandRecord::Wanted {
            language,
            display_mode,
        } => {
            let format = ScreenFormat {
                locale: Locale::stored(language),
                display_mode: DisplayMode::from_id(display_mode).unwrap_or_default(),
            };
            let new = DirectHand {
                format,
                delivery: Delivery::Due,
            };
            hands.entry(user).or_insert(new).format = format;
            return;
        }
        DirectHandRecord::Unwanted => {
            hands.remove(&user);
            return;
        }
        DirectHandRecord::Posted(message) => Delivery::Posted(*message),
        DirectHandRecord::Refused => Delivery::Refused { told: false },
        DirectHandRecord::RefusalTold => Delivery::Refused { told: true },
    };
    if let Some(hand) = hands.get_mut(&user) {
        hand.delivery = delivery;
    }
}
