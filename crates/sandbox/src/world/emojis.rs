//! The application's emojis: listing, creation and deletion.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{StoredFile, World};
use crate::api_error::ApiError;
use crate::id::Id;
use crate::validation::{Field, Form, Kind, required};

const MAX_EMOJIS: usize = 2000;
const MAX_IMAGE_BYTES: usize = 256 * 1024;
const EMOJI: &[Field] = &[
    required("name", Kind::Text(2, 32)),
    required("image", Kind::Text(1, usize::MAX)),
];

#[derive(Clone, Debug)]
pub(crate) struct Emoji {
    pub(crate) id: Id,
    pub(crate) name: String,
}

impl World {
    pub(crate) fn emojis(&self) -> impl Iterator<Item = &Emoji> {
        self.emojis.values()
    }

    pub(crate) fn emoji_json(&self, emoji: &Emoji) -> Value {
        json!({
            "id": emoji.id,
            "name": emoji.name,
            "roles": [],
            "user": self.bot.to_json(),
            "require_colons": true,
            "managed": false,
            "animated": false,
            "available": true,
        })
    }

    pub(crate) fn create_emoji(&mut self, body: &Value) -> Result<Value, ApiError> {
        if self.emojis.len() >= MAX_EMOJIS {
            return Err(ApiError::TOO_MANY_EMOJIS);
        }
        let mut form = Form::default();
        form.check_fields(body, EMOJI);
        let name = body["name"].as_str().unwrap_or_default();
        self.check_emoji_name(name, &mut form);
        let image = decode_png(body["image"].as_str().unwrap_or_default());
        match &image {
            None => form.add_at("image", "IMAGE_INVALID", "Invalid image data"),
            Some(bytes) if bytes.len() > MAX_IMAGE_BYTES => {
                let message = "File cannot be larger than 256.0 kb.";
                form.add_at("image", "BINARY_TYPE_MAX_SIZE", message);
            }
            Some(_) => {}
        }
        form.finish()?;
        let (id, name) = (self.new_id(), name.to_owned());
        let file = StoredFile {
            content_type: "image/png".to_owned(),
            bytes: image.unwrap_or_default(),
        };
        let emoji = Emoji { id, name };
        let json = self.emoji_json(&emoji);
        self.files.insert(id, file);
        self.emojis.insert(id, emoji);
        self.notify_change(None);
        Ok(json)
    }

    fn check_emoji_name(&self, name: &str, form: &mut Form) {
        let fits = |one: char| one.is_ascii_alphanumeric() || one == '_';
        if !name.chars().all(fits) {
            let message = "String value did not match validation regex.";
            form.add_at("name", "STRING_TYPE_REGEX", message);
        }
        if self.emojis().any(|other| other.name == name) {
            let message = "An emoji with that name already exists on this application.";
            form.add_at("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message);
        }
    }

    pub(crate) fn delete_emoji(&mut self, id: Id) -> Result<(), ApiError> {
        self.emojis.remove(&id).ok_or(ApiError::UNKNOWN_EMOJI)?;
        self.files.remove(&id);
        self.notify_change(None);
        Ok(())
    }
}

/// Decodes a data URI of a PNG image. Discord accepts other formats too.
fn decode_png(uri: &str) -> Option<Vec<u8>> {
    let data = uri.strip_prefix("data:image/png;base64,")?;
    let bytes = STANDARD.decode(data).ok()?;
    bytes.starts_with(b"\x89PNG\r\n\x1a\n").then_some(bytes)
}
