//! The options of a sandbox, and the server, channels and users that it starts with.

use std::net::Ipv4Addr;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// The port; 0 picks a free one.
    pub port: u16,
    /// The address to listen on. In any case, a request's `Host` must be `localhost` or a loopback address.
    pub listen: Ipv4Addr,
    pub bot_name: String,
    /// The file that records each REST call as a line of JSON; overwritten at startup. `None` records nothing.
    pub record: Option<PathBuf>,
    pub has_rate_limits: bool,
}

pub(crate) const GUILD_NAME: &str = "Sandbox";
pub(crate) const CHANNELS: [&str; 2] = ["table", "second-table"];
/// The initial users: username, display name, locale.
pub(crate) const USERS: [[&str; 3]; 5] = [
    ["ada", "Ada", "en-US"],
    ["bruno", "Bruno", "it"],
    ["clara", "Clara", "de"],
    ["david", "大衛 David", "zh-TW"],
    ["eve", "Eve", "en-US"],
];

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
    pub fn new(username: &str, locale: &str) -> Self {
        Self {
            username: username.to_owned(),
            global_name: None,
            locale: locale.to_owned(),
        }
    }
}

impl Default for SandboxConfig {
    fn default() -> Self {
        Self {
            port: 0,
            listen: Ipv4Addr::LOCALHOST,
            bot_name: "sandbox-bot".to_owned(),
            record: None,
            has_rate_limits: true,
        }
    }
}
