//! A slash command, as a person enters it.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::model::ids::Id;

/// A slash command, as a user enters it.
#[derive(Clone, Debug, Deserialize)]
pub struct SlashCommand {
    /// The user.
    pub user: Id,
    /// The command's name.
    pub command: String,
    /// The names of sub-command group and sub-command.
    #[serde(default)]
    pub path: Vec<String>,
    /// The values of options by name; users, channels and roles are ids as strings.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The option that the user is still typing, for autocomplete.
    pub focused: Option<String>,
    /// Skips the check of choices and bounds.
    #[serde(default)]
    pub force: bool,
}

impl SlashCommand {
    /// Creates a command without sub-command and options.
    #[must_use]
    pub fn new(user: Id, command: impl Into<String>) -> Self {
        Self {
            user,
            command: command.into(),
            path: Vec::new(),
            options: Map::new(),
            focused: None,
            force: false,
        }
    }
}
