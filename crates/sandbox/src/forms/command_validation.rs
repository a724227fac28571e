//! Validates application commands: names, descriptions, localisations, options and choices.

use std::collections::HashSet;

use serde_json::Value;

use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::forms::twilight_check;
use crate::model::users::LOCALES;

/// Largest size of a command, in characters; the longest localisation of each text counts.
const MAX_CHARACTERS: usize = 8000;
/// Largest number of options of a command and of choices of an option.
const MAX_OPTIONS: usize = 25;

/// Discord's option types.
pub(crate) mod option_kinds {
    pub(crate) const SUB_COMMAND: u64 = 1;
    pub(crate) const GROUP: u64 = 2;
    pub(crate) const STRING: u64 = 3;
    pub(crate) const INTEGER: u64 = 4;
    pub(crate) const BOOLEAN: u64 = 5;
    pub(crate) const USER: u64 = 6;
    pub(crate) const CHANNEL: u64 = 7;
    pub(crate) const ROLE: u64 = 8;
    pub(crate) const MENTIONABLE: u64 = 9;
    pub(crate) const NUMBER: u64 = 10;
}

/// Validates one command.
///
/// # Errors
/// 50035 with every invalid field.
pub(crate) fn check_one(body: &Value) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    check_command(body, &FieldPath::root(), &mut errors);
    errors.into_result()
}

/// Validates a list of commands.
///
/// # Errors
/// 50035 with every invalid field.
pub(crate) fn check_all(body: &Value) -> Result<&[Value], ApiError> {
    let mut errors = FormErrors::default();
    let root = FieldPath::root();
    let Some(list) = body.as_array() else {
        errors.add(
            &root,
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        );
        return errors.into_result().map(|()| &[][..]);
    };
    let mut names = HashSet::new();
    for (index, command) in list.iter().enumerate() {
        let path = root.index(index);
        check_command(command, &path, &mut errors);
        let name = (
            command["name"].as_str(),
            command["type"].as_u64().unwrap_or(1),
        );
        if !names.insert(name) {
            errors.add(
                &path,
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    errors.into_result()?;
    Ok(list)
}

fn check_command(body: &Value, path: &FieldPath, errors: &mut FormErrors) {
    let kind = body["type"].as_u64().unwrap_or(1);
    if !(1..=4).contains(&kind) {
        errors.add_bad_choice(&path.key("type"), "1, 2, 3, 4");
    }
    check_name(body, kind == 1, path, errors);
    if kind == 1 {
        check_description(body, path, errors);
    }
    check_numbers(body, "contexts", 2, path, errors);
    check_numbers(body, "integration_types", 1, path, errors);
    check_member_permissions(body, path, errors);
    check_options(body, 0, path, errors);
    if longest_length(body) > MAX_CHARACTERS {
        errors.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            format!("Command exceeds maximum size ({MAX_CHARACTERS})"),
        );
    }
    if errors.is_empty() {
        twilight_check::check_command(body, path, errors);
    }
}

fn check_name(body: &Value, is_slash: bool, path: &FieldPath, errors: &mut FormErrors) {
    let at = path.key("name");
    match errors.read_text(path, body, "name") {
        None => errors.add_missing(&at),
        Some(name) => check_name_text(name, is_slash, &at, errors),
    }
    for (locale, text) in read_localisations(body, "name_localizations", path, errors) {
        let at = path.key("name_localizations").field(locale);
        check_name_text(text, is_slash, &at, errors);
    }
}

fn check_name_text(name: &str, is_slash: bool, path: &FieldPath, errors: &mut FormErrors) {
    errors.check_length(path, char_count(name), 1, 32);
    let fits = |one: char| {
        matches!(one, '-' | '_' | '\'')
            || (one.is_alphanumeric() && one.to_lowercase().eq(std::iter::once(one)))
            // Combining vowel signs of Devanagari and Thai are not alphanumeric.
            || ('\u{900}'..='\u{97f}').contains(&one)
            || ('\u{e00}'..='\u{e7f}').contains(&one)
    };
    if is_slash && !name.chars().all(fits) {
        errors.add(
            path,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    }
}

fn check_description(body: &Value, path: &FieldPath, errors: &mut FormErrors) {
    let at = path.key("description");
    match errors.read_text(path, body, "description") {
        None => errors.add_missing(&at),
        Some(text) => errors.check_length(&at, char_count(text), 1, 100),
    }
    for (locale, text) in read_localisations(body, "description_localizations", path, errors) {
        let at = path.key("description_localizations").field(locale);
        errors.check_length(&at, char_count(text), 1, 100);
    }
}

/// Returns locale and text of each localisation; adds an error for each unknown locale.
fn read_localisations<'a>(
    body: &'a Value,
    key: &'static str,
    path: &FieldPath,
    errors: &mut FormErrors,
) -> Vec<(&'a str, &'a str)> {
    let path = path.key(key);
    let mut texts = Vec::new();
    for (locale, text) in body[key].as_object().into_iter().flatten() {
        if !LOCALES.contains(&locale.as_str()) {
            errors.add_bad_choice(&path.field(locale), &LOCALES.join(", "));
        }
        match text {
            Value::String(text) => texts.push((locale.as_str(), text.as_str())),
            Value::Null => {}
            _ => errors.add(
                &path.field(locale),
                "STRING_TYPE_CONVERT",
                "Could not interpret value as string.",
            ),
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

fn check_member_permissions(body: &Value, path: &FieldPath, errors: &mut FormErrors) {
    let bits = errors.read_text(path, body, "default_member_permissions");
    if bits.is_some_and(|bits| bits.parse::<u64>().is_err()) {
        errors.add(
            &path.key("default_member_permissions"),
            "NUMBER_TYPE_COERCE",
            "Value is not a set of permissions.",
        );
    }
}

/// Validates the options of a command (`depth` 0), a group (1) or a sub-command (2).
fn check_options(body: &Value, depth: usize, path: &FieldPath, errors: &mut FormErrors) {
    let options = errors.read_list(path, body, "options").unwrap_or_default();
    let path = path.key("options");
    errors.check_max_length(&path, options.len(), MAX_OPTIONS);
    let mut optional_seen = false;
    for (index, option) in options.iter().enumerate() {
        let path = path.index(index);
        check_option(option, depth, &path, errors);
        let is_required = option["required"] == true;
        if is_required && optional_seen {
            errors.add(
                &path,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            );
        }
        optional_seen |= !is_required;
    }
    check_no_mixed_kinds(options, &path, errors);
    check_unique_names(options, &path, errors);
}

fn check_no_mixed_kinds(options: &[Value], path: &FieldPath, errors: &mut FormErrors) {
    let is_sub = |option: &&Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let subs = options.iter().filter(is_sub).count();
    if subs != 0 && subs != options.len() {
        errors.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
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

fn check_option(option: &Value, depth: usize, path: &FieldPath, errors: &mut FormErrors) {
    check_name(option, true, path, errors);
    check_description(option, path, errors);
    errors.read_bool(path, option, "required");
    let kind = option["type"].as_u64();
    match kind {
        None => errors.add_missing(&path.key("type")),
        Some(option_kinds::SUB_COMMAND) if depth < 2 => check_options(option, 2, path, errors),
        Some(option_kinds::GROUP) if depth == 0 => check_options(option, 1, path, errors),
        Some(3..=11) if depth != 1 => {}
        Some(_) => errors.add(
            &path.key("type"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "This option type is not allowed here.",
        ),
    }
    check_bounds(option, path, errors);
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

fn check_bounds(option: &Value, path: &FieldPath, errors: &mut FormErrors) {
    for (key, min) in [("min_length", 0), ("max_length", 1)] {
        if let Some(length) = errors.read_integer(path, option, key) {
            errors.check_range(&path.key(key), length, min, 6000);
        }
    }
    for key in ["min_value", "max_value"] {
        let value = option.get(key).filter(|value| !value.is_null());
        if value.is_some_and(|value| !value.is_number()) {
            errors.add(
                &path.key(key),
                "NUMBER_TYPE_COERCE",
                "Value is not a number.",
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
        let at = path.key("name");
        match errors.read_text(&path, choice, "name") {
            None => errors.add_missing(&at),
            Some(name) => errors.check_length(&at, char_count(name), 1, 100),
        }
        for (locale, text) in read_localisations(choice, "name_localizations", &path, errors) {
            let at = path.key("name_localizations").field(locale);
            errors.check_length(&at, char_count(text), 1, 100);
        }
        check_choice_value(&choice["value"], kind, &path.key("value"), errors);
    }
}

fn check_choice_value(value: &Value, kind: Option<u64>, path: &FieldPath, errors: &mut FormErrors) {
    let fits = match kind {
        Some(option_kinds::STRING) => value.is_string(),
        Some(option_kinds::INTEGER) => value.is_i64() || value.is_u64(),
        Some(option_kinds::NUMBER) => value.is_number(),
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
        match check_one(body) {
            Ok(()) => String::new(),
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
