//! Text channels, direct messages and threads.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};

use crate::clock::iso_8601;
use crate::ids::Id;
use crate::permissions::Permissions;

/// A place for messages.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) topic: Option<String>,
    pub(crate) last_message: Option<Id>,
    /// The bot's permissions here, where they differ from the usual ones.
    pub(crate) bot_permissions: Option<Permissions>,
    /// Members' permissions here, where they differ from the usual ones.
    pub(crate) member_permissions: BTreeMap<Id, Permissions>,
    /// When messages over an hour old were edited here, in milliseconds.
    pub(crate) old_edits: VecDeque<u64>,
}

/// Where a channel is, and what that makes it.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// A channel of a server; `kind` is Discord's number for it.
    Guild {
        guild: Id,
        kind: u8,
        position: usize,
    },
    /// Between the bot and one person.
    Direct { user: Id },
    /// A thread under a channel of a server.
    Thread(Thread),
}

/// What only threads have.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) guild: Id,
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) is_private: bool,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) invitable: bool,
    pub(crate) auto_archive_minutes: i64,
    pub(crate) created_ms: u64,
    pub(crate) archive_changed_ms: u64,
    pub(crate) message_count: usize,
    pub(crate) members: Vec<Id>,
}

impl Channel {
    /// A channel in which nothing has happened yet.
    pub(crate) fn new(id: Id, name: String, place: Place) -> Self {
        Self {
            id,
            name,
            place,
            topic: None,
            last_message: None,
            bot_permissions: None,
            member_permissions: BTreeMap::new(),
            old_edits: VecDeque::new(),
        }
    }

    /// The server that the channel belongs to.
    pub(crate) fn guild(&self) -> Option<Id> {
        match &self.place {
            Place::Guild { guild, .. } => Some(*guild),
            Place::Thread(thread) => Some(thread.guild),
            Place::Direct { .. } => None,
        }
    }

    /// The channel above a thread.
    pub(crate) fn parent(&self) -> Option<Id> {
        self.thread().map(|thread| thread.parent)
    }

    /// What the channel has as a thread.
    pub(crate) fn thread(&self) -> Option<&Thread> {
        match &self.place {
            Place::Thread(thread) => Some(thread),
            _ => None,
        }
    }

    /// Discord's number for the kind of channel.
    pub(crate) fn kind(&self) -> u8 {
        match &self.place {
            Place::Guild { kind, .. } => *kind,
            Place::Direct { .. } => 1,
            Place::Thread(thread) if thread.is_private => 12,
            Place::Thread(_) => 11,
        }
    }

    /// What the control API tells of a channel.
    pub(crate) fn to_control_json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "type": self.kind(),
            "parent_id": self.parent(),
            "archived": self.thread().is_some_and(|thread| thread.archived),
            "locked": self.thread().is_some_and(|thread| thread.locked),
        })
    }

    /// Discord's channel object for a channel of a server or a thread.
    pub(crate) fn to_json(&self, bot: Id) -> Value {
        let mut channel = json!({
            "id": self.id,
            "type": self.kind(),
            "name": self.name,
            "guild_id": self.guild(),
            "last_message_id": self.last_message,
            "flags": 0,
            "rate_limit_per_user": 0,
        });
        match &self.place {
            Place::Thread(thread) => thread.add_to(self.id, bot, &mut channel),
            Place::Guild { position, .. } => {
                channel["position"] = json!(position);
                channel["nsfw"] = json!(false);
                channel["topic"] = json!(self.topic);
                channel["parent_id"] = Value::Null;
                channel["permission_overwrites"] = self.overwrites(bot);
            }
            Place::Direct { .. } => {}
        }
        channel
    }

    fn overwrites(&self, bot: Id) -> Value {
        let of_bot = self.bot_permissions.iter().map(|bits| (bot, *bits));
        let of_members = self
            .member_permissions
            .iter()
            .map(|(id, bits)| (*id, *bits));
        of_bot
            .chain(of_members)
            .map(|(id, bits)| {
                json!({
                    "id": id,
                    "type": 1,
                    "allow": bits.0.to_string(),
                    "deny": (Permissions::EVERYONE.0 & !bits.0).to_string(),
                })
            })
            .collect()
    }
}

impl Thread {
    fn add_to(&self, id: Id, bot: Id, channel: &mut Value) {
        channel["parent_id"] = json!(self.parent);
        channel["owner_id"] = json!(self.owner);
        channel["message_count"] = json!(self.message_count);
        channel["total_message_sent"] = json!(self.message_count);
        channel["member_count"] = json!(self.members.len());
        channel["thread_metadata"] = json!({
            "archived": self.archived,
            "locked": self.locked,
            "invitable": self.invitable,
            "auto_archive_duration": self.auto_archive_minutes,
            "archive_timestamp": iso_8601(self.archive_changed_ms),
            "create_timestamp": iso_8601(self.created_ms),
        });
        if self.members.contains(&bot) {
            channel["member"] = json!({
                "id": id,
                "user_id": bot,
                "join_timestamp": iso_8601(self.created_ms),
                "flags": 0,
            });
        }
    }
}
