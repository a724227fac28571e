//! Components of messages and modals: tables of the supported types, and the rules that a table cannot express.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::{Field, Form, Kind, char_count, elements, numbers, optional, required};
use crate::id::{Id, read_id};
use crate::world::Emoji;

pub(crate) mod kinds {
    pub(crate) const ROW: u64 = 1;
    pub(crate) const BUTTON: u64 = 2;
    pub(crate) const STRING_SELECT: u64 = 3;
    pub(crate) const TEXT_INPUT: u64 = 4;
    pub(crate) const SECTION: u64 = 9;
    pub(crate) const TEXT: u64 = 10;
    pub(crate) const THUMBNAIL: u64 = 11;
    pub(crate) const GALLERY: u64 = 12;
    pub(crate) const FILE: u64 = 13;
    pub(crate) const SEPARATOR: u64 = 14;
    pub(crate) const CONTAINER: u64 = 17;
}

/// The maximum number of components in a V2 message, including nested ones.
const MAX_COMPONENTS: usize = 40;
/// The maximum total number of characters in the text displays of a V2 message.
const MAX_TEXT: usize = 4000;
const CONTAINED: &[u64] = &[
    kinds::ROW,
    kinds::SECTION,
    kinds::TEXT,
    kinds::GALLERY,
    kinds::FILE,
    kinds::SEPARATOR,
];

struct ComponentKind {
    number: u64,
    fields: &'static [Field],
    children: &'static [u64],
}

const TYPE: Field = required("type", Kind::Any);
const ID: Field = optional("id", Kind::Integer(0, i32::MAX as i64));
const CUSTOM_ID: Field = required("custom_id", Kind::Text(1, 100));
const DISABLED: Field = optional("disabled", Kind::Boolean);
const EMOJI: Field = optional("emoji", Kind::Any);
const MEDIA: Kind = Kind::Object(&[required("url", Kind::Text(1, 2048))]);
const DESCRIPTION: Field = optional("description", Kind::Text(0, 1024));

const fn kind(number: u64, fields: &'static [Field], children: &'static [u64]) -> ComponentKind {
    ComponentKind {
        number,
        fields,
        children,
    }
}

const fn children(min: usize, max: usize) -> Field {
    required("components", Kind::List(min, max, &Kind::Any))
}

// Link and premium buttons are not supported.
#[rustfmt::skip]
const KINDS: [ComponentKind; 10] = [
    kind(kinds::ROW, &[TYPE, ID, children(1, 5)], &[kinds::BUTTON, kinds::STRING_SELECT]),
    kind(kinds::BUTTON, &[TYPE, ID, CUSTOM_ID, DISABLED, EMOJI, required("style", Kind::Number(&[1, 2, 3, 4])), optional("label", Kind::Text(0, 80))], &[]),
    kind(kinds::STRING_SELECT, &[TYPE, ID, CUSTOM_ID, DISABLED, optional("placeholder", Kind::Text(0, 150)), optional("min_values", Kind::Integer(0, 25)), optional("max_values", Kind::Integer(1, 25)), required("options", Kind::List(1, 25, &Kind::Object(SELECT_OPTION)))], &[]),
    kind(kinds::SECTION, &[TYPE, ID, children(1, 3), required("accessory", Kind::Any)], &[kinds::TEXT]),
    kind(kinds::TEXT, &[TYPE, ID, required("content", Kind::Text(1, MAX_TEXT))], &[]),
    kind(kinds::THUMBNAIL, &[TYPE, ID, required("media", MEDIA), DESCRIPTION], &[]),
    kind(kinds::GALLERY, &[TYPE, ID, required("items", Kind::List(1, 10, &Kind::Object(GALLERY_ITEM)))], &[]),
    kind(kinds::FILE, &[TYPE, ID, required("file", MEDIA)], &[]),
    kind(kinds::SEPARATOR, &[TYPE, ID, optional("divider", Kind::Boolean), optional("spacing", Kind::Number(&[1, 2]))], &[]),
    kind(kinds::CONTAINER, &[TYPE, ID, children(1, MAX_COMPONENTS), optional("accent_color", Kind::Integer(0, 0xff_ff_ff))], CONTAINED),
];
const SELECT_OPTION: &[Field] = &[
    required("label", Kind::Text(1, 100)),
    required("value", Kind::Text(1, 100)),
    optional("description", Kind::Text(1, 100)),
    EMOJI,
    optional("default", Kind::Boolean),
];
/// The fields of a modal. Each of its rows has one single-line text input.
pub(crate) const MODAL: &[Field] = &[
    CUSTOM_ID,
    required("title", Kind::Text(1, 45)),
    required("components", Kind::List(1, 5, &Kind::Object(MODAL_ROW))),
];
const MODAL_ROW: &[Field] = &[
    required("type", Kind::Number(&[kinds::ROW])),
    required("components", Kind::List(1, 1, &Kind::Object(TEXT_INPUT))),
];
const TEXT_INPUT: &[Field] = &[
    required("type", Kind::Number(&[kinds::TEXT_INPUT])),
    CUSTOM_ID,
    required("style", Kind::Number(&[1])),
    required("label", Kind::Text(1, 45)),
    optional("min_length", Kind::Integer(0, 4000)),
    optional("max_length", Kind::Integer(1, 4000)),
];
const GALLERY_ITEM: &[Field] = &[required("media", MEDIA), DESCRIPTION];

#[derive(Clone, Copy)]
pub(crate) struct KnownReferences<'a> {
    pub(crate) emojis: &'a BTreeMap<Id, Emoji>,
    /// The names of the message's files.
    pub(crate) files: &'a [String],
}

struct ComponentChecker<'a> {
    known: KnownReferences<'a>,
    form: &'a mut Form,
    custom_ids: HashSet<&'a str>,
    numbers: HashSet<u64>,
    count: usize,
    text: usize,
}

pub(crate) fn check(list: &[Value], is_v2: bool, known: KnownReferences<'_>, form: &mut Form) {
    let mut checker = ComponentChecker {
        known,
        form,
        custom_ids: HashSet::new(),
        numbers: HashSet::new(),
        count: 0,
        text: 0,
    };
    if is_v2 {
        let at_root: Vec<_> = CONTAINED
            .iter()
            .copied()
            .chain([kinds::CONTAINER])
            .collect();
        checker.check_list(list, &at_root);
        checker.check_totals();
    } else {
        checker.form.check_length(list.len(), 0, 5);
        checker.check_list(list, &[kinds::ROW]);
    }
}

impl<'a> ComponentChecker<'a> {
    fn check_totals(&mut self) {
        if self.count > MAX_COMPONENTS {
            let message =
                format!("The total number of components exceeds the maximum of {MAX_COMPONENTS}");
            self.form
                .add("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message);
        }
        if self.text > MAX_TEXT {
            let message = format!("Total displayable text size exceeds maximum size of {MAX_TEXT}");
            self.form
                .add("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message);
        }
    }

    fn check_list(&mut self, list: &'a [Value], allowed: &[u64]) {
        for (index, component) in list.iter().enumerate() {
            self.form.enter(index);
            self.check_component(component, allowed);
            self.form.leave();
        }
    }

    fn check_component(&mut self, component: &'a Value, allowed: &[u64]) {
        self.count += 1;
        let number = component["type"].as_u64();
        let kind = KINDS.iter().find(|kind| Some(kind.number) == number);
        let Some(kind) = kind.filter(|kind| allowed.contains(&kind.number)) else {
            let allowed = numbers(allowed);
            let message = format!("Value of field \"type\" must be one of ({allowed}).");
            return self.form.add_at("type", "UNION_TYPE_CHOICES", message);
        };
        self.form.check_fields(component, kind.fields);
        self.check_unique(component);
        self.check_emoji(component);
        self.form.enter("components");
        self.check_list(elements(&component["components"]), kind.children);
        self.form.leave();
        match kind.number {
            kinds::ROW => self.check_row(component),
            kinds::BUTTON => self.check_button(component),
            kinds::STRING_SELECT => self.check_select(component),
            kinds::TEXT => self.text += component["content"].as_str().map_or(0, char_count),
            kinds::SECTION => self.check_accessory(component),
            kinds::THUMBNAIL => {
                self.check_url(component, "media", &["http", "https", "attachment"])
            }
            kinds::FILE => self.check_url(component, "file", &["attachment"]),
            kinds::GALLERY => self.check_gallery(component),
            _ => {}
        }
    }

    fn check_unique(&mut self, component: &'a Value) {
        let number = component["id"].as_u64().filter(|id| *id != 0);
        if number.is_some_and(|number| !self.numbers.insert(number)) {
            let message = "Component id cannot be duplicated";
            self.form.add_at("id", "COMPONENT_ID_DUPLICATED", message);
        }
        let custom_id = component["custom_id"].as_str();
        if custom_id.is_some_and(|id| !self.custom_ids.insert(id)) {
            let message = "Component custom id cannot be duplicated";
            self.form
                .add_at("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", message);
        }
    }

    fn check_emoji(&mut self, owner: &Value) {
        let emoji = &owner["emoji"];
        let is_known = match read_id(&emoji["id"]) {
            Some(id) => self.known.emojis.contains_key(&id),
            None => emoji["id"].is_null() && is_unicode_emoji(emoji["name"].as_str()),
        };
        if !emoji.is_null() && !is_known {
            self.form.enter("emoji");
            self.form
                .add_at("id", "COMPONENT_INVALID_EMOJI", "Invalid emoji");
            self.form.leave();
        }
    }

    fn check_row(&mut self, row: &Value) {
        let children = elements(&row["components"]);
        let has_select = children.iter().any(|child| child["type"] != kinds::BUTTON);
        if has_select && children.len() > 1 {
            let message = "The specified component exceeds the maximum width";
            self.form
                .add_at("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
    }

    fn check_button(&mut self, button: &Value) {
        let has_label = button["label"]
            .as_str()
            .is_some_and(|label| !label.is_empty());
        if !has_label && !button["emoji"].is_object() {
            let message = "A label or an emoji is required";
            self.form
                .add_at("label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
        }
    }

    fn check_select(&mut self, select: &'a Value) {
        let options = elements(&select["options"]);
        let bound = |key: &str| select[key].as_u64().unwrap_or(1) as usize;
        let (min, max) = (bound("min_values"), bound("max_values"));
        if min > max {
            let message = "max_values is below min_values.";
            self.form.add_at("max_values", "NUMBER_TYPE_MIN", message);
        }
        self.form.enter("options");
        if options.len() < max {
            self.form.check_length(options.len(), max, 25);
        }
        if options
            .iter()
            .filter(|option| option["default"] == true)
            .count()
            > max
        {
            let message = "More options are preselected than max_values allows.";
            self.form
                .add("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message);
        }
        let mut values = HashSet::new();
        for (index, option) in options.iter().enumerate() {
            self.form.enter(index);
            self.check_emoji(option);
            if !values.insert(option["value"].as_str()) {
                let message = "The specified option value is already used";
                self.form
                    .add_at("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
            }
            self.form.leave();
        }
        self.form.leave();
    }

    fn check_accessory(&mut self, section: &'a Value) {
        if !section["accessory"].is_null() {
            self.form.enter("accessory");
            self.check_component(&section["accessory"], &[kinds::THUMBNAIL]);
            self.form.leave();
        }
    }

    fn check_gallery(&mut self, gallery: &Value) {
        self.form.enter("items");
        for (index, item) in elements(&gallery["items"]).iter().enumerate() {
            self.form.enter(index);
            self.check_url(item, "media", &["http", "https", "attachment"]);
            self.form.leave();
        }
        self.form.leave();
    }

    fn check_url(&mut self, owner: &Value, key: &'static str, schemes: &[&str]) {
        let url = owner[key]["url"].as_str().unwrap_or_default();
        self.form.enter(key);
        let attached = url.strip_prefix("attachment://");
        if attached.is_some_and(|name| !self.known.files.iter().any(|file| file == name)) {
            let message = "The referenced attachment was not found in attachments.";
            let code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
            self.form.add_at("url", code, message);
        }
        let scheme = url.split_once("://").map(|(scheme, _)| scheme);
        if !scheme.is_some_and(|scheme| schemes.contains(&scheme)) {
            let allowed = schemes.join(", ");
            let message =
                format!("Scheme \"{url}\" is not supported. Scheme must be one of ({allowed}).");
            self.form.add_at("url", "URL_TYPE_INVALID_SCHEME", message);
        }
        self.form.leave();
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
    use serde_json::json;

    use super::*;

    fn error_text(list: &Value, is_v2: bool) -> String {
        let mut form = Form::default();
        let known = KnownReferences {
            emojis: &BTreeMap::new(),
            files: &["card.png".to_owned()],
        };
        check(elements(list), is_v2, known, &mut form);
        match form.finish() {
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
        let text = |length| json!({"type": 10, "content": "x".repeat(length)});
        let error = error_text(&json!([text(2000), text(2001)]), true);
        assert!(error.contains("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"));
    }

    #[test]
    fn a_container_may_not_hold_a_container() {
        let inner = json!({"type": 17, "components": [{"type": 10, "content": "x"}]});
        let list = json!([{"type": 17, "components": [inner]}]);
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
            let options =
                (0..count).map(|number| json!({"label": "x", "value": number.to_string()}));
            let options: Value = options.collect();
            let select = json!({"type": 3, "custom_id": "s", "options": options});
            error_text(&json!([row(&[select])]), false)
        };
        assert_eq!(select(25), "");
        assert!(select(0).contains("BASE_TYPE_BAD_LENGTH"));
        assert!(select(26).contains("BASE_TYPE_BAD_LENGTH"));
    }
}
