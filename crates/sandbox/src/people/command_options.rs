//! Builds the options of a command interaction from a user's input, and validates them as a client would.

use serde_json::{Value, json};

use super::{ActionError, SlashCommand};
use crate::validation::command::{is_sub_command, option_kinds};
use crate::validation::elements;

/// Returns the `options` of an interaction's data. `focused` is the option that the user is still typing.
pub(super) fn build(
    command: &Value,
    input: &SlashCommand,
    focused: Option<&str>,
) -> Result<Value, ActionError> {
    let has_sub_commands = elements(&command["options"]).iter().any(is_sub_command);
    match input.path.as_slice() {
        [] if !has_sub_commands => build_level(command, input, focused),
        [name] => {
            let found = option_named(command, name).filter(|option| is_sub_command(option));
            let missing = || ActionError::invalid(format!("there is no sub-command {name}"));
            let level = found.ok_or_else(missing)?;
            let options = build_level(level, input, focused)?;
            Ok(json!([{"name": name, "type": level["type"], "options": options}]))
        }
        _ => {
            let reason = "the path does not lead to a sub-command";
            Err(ActionError::invalid(reason))
        }
    }
}

fn option_named<'a>(level: &'a Value, name: &str) -> Option<&'a Value> {
    let mut options = elements(&level["options"]).iter();
    options.find(|option| option["name"] == name)
}

fn build_level(
    level: &Value,
    input: &SlashCommand,
    focused: Option<&str>,
) -> Result<Value, ActionError> {
    let mut names = input.options.keys().map(String::as_str).chain(focused);
    if let Some(name) = names.find(|name| option_named(level, name).is_none()) {
        return Err(ActionError::invalid(format!("there is no option {name}")));
    }
    let mut built = Vec::new();
    for option in elements(&level["options"]) {
        let name = option["name"].as_str().unwrap_or_default();
        let value = input.options.get(name);
        let mut json = json!({"name": name, "type": option["type"], "value": value});
        if focused == Some(name) {
            if option["autocomplete"] != true {
                let reason = format!("the option {name} has no autocomplete");
                return Err(ActionError::invalid(reason));
            }
            json["value"] = value.cloned().unwrap_or_else(|| json!(""));
            json["focused"] = json!(true);
            built.push(json);
        } else if let Some(value) = value {
            check_value(option, value, input.force)?;
            built.push(json);
        }
    }
    Ok(Value::Array(built))
}

fn check_value(option: &Value, value: &Value, force: bool) -> Result<(), ActionError> {
    let name = &option["name"];
    let fits = match option["type"].as_u64().unwrap_or_default() {
        option_kinds::STRING => value.is_string(),
        option_kinds::INTEGER => value.is_i64(),
        option_kinds::USER => value.as_str().is_some_and(|id| id.parse::<u64>().is_ok()),
        option_kinds::BOOLEAN => value.is_boolean(),
        _ => false,
    };
    if !fits {
        let reason = format!("{value} is not a valid value for {name}");
        return Err(ActionError::invalid(reason));
    }
    let choices = elements(&option["choices"]);
    let is_choice = choices.is_empty() || choices.iter().any(|choice| choice["value"] == *value);
    let (min, max) = (option["min_value"].as_i64(), option["max_value"].as_i64());
    let is_in_bounds = value.as_i64().is_none_or(|number| {
        min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
    });
    if force || (is_choice && is_in_bounds) {
        return Ok(());
    }
    let reason = format!("{value} is not a choice of {name}, or out of its bounds");
    Err(ActionError::invalid(reason))
}
