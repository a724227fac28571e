//! Actions of moderators: they delete messages and channels, change permissions, archive threads and
//! remove the bot.

use super::action_error::ActionError;
use crate::model::guilds::BotMembership;
use crate::model::ids::Id;
use crate::model::permissions::Permissions;
use crate::world::World;

impl World {
    /// Deletes a message.
    pub fn delete_message(
        &mut self,
        now: u64,
        channel: Id,
        message: Id,
    ) -> Result<(), ActionError> {
        self.advance_to(now);
        let removed = self.remove_message(channel, message);
        removed.map_err(|_| ActionError::Unknown("message"))
    }

    /// Deletes a channel with its messages and threads.
    pub fn delete_channel(&mut self, now: u64, channel: Id) -> Result<(), ActionError> {
        self.advance_to(now);
        match self.remove_channel(channel) {
            Ok(_) => Ok(()),
            Err(_) => Err(ActionError::Unknown("channel")),
        }
    }

    /// Sets the bot's permissions in a channel. Without this call they are [`Permissions::EVERYONE`].
    pub fn set_bot_permissions(
        &mut self,
        now: u64,
        channel: Id,
        permissions: Permissions,
    ) -> Result<(), ActionError> {
        self.set_permissions(now, channel, Some(permissions), &[])
    }

    /// Sets the permissions of members in a channel, and of the bot unless `bot` is `None`. All
    /// others keep theirs.
    pub fn set_permissions(
        &mut self,
        now: u64,
        channel: Id,
        bot: Option<Permissions>,
        members: &[(Id, Permissions)],
    ) -> Result<(), ActionError> {
        self.advance_to(now);
        let changed = self.update_channel(channel, |channel| {
            channel.bot_permissions = bot.or(channel.bot_permissions);
            channel.member_permissions.extend(members.iter().copied());
        });
        changed.map_err(|_| ActionError::Unknown("channel"))
    }

    /// Changes the bot's membership in a server.
    pub fn set_bot_membership(
        &mut self,
        now: u64,
        guild: Id,
        membership: BotMembership,
    ) -> Result<(), ActionError> {
        self.advance_to(now);
        let changed = self.change_bot_membership(guild, membership);
        changed.map_err(|_| ActionError::Unknown("server"))
    }

    /// Archives, locks or reopens a thread; `None` leaves a field as it is.
    pub fn change_thread(
        &mut self,
        now: u64,
        thread: Id,
        archived: Option<bool>,
        locked: Option<bool>,
    ) -> Result<(), ActionError> {
        self.advance_to(now);
        let known = self
            .channel(thread)
            .ok_or(ActionError::Unknown("channel"))?;
        if known.thread().is_none() {
            let reason = "only threads can be archived or locked";
            return Err(ActionError::invalid(reason));
        }
        let changed = self.update_thread(thread, archived, locked);
        changed.map_err(|_| ActionError::Unknown("channel"))
    }
}
