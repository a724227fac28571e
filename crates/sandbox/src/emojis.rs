//! The application's own emojis.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::attachments::StoredFile;
use crate::forms::{FormErrors, Place, characters};
use crate::ids::Id;
use crate::refusal::Refusal;
use crate::world::World;

/// The largest image, in bytes.
const LARGEST_IMAGE: usize = 256 * 1024;
/// Emojis that an application may have.
const MOST_EMOJIS: usize = 2000;

/// An emoji of the application; its image is kept under the same id.
#[derive(Clone, Debug)]
pub(crate) struct Emoji {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) is_animated: bool,
}

impl World {
    /// Discord's emoji object.
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

    /// Makes an emoji of a name and an image given as a data URI.
    ///
    /// # Errors
    /// 50035 for a name or an image that will not do, 30008 if there are too many.
    pub(crate) fn create_emoji(&mut self, body: &Value) -> Result<Value, Refusal> {
        if self.emojis.len() >= MOST_EMOJIS {
            return Err(Refusal::TOO_MANY_EMOJIS);
        }
        let mut errors = FormErrors::default();
        let name = self.read_emoji_name(body, None, &mut errors);
        let image = read_image(body, &mut errors);
        errors.finish()?;
        let (Some(name), Some(image)) = (name, image) else {
            return Err(Refusal::INVALID_JSON);
        };
        let id = self.mint();
        let emoji = Emoji {
            id,
            name,
            is_animated: image.content_type == "image/gif",
        };
        let json = self.emoji_json(&emoji);
        self.files.insert(id, image);
        self.emojis.insert(id, emoji);
        self.touch(None);
        Ok(json)
    }

    /// Gives an emoji another name.
    ///
    /// # Errors
    /// 10014 if there is none, 50035 for a name that will not do.
    pub(crate) fn rename_emoji(&mut self, id: Id, body: &Value) -> Result<Value, Refusal> {
        if !self.emojis.contains_key(&id) {
            return Err(Refusal::UNKNOWN_EMOJI);
        }
        let mut errors = FormErrors::default();
        let name = self.read_emoji_name(body, Some(id), &mut errors);
        errors.finish()?;
        let emoji = self.emojis.get_mut(&id).ok_or(Refusal::UNKNOWN_EMOJI)?;
        if let Some(name) = name {
            emoji.name = name;
        }
        let emoji = emoji.clone();
        self.touch(None);
        Ok(self.emoji_json(&emoji))
    }

    fn read_emoji_name(
        &self,
        body: &Value,
        renamed: Option<Id>,
        errors: &mut FormErrors,
    ) -> Option<String> {
        let place = Place::root().key("name");
        let Some(name) = errors.text(&Place::root(), body, "name") else {
            errors.required(&place);
            return None;
        };
        errors.length(&place, characters(name), 2, 32);
        if !name
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || one == '_')
        {
            errors.add(
                &place,
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
                &place,
                "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
                "An emoji with that name already exists on this application.",
            );
        }
        Some(name.to_owned())
    }
}

fn read_image(body: &Value, errors: &mut FormErrors) -> Option<StoredFile> {
    let place = Place::root().key("image");
    let Some(uri) = errors.text(&Place::root(), body, "image") else {
        errors.required(&place);
        return None;
    };
    let image = decode_image(uri);
    match &image {
        None => errors.add(&place, "IMAGE_INVALID", "Invalid image data"),
        Some(image) if image.bytes.len() > LARGEST_IMAGE => errors.add(
            &place,
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
