//! Users: people and the bot.

use serde_json::{Value, json};

use crate::model::ids::Id;

/// The locales of Discord's clients.
pub(crate) const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

const AVATAR_COLOURS: [&str; 6] = [
    "#5865f2", "#57a55a", "#c27c0e", "#ad1457", "#1f8b8b", "#7a4fb5",
];

/// An account, of a person or of the bot.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) id: Id,
    pub(crate) username: String,
    pub(crate) global_name: Option<String>,
    pub(crate) locale: String,
    pub(crate) is_bot: bool,
    pub(crate) accepts_direct_messages: bool,
    pub(crate) colour_index: usize,
}

impl User {
    pub(crate) fn to_json(&self) -> Value {
        let mut user = json!({
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "discriminator": if self.is_bot { "0001" } else { "0" },
            "avatar": null,
            "public_flags": 0,
            "flags": 0,
        });
        if self.is_bot {
            user["bot"] = json!(true);
        }
        user
    }

    pub(crate) fn to_control_json(&self) -> Value {
        json!({
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "locale": self.locale,
            "accepts_direct_messages": self.accepts_direct_messages,
            "avatar_colour": AVATAR_COLOURS[self.colour_index % AVATAR_COLOURS.len()],
        })
    }
}
