//! Application commands, as the bot registers them.

use serde_json::Value;

use crate::model::ids::Id;

#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) id: Id,
    pub(crate) json: Value,
}

impl Command {
    pub(crate) fn name(&self) -> &str {
        self.json["name"].as_str().unwrap_or_default()
    }
}
