//! The bodies of requests that create and rename the application's emojis.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::model::attachments::StoredFile;

/// Largest image of an emoji, in bytes.
const MAX_IMAGE_BYTES: usize = 256 * 1024;

/// Reads the name of an emoji; `taken` has the names of all others.
pub(crate) fn read_name<'a>(
    body: &Value,
    mut taken: impl Iterator<Item = &'a str>,
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
    if taken.any(|other| other == name) {
        errors.add(
            &path,
            "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
            "An emoji with that name already exists on this application.",
        );
    }
    Some(name.to_owned())
}

/// Reads the image of an emoji from a data URI.
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

fn decode_image(uri: &str) -> Option<StoredFile> {
    let (content_type, data) = uri.strip_prefix("data:")?.split_once(";base64,")?;
    let bytes = STANDARD.decode(data).ok()?;
    let begins = |magic: &[u8]| bytes.starts_with(magic);
    let fits = match content_type {
        "image/png" => begins(b"\x89PNG\r\n\x1a\n"),
        "image/jpeg" | "image/jpg" => begins(b"\xff\xd8\xff"),
        "image/gif" => begins(b"GIF8"),
        "image/webp" => begins(b"RIFF"),
        _ => false,
    };
    fits.then(|| StoredFile {
        content_type: content_type.to_owned(),
        bytes,
    })
}
