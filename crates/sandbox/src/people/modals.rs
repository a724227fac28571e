//! People submit modals that they were shown.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::access::visible_channel;
use super::action_error::ActionError;
use crate::forms::modals;
use crate::model::ids::Id;
use crate::model::interactions::InteractionKind;
use crate::world::{StartedInteraction, UserAction, World};

/// The submission of a modal.
#[derive(Clone, Debug, Deserialize)]
pub struct ModalSubmission {
    /// The user.
    pub user: Id,
    /// The modal's custom id.
    pub custom_id: String,
    /// The message that led to the modal; `None` takes the one whose component did.
    pub message: Option<Id>,
    /// The values of the fields by custom id.
    #[serde(default)]
    pub fields: Map<String, Value>,
    /// Skips the check of the fields, and that the modal was shown.
    #[serde(default)]
    pub force: bool,
}

impl World {
    /// Submits a modal as a user.
    ///
    /// # Errors
    /// If they were shown no such modal, or a client would not submit these values.
    pub fn submit_modal(
        &mut self,
        now: u64,
        channel: Id,
        submission: &ModalSubmission,
    ) -> Result<StartedInteraction, ActionError> {
        self.advance_to(now);
        start_submission(self, channel, submission)
    }
}

fn start_submission(
    world: &mut World,
    channel: Id,
    submission: &ModalSubmission,
) -> Result<StartedInteraction, ActionError> {
    visible_channel(world, channel, submission.user)?;
    let shown = newest_shown(world, channel, submission);
    let (components, source) = match shown {
        Some((modal, source)) if !submission.force => {
            let filled = modals::fill_in(modal, &submission.fields);
            (filled.map_err(ActionError::invalid)?, source)
        }
        Some((_, source)) => (text_input_rows(&submission.fields), source),
        None if submission.force => (text_input_rows(&submission.fields), None),
        None => return Err(ActionError::refused("that user was shown no such modal")),
    };
    let source = submission.message.or(source);
    Ok(world.start_interaction(UserAction {
        kind: InteractionKind::Modal,
        user: submission.user,
        channel,
        data: json!({
            "custom_id": submission.custom_id,
            "components": components,
            "resolved": {},
        }),
        source,
    }))
}

/// Returns the newest such modal that this user was shown in the channel, and the message whose
/// component led to it.
fn newest_shown<'a>(
    world: &'a World,
    channel: Id,
    submission: &ModalSubmission,
) -> Option<(&'a Value, Option<Id>)> {
    let mut newest_first = world.interactions().rev();
    newest_first.find_map(|interaction| {
        let modal = interaction.response()?.modal.as_ref()?;
        let fits = interaction.user == submission.user
            && interaction.channel == channel
            && modal["custom_id"] == submission.custom_id.as_str();
        fits.then_some((modal, interaction.source))
    })
}

/// Returns each field as a text input in an action row.
fn text_input_rows(fields: &Map<String, Value>) -> Value {
    let rows = fields.iter().map(|(custom_id, value)| {
        let input = json!({"type": 4, "custom_id": custom_id, "value": value});
        json!({"type": 1, "components": [input]})
    });
    rows.collect()
}
