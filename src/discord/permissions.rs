//! What the bot needs in a channel before a table can stand there.

use serenity::model::permissions::Permissions;
use table::screen::Permission;

/// The first permission that is missing for a table in a channel, or in a thread.
pub fn missing_for_table(granted: Permissions, in_thread: bool) -> Option<Permission> {
    missing_to_speak(granted, in_thread).or_else(|| {
        first_missing(
            granted,
            [
                (Permissions::EMBED_LINKS, Permission::EmbedLinks),
                (Permissions::ATTACH_FILES, Permission::AttachFiles),
            ],
        )
    })
}

/// The first permission without which a table falls silent.
pub fn missing_to_speak(granted: Permissions, in_thread: bool) -> Option<Permission> {
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

/// The first permission that is missing to open a thread in a channel and put a table into it.
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

    const ENOUGH: Permissions = Permissions::VIEW_CHANNEL
        .union(Permissions::SEND_MESSAGES)
        .union(Permissions::EMBED_LINKS)
        .union(Permissions::ATTACH_FILES);

    #[test]
    fn the_permissions_of_the_invitation_are_enough_for_a_channel_but_not_for_a_thread() {
        assert_eq!(missing_for_table(ENOUGH, false), None);
        assert_eq!(
            missing_for_table(ENOUGH, true),
            Some(Permission::SendInThreads)
        );
    }

    #[test]
    fn each_missing_permission_is_named() {
        let without = |bit| missing_for_table(ENOUGH.difference(bit), false);
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
        assert_eq!(missing_for_thread(ENOUGH), Some(Permission::CreateThreads));
    }

    #[test]
    fn an_administrator_lacks_nothing() {
        assert_eq!(missing_for_table(Permissions::ADMINISTRATOR, true), None);
    }
}
