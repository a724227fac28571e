//! A slot's known messages: the initial ones from the journal, the current one, and whether the channel must be
//! searched for a message whose post has an unknown outcome.

use journal::PostedMessages;
use serenity::model::id::MessageId;

/// The messages that a slot starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InitialState {
    NewTable,
    /// The messages recorded in the journal.
    Known(PostedMessages),
    /// The messages recorded in the journal, and possibly one more: the previous process may have died between a post
    /// and its record. The channel is scanned before anything is posted or edited.
    Uncertain(PostedMessages),
}

impl InitialState {
    pub(in crate::message_board) fn posted(&self) -> Option<&PostedMessages> {
        match self {
            Self::NewTable => None,
            Self::Known(posted) | Self::Uncertain(posted) => Some(posted),
        }
    }

    pub(in crate::message_board) fn pending_scan(&self) -> PendingScan {
        match self {
            Self::Uncertain(posted) => PendingScan::BeforeWrite {
                since: oldest(posted),
            },
            Self::NewTable | Self::Known(_) => PendingScan::NotNeeded,
        }
    }
}

/// Returns the oldest recorded message, where a scan must start: no unrecorded message is older.
fn oldest(posted: &PostedMessages) -> Since {
    let named = posted.replaced.iter().copied().chain(posted.message);
    let oldest = named.min().filter(|_| posted.message.is_some())?;
    (oldest != 0).then(|| MessageId::new(oldest))
}

/// A slot's current message, and whether it is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::message_board) enum CurrentMessage {
    /// The slot has no message, or the message was deleted.
    #[default]
    None,
    /// The message is in the channel, and must be recorded before the next post or edit.
    Unrecorded(MessageId),
    Recorded(MessageId),
}

impl CurrentMessage {
    pub(in crate::message_board) fn id(self) -> Option<MessageId> {
        match self {
            Self::None => None,
            Self::Unrecorded(message) | Self::Recorded(message) => Some(message),
        }
    }

    pub(in crate::message_board) fn is_unrecorded(self) -> bool {
        matches!(self, Self::Unrecorded(_))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::message_board) enum PendingScan {
    /// No scan is required.
    #[default]
    NotNeeded,
    /// Nothing may be posted or edited before the scan, because an unknown message may exist.
    BeforeWrite { since: Since },
    /// The scan follows the next post, because an earlier post may have created an unknown message.
    AfterPost { since: Since },
}

/// The oldest message that a scan reads; `None` for the newest hundred in the channel.
pub(in crate::message_board) type Since = Option<MessageId>;

impl PendingScan {
    /// Requires a scan from `since`, or from an earlier message if one is already required. The scan follows the next
    /// post, unless it is already required before any write.
    pub(in crate::message_board) fn require_after_post(&mut self, since: Since) {
        *self = match *self {
            Self::NotNeeded => Self::AfterPost { since },
            Self::BeforeWrite { since: earlier } => Self::BeforeWrite {
                since: earlier.min(since),
            },
            Self::AfterPost { since: earlier } => Self::AfterPost {
                since: earlier.min(since),
            },
        };
    }

    pub(in crate::message_board) fn since(self) -> Option<Since> {
        match self {
            Self::NotNeeded => None,
            Self::BeforeWrite { since } | Self::AfterPost { since } => Some(since),
        }
    }
}
