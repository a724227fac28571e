//! Looks up users, servers, channels and files, and who may do what in a channel.

use serde_json::{Value, json};

use super::state::World;
use crate::api_error::ApiError;
use crate::config::UserConfig;
use crate::model::attachments::StoredFile;
use crate::model::channels::Channel;
use crate::model::guilds::Guild;
use crate::model::ids::Id;
use crate::model::interactions::Interaction;
use crate::model::permissions::Permissions;
use crate::model::users::User;

impl World {
    /// Adds a user and returns their id.
    pub fn add_user(&mut self, now: u64, config: &UserConfig) -> Id {
        self.advance_to(now);
        let id = self.new_id();
        let user = User {
            id,
            username: config.username.clone(),
            global_name: config.global_name.clone(),
            locale: config.locale.clone(),
            is_bot: false,
            accepts_direct_messages: true,
            colour_index: self.users.len(),
        };
        self.users.insert(id, user);
        self.notify_change(None);
        id
    }

    /// Returns the bot's user id, which is also the application's id.
    #[must_use]
    pub fn bot_id(&self) -> Id {
        self.bot.id
    }

    pub(crate) fn bot(&self) -> &User {
        &self.bot
    }

    pub(crate) fn users(&self) -> impl Iterator<Item = &User> {
        self.users.values()
    }

    /// Returns a user by id, not the bot.
    pub(crate) fn person(&self, id: Id) -> Option<&User> {
        self.users.get(&id)
    }

    /// Lets a person take direct messages of the bot, or refuse them. Does nothing for an unknown id.
    pub fn set_accepts_direct_messages(&mut self, now: u64, person: Id, accepts: bool) {
        self.advance_to(now);
        let change = |user: &mut User| user.accepts_direct_messages = accepts;
        let _ = self.update_person(person, change);
    }

    /// Changes a user and reports it. Returns `None` for an unknown id.
    pub(crate) fn update_person(&mut self, id: Id, change: impl FnOnce(&mut User)) -> Option<()> {
        change(self.users.get_mut(&id)?);
        self.notify_change(None);
        Some(())
    }

    /// Returns a user by id, also the bot.
    pub(crate) fn user(&self, id: Id) -> Option<&User> {
        if id == self.bot.id {
            return Some(&self.bot);
        }
        self.users.get(&id)
    }

    /// Returns Discord's user object; that of a deleted account for an unknown id.
    pub(crate) fn user_json(&self, id: Id) -> Value {
        match self.user(id) {
            Some(user) => user.to_json(),
            None => {
                json!({"id": id, "username": "deleted_user", "discriminator": "0", "avatar": null})
            }
        }
    }

    /// Iterates over all servers, also those that the bot has left, oldest first.
    pub(crate) fn guilds(&self) -> impl Iterator<Item = &Guild> {
        self.guilds.values()
    }

    pub(crate) fn guild(&self, id: Id) -> Option<&Guild> {
        self.guilds.get(&id)
    }

    /// Iterates over all channels, threads and direct messages, oldest first.
    pub(crate) fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.channels.values()
    }

    pub(crate) fn channel(&self, id: Id) -> Option<&Channel> {
        self.channels.get(&id)
    }

    /// Returns the server of a channel; `None` for direct messages.
    pub(crate) fn guild_of(&self, channel: Id) -> Option<Id> {
        self.channels.get(&channel)?.guild()
    }

    /// Returns an uploaded file: an attachment or the image of an emoji.
    pub(crate) fn file(&self, id: Id) -> Option<&StoredFile> {
        self.files.get(&id)
    }

    /// Iterates over all interactions, oldest first.
    pub(crate) fn interactions(&self) -> impl DoubleEndedIterator<Item = &Interaction> {
        self.interactions.iter()
    }

    pub(crate) fn interaction(&self, id: Id) -> Option<&Interaction> {
        self.interactions.get(id)
    }

    /// Returns the channel of the interaction with this token, also of an expired one.
    pub(crate) fn channel_of_token(&self, token: &str) -> Option<Id> {
        self.interactions.channel_of_token(token)
    }

    pub(crate) fn bot_permissions(&self, channel: &Channel) -> Permissions {
        let parent = channel.parent().and_then(|id| self.channels.get(&id));
        channel
            .bot_permissions
            .or_else(|| parent.and_then(|parent| parent.bot_permissions))
            .unwrap_or(Permissions::EVERYONE)
    }

    /// Returns the permissions of `user` in `channel`: those that a test has set, all for the owner of the
    /// servers, otherwise everybody's.
    pub(crate) fn member_permissions(&self, channel: &Channel, user: Id) -> Permissions {
        let parent = channel.parent().and_then(|id| self.channels.get(&id));
        let own = channel.member_permissions.get(&user);
        own.or_else(|| parent.and_then(|parent| parent.member_permissions.get(&user)))
            .copied()
            .unwrap_or_else(|| match user == self.owner() {
                true => Permissions::ADMINISTRATOR,
                false => Permissions::EVERYONE,
            })
    }

    /// Returns a channel that the bot can see.
    pub(crate) fn visible_channel(&self, id: Id) -> Result<&Channel, ApiError> {
        let channel = self.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
        let has_bot = channel
            .guild()
            .is_none_or(|guild| self.guilds.get(&guild).is_some_and(Guild::has_bot));
        if has_bot
            && self
                .bot_permissions(channel)
                .allow(Permissions::VIEW_CHANNEL)
        {
            Ok(channel)
        } else {
            Err(ApiError::MISSING_ACCESS)
        }
    }

    /// Returns a channel in which the bot has the permissions `required`.
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
