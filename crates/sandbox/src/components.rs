//! Message components: validation, and the form in which Discord stores them.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Value, json};

use crate::attachments::Attachment;
use crate::form_errors::{FieldPath, FormErrors, char_count};
use crate::ids::Id;
use crate::mentions::read_id;

/// Largest number of components of a V2 message, nested ones included.
const MAX_COMPONENTS: usize = 40;
/// Largest number of characters of all text displays of a V2 message together.
const MAX_TEXT: usize = 4000;

/// Discord's component types.
pub(crate) mod kinds {
    pub(crate) const ROW: u64 = 1;
    pub(crate) const BUTTON: u64 = 2;
    pub(crate) const STRING_SELECT: u64 = 3;
    pub(crate) const TEXT_INPUT: u64 = 4;
    pub(crate) const CHANNEL_SELECT: u64 = 8;
    pub(crate) const SECTION: u64 = 9;
    pub(crate) const TEXT: u64 = 10;
    pub(crate) const THUMBNAIL: u64 = 11;
    pub(crate) const GALLERY: u64 = 12;
    pub(crate) const FILE: u64 = 13;
    pub(crate) const SEPARATOR: u64 = 14;
    pub(crate) const CONTAINER: u64 = 17;
    pub(crate) const LABEL: u64 = 18;
    pub(crate) const FILE_UPLOAD: u64 = 19;
    pub(crate) const RADIO_GROUP: u64 = 21;
    pub(crate) const CHECKBOX_GROUP: u64 = 22;
    pub(crate) const CHECKBOX: u64 = 23;
}

/// Component types that may be at the root of a V2 message.
const ROOT_KINDS: [u64; 7] = [
    kinds::ROW,
    kinds::SECTION,
    kinds::TEXT,
    kinds::GALLERY,
    kinds::FILE,
    kinds::SEPARATOR,
    kinds::CONTAINER,
];

/// Emojis and files that components may refer to.
#[derive(Clone, Copy)]
pub(crate) struct KnownReferences<'a> {
    /// Ids of the application's emojis.
    pub(crate) emojis: &'a BTreeSet<Id>,
    /// Names of the message's files.
    pub(crate) files: &'a [String],
}

/// Validates the components of a message and adds an error for each violation.
pub(crate) fn check(
    list: &[Value],
    is_v2: bool,
    known: KnownReferences<'_>,
    path: &FieldPath,
    errors: &mut FormErrors,
) {
    let mut checker = ComponentChecker::new(known, errors);
    if is_v2 {
        for (index, component) in list.iter().enumerate() {
            checker.check_component(component, &ROOT_KINDS, &path.index(index));
        }
        checker.check_totals(path);
    } else {
        checker.errors.check_max_length(path, list.len(), 5);
        for (index, component) in list.iter().enumerate() {
            checker.check_component(component, &[kinds::ROW], &path.index(index));
        }
    }
}

/// Calls `visit` on each component, parents before their children.
pub(crate) fn for_each<'a>(list: &'a [Value], visit: &mut dyn FnMut(&'a Value)) {
    for component in list {
        visit(component);
        if let Some(children) = component["components"].as_array() {
            for_each(children, visit);
        }
        for key in ["accessory", "component"] {
            if component[key].is_object() {
                for_each(std::slice::from_ref(&component[key]), visit);
            }
        }
    }
}

/// Calls `change` on each component, parents before their children.
fn for_each_mut(list: &mut [Value], change: &mut dyn FnMut(&mut Value)) {
    for component in list {
        change(component);
        if let Some(children) = component
            .get_mut("components")
            .and_then(Value::as_array_mut)
        {
            for_each_mut(children, change);
        }
        if let Some(accessory) = component.get_mut("accessory").filter(|one| one.is_object()) {
            for_each_mut(std::slice::from_mut(accessory), change);
        }
    }
}

/// Returns the enabled component with `custom_id`.
pub(crate) fn find<'a>(list: &'a [Value], custom_id: &str) -> Option<&'a Value> {
    let mut found = None;
    for_each(list, &mut |component| {
        if component["custom_id"] == custom_id {
            found = Some(component);
        }
    });
    found.filter(|component| component["disabled"] != true)
}

/// Returns the components as Discord stores them: with ids, and with media URLs resolved.
pub(crate) fn to_stored(list: &[Value], attachments: &[Attachment]) -> Vec<Value> {
    let mut list = list.to_vec();
    let mut used_ids = HashSet::new();
    for_each(&list, &mut |component| {
        used_ids.extend(component["id"].as_u64().filter(|id| *id != 0));
    });
    let mut next = 0;
    for_each_mut(&mut list, &mut |component| {
        if component["id"].as_u64().is_none_or(|id| id == 0) {
            next = ((next + 1)..)
                .find(|id| !used_ids.contains(id))
                .unwrap_or(u64::MAX);
            component["id"] = json!(next);
        }
        resolve_media(component, attachments);
    });
    list
}

fn resolve_media(component: &mut Value, attachments: &[Attachment]) {
    for key in ["media", "file"] {
        if let Some(media) = component.get_mut(key).filter(|media| media.is_object()) {
            resolve_media_url(media, attachments);
        }
    }
    let items = component.get_mut("items").and_then(Value::as_array_mut);
    for item in items.into_iter().flatten() {
        if let Some(media) = item.get_mut("media") {
            resolve_media_url(media, attachments);
        }
    }
}

fn resolve_media_url(media: &mut Value, attachments: &[Attachment]) {
    let url = media["url"].as_str().unwrap_or_default();
    let name = url.strip_prefix("attachment://").unwrap_or_default();
    let Some(attachment) = attachments.iter().find(|one| one.name == name) else {
        return;
    };
    *media = json!({
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
        "width": attachment.dimensions.map(|(width, _)| width),
        "height": attachment.dimensions.map(|(_, height)| height),
        "attachment_id": attachment.id,
    });
}

/// Validates the components of one message or modal, and keeps the totals that span components.
pub(crate) struct ComponentChecker<'a> {
    known: KnownReferences<'a>,
    pub(crate) errors: &'a mut FormErrors,
    custom_ids: HashSet<String>,
    numbers: HashSet<u64>,
    count: usize,
    text: usize,
}

impl<'a> ComponentChecker<'a> {
    pub(crate) fn new(known: KnownReferences<'a>, errors: &'a mut FormErrors) -> Self {
        Self {
            known,
            errors,
            custom_ids: HashSet::new(),
            numbers: HashSet::new(),
            count: 0,
            text: 0,
        }
    }

    fn check_totals(&mut self, path: &FieldPath) {
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

    /// Validates one component and its children.
    pub(crate) fn check_component(&mut self, component: &Value, allowed: &[u64], path: &FieldPath) {
        self.count += 1;
        let Some(kind) = self.read_kind(component, allowed, path) else {
            return;
        };
        self.check_number(component, path);
        match kind {
            kinds::ROW => self.check_row(component, path),
            kinds::BUTTON => self.check_button(component, path),
            kinds::STRING_SELECT..=kinds::CHANNEL_SELECT if kind != kinds::TEXT_INPUT => {
                self.check_select(component, kind, path);
            }
            kinds::SECTION => self.check_section(component, path),
            kinds::TEXT => self.check_text_display(component, path),
            kinds::THUMBNAIL => self.check_media(component, "media", path),
            kinds::GALLERY => self.check_gallery(component, path),
            kinds::FILE => self.check_media(component, "file", path),
            kinds::SEPARATOR => self.check_separator(component, path),
            kinds::CONTAINER => self.check_container(component, path),
            _ => {}
        }
    }

    /// Returns the component's type; adds an error and returns `None` unless it is in `allowed`.
    pub(crate) fn read_kind(
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

    fn check_number(&mut self, component: &Value, path: &FieldPath) {
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

    fn check_children(&mut self, component: &Value, allowed: &[u64], path: &FieldPath) -> usize {
        let path = path.key("components");
        let Some(children) = component["components"].as_array() else {
            self.errors.add_missing(&path);
            return 0;
        };
        for (index, child) in children.iter().enumerate() {
            self.check_component(child, allowed, &path.index(index));
        }
        children.len()
    }

    fn check_row(&mut self, row: &Value, path: &FieldPath) {
        let count = self.check_children(row, &[2, 3, 5, 6, 7, 8], path);
        let children = row["components"].as_array();
        let mut children = children.into_iter().flatten();
        let has_select = children.any(|child| child["type"] != kinds::BUTTON);
        let path = path.key("components");
        if has_select && count > 1 {
            self.errors.add(
                &path,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
        self.errors.check_length(&path, count, 1, 5);
    }

    fn check_section(&mut self, section: &Value, path: &FieldPath) {
        let count = self.check_children(section, &[kinds::TEXT], path);
        self.errors
            .check_length(&path.key("components"), count, 1, 3);
        let path = path.key("accessory");
        if section["accessory"].is_object() {
            let allowed = [kinds::BUTTON, kinds::THUMBNAIL];
            self.check_component(&section["accessory"], &allowed, &path);
        } else {
            self.errors.add_missing(&path);
        }
    }

    fn check_container(&mut self, container: &Value, path: &FieldPath) {
        let count = self.check_children(container, &ROOT_KINDS[..6], path);
        self.errors
            .check_length(&path.key("components"), count, 1, MAX_COMPONENTS);
        if let Some(colour) = self.errors.read_integer(path, container, "accent_color") {
            self.errors
                .check_range(&path.key("accent_color"), colour, 0, 0xff_ff_ff);
        }
        self.errors.read_bool(path, container, "spoiler");
    }

    fn check_separator(&mut self, separator: &Value, path: &FieldPath) {
        self.errors.read_bool(path, separator, "divider");
        if let Some(spacing) = self.errors.read_integer(path, separator, "spacing")
            && !(1..=2).contains(&spacing)
        {
            self.errors.add_bad_choice(&path.key("spacing"), "1, 2");
        }
    }

    pub(crate) fn check_text_display(&mut self, text: &Value, path: &FieldPath) {
        let content = self.errors.read_text(path, text, "content");
        let path = path.key("content");
        match content {
            None => self.errors.add_missing(&path),
            Some(content) => {
                let length = char_count(content);
                self.text += length;
                self.errors.check_length(&path, length, 1, MAX_TEXT);
            }
        }
    }

    fn check_gallery(&mut self, gallery: &Value, path: &FieldPath) {
        let items = self
            .errors
            .read_list(path, gallery, "items")
            .unwrap_or_default();
        let path = path.key("items");
        self.errors.check_length(&path, items.len(), 1, 10);
        for (index, item) in items.iter().enumerate() {
            self.check_media(item, "media", &path.index(index));
        }
    }

    fn check_media(&mut self, holder: &Value, key: &str, path: &FieldPath) {
        let description = self.errors.read_text(path, holder, "description");
        if let Some(description) = description {
            let path = path.key("description");
            self.errors
                .check_max_length(&path, char_count(description), 1024);
        }
        self.errors.read_bool(path, holder, "spoiler");
        let path = path.key(key).key("url");
        let Some(url) = holder[key]["url"].as_str() else {
            self.errors.add_missing(&path);
            return;
        };
        self.check_media_url(url, key == "file", &path);
    }

    fn check_media_url(&mut self, url: &str, must_be_attachment: bool, path: &FieldPath) {
        if let Some(name) = url.strip_prefix("attachment://") {
            if !self.known.files.iter().any(|file| file == name) {
                self.errors.add(
                    path,
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found in attachments.",
                );
            }
            return;
        }
        let is_web = url.starts_with("http://") || url.starts_with("https://");
        if must_be_attachment || !is_web {
            let allowed = if must_be_attachment {
                "'attachment'"
            } else {
                "'http', 'https', 'attachment'"
            };
            self.errors.add(
                path,
                "URL_TYPE_INVALID_SCHEME",
                format!("Scheme \"{url}\" is not supported. Scheme must be one of ({allowed})."),
            );
        }
        self.errors.check_max_length(path, char_count(url), 2048);
    }

    fn check_button(&mut self, button: &Value, path: &FieldPath) {
        let style = self.errors.read_integer(path, button, "style");
        self.errors.read_bool(path, button, "disabled");
        let label = self.errors.read_text(path, button, "label");
        if let Some(label) = label {
            self.errors
                .check_max_length(&path.key("label"), char_count(label), 80);
        }
        self.check_emoji(&button["emoji"], &path.key("emoji"));
        match style {
            None => self.errors.add_missing(&path.key("style")),
            Some(1..=4) => self.check_custom_id(button, path),
            Some(5) => self.check_link(button, path),
            Some(6) => {
                if button["sku_id"].is_null() {
                    self.errors.add_missing(&path.key("sku_id"));
                }
                return;
            }
            Some(_) => self
                .errors
                .add_bad_choice(&path.key("style"), "1, 2, 3, 4, 5, 6"),
        }
        if label.is_none_or(str::is_empty) && !button["emoji"].is_object() {
            self.errors.add(
                &path.key("label"),
                "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
                "A label or an emoji is required",
            );
        }
    }

    fn check_link(&mut self, button: &Value, path: &FieldPath) {
        if !button["custom_id"].is_null() {
            self.errors.add(
                &path.key("custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
        let url = self.errors.read_text(path, button, "url");
        let path = path.key("url");
        match url {
            None => self.errors.add_missing(&path),
            Some(url) => {
                let schemes = ["http://", "https://", "discord://"];
                if !schemes.iter().any(|scheme| url.starts_with(scheme)) {
                    self.errors
                        .add(&path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
                }
                self.errors.check_max_length(&path, char_count(url), 512);
            }
        }
    }

    /// Validates the custom id of an interactive component, and that it is unique.
    pub(crate) fn check_custom_id(&mut self, component: &Value, path: &FieldPath) {
        let custom_id = self.errors.read_text(path, component, "custom_id");
        let at = path.key("custom_id");
        let Some(custom_id) = custom_id else {
            self.errors.add_missing(&at);
            return;
        };
        self.errors.check_length(&at, char_count(custom_id), 1, 100);
        if !self.custom_ids.insert(custom_id.to_owned()) {
            self.errors.add(
                &at,
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            );
        }
        if component["url"].is_string() {
            self.errors.add(
                &path.key("url"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
    }

    fn check_emoji(&mut self, emoji: &Value, path: &FieldPath) {
        if emoji.is_null() {
            return;
        }
        let is_known = match read_id(&emoji["id"]) {
            Some(id) => self.known.emojis.contains(&id),
            None => emoji["id"].is_null() && is_unicode_emoji(emoji["name"].as_str()),
        };
        if !is_known {
            self.errors
                .add(&path.key("id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    }

    /// Validates a select of any type.
    pub(crate) fn check_select(&mut self, select: &Value, kind: u64, path: &FieldPath) {
        self.check_custom_id(select, path);
        self.errors.read_bool(path, select, "disabled");
        if let Some(text) = self.errors.read_text(path, select, "placeholder") {
            self.errors
                .check_max_length(&path.key("placeholder"), char_count(text), 150);
        }
        let min = self
            .errors
            .read_integer(path, select, "min_values")
            .unwrap_or(1);
        let max = self
            .errors
            .read_integer(path, select, "max_values")
            .unwrap_or(1);
        self.errors.check_range(&path.key("min_values"), min, 0, 25);
        self.errors
            .check_range(&path.key("max_values"), max, 1.max(min), 25);
        if kind == kinds::STRING_SELECT {
            self.check_options(select, min.max(max), max, path);
        }
    }

    fn check_options(&mut self, select: &Value, min: i64, max: i64, path: &FieldPath) {
        let path = path.key("options");
        let Some(options) = select["options"].as_array() else {
            self.errors.add_missing(&path);
            return;
        };
        let min = usize::try_from(min).unwrap_or(1).max(1);
        self.errors.check_length(&path, options.len(), min, 25);
        let mut values = HashSet::new();
        for (index, option) in options.iter().enumerate() {
            self.check_option(option, &mut values, &path.index(index));
        }
        let chosen = options.iter().filter(|option| option["default"] == true);
        if i64::try_from(chosen.count()).is_ok_and(|chosen| chosen > max) {
            self.errors.add(
                &path,
                "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
                "More options are preselected than max_values allows.",
            );
        }
    }

    fn check_option(&mut self, option: &Value, values: &mut HashSet<String>, path: &FieldPath) {
        for key in ["label", "value"] {
            match self.errors.read_text(path, option, key) {
                None => self.errors.add_missing(&path.key(key)),
                Some(text) => self
                    .errors
                    .check_length(&path.key(key), char_count(text), 1, 100),
            }
        }
        if let Some(text) = self.errors.read_text(path, option, "description") {
            self.errors
                .check_length(&path.key("description"), char_count(text), 1, 100);
        }
        self.check_emoji(&option["emoji"], &path.key("emoji"));
        let value = option["value"].as_str().unwrap_or_default();
        if !values.insert(value.to_owned()) {
            self.errors.add(
                &path.key("value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn error_text(list: &Value, is_v2: bool) -> String {
        let mut errors = FormErrors::default();
        let emojis = BTreeSet::new();
        let known = KnownReferences {
            emojis: &emojis,
            files: &["card.png".to_owned()],
        };
        let list = list.as_array().expect("a list of components");
        check(
            list,
            is_v2,
            known,
            &FieldPath::root().key("components"),
            &mut errors,
        );
        match errors.into_result() {
            Ok(()) => String::new(),
            Err(error) => error.to_json().to_string(),
        }
    }

    fn button(custom_id: &str) -> Value {
        json!({"type": 2, "style": 1, "label": "Go", "custom_id": custom_id})
    }

    fn row(children: &[Value]) -> Value {
        json!({"type": 1, "components": children})
    }

    #[test]
    fn a_row_holds_at_most_five_buttons() {
        let buttons: Vec<_> = (0..6).map(|number| button(&number.to_string())).collect();
        assert_eq!(error_text(&json!([row(&buttons[..5])]), false), "");
        assert!(error_text(&json!([row(&buttons)]), false).contains("BASE_TYPE_BAD_LENGTH"));
    }

    #[test]
    fn a_custom_id_may_be_used_once() {
        let list = json!([row(&[button("a")]), row(&[button("a")])]);
        assert!(error_text(&list, false).contains("COMPONENT_CUSTOM_ID_DUPLICATED"));
    }

    #[test]
    fn a_text_display_needs_the_components_v2_flag() {
        let list = json!([{"type": 10, "content": "hello"}]);
        assert_eq!(error_text(&list, true), "");
        assert!(error_text(&list, false).contains("UNION_TYPE_CHOICES"));
    }

    #[test]
    fn a_message_holds_at_most_forty_components() {
        let texts = |count: usize| vec![json!({"type": 10, "content": "x"}); count];
        let list = |count: usize| json!([{"type": 17, "components": texts(count)}]);
        assert_eq!(error_text(&list(39), true), "");
        let error = error_text(&list(40), true);
        assert!(error.contains("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"));
    }

    #[test]
    fn a_message_holds_at_most_four_thousand_characters_of_text() {
        let list = json!([
            {"type": 10, "content": "x".repeat(2000)},
            {"type": 10, "content": "x".repeat(2001)},
        ]);
        let error = error_text(&list, true);
        assert!(error.contains("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"));
    }

    #[test]
    fn a_container_may_not_hold_a_container() {
        let list = json!([{"type": 17, "components": [
            {"type": 17, "components": [{"type": 10, "content": "x"}]}]}]);
        assert!(error_text(&list, true).contains("UNION_TYPE_CHOICES"));
    }

    #[test]
    fn a_gallery_may_only_refer_to_attached_files() {
        let gallery = |name: &str| json!([{"type": 12, "items": [{"media": {"url": format!("attachment://{name}")}}]}]);
        assert_eq!(error_text(&gallery("card.png"), true), "");
        assert!(error_text(&gallery("other.png"), true).contains("NOT_FOUND"));
    }

    #[test]
    fn an_unknown_emoji_is_refused() {
        let with = |emoji: &Value| {
            let mut button = button("a");
            button["emoji"] = emoji.clone();
            error_text(&json!([row(&[button])]), false)
        };
        assert_eq!(with(&json!({"name": "🐈"})), "");
        assert_eq!(with(&json!({"name": "1️⃣"})), "");
        assert!(with(&json!({"name": "cat"})).contains("COMPONENT_INVALID_EMOJI"));
        assert!(with(&json!({"id": "17", "name": "x"})).contains("COMPONENT_INVALID_EMOJI"));
    }

    #[test]
    fn a_select_has_between_one_and_twenty_five_options() {
        let select = |count: usize| {
            let options: Vec<_> = (0..count)
                .map(|number| json!({"label": "x", "value": number.to_string()}))
                .collect();
            json!([row(&[
                json!({"type": 3, "custom_id": "s", "options": options})
            ])])
        };
        assert_eq!(error_text(&select(25), false), "");
        assert!(error_text(&select(0), false).contains("BASE_TYPE_BAD_LENGTH"));
        assert!(error_text(&select(26), false).contains("BASE_TYPE_BAD_LENGTH"));
    }

    #[test]
    fn stored_components_are_numbered() {
        let list = [row(&[button("a"), button("b")])];
        let stored = to_stored(&list, &[]);
        assert_eq!(stored[0]["id"], 1);
        assert_eq!(stored[0]["components"][1]["id"], 3);
    }
}
