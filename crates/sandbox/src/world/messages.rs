//! Messages: creation, edits, deletion, and what a person sees of a channel.

use std::collections::BTreeMap;
use std::ops::Bound;

use serde_json::{Value, json};

use super::message_content::would_be_empty;
use super::state::World;
use crate::api_error::ApiError;
use crate::forms::form_errors::FieldPath;
use crate::forms::message_form::{FormContext, MessageForm};
use crate::model::attachments::Upload;
use crate::model::channels::ChannelKind;
use crate::model::ids::Id;
use crate::model::messages::{Mentions, Message, Visibility, flags};
use crate::model::outputs::Intent;

/// Time in which a nonce prevents a second message, in milliseconds.
const NONCE_WINDOW_MS: u64 = 5 * 60 * 1000;

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
    ///
    /// # Errors
    /// 50006 if the message would be empty.
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
            embeds: Vec::new(),
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
            has_thread: false,
            edits: 0,
        };
        self.apply_form(&mut message, form, files);
        message.notified.clone_from(&message.mentions.users);
        let of_channel = self.messages.entry(channel).or_default();
        of_channel.insert(id, message);
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
    ///
    /// # Errors
    /// 10008 if there is no such message, 50006 if it would become empty.
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
    ///
    /// # Errors
    /// 10008 if there is no such message.
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

    /// Returns a message that has not been deleted; `None` if there is none.
    #[must_use]
    pub fn find_message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.message(channel, id).ok()
    }

    /// Returns a message that has not been deleted.
    ///
    /// # Errors
    /// 10008 if there is none.
    pub(crate) fn message(&self, channel: Id, id: Id) -> Result<&Message, ApiError> {
        let message = self.messages.get(&channel).and_then(|all| all.get(&id));
        message
            .filter(|message| message.exists())
            .ok_or(ApiError::UNKNOWN_MESSAGE)
    }

    fn message_mut(&mut self, channel: Id, id: Id) -> Option<&mut Message> {
        self.messages.get_mut(&channel)?.get_mut(&id)
    }

    /// Returns a message, also a deleted one.
    pub(crate) fn any_message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.messages.get(&channel)?.get(&id)
    }

    /// Notes that a thread was started from a message.
    pub(crate) fn mark_thread_started(&mut self, channel: Id, id: Id) {
        if let Some(message) = self.message_mut(channel, id) {
            message.has_thread = true;
        }
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

    /// Returns the bot's recent message with this nonce.
    pub(crate) fn message_by_nonce(&self, channel: Id, nonce: &Value) -> Option<Id> {
        let oldest = self.now().saturating_sub(NONCE_WINDOW_MS);
        let all = self.messages.get(&channel)?.values().rev();
        all.take_while(|message| message.created_ms >= oldest)
            .find(|message| {
                message.author == self.bot.id
                    && message.exists()
                    && message.nonce.as_ref() == Some(nonce)
            })
            .map(|message| message.id)
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

    /// Iterates over the messages of a channel, oldest first, deleted ones included.
    pub(crate) fn messages(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages
            .get(&channel)
            .into_iter()
            .flat_map(BTreeMap::values)
    }

    /// Iterates over the messages of a channel that a person sees, oldest first. `None` stands for a
    /// person without ephemeral messages.
    pub fn messages_seen_by(
        &self,
        channel: Id,
        person: Option<Id>,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        let all = self.messages(channel);
        all.filter(move |message| message.is_seen_by(person))
    }

    /// Iterates over the public messages of a channel between two ids, oldest first.
    pub(crate) fn public_messages_between(
        &self,
        channel: Id,
        after: Option<Id>,
        before: Option<Id>,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        let is_empty = matches!((after, before), (Some(after), Some(before)) if after >= before);
        let bounds = (
            after.map_or(Bound::Unbounded, Bound::Excluded),
            before.map_or(Bound::Unbounded, Bound::Excluded),
        );
        let of_channel = self.messages.get(&channel).filter(|_| !is_empty);
        let between = of_channel
            .into_iter()
            .flat_map(move |all| all.range(bounds));
        let messages = between.map(|(_, message)| message);
        messages.filter(|message| message.is_seen_by(None))
    }

    /// Validates a message body and edits the message with it.
    ///
    /// # Errors
    /// As [`World::read_form`]; 10008 if there is no such message, 50006 if it would become empty.
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
    ///
    /// # Errors
    /// As [`MessageForm::read`].
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
