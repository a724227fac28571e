//! Validates bodies a second time, with the independent twilight crates.
//!
//! A body that has passed the sandbox's own checks must also be valid for twilight. Two limits of
//! twilight 0.18 are older than Discord's documentation and are ignored: `is_outdated_limit` and
//! `check_command_limits` say which.

use serde::Deserialize as _;
use serde_json::{Value, json};
use twilight_model::application::command::Command;
use twilight_model::channel::message::{Component, MessageFlags};
use twilight_validate::command::CommandValidationErrorType;
use twilight_validate::component::{self, ComponentValidationErrorType};
use twilight_validate::message::MessageValidationErrorType;

use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::model::attachments::Upload;

/// The error code of a violation that only twilight reports.
const TWILIGHT_ERROR_CODE: &str = "TWILIGHT_OBJECTION";

/// The parts of a message's body that twilight checks.
pub(crate) struct MessageContent<'a> {
    pub(crate) content: &'a str,
    pub(crate) components: Option<&'a [Value]>,
    /// True if the message consists of components only.
    pub(crate) is_v2: bool,
    pub(crate) flags: Option<u64>,
    pub(crate) files: &'a [Upload],
}

/// Checks a message's body, whose fields are at `path`.
///
/// # Errors
/// 50035 with twilight's errors.
pub(crate) fn check_message(
    message: &MessageContent<'_>,
    path: &FieldPath,
) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    if let Some(list) = message.components {
        check_components(list, message.is_v2, &path.key("components"), &mut errors);
    }
    if let Err(error) = twilight_validate::message::content(message.content) {
        errors.add(&path.key("content"), TWILIGHT_ERROR_CODE, error.to_string());
    }
    if message
        .flags
        .is_some_and(|bits| MessageFlags::from_bits(bits).is_none())
    {
        errors.add(
            &path.key("flags"),
            TWILIGHT_ERROR_CODE,
            "Unknown message flags.",
        );
    }
    for file in message.files {
        if let Err(error) = twilight_validate::message::attachment_filename(&file.name) {
            errors.add(
                &path.key("attachments"),
                TWILIGHT_ERROR_CODE,
                error.to_string(),
            );
        }
    }
    errors.into_result()
}

fn check_components(list: &[Value], is_v2: bool, path: &FieldPath, errors: &mut FormErrors) {
    let read: Result<Vec<Component>, _> = list.iter().map(Component::deserialize).collect();
    let components = match read {
        Ok(components) => components,
        Err(error) => {
            errors.add(path, TWILIGHT_ERROR_CODE, error.to_string());
            return;
        }
    };
    if let Err(error) = twilight_validate::message::components(&components, is_v2)
        && !is_outdated_limit(error.kind())
    {
        errors.add(path, TWILIGHT_ERROR_CODE, error.to_string());
    }
}

/// Returns true for twilight's limit of 2000 characters in a text display; Discord allows 4000.
fn is_outdated_limit(kind: &MessageValidationErrorType) -> bool {
    matches!(
        kind,
        MessageValidationErrorType::ComponentInvalid {
            kind: ComponentValidationErrorType::TextDisplayContentTooLong { .. },
            ..
        }
    )
}

/// Checks the components of a modal.
pub(crate) fn check_modal(parts: &[Value], path: &FieldPath, errors: &mut FormErrors) {
    for (index, part) in parts.iter().enumerate() {
        let path = path.index(index);
        let result = match Component::deserialize(part) {
            Ok(Component::Label(label)) if matches!(*label.component, Component::Unknown(_)) => {
                // twilight 0.18 does not know radio groups yet.
                continue;
            }
            Ok(Component::Label(label)) => component::label(&label),
            Ok(Component::ActionRow(row)) => component::action_row(&row, false),
            Ok(_) => continue,
            Err(error) => {
                errors.add(&path, TWILIGHT_ERROR_CODE, error.to_string());
                continue;
            }
        };
        if let Err(error) = result {
            errors.add(&path, TWILIGHT_ERROR_CODE, error.to_string());
        }
    }
}

/// Checks a command's body.
pub(crate) fn check_command(body: &Value, path: &FieldPath, errors: &mut FormErrors) {
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
        Err(error) => errors.add(path, TWILIGHT_ERROR_CODE, error.to_string()),
        Ok(command) => check_command_limits(&command, path, errors),
    }
}

/// Checks limits; ignores twilight's 4000 characters for a command, Discord allows 8000.
fn check_command_limits(command: &Command, path: &FieldPath, errors: &mut FormErrors) {
    let whole = twilight_validate::command::command(command);
    let options = twilight_validate::command::options(&command.options);
    for error in [whole, options].into_iter().filter_map(Result::err) {
        if !matches!(
            error.kind(),
            CommandValidationErrorType::CommandTooLarge { .. }
        ) {
            errors.add(path, TWILIGHT_ERROR_CODE, error.to_string());
        }
    }
}
