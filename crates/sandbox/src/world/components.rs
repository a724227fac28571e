//! Message components: traversal, and the conversion to the form that Discord stores.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::attachment::Attachment;
use crate::validation::elements;

/// Calls `visit` on each component, parents before their children.
pub(crate) fn for_each<'a>(list: &'a [Value], visit: &mut dyn FnMut(&'a Value)) {
    for component in list {
        visit(component);
        for_each(elements(&component["components"]), visit);
        if component["accessory"].is_object() {
            visit(&component["accessory"]);
        }
    }
}

fn for_each_mut(list: &mut [Value], change: &mut dyn FnMut(&mut Value)) {
    for component in list {
        change(component);
        if let Some(children) = component
            .get_mut("components")
            .and_then(Value::as_array_mut)
        {
            for_each_mut(children, change);
        }
        if let Some(accessory) = component.get_mut("accessory") {
            change(accessory);
        }
    }
}

pub(crate) fn find<'a>(list: &'a [Value], custom_id: &str) -> Option<&'a Value> {
    let mut found = None;
    for_each(list, &mut |component| {
        if component["custom_id"] == custom_id && component["disabled"] != true {
            found = Some(component);
        }
    });
    found
}

/// Numbers components without an id, and replaces references to attachments with their URLs.
pub(super) fn to_stored(mut list: Vec<Value>, attachments: &[Attachment]) -> Vec<Value> {
    let mut used_ids = HashSet::new();
    for_each(&list, &mut |component| {
        used_ids.extend(component["id"].as_u64().filter(|id| *id != 0));
    });
    let mut free_ids = (1..).filter(|id| !used_ids.contains(id));
    for_each_mut(&mut list, &mut |component| {
        if component["id"].as_u64().is_none_or(|id| id == 0) {
            component["id"] = json!(free_ids.next());
        }
        for key in ["media", "file"] {
            resolve(component.get_mut(key), attachments);
        }
        let items = component.get_mut("items").and_then(Value::as_array_mut);
        for item in items.into_iter().flatten() {
            resolve(item.get_mut("media"), attachments);
        }
    });
    list
}

fn resolve(media: Option<&mut Value>, attachments: &[Attachment]) {
    let Some(media) = media else { return };
    let name = media["url"]
        .as_str()
        .and_then(|url| url.strip_prefix("attachment://"));
    let Some(attachment) = attachments.iter().find(|one| Some(&*one.name) == name) else {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_components_are_numbered() {
        let button = json!({"type": 2});
        let stored = to_stored(
            vec![json!({"type": 1, "components": [button, button]})],
            &[],
        );
        assert_eq!(stored[0]["id"], 1);
        assert_eq!(stored[0]["components"][1]["id"], 3);
    }
}
