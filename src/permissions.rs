//! Checks the permissions of the bot and of people, and builds the link that invites the bot.

use serenity::model::permissions::Permissions;
use table::screen::Permission;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InvitedPermission {
    pub(crate) bit: Permissions,
    /// The name in Discord's settings, in English.
    pub(crate) name: &'static str,
    pub(crate) need: Need,
}

/// Why the bot needs a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// For a table in a channel or a thread.
    Everywhere,
    Channel,
    Thread,
    /// To find and delete a table's duplicate message, for example after the process was killed while posting.
    Duplicates,
}

/// The permissions that the bot asks for when it is invited: only the permissions that it needs.
pub(crate) const INVITED: [InvitedPermission; 7] = {
    const fn permission(bit: Permissions, name: &'static str, need: Need) -> InvitedPermission {
        InvitedPermission { bit, name, need }
    }
    [
        permission(Permissions::VIEW_CHANNEL, "View Channels", Need::Everywhere),
        permission(Permissions::SEND_MESSAGES, "Send Messages", Need::Channel),
        permission(
            Permissions::SEND_MESSAGES_IN_THREADS,
            "Send Messages in Threads",
            Need::Thread,
        ),
        permission(
            Permissions::CREATE_PUBLIC_THREADS,
            "Create Public Threads",
            Need::Thread,
        ),
        permission(Permissions::EMBED_LINKS, "Embed Links", Need::Everywhere),
        permission(Permissions::ATTACH_FILES, "Attach Files", Need::Everywhere),
        permission(
            Permissions::READ_MESSAGE_HISTORY,
            "Read Message History",
            Need::Duplicates,
        ),
    ]
};

pub(crate) fn invited() -> Permissions {
    let bits = INVITED.iter().map(|permission| permission.bit);
    bits.fold(Permissions::empty(), Permissions::union)
}

/// Returns the first missing permission for opening a table in a channel or thread.
pub(crate) fn missing_for_table(granted: Permissions, in_thread: bool) -> Option<Permission> {
    let links = (Permissions::EMBED_LINKS, Permission::EmbedLinks);
    let files = (Permissions::ATTACH_FILES, Permission::AttachFiles);
    missing_to_post(granted, in_thread).or_else(|| first_missing(granted, [links, files]))
}

/// Returns the first missing permission for posting a message in a channel or thread.
pub(crate) fn missing_to_post(granted: Permissions, in_thread: bool) -> Option<Permission> {
    let view = (Permissions::VIEW_CHANNEL, Permission::View);
    let send = if in_thread {
        (
            Permissions::SEND_MESSAGES_IN_THREADS,
            Permission::SendInThreads,
        )
    } else {
        (Permissions::SEND_MESSAGES, Permission::Send)
    };
    first_missing(granted, [view, send])
}

/// Returns the first missing permission for opening a table in a new thread of a channel.
pub(crate) fn missing_for_thread(granted: Permissions) -> Option<Permission> {
    let bit = Permissions::CREATE_PUBLIC_THREADS;
    let create = first_missing(granted, [(bit, Permission::CreateThreads)]);
    create.or_else(|| missing_for_table(granted, true))
}

/// Returns true if an interaction with these bot permissions may come from a server without the bot. For such a server,
/// Discord sends the permissions of `@everyone`, reduced to the permissions listed here.
pub(crate) fn may_be_without_bot(granted: Permissions) -> bool {
    let cut = Permissions::EMBED_LINKS
        | Permissions::ATTACH_FILES
        | Permissions::MENTION_EVERYONE
        | Permissions::USE_EXTERNAL_EMOJIS;
    cut.contains(granted)
}

/// Returns the link that adds the bot and its commands to a server, with the permissions in [`INVITED`].
pub(crate) fn invite_link(base: &str, application: u64) -> String {
    let permissions = invited().bits();
    format!(
        "{base}/oauth2/authorize?client_id={application}&scope=bot+applications.commands\
         &permissions={permissions}"
    )
}

pub(crate) fn may_create_threads(member: Permissions) -> bool {
    member.administrator() || member.create_public_threads()
}

pub(crate) fn may_manage_server(member: Permissions) -> bool {
    member.administrator() || member.manage_guild()
}

fn first_missing<const N: usize>(
    granted: Permissions,
    needed: [(Permissions, Permission); N],
) -> Option<Permission> {
    if granted.contains(Permissions::ADMINISTRATOR) {
        return None;
    }
    let missing = needed.into_iter().find(|(bit, _)| !granted.contains(*bit));
    missing.map(|(_, permission)| permission)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough for a table in a channel, but not for a new thread.
    const FOR_CHANNEL: Permissions = Permissions::VIEW_CHANNEL
        .union(Permissions::SEND_MESSAGES)
        .union(Permissions::EMBED_LINKS)
        .union(Permissions::ATTACH_FILES);

    fn suffice(granted: Permissions) -> bool {
        missing_for_table(granted, false).is_none() && missing_for_thread(granted).is_none()
    }

    #[test]
    fn the_invitation_asks_for_exactly_what_is_needed() {
        assert!(suffice(invited()));
        for permission in INVITED {
            let without = invited().difference(permission.bit);
            let is_needed = permission.need != Need::Duplicates;
            assert_eq!(suffice(without), !is_needed, "{}", permission.name);
        }
    }

    #[test]
    fn the_permissions_of_a_channel_do_not_suffice_for_a_thread() {
        assert_eq!(missing_for_table(FOR_CHANNEL, false), None);
        let missing = missing_for_table(FOR_CHANNEL, true);
        assert_eq!(missing, Some(Permission::SendInThreads));
    }

    #[test]
    fn the_missing_permission_is_returned() {
        for (bit, expected) in [
            (Permissions::VIEW_CHANNEL, Permission::View),
            (Permissions::SEND_MESSAGES, Permission::Send),
            (Permissions::EMBED_LINKS, Permission::EmbedLinks),
            (Permissions::ATTACH_FILES, Permission::AttachFiles),
        ] {
            let missing = missing_for_table(FOR_CHANNEL.difference(bit), false);
            assert_eq!(missing, Some(expected));
        }
        let missing = missing_for_thread(FOR_CHANNEL);
        assert_eq!(missing, Some(Permission::CreateThreads));
    }

    #[test]
    fn an_administrator_has_every_permission() {
        assert_eq!(missing_for_table(Permissions::ADMINISTRATOR, true), None);
    }
}
