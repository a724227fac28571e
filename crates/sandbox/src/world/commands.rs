//! Application commands: the registry that the bot fills and users run commands from.

use serde_json::{Map, Value, json};

use super::state::World;
use crate::api_error::ApiError;
use crate::forms::command_validation;
use crate::model::commands::Command;
use crate::model::ids::Id;

/// Largest number of commands in one scope.
const MAX_COMMANDS: usize = 100;

fn has_same_name(command: &Command, guild: Option<Id>, body: &Value) -> bool {
    command.guild == guild
        && command.json["name"] == body["name"]
        && command.json["type"] == kind_of(body)
}

fn kind_of(body: &Value) -> Value {
    body.get("type")
        .filter(|kind| !kind.is_null())
        .cloned()
        .unwrap_or(json!(1))
}

impl World {
    /// Iterates over all commands, of all scopes.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &Command> {
        self.commands.iter()
    }

    /// Returns the commands of a scope: one server, or all servers (`None`).
    pub(crate) fn commands_json(&self, guild: Option<Id>) -> Value {
        let of_scope = self
            .commands
            .iter()
            .filter(|command| command.guild == guild);
        of_scope.map(|command| command.json.clone()).collect()
    }

    /// Returns a command by its id.
    ///
    /// # Errors
    /// 10063 if the scope has no such command.
    pub(crate) fn command(&self, guild: Option<Id>, id: Id) -> Result<&Command, ApiError> {
        let mut commands = self.commands.iter();
        commands
            .find(|command| command.id == id && command.guild == guild)
            .ok_or(ApiError::UNKNOWN_COMMAND)
    }

    /// Returns the command that runs as `name` in `guild`; the server's own takes precedence.
    pub(crate) fn command_named(&self, guild: Option<Id>, name: &str) -> Option<&Command> {
        let named = |scope: Option<Id>| {
            let mut commands = self.commands.iter();
            commands.find(move |command| command.guild == scope && command.name() == name)
        };
        guild.and_then(|_| named(guild)).or_else(|| named(None))
    }

    /// Replaces all commands of a scope by those in `body`.
    ///
    /// # Errors
    /// 50035 for an invalid command, 30032 for too many commands.
    pub(crate) fn overwrite_commands(
        &mut self,
        guild: Option<Id>,
        body: &Value,
    ) -> Result<Value, ApiError> {
        let bodies = command_validation::check_all(body)?;
        if bodies.len() > MAX_COMMANDS {
            return Err(ApiError::TOO_MANY_COMMANDS);
        }
        let commands: Vec<_> = bodies
            .iter()
            .map(|body| self.new_command(guild, body))
            .collect();
        self.commands.retain(|command| command.guild != guild);
        self.commands.extend(commands);
        self.notify_change(None);
        Ok(self.commands_json(guild))
    }

    /// Adds a command, or replaces the one of that name. Returns its JSON, and true if it is new.
    ///
    /// # Errors
    /// As [`World::overwrite_commands`].
    pub(crate) fn create_command(
        &mut self,
        guild: Option<Id>,
        body: &Value,
    ) -> Result<(bool, Value), ApiError> {
        command_validation::check_one(body)?;
        let is_new = !self
            .commands
            .iter()
            .any(|command| has_same_name(command, guild, body));
        let count = self
            .commands
            .iter()
            .filter(|command| command.guild == guild)
            .count();
        if is_new && count >= MAX_COMMANDS {
            return Err(ApiError::TOO_MANY_COMMANDS);
        }
        let command = self.new_command(guild, body);
        let json = command.json.clone();
        self.commands.retain(|other| other.id != command.id);
        self.commands.push(command);
        self.notify_change(None);
        Ok((is_new, json))
    }

    /// Changes the fields of a command that are present in `body`.
    ///
    /// # Errors
    /// 10063 if there is no such command, 50035 if the changed command is invalid.
    pub(crate) fn edit_command(
        &mut self,
        guild: Option<Id>,
        id: Id,
        body: &Value,
    ) -> Result<Value, ApiError> {
        let mut json = self.command(guild, id)?.json.clone();
        merge(&mut json, body);
        command_validation::check_one(&json)?;
        json["version"] = json!(self.new_id());
        if let Some(command) = self.commands.iter_mut().find(|command| command.id == id) {
            command.json = json.clone();
        }
        self.notify_change(None);
        Ok(json)
    }

    /// Deletes a command.
    ///
    /// # Errors
    /// 10063 if there is no such command.
    pub(crate) fn delete_command(&mut self, guild: Option<Id>, id: Id) -> Result<(), ApiError> {
        self.command(guild, id)?;
        self.commands.retain(|command| command.id != id);
        self.notify_change(None);
        Ok(())
    }

    /// Creates a command with Discord's defaults; reuses the id of a command with the same name.
    fn new_command(&mut self, guild: Option<Id>, body: &Value) -> Command {
        let known = self
            .commands
            .iter()
            .find(|command| has_same_name(command, guild, body));
        let known = known.map(|command| command.id);
        let id = known.unwrap_or_else(|| self.new_id());
        let mut json = json!({
            "default_member_permissions": null,
            "nsfw": false,
            "contexts": null,
            "integration_types": [0],
            "description": "",
            "options": [],
            "name_localizations": null,
            "description_localizations": null,
        });
        merge(&mut json, body);
        json["type"] = kind_of(body);
        json["id"] = json!(id);
        json["application_id"] = json!(self.bot.id);
        json["version"] = json!(self.new_id());
        if let Some(guild) = guild {
            json["guild_id"] = json!(guild);
        }
        Command { id, guild, json }
    }
}

fn merge(json: &mut Value, body: &Value) {
    let empty = Map::new();
    let fields = body.as_object().unwrap_or(&empty);
    for (key, value) in fields {
        let keeps_default = value.is_null() && matches!(key.as_str(), "options" | "nsfw");
        if !keeps_default {
            json[key] = value.clone();
        }
    }
}
