//! Messages as data. They are created, edited and deleted in `world::messages`.

use serde_json::Value;

use crate::model::attachments::Attachment;
use crate::model::ids::Id;

/// Discord's message types.
pub(crate) mod kinds {
    pub(crate) const DEFAULT: u8 = 0;
    pub(crate) const THREAD_CREATED: u8 = 18;
    pub(crate) const REPLY: u8 = 19;
    pub(crate) const COMMAND: u8 = 20;
}

/// Discord's message flags, as far as they are used.
pub(crate) mod flags {
    /// Only one user sees the message.
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    /// The message is a deferred response without content.
    pub(crate) const LOADING: u64 = 1 << 7;
    /// The message consists of components only.
    pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
}

/// A message. Deleted messages are kept, so that people can click on them late.
#[derive(Clone, Debug)]
pub struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) kind: u8,
    pub(crate) content: String,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) flags: u64,
    pub(crate) mentions: Mentions,
    /// The users that the message notified when it was created; an edit notifies nobody.
    pub(crate) notified: Vec<Id>,
    pub(crate) created_ms: u64,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) nonce: Option<Value>,
    /// Discord's `interaction_metadata` of the interaction that it responds to.
    pub(crate) interaction: Option<Value>,
    pub(crate) visibility: Visibility,
    pub(crate) reply_to: Option<Id>,
    pub(crate) edits: u64,
    /// Set if neither the bot nor a person has written it.
    pub(crate) stranger: Option<Stranger>,
}

/// An author of messages who is neither the bot nor a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stranger {
    /// Another bot.
    Bot,
    /// A webhook of the channel.
    Webhook,
}

/// The users who see a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// Everybody who sees the channel.
    Public,
    /// Only the user whose interaction it responds to.
    Ephemeral { viewer: Id },
    /// Nobody: the viewer dismissed it. The bot is not told and may still edit it.
    Dismissed { viewer: Id },
    /// Nobody, and the bot's calls answer 10008.
    Deleted,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    pub(crate) users: Vec<Id>,
    pub(crate) everyone: bool,
}

impl Message {
    /// Returns the message's id.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the author: the bot or a person.
    #[must_use]
    pub fn author(&self) -> Id {
        self.author
    }

    /// Returns the text outside of components.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Returns the components as Discord stores them: each with an id, media with their addresses.
    #[must_use]
    pub fn components(&self) -> &[Value] {
        &self.components
    }

    /// Returns Discord's message flags.
    #[must_use]
    pub fn flags(&self) -> u64 {
        self.flags
    }

    /// Returns the only person who sees an ephemeral message; `None` for a public one.
    #[must_use]
    pub fn viewer(&self) -> Option<Id> {
        match self.visibility {
            Visibility::Ephemeral { viewer } => Some(viewer),
            _ => None,
        }
    }

    /// Returns the number of edits so far: with the id, a key for whatever was read from it.
    #[must_use]
    pub fn edits(&self) -> u64 {
        self.edits
    }

    pub(crate) fn is_v2(&self) -> bool {
        self.flags & flags::COMPONENTS_V2 != 0
    }

    pub(crate) fn exists(&self) -> bool {
        self.visibility != Visibility::Deleted
    }

    /// Returns true if `user` sees the message; `None` stands for everybody without ephemerals.
    pub(crate) fn is_seen_by(&self, user: Option<Id>) -> bool {
        match self.visibility {
            Visibility::Public => true,
            Visibility::Ephemeral { viewer } => user == Some(viewer),
            Visibility::Dismissed { .. } | Visibility::Deleted => false,
        }
    }
}
