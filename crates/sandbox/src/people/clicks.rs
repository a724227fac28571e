//! Lets users press buttons, choose from selects, and submit modals.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{ActionError, check_open, visible_channel};
use crate::id::Id;
use crate::validation::component::kinds;
use crate::validation::elements;
use crate::world::components;
use crate::world::{InteractionKind, Message, StartedInteraction, UserAction, World};

/// A click on a button, or a choice from a select.
#[derive(Clone, Debug, Deserialize)]
pub struct Click {
    pub user: Id,
    pub message: Id,
    pub custom_id: String,
    /// The values chosen from a select.
    pub values: Option<Vec<String>>,
    /// Skips the checks of thread, visibility and component, to simulate a click on an outdated screen.
    #[serde(default)]
    pub force: bool,
}

/// The submission of a modal that answered an interaction.
#[derive(Clone, Debug, Deserialize)]
pub struct Submission {
    pub user: Id,
    pub interaction: Id,
    /// The texts, keyed by the custom ids of their inputs.
    pub values: BTreeMap<String, String>,
}

impl Click {
    pub fn new(user: Id, message: Id, custom_id: impl Into<String>) -> Self {
        Self {
            user,
            message,
            custom_id: custom_id.into(),
            values: None,
            force: false,
        }
    }
}

impl World {
    /// Presses a button or chooses from a select as a user.
    ///
    /// # Errors
    /// Fails if the user cannot see the channel, or if the channel never had this message. Unless forced, also fails if
    /// the thread is archived, the user cannot see the message, or the message has no enabled component that accepts
    /// these values.
    pub fn click(
        &mut self,
        now: u64,
        channel: Id,
        click: &Click,
    ) -> Result<StartedInteraction, ActionError> {
        self.advance_to(now);
        let known = visible_channel(self, channel, click.user)?;
        let message = self
            .any_message(channel, click.message)
            .ok_or(ActionError::Unknown("message"))?;
        let component = components::find(&message.components, &click.custom_id);
        if !click.force {
            check_open(known)?;
            check_click(message, component, click)?;
        }
        let is_select = component.map_or(click.values.is_some(), |component| {
            component["type"] == kinds::STRING_SELECT
        });
        let kind = if is_select {
            kinds::STRING_SELECT
        } else {
            kinds::BUTTON
        };
        let number = component.map_or(json!(1), |component| component["id"].clone());
        let mut data = json!({"component_type": kind, "custom_id": click.custom_id, "id": number});
        if is_select {
            data["values"] = json!(click.values.as_deref().unwrap_or_default());
        }
        Ok(self.start_interaction(UserAction {
            kind: InteractionKind::Component,
            user: click.user,
            channel,
            data,
            source: Some(click.message),
        }))
    }
}

impl World {
    /// Submits a modal as the user who sees it.
    ///
    /// # Errors
    /// Fails if the user cannot see the channel, the thread is archived, or the user has no such modal in the channel.
    pub fn submit(
        &mut self,
        now: u64,
        channel: Id,
        submission: &Submission,
    ) -> Result<StartedInteraction, ActionError> {
        self.advance_to(now);
        check_open(visible_channel(self, channel, submission.user)?)?;
        let asked = self.interaction(submission.interaction).filter(|asked| {
            (asked.action.user, asked.action.channel) == (submission.user, channel)
        });
        let modal = asked.and_then(|asked| Some((asked, asked.response.as_ref()?.modal.as_ref()?)));
        let (asked, modal) = modal.ok_or(ActionError::Unknown("modal"))?;
        let inputs = submission.values.iter().zip(1..);
        let rows = inputs.map(|((id, value), number)| {
            let input = json!({"type": kinds::TEXT_INPUT, "id": 2 * number, "custom_id": id, "value": value});
            json!({"type": kinds::ROW, "id": 2 * number - 1, "components": [input]})
        });
        let data = json!({"custom_id": modal["custom_id"], "components": rows.collect::<Vec<_>>()});
        let source = asked.action.source;
        Ok(self.start_interaction(UserAction {
            kind: InteractionKind::Modal,
            user: submission.user,
            channel,
            data,
            source,
        }))
    }
}

fn check_click(
    message: &Message,
    component: Option<&Value>,
    click: &Click,
) -> Result<(), ActionError> {
    if !message.is_seen_by(Some(click.user)) {
        return Err(ActionError::refused("that user cannot see that message"));
    }
    let missing = || ActionError::refused("the message has no such enabled component");
    let component = component.ok_or_else(missing)?;
    let options = elements(&component["options"]);
    if options.is_empty() {
        return Ok(());
    }
    let values = click.values.as_deref().unwrap_or_default();
    let offered = |value: &String| options.iter().any(|option| option["value"] == **value);
    if let Some(value) = values.iter().find(|value| !offered(value)) {
        let reason = format!("{value} is not among the options");
        return Err(ActionError::refused(reason));
    }
    let bound = |key: &str| component[key].as_u64().unwrap_or(1);
    let (min, max) = (bound("min_values"), bound("max_values"));
    if (min..=max).contains(&(values.len() as u64)) {
        Ok(())
    } else {
        Err(ActionError::refused(format!(
            "the select takes {min} to {max} values"
        )))
    }
}
