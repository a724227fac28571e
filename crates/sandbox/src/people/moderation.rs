//! Actions of moderators: they delete messages and channels, change permissions, archive threads and
//! remove the bot.

use super::ActionError;
use crate::id::Id;
use crate::world::{BotMembership, Permissions, World};

impl World {
    /// Deletes a message.
    pub fn delete_message(
        &mut self,
        now: u64,
        channel: Id,
        message: Id,
    ) -> Result<(), ActionError> {
        self.advance_to(now);
        Ok(self.remove_message(channel, message)?)
    }

    /// Deletes a channel with its messages and threads.
    pub fn delete_channel(&mut self, now: u64, channel: Id) -> Result<(), ActionError> {
        self.advance_to(now);
        self.remove_channel(channel)?;
        Ok(())
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
        Ok(self.update_channel(channel, |channel| {
            channel.bot_permissions = bot.or(channel.bot_permissions);
            channel.member_permissions.extend(members.iter().copied());
        })?)
    }

    /// Changes the bot's membership in a server.
    pub fn set_bot_membership(
        &mut self,
        now: u64,
        guild: Id,
        membership: BotMembership,
    ) -> Result<(), ActionError> {
        self.advance_to(now);
        Ok(self.change_bot_membership(guild, membership)?)
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
        let known = self.channel(thread);
        if known.is_some_and(|channel| channel.thread().is_none()) {
            let reason = "only threads can be archived or locked";
            return Err(ActionError::invalid(reason));
        }
        Ok(self.update_thread(thread, archived, locked)?)
    }
}
