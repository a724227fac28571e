//! The application's emojis.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::api_error::ApiError;
use crate::attachments::StoredFile;
use crate::form_errors::{FieldPath, FormErrors, char_count};
use crate::ids::Id;
use crate::world::World;

/// Largest image of an emoji, in bytes.
const MAX_IMAGE_BYTES: usize = 256 * 1024;
/// Largest number of emojis of an application.
const MAX_EMOJIS: usize = 2000;

/// An application emoji; `World::files` has its image under the same id.
#[derive(Clone, Debug)]
pub(crate) struct Emoji {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) is_animated: bool,
}

impl World {
    /// Returns Discord's emoji object.
    pub(crate) fn emoji_json(&self, emoji: &Emoji) -> Value {
        json!({
            "id": emoji.id,
            "name": emoji.name,
            "roles": [],
            "user": self.bot.to_json(),
            "require_colons": true,
            "managed": false,
            "animated": emoji.is_animated,
            "available": true,
        })
    }

    /// Creates an emoji from a name and an image in a data URI.
    ///
    /// # Errors
    /// 50035 for an invalid name or image, 30008 for too many emojis.
    pub(crate) fn create_emoji(&mut self, body: &Value) -> Result<Value, ApiError> {
        if self.emojis.len() >= MAX_EMOJIS {
            return Err(ApiError::TOO_MANY_EMOJIS);
        }
        let mut errors = FormErrors::default();
        let name = self.read_emoji_name(body, None, &mut errors);
        let image = read_image(body, &mut errors);
        errors.into_result()?;
        let (Some(name), Some(image)) = (name, image) else {
            return Err(ApiError::INVALID_JSON);
        };
        let id = self.new_id();
        let emoji = Emoji {
            id,
            name,
            is_animated: image.content_type == "image/gif",
        };
        let json = self.emoji_json(&emoji);
        self.files.insert(id, image);
        self.emojis.insert(id, emoji);
        self.notify_change(None);
        Ok(json)
    }

    /// Renames an emoji.
    ///
    /// # Errors
    /// 10014 if there is no such emoji, 50035 for an invalid name.
    pub(crate) fn rename_emoji(&mut self, id: Id, body: &Value) -> Result<Value, ApiError> {
        if !self.emojis.contains_key(&id) {
            return Err(ApiError::UNKNOWN_EMOJI);
        }
        let mut errors = FormErrors::default();
        let name = self.read_emoji_name(body, Some(id), &mut errors);
        errors.into_result()?;
        let emoji = self.emojis.get_mut(&id).ok_or(ApiError::UNKNOWN_EMOJI)?;
        if let Some(name) = name {
            emoji.name = name;
        }
        let emoji = emoji.clone();
        self.notify_change(None);
        Ok(self.emoji_json(&emoji))
    }

    fn read_emoji_name(
        &self,
        body: &Value,
        renamed: Option<Id>,
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
        let mut others = self
            .emojis
            .values()
            .filter(|emoji| Some(emoji.id) != renamed);
        if others.any(|emoji| emoji.name == name) {
            errors.add(
                &path,
                "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
                "An emoji with that name already exists on this application.",
            );
        }
        Some(name.to_owned())
    }
}

fn read_image(body: &Value, errors: &mut FormErrors) -> Option<StoredFile> {
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
