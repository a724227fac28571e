//! Modals: what Discord accepts, and what a person sends back.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::components::{Inspection, Known, for_each, kinds};
use crate::forms::{FormErrors, Place, characters};
use crate::ids::Id;
use crate::judge;
use crate::refusal::Refusal;

/// What a label may hold.
const LABELLED: [u64; 10] = [
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

/// Checks a modal.
///
/// # Errors
/// 50035 with every place that is wrong.
pub(crate) fn check(modal: &Value, emojis: &BTreeSet<Id>) -> Result<(), Refusal> {
    let mut errors = FormErrors::default();
    let place = Place::root().key("data");
    for (key, most) in [("title", 45), ("custom_id", 100)] {
        match errors.text(&place, modal, key) {
            None => errors.required(&place.key(key)),
            Some(text) => errors.length(&place.key(key), characters(text), 1, most),
        }
    }
    let parts = errors.list(&place, modal, "components").unwrap_or_default();
    let place = place.key("components");
    errors.length(&place, parts.len(), 1, 5);
    let known = Known { emojis, files: &[] };
    let mut inspection = Inspection::new(known, &mut errors);
    for (index, part) in parts.iter().enumerate() {
        check_part(&mut inspection, part, &place.index(index));
    }
    if errors.is_empty() {
        judge::modal(parts, &place, &mut errors);
    }
    errors.finish()
}

fn check_part(inspection: &mut Inspection<'_>, part: &Value, place: &Place) {
    let allowed = [kinds::ROW, kinds::TEXT, kinds::LABEL];
    match inspection.kind(part, &allowed, place) {
        Some(kinds::TEXT) => inspection.text_display(part, place),
        Some(kinds::ROW) => check_row(inspection, part, place),
        Some(_) => check_label(inspection, part, place),
        None => {}
    }
}

fn check_row(inspection: &mut Inspection<'_>, row: &Value, place: &Place) {
    let place = place.key("components");
    let children = row["components"].as_array().map_or(&[][..], Vec::as_slice);
    inspection.errors.length(&place, children.len(), 1, 1);
    for (index, child) in children.iter().enumerate() {
        let place = place.index(index);
        if inspection
            .kind(child, &[kinds::TEXT_INPUT], &place)
            .is_some()
        {
            match inspection.errors.text(&place, child, "label") {
                None => inspection.errors.required(&place.key("label")),
                Some(label) => {
                    inspection
                        .errors
                        .length(&place.key("label"), characters(label), 1, 45);
                }
            }
            check_text_input(inspection, child, &place);
        }
    }
}

fn check_label(inspection: &mut Inspection<'_>, label: &Value, place: &Place) {
    match inspection.errors.text(place, label, "label") {
        None => inspection.errors.required(&place.key("label")),
        Some(text) => inspection
            .errors
            .length(&place.key("label"), characters(text), 1, 45),
    }
    if let Some(text) = inspection.errors.text(place, label, "description") {
        inspection
            .errors
            .at_most(&place.key("description"), characters(text), 100);
    }
    let place = place.key("component");
    let inner = &label["component"];
    match inspection.kind(inner, &LABELLED, &place) {
        Some(kinds::TEXT_INPUT) => check_text_input(inspection, inner, &place),
        Some(kind) if kind <= kinds::CHANNEL_SELECT => inspection.select(inner, kind, &place),
        Some(_) => inspection.custom_id(inner, &place),
        None => {}
    }
}

fn check_text_input(inspection: &mut Inspection<'_>, input: &Value, place: &Place) {
    inspection.custom_id(input, place);
    let errors = &mut *inspection.errors;
    match errors.integer(place, input, "style") {
        None => errors.required(&place.key("style")),
        Some(1 | 2) => {}
        Some(_) => errors.choices(&place.key("style"), "1, 2"),
    }
    let least = errors.integer(place, input, "min_length").unwrap_or(0);
    let most = errors.integer(place, input, "max_length").unwrap_or(4000);
    errors.range(&place.key("min_length"), least, 0, 4000);
    errors.range(&place.key("max_length"), most, 1.max(least), 4000);
    if let Some(text) = errors.text(place, input, "placeholder") {
        errors.at_most(&place.key("placeholder"), characters(text), 100);
    }
    if let Some(text) = errors.text(place, input, "value") {
        let most = usize::try_from(most).unwrap_or(4000);
        errors.at_most(&place.key("value"), characters(text), most);
    }
}

/// The components of a submit: the modal's own with a person's values in them.
///
/// # Errors
/// A sentence when a client would not let the values through.
pub(crate) fn filled(modal: &Value, fields: &Map<String, Value>) -> Result<Value, String> {
    let parts = modal["components"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    check_known(parts, fields)?;
    let mut filled = Vec::new();
    for part in parts {
        match part["type"].as_u64() {
            Some(kinds::ROW) => {
                let input = filled_input(&part["components"][0], fields)?;
                filled.push(json!({"type": 1, "id": part["id"], "components": [input]}));
            }
            Some(kinds::LABEL) => {
                let input = filled_input(&part["component"], fields)?;
                filled.push(json!({"type": 18, "id": part["id"], "component": input}));
            }
            _ => filled.push(json!({"type": part["type"], "id": part["id"]})),
        }
    }
    Ok(Value::Array(filled))
}

fn check_known(parts: &[Value], fields: &Map<String, Value>) -> Result<(), String> {
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

fn filled_input(input: &Value, fields: &Map<String, Value>) -> Result<Value, String> {
    let custom_id = input["custom_id"].as_str().unwrap_or_default();
    let given = fields.get(custom_id);
    let kind = input["type"].as_u64().unwrap_or_default();
    let mut filled = json!({"type": kind, "id": input["id"], "custom_id": custom_id});
    if kind == kinds::TEXT_INPUT {
        let text = given
            .or(input.get("value"))
            .and_then(Value::as_str)
            .unwrap_or_default();
        check_text(input, text)?;
        filled["value"] = json!(text);
    } else if matches!(kind, kinds::RADIO_GROUP | kinds::CHECKBOX) {
        filled["value"] = given.cloned().unwrap_or_default();
    } else {
        filled["values"] = given.cloned().unwrap_or_else(|| json!([]));
        check_values(input, &filled["values"])?;
    }
    Ok(filled)
}

fn check_text(input: &Value, text: &str) -> Result<(), String> {
    let length = characters(text) as u64;
    let is_required = input["required"] != false;
    let least = input["min_length"]
        .as_u64()
        .unwrap_or(0)
        .max(u64::from(is_required));
    let most = input["max_length"].as_u64().unwrap_or(4000);
    let may_be_empty = !is_required && length == 0;
    if may_be_empty || (least..=most).contains(&length) {
        Ok(())
    } else {
        Err(format!(
            "{} takes {least} to {most} characters",
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
