//! Messages: creation, edits and deletion.

use serde_json::{Value, json};

use super::message_content::would_be_empty;
use super::state::World;
use crate::api_error::ApiError;
use crate::forms::form_errors::FieldPath;
use crate::forms::message_form::{FormContext, MessageForm};
use crate::model::attachments::Upload;
use crate::model::channels::ChannelKind;
use crate::model::ids::Id;
use crate::model::messages::{Mentions, Message, Stranger, Visibility, flags};
use crate::model::outputs::Intent;

/// The fields of a new message that are not in the request's body.
#[derive(Clone, Debug)]
pub(crate) struct NewMessage {
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) kind: u8,
    /// Flags set in addition to those that the body may set.
    pub(crate) flags: u64,
    pub(crate) interaction: Option<Value>,
    pub(crate) visibility: Visibility,
    pub(crate) reply_to: Option<Id>,
}

impl World {
    /// Creates a message and sends the bot MESSAGE_CREATE if it is public.
    pub(crate) fn create_message(
        &mut self,
        new: NewMessage,
        mut form: MessageForm,
        files: &[Upload],
    ) -> Result<Id, ApiError> {
        if would_be_empty(None, &form, files) && new.flags & flags::LOADING == 0 {
            return Err(ApiError::EMPTY_MESSAGE);
        }
        let id = self.new_id();
        let channel = new.channel;
        let mut message = Message {
            id,
            channel,
            author: new.author,
            kind: new.kind,
            content: String::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: new.flags,
            mentions: Mentions::default(),
            notified: Vec::new(),
            created_ms: self.now(),
            edited_ms: None,
            nonce: form.nonce.take(),
            interaction: new.interaction,
            visibility: new.visibility,
            reply_to: new.reply_to,
            edits: 0,
            stranger: None,
        };
        self.apply_form(&mut message, form, files);
        message.notified.clone_from(&message.mentions.users);
        let of_channel = self.messages.entry(channel).or_default();
        of_channel.insert(id, message);
        self.note_new_message(channel, id);
        self.announce_message("MESSAGE_CREATE", channel, id);
        Ok(id)
    }

    /// Adds a copy of a message as one of a stranger, with the same components and their ids.
    pub(crate) fn copy_message(
        &mut self,
        channel: Id,
        original: Id,
        stranger: Stranger,
    ) -> Result<Id, ApiError> {
        let original = self.message(channel, original)?.clone();
        let (id, author) = (self.new_id(), self.new_id());
        let copy = Message {
            id,
            author,
            nonce: None,
            interaction: None,
            notified: Vec::new(),
            created_ms: self.now(),
            edited_ms: None,
            edits: 0,
            stranger: Some(stranger),
            ..original
        };
        let of_channel = self.messages.entry(channel).or_default();
        of_channel.insert(id, copy);
        self.note_new_message(channel, id);
        self.announce_message("MESSAGE_CREATE", channel, id);
        Ok(id)
    }

    fn note_new_message(&mut self, channel: Id, message: Id) {
        let Some(channel) = self.channels.get_mut(&channel) else {
            return;
        };
        channel.last_message = Some(message);
        if let ChannelKind::Thread(thread) = &mut channel.kind {
            thread.message_count += 1;
        }
    }

    /// Edits a message and sends the bot MESSAGE_UPDATE if it is public.
    fn edit_message(
        &mut self,
        channel: Id,
        id: Id,
        form: MessageForm,
        files: &[Upload],
    ) -> Result<(), ApiError> {
        if would_be_empty(Some(self.message(channel, id)?), &form, files) {
            return Err(ApiError::EMPTY_MESSAGE);
        }
        let of_channel = self.messages.get_mut(&channel);
        let taken = of_channel.and_then(|all| all.remove(&id));
        let mut message = taken.ok_or(ApiError::UNKNOWN_MESSAGE)?;
        message.flags &= !flags::LOADING;
        self.apply_form(&mut message, form, files);
        message.edited_ms = Some(self.now());
        message.edits += 1;
        let of_channel = self.messages.entry(channel).or_default();
        of_channel.insert(id, message);
        self.announce_message("MESSAGE_UPDATE", channel, id);
        Ok(())
    }

    /// Deletes a message and sends the bot MESSAGE_DELETE if it was public.
    pub(crate) fn remove_message(&mut self, channel: Id, id: Id) -> Result<(), ApiError> {
        let is_public = self.message(channel, id)?.visibility == Visibility::Public;
        if let Some(message) = self.message_mut(channel, id) {
            message.visibility = Visibility::Deleted;
        }
        let guild = self.guild_of(channel);
        if is_public {
            self.emit(
                "MESSAGE_DELETE",
                guild,
                message_intent(guild),
                |_| json!({"id": id, "channel_id": channel, "guild_id": guild}),
            );
        }
        self.notify_change(Some(channel));
        Ok(())
    }

    fn message_mut(&mut self, channel: Id, id: Id) -> Option<&mut Message> {
        self.messages.get_mut(&channel)?.get_mut(&id)
    }

    /// Hides an ephemeral message from its viewer. The bot is not told. Returns `None` if the
    /// message is not an ephemeral one of this viewer.
    pub(crate) fn dismiss_message(&mut self, channel: Id, id: Id, viewer: Id) -> Option<()> {
        let message = self.message_mut(channel, id)?;
        if message.visibility != (Visibility::Ephemeral { viewer }) {
            return None;
        }
        message.visibility = Visibility::Dismissed { viewer };
        self.notify_change(Some(channel));
        Some(())
    }

    fn announce_message(&mut self, event: &'static str, channel: Id, id: Id) {
        self.notify_change(Some(channel));
        let message = self.message(channel, id);
        if !message.is_ok_and(|message| message.visibility == Visibility::Public) {
            return;
        }
        let guild = self.guild_of(channel);
        self.emit(event, guild, message_intent(guild), |world| {
            let message = world.message(channel, id);
            message.map_or(Value::Null, |message| world.message_event_json(message))
        });
    }

    /// Validates a message body and edits the message with it.
    pub(crate) fn update_message(
        &mut self,
        channel: Id,
        message: Id,
        body: &Value,
        files: &[Upload],
        path: FieldPath,
    ) -> Result<(), ApiError> {
        self.message(channel, message)?;
        let form = self.read_form(body, files, Some((channel, message)), path)?;
        self.edit_message(channel, message, form, files)
    }

    /// Validates a message body. `existing` is the message to be edited, if it is not a new one.
    pub(crate) fn read_form(
        &self,
        body: &Value,
        files: &[Upload],
        existing: Option<(Id, Id)>,
        path: FieldPath,
    ) -> Result<MessageForm, ApiError> {
        let existing = existing.and_then(|(channel, id)| self.message(channel, id).ok());
        let context = FormContext {
            path,
            files,
            existing,
            emojis: &self.emojis,
        };
        MessageForm::read(body, &context)
    }
}

/// Returns the intent that events about messages need, in a server or in direct messages.
fn message_intent(guild: Option<Id>) -> Intent {
    match guild {
        Some(_) => Intent::GuildMessages,
        None => Intent::DirectMessages,
    }
}
