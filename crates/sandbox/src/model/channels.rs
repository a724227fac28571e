//! Channels: text channels of servers, direct messages and threads.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};

use crate::model::ids::Id;
use crate::model::permissions::Permissions;
use crate::model::timestamp::iso_8601;

/// A channel of any kind. Its messages are in `World::messages`.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    pub(crate) last_message: Option<Id>,
    /// Overrides the bot's default permissions in this channel.
    pub(crate) bot_permissions: Option<Permissions>,
    /// Overrides the default permissions of single members in this channel.
    pub(crate) member_permissions: BTreeMap<Id, Permissions>,
    /// Times of recent edits of messages over an hour old, in milliseconds since 1970.
    pub(crate) old_edits: VecDeque<u64>,
}

#[derive(Clone, Debug)]
pub(crate) enum ChannelKind {
    /// A text channel of a server.
    Guild { guild: Id, position: usize },
    /// A direct message channel between the bot and one user.
    Direct { user: Id },
    /// A thread below a channel of a server.
    Thread(Thread),
}

#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) guild: Id,
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) auto_archive_minutes: i64,
    pub(crate) created_ms: u64,
    pub(crate) archive_changed_ms: u64,
    pub(crate) message_count: usize,
}

impl Channel {
    pub(crate) fn new(id: Id, name: String, kind: ChannelKind) -> Self {
        Self {
            id,
            name,
            kind,
            last_message: None,
            bot_permissions: None,
            member_permissions: BTreeMap::new(),
            old_edits: VecDeque::new(),
        }
    }

    /// Returns the server of the channel; `None` for direct messages.
    pub(crate) fn guild(&self) -> Option<Id> {
        match &self.kind {
            ChannelKind::Guild { guild, .. } => Some(*guild),
            ChannelKind::Thread(thread) => Some(thread.guild),
            ChannelKind::Direct { .. } => None,
        }
    }

    /// Returns the channel above a thread; `None` for other kinds.
    pub(crate) fn parent(&self) -> Option<Id> {
        self.thread().map(|thread| thread.parent)
    }

    /// Returns the thread data; `None` for other kinds.
    pub(crate) fn thread(&self) -> Option<&Thread> {
        match &self.kind {
            ChannelKind::Thread(thread) => Some(thread),
            _ => None,
        }
    }

    pub(crate) fn type_number(&self) -> u8 {
        match &self.kind {
            ChannelKind::Guild { .. } => 0,
            ChannelKind::Direct { .. } => 1,
            ChannelKind::Thread(_) => 11,
        }
    }

    pub(crate) fn to_control_json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "type": self.type_number(),
            "parent_id": self.parent(),
            "archived": self.thread().is_some_and(|thread| thread.archived),
            "locked": self.thread().is_some_and(|thread| thread.locked),
        })
    }

    pub(crate) fn to_json(&self, bot: Id) -> Value {
        let mut channel = json!({
            "id": self.id,
            "type": self.type_number(),
            "name": self.name,
            "guild_id": self.guild(),
            "last_message_id": self.last_message,
            "flags": 0,
            "rate_limit_per_user": 0,
        });
        match &self.kind {
            ChannelKind::Thread(thread) => thread.add_fields(self.id, bot, &mut channel),
            ChannelKind::Guild { position, .. } => {
                channel["position"] = json!(position);
                channel["nsfw"] = json!(false);
                channel["topic"] = Value::Null;
                channel["parent_id"] = Value::Null;
                channel["permission_overwrites"] = self.permission_overwrites(bot);
            }
            ChannelKind::Direct { .. } => {}
        }
        channel
    }

    fn permission_overwrites(&self, bot: Id) -> Value {
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
    fn add_fields(&self, id: Id, bot: Id, channel: &mut Value) {
        channel["parent_id"] = json!(self.parent);
        channel["owner_id"] = json!(self.owner);
        channel["message_count"] = json!(self.message_count);
        channel["total_message_sent"] = json!(self.message_count);
        channel["member_count"] = json!(1);
        channel["thread_metadata"] = json!({
            "archived": self.archived,
            "locked": self.locked,
            "auto_archive_duration": self.auto_archive_minutes,
            "archive_timestamp": iso_8601(self.archive_changed_ms),
            "create_timestamp": iso_8601(self.created_ms),
        });
        channel["member"] = json!({
            "id": id,
            "user_id": bot,
            "join_timestamp": iso_8601(self.created_ms),
            "flags": 0,
        });
    }
}
