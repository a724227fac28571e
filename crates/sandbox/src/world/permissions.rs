//! Permission bits, as far as the sandbox checks them.

/// A set of permissions. Serialized by Discord as a decimal string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permissions(
    /// The bits, as Discord numbers them.
    pub u64,
);

impl Permissions {
    /// Includes every other permission.
    pub const ADMINISTRATOR: Self = Self(1 << 3);
    /// Edit and delete channels.
    pub const MANAGE_CHANNELS: Self = Self(1 << 4);
    /// See the channel.
    pub const VIEW_CHANNEL: Self = Self(1 << 10);
    /// Post messages, outside of threads.
    pub const SEND_MESSAGES: Self = Self(1 << 11);
    /// Delete other people's messages.
    pub const MANAGE_MESSAGES: Self = Self(1 << 13);
    /// Post embeds.
    pub const EMBED_LINKS: Self = Self(1 << 14);
    /// Post files.
    pub const ATTACH_FILES: Self = Self(1 << 15);
    /// Read earlier messages.
    pub const READ_MESSAGE_HISTORY: Self = Self(1 << 16);
    /// Notify everyone.
    pub const MENTION_EVERYONE: Self = Self(1 << 17);
    /// Use emojis of other servers.
    pub const USE_EXTERNAL_EMOJIS: Self = Self(1 << 18);
    /// Run slash commands.
    pub const USE_APPLICATION_COMMANDS: Self = Self(1 << 31);
    /// Edit, lock and delete threads.
    pub const MANAGE_THREADS: Self = Self(1 << 34);
    /// Open public threads.
    pub const CREATE_PUBLIC_THREADS: Self = Self(1 << 35);
    /// Open private threads.
    pub const CREATE_PRIVATE_THREADS: Self = Self(1 << 36);
    /// Post messages in threads.
    pub const SEND_MESSAGES_IN_THREADS: Self = Self(1 << 38);

    /// Default permissions of the bot and of members in every channel.
    pub const EVERYONE: Self = Self(
        Self::VIEW_CHANNEL.0
            | Self::SEND_MESSAGES.0
            | Self::EMBED_LINKS.0
            | Self::ATTACH_FILES.0
            | Self::READ_MESSAGE_HISTORY.0
            | Self::USE_EXTERNAL_EMOJIS.0
            | Self::USE_APPLICATION_COMMANDS.0
            | Self::CREATE_PUBLIC_THREADS.0
            | Self::SEND_MESSAGES_IN_THREADS.0,
    );

    /// Returns true if all of `required` are included; ADMINISTRATOR includes everything.
    pub fn allow(self, required: Self) -> bool {
        self.0 & Self::ADMINISTRATOR.0 != 0 || self.0 & required.0 == required.0
    }
}
