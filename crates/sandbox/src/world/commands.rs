//! Application commands, which the bot registers and users run.

use serde_json::{Value, json};

use super::World;
use crate::api_error::ApiError;
use crate::id::Id;
use crate::validation::command;

const MAX_COMMANDS: usize = 100;

#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) id: Id,
    pub(crate) json: Value,
}

impl World {
    pub(crate) fn commands_json(&self) -> Value {
        self.commands
            .iter()
            .map(|command| command.json.clone())
            .collect()
    }

    pub(crate) fn command_named(&self, kind: u64, name: &str) -> Option<&Command> {
        self.commands
            .iter()
            .find(|command| command::kind_of(&command.json) == kind && command.json["name"] == name)
    }

    /// Replaces all commands with the commands in `body`. A command with the same type and name as before keeps its id.
    ///
    /// # Errors
    /// Returns 50035 for an invalid command, or 30032 for too many commands.
    pub(crate) fn overwrite_commands(&mut self, body: &Value) -> Result<Value, ApiError> {
        let bodies = command::check_all(body)?;
        if bodies.len() > MAX_COMMANDS {
            return Err(ApiError::TOO_MANY_COMMANDS);
        }
        self.commands = bodies.iter().map(|body| self.new_command(body)).collect();
        self.notify_change(None);
        Ok(self.commands_json())
    }

    fn new_command(&mut self, body: &Value) -> Command {
        let name = body["name"].as_str().unwrap_or_default();
        let known = self
            .command_named(command::kind_of(body), name)
            .map(|command| command.id);
        let id = known.unwrap_or_else(|| self.new_id());
        let mut json = json!({
            "type": command::kinds::SLASH,
            "description": "",
            "default_member_permissions": null,
            "nsfw": false,
            "contexts": null,
            "integration_types": [0],
            "options": [],
            "name_localizations": null,
            "description_localizations": null,
        });
        let fields = body.as_object().into_iter().flatten();
        for (key, value) in fields.filter(|(_, value)| !value.is_null()) {
            json[key] = value.clone();
        }
        json["id"] = json!(id);
        json["application_id"] = json!(self.bot.id);
        json["version"] = json!(self.new_id());
        Command { id, json }
    }
}
