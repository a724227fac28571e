//! Channels, direct messages and threads: creation, changes and deletion.

use serde_json::{Value, json};

use super::state::World;
use crate::api_error::ApiError;
use crate::model::channels::{Channel, ChannelKind, Thread};
use crate::model::ids::Id;
use crate::model::outputs::Intent;

impl World {
    /// Adds a text channel to a server, and sends CHANNEL_CREATE.
    pub fn add_channel(&mut self, now: u64, guild: Id, name: impl Into<String>) -> Id {
        self.advance_to(now);
        let id = self.new_id();
        let position = self.channels.len();
        let kind = ChannelKind::Guild { guild, position };
        self.channels
            .insert(id, Channel::new(id, name.into(), kind));
        self.announce_channel("CHANNEL_CREATE", id);
        id
    }

    /// Adds a public thread of the bot's, and sends THREAD_CREATE. It is archived after `idle_minutes`.
    pub(crate) fn add_thread(
        &mut self,
        guild: Id,
        parent: Id,
        name: &str,
        idle_minutes: i64,
    ) -> Id {
        let (id, now) = (self.new_id(), self.now());
        let thread = Thread {
            guild,
            parent,
            owner: self.bot.id,
            archived: false,
            locked: false,
            auto_archive_minutes: idle_minutes,
            created_ms: now,
            archive_changed_ms: now,
            message_count: 0,
        };
        let channel = Channel::new(id, name.to_owned(), ChannelKind::Thread(thread));
        let mut json = channel.to_json(self.bot.id);
        json["newly_created"] = Value::Bool(true);
        self.channels.insert(id, channel);
        self.emit("THREAD_CREATE", Some(guild), Intent::Guilds, |_| json);
        self.notify_change(Some(id));
        id
    }

    /// Changes a channel or thread, and sends CHANNEL_UPDATE or THREAD_UPDATE.
    pub(crate) fn update_channel(
        &mut self,
        id: Id,
        change: impl FnOnce(&mut Channel),
    ) -> Result<(), ApiError> {
        let channel = self.channels.get_mut(&id);
        let channel = channel.ok_or(ApiError::UNKNOWN_CHANNEL)?;
        change(channel);
        let event = match channel.kind {
            ChannelKind::Thread(_) => "THREAD_UPDATE",
            _ => "CHANNEL_UPDATE",
        };
        self.announce_channel(event, id);
        Ok(())
    }

    /// Archives, locks or reopens a thread; `None` leaves a field as it is. Does nothing to other channels.
    pub(crate) fn update_thread(
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

    /// Reopens an archived thread, as a new message in it does. Does nothing to other channels.
    pub(crate) fn unarchive(&mut self, id: Id) -> Result<(), ApiError> {
        let thread = self.channel(id).and_then(Channel::thread);
        match thread.is_some_and(|thread| thread.archived) {
            true => self.update_thread(id, Some(false), None),
            false => Ok(()),
        }
    }

    fn announce_channel(&mut self, event: &'static str, id: Id) {
        let bot = self.bot.id;
        if let Some(guild) = self.guild_of(id) {
            self.emit(event, Some(guild), Intent::Guilds, |world| {
                let channel = world.channel(id);
                channel.map_or(Value::Null, |channel| channel.to_json(bot))
            });
        }
        self.notify_change(Some(id));
    }

    /// Deletes a channel with its messages and threads, and sends the matching event. Returns the
    /// deleted channel's JSON.
    pub(crate) fn remove_channel(&mut self, id: Id) -> Result<Value, ApiError> {
        let channel = self.channels.remove(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
        self.messages.remove(&id);
        self.channels.retain(|_, other| other.parent() != Some(id));
        let (event, json) = match channel.kind {
            ChannelKind::Thread(_) => ("THREAD_DELETE", deleted_thread_json(&channel)),
            _ => ("CHANNEL_DELETE", channel.to_json(self.bot.id)),
        };
        if let Some(guild) = channel.guild() {
            self.emit(event, Some(guild), Intent::Guilds, |_| json.clone());
        }
        self.notify_change(Some(id));
        Ok(json)
    }

    /// Returns the direct message channel with `user`; creates it if needed.
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
}

fn deleted_thread_json(channel: &Channel) -> Value {
    json!({
        "id": channel.id,
        "guild_id": channel.guild(),
        "parent_id": channel.parent(),
        "type": channel.type_number(),
    })
}
