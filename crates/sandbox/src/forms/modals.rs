//! Modals: validation, and the values that users submit.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::api_error::ApiError;
use crate::forms::components::{ComponentChecker, KnownReferences, check_select, for_each, kinds};
use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::forms::twilight_check;
use crate::model::emojis::Emoji;
use crate::model::ids::Id;

/// Component types that a label may hold.
const KINDS_IN_LABEL: [u64; 10] = [
    kinds::STRING_SELECT,
    kinds::TEXT_INPUT,
    5,
    6,
    7,
    kinds::CHANNEL_SELECT,
    kinds::FILE_UPLOAD,
    kinds::RADIO_GROUP,
    kinds::CHECKBOX_GROUP,
    kinds::CHECKBOX,
];

/// Validates a modal.
///
/// # Errors
/// 50035 with every invalid field.
pub(crate) fn check(modal: &Value, emojis: &BTreeMap<Id, Emoji>) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    let path = FieldPath::root().key("data");
    for (key, max) in [("title", 45), ("custom_id", 100)] {
        match errors.read_text(&path, modal, key) {
            None => errors.add_missing(&path.key(key)),
            Some(text) => errors.check_length(&path.key(key), char_count(text), 1, max),
        }
    }
    let parts = errors
        .read_list(&path, modal, "components")
        .unwrap_or_default();
    let path = path.key("components");
    errors.check_length(&path, parts.len(), 1, 5);
    let known = KnownReferences { emojis, files: &[] };
    let mut checker = ComponentChecker::new(known, &mut errors);
    for (index, part) in parts.iter().enumerate() {
        check_part(&mut checker, part, &path.index(index));
    }
    if errors.is_empty() {
        twilight_check::check_modal(parts, &path, &mut errors);
    }
    errors.into_result()
}

fn check_part(checker: &mut ComponentChecker<'_>, part: &Value, path: &FieldPath) {
    let allowed = [kinds::ROW, kinds::TEXT, kinds::LABEL];
    match checker.read_kind(part, &allowed, path) {
        Some(kinds::TEXT) => checker.check_text_display(part, path),
        Some(kinds::ROW) => check_row(checker, part, path),
        Some(_) => check_label(checker, part, path),
        None => {}
    }
}

fn check_row(checker: &mut ComponentChecker<'_>, row: &Value, path: &FieldPath) {
    let path = path.key("components");
    let children = row["components"].as_array().map_or(&[][..], Vec::as_slice);
    checker.errors.check_length(&path, children.len(), 1, 1);
    for (index, child) in children.iter().enumerate() {
        let path = path.index(index);
        if checker
            .read_kind(child, &[kinds::TEXT_INPUT], &path)
            .is_some()
        {
            match checker.errors.read_text(&path, child, "label") {
                None => checker.errors.add_missing(&path.key("label")),
                Some(label) => {
                    checker
                        .errors
                        .check_length(&path.key("label"), char_count(label), 1, 45);
                }
            }
            check_text_input(checker, child, &path);
        }
    }
}

fn check_label(checker: &mut ComponentChecker<'_>, label: &Value, path: &FieldPath) {
    match checker.errors.read_text(path, label, "label") {
        None => checker.errors.add_missing(&path.key("label")),
        Some(text) => checker
            .errors
            .check_length(&path.key("label"), char_count(text), 1, 45),
    }
    if let Some(text) = checker.errors.read_text(path, label, "description") {
        checker
            .errors
            .check_max_length(&path.key("description"), char_count(text), 100);
    }
    let path = path.key("component");
    let inner = &label["component"];
    match checker.read_kind(inner, &KINDS_IN_LABEL, &path) {
        Some(kinds::TEXT_INPUT) => check_text_input(checker, inner, &path),
        Some(kind) if kind <= kinds::CHANNEL_SELECT => check_select(checker, inner, kind, &path),
        Some(_) => checker.check_custom_id(inner, &path),
        None => {}
    }
}

fn check_text_input(checker: &mut ComponentChecker<'_>, input: &Value, path: &FieldPath) {
    checker.check_custom_id(input, path);
    let errors = &mut *checker.errors;
    match errors.read_integer(path, input, "style") {
        None => errors.add_missing(&path.key("style")),
        Some(1 | 2) => {}
        Some(_) => errors.add_bad_choice(&path.key("style"), "1, 2"),
    }
    let min = errors.read_integer(path, input, "min_length").unwrap_or(0);
    let max = errors
        .read_integer(path, input, "max_length")
        .unwrap_or(4000);
    errors.check_range(&path.key("min_length"), min, 0, 4000);
    errors.check_range(&path.key("max_length"), max, 1.max(min), 4000);
    if let Some(text) = errors.read_text(path, input, "placeholder") {
        errors.check_max_length(&path.key("placeholder"), char_count(text), 100);
    }
    if let Some(text) = errors.read_text(path, input, "value") {
        let max = usize::try_from(max).unwrap_or(4000);
        errors.check_max_length(&path.key("value"), char_count(text), max);
    }
}

/// Returns the components of a submission: the modal's own, with the submitted values.
///
/// # Errors
/// A sentence with the reason if a client would not submit these values.
pub(crate) fn fill_in(modal: &Value, fields: &Map<String, Value>) -> Result<Value, String> {
    let parts = modal["components"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    check_field_names(parts, fields)?;
    let mut filled = Vec::new();
    for part in parts {
        match part["type"].as_u64() {
            Some(kinds::ROW) => {
                let input = fill_in_input(&part["components"][0], fields)?;
                filled.push(json!({"type": 1, "id": part["id"], "components": [input]}));
            }
            Some(kinds::LABEL) => {
                let input = fill_in_input(&part["component"], fields)?;
                filled.push(json!({"type": 18, "id": part["id"], "component": input}));
            }
            _ => filled.push(json!({"type": part["type"], "id": part["id"]})),
        }
    }
    Ok(Value::Array(filled))
}

fn check_field_names(parts: &[Value], fields: &Map<String, Value>) -> Result<(), String> {
    for field in fields.keys() {
        let mut is_there = false;
        for_each(parts, &mut |part| {
            is_there |= part["custom_id"] == field.as_str()
        });
        if !is_there {
            return Err(format!("the modal has no field {field}"));
        }
    }
    Ok(())
}

fn fill_in_input(input: &Value, fields: &Map<String, Value>) -> Result<Value, String> {
    let custom_id = input["custom_id"].as_str().unwrap_or_default();
    let submitted = fields.get(custom_id);
    let kind = input["type"].as_u64().unwrap_or_default();
    let mut filled = json!({"type": kind, "id": input["id"], "custom_id": custom_id});
    if kind == kinds::TEXT_INPUT {
        let text = submitted
            .or(input.get("value"))
            .and_then(Value::as_str)
            .unwrap_or_default();
        check_text(input, text)?;
        filled["value"] = json!(text);
    } else if matches!(kind, kinds::RADIO_GROUP | kinds::CHECKBOX) {
        filled["value"] = submitted.cloned().unwrap_or_default();
    } else {
        filled["values"] = submitted.cloned().unwrap_or_else(|| json!([]));
        check_values(input, &filled["values"])?;
    }
    Ok(filled)
}

fn check_text(input: &Value, text: &str) -> Result<(), String> {
    let length = char_count(text) as u64;
    let is_required = input["required"] != false;
    let min = input["min_length"]
        .as_u64()
        .unwrap_or(0)
        .max(u64::from(is_required));
    let max = input["max_length"].as_u64().unwrap_or(4000);
    let may_be_empty = !is_required && length == 0;
    if may_be_empty || (min..=max).contains(&length) {
        Ok(())
    } else {
        Err(format!(
            "{} takes {min} to {max} characters",
            input["custom_id"]
        ))
    }
}

fn check_values(input: &Value, values: &Value) -> Result<(), String> {
    let chosen = values.as_array().ok_or("values of a select are a list")?;
    let Some(options) = input["options"].as_array() else {
        return Ok(());
    };
    let offered = |value: &&Value| options.iter().any(|option| option["value"] == **value);
    match chosen.iter().find(|value| !offered(value)) {
        Some(value) => Err(format!("{value} is not offered")),
        None => Ok(()),
    }
}
