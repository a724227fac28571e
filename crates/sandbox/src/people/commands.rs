//! Lets users run slash commands, and request autocompletion while they type an option.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{ActionError, check_open, command_options, visible_channel};
use crate::id::Id;
use crate::validation::command::kinds;
use crate::validation::elements;
use crate::world::{Channel, Command, InteractionKind, StartedInteraction, UserAction, World};

#[derive(Clone, Debug, Deserialize)]
pub struct SlashCommand {
    pub user: Id,
    pub command: String,
    /// The name of the subcommand, if the command has any. Groups of subcommands are not supported.
    #[serde(default)]
    pub path: Vec<String>,
    /// Option values by name. The value of a user option is the user's id as a string.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The option that the user is still typing, for autocomplete.
    pub focused: Option<String>,
    /// Skips the check of choices and bounds.
    #[serde(default)]
    pub force: bool,
}

impl SlashCommand {
    /// Creates a command without a subcommand or options.
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

impl World {
    /// Runs a slash command as a user.
    ///
    /// # Errors
    /// Fails if a client would not offer the command in the channel, or would not accept the options.
    pub fn run_command(
        &mut self,
        now: u64,
        channel: Id,
        input: &SlashCommand,
    ) -> Result<StartedInteraction, ActionError> {
        self.advance_to(now);
        start_command(self, InteractionKind::Command, channel, input)
    }

    /// Requests the choices for the option `focused`.
    ///
    /// # Errors
    /// Fails like [`World::run_command`], or if `focused` is not an option with autocompletion.
    pub fn autocomplete(
        &mut self,
        now: u64,
        channel: Id,
        input: &SlashCommand,
    ) -> Result<StartedInteraction, ActionError> {
        if input.focused.is_none() {
            let reason = "`focused` must name the option being typed";
            return Err(ActionError::invalid(reason));
        }
        self.advance_to(now);
        start_command(self, InteractionKind::Autocomplete, channel, input)
    }
}

/// Returns the command with this type and name, if it can be used in this channel.
pub(super) fn usable_command<'w>(
    world: &'w World,
    kind: u64,
    name: &str,
    channel: &Channel,
) -> Result<&'w Command, ActionError> {
    let command = world
        .command_named(kind, name)
        .ok_or_else(|| ActionError::invalid(format!("there is no command {name}")))?;
    let context = if channel.guild().is_some() { 0 } else { 1 };
    let contexts = elements(&command.json["contexts"]);
    if !contexts.is_empty() && !contexts.contains(&json!(context)) {
        let reason = "the command cannot be used in this kind of channel";
        return Err(ActionError::invalid(reason));
    }
    Ok(command)
}

fn start_command(
    world: &mut World,
    kind: InteractionKind,
    channel: Id,
    input: &SlashCommand,
) -> Result<StartedInteraction, ActionError> {
    let known = visible_channel(world, channel, input.user)?;
    check_open(known)?;
    let command = usable_command(world, kinds::SLASH, &input.command, known)?;
    let is_typing = kind == InteractionKind::Autocomplete;
    let focused = input.focused.as_deref().filter(|_| is_typing);
    let data = json!({
        "id": command.id,
        "name": input.command,
        "type": 1,
        "options": command_options::build(&command.json, input, focused)?,
    });
    Ok(world.start_interaction(UserAction {
        kind,
        user: input.user,
        channel,
        data,
        source: None,
    }))
}
