//! Buttons that send an interaction. Links and premium buttons are not supported.

use serde_json::Value;

use super::checker::ComponentChecker;
use crate::forms::form_errors::FieldPath;

const FIELDS: [&str; 7] = [
    "type",
    "id",
    "style",
    "label",
    "emoji",
    "custom_id",
    "disabled",
];

pub(super) fn check(checker: &mut ComponentChecker<'_>, button: &Value, path: &FieldPath) {
    checker.check_custom_id(button, path);
    checker.check_emoji(&button["emoji"], &path.key("emoji"));
    let errors = &mut *checker.errors;
    errors.check_fields(path, button, &FIELDS);
    errors.check_text(path, button, "label", 80);
    errors.read_bool(path, button, "disabled");
    match errors.read_integer(path, button, "style") {
        None => errors.add_missing(&path.key("style")),
        Some(1..=4) => {}
        Some(_) => errors.add_bad_choice(&path.key("style"), "1, 2, 3, 4"),
    }
    let has_label = button["label"]
        .as_str()
        .is_some_and(|label| !label.is_empty());
    if !has_label && !button["emoji"].is_object() {
        errors.add(
            &path.key("label"),
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
            "A label or an emoji is required",
        );
    }
}
