//! A second opinion on what is well formed: the twilight crates.
//!
//! A body that passes our own checks must also be one that twilight can read
//! and finds valid. Only figures in which twilight 0.18 is behind Discord's
//! documentation are passed over.

use serde_json::{Value, json};
use twilight_model::application::command::Command;
use twilight_model::channel::message::{Component, MessageFlags};
use twilight_validate::command::CommandValidationErrorType;
use twilight_validate::component::{self, ComponentValidationErrorType};
use twilight_validate::message::MessageValidationErrorType;

use crate::forms::{FormErrors, Place};
use crate::message_forms::{FormContext, MessageForm};
use crate::refusal::Refusal;

/// The code of an objection that only twilight has.
const OBJECTION: &str = "TWILIGHT_OBJECTION";

/// Judges a message's body.
///
/// # Errors
/// 50035 with twilight's objection.
pub(crate) fn message(form: &MessageForm, context: &FormContext<'_>) -> Result<(), Refusal> {
    let mut errors = FormErrors::default();
    let place = &context.place;
    if let Some(list) = &form.components {
        let is_v2 = form.is_v2(context.is_v2());
        components(list, is_v2, &place.key("components"), &mut errors);
    }
    let content = form.content.as_deref().unwrap_or_default();
    if let Err(error) = twilight_validate::message::content(content) {
        errors.add(&place.key("content"), OBJECTION, error.to_string());
    }
    if form
        .flags
        .is_some_and(|bits| MessageFlags::from_bits(bits).is_none())
    {
        errors.add(&place.key("flags"), OBJECTION, "Unknown message flags.");
    }
    for file in context.files {
        if let Err(error) = twilight_validate::message::attachment_filename(&file.name) {
            errors.add(&place.key("attachments"), OBJECTION, error.to_string());
        }
    }
    errors.finish()
}

fn components(list: &[Value], is_v2: bool, place: &Place, errors: &mut FormErrors) {
    let read: Result<Vec<Component>, _> = list
        .iter()
        .map(|component| serde_json::from_value(component.clone()))
        .collect();
    let components = match read {
        Ok(components) => components,
        Err(error) => {
            errors.add(place, OBJECTION, error.to_string());
            return;
        }
    };
    if let Err(error) = twilight_validate::message::components(&components, is_v2)
        && !is_behind(error.kind())
    {
        errors.add(place, OBJECTION, error.to_string());
    }
}

/// One text may fill all 4000 characters; twilight still stops at 2000.
fn is_behind(kind: &MessageValidationErrorType) -> bool {
    matches!(
        kind,
        MessageValidationErrorType::ComponentInvalid {
            kind: ComponentValidationErrorType::TextDisplayContentTooLong { .. },
            ..
        }
    )
}

/// Judges the parts of a modal.
pub(crate) fn modal(parts: &[Value], place: &Place, errors: &mut FormErrors) {
    for (index, part) in parts.iter().enumerate() {
        let place = place.index(index);
        let judged = match serde_json::from_value::<Component>(part.clone()) {
            Ok(Component::Label(label)) if matches!(*label.component, Component::Unknown(_)) => {
                // Radio groups are younger than twilight 0.18.
                continue;
            }
            Ok(Component::Label(label)) => component::label(&label),
            Ok(Component::ActionRow(row)) => component::action_row(&row, false),
            Ok(_) => continue,
            Err(error) => {
                errors.add(&place, OBJECTION, error.to_string());
                continue;
            }
        };
        if let Err(error) = judged {
            errors.add(&place, OBJECTION, error.to_string());
        }
    }
}

/// Judges a command's body.
pub(crate) fn command(body: &Value, place: &Place, errors: &mut FormErrors) {
    let mut body = body.clone();
    body["version"] = json!("1");
    for (key, fallback) in [("type", json!(1)), ("description", json!(""))] {
        if body[key].is_null() {
            body[key] = fallback;
        }
    }
    if body["options"].is_null() {
        body["options"] = json!([]);
    }
    match serde_json::from_value::<Command>(body) {
        Err(error) => errors.add(place, OBJECTION, error.to_string()),
        Ok(command) => judge_command(&command, place, errors),
    }
}

/// A command may have 8000 characters; twilight still stops at 4000.
fn judge_command(command: &Command, place: &Place, errors: &mut FormErrors) {
    let whole = twilight_validate::command::command(command);
    let options = twilight_validate::command::options(&command.options);
    for error in [whole, options].into_iter().filter_map(Result::err) {
        if !matches!(
            error.kind(),
            CommandValidationErrorType::CommandTooLarge { .. }
        ) {
            errors.add(place, OBJECTION, error.to_string());
        }
    }
}
