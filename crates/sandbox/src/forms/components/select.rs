//! Selects: bounds and options.

use std::collections::HashSet;

use serde_json::Value;

use super::checker::ComponentChecker;
use super::kinds;
use crate::forms::form_errors::{FieldPath, char_count};

/// Validates a select of any type.
pub(crate) fn check_select(
    checker: &mut ComponentChecker<'_>,
    select: &Value,
    kind: u64,
    path: &FieldPath,
) {
    checker.check_custom_id(select, path);
    checker.errors.read_bool(path, select, "disabled");
    if let Some(text) = checker.errors.read_text(path, select, "placeholder") {
        checker
            .errors
            .check_max_length(&path.key("placeholder"), char_count(text), 150);
    }
    let min = checker
        .errors
        .read_integer(path, select, "min_values")
        .unwrap_or(1);
    let max = checker
        .errors
        .read_integer(path, select, "max_values")
        .unwrap_or(1);
    checker
        .errors
        .check_range(&path.key("min_values"), min, 0, 25);
    checker
        .errors
        .check_range(&path.key("max_values"), max, 1.max(min), 25);
    if kind == kinds::STRING_SELECT {
        check_options(checker, select, min.max(max), max, path);
    }
}

fn check_options(
    checker: &mut ComponentChecker<'_>,
    select: &Value,
    min: i64,
    max: i64,
    path: &FieldPath,
) {
    let path = path.key("options");
    let Some(options) = select["options"].as_array() else {
        checker.errors.add_missing(&path);
        return;
    };
    let min = usize::try_from(min).unwrap_or(1).max(1);
    checker.errors.check_length(&path, options.len(), min, 25);
    let mut values = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        check_option(checker, option, &mut values, &path.index(index));
    }
    let chosen = options.iter().filter(|option| option["default"] == true);
    if i64::try_from(chosen.count()).is_ok_and(|chosen| chosen > max) {
        checker.errors.add(
            &path,
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "More options are preselected than max_values allows.",
        );
    }
}

fn check_option(
    checker: &mut ComponentChecker<'_>,
    option: &Value,
    values: &mut HashSet<String>,
    path: &FieldPath,
) {
    for key in ["label", "value"] {
        match checker.errors.read_text(path, option, key) {
            None => checker.errors.add_missing(&path.key(key)),
            Some(text) => checker
                .errors
                .check_length(&path.key(key), char_count(text), 1, 100),
        }
    }
    if let Some(text) = checker.errors.read_text(path, option, "description") {
        checker
            .errors
            .check_length(&path.key("description"), char_count(text), 1, 100);
    }
    checker.check_emoji(&option["emoji"], &path.key("emoji"));
    let value = option["value"].as_str().unwrap_or_default();
    if !values.insert(value.to_owned()) {
        checker.errors.add(
            &path.key("value"),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        );
    }
}
