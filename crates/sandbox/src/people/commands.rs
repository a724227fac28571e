//! People run slash commands and ask for the choices of an option that they are typing.

use serde_json::{Value, json};

use super::access::{check_open, visible_channel};
use super::action_error::ActionError;
use super::command_options;
use super::slash_command::SlashCommand;
use crate::model::ids::Id;
use crate::model::interactions::InteractionKind;
use crate::model::permissions::Permissions;
use crate::world::{StartedInteraction, UserAction, World};

impl World {
    /// Runs a slash command as a user.
    ///
    /// # Errors
    /// If a client would not offer the command there or not accept the options.
    pub fn run_command(
        &mut self,
        now: u64,
        channel: Id,
        input: &SlashCommand,
    ) -> Result<StartedInteraction, ActionError> {
        self.advance_to(now);
        let input = SlashCommand {
            focused: None,
            ..input.clone()
        };
        start_command(self, InteractionKind::Command, channel, &input)
    }

    /// Requests the choices of the option `focused`.
    ///
    /// # Errors
    /// As [`World::run_command`], and without such an option.
    pub fn autocomplete(
        &mut self,
        now: u64,
        channel: Id,
        input: &SlashCommand,
    ) -> Result<StartedInteraction, ActionError> {
        if input.focused.is_none() {
            let reason = "`focused` names the option being typed";
            return Err(ActionError::invalid(reason));
        }
        self.advance_to(now);
        start_command(self, InteractionKind::Autocomplete, channel, input)
    }
}

fn start_command(
    world: &mut World,
    kind: InteractionKind,
    channel: Id,
    input: &SlashCommand,
) -> Result<StartedInteraction, ActionError> {
    let known = visible_channel(world, channel, input.user)?;
    let permissions = world.member_permissions(known, input.user);
    if known.guild().is_some() && !permissions.allow(Permissions::USE_APPLICATION_COMMANDS) {
        return Err(ActionError::refused("that user may not use commands here"));
    }
    check_open(known)?;
    let command = world
        .command_named(&input.command)
        .ok_or_else(|| ActionError::invalid(format!("there is no command {}", input.command)))?;
    check_context(&command.json, known.guild())?;
    let data = json!({
        "id": command.id,
        "name": command.name(),
        "type": 1,
        "options": command_options::build(&command.json, input)?,
    });
    Ok(world.start_interaction(UserAction {
        kind,
        user: input.user,
        channel,
        data,
        source: None,
    }))
}

fn check_context(command: &Value, guild: Option<Id>) -> Result<(), ActionError> {
    let context = if guild.is_some() { 0 } else { 1 };
    let contexts = command["contexts"].as_array();
    if contexts.is_none_or(|contexts| contexts.iter().any(|known| *known == context)) {
        Ok(())
    } else {
        Err(ActionError::invalid(
            "the command cannot be used in this kind of channel",
        ))
    }
}
