//! The bodies of commands: names, descriptions, languages, options, choices.

use std::collections::HashSet;

use serde_json::Value;

use crate::forms::{FormErrors, Place, characters};
use crate::judge;
use crate::refusal::Refusal;
use crate::users::LOCALES;

/// Characters that a command may have, the longest of each text counting.
const MOST_CHARACTERS: usize = 8000;
/// Options of a command, and choices of an option.
const MOST_OPTIONS: usize = 25;

/// Discord's numbers for kinds of options.
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

/// Checks one command.
///
/// # Errors
/// 50035 with every place that is wrong.
pub(crate) fn check_one(body: &Value) -> Result<(), Refusal> {
    let mut errors = FormErrors::default();
    check_command(body, &Place::root(), &mut errors);
    errors.finish()
}

/// Checks a list of commands.
///
/// # Errors
/// 50035 with every place that is wrong.
pub(crate) fn check_all(body: &Value) -> Result<&[Value], Refusal> {
    let mut errors = FormErrors::default();
    let root = Place::root();
    let Some(list) = body.as_array() else {
        errors.add(
            &root,
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        );
        return errors.finish().map(|()| &[][..]);
    };
    let mut names = HashSet::new();
    for (index, command) in list.iter().enumerate() {
        let place = root.index(index);
        check_command(command, &place, &mut errors);
        let name = (
            command["name"].as_str(),
            command["type"].as_u64().unwrap_or(1),
        );
        if !names.insert(name) {
            errors.add(
                &place,
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    errors.finish()?;
    Ok(list)
}

fn check_command(body: &Value, place: &Place, errors: &mut FormErrors) {
    let kind = body["type"].as_u64().unwrap_or(1);
    if !(1..=4).contains(&kind) {
        errors.choices(&place.key("type"), "1, 2, 3, 4");
    }
    check_name(body, kind == 1, place, errors);
    if kind == 1 {
        check_description(body, place, errors);
    }
    check_numbers(body, "contexts", 2, place, errors);
    check_numbers(body, "integration_types", 1, place, errors);
    check_member_permissions(body, place, errors);
    check_options(body, 0, place, errors);
    if longest(body) > MOST_CHARACTERS {
        errors.add(
            place,
            "APPLICATION_COMMAND_TOO_LARGE",
            format!("Command exceeds maximum size ({MOST_CHARACTERS})"),
        );
    }
    if errors.is_empty() {
        judge::command(body, place, errors);
    }
}

fn check_name(body: &Value, is_slash: bool, place: &Place, errors: &mut FormErrors) {
    let at = place.key("name");
    match errors.text(place, body, "name") {
        None => errors.required(&at),
        Some(name) => check_name_text(name, is_slash, &at, errors),
    }
    for (locale, text) in localisations(body, "name_localizations", place, errors) {
        let at = place.key("name_localizations").key(locale);
        check_name_text(text, is_slash, &at, errors);
    }
}

fn check_name_text(name: &str, is_slash: bool, place: &Place, errors: &mut FormErrors) {
    errors.length(place, characters(name), 1, 32);
    let fits = |one: char| {
        matches!(one, '-' | '_' | '\'')
            || (one.is_alphanumeric() && one.to_lowercase().eq(std::iter::once(one)))
            // Vowel signs and the like of Devanagari and Thai.
            || ('\u{900}'..='\u{97f}').contains(&one)
            || ('\u{e00}'..='\u{e7f}').contains(&one)
    };
    if is_slash && !name.chars().all(fits) {
        errors.add(
            place,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    }
}

fn check_description(body: &Value, place: &Place, errors: &mut FormErrors) {
    let at = place.key("description");
    match errors.text(place, body, "description") {
        None => errors.required(&at),
        Some(text) => errors.length(&at, characters(text), 1, 100),
    }
    for (locale, text) in localisations(body, "description_localizations", place, errors) {
        let at = place.key("description_localizations").key(locale);
        errors.length(&at, characters(text), 1, 100);
    }
}

/// The texts of each language; an unknown language is noted.
fn localisations<'a>(
    body: &'a Value,
    key: &str,
    place: &Place,
    errors: &mut FormErrors,
) -> Vec<(&'a str, &'a str)> {
    let place = place.key(key);
    let mut texts = Vec::new();
    for (locale, text) in body[key].as_object().into_iter().flatten() {
        if !LOCALES.contains(&locale.as_str()) {
            errors.choices(&place.key(locale), &LOCALES.join(", "));
        }
        match text {
            Value::String(text) => texts.push((locale.as_str(), text.as_str())),
            Value::Null => {}
            _ => errors.add(
                &place.key(locale),
                "STRING_TYPE_CONVERT",
                "Could not interpret value as string.",
            ),
        }
    }
    texts
}

fn check_numbers(body: &Value, key: &str, most: u64, place: &Place, errors: &mut FormErrors) {
    let list = errors.list(place, body, key).unwrap_or_default();
    for (index, number) in list.iter().enumerate() {
        if number.as_u64().is_none_or(|number| number > most) {
            let place = place.key(key).index(index);
            let allowed: Vec<_> = (0..=most).map(|number| number.to_string()).collect();
            errors.choices(&place, &allowed.join(", "));
        }
    }
}

fn check_member_permissions(body: &Value, place: &Place, errors: &mut FormErrors) {
    let bits = errors.text(place, body, "default_member_permissions");
    if bits.is_some_and(|bits| bits.parse::<u64>().is_err()) {
        errors.add(
            &place.key("default_member_permissions"),
            "NUMBER_TYPE_COERCE",
            "Value is not a set of permissions.",
        );
    }
}

/// Checks the options of a command, or of a sub-command at `depth`.
fn check_options(body: &Value, depth: usize, place: &Place, errors: &mut FormErrors) {
    let options = errors.list(place, body, "options").unwrap_or_default();
    let place = place.key("options");
    errors.at_most(&place, options.len(), MOST_OPTIONS);
    let mut optional_seen = false;
    for (index, option) in options.iter().enumerate() {
        let place = place.index(index);
        check_option(option, depth, &place, errors);
        let is_required = option["required"] == true;
        if is_required && optional_seen {
            errors.add(
                &place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            );
        }
        optional_seen |= !is_required;
    }
    check_mixture(options, &place, errors);
    check_unique_names(options, &place, errors);
}

fn check_mixture(options: &[Value], place: &Place, errors: &mut FormErrors) {
    let is_sub = |option: &&Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let subs = options.iter().filter(is_sub).count();
    if subs != 0 && subs != options.len() {
        errors.add(
            place,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
}

fn check_unique_names(options: &[Value], place: &Place, errors: &mut FormErrors) {
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
                    &place.index(index).key("name"),
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

fn check_option(option: &Value, depth: usize, place: &Place, errors: &mut FormErrors) {
    check_name(option, true, place, errors);
    check_description(option, place, errors);
    errors.truth(place, option, "required");
    let kind = option["type"].as_u64();
    match kind {
        None => errors.required(&place.key("type")),
        Some(option_kinds::SUB_COMMAND) if depth < 2 => check_options(option, 2, place, errors),
        Some(option_kinds::GROUP) if depth == 0 => check_options(option, 1, place, errors),
        Some(3..=11) if depth != 1 => {}
        Some(_) => errors.add(
            &place.key("type"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "This type of option cannot stand here.",
        ),
    }
    check_bounds(option, place, errors);
    if let Some(choices) = errors.list(place, option, "choices") {
        check_choices(choices, kind, &place.key("choices"), errors);
        if option["autocomplete"] == true && !choices.is_empty() {
            errors.add(
                &place.key("autocomplete"),
                "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
                "Autocomplete cannot be set together with choices.",
            );
        }
    }
}

fn check_bounds(option: &Value, place: &Place, errors: &mut FormErrors) {
    for (key, least) in [("min_length", 0), ("max_length", 1)] {
        if let Some(length) = errors.integer(place, option, key) {
            errors.range(&place.key(key), length, least, 6000);
        }
    }
    for key in ["min_value", "max_value"] {
        let value = option.get(key).filter(|value| !value.is_null());
        if value.is_some_and(|value| !value.is_number()) {
            errors.add(
                &place.key(key),
                "NUMBER_TYPE_COERCE",
                "Value is not a number.",
            );
        }
    }
}

/// Checks choices, of an option of a known kind or of an autocomplete's answer.
pub(crate) fn check_choices(
    choices: &[Value],
    kind: Option<u64>,
    place: &Place,
    errors: &mut FormErrors,
) {
    errors.at_most(place, choices.len(), MOST_OPTIONS);
    for (index, choice) in choices.iter().enumerate() {
        let place = place.index(index);
        let at = place.key("name");
        match errors.text(&place, choice, "name") {
            None => errors.required(&at),
            Some(name) => errors.length(&at, characters(name), 1, 100),
        }
        for (locale, text) in localisations(choice, "name_localizations", &place, errors) {
            let at = place.key("name_localizations").key(locale);
            errors.length(&at, characters(text), 1, 100);
        }
        check_choice_value(&choice["value"], kind, &place.key("value"), errors);
    }
}

fn check_choice_value(value: &Value, kind: Option<u64>, place: &Place, errors: &mut FormErrors) {
    let fits = match kind {
        Some(option_kinds::STRING) => value.is_string(),
        Some(option_kinds::INTEGER) => value.is_i64() || value.is_u64(),
        Some(option_kinds::NUMBER) => value.is_number(),
        _ => value.is_string() || value.is_number(),
    };
    if value.is_null() {
        errors.required(place);
    } else if !fits {
        errors.add(
            place,
            "CHOICE_VALUE_TYPE_INVALID",
            "Value does not fit the option's type.",
        );
    }
    if let Some(text) = value.as_str() {
        errors.length(place, characters(text), 1, 100);
    }
}

/// The characters of a command or option, the longest language of each text counting.
fn longest(body: &Value) -> usize {
    let own = |key: &str, translations: &str| {
        let texts = body[translations].as_object().into_iter().flatten();
        let texts = texts.filter_map(|(_, text)| text.as_str());
        let all = texts.chain(body[key].as_str());
        all.map(characters).max().unwrap_or_default()
    };
    let below = ["options", "choices"].into_iter().map(|key| {
        let list = body[key].as_array().into_iter().flatten();
        list.map(longest).sum::<usize>()
    });
    own("name", "name_localizations")
        + own("description", "description_localizations")
        + body["value"].as_str().map_or(0, characters)
        + below.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn complaints(body: &Value) -> String {
        match check_one(body) {
            Ok(()) => String::new(),
            Err(refusal) => refusal.body().to_string(),
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
        assert_eq!(complaints(&command(&json!([option("one")]))), "");
    }

    #[test]
    fn names_are_lower_case_words() {
        for name in ["Play", "two words", "", "a!", &"x".repeat(33)] {
            let body = json!({"name": name, "description": "x"});
            assert_ne!(complaints(&body), "", "{name} should be refused");
        }
        let body = json!({"name": "猫", "description": "x"});
        assert_eq!(complaints(&body), "");
    }

    #[test]
    fn an_unknown_language_is_refused() {
        let body = json!({"name": "play", "description": "x", "name_localizations": {"xx": "y"}});
        assert!(complaints(&body).contains("BASE_TYPE_CHOICES"));
    }

    #[test]
    fn options_stay_apart_in_each_language() {
        let mut one = option("one");
        one["name_localizations"] = json!({"it": "uno"});
        let mut two = option("two");
        two["name_localizations"] = json!({"it": "uno"});
        let refusal = complaints(&command(&json!([one, two])));
        assert!(refusal.contains("APPLICATION_COMMAND_OPTIONS_NAME_INVALID"));
    }

    #[test]
    fn sub_commands_stand_apart_from_other_options() {
        let sub = json!({"type": 1, "name": "new", "description": "x"});
        let refusal = complaints(&command(&json!([sub, option("one")])));
        assert!(refusal.contains("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"));
    }

    #[test]
    fn eight_thousand_characters_are_the_end() {
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
            complaints(&command(&json!(options)))
        };
        assert_eq!(wide(1), "");
        assert!(wide(2).contains("APPLICATION_COMMAND_TOO_LARGE"));
    }
}
