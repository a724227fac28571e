//! Discord's permission bits, as far as the sandbox uses them.

/// A set of permissions. Discord serializes it as a decimal string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permissions(pub u64);

impl Permissions {
    /// Includes every other permission.
    pub const ADMINISTRATOR: Self = Self(1 << 3);
    pub const MANAGE_CHANNELS: Self = Self(1 << 4);
    pub const VIEW_CHANNEL: Self = Self(1 << 10);
    /// Post messages, outside of threads.
    pub const SEND_MESSAGES: Self = Self(1 << 11);
    pub const MANAGE_MESSAGES: Self = Self(1 << 13);
    pub const EMBED_LINKS: Self = Self(1 << 14);
    pub const ATTACH_FILES: Self = Self(1 << 15);
    pub const READ_MESSAGE_HISTORY: Self = Self(1 << 16);
    pub const MENTION_EVERYONE: Self = Self(1 << 17);
    pub const USE_EXTERNAL_EMOJIS: Self = Self(1 << 18);
    /// Join a voice channel. The channel's chat requires this permission too.
    pub const CONNECT: Self = Self(1 << 20);
    pub const USE_APPLICATION_COMMANDS: Self = Self(1 << 31);
    pub const MANAGE_THREADS: Self = Self(1 << 34);
    pub const CREATE_PUBLIC_THREADS: Self = Self(1 << 35);
    pub const SEND_MESSAGES_IN_THREADS: Self = Self(1 << 38);

    /// The default permissions of the bot, and of all members but the owner, in every channel.
    pub const EVERYONE: Self = Self(
        Self::VIEW_CHANNEL.0
            | Self::SEND_MESSAGES.0
            | Self::EMBED_LINKS.0
            | Self::ATTACH_FILES.0
            | Self::READ_MESSAGE_HISTORY.0
            | Self::USE_EXTERNAL_EMOJIS.0
            | Self::CONNECT.0
            | Self::USE_APPLICATION_COMMANDS.0
            | Self::CREATE_PUBLIC_THREADS.0
            | Self::SEND_MESSAGES_IN_THREADS.0,
    );

    /// The only permissions that an application can have in a server without its bot.
    pub(crate) const WITHOUT_BOT: Self = Self(
        Self::EMBED_LINKS.0
            | Self::ATTACH_FILES.0
            | Self::MENTION_EVERYONE.0
            | Self::USE_EXTERNAL_EMOJIS.0,
    );

    /// Returns true if all of `required` are included; ADMINISTRATOR includes everything.
    pub fn allow(self, required: Self) -> bool {
        self.0 & Self::ADMINISTRATOR.0 != 0 || self.0 & required.0 == required.0
    }
}
