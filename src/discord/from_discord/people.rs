//! The person behind an interaction. Their name is made safe to show in `display_name`.

use serenity::model::guild::Member;
use serenity::model::permissions::Permissions;
use serenity::model::user::User;
use table::ids::UserId;
use table::input::Clicker;
use table::text::Locale;

use super::display_name::sanitize_name;

/// Returns the person with their name in the server, else that of their account, else their username.
/// If none of them shows anything, the digits of their id stand for them.
pub(super) fn person(user: &User, member: Option<&Member>, locale: &str) -> Clicker {
    let names = [
        member.and_then(|member| member.nick.as_deref()),
        user.global_name.as_deref(),
        Some(&*user.name),
    ];
    let name = names.into_iter().flatten().find_map(sanitize_name);
    let moderator = Permissions::MANAGE_MESSAGES | Permissions::ADMINISTRATOR;
    let name = name.unwrap_or_else(|| user.id.to_string());
    let granted = member.and_then(|member| member.permissions);
    Clicker {
        may_manage: granted.is_some_and(|granted| granted.intersects(moderator)),
        ..Clicker::new(UserId(user.id.get()), name, Locale::nearest(locale))
    }
}
