//! Application commands: registered by the bot, used by people.

use serde_json::{Map, Value, json};

use crate::command_forms;
use crate::ids::Id;
use crate::refusal::Refusal;
use crate::world::World;

/// Commands of one kind that an application may have in one scope.
const MOST_COMMANDS: usize = 100;

/// A registered command.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) id: Id,
    /// The server it belongs to; `None` for all.
    pub(crate) guild: Option<Id>,
    pub(crate) json: Value,
}

impl Command {
    pub(crate) fn name(&self) -> &str {
        self.json["name"].as_str().unwrap_or_default()
    }

    fn is_same(&self, guild: Option<Id>, body: &Value) -> bool {
        self.guild == guild && self.json["name"] == body["name"] && self.json["type"] == kind(body)
    }
}

fn kind(body: &Value) -> Value {
    body.get("type")
        .filter(|kind| !kind.is_null())
        .cloned()
        .unwrap_or(json!(1))
}

impl World {
    /// The commands of a scope.
    pub(crate) fn commands_json(&self, guild: Option<Id>) -> Value {
        let of_scope = self
            .commands
            .iter()
            .filter(|command| command.guild == guild);
        of_scope.map(|command| command.json.clone()).collect()
    }

    /// A command by its id.
    ///
    /// # Errors
    /// 10063 if there is none in that scope.
    pub(crate) fn command(&self, guild: Option<Id>, id: Id) -> Result<&Command, Refusal> {
        let mut commands = self.commands.iter();
        commands
            .find(|command| command.id == id && command.guild == guild)
            .ok_or(Refusal::UNKNOWN_COMMAND)
    }

    /// The command that people in `guild` mean by `name`.
    pub(crate) fn command_named(&self, guild: Option<Id>, name: &str) -> Option<&Command> {
        let named = |scope: Option<Id>| {
            let mut commands = self.commands.iter();
            commands.find(move |command| command.guild == scope && command.name() == name)
        };
        guild.and_then(|_| named(guild)).or_else(|| named(None))
    }

    /// Puts `body`'s commands in place of all of a scope.
    ///
    /// # Errors
    /// 50035 if a command does not fit, 30032 if they are too many.
    pub(crate) fn overwrite_commands(
        &mut self,
        guild: Option<Id>,
        body: &Value,
    ) -> Result<Value, Refusal> {
        let bodies = command_forms::check_all(body)?;
        if bodies.len() > MOST_COMMANDS {
            return Err(Refusal::TOO_MANY_COMMANDS);
        }
        let fresh: Vec<_> = bodies
            .iter()
            .map(|body| self.registered(guild, body))
            .collect();
        self.commands.retain(|command| command.guild != guild);
        self.commands.extend(fresh);
        self.touch(None);
        Ok(self.commands_json(guild))
    }

    /// Adds a command, or puts it in place of the one of its name.
    ///
    /// # Errors
    /// As [`World::overwrite_commands`].
    pub(crate) fn create_command(
        &mut self,
        guild: Option<Id>,
        body: &Value,
    ) -> Result<(bool, Value), Refusal> {
        command_forms::check_one(body)?;
        let is_new = !self
            .commands
            .iter()
            .any(|command| command.is_same(guild, body));
        let count = self
            .commands
            .iter()
            .filter(|command| command.guild == guild)
            .count();
        if is_new && count >= MOST_COMMANDS {
            return Err(Refusal::TOO_MANY_COMMANDS);
        }
        let command = self.registered(guild, body);
        let json = command.json.clone();
        self.commands.retain(|other| other.id != command.id);
        self.commands.push(command);
        self.touch(None);
        Ok((is_new, json))
    }

    /// Changes the fields of a command that `body` names.
    ///
    /// # Errors
    /// 10063 if there is none, 50035 if the result does not fit.
    pub(crate) fn edit_command(
        &mut self,
        guild: Option<Id>,
        id: Id,
        body: &Value,
    ) -> Result<Value, Refusal> {
        let mut json = self.command(guild, id)?.json.clone();
        merge(&mut json, body);
        command_forms::check_one(&json)?;
        json["version"] = json!(self.mint());
        if let Some(command) = self.commands.iter_mut().find(|command| command.id == id) {
            command.json = json.clone();
        }
        self.touch(None);
        Ok(json)
    }

    /// Takes a command away.
    ///
    /// # Errors
    /// 10063 if there is none.
    pub(crate) fn delete_command(&mut self, guild: Option<Id>, id: Id) -> Result<(), Refusal> {
        self.command(guild, id)?;
        self.commands.retain(|command| command.id != id);
        self.touch(None);
        Ok(())
    }

    /// A command as Discord keeps it; one of the same name keeps its id.
    fn registered(&mut self, guild: Option<Id>, body: &Value) -> Command {
        let known = self
            .commands
            .iter()
            .find(|command| command.is_same(guild, body));
        let known = known.map(|command| command.id);
        let id = known.unwrap_or_else(|| self.mint());
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
        json["type"] = kind(body);
        json["id"] = json!(id);
        json["application_id"] = json!(self.bot.id);
        json["version"] = json!(self.mint());
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
