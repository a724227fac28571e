//! The components of a whole message: which may contain which, rows, sections and containers.

use serde_json::Value;

use super::button;
use super::checker::{ComponentChecker, KnownReferences, MAX_COMPONENTS};
use super::kinds;
use super::media;
use super::select;
use crate::forms::form_errors::{FieldPath, FormErrors};

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
            check_component(&mut checker, component, &ROOT_KINDS, &path.index(index));
        }
        checker.check_totals(path);
    } else {
        checker.errors.check_max_length(path, list.len(), 5);
        for (index, component) in list.iter().enumerate() {
            check_component(&mut checker, component, &[kinds::ROW], &path.index(index));
        }
    }
}

fn check_component(
    checker: &mut ComponentChecker<'_>,
    component: &Value,
    allowed: &[u64],
    path: &FieldPath,
) {
    checker.count_component();
    let Some(kind) = checker.read_kind(component, allowed, path) else {
        return;
    };
    checker.check_number(component, path);
    match kind {
        kinds::ROW => check_row(checker, component, path),
        kinds::BUTTON => button::check(checker, component, path),
        kinds::STRING_SELECT => select::check(checker, component, path),
        kinds::SECTION => check_section(checker, component, path),
        kinds::TEXT => checker.check_text_display(component, path),
        kinds::THUMBNAIL => media::check_thumbnail(checker, component, path),
        kinds::GALLERY => media::check_gallery(checker, component, path),
        kinds::FILE => media::check_file(checker, component, path),
        kinds::SEPARATOR => check_separator(checker, component, path),
        kinds::CONTAINER => check_container(checker, component, path),
        _ => {}
    }
}

fn check_children(
    checker: &mut ComponentChecker<'_>,
    component: &Value,
    allowed: &[u64],
    path: &FieldPath,
) -> usize {
    let path = path.key("components");
    let Some(children) = component["components"].as_array() else {
        checker.errors.add_missing(&path);
        return 0;
    };
    for (index, child) in children.iter().enumerate() {
        check_component(checker, child, allowed, &path.index(index));
    }
    children.len()
}

fn check_row(checker: &mut ComponentChecker<'_>, row: &Value, path: &FieldPath) {
    let fields = ["type", "id", "components"];
    checker.errors.check_fields(path, row, &fields);
    let allowed = [kinds::BUTTON, kinds::STRING_SELECT];
    let count = check_children(checker, row, &allowed, path);
    let children = row["components"].as_array();
    let mut children = children.into_iter().flatten();
    let has_select = children.any(|child| child["type"] != kinds::BUTTON);
    let path = path.key("components");
    if has_select && count > 1 {
        checker.errors.add(
            &path,
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        );
    }
    checker.errors.check_length(&path, count, 1, 5);
}

fn check_section(checker: &mut ComponentChecker<'_>, section: &Value, path: &FieldPath) {
    let fields = ["type", "id", "components", "accessory"];
    checker.errors.check_fields(path, section, &fields);
    let count = check_children(checker, section, &[kinds::TEXT], path);
    checker
        .errors
        .check_length(&path.key("components"), count, 1, 3);
    let path = path.key("accessory");
    if section["accessory"].is_object() {
        check_component(checker, &section["accessory"], &[kinds::THUMBNAIL], &path);
    } else {
        checker.errors.add_missing(&path);
    }
}

fn check_container(checker: &mut ComponentChecker<'_>, container: &Value, path: &FieldPath) {
    let fields = ["type", "id", "components", "accent_color"];
    checker.errors.check_fields(path, container, &fields);
    let count = check_children(checker, container, &ROOT_KINDS[..6], path);
    checker
        .errors
        .check_length(&path.key("components"), count, 1, MAX_COMPONENTS);
    if let Some(colour) = checker.errors.read_integer(path, container, "accent_color") {
        checker
            .errors
            .check_range(&path.key("accent_color"), colour, 0, 0xff_ff_ff);
    }
}

fn check_separator(checker: &mut ComponentChecker<'_>, separator: &Value, path: &FieldPath) {
    let fields = ["type", "id", "divider", "spacing"];
    checker.errors.check_fields(path, separator, &fields);
    checker.errors.read_bool(path, separator, "divider");
    if let Some(spacing) = checker.errors.read_integer(path, separator, "spacing")
        && !(1..=2).contains(&spacing)
    {
        checker.errors.add_bad_choice(&path.key("spacing"), "1, 2");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::super::tree::to_stored;
    use super::*;

    fn error_text(list: &Value, is_v2: bool) -> String {
        let mut errors = FormErrors::default();
        let emojis = BTreeMap::new();
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
        let list = vec![row(&[button("a"), button("b")])];
        let stored = to_stored(list, &[]);
        assert_eq!(stored[0]["id"], 1);
        assert_eq!(stored[0]["components"][1]["id"], 3);
    }
}
