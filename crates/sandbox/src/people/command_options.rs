//! Builds the options of a command interaction from a user's input, with a client's validation.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::action_error::ActionError;
use super::slash_command::SlashCommand;
use crate::forms::command_validation::option_kinds;
use crate::forms::form_errors::char_count;
use crate::model::ids::Id;
use crate::world::World;

/// Returns the `options` and `resolved` of an interaction's data.
///
/// # Errors
/// The reason why a client would not send them.
pub(super) fn build(
    world: &World,
    command: &Value,
    input: &SlashCommand,
    guild: Option<Id>,
) -> Result<(Value, Value), ActionError> {
    let mut level = command;
    let mut parents = Vec::new();
    for name in &input.path {
        let option = option_named(level, name)
            .filter(|option| is_sub_command(option))
            .ok_or_else(|| ActionError::invalid(format!("there is no sub-command {name}")))?;
        parents.push((name, option["type"].clone()));
        level = option;
    }
    if options_of(level).iter().any(is_sub_command) {
        return Err(ActionError::invalid(
            "the path does not lead to a sub-command",
        ));
    }
    let mut referenced_ids = BTreeSet::new();
    let mut options = build_level(world, level, input, &mut referenced_ids)?;
    for (name, kind) in parents.into_iter().rev() {
        options = json!([{"name": name, "type": kind, "options": options}]);
    }
    Ok((options, resolved(world, &referenced_ids, guild)))
}

fn options_of(level: &Value) -> &[Value] {
    level["options"].as_array().map_or(&[], Vec::as_slice)
}

fn option_named<'a>(level: &'a Value, name: &str) -> Option<&'a Value> {
    options_of(level)
        .iter()
        .find(|option| option["name"] == name)
}

fn is_sub_command(option: &Value) -> bool {
    matches!(
        option["type"].as_u64(),
        Some(option_kinds::SUB_COMMAND | option_kinds::GROUP)
    )
}

fn build_level(
    world: &World,
    level: &Value,
    input: &SlashCommand,
    referenced_ids: &mut BTreeSet<Id>,
) -> Result<Value, ActionError> {
    for name in input.options.keys() {
        if option_named(level, name).is_none() {
            return Err(ActionError::invalid(format!("there is no option {name}")));
        }
    }
    let mut built = Vec::new();
    for option in options_of(level) {
        let name = option["name"].as_str().unwrap_or_default();
        let is_focused = input.focused.as_deref() == Some(name);
        if is_focused && option["autocomplete"] != true {
            return Err(ActionError::invalid(format!(
                "the option {name} has no autocomplete"
            )));
        }
        match input.options.get(name) {
            Some(value) => {
                if !is_focused {
                    check_value(world, option, value, input.force)?;
                }
                referenced_ids.extend(value.as_str().and_then(|text| text.parse::<Id>().ok()));
                let mut one = json!({"name": name, "type": option["type"], "value": value});
                if is_focused {
                    one["focused"] = json!(true);
                }
                built.push(one);
            }
            None if is_focused => built.push(json!({
                "name": name,
                "type": option["type"],
                "value": "",
                "focused": true,
            })),
            None if option["required"] == true && input.focused.is_none() => {
                return Err(ActionError::invalid(format!(
                    "the option {name} is required"
                )));
            }
            None => {}
        }
    }
    Ok(Value::Array(built))
}

fn check_value(
    world: &World,
    option: &Value,
    value: &Value,
    force: bool,
) -> Result<(), ActionError> {
    let name = &option["name"];
    let kind = option["type"].as_u64().unwrap_or_default();
    let id = value.as_str().and_then(|text| text.parse::<Id>().ok());
    let fits = match kind {
        option_kinds::STRING => value.is_string(),
        option_kinds::INTEGER => value.is_i64(),
        option_kinds::BOOLEAN => value.is_boolean(),
        option_kinds::USER | option_kinds::MENTIONABLE => {
            id.is_some_and(|id| world.user(id).is_some())
        }
        option_kinds::CHANNEL => id.is_some_and(|id| world.channel(id).is_some()),
        option_kinds::ROLE => id.is_some_and(|id| world.guild(id).is_some()),
        option_kinds::NUMBER => value.is_number(),
        _ => false,
    };
    if !fits {
        return Err(ActionError::invalid(format!(
            "{value} is not a valid value for {name}"
        )));
    }
    if force {
        Ok(())
    } else {
        check_bounds(option, value)
    }
}

fn check_bounds(option: &Value, value: &Value) -> Result<(), ActionError> {
    let name = &option["name"];
    let choices = option["choices"]
        .as_array()
        .filter(|choices| !choices.is_empty());
    if let Some(choices) = choices
        && !choices.iter().any(|choice| choice["value"] == *value)
    {
        return Err(ActionError::invalid(format!(
            "{value} is not a choice of {name}"
        )));
    }
    let bound = |key: &str| option[key].as_f64();
    let (measure, min, max) = match value {
        Value::String(text) => {
            let length = u32::try_from(char_count(text)).unwrap_or(u32::MAX);
            (
                Some(f64::from(length)),
                bound("min_length"),
                bound("max_length"),
            )
        }
        _ => (value.as_f64(), bound("min_value"), bound("max_value")),
    };
    let fits = measure.is_none_or(|measure| {
        min.is_none_or(|min| measure >= min) && max.is_none_or(|max| measure <= max)
    });
    if fits {
        Ok(())
    } else {
        Err(ActionError::invalid(format!(
            "{value} is out of bounds for {name}"
        )))
    }
}

/// Returns Discord's `resolved` object for the users, channels and roles among the ids.
pub(super) fn resolved(world: &World, referenced_ids: &BTreeSet<Id>, guild: Option<Id>) -> Value {
    let mut resolved = json!({});
    for id in referenced_ids {
        let key = id.to_string();
        if world.user(*id).is_some() {
            resolved["users"][&key] = world.user_json(*id);
            if let Some(guild) = guild.and_then(|guild| world.guild(guild)) {
                let mut member = crate::model::guilds::partial_member(guild);
                let bits = crate::model::permissions::Permissions::EVERYONE.0;
                member["permissions"] = json!(bits.to_string());
                resolved["members"][&key] = member;
            }
        } else if let Some(channel) = world.channel(*id) {
            let mut json = world.channel_json(channel);
            let bits = crate::model::permissions::Permissions::EVERYONE.0;
            json["permissions"] = json!(bits.to_string());
            resolved["channels"][&key] = json;
        } else if world.guild(*id).is_some() {
            resolved["roles"][&key] = world.everyone_role(*id);
        }
    }
    resolved
}
