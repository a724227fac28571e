//! People write messages and dismiss those that only they see.

use serde_json::json;

use super::access::{check_open, visible_channel};
use super::action_error::ActionError;
use crate::forms::form_errors::FieldPath;
use crate::model::ids::Id;
use crate::model::messages::{Stranger, Visibility, kinds};
use crate::world::{NewMessage, World};

impl World {
    /// Posts a message as a user and returns its id.
    ///
    /// # Errors
    /// If they cannot write there, or the message is empty or too long.
    pub fn say(
        &mut self,
        now: u64,
        channel: Id,
        user: Id,
        content: &str,
    ) -> Result<Id, ActionError> {
        self.advance_to(now);
        check_open(visible_channel(self, channel, user)?)?;
        let invalid = |_| ActionError::invalid("a message has 1 to 2000 characters");
        let body = json!({"content": content});
        let form = self
            .read_form(&body, &[], None, FieldPath::root())
            .map_err(invalid)?;
        let new = NewMessage {
            channel,
            author: user,
            kind: kinds::DEFAULT,
            flags: 0,
            interaction: None,
            visibility: Visibility::Public,
            reply_to: None,
        };
        self.create_message(new, form, &[]).map_err(invalid)
    }

    /// Posts a copy of a message as another bot or a webhook, the ids of its controls included. Returns
    /// the copy's id.
    pub fn copy_as_stranger(
        &mut self,
        now: u64,
        channel: Id,
        message: Id,
        stranger: Stranger,
    ) -> Result<Id, ActionError> {
        self.advance_to(now);
        let copied = self.copy_message(channel, message, stranger);
        copied.map_err(|_| ActionError::Unknown("message"))
    }

    /// Dismisses an ephemeral message as its viewer.
    pub fn dismiss(
        &mut self,
        now: u64,
        channel: Id,
        message: Id,
        viewer: Id,
    ) -> Result<(), ActionError> {
        self.advance_to(now);
        self.any_message(channel, message)
            .ok_or(ActionError::Unknown("message"))?;
        self.dismiss_message(channel, message, viewer)
            .ok_or_else(|| ActionError::refused("that user has no such ephemeral message"))
    }
}
