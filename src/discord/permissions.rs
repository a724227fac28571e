//! Checks that the bot has the permissions in a channel that a table needs.

use serenity::model::permissions::Permissions;
use table::screen::Permission;

/// Returns the first permission that is missing to open a table in a channel or thread.
pub fn missing_for_table(granted: Permissions, in_thread: bool) -> Option<Permission> {
    missing_to_post(granted, in_thread).or_else(|| {
        first_missing(
            granted,
            [
                (Permissions::EMBED_LINKS, Permission::EmbedLinks),
                (Permissions::ATTACH_FILES, Permission::AttachFiles),
            ],
        )
    })
}

/// Returns the first permission that is missing to post the messages of a running table.
pub fn missing_to_post(granted: Permissions, in_thread: bool) -> Option<Permission> {
    let send = if in_thread {
        (
            Permissions::SEND_MESSAGES_IN_THREADS,
            Permission::SendInThreads,
        )
    } else {
        (Permissions::SEND_MESSAGES, Permission::Send)
    };
    first_missing(
        granted,
        [(Permissions::VIEW_CHANNEL, Permission::View), send],
    )
}

/// Returns the first permission that is missing to open a thread with a table in a channel.
pub fn missing_for_thread(granted: Permissions) -> Option<Permission> {
    first_missing(
        granted,
        [(
            Permissions::CREATE_PUBLIC_THREADS,
            Permission::CreateThreads,
        )],
    )
    .or_else(|| missing_for_table(granted, true))
}

/// Returns true if a member with these permissions may open public threads themselves.
pub fn may_create_threads(member: Permissions) -> bool {
    member.administrator() || member.create_public_threads()
}

/// Returns true if a member with these permissions may manage the server.
pub fn may_manage_server(member: Permissions) -> bool {
    member.administrator() || member.manage_guild()
}

fn first_missing<const N: usize>(
    granted: Permissions,
    needed: [(Permissions, Permission); N],
) -> Option<Permission> {
    if granted.contains(Permissions::ADMINISTRATOR) {
        return None;
    }
    needed
        .into_iter()
        .find(|(bit, _)| !granted.contains(*bit))
        .map(|(_, permission)| permission)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The permissions that the invitation link asks for.
    const INVITED: Permissions = Permissions::VIEW_CHANNEL
        .union(Permissions::SEND_MESSAGES)
        .union(Permissions::EMBED_LINKS)
        .union(Permissions::ATTACH_FILES);

    #[test]
    fn the_invited_permissions_suffice_for_a_channel_but_not_for_a_thread() {
        assert_eq!(missing_for_table(INVITED, false), None);
        assert_eq!(
            missing_for_table(INVITED, true),
            Some(Permission::SendInThreads)
        );
    }

    #[test]
    fn the_missing_permission_is_returned() {
        let without = |bit| missing_for_table(INVITED.difference(bit), false);
        assert_eq!(without(Permissions::VIEW_CHANNEL), Some(Permission::View));
        assert_eq!(without(Permissions::SEND_MESSAGES), Some(Permission::Send));
        assert_eq!(
            without(Permissions::EMBED_LINKS),
            Some(Permission::EmbedLinks)
        );
        assert_eq!(
            without(Permissions::ATTACH_FILES),
            Some(Permission::AttachFiles)
        );
        assert_eq!(missing_for_thread(INVITED), Some(Permission::CreateThreads));
    }

    #[test]
    fn an_administrator_has_every_permission() {
        assert_eq!(missing_for_table(Permissions::ADMINISTRATOR, true), None);
    }
}
