//! The sandbox's users: the people and the bot.

use serde_json::{Value, json};

use super::World;
use crate::config::UserConfig;
use crate::id::Id;

const AVATAR_COLOURS: [&str; 6] = [
    "#5865f2", "#57a55a", "#c27c0e", "#ad1457", "#1f8b8b", "#7a4fb5",
];

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

impl World {
    pub fn add_user(&mut self, now: u64, config: &UserConfig) -> Id {
        self.advance_to(now);
        let id = self.new_id();
        let user = User {
            id,
            username: config.username.clone(),
            global_name: config.global_name.clone(),
            locale: config.locale.clone(),
            is_bot: false,
            accepts_direct_messages: true,
            colour_index: self.users.len(),
        };
        self.users.insert(id, user);
        self.notify_change(None);
        id
    }

    /// Returns the bot's user id, which is also the application's id.
    pub fn bot_id(&self) -> Id {
        self.bot.id
    }

    pub(crate) fn bot(&self) -> &User {
        &self.bot
    }

    pub(crate) fn users(&self) -> impl Iterator<Item = &User> {
        self.users.values()
    }

    /// Returns a person by id; `None` for the bot or an unknown id.
    pub(crate) fn person(&self, id: Id) -> Option<&User> {
        self.users.get(&id)
    }

    pub(crate) fn user(&self, id: Id) -> Option<&User> {
        let bot = Some(&self.bot).filter(|bot| bot.id == id);
        bot.or_else(|| self.person(id))
    }

    /// Makes a person accept or refuse direct messages from the bot. Does nothing for an unknown id.
    pub fn set_accepts_direct_messages(&mut self, now: u64, person: Id, accepts: bool) {
        self.advance_to(now);
        let change = |user: &mut User| user.accepts_direct_messages = accepts;
        let _ = self.update_person(person, change);
    }

    pub(crate) fn update_person(&mut self, id: Id, change: impl FnOnce(&mut User)) -> Option<()> {
        change(self.users.get_mut(&id)?);
        self.notify_change(None);
        Some(())
    }

    /// Returns Discord's user object; an unknown id becomes a deleted account.
    pub(crate) fn user_json(&self, id: Id) -> Value {
        let deleted =
            || json!({"id": id, "username": "deleted_user", "discriminator": "0", "avatar": null});
        self.user(id).map_or_else(deleted, User::to_json)
    }

    /// Returns the owner of every server: the first user, or the bot if there are no users.
    pub(crate) fn owner(&self) -> Id {
        self.users.keys().next().copied().unwrap_or(self.bot.id)
    }
}
