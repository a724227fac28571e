//! The application's emojis: creation, names, deletion.

use serde_json::{Value, json};

use super::state::World;
use crate::api_error::ApiError;
use crate::forms::emoji_form;
use crate::forms::form_errors::FormErrors;
use crate::model::emojis::Emoji;
use crate::model::ids::Id;

const MAX_EMOJIS: usize = 2000;

impl World {
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

    /// Creates an emoji from a name and an image in a data URI.
    pub(crate) fn create_emoji(&mut self, body: &Value) -> Result<Value, ApiError> {
        if self.emojis.len() >= MAX_EMOJIS {
            return Err(ApiError::TOO_MANY_EMOJIS);
        }
        let mut errors = FormErrors::default();
        let name = emoji_form::read_name(body, &self.emojis, &mut errors);
        let image = emoji_form::read_image(body, &mut errors);
        errors.into_result()?;
        let (Some(name), Some(image)) = (name, image) else {
            return Err(ApiError::INVALID_JSON);
        };
        let id = self.new_id();
        let emoji = Emoji { id, name };
        let json = self.emoji_json(&emoji);
        self.files.insert(id, image);
        self.emojis.insert(id, emoji);
        self.notify_change(None);
        Ok(json)
    }

    pub(crate) fn delete_emoji(&mut self, id: Id) -> Result<(), ApiError> {
        self.emojis.remove(&id).ok_or(ApiError::UNKNOWN_EMOJI)?;
        self.files.remove(&id);
        self.notify_change(None);
        Ok(())
    }

    pub(crate) fn emojis(&self) -> impl Iterator<Item = &Emoji> {
        self.emojis.values()
    }
}
