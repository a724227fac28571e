//! How the application presents itself to people who add it: its description, its tags, and the link behind *Add App*.
//! Only `kittens publish` sets them; `doctor::profile` checks them.

use serde_json::{Map, Value, json};

use crate::permissions::invited;

/// Shown on the bot's profile. Discord allows 400 characters.
const DESCRIPTION: &str = "Unofficial Exploding Kittens in a channel, for two to nine people on their phones, or \
     with computers. Everybody sees the table, only you see your hand, and a Nope is a race. Chance is fair, and can be \
     checked. Type `/kittens new`. A fan project, not made or supported by the makers of the card game.";
/// Discord allows five tags of up to 20 characters each.
const TAGS: [&str; 5] = [
    "card game",
    "multiplayer",
    "party game",
    "turn-based",
    "fun",
];

/// Returns the fields of an application that `kittens publish` changes, with their new values.
pub(crate) fn changes(application: &Value) -> Map<String, Value> {
    let for_server = json!({"oauth2_install_params": {
        "scopes": ["applications.commands", "bot"],
        "permissions": invited().bits().to_string(),
    }});
    let for_person = json!({"oauth2_install_params": {
        "scopes": ["applications.commands"],
        "permissions": "0",
    }});
    let installation = json!({"0": for_server, "1": for_person});
    let fields = [
        ("description", json!(DESCRIPTION)),
        ("tags", json!(TAGS)),
        ("integration_types_config", installation),
    ];
    let changed = fields
        .into_iter()
        .filter(|(field, new)| sorted(&application[*field]) != sorted(new));
    changed
        .map(|(field, new)| (field.to_owned(), new))
        .collect()
}

/// Returns the value with all lists sorted, because Discord does not preserve the order of tags and scopes.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(list) => {
            let mut list = list.clone();
            list.sort_by_key(Value::to_string);
            list.into()
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            fields
                .map(|(name, value)| (name.clone(), sorted(value)))
                .collect()
        }
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_that_is_set_needs_no_change_in_whatever_order_discord_lists() {
        let mut application = Value::from(changes(&json!({})));
        let tags = application["tags"].as_array_mut().expect("a list");
        tags.reverse();
        assert_eq!(changes(&application), Map::new());
        application["integration_types_config"]["1"] = json!(null);
        assert_eq!(changes(&application).len(), 1);
    }
}
