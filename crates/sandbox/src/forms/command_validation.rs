//! Validates application commands: names, descriptions, localisations, options and choices.
//!
//! Only slash commands of all servers are supported, with sub-commands but without groups of them.

use std::collections::HashSet;

use serde_json::Value;

use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::model::users::LOCALES;

/// Largest size of a command, in characters; the longest localisation of each text counts.
const MAX_CHARACTERS: usize = 8000;
/// Largest number of options of a command and of choices of an option.
const MAX_OPTIONS: usize = 25;
const COMMAND_FIELDS: [&str; 8] = [
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "contexts",
    "integration_types",
];
const OPTION_FIELDS: [&str; 10] = [
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "choices",
    "autocomplete",
    "min_value",
    "max_value",
];

/// Those of Discord's option types that the sandbox supports.
pub(crate) mod option_kinds {
    pub(crate) const SUB_COMMAND: u64 = 1;
    pub(crate) const STRING: u64 = 3;
    pub(crate) const INTEGER: u64 = 4;
    pub(crate) const BOOLEAN: u64 = 5;
}

pub(crate) fn check_all(body: &Value) -> Result<&[Value], ApiError> {
    let mut errors = FormErrors::default();
    let root = FieldPath::root();
    let list = body.as_array().map_or(&[][..], Vec::as_slice);
    if !body.is_array() {
        errors.add(
            &root,
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        );
    }
    let mut names = HashSet::new();
    for (index, command) in list.iter().enumerate() {
        let path = root.index(index);
        check_command(command, &path, &mut errors);
        if !names.insert(command["name"].as_str()) {
            errors.add(
                &path,
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    errors.into_result().map(|()| list)
}

fn check_command(body: &Value, path: &FieldPath, errors: &mut FormErrors) {
    errors.check_fields(path, body, &COMMAND_FIELDS);
    if errors.read_integer(path, body, "type").unwrap_or(1) != 1 {
        errors.add_bad_choice(&path.key("type"), "1");
    }
    check_texts(body, path, errors);
    check_numbers(body, "contexts", 2, path, errors);
    check_numbers(body, "integration_types", 1, path, errors);
    check_options(body, false, path, errors);
    if longest_length(body) > MAX_CHARACTERS {
        errors.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            format!("Command exceeds maximum size ({MAX_CHARACTERS})"),
        );
    }
}

/// Validates name and description, in every language.
fn check_texts(body: &Value, path: &FieldPath, errors: &mut FormErrors) {
    if let Some(name) = errors.require_text(path, body, "name", 32) {
        check_name(name, &path.key("name"), errors);
    }
    for (path, name) in read_localisations(body, "name_localizations", 32, path, errors) {
        check_name(name, &path, errors);
    }
    errors.require_text(path, body, "description", 100);
    read_localisations(body, "description_localizations", 100, path, errors);
}

fn check_name(name: &str, path: &FieldPath, errors: &mut FormErrors) {
    let fits = |one: char| {
        matches!(one, '-' | '_' | '\'')
            || (one.is_alphanumeric() && one.to_lowercase().eq(std::iter::once(one)))
            // Combining vowel signs of Devanagari and Thai are not alphanumeric.
            || ('\u{900}'..='\u{97f}').contains(&one)
            || ('\u{e00}'..='\u{e7f}').contains(&one)
    };
    if !name.chars().all(fits) {
        errors.add(
            path,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    }
}

/// Returns path and text of each localisation, of at most `max` characters in a known locale.
fn read_localisations<'a>(
    body: &'a Value,
    key: &'static str,
    max: usize,
    path: &FieldPath,
    errors: &mut FormErrors,
) -> Vec<(FieldPath, &'a str)> {
    let mut texts = Vec::new();
    for (locale, text) in body[key].as_object().into_iter().flatten() {
        let path = path.key(key).field(locale);
        if !LOCALES.contains(&locale.as_str()) {
            errors.add_bad_choice(&path, &LOCALES.join(", "));
        }
        match text.as_str() {
            None => errors.add_missing(&path),
            Some(text) => {
                errors.check_length(&path, char_count(text), 1, max);
                texts.push((path, text));
            }
        }
    }
    texts
}

fn check_numbers(
    body: &Value,
    key: &'static str,
    max: u64,
    path: &FieldPath,
    errors: &mut FormErrors,
) {
    let list = errors.read_list(path, body, key).unwrap_or_default();
    for (index, number) in list.iter().enumerate() {
        if number.as_u64().is_none_or(|number| number > max) {
            let path = path.key(key).index(index);
            let allowed: Vec<_> = (0..=max).map(|number| number.to_string()).collect();
            errors.add_bad_choice(&path, &allowed.join(", "));
        }
    }
}

fn check_options(body: &Value, in_sub_command: bool, path: &FieldPath, errors: &mut FormErrors) {
    let options = errors.read_list(path, body, "options").unwrap_or_default();
    let path = path.key("options");
    errors.check_max_length(&path, options.len(), MAX_OPTIONS);
    for (index, option) in options.iter().enumerate() {
        check_option(option, in_sub_command, &path.index(index), errors);
    }
    let is_sub_command = |option: &&Value| option["type"] == option_kinds::SUB_COMMAND;
    let sub_commands = options.iter().filter(is_sub_command).count();
    if sub_commands != 0 && sub_commands != options.len() {
        errors.add(
            &path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
    check_unique_names(options, &path, errors);
}

fn check_unique_names(options: &[Value], path: &FieldPath, errors: &mut FormErrors) {
    let locales = std::iter::once(None).chain(LOCALES.iter().map(|locale| Some(*locale)));
    for locale in locales {
        let mut names = HashSet::new();
        for (index, option) in options.iter().enumerate() {
            let own = &option["name"];
            let name = match locale {
                None => own,
                Some(locale) => option["name_localizations"].get(locale).unwrap_or(own),
            };
            if name.is_string() && !names.insert(name.as_str()) {
                errors.add(
                    &path.index(index).key("name"),
                    "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                    format!(
                        "Option name {name} is taken ({}).",
                        locale.unwrap_or("default")
                    ),
                );
            }
        }
    }
}

fn check_option(option: &Value, in_sub_command: bool, path: &FieldPath, errors: &mut FormErrors) {
    errors.check_fields(path, option, &OPTION_FIELDS);
    check_texts(option, path, errors);
    let kind = option["type"].as_u64();
    match kind {
        None => errors.add_missing(&path.key("type")),
        Some(option_kinds::SUB_COMMAND) if !in_sub_command => {
            check_options(option, true, path, errors);
        }
        Some(option_kinds::STRING..=option_kinds::BOOLEAN) => {}
        Some(_) => errors.add(
            &path.key("type"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "This option type is not allowed here.",
        ),
    }
    errors.read_bool(path, option, "autocomplete");
    for key in ["min_value", "max_value"] {
        errors.read_integer(path, option, key);
    }
    if let Some(choices) = errors.read_list(path, option, "choices") {
        check_choices(choices, kind, &path.key("choices"), errors);
        if option["autocomplete"] == true && !choices.is_empty() {
            errors.add(
                &path.key("autocomplete"),
                "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
                "Autocomplete cannot be set together with choices.",
            );
        }
    }
}

/// Validates choices: of an option of type `kind`, or of an autocomplete response (`None`).
pub(crate) fn check_choices(
    choices: &[Value],
    kind: Option<u64>,
    path: &FieldPath,
    errors: &mut FormErrors,
) {
    errors.check_max_length(path, choices.len(), MAX_OPTIONS);
    for (index, choice) in choices.iter().enumerate() {
        let path = path.index(index);
        let fields = ["name", "name_localizations", "value"];
        errors.check_fields(&path, choice, &fields);
        errors.require_text(&path, choice, "name", 100);
        read_localisations(choice, "name_localizations", 100, &path, errors);
        check_choice_value(&choice["value"], kind, &path.key("value"), errors);
    }
}

fn check_choice_value(value: &Value, kind: Option<u64>, path: &FieldPath, errors: &mut FormErrors) {
    let fits = match kind {
        Some(option_kinds::STRING) => value.is_string(),
        Some(option_kinds::INTEGER) => value.is_i64(),
        _ => value.is_string() || value.is_number(),
    };
    if value.is_null() {
        errors.add_missing(path);
    } else if !fits {
        errors.add(
            path,
            "CHOICE_VALUE_TYPE_INVALID",
            "Value does not fit the option's type.",
        );
    }
    if let Some(text) = value.as_str() {
        errors.check_length(path, char_count(text), 1, 100);
    }
}

/// Returns the characters of a command or option; the longest localisation of each text counts.
fn longest_length(body: &Value) -> usize {
    let own = |key: &str, translations: &str| {
        let texts = body[translations].as_object().into_iter().flatten();
        let texts = texts.filter_map(|(_, text)| text.as_str());
        let all = texts.chain(body[key].as_str());
        all.map(char_count).max().unwrap_or_default()
    };
    let below = ["options", "choices"].into_iter().map(|key| {
        let list = body[key].as_array().into_iter().flatten();
        list.map(longest_length).sum::<usize>()
    });
    own("name", "name_localizations")
        + own("description", "description_localizations")
        + body["value"].as_str().map_or(0, char_count)
        + below.sum::<usize>()
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
    fn an_unknown_language_is_refused() {
        let body = json!({"name": "play", "description": "x", "name_localizations": {"xx": "y"}});
        assert!(error_text(&body).contains("BASE_TYPE_CHOICES"));
    }

    #[test]
    fn option_names_are_unique_in_each_language() {
        let mut one = option("one");
        one["name_localizations"] = json!({"it": "uno"});
        let mut two = option("two");
        two["name_localizations"] = json!({"it": "uno"});
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
            let choices: Vec<_> = (0..25)
                .map(|number| json!({"name": "x".repeat(100), "value": format!("{number:0>100}")}))
                .collect();
            let options: Vec<_> = (0..count)
                .map(|number| {
                    let mut option = option(&format!("o{number}"));
                    option["choices"] = json!(choices);
                    option
                })
                .collect();
            error_text(&command(&json!(options)))
        };
        assert_eq!(wide(1), "");
        assert!(wide(2).contains("APPLICATION_COMMAND_TOO_LARGE"));
    }
}
