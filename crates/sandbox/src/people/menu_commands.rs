//! Lets users run commands from the menu of a user or a message.

use serde::Deserialize;
use serde_json::{Value, json};

use super::commands::usable_command;
use super::{ActionError, check_open, visible_channel};
use crate::id::Id;
use crate::validation::command::kinds;
use crate::world::{Channel, InteractionKind, StartedInteraction, UserAction, World};

/// A command picked from the menu of a user or a message.
#[derive(Clone, Debug, Deserialize)]
pub struct MenuCommand {
    pub user: Id,
    pub command: String,
    pub target: MenuTarget,
}

/// The user or message whose menu was opened.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MenuTarget {
    User(Id),
    Message(Id),
}

impl World {
    /// Runs a command from a menu as a user.
    ///
    /// # Errors
    /// Fails if a client would not offer the command for the target. Ephemeral messages have no commands.
    pub fn run_menu_command(
        &mut self,
        now: u64,
        channel: Id,
        input: &MenuCommand,
    ) -> Result<StartedInteraction, ActionError> {
        self.advance_to(now);
        let known = visible_channel(self, channel, input.user)?;
        check_open(known)?;
        let (kind, target) = match input.target {
            MenuTarget::User(user) => (kinds::USER, user),
            MenuTarget::Message(message) => (kinds::MESSAGE, message),
        };
        let command = usable_command(self, kind, &input.command, known)?;
        let data = json!({
            "id": command.id,
            "name": input.command,
            "type": kind,
            "target_id": target,
            "resolved": self.resolved(known, input.target)?,
        });
        Ok(self.start_interaction(UserAction {
            kind: InteractionKind::Command,
            user: input.user,
            channel,
            data,
            source: None,
        }))
    }

    fn resolved(&self, channel: &Channel, target: MenuTarget) -> Result<Value, ActionError> {
        match target {
            MenuTarget::User(user) => {
                self.user(user).ok_or(ActionError::Unknown("user"))?;
                let mut resolved = json!({"users": {user.to_string(): self.user_json(user)}});
                if let Some(guild) = channel.guild().and_then(|guild| self.guild(guild)) {
                    let mut member = self.member_json(guild, user);
                    member["permissions"] = json!(self.member_permissions(user).0.to_string());
                    member.as_object_mut().map(|fields| fields.remove("user"));
                    resolved["members"] = json!({user.to_string(): member});
                }
                Ok(resolved)
            }
            MenuTarget::Message(id) => {
                let message = self.message(channel.id, id)?;
                if !message.is_public() {
                    let reason = "a message that only one person sees has no commands";
                    return Err(ActionError::refused(reason));
                }
                Ok(json!({"messages": {id.to_string(): self.message_json(message)}}))
            }
        }
    }
}
