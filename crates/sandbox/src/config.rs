//! The configuration of a sandbox.

use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// The port on 127.0.0.1; 0 picks a free one.
    pub port: u16,
    pub bot_name: String,
    /// The file that gets each REST call and gateway payload as a line of JSON; overwritten at the
    /// start. `None` records nothing.
    pub record: Option<PathBuf>,
    /// The rate limits; `None` switches all of them off.
    pub rate_limits: Option<RateLimits>,
    /// The name of the initial server; `None` starts without a server.
    pub guild_name: Option<String>,
    /// The names of the initial server's text channels.
    pub channels: Vec<String>,
    pub users: Vec<UserConfig>,
}

/// A user to create at the start.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct UserConfig {
    /// The unique name, in lower case.
    pub username: String,
    /// The display name.
    pub global_name: Option<String>,
    /// The locale of the user's client, such as `en-US`.
    pub locale: String,
}

impl UserConfig {
    /// Creates a user without a display name.
    pub fn new(username: &str, locale: &str) -> Self {
        Self {
            username: username.to_owned(),
            global_name: None,
            locale: locale.to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct RateLimit {
    pub calls: u32,
    pub milliseconds: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// New messages, per channel.
    pub create_message: RateLimit,
    /// Edits of messages, per channel.
    pub edit_message: RateLimit,
    /// Edits of messages over an hour old, per channel.
    pub edit_old_message: RateLimit,
    /// Calls with an interaction token, per token.
    pub interaction_token: RateLimit,
    /// Every other route, per channel or server.
    pub other: RateLimit,
    /// All calls of the bot together, except those with interaction tokens.
    pub global: RateLimit,
}

const fn limit(calls: u32, milliseconds: u64) -> RateLimit {
    RateLimit {
        calls,
        milliseconds,
    }
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            create_message: limit(5, 5000),
            edit_message: limit(5, 5000),
            edit_old_message: limit(3, 6000),
            interaction_token: limit(5, 2000),
            other: limit(50, 1000),
            global: limit(50, 1000),
        }
    }
}

impl Default for SandboxConfig {
    fn default() -> Self {
        Self {
            port: 0,
            bot_name: "sandbox-bot".to_owned(),
            record: None,
            rate_limits: Some(RateLimits::default()),
            guild_name: Some("Sandbox".to_owned()),
            channels: vec!["table".to_owned(), "second-table".to_owned()],
            users: [
                ("ada", "Ada", "en-US"),
                ("bruno", "Bruno", "it"),
                ("clara", "Clara", "de"),
                ("david", "大衛 David", "zh-TW"),
                ("eve", "Eve", "en-US"),
            ]
            .map(|(name, display_name, locale)| UserConfig {
                global_name: Some(display_name.to_owned()),
                ..UserConfig::new(name, locale)
            })
            .to_vec(),
        }
    }
}
