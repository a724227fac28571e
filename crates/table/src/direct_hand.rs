//! The people who get their hand also as a direct message, and which message that is, as the journal
//! knows it. When the message is shown or closed is decided in `work::direct_hand_updates`; how it gets to Discord, by
//! the bot.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::display_mode::DisplayMode;
use crate::ids::{ChannelId, UserId};
use crate::screen_format::ScreenFormat;
use crate::text::Locale;

/// A message between the bot and one person. Displayed as the address that opens it in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DirectMessage {
    /// The channel of the bot's direct messages with that person.
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

/// The hand of one person in one game of a table, for which there is at most one direct message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandId {
    /// The person, the only one to whom it may be sent.
    pub user: UserId,
    /// The number of the game at its table, from 1.
    pub game: u32,
}

/// The place of a direct message, as far as the table knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandPlace {
    /// No process can have posted it.
    New,
    /// An earlier process may have posted it without recording it.
    Unknown,
    /// It is this message.
    Known(DirectMessage),
}

/// A change about a person's hand as a direct message, as stored in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum DirectHandRecord {
    /// They chose to get it, or read it in another way.
    Wanted {
        /// The id of their language.
        language: String,
        /// The id of their display mode.
        display_mode: String,
    },
    /// They no longer want it.
    Unwanted,
    /// The message of the present game was posted.
    Posted(DirectMessage),
    /// No direct message reaches them in the present game.
    Refused,
    /// They have been told that none reaches them.
    RefusalTold,
}

impl DirectHandRecord {
    /// Returns the record of a person who wants their hand, and reads it so.
    pub(crate) fn wanted(format: ScreenFormat) -> Self {
        Self::Wanted {
            language: format.locale.id().to_owned(),
            display_mode: format.display_mode.id().to_owned(),
        }
    }
}

/// How far the hand of one person has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// Nothing is recorded.
    Due,
    Posted(DirectMessage),
    Refused {
        told: bool,
    },
}

/// One person who wants their hand as a direct message.
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

    /// Returns true unless direct messages do not reach the person.
    pub(crate) fn is_reachable(self) -> bool {
        !matches!(self.delivery, Delivery::Refused { .. })
    }
}

/// The people at a table who want their hand as a direct message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DirectHands(BTreeMap<UserId, DirectHand>);

impl DirectHands {
    pub(crate) fn get(&self, user: UserId) -> Option<DirectHand> {
        self.0.get(&user).copied()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (UserId, DirectHand)> {
        self.0.iter().map(|(user, hand)| (*user, *hand))
    }

    /// Forgets the messages of the last game, as the next one has its own, and the people without a seat.
    pub(crate) fn begin_game(&mut self, is_seated: impl Fn(UserId) -> bool) {
        self.0.retain(|user, _| is_seated(*user));
        for hand in self.0.values_mut() {
            hand.delivery = Delivery::Due;
        }
    }

    /// Removes a person, who lost their seat.
    pub(crate) fn remove(&mut self, user: UserId) {
        self.0.remove(&user);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn apply(&mut self, user: UserId, change: &DirectHandRecord) {
        match change {
            DirectHandRecord::Wanted {
                language,
                display_mode,
            } => {
                let format = ScreenFormat {
                    // A table must stay readable when a language is no longer supported.
                    locale: Locale::nearest(language),
                    display_mode: DisplayMode::from_id(display_mode).unwrap_or_default(),
                };
                let new = DirectHand {
                    format,
                    delivery: Delivery::Due,
                };
                self.0.entry(user).or_insert(new).format = format;
            }
            DirectHandRecord::Unwanted => self.remove(user),
            DirectHandRecord::Posted(message) => self.deliver(user, Delivery::Posted(*message)),
            DirectHandRecord::Refused => self.deliver(user, Delivery::Refused { told: false }),
            DirectHandRecord::RefusalTold => self.deliver(user, Delivery::Refused { told: true }),
        }
    }

    fn deliver(&mut self, user: UserId, delivery: Delivery) {
        if let Some(hand) = self.0.get_mut(&user) {
            hand.delivery = delivery;
        }
    }
}
