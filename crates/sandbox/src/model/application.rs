//! The settings of the bot's application, as its owner and Discord's operators set them.

use crate::model::session_start_limit::SessionStartLimit;

#[derive(Clone, Debug)]
pub(crate) struct ApplicationSettings {
    pub(crate) session_start_limit: SessionStartLimit,
    /// The number of shards that the bot is advised to use.
    pub(crate) advised_shards: u64,
    /// The key by which interactions are signed, in hexadecimal digits.
    pub(crate) public_key: String,
    /// The address to which interactions go in place of the gateway.
    pub(crate) interactions_endpoint: Option<String>,
}

impl Default for ApplicationSettings {
    fn default() -> Self {
        Self {
            session_start_limit: SessionStartLimit::default(),
            advised_shards: 1,
            public_key: "0".repeat(64),
            interactions_endpoint: None,
        }
    }
}
