//! What a sandbox starts with.

use std::path::PathBuf;

/// Everything that can be chosen before a sandbox starts.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// The bot's token, without the word `Bot` before it.
    pub token: String,
    /// The bot's name.
    pub bot_name: String,
    /// A file that gets each exchange as a line of JSON; it is begun anew.
    pub record: Option<PathBuf>,
    /// How often what may be called; `None` switches all limits off.
    pub rate_limits: Option<RateLimits>,
    /// The name of the first server; `None` starts without one.
    pub guild_name: Option<String>,
    /// The text channels of the first server.
    pub channels: Vec<String>,
    /// The people there are at the start.
    pub people: Vec<Person>,
}

/// Somebody who uses the bot.
#[derive(Clone, Debug)]
pub struct Person {
    /// The unique name, in lower case.
    pub username: String,
    /// The name that others see.
    pub global_name: Option<String>,
    /// The language of his client, such as `en-US`.
    pub locale: String,
}

/// So many calls in so long a time.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Calls.
    pub calls: u32,
    /// Milliseconds.
    pub milliseconds: u64,
}

/// The limits that a bot meets.
#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// New messages in one channel.
    pub create_message: Window,
    /// Edits in one channel.
    pub edit_message: Window,
    /// Edits of messages over an hour old in one channel.
    pub edit_old_message: Window,
    /// Calls on one interaction token.
    pub interaction_token: Window,
    /// Any other route, for each of its channels or servers.
    pub other: Window,
    /// All calls together but those on interactions.
    pub global: Window,
}

const fn window(calls: u32, milliseconds: u64) -> Window {
    Window {
        calls,
        milliseconds,
    }
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            create_message: window(5, 5000),
            edit_message: window(5, 5000),
            edit_old_message: window(3, 6000),
            interaction_token: window(5, 2000),
            other: window(50, 1000),
            global: window(50, 1000),
        }
    }
}

impl Default for SandboxConfig {
    fn default() -> Self {
        Self {
            port: 0,
            token: "sandbox-token".to_owned(),
            bot_name: "sandbox-bot".to_owned(),
            record: None,
            rate_limits: Some(RateLimits::default()),
            guild_name: Some("Sandbox".to_owned()),
            channels: vec!["table".to_owned(), "second-table".to_owned()],
            people: vec![
                person("ada", "Ada", "en-US"),
                person("bruno", "Bruno", "it"),
                person("clara", "Clara", "de"),
                person("david", "大衛 David", "zh-TW"),
                person("eve", "Eve", "en-US"),
            ],
        }
    }
}

fn person(username: &str, global_name: &str, locale: &str) -> Person {
    Person {
        username: username.to_owned(),
        global_name: Some(global_name.to_owned()),
        locale: locale.to_owned(),
    }
}
