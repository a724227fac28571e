//! The bodies of requests that create the application's emojis.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::model::attachments::StoredFile;
use crate::model::emojis::Emoji;
use crate::model::ids::Id;

const MAX_IMAGE_BYTES: usize = 256 * 1024;

/// Reads the name of an emoji, which no other has.
pub(crate) fn read_name(
    body: &Value,
    others: &BTreeMap<Id, Emoji>,
    errors: &mut FormErrors,
) -> Option<String> {
    let path = FieldPath::root().key("name");
    let Some(name) = errors.read_text(&FieldPath::root(), body, "name") else {
        errors.add_missing(&path);
        return None;
    };
    errors.check_length(&path, char_count(name), 2, 32);
    if !name
        .chars()
        .all(|one| one.is_ascii_alphanumeric() || one == '_')
    {
        errors.add(
            &path,
            "STRING_TYPE_REGEX",
            "String value did not match validation regex.",
        );
    }
    if others.values().any(|other| other.name == name) {
        errors.add(
            &path,
            "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
            "An emoji with that name already exists on this application.",
        );
    }
    Some(name.to_owned())
}

pub(crate) fn read_image(body: &Value, errors: &mut FormErrors) -> Option<StoredFile> {
    let path = FieldPath::root().key("image");
    let Some(uri) = errors.read_text(&FieldPath::root(), body, "image") else {
        errors.add_missing(&path);
        return None;
    };
    let image = decode_image(uri);
    match &image {
        None => errors.add(&path, "IMAGE_INVALID", "Invalid image data"),
        Some(image) if image.bytes.len() > MAX_IMAGE_BYTES => errors.add(
            &path,
            "BINARY_TYPE_MAX_SIZE",
            "File cannot be larger than 256.0 kb.",
        ),
        Some(_) => {}
    }
    image
}

/// Decodes a PNG image. Discord takes other formats as well.
fn decode_image(uri: &str) -> Option<StoredFile> {
    let data = uri.strip_prefix("data:image/png;base64,")?;
    let bytes = STANDARD.decode(data).ok()?;
    bytes.starts_with(b"\x89PNG\r\n\x1a\n").then(|| StoredFile {
        content_type: "image/png".to_owned(),
        bytes,
    })
}
