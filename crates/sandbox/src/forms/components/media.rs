//! Media of components: images, galleries and files, attached or from the web.

use serde_json::Value;

use super::checker::ComponentChecker;
use crate::forms::form_errors::{FieldPath, char_count};

/// Validates the media in `holder[key]`.
pub(super) fn check_media(
    checker: &mut ComponentChecker<'_>,
    holder: &Value,
    key: &'static str,
    path: &FieldPath,
) {
    let description = checker.errors.read_text(path, holder, "description");
    if let Some(description) = description {
        let path = path.key("description");
        checker
            .errors
            .check_max_length(&path, char_count(description), 1024);
    }
    checker.errors.read_bool(path, holder, "spoiler");
    let path = path.key(key).key("url");
    let Some(url) = holder[key]["url"].as_str() else {
        checker.errors.add_missing(&path);
        return;
    };
    check_media_url(checker, url, key == "file", &path);
}

/// Validates a media gallery.
pub(super) fn check_gallery(checker: &mut ComponentChecker<'_>, gallery: &Value, path: &FieldPath) {
    let items = checker
        .errors
        .read_list(path, gallery, "items")
        .unwrap_or_default();
    let path = path.key("items");
    checker.errors.check_length(&path, items.len(), 1, 10);
    for (index, item) in items.iter().enumerate() {
        check_media(checker, item, "media", &path.index(index));
    }
}

fn check_media_url(
    checker: &mut ComponentChecker<'_>,
    url: &str,
    must_be_attachment: bool,
    path: &FieldPath,
) {
    if let Some(name) = url.strip_prefix("attachment://") {
        if !checker.has_file(name) {
            checker.errors.add(
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
        checker.errors.add(
            path,
            "URL_TYPE_INVALID_SCHEME",
            format!("Scheme \"{url}\" is not supported. Scheme must be one of ({allowed})."),
        );
    }
    checker.errors.check_max_length(path, char_count(url), 2048);
}
