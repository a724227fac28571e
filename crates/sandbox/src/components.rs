//! Message components: what Discord accepts, and how it stores them.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Value, json};

use crate::attachments::Attachment;
use crate::forms::{FormErrors, Place, characters};
use crate::ids::Id;
use crate::mentions::read_id;

/// Components that a message of components may have, nested ones counted.
const MOST_COMPONENTS: usize = 40;
/// Characters that all text of a message of components may have.
const MOST_TEXT: usize = 4000;

/// Discord's numbers for kinds of components.
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

/// What may stand at the root of a message of components.
const ROOTS: [u64; 7] = [
    kinds::ROW,
    kinds::SECTION,
    kinds::TEXT,
    kinds::GALLERY,
    kinds::FILE,
    kinds::SEPARATOR,
    kinds::CONTAINER,
];

/// What components may refer to.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The application's emojis.
    pub(crate) emojis: &'a BTreeSet<Id>,
    /// The names of the message's files.
    pub(crate) files: &'a [String],
}

/// Checks the components of a message, noting what is wrong with each.
pub(crate) fn check(
    list: &[Value],
    is_v2: bool,
    known: Known<'_>,
    place: &Place,
    errors: &mut FormErrors,
) {
    let mut inspection = Inspection::new(known, errors);
    if is_v2 {
        for (index, component) in list.iter().enumerate() {
            inspection.component(component, &ROOTS, &place.index(index));
        }
        inspection.check_totals(place);
    } else {
        inspection.errors.at_most(place, list.len(), 5);
        for (index, component) in list.iter().enumerate() {
            inspection.component(component, &[kinds::ROW], &place.index(index));
        }
    }
}

/// Calls `visit` on each component, nested ones included.
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

/// Calls `change` on each component, nested ones included.
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

/// The enabled component with `custom_id`, if there is one.
pub(crate) fn find<'a>(list: &'a [Value], custom_id: &str) -> Option<&'a Value> {
    let mut found = None;
    for_each(list, &mut |component| {
        if component["custom_id"] == custom_id {
            found = Some(component);
        }
    });
    found.filter(|component| component["disabled"] != true)
}

/// Components as Discord gives them back: numbered, media resolved.
pub(crate) fn stored(list: &[Value], attachments: &[Attachment]) -> Vec<Value> {
    let mut list = list.to_vec();
    let mut taken = HashSet::new();
    for_each(&list, &mut |component| {
        taken.extend(component["id"].as_u64().filter(|id| *id != 0));
    });
    let mut next = 0;
    for_each_mut(&mut list, &mut |component| {
        if component["id"].as_u64().is_none_or(|id| id == 0) {
            next = ((next + 1)..)
                .find(|id| !taken.contains(id))
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
            resolve(media, attachments);
        }
    }
    let items = component.get_mut("items").and_then(Value::as_array_mut);
    for item in items.into_iter().flatten() {
        if let Some(media) = item.get_mut("media") {
            resolve(media, attachments);
        }
    }
}

fn resolve(media: &mut Value, attachments: &[Attachment]) {
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

/// A walk through the components of one message or modal.
pub(crate) struct Inspection<'a> {
    known: Known<'a>,
    pub(crate) errors: &'a mut FormErrors,
    custom_ids: HashSet<String>,
    numbers: HashSet<u64>,
    count: usize,
    text: usize,
}

impl<'a> Inspection<'a> {
    pub(crate) fn new(known: Known<'a>, errors: &'a mut FormErrors) -> Self {
        Self {
            known,
            errors,
            custom_ids: HashSet::new(),
            numbers: HashSet::new(),
            count: 0,
            text: 0,
        }
    }

    fn check_totals(&mut self, place: &Place) {
        if self.count > MOST_COMPONENTS {
            self.errors.add(
                place,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                format!("The total number of components exceeds the maximum of {MOST_COMPONENTS}"),
            );
        }
        if self.text > MOST_TEXT {
            self.errors.add(
                place,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                format!("Total displayable text size exceeds maximum size of {MOST_TEXT}"),
            );
        }
    }

    /// Checks one component and what is in it.
    pub(crate) fn component(&mut self, component: &Value, allowed: &[u64], place: &Place) {
        self.count += 1;
        let Some(kind) = self.kind(component, allowed, place) else {
            return;
        };
        self.number(component, place);
        match kind {
            kinds::ROW => self.row(component, place),
            kinds::BUTTON => self.button(component, place),
            kinds::STRING_SELECT..=kinds::CHANNEL_SELECT if kind != kinds::TEXT_INPUT => {
                self.select(component, kind, place);
            }
            kinds::SECTION => self.section(component, place),
            kinds::TEXT => self.text_display(component, place),
            kinds::THUMBNAIL => self.media_of(component, "media", place),
            kinds::GALLERY => self.gallery(component, place),
            kinds::FILE => self.media_of(component, "file", place),
            kinds::SEPARATOR => self.separator(component, place),
            kinds::CONTAINER => self.container(component, place),
            _ => {}
        }
    }

    /// The component's kind, if it is one that may stand here.
    pub(crate) fn kind(
        &mut self,
        component: &Value,
        allowed: &[u64],
        place: &Place,
    ) -> Option<u64> {
        let Some(kind) = component["type"].as_u64() else {
            self.errors.required(&place.key("type"));
            return None;
        };
        if !allowed.contains(&kind) {
            let allowed: Vec<_> = allowed.iter().map(u64::to_string).collect();
            self.errors.add(
                &place.key("type"),
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

    fn number(&mut self, component: &Value, place: &Place) {
        let number = self.errors.integer(place, component, "id");
        let number = number
            .and_then(|id| u64::try_from(id).ok())
            .filter(|id| *id != 0);
        if let Some(number) = number
            && !self.numbers.insert(number)
        {
            self.errors.add(
                &place.key("id"),
                "COMPONENT_ID_DUPLICATED",
                "Component id cannot be duplicated",
            );
        }
    }

    fn children(&mut self, component: &Value, allowed: &[u64], place: &Place) -> usize {
        let place = place.key("components");
        let Some(children) = component["components"].as_array() else {
            self.errors.required(&place);
            return 0;
        };
        for (index, child) in children.iter().enumerate() {
            self.component(child, allowed, &place.index(index));
        }
        children.len()
    }

    fn row(&mut self, row: &Value, place: &Place) {
        let count = self.children(row, &[2, 3, 5, 6, 7, 8], place);
        let children = row["components"].as_array();
        let mut children = children.into_iter().flatten();
        let has_select = children.any(|child| child["type"] != kinds::BUTTON);
        let place = place.key("components");
        if has_select && count > 1 {
            self.errors.add(
                &place,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
        self.errors.length(&place, count, 1, 5);
    }

    fn section(&mut self, section: &Value, place: &Place) {
        let count = self.children(section, &[kinds::TEXT], place);
        self.errors.length(&place.key("components"), count, 1, 3);
        let place = place.key("accessory");
        if section["accessory"].is_object() {
            let allowed = [kinds::BUTTON, kinds::THUMBNAIL];
            self.component(&section["accessory"], &allowed, &place);
        } else {
            self.errors.required(&place);
        }
    }

    fn container(&mut self, container: &Value, place: &Place) {
        let count = self.children(container, &ROOTS[..6], place);
        self.errors
            .length(&place.key("components"), count, 1, MOST_COMPONENTS);
        if let Some(colour) = self.errors.integer(place, container, "accent_color") {
            self.errors
                .range(&place.key("accent_color"), colour, 0, 0xff_ff_ff);
        }
        self.errors.truth(place, container, "spoiler");
    }

    fn separator(&mut self, separator: &Value, place: &Place) {
        self.errors.truth(place, separator, "divider");
        if let Some(spacing) = self.errors.integer(place, separator, "spacing")
            && !(1..=2).contains(&spacing)
        {
            self.errors.choices(&place.key("spacing"), "1, 2");
        }
    }

    pub(crate) fn text_display(&mut self, text: &Value, place: &Place) {
        let content = self.errors.text(place, text, "content");
        let place = place.key("content");
        match content {
            None => self.errors.required(&place),
            Some(content) => {
                let length = characters(content);
                self.text += length;
                self.errors.length(&place, length, 1, MOST_TEXT);
            }
        }
    }

    fn gallery(&mut self, gallery: &Value, place: &Place) {
        let items = self
            .errors
            .list(place, gallery, "items")
            .unwrap_or_default();
        let place = place.key("items");
        self.errors.length(&place, items.len(), 1, 10);
        for (index, item) in items.iter().enumerate() {
            self.media_of(item, "media", &place.index(index));
        }
    }

    fn media_of(&mut self, holder: &Value, key: &str, place: &Place) {
        let description = self.errors.text(place, holder, "description");
        if let Some(description) = description {
            let place = place.key("description");
            self.errors.at_most(&place, characters(description), 1024);
        }
        self.errors.truth(place, holder, "spoiler");
        let place = place.key(key).key("url");
        let Some(url) = holder[key]["url"].as_str() else {
            self.errors.required(&place);
            return;
        };
        self.media_url(url, key == "file", &place);
    }

    fn media_url(&mut self, url: &str, only_attached: bool, place: &Place) {
        if let Some(name) = url.strip_prefix("attachment://") {
            if !self.known.files.iter().any(|file| file == name) {
                self.errors.add(
                    place,
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found in attachments.",
                );
            }
            return;
        }
        let is_web = url.starts_with("http://") || url.starts_with("https://");
        if only_attached || !is_web {
            let allowed = if only_attached {
                "'attachment'"
            } else {
                "'http', 'https', 'attachment'"
            };
            self.errors.add(
                place,
                "URL_TYPE_INVALID_SCHEME",
                format!("Scheme \"{url}\" is not supported. Scheme must be one of ({allowed})."),
            );
        }
        self.errors.at_most(place, characters(url), 2048);
    }

    fn button(&mut self, button: &Value, place: &Place) {
        let style = self.errors.integer(place, button, "style");
        self.errors.truth(place, button, "disabled");
        let label = self.errors.text(place, button, "label");
        if let Some(label) = label {
            self.errors
                .at_most(&place.key("label"), characters(label), 80);
        }
        self.emoji(&button["emoji"], &place.key("emoji"));
        match style {
            None => self.errors.required(&place.key("style")),
            Some(1..=4) => self.custom_id(button, place),
            Some(5) => self.link(button, place),
            Some(6) => {
                if button["sku_id"].is_null() {
                    self.errors.required(&place.key("sku_id"));
                }
                return;
            }
            Some(_) => self.errors.choices(&place.key("style"), "1, 2, 3, 4, 5, 6"),
        }
        if label.is_none_or(str::is_empty) && !button["emoji"].is_object() {
            self.errors.add(
                &place.key("label"),
                "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
                "A label or an emoji is required",
            );
        }
    }

    fn link(&mut self, button: &Value, place: &Place) {
        if !button["custom_id"].is_null() {
            self.errors.add(
                &place.key("custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
        let url = self.errors.text(place, button, "url");
        let place = place.key("url");
        match url {
            None => self.errors.required(&place),
            Some(url) => {
                let schemes = ["http://", "https://", "discord://"];
                if !schemes.iter().any(|scheme| url.starts_with(scheme)) {
                    self.errors
                        .add(&place, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
                }
                self.errors.at_most(&place, characters(url), 512);
            }
        }
    }

    /// Checks the custom id that an interactive component must have.
    pub(crate) fn custom_id(&mut self, component: &Value, place: &Place) {
        let custom_id = self.errors.text(place, component, "custom_id");
        let at = place.key("custom_id");
        let Some(custom_id) = custom_id else {
            self.errors.required(&at);
            return;
        };
        self.errors.length(&at, characters(custom_id), 1, 100);
        if !self.custom_ids.insert(custom_id.to_owned()) {
            self.errors.add(
                &at,
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            );
        }
        if component["url"].is_string() {
            self.errors.add(
                &place.key("url"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
    }

    fn emoji(&mut self, emoji: &Value, place: &Place) {
        if emoji.is_null() {
            return;
        }
        let is_known = match read_id(&emoji["id"]) {
            Some(id) => self.known.emojis.contains(&id),
            None => emoji["id"].is_null() && is_unicode_emoji(emoji["name"].as_str()),
        };
        if !is_known {
            self.errors
                .add(&place.key("id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    }

    /// Checks a select of any kind.
    pub(crate) fn select(&mut self, select: &Value, kind: u64, place: &Place) {
        self.custom_id(select, place);
        self.errors.truth(place, select, "disabled");
        if let Some(text) = self.errors.text(place, select, "placeholder") {
            self.errors
                .at_most(&place.key("placeholder"), characters(text), 150);
        }
        let least = self
            .errors
            .integer(place, select, "min_values")
            .unwrap_or(1);
        let most = self
            .errors
            .integer(place, select, "max_values")
            .unwrap_or(1);
        self.errors.range(&place.key("min_values"), least, 0, 25);
        self.errors
            .range(&place.key("max_values"), most, 1.max(least), 25);
        if kind == kinds::STRING_SELECT {
            self.options(select, least.max(most), most, place);
        }
    }

    fn options(&mut self, select: &Value, least: i64, most: i64, place: &Place) {
        let place = place.key("options");
        let Some(options) = select["options"].as_array() else {
            self.errors.required(&place);
            return;
        };
        let least = usize::try_from(least).unwrap_or(1).max(1);
        self.errors.length(&place, options.len(), least, 25);
        let mut values = HashSet::new();
        for (index, option) in options.iter().enumerate() {
            self.option(option, &mut values, &place.index(index));
        }
        let chosen = options.iter().filter(|option| option["default"] == true);
        if i64::try_from(chosen.count()).is_ok_and(|chosen| chosen > most) {
            self.errors.add(
                &place,
                "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
                "More options are chosen beforehand than may be chosen.",
            );
        }
    }

    fn option(&mut self, option: &Value, values: &mut HashSet<String>, place: &Place) {
        for key in ["label", "value"] {
            match self.errors.text(place, option, key) {
                None => self.errors.required(&place.key(key)),
                Some(text) => self
                    .errors
                    .length(&place.key(key), characters(text), 1, 100),
            }
        }
        if let Some(text) = self.errors.text(place, option, "description") {
            self.errors
                .length(&place.key("description"), characters(text), 1, 100);
        }
        self.emoji(&option["emoji"], &place.key("emoji"));
        let value = option["value"].as_str().unwrap_or_default();
        if !values.insert(value.to_owned()) {
            self.errors.add(
                &place.key("value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
    }
}

/// Whether `name` can be an emoji of Unicode: symbols beyond plain text, or a keycap.
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

    fn complaints(list: &Value, is_v2: bool) -> String {
        let mut errors = FormErrors::default();
        let emojis = BTreeSet::new();
        let known = Known {
            emojis: &emojis,
            files: &["card.png".to_owned()],
        };
        let list = list.as_array().expect("a list of components");
        check(
            list,
            is_v2,
            known,
            &Place::root().key("components"),
            &mut errors,
        );
        match errors.finish() {
            Ok(()) => String::new(),
            Err(refusal) => refusal.body().to_string(),
        }
    }

    fn button(custom_id: &str) -> Value {
        json!({"type": 2, "style": 1, "label": "Go", "custom_id": custom_id})
    }

    fn row(children: &[Value]) -> Value {
        json!({"type": 1, "components": children})
    }

    #[test]
    fn a_row_takes_five_buttons_and_no_sixth() {
        let buttons: Vec<_> = (0..6).map(|number| button(&number.to_string())).collect();
        assert_eq!(complaints(&json!([row(&buttons[..5])]), false), "");
        assert!(complaints(&json!([row(&buttons)]), false).contains("BASE_TYPE_BAD_LENGTH"));
    }

    #[test]
    fn a_custom_id_serves_one_component() {
        let list = json!([row(&[button("a")]), row(&[button("a")])]);
        assert!(complaints(&list, false).contains("COMPONENT_CUSTOM_ID_DUPLICATED"));
    }

    #[test]
    fn a_text_display_needs_the_flag() {
        let list = json!([{"type": 10, "content": "hello"}]);
        assert_eq!(complaints(&list, true), "");
        assert!(complaints(&list, false).contains("UNION_TYPE_CHOICES"));
    }

    #[test]
    fn forty_components_are_the_end() {
        let texts = |count: usize| vec![json!({"type": 10, "content": "x"}); count];
        let list = |count: usize| json!([{"type": 17, "components": texts(count)}]);
        assert_eq!(complaints(&list(39), true), "");
        let refusal = complaints(&list(40), true);
        assert!(refusal.contains("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"));
    }

    #[test]
    fn four_thousand_characters_are_the_end() {
        let list = json!([
            {"type": 10, "content": "x".repeat(2000)},
            {"type": 10, "content": "x".repeat(2001)},
        ]);
        let refusal = complaints(&list, true);
        assert!(refusal.contains("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"));
    }

    #[test]
    fn a_container_holds_no_container() {
        let list = json!([{"type": 17, "components": [
            {"type": 17, "components": [{"type": 10, "content": "x"}]}]}]);
        assert!(complaints(&list, true).contains("UNION_TYPE_CHOICES"));
    }

    #[test]
    fn a_gallery_refers_only_to_files_that_are_there() {
        let gallery = |name: &str| json!([{"type": 12, "items": [{"media": {"url": format!("attachment://{name}")}}]}]);
        assert_eq!(complaints(&gallery("card.png"), true), "");
        assert!(complaints(&gallery("other.png"), true).contains("NOT_FOUND"));
    }

    #[test]
    fn an_unknown_emoji_is_refused() {
        let with = |emoji: &Value| {
            let mut button = button("a");
            button["emoji"] = emoji.clone();
            complaints(&json!([row(&[button])]), false)
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
        assert_eq!(complaints(&select(25), false), "");
        assert!(complaints(&select(0), false).contains("BASE_TYPE_BAD_LENGTH"));
        assert!(complaints(&select(26), false).contains("BASE_TYPE_BAD_LENGTH"));
    }

    #[test]
    fn stored_components_are_numbered() {
        let list = [row(&[button("a"), button("b")])];
        let stored = stored(&list, &[]);
        assert_eq!(stored[0]["id"], 1);
        assert_eq!(stored[0]["components"][1]["id"], 3);
    }
}
