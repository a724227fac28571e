//! The application's emojis: creation, names, deletion.

use serde_json::{Value, json};

use super::state::World;
use crate::api_error::ApiError;
use crate::forms::emoji_form;
use crate::forms::form_errors::FormErrors;
use crate::model::emojis::Emoji;
use crate::model::ids::Id;

/// Largest number of emojis of an application.
const MAX_EMOJIS: usize = 2000;

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
        let name = emoji_form::read_name(body, self.other_emoji_names(None), &mut errors);
        let image = emoji_form::read_image(body, &mut errors);
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
        let name = emoji_form::read_name(body, self.other_emoji_names(Some(id)), &mut errors);
        errors.into_result()?;
        let emoji = self.emojis.get_mut(&id).ok_or(ApiError::UNKNOWN_EMOJI)?;
        if let Some(name) = name {
            emoji.name = name;
        }
        let emoji = emoji.clone();
        self.notify_change(None);
        Ok(self.emoji_json(&emoji))
    }

    /// Deletes an emoji with its image.
    ///
    /// # Errors
    /// 10014 if there is no such emoji.
    pub(crate) fn delete_emoji(&mut self, id: Id) -> Result<(), ApiError> {
        self.emojis.remove(&id).ok_or(ApiError::UNKNOWN_EMOJI)?;
        self.files.remove(&id);
        self.notify_change(None);
        Ok(())
    }

    /// Iterates over all emojis, oldest first.
    pub(crate) fn emojis(&self) -> impl Iterator<Item = &Emoji> {
        self.emojis.values()
    }

    /// Returns an emoji by its id.
    ///
    /// # Errors
    /// 10014 if there is no such emoji.
    pub(crate) fn emoji(&self, id: Id) -> Result<&Emoji, ApiError> {
        self.emojis.get(&id).ok_or(ApiError::UNKNOWN_EMOJI)
    }

    fn other_emoji_names(&self, renamed: Option<Id>) -> impl Iterator<Item = &str> {
        self.emojis
            .values()
            .filter(move |emoji| Some(emoji.id) != renamed)
            .map(|emoji| emoji.name.as_str())
    }
}
