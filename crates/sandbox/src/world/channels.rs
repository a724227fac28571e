//! Server channels, direct messages and threads, and the permissions in them.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::guilds::{BotMembership, Guild};
use super::{Permissions, World};
use crate::api_error::ApiError;
use crate::format::iso_8601;
use crate::id::Id;

/// A channel of any kind. Its messages are in `World::messages`.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    pub(crate) last_message: Option<Id>,
    /// Overrides the bot's default permissions in this channel.
    pub(crate) bot_permissions: Option<Permissions>,
    /// The times of recent edits of messages over an hour old, in milliseconds since 1970.
    pub(crate) old_edits: VecDeque<u64>,
}

#[derive(Clone, Debug)]
pub(crate) enum ChannelKind {
    Guild {
        guild: Id,
        position: usize,
        /// Discord's number for the channel's type, such as [`TEXT`].
        number: u8,
    },
    Direct {
        user: Id,
    },
    Thread(Thread),
}

/// Discord's channel type for a server's text channels.
pub(crate) const TEXT: u8 = 0;
/// Discord's channel type for announcements. Other servers can follow such a channel.
pub(crate) const ANNOUNCEMENT: u8 = 5;
/// Discord's channel type for forums, where each post is a thread. A forum itself does not accept messages.
pub(crate) const FORUM: u8 = 15;
/// Discord's channel type for public threads in announcement channels; elsewhere, it is [`PUBLIC_THREAD`].
pub(crate) const ANNOUNCEMENT_THREAD: u8 = 10;
pub(crate) const PUBLIC_THREAD: u8 = 11;
/// Discord's channel type for threads that only members and moderators can see. A mention adds the bot.
pub(crate) const PRIVATE_THREAD: u8 = 12;
const VOICE: u8 = 2;
const STAGE: u8 = 13;

#[derive(Clone, Debug)]
pub(crate) struct Thread {
    /// [`PUBLIC_THREAD`], [`ANNOUNCEMENT_THREAD`] or [`PRIVATE_THREAD`].
    pub(crate) number: u8,
    pub(crate) guild: Id,
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    /// False if the thread is private and the bot is not a member.
    pub(crate) has_bot: bool,
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
            old_edits: VecDeque::new(),
        }
    }

    pub(crate) fn guild(&self) -> Option<Id> {
        match &self.kind {
            ChannelKind::Guild { guild, .. } => Some(*guild),
            ChannelKind::Thread(thread) => Some(thread.guild),
            ChannelKind::Direct { .. } => None,
        }
    }

    pub(crate) fn parent(&self) -> Option<Id> {
        self.thread().map(|thread| thread.parent)
    }

    pub(crate) fn thread(&self) -> Option<&Thread> {
        match &self.kind {
            ChannelKind::Thread(thread) => Some(thread),
            _ => None,
        }
    }

    pub(crate) fn type_number(&self) -> u8 {
        match &self.kind {
            ChannelKind::Guild { number, .. } => *number,
            ChannelKind::Direct { .. } => 1,
            ChannelKind::Thread(thread) => thread.number,
        }
    }

    /// Returns the channel's server and the type of its public threads; `None` if the channel cannot have threads.
    pub(crate) fn new_threads(&self) -> Option<(Id, u8)> {
        match self.kind {
            ChannelKind::Guild { guild, number, .. } => match number {
                TEXT | FORUM => Some((guild, PUBLIC_THREAD)),
                ANNOUNCEMENT => Some((guild, ANNOUNCEMENT_THREAD)),
                _ => None,
            },
            ChannelKind::Direct { .. } | ChannelKind::Thread(_) => None,
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
        let overwrite = |bits: &Permissions| {
            let denied = Permissions::EVERYONE.0 & !bits.0;
            json!({"id": bot, "type": 1, "allow": bits.0.to_string(), "deny": denied.to_string()})
        };
        self.bot_permissions.iter().map(overwrite).collect()
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

impl World {
    /// Iterates over all channels, including threads and direct messages, oldest first.
    pub(crate) fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.channels.values()
    }

    pub(crate) fn channel(&self, id: Id) -> Option<&Channel> {
        self.channels.get(&id)
    }

    pub(crate) fn guild_of(&self, channel: Id) -> Option<Id> {
        self.channels.get(&channel)?.guild()
    }

    /// Adds a text channel to a server.
    pub fn add_channel(&mut self, now: u64, guild: Id, name: impl Into<String>) -> Id {
        self.advance_to(now);
        self.add_channel_of_type(guild, name, TEXT)
    }

    /// Adds a channel to a server. `number` is Discord's channel type.
    pub fn add_channel_of_type(&mut self, guild: Id, name: impl Into<String>, number: u8) -> Id {
        let id = self.new_id();
        let kind = ChannelKind::Guild {
            guild,
            position: self.channels.len(),
            number,
        };
        self.channels
            .insert(id, Channel::new(id, name.into(), kind));
        self.announce_channel("CHANNEL_CREATE", id);
        id
    }

    /// Adds a public thread with this owner, and sends THREAD_CREATE. `idle_minutes` is reported to the bot, but the
    /// world never archives a thread on its own.
    ///
    /// # Errors
    /// Returns 10003 for an unknown channel, or 50024 if the channel cannot have threads.
    pub(crate) fn add_thread(
        &mut self,
        parent: Id,
        owner: Id,
        name: &str,
        idle_minutes: i64,
    ) -> Result<Id, ApiError> {
        let (id, now) = (self.new_id(), self.now());
        let known = self.channel(parent).ok_or(ApiError::UNKNOWN_CHANNEL)?;
        let (guild, number) = known.new_threads().ok_or(ApiError::WRONG_CHANNEL_TYPE)?;
        let thread = Thread {
            number,
            guild,
            parent,
            owner,
            archived: false,
            locked: false,
            has_bot: true,
            auto_archive_minutes: idle_minutes,
            created_ms: now,
            archive_changed_ms: now,
            message_count: 0,
        };
        let channel = Channel::new(id, name.to_owned(), ChannelKind::Thread(thread));
        let mut json = channel.to_json(self.bot.id);
        json["newly_created"] = Value::Bool(true);
        self.channels.insert(id, channel);
        self.emit("THREAD_CREATE", Some(guild), |_| json);
        self.notify_change(Some(id));
        Ok(id)
    }

    pub(crate) fn update_channel(
        &mut self,
        id: Id,
        change: impl FnOnce(&mut Channel),
    ) -> Result<(), ApiError> {
        let channel = self
            .channels
            .get_mut(&id)
            .ok_or(ApiError::UNKNOWN_CHANNEL)?;
        change(channel);
        let event = match channel.kind {
            ChannelKind::Thread(_) => "THREAD_UPDATE",
            _ => "CHANNEL_UPDATE",
        };
        self.announce_channel(event, id);
        Ok(())
    }

    /// Sets the bot's permissions in a channel. The default is [`Permissions::EVERYONE`], or the parent's in a thread.
    pub fn set_bot_permissions(
        &mut self,
        channel: Id,
        permissions: Permissions,
    ) -> Result<(), ApiError> {
        self.update_channel(channel, |channel| {
            channel.bot_permissions = Some(permissions);
        })
    }

    /// Makes a thread private, with or without the bot as a member. The bot is not notified.
    pub(crate) fn set_private(&mut self, id: Id, has_bot: bool) -> Result<(), ApiError> {
        let channel = self.channels.get_mut(&id);
        match channel.map(|channel| &mut channel.kind) {
            Some(ChannelKind::Thread(thread)) => {
                thread.number = PRIVATE_THREAD;
                thread.has_bot = has_bot;
                Ok(())
            }
            _ => Err(ApiError::WRONG_CHANNEL_TYPE),
        }
    }

    /// Sets whether a thread is archived and locked; `None` leaves a field unchanged. Other channels do not change.
    pub fn update_thread(
        &mut self,
        id: Id,
        archived: Option<bool>,
        locked: Option<bool>,
    ) -> Result<(), ApiError> {
        let now = self.now();
        self.update_channel(id, |channel| {
            if let ChannelKind::Thread(thread) = &mut channel.kind {
                if let Some(archived) = archived {
                    thread.archived = archived;
                    thread.archive_changed_ms = now;
                }
                thread.locked = locked.unwrap_or(thread.locked);
            }
        })
    }

    /// Reopens a thread if it is archived; called when the bot posts a message. Does nothing to other channels.
    pub(crate) fn unarchive(&mut self, id: Id) -> Result<(), ApiError> {
        let thread = self.channel(id).and_then(Channel::thread);
        if thread.is_some_and(|thread| thread.archived) {
            self.update_thread(id, Some(false), None)
        } else {
            Ok(())
        }
    }

    fn announce_channel(&mut self, event: &'static str, id: Id) {
        let bot = self.bot.id;
        if let Some(guild) = self.guild_of(id) {
            self.emit(event, Some(guild), |world| {
                let channel = world.channel(id);
                channel.map_or(Value::Null, |channel| channel.to_json(bot))
            });
        }
        self.notify_change(Some(id));
    }

    /// Deletes a channel with its messages and threads, and sends the matching event if the channel is in a server.
    /// Returns the deleted channel's JSON.
    pub fn delete_channel(&mut self, id: Id) -> Result<Value, ApiError> {
        let channel = self.channels.remove(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
        self.messages.remove(&id);
        self.channels.retain(|_, other| other.parent() != Some(id));
        let (event, json) = match channel.kind {
            ChannelKind::Thread(_) => ("THREAD_DELETE", deleted_thread_json(&channel)),
            _ => ("CHANNEL_DELETE", channel.to_json(self.bot.id)),
        };
        if let Some(guild) = channel.guild() {
            self.emit(event, Some(guild), |_| json.clone());
        }
        self.notify_change(Some(id));
        Ok(json)
    }

    /// Returns the direct message channel with `user`, creating it if needed.
    pub(crate) fn direct_channel(&mut self, user: Id) -> Id {
        let known = self.channels.values().find(
            |channel| matches!(channel.kind, ChannelKind::Direct { user: other } if other == user),
        );
        if let Some(channel) = known {
            return channel.id;
        }
        let id = self.new_id();
        let channel = Channel::new(id, String::new(), ChannelKind::Direct { user });
        self.channels.insert(id, channel);
        self.notify_change(Some(id));
        id
    }

    pub(crate) fn channel_json(&self, channel: &Channel) -> Value {
        match channel.kind {
            ChannelKind::Direct { user } => json!({
                "id": channel.id,
                "type": 1,
                "last_message_id": channel.last_message,
                "flags": 0,
                "recipients": [self.user_json(user)],
            }),
            _ => channel.to_json(self.bot.id),
        }
    }

    /// Returns the oldest text channel of a server, in which Discord posts its own messages.
    pub(super) fn system_channel(&self, guild: Id) -> Option<Id> {
        let mut all = self.channels.values();
        let is_text = |kind: &ChannelKind| matches!(kind, ChannelKind::Guild { number: TEXT, .. });
        let found = all.find(|one| one.guild() == Some(guild) && is_text(&one.kind));
        found.map(|channel| channel.id)
    }

    pub(crate) fn bot_permissions(&self, channel: &Channel) -> Permissions {
        let parent = channel.parent().and_then(|id| self.channels.get(&id));
        let permissions = channel
            .bot_permissions
            .or_else(|| parent.and_then(|parent| parent.bot_permissions))
            .unwrap_or(Permissions::EVERYONE);
        let guild = channel.guild().and_then(|guild| self.guild(guild));
        match guild.map(|guild| guild.bot_membership) {
            Some(BotMembership::CommandsOnly | BotMembership::Removed) => {
                Permissions(permissions.0 & Permissions::WITHOUT_BOT.0)
            }
            _ => permissions,
        }
    }

    /// Returns the permissions of `user`: all for the owner of the servers, the defaults for anyone else.
    pub(crate) fn member_permissions(&self, user: Id) -> Permissions {
        if user == self.owner() {
            Permissions::ADMINISTRATOR
        } else {
            Permissions::EVERYONE
        }
    }

    pub(crate) fn visible_channel(&self, id: Id) -> Result<&Channel, ApiError> {
        let channel = self.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
        let has_bot = channel
            .guild()
            .is_none_or(|guild| self.guilds.get(&guild).is_some_and(Guild::has_bot));
        let permissions = self.bot_permissions(channel);
        let is_admitted = match &channel.kind {
            ChannelKind::Thread(thread) => {
                thread.has_bot || permissions.allow(Permissions::MANAGE_THREADS)
            }
            ChannelKind::Guild { number, .. } if matches!(*number, VOICE | STAGE) => {
                permissions.allow(Permissions::CONNECT)
            }
            ChannelKind::Guild { .. } | ChannelKind::Direct { .. } => true,
        };
        if has_bot && is_admitted && permissions.allow(Permissions::VIEW_CHANNEL) {
            Ok(channel)
        } else {
            Err(ApiError::MISSING_ACCESS)
        }
    }

    pub(crate) fn permitted_channel(
        &self,
        id: Id,
        required: Permissions,
    ) -> Result<&Channel, ApiError> {
        let channel = self.visible_channel(id)?;
        if channel.guild().is_none() || self.bot_permissions(channel).allow(required) {
            Ok(channel)
        } else {
            Err(ApiError::MISSING_PERMISSIONS)
        }
    }
}

fn deleted_thread_json(channel: &Channel) -> Value {
    json!({
        "id": channel.id,
        "guild_id": channel.guild(),
        "parent_id": channel.parent(),
        "type": channel.type_number(),
    })
}
