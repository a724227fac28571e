//! The person behind an interaction. Their name is made safe to show, except for markdown, which
//! `table::text` escapes.

use serenity::model::guild::Member;
use serenity::model::permissions::Permissions;
use serenity::model::user::User;
use table::ids::UserId;
use table::input::Clicker;
use table::text::Locale;

/// The most characters of a display name that are shown.
const MAX_NAME_LENGTH: usize = 32;

/// Returns the person with their name in the server, else that of their account.
pub(super) fn person(user: &User, member: Option<&Member>, locale: &str) -> Clicker {
    let names = [
        member.and_then(|member| member.nick.as_deref()),
        user.global_name.as_deref(),
        Some(&*user.name),
    ];
    let name = names
        .into_iter()
        .flatten()
        .map(sanitize_name)
        .find(|name| !name.is_empty());
    let moderator = Permissions::MANAGE_MESSAGES | Permissions::ADMINISTRATOR;
    Clicker {
        id: UserId(user.id.get()),
        name: name.unwrap_or_else(|| user.id.to_string()),
        locale: Locale::nearest(locale),
        may_manage: member
            .and_then(|member| member.permissions)
            .is_some_and(|granted| granted.intersects(moderator)),
    }
}

/// Returns a name without the characters that are invisible or change the direction or lines of the
/// text around it, cut to [`MAX_NAME_LENGTH`]. Markdown is left in: it is escaped in `table::text`.
fn sanitize_name(name: &str) -> String {
    let is_unsafe = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let plain: String = name.chars().filter(|&letter| !is_unsafe(letter)).collect();
    plain
        .trim()
        .chars()
        .take(MAX_NAME_LENGTH)
        .collect::<String>()
        .trim_end()
        .to_owned()
}
