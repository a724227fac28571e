//! Walks trees of components, and brings them into the form in which Discord stores them.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::model::attachments::Attachment;

/// Calls `visit` on each component, parents before their children.
pub(crate) fn for_each<'a>(list: &'a [Value], visit: &mut dyn FnMut(&'a Value)) {
    for component in list {
        visit(component);
        if let Some(children) = component["components"].as_array() {
            for_each(children, visit);
        }
        if component["accessory"].is_object() {
            for_each(std::slice::from_ref(&component["accessory"]), visit);
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

/// Gives components the form in which Discord stores them: with ids, and with media URLs resolved.
pub(crate) fn to_stored(mut list: Vec<Value>, attachments: &[Attachment]) -> Vec<Value> {
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
