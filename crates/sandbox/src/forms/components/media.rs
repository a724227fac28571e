//! Media of components: images, galleries and files, all of them attached or on the web.

use serde_json::Value;

use super::checker::ComponentChecker;
use crate::forms::form_errors::{FieldPath, char_count};

pub(super) fn check_thumbnail(
    checker: &mut ComponentChecker<'_>,
    thumbnail: &Value,
    path: &FieldPath,
) {
    let fields = ["type", "id", "media", "description"];
    checker.errors.check_fields(path, thumbnail, &fields);
    check_image(checker, thumbnail, path);
}

pub(super) fn check_gallery(checker: &mut ComponentChecker<'_>, gallery: &Value, path: &FieldPath) {
    let errors = &mut *checker.errors;
    errors.check_fields(path, gallery, &["type", "id", "items"]);
    let items = errors.read_list(path, gallery, "items").unwrap_or_default();
    let path = path.key("items");
    errors.check_length(&path, items.len(), 1, 10);
    for (index, item) in items.iter().enumerate() {
        let path = path.index(index);
        let fields = ["media", "description"];
        checker.errors.check_fields(&path, item, &fields);
        check_image(checker, item, &path);
    }
}

/// Validates a component that shows a file, which has to be an attachment.
pub(super) fn check_file(checker: &mut ComponentChecker<'_>, file: &Value, path: &FieldPath) {
    let fields = ["type", "id", "file"];
    checker.errors.check_fields(path, file, &fields);
    check_url(checker, &file["file"], &["attachment"], &path.key("file"));
}

fn check_image(checker: &mut ComponentChecker<'_>, image: &Value, path: &FieldPath) {
    checker.errors.check_text(path, image, "description", 1024);
    let schemes = ["http", "https", "attachment"];
    check_url(checker, &image["media"], &schemes, &path.key("media"));
}

fn check_url(
    checker: &mut ComponentChecker<'_>,
    media: &Value,
    schemes: &[&str],
    path: &FieldPath,
) {
    let path = path.key("url");
    let Some(url) = media["url"].as_str() else {
        checker.errors.add_missing(&path);
        return;
    };
    let attached = url.strip_prefix("attachment://");
    if attached.is_some_and(|name| !checker.has_file(name)) {
        checker.errors.add(
            &path,
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            "The referenced attachment was not found in attachments.",
        );
    }
    let scheme = url.split_once("://").map(|(scheme, _)| scheme);
    if !scheme.is_some_and(|scheme| schemes.contains(&scheme)) {
        let allowed = schemes.join(", ");
        checker.errors.add(
            &path,
            "URL_TYPE_INVALID_SCHEME",
            format!("Scheme \"{url}\" is not supported. Scheme must be one of ({allowed})."),
        );
    }
    checker
        .errors
        .check_max_length(&path, char_count(url), 2048);
}
