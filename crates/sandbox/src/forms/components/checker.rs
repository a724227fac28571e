//! The common part of the checks of all components of one message: totals, custom ids, emojis.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::model::emojis::Emoji;
use crate::model::ids::{Id, read_id};

/// Largest number of components of a V2 message, nested ones included.
pub(super) const MAX_COMPONENTS: usize = 40;
/// Largest number of characters of all text displays of a V2 message together.
const MAX_TEXT: usize = 4000;

/// Emojis and files that components may refer to.
#[derive(Clone, Copy)]
pub(crate) struct KnownReferences<'a> {
    pub(crate) emojis: &'a BTreeMap<Id, Emoji>,
    /// Names of the message's files.
    pub(crate) files: &'a [String],
}

/// Validates the components of one message, and keeps the totals that span components.
pub(super) struct ComponentChecker<'a> {
    known: KnownReferences<'a>,
    pub(super) errors: &'a mut FormErrors,
    custom_ids: HashSet<String>,
    numbers: HashSet<u64>,
    count: usize,
    text: usize,
}

impl<'a> ComponentChecker<'a> {
    pub(super) fn new(known: KnownReferences<'a>, errors: &'a mut FormErrors) -> Self {
        Self {
            known,
            errors,
            custom_ids: HashSet::new(),
            numbers: HashSet::new(),
            count: 0,
            text: 0,
        }
    }

    pub(super) fn check_totals(&mut self, path: &FieldPath) {
        if self.count > MAX_COMPONENTS {
            self.errors.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                format!("The total number of components exceeds the maximum of {MAX_COMPONENTS}"),
            );
        }
        if self.text > MAX_TEXT {
            self.errors.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                format!("Total displayable text size exceeds maximum size of {MAX_TEXT}"),
            );
        }
    }

    pub(super) fn count_component(&mut self) {
        self.count += 1;
    }

    /// Returns the component's type; adds an error and returns `None` unless it is in `allowed`.
    pub(super) fn read_kind(
        &mut self,
        component: &Value,
        allowed: &[u64],
        path: &FieldPath,
    ) -> Option<u64> {
        let Some(kind) = component["type"].as_u64() else {
            self.errors.add_missing(&path.key("type"));
            return None;
        };
        if !allowed.contains(&kind) {
            let allowed: Vec<_> = allowed.iter().map(u64::to_string).collect();
            self.errors.add(
                &path.key("type"),
                "UNION_TYPE_CHOICES",
                format!(
                    "Value of field \"type\" must be one of ({}).",
                    allowed.join(", ")
                ),
            );
            return None;
        }
        Some(kind)
    }

    /// Validates the number of a component, and that it is unique.
    pub(super) fn check_number(&mut self, component: &Value, path: &FieldPath) {
        let number = self.errors.read_integer(path, component, "id");
        let number = number
            .and_then(|id| u64::try_from(id).ok())
            .filter(|id| *id != 0);
        if let Some(number) = number
            && !self.numbers.insert(number)
        {
            self.errors.add(
                &path.key("id"),
                "COMPONENT_ID_DUPLICATED",
                "Component id cannot be duplicated",
            );
        }
    }

    pub(super) fn check_text_display(&mut self, text: &Value, path: &FieldPath) {
        let fields = ["type", "id", "content"];
        self.errors.check_fields(path, text, &fields);
        let content = self.errors.require_text(path, text, "content", MAX_TEXT);
        self.text += content.map_or(0, char_count);
    }

    pub(super) fn check_custom_id(&mut self, component: &Value, path: &FieldPath) {
        let custom_id = self.errors.require_text(path, component, "custom_id", 100);
        if custom_id.is_some_and(|id| !self.custom_ids.insert(id.to_owned())) {
            self.errors.add(
                &path.key("custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            );
        }
    }

    /// Validates the emoji of a button or an option; none is fine.
    pub(super) fn check_emoji(&mut self, emoji: &Value, path: &FieldPath) {
        if emoji.is_null() {
            return;
        }
        let is_known = match read_id(&emoji["id"]) {
            Some(id) => self.known.emojis.contains_key(&id),
            None => emoji["id"].is_null() && is_unicode_emoji(emoji["name"].as_str()),
        };
        if !is_known {
            self.errors
                .add(&path.key("id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    }

    pub(super) fn has_file(&self, name: &str) -> bool {
        self.known.files.iter().any(|file| file == name)
    }
}

/// Returns true if `name` can be a Unicode emoji: only symbols, or a keycap.
fn is_unicode_emoji(name: Option<&str>) -> bool {
    let name = name.unwrap_or_default();
    let is_keycap = name.ends_with('\u{20e3}');
    let is_symbol = |one: char| {
        matches!(one, '\u{a9}' | '\u{ae}' | '\u{200d}' | '\u{fe0f}')
            || ('\u{203c}'..='\u{3299}').contains(&one)
            || ('\u{1f000}'..='\u{1faff}').contains(&one)
            || ('\u{e0020}'..='\u{e007f}').contains(&one)
    };
    is_keycap || (!name.is_empty() && name.chars().all(is_symbol))
}
