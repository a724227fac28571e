//! Buttons: styles, labels, links.

use serde_json::Value;

use super::checker::ComponentChecker;
use crate::forms::form_errors::{FieldPath, char_count};

/// Validates a button.
pub(super) fn check(checker: &mut ComponentChecker<'_>, button: &Value, path: &FieldPath) {
    let style = checker.errors.read_integer(path, button, "style");
    checker.errors.read_bool(path, button, "disabled");
    let label = checker.errors.read_text(path, button, "label");
    if let Some(label) = label {
        checker
            .errors
            .check_max_length(&path.key("label"), char_count(label), 80);
    }
    checker.check_emoji(&button["emoji"], &path.key("emoji"));
    match style {
        None => checker.errors.add_missing(&path.key("style")),
        Some(1..=4) => checker.check_custom_id(button, path),
        Some(5) => check_link(checker, button, path),
        Some(6) => {
            if button["sku_id"].is_null() {
                checker.errors.add_missing(&path.key("sku_id"));
            }
            return;
        }
        Some(_) => checker
            .errors
            .add_bad_choice(&path.key("style"), "1, 2, 3, 4, 5, 6"),
    }
    if label.is_none_or(str::is_empty) && !button["emoji"].is_object() {
        checker.errors.add(
            &path.key("label"),
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
            "A label or an emoji is required",
        );
    }
}

fn check_link(checker: &mut ComponentChecker<'_>, button: &Value, path: &FieldPath) {
    if !button["custom_id"].is_null() {
        checker.errors.add(
            &path.key("custom_id"),
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
            "A custom id and url cannot both be specified",
        );
    }
    let url = checker.errors.read_text(path, button, "url");
    let path = path.key("url");
    match url {
        None => checker.errors.add_missing(&path),
        Some(url) => {
            let schemes = ["http://", "https://", "discord://"];
            if !schemes.iter().any(|scheme| url.starts_with(scheme)) {
                checker
                    .errors
                    .add(&path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
            }
            checker.errors.check_max_length(&path, char_count(url), 512);
        }
    }
}
