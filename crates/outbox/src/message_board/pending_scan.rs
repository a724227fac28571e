//! The search of the channel for messages whose post has an unknown outcome: if one is needed, and where
//! it begins. The request itself is in `in_flight` while it is on its way.

use serenity::model::id::MessageId;

/// A scan that is still to be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PendingScan {
    /// No message can be unknown.
    #[default]
    NotNeeded,
    /// Nothing may be written before the scan: an earlier process may have posted.
    BeforeWrite { since: Since },
    /// The scan follows the next post, which has the same nonce as the one of unknown outcome.
    AfterPost { since: Since },
}

/// The oldest message that a scan looks at; `None` for the newest hundred of the channel.
pub(super) type Since = Option<MessageId>;

impl PendingScan {
    /// Asks for a scan after the next post, for messages from `since` on.
    pub(super) fn require_after_post(&mut self, since: Since) {
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

    /// Returns where the scan will begin, if one is needed.
    pub(super) fn since(self) -> Option<Since> {
        match self {
            Self::NotNeeded => None,
            Self::BeforeWrite { since } | Self::AfterPost { since } => Some(since),
        }
    }
}
