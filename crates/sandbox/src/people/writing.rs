//! Lets users write messages, and dismiss messages that only they can see.

use serde_json::json;

use super::{ActionError, check_open, visible_channel};
use crate::id::Id;
use crate::validation::Form;
use crate::world::{Visibility, World};

impl World {
    /// Posts a message as a user and returns its id.
    ///
    /// # Errors
    /// Fails if the user cannot write in the channel, or if the message is empty or too long.
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
        let form = self.read_form(Form::default(), &json!({"content": content}), &[], None);
        let message = self.new_message(channel, user);
        self.create_message(message, form.map_err(invalid)?, &[])
            .map_err(invalid)
    }

    pub fn dismiss(
        &mut self,
        now: u64,
        channel: Id,
        message: Id,
        viewer: Id,
    ) -> Result<(), ActionError> {
        self.advance_to(now);
        let known = self
            .any_message(channel, message)
            .ok_or(ActionError::Unknown("message"))?;
        if known.viewer() != Some(viewer) {
            let reason = "that user has no such ephemeral message";
            return Err(ActionError::refused(reason));
        }
        // The bot is not notified.
        self.set_visibility(channel, message, Visibility::Dismissed);
        self.notify_change(Some(channel));
        Ok(())
    }
}
