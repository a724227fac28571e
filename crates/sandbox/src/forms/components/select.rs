//! String selects: bounds and options. Selects of people, roles and channels are not supported.

use std::collections::HashSet;

use serde_json::Value;

use super::checker::ComponentChecker;
use crate::forms::form_errors::FieldPath;

const FIELDS: [&str; 8] = [
    "type",
    "id",
    "custom_id",
    "disabled",
    "placeholder",
    "min_values",
    "max_values",
    "options",
];
const OPTION_FIELDS: [&str; 5] = ["label", "value", "description", "emoji", "default"];
const MAX_OPTIONS: usize = 25;

pub(super) fn check(checker: &mut ComponentChecker<'_>, select: &Value, path: &FieldPath) {
    checker.check_custom_id(select, path);
    let errors = &mut *checker.errors;
    errors.check_fields(path, select, &FIELDS);
    errors.read_bool(path, select, "disabled");
    errors.check_text(path, select, "placeholder", 150);
    let min = errors.read_integer(path, select, "min_values").unwrap_or(1);
    let max = errors.read_integer(path, select, "max_values").unwrap_or(1);
    errors.check_range(&path.key("min_values"), min, 0, 25);
    errors.check_range(&path.key("max_values"), max, 1.max(min), 25);
    match select["options"].as_array() {
        None => errors.add_missing(&path.key("options")),
        Some(options) => check_options(checker, options, min.max(max), max, &path.key("options")),
    }
}

fn check_options(
    checker: &mut ComponentChecker<'_>,
    options: &[Value],
    min: i64,
    max: i64,
    path: &FieldPath,
) {
    let min = usize::try_from(min).unwrap_or(1).max(1);
    let mut values = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        let path = path.index(index);
        check_option(checker, option, &path);
        if !values.insert(option["value"].as_str()) {
            checker.errors.add(
                &path.key("value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
    }
    let errors = &mut *checker.errors;
    errors.check_length(path, options.len(), min, MAX_OPTIONS);
    let chosen = options.iter().filter(|option| option["default"] == true);
    if i64::try_from(chosen.count()).is_ok_and(|chosen| chosen > max) {
        errors.add(
            path,
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "More options are preselected than max_values allows.",
        );
    }
}

fn check_option(checker: &mut ComponentChecker<'_>, option: &Value, path: &FieldPath) {
    checker.check_emoji(&option["emoji"], &path.key("emoji"));
    let errors = &mut *checker.errors;
    errors.check_fields(path, option, &OPTION_FIELDS);
    errors.read_bool(path, option, "default");
    errors.require_text(path, option, "label", 100);
    errors.require_text(path, option, "value", 100);
    if !option["description"].is_null() {
        errors.require_text(path, option, "description", 100);
    }
}
