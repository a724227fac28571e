//! Application commands and their choices. Only global commands are supported: slash commands, with subcommands but
//! without subcommand groups, and the commands in the menus of users and messages.

use std::collections::HashSet;
use std::hash::Hash;

use serde_json::Value;

use super::{Field, Form, Kind, LOCALES, char_count, elements, optional, required};
use crate::api_error::ApiError;

/// The maximum size of a command in characters, counting the longest localization of each text.
const MAX_CHARACTERS: usize = 8000;
const TRANSLATED_NAME: Field = optional(
    "name_localizations",
    Kind::Localisations(&Kind::CommandName),
);
const DESCRIPTION: Field = required("description", Kind::Text(1, 100));
const TRANSLATED_DESCRIPTION: Field = optional(
    "description_localizations",
    Kind::Localisations(&Kind::Text(1, 100)),
);
const OPTIONS: Field = optional("options", Kind::List(0, 25, &Kind::Any));
/// The choices of an option, or of an autocomplete response.
pub(crate) const CHOICES: Kind = Kind::List(
    0,
    25,
    &Kind::Object(&[
        required("name", Kind::Text(1, 100)),
        optional(
            "name_localizations",
            Kind::Localisations(&Kind::Text(1, 100)),
        ),
        required("value", Kind::Any),
    ]),
);
const CONTEXTS: Field = optional("contexts", Kind::List(0, 3, &Kind::Number(&[0, 1, 2])));
const INTEGRATION_TYPES: Field = optional(
    "integration_types",
    Kind::List(0, 2, &Kind::Number(&[0, 1])),
);
/// A command in the menu of users or messages. Its name may have several words; it has no description and no options.
const MENU_COMMAND: &[Field] = &[
    required("type", Kind::Number(&[kinds::USER, kinds::MESSAGE])),
    required("name", Kind::Text(1, 32)),
    optional(
        "name_localizations",
        Kind::Localisations(&Kind::Text(1, 32)),
    ),
    optional("description", Kind::Text(0, 0)),
    CONTEXTS,
    INTEGRATION_TYPES,
];
const COMMAND: &[Field] = &[
    optional("type", Kind::Number(&[kinds::SLASH])),
    required("name", Kind::CommandName),
    TRANSLATED_NAME,
    DESCRIPTION,
    TRANSLATED_DESCRIPTION,
    OPTIONS,
    CONTEXTS,
    INTEGRATION_TYPES,
];
const OPTION: &[Field] = &[
    required("type", Kind::Any),
    required("name", Kind::CommandName),
    TRANSLATED_NAME,
    DESCRIPTION,
    TRANSLATED_DESCRIPTION,
    OPTIONS,
    optional("choices", CHOICES),
    optional("autocomplete", Kind::Boolean),
    optional("min_value", Kind::Integer(i64::MIN, i64::MAX)),
    optional("max_value", Kind::Integer(i64::MIN, i64::MAX)),
];

/// Discord's command types.
pub(crate) mod kinds {
    pub(crate) const SLASH: u64 = 1;
    pub(crate) const USER: u64 = 2;
    pub(crate) const MESSAGE: u64 = 3;
}

const MAX_IN_MENU: usize = 5;

pub(crate) mod option_kinds {
    pub(crate) const SUB_COMMAND: u64 = 1;
    pub(crate) const STRING: u64 = 3;
    pub(crate) const INTEGER: u64 = 4;
    pub(crate) const BOOLEAN: u64 = 5;
    pub(crate) const USER: u64 = 6;
}

pub(crate) fn is_sub_command(option: &Value) -> bool {
    option["type"] == option_kinds::SUB_COMMAND
}

pub(crate) fn check_all(body: &Value) -> Result<&[Value], ApiError> {
    let mut form = Form::default();
    form.check(body, &Kind::List(0, usize::MAX, &Kind::Any));
    let commands = elements(body);
    form.check_each(commands, check_command);
    for kind in [kinds::USER, kinds::MESSAGE] {
        let in_menu = commands.iter().filter(|one| kind_of(one) == kind).count();
        if in_menu > MAX_IN_MENU {
            let message = format!("There can be {MAX_IN_MENU} commands in a menu.");
            form.add("APPLICATION_COMMANDS_TOO_MANY", message);
        }
    }
    let names = commands
        .iter()
        .map(|command| Some((kind_of(command), command["name"].as_str()?)));
    for index in duplicates(names) {
        form.enter(index);
        let message = "Application command names must be unique";
        form.add("APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        form.leave();
    }
    form.finish().map(|()| commands)
}

/// Returns a command's type; slash commands may omit it.
pub(crate) fn kind_of(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(kinds::SLASH)
}

/// Returns the indices of names that have occurred earlier in the list.
fn duplicates<T: Copy + Eq + Hash>(names: impl Iterator<Item = Option<T>>) -> Vec<usize> {
    let mut seen = HashSet::new();
    let names = names.enumerate();
    let taken = names.filter(|(_, name)| name.is_some_and(|name| !seen.insert(name)));
    taken.map(|(index, _)| index).collect()
}

fn check_command(form: &mut Form, command: &Value) {
    if kind_of(command) != kinds::SLASH {
        return form.check_fields(command, MENU_COMMAND);
    }
    form.check_fields(command, COMMAND);
    check_options(form, command, false);
    if longest_length(command) > MAX_CHARACTERS {
        let message = format!("Command exceeds maximum size ({MAX_CHARACTERS})");
        form.add("APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

fn check_options(form: &mut Form, owner: &Value, in_sub_command: bool) {
    let options = elements(&owner["options"]);
    form.enter("options");
    form.check_each(options, |form, option| {
        check_option(form, option, in_sub_command)
    });
    let sub_commands = options.iter().filter(|one| is_sub_command(one)).count();
    if sub_commands != 0 && sub_commands != options.len() {
        form.add(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
    check_unique_names(form, options);
    form.leave();
}

fn check_unique_names(form: &mut Form, options: &[Value]) {
    let locales = std::iter::once("default").chain(LOCALES);
    for locale in locales {
        let names = options.iter().map(|option| {
            let translated = option["name_localizations"].get(locale);
            translated.unwrap_or(&option["name"]).as_str()
        });
        for index in duplicates(names) {
            form.enter(index);
            let message = format!("The option's name is taken ({locale}).");
            form.add_at("name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", message);
            form.leave();
        }
    }
}

fn check_option(form: &mut Form, option: &Value, in_sub_command: bool) {
    form.check_fields(option, OPTION);
    let kind = option["type"].as_u64();
    match kind {
        Some(option_kinds::SUB_COMMAND) if !in_sub_command => check_options(form, option, true),
        None | Some(option_kinds::STRING..=option_kinds::USER) => {}
        Some(_) => {
            let message = "This option type is not allowed here.";
            form.add_at("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        }
    }
    let choices = elements(&option["choices"]);
    form.enter("choices");
    check_choice_values(form, choices, kind);
    form.leave();
    if option["autocomplete"] == true && !choices.is_empty() {
        let message = "Autocomplete cannot be set together with choices.";
        form.add_at(
            "autocomplete",
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
            message,
        );
    }
}

/// Checks the values of choices. `kind` is the option's type; `None` for an autocomplete response.
pub(crate) fn check_choice_values(form: &mut Form, choices: &[Value], kind: Option<u64>) {
    form.check_each(choices, |form, choice| {
        let value = &choice["value"];
        form.enter("value");
        let fits = match kind {
            Some(option_kinds::STRING) => value.is_string(),
            Some(option_kinds::INTEGER) => value.is_i64(),
            _ => value.is_string() || value.is_number(),
        };
        if !fits && !value.is_null() {
            let message = "Value does not fit the option's type.";
            form.add("CHOICE_VALUE_TYPE_INVALID", message);
        }
        if let Some(text) = value.as_str() {
            form.check_length(char_count(text), 1, 100);
        }
        form.leave();
    });
}

/// Returns the size in characters of a command, option or choice, counting the longest localization of each text.
fn longest_length(body: &Value) -> usize {
    let own = |key: &str, translations: &str| {
        let texts = body[translations]
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(_, text)| text.as_str());
        let all = texts.chain(body[key].as_str());
        all.map(char_count).max().unwrap_or_default()
    };
    let below = ["options", "choices"].map(|key| elements(&body[key]));
    own("name", "name_localizations")
        + own("description", "description_localizations")
        + body["value"].as_str().map_or(0, char_count)
        + below
            .into_iter()
            .flatten()
            .map(longest_length)
            .sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error_text(body: &Value) -> String {
        match check_all(&json!([body])) {
            Ok(_) => String::new(),
            Err(error) => error.to_json().to_string(),
        }
    }

    fn command(options: &Value) -> Value {
        json!({"name": "play", "description": "Plays.", "options": options})
    }

    fn option(name: &str) -> Value {
        json!({"type": 3, "name": name, "description": "An option."})
    }

    #[test]
    fn a_plain_command_is_accepted() {
        assert_eq!(error_text(&command(&json!([option("one")]))), "");
    }

    #[test]
    fn names_are_single_lower_case_words() {
        for name in ["Play", "two words", "", "a!", &"x".repeat(33)] {
            let body = json!({"name": name, "description": "x"});
            assert_ne!(error_text(&body), "", "{name} should be refused");
        }
        let body = json!({"name": "猫", "description": "x"});
        assert_eq!(error_text(&body), "");
    }

    #[test]
    fn a_command_in_a_menu_has_a_name_of_any_words_and_nothing_to_type() {
        let named = |kind: u64, name: &str| json!({"type": kind, "name": name, "contexts": [0]});
        let both = json!([named(2, "Cat facts"), named(3, "Cat facts")]);
        assert!(check_all(&both).is_ok());
        assert!(check_all(&json!([both[0], both[0]])).is_err());
        for (field, value) in [
            ("description", json!("It has one.")),
            ("options", json!([option("one")])),
            ("name", json!("x".repeat(33))),
            ("type", json!(4)),
        ] {
            let mut body = both[0].clone();
            body[field] = value;
            assert_ne!(error_text(&body), "", "{body}");
        }
        let many: Value = (0..6).map(|number| named(2, &number.to_string())).collect();
        assert!(check_all(&many).is_err());
    }

    #[test]
    fn an_unknown_language_is_refused() {
        let body = json!({"name": "play", "description": "x", "name_localizations": {"xx": "y"}});
        assert!(error_text(&body).contains("BASE_TYPE_CHOICES"));
    }

    #[test]
    fn option_names_are_unique_in_each_language() {
        let [one, two] = ["one", "two"].map(|name| {
            let mut option = option(name);
            option["name_localizations"] = json!({"it": "uno"});
            option
        });
        let error = error_text(&command(&json!([one, two])));
        assert!(error.contains("APPLICATION_COMMAND_OPTIONS_NAME_INVALID"));
    }

    #[test]
    fn sub_commands_may_not_be_mixed_with_other_options() {
        let sub = json!({"type": 1, "name": "new", "description": "x"});
        let error = error_text(&command(&json!([sub, option("one")])));
        assert!(error.contains("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"));
    }

    #[test]
    fn a_command_holds_at_most_eight_thousand_characters() {
        let wide = |count: usize| {
            let choices: Value = (0..25)
                .map(|number| json!({"name": "x".repeat(100), "value": format!("{number:0>100}")}))
                .collect();
            let options = (0..count).map(|number| {
                let mut option = option(&format!("o{number}"));
                option["choices"] = choices.clone();
                option
            });
            error_text(&command(&options.collect()))
        };
        assert_eq!(wide(1), "");
        assert!(wide(2).contains("APPLICATION_COMMAND_TOO_LARGE"));
    }
}
