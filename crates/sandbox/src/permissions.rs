//! Permission bits, as far as the sandbox checks them.

/// A set of permissions. Serialized by Discord as a decimal string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Permissions(pub(crate) u64);

impl Permissions {
    pub(crate) const ADMINISTRATOR: Self = Self(1 << 3);
    pub(crate) const MANAGE_CHANNELS: Self = Self(1 << 4);
    pub(crate) const VIEW_CHANNEL: Self = Self(1 << 10);
    pub(crate) const SEND_MESSAGES: Self = Self(1 << 11);
    pub(crate) const MANAGE_MESSAGES: Self = Self(1 << 13);
    pub(crate) const EMBED_LINKS: Self = Self(1 << 14);
    pub(crate) const ATTACH_FILES: Self = Self(1 << 15);
    pub(crate) const READ_MESSAGE_HISTORY: Self = Self(1 << 16);
    pub(crate) const MENTION_EVERYONE: Self = Self(1 << 17);
    pub(crate) const USE_EXTERNAL_EMOJIS: Self = Self(1 << 18);
    pub(crate) const USE_APPLICATION_COMMANDS: Self = Self(1 << 31);
    pub(crate) const MANAGE_THREADS: Self = Self(1 << 34);
    pub(crate) const CREATE_PUBLIC_THREADS: Self = Self(1 << 35);
    pub(crate) const CREATE_PRIVATE_THREADS: Self = Self(1 << 36);
    pub(crate) const SEND_MESSAGES_IN_THREADS: Self = Self(1 << 38);

    /// Default permissions of the bot and of members in every channel.
    pub(crate) const EVERYONE: Self = Self(
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
    pub(crate) fn allow(self, required: Self) -> bool {
        self.0 & Self::ADMINISTRATOR.0 != 0 || self.0 & required.0 == required.0
    }
}
