//! Computes a member's permissions in a channel, as documented by Discord: the union of the roles' permissions, then
//! the channel's overwrites for everyone, for the member's roles (merged) and for the member. In each of these three
//! steps, denials are applied before grants.

use std::num::NonZeroU64;

use serde_json::Value;
use serenity::model::permissions::Permissions;

/// Returns a user's permissions in a channel. For a thread, pass its parent: threads have no overwrites.
pub(super) fn permissions_in(
    guild: &Value,
    member: &Value,
    channel: &Value,
    user: NonZeroU64,
) -> Permissions {
    let user = user.to_string();
    if guild["owner_id"] == user.as_str() {
        return Permissions::all();
    }
    let everyone = guild["id"].as_str().unwrap_or_default();
    let roles: Vec<&str> = ids(&member["roles"]);
    let is_held = |role: &&Value| {
        let id = role["id"].as_str().unwrap_or_default();
        id == everyone || roles.contains(&id)
    };
    let of_roles = list(&guild["roles"]).iter().filter(is_held);
    let base = of_roles
        .map(|role| bits(&role["permissions"]))
        .fold(Permissions::empty(), Permissions::union);
    if base.administrator() {
        return Permissions::all();
    }
    let overwrites = list(&channel["permission_overwrites"]);
    let of_held = |id: &str, is_role| is_role && id != everyone && roles.contains(&id);
    let overwritten = [
        merged(overwrites, |id, _| id == everyone),
        merged(overwrites, of_held),
        merged(overwrites, |id, is_role| !is_role && id == user),
    ]
    .into_iter()
    .fold(base, |granted, (allowed, denied)| {
        granted.difference(denied).union(allowed)
    });
    if overwritten.view_channel() {
        overwritten
    } else {
        // Without *View Channel* all other permissions are void.
        Permissions::empty()
    }
}

/// Returns the permissions allowed and denied by the overwrites that apply.
fn merged(
    overwrites: &[Value],
    applies: impl Fn(&str, bool) -> bool,
) -> (Permissions, Permissions) {
    let (mut allowed, mut denied) = (Permissions::empty(), Permissions::empty());
    for overwrite in overwrites {
        let id = overwrite["id"].as_str().unwrap_or_default();
        if applies(id, overwrite["type"] == 0) {
            allowed |= bits(&overwrite["allow"]);
            denied |= bits(&overwrite["deny"]);
        }
    }
    (allowed, denied)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn ids(value: &Value) -> Vec<&str> {
    list(value).iter().filter_map(Value::as_str).collect()
}

/// Parses permissions, which Discord sends as a string with a decimal number.
fn bits(value: &Value) -> Permissions {
    let number = value.as_str().and_then(|text| text.parse().ok());
    Permissions::from_bits_truncate(number.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const VIEW: Permissions = Permissions::VIEW_CHANNEL;
    const SEND: Permissions = Permissions::SEND_MESSAGES;

    fn text(permissions: Permissions) -> String {
        permissions.bits().to_string()
    }

    /// Returns the bot's permissions. `role` contains the permissions of role 2, which the bot has.
    fn computed(everyone: Permissions, role: Permissions, overwrites: Value) -> Permissions {
        let guild = json!({"id": "1", "owner_id": "9", "roles": [
            {"id": "1", "permissions": text(everyone)},
            {"id": "2", "permissions": text(role)},
            {"id": "3", "permissions": text(Permissions::ADMINISTRATOR)},
        ]});
        let channel = json!({ "permission_overwrites": overwrites });
        let user = NonZeroU64::new(7).expect("7 is not 0");
        permissions_in(&guild, &json!({"roles": ["2"]}), &channel, user)
    }

    fn overwrite(id: &str, kind: u8, allow: Permissions, deny: Permissions) -> Value {
        json!({"id": id, "type": kind, "allow": text(allow), "deny": text(deny)})
    }

    #[test]
    fn the_permissions_of_all_held_roles_add_up_and_those_of_others_do_not_count() {
        assert_eq!(computed(VIEW, SEND, json!([])), VIEW | SEND);
    }

    #[test]
    fn a_role_outranks_everybody_and_the_member_outranks_a_role() {
        let none = Permissions::empty();
        let denied_to_all = overwrite("1", 0, none, SEND);
        let allowed_to_role = overwrite("2", 0, SEND, none);
        let denied_to_bot = overwrite("7", 1, none, SEND);
        let base = VIEW | SEND;
        for (overwrites, expected) in [
            (json!([denied_to_all]), VIEW),
            (json!([allowed_to_role, denied_to_all]), base),
            (json!([denied_to_bot, allowed_to_role, denied_to_all]), VIEW),
        ] {
            assert_eq!(computed(base, none, overwrites), expected);
        }
    }

    #[test]
    fn overwrites_of_other_roles_and_members_do_not_count() {
        let none = Permissions::empty();
        let others = json!([overwrite("3", 0, none, SEND), overwrite("8", 1, none, SEND)]);
        assert_eq!(computed(VIEW | SEND, none, others), VIEW | SEND);
    }

    #[test]
    fn an_administrator_may_do_everything_and_nobody_acts_where_they_see_nothing() {
        let none = Permissions::empty();
        let denied = json!([overwrite("1", 0, none, VIEW | SEND)]);
        let administrator = computed(VIEW, Permissions::ADMINISTRATOR, denied.clone());
        assert_eq!(administrator, Permissions::all());
        assert_eq!(computed(VIEW | SEND, SEND, denied), none);
    }
}
