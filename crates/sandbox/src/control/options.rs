//! A person's words for a command's options, as a client lets them through.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::ControlError;
use crate::command_forms::option_kinds;
use crate::forms::characters;
use crate::ids::Id;
use crate::world::World;

/// What a person types.
pub(super) struct Typed<'a> {
    pub(super) path: &'a [String],
    pub(super) options: &'a Map<String, Value>,
    /// The option that he is still typing, for autocomplete.
    pub(super) focused: Option<&'a str>,
    /// Whether choices and bounds are left unchecked.
    pub(super) force: bool,
}

/// The options of an interaction's data, and what they refer to.
///
/// # Errors
/// 400 with the reason for which a client would not send them.
pub(super) fn filled(
    world: &World,
    command: &Value,
    typed: &Typed<'_>,
    guild: Option<Id>,
) -> Result<(Value, Value), ControlError> {
    let mut level = command;
    let mut steps = Vec::new();
    for name in typed.path {
        let step = option_named(level, name)
            .filter(|step| is_sub_command(step))
            .ok_or_else(|| ControlError::bad(format!("there is no sub-command {name}")))?;
        steps.push((name, step["type"].clone()));
        level = step;
    }
    if options_of(level).iter().any(is_sub_command) {
        return Err(ControlError::bad("the path does not lead to a sub-command"));
    }
    let mut referred = BTreeSet::new();
    let mut options = fill_level(world, level, typed, &mut referred)?;
    for (name, kind) in steps.into_iter().rev() {
        options = json!([{"name": name, "type": kind, "options": options}]);
    }
    Ok((options, resolved(world, &referred, guild)))
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

fn fill_level(
    world: &World,
    level: &Value,
    typed: &Typed<'_>,
    referred: &mut BTreeSet<Id>,
) -> Result<Value, ControlError> {
    for name in typed.options.keys() {
        if option_named(level, name).is_none() {
            return Err(ControlError::bad(format!("there is no option {name}")));
        }
    }
    let mut filled = Vec::new();
    for option in options_of(level) {
        let name = option["name"].as_str().unwrap_or_default();
        let is_focused = typed.focused == Some(name);
        if is_focused && option["autocomplete"] != true {
            return Err(ControlError::bad(format!(
                "the option {name} suggests nothing"
            )));
        }
        match typed.options.get(name) {
            Some(value) => {
                if !is_focused {
                    check_value(world, option, value, typed.force)?;
                }
                referred.extend(value.as_str().and_then(|text| text.parse::<Id>().ok()));
                let mut one = json!({"name": name, "type": option["type"], "value": value});
                if is_focused {
                    one["focused"] = json!(true);
                }
                filled.push(one);
            }
            None if is_focused => filled.push(json!({
                "name": name,
                "type": option["type"],
                "value": "",
                "focused": true,
            })),
            None if option["required"] == true && typed.focused.is_none() => {
                return Err(ControlError::bad(format!("the option {name} is required")));
            }
            None => {}
        }
    }
    Ok(Value::Array(filled))
}

fn check_value(
    world: &World,
    option: &Value,
    value: &Value,
    force: bool,
) -> Result<(), ControlError> {
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
        option_kinds::CHANNEL => id.is_some_and(|id| world.channels.contains_key(&id)),
        option_kinds::ROLE => id.is_some_and(|id| world.guilds.contains_key(&id)),
        option_kinds::NUMBER => value.is_number(),
        _ => false,
    };
    if !fits {
        return Err(ControlError::bad(format!("{value} is no value for {name}")));
    }
    if force {
        Ok(())
    } else {
        check_bounds(option, value)
    }
}

fn check_bounds(option: &Value, value: &Value) -> Result<(), ControlError> {
    let name = &option["name"];
    let choices = option["choices"]
        .as_array()
        .filter(|choices| !choices.is_empty());
    if let Some(choices) = choices
        && !choices.iter().any(|choice| choice["value"] == *value)
    {
        return Err(ControlError::bad(format!("{value} is no choice of {name}")));
    }
    let bound = |key: &str| option[key].as_f64();
    let (measure, least, most) = match value {
        Value::String(text) => {
            let length = u32::try_from(characters(text)).unwrap_or(u32::MAX);
            (
                Some(f64::from(length)),
                bound("min_length"),
                bound("max_length"),
            )
        }
        _ => (value.as_f64(), bound("min_value"), bound("max_value")),
    };
    let fits = measure.is_none_or(|measure| {
        least.is_none_or(|least| measure >= least) && most.is_none_or(|most| measure <= most)
    });
    if fits {
        Ok(())
    } else {
        Err(ControlError::bad(format!(
            "{value} is out of bounds for {name}"
        )))
    }
}

/// Discord's `resolved`: the people and channels that values refer to.
pub(super) fn resolved(world: &World, referred: &BTreeSet<Id>, guild: Option<Id>) -> Value {
    let mut resolved = json!({});
    for id in referred {
        let key = id.to_string();
        if world.user(*id).is_some() {
            resolved["users"][&key] = world.user_json(*id);
            if let Some(guild) = guild.and_then(|guild| world.guilds.get(&guild)) {
                let mut member = crate::guilds::partial_member(guild);
                let bits = crate::permissions::Permissions::EVERYONE.0;
                member["permissions"] = json!(bits.to_string());
                resolved["members"][&key] = member;
            }
        } else if let Some(channel) = world.channels.get(id) {
            let mut json = world.channel_json(channel);
            let bits = crate::permissions::Permissions::EVERYONE.0;
            json["permissions"] = json!(bits.to_string());
            resolved["channels"][&key] = json;
        } else if world.guilds.contains_key(id) {
            resolved["roles"][&key] = world.everyone_role(*id);
        }
    }
    resolved
}
