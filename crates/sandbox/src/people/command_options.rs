//! Builds the options of a command interaction from a user's input, with a client's validation.

use serde_json::{Value, json};

use super::action_error::ActionError;
use super::slash_command::SlashCommand;
use crate::forms::command_validation::option_kinds;

/// Returns the `options` of an interaction's data.
pub(super) fn build(command: &Value, input: &SlashCommand) -> Result<Value, ActionError> {
    let sub_commands = || options_of(command).iter().any(is_sub_command);
    match input.path.as_slice() {
        [] if !sub_commands() => build_level(command, input),
        [name] => {
            let found = option_named(command, name).filter(|option| is_sub_command(option));
            let level = found
                .ok_or_else(|| ActionError::invalid(format!("there is no sub-command {name}")))?;
            let options = build_level(level, input)?;
            Ok(json!([{"name": name, "type": level["type"], "options": options}]))
        }
        _ => {
            let reason = "the path does not lead to a sub-command";
            Err(ActionError::invalid(reason))
        }
    }
}

fn options_of(level: &Value) -> &[Value] {
    level["options"].as_array().map_or(&[], Vec::as_slice)
}

fn option_named<'a>(level: &'a Value, name: &str) -> Option<&'a Value> {
    let mut options = options_of(level).iter();
    options.find(|option| option["name"] == name)
}

fn is_sub_command(option: &Value) -> bool {
    option["type"] == option_kinds::SUB_COMMAND
}

fn build_level(level: &Value, input: &SlashCommand) -> Result<Value, ActionError> {
    let mut names = input.options.keys().chain(&input.focused);
    if let Some(name) = names.find(|name| option_named(level, name).is_none()) {
        return Err(ActionError::invalid(format!("there is no option {name}")));
    }
    let mut built = Vec::new();
    for option in options_of(level) {
        let name = option["name"].as_str().unwrap_or_default();
        let is_focused = input.focused.as_deref() == Some(name);
        let value = input.options.get(name);
        if is_focused {
            built.push(focused(option, value)?);
        } else if let Some(value) = value {
            check_value(option, value, input.force)?;
            built.push(json!({"name": name, "type": option["type"], "value": value}));
        }
    }
    Ok(Value::Array(built))
}

/// Returns the option that the user is still typing.
fn focused(option: &Value, value: Option<&Value>) -> Result<Value, ActionError> {
    let name = &option["name"];
    if option["autocomplete"] != true {
        let reason = format!("the option {name} has no autocomplete");
        return Err(ActionError::invalid(reason));
    }
    let value = value.cloned().unwrap_or_else(|| json!(""));
    Ok(json!({"name": name, "type": option["type"], "value": value, "focused": true}))
}

fn check_value(option: &Value, value: &Value, force: bool) -> Result<(), ActionError> {
    let name = &option["name"];
    let fits = match option["type"].as_u64().unwrap_or_default() {
        option_kinds::STRING => value.is_string(),
        option_kinds::INTEGER => value.is_i64(),
        _ => value.is_boolean(),
    };
    if !fits {
        let reason = format!("{value} is not a valid value for {name}");
        return Err(ActionError::invalid(reason));
    }
    let is_choice = option["choices"].as_array().is_none_or(|choices| {
        choices.is_empty() || choices.iter().any(|choice| choice["value"] == *value)
    });
    let (min, max) = (option["min_value"].as_i64(), option["max_value"].as_i64());
    let is_in_bounds = value.as_i64().is_none_or(|number| {
        min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
    });
    if force || (is_choice && is_in_bounds) {
        Ok(())
    } else {
        Err(ActionError::invalid(format!(
            "{value} is not a choice of {name}, or out of its bounds"
        )))
    }
}
