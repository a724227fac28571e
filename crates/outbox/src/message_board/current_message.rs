//! The message that is the table's now.

use serenity::model::id::MessageId;

/// The table's message, by how much the journal knows of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CurrentMessage {
    /// The table has no message, or it was deleted.
    #[default]
    None,
    /// The message is in the channel, and the journal has to name it before anything else is written.
    Unrecorded(MessageId),
    /// The journal names the message.
    Recorded(MessageId),
}

impl CurrentMessage {
    pub(super) fn id(self) -> Option<MessageId> {
        match self {
            Self::None => None,
            Self::Unrecorded(message) | Self::Recorded(message) => Some(message),
        }
    }

    pub(super) fn is_unrecorded(self) -> bool {
        matches!(self, Self::Unrecorded(_))
    }
}
