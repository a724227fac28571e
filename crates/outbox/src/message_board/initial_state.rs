//! The messages that a message board begins with, as the journal names them.

use journal::PostedMessages;
use serenity::model::id::MessageId;

use super::pending_scan::{PendingScan, Since};

/// The messages that a message board begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InitialState {
    /// None: the table is new.
    NewTable,
    /// The messages that the journal names.
    Known(PostedMessages),
    /// The messages that the journal names, and possibly one more: the previous process may have
    /// ended between a post and its record. The channel is scanned before anything is written.
    Uncertain(PostedMessages),
}

impl InitialState {
    pub(super) fn posted(&self) -> Option<&PostedMessages> {
        match self {
            Self::NewTable => None,
            Self::Known(posted) | Self::Uncertain(posted) => Some(posted),
        }
    }

    pub(super) fn pending_scan(&self) -> PendingScan {
        match self {
            Self::Uncertain(posted) => PendingScan::BeforeWrite {
                since: oldest(posted),
            },
            Self::NewTable | Self::Known(_) => PendingScan::NotNeeded,
        }
    }
}

/// Returns the oldest message that the journal names. An unrecorded one is no older than that.
fn oldest(posted: &PostedMessages) -> Since {
    let named = posted.replaced.iter().copied().chain(posted.message);
    let oldest = named.min().filter(|_| posted.message.is_some())?;
    (oldest != 0).then(|| MessageId::new(oldest))
}
