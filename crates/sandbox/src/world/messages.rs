//! Messages: the type, lookup, creation, edits and deletion.

use std::ops::Bound;

use serde_json::Value;

use super::attachment::Attachment;
use super::channels::ChannelKind;
use super::{Upload, World};
use crate::api_error::ApiError;
use crate::id::Id;
use crate::validation::Form;
use crate::validation::message::{FormContext, MessageForm};

/// How long a nonce prevents a second message, in milliseconds.
const NONCE_WINDOW_MS: u64 = 5 * 60 * 1000;

pub(crate) mod message_kinds {
    pub(crate) const DEFAULT: u8 = 0;
    pub(crate) const THREAD_CREATED: u8 = 18;
    pub(crate) const REPLY: u8 = 19;
    pub(crate) const COMMAND: u8 = 20;
}

pub(crate) mod flags {
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    /// A deferred response that has no content yet.
    pub(crate) const LOADING: u64 = 1 << 7;
    /// The message makes no sound. Only a new message can be silent.
    pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
}

/// A message. Deleted messages are kept while their channels exist, so that tests can simulate late clicks on them.
#[derive(Clone, Debug)]
pub struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) kind: u8,
    pub(crate) content: String,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) flags: u64,
    pub(crate) mentions: Mentions,
    pub(crate) created_ms: u64,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) nonce: Option<Value>,
    /// Discord's `interaction_metadata` for the interaction that the message responds to.
    pub(crate) interaction: Option<Value>,
    pub(crate) visibility: Visibility,
    pub(crate) reply_to: Option<Id>,
    pub(crate) edits: u64,
    pub(crate) stranger: Option<Stranger>,
}

/// An author who is neither the sandbox's bot nor one of its users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stranger {
    Bot,
    Webhook,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    Public,
    /// Visible only to the user whose interaction the message responds to.
    Ephemeral {
        viewer: Id,
    },
    /// Dismissed by its viewer, so not visible. The bot is not notified, and may still edit the message.
    Dismissed,
    /// Not visible. The bot's calls on the message fail with 10008.
    Deleted,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    pub(crate) users: Vec<Id>,
    pub(crate) everyone: bool,
}

impl Message {
    pub fn id(&self) -> Id {
        self.id
    }

    pub fn author(&self) -> Id {
        self.author
    }

    pub fn content(&self) -> &str {
        &self.content
    }

    /// Returns the components in the form stored by Discord: each with an id, and media with their URLs.
    pub fn components(&self) -> &[Value] {
        &self.components
    }

    pub fn flags(&self) -> u64 {
        self.flags
    }

    /// Returns the only person who can see the message; `None` unless it is ephemeral, not dismissed and not deleted.
    pub fn viewer(&self) -> Option<Id> {
        match self.visibility {
            Visibility::Ephemeral { viewer } => Some(viewer),
            _ => None,
        }
    }

    /// Returns the number of edits so far. The id and this number identify one state of the message.
    pub fn edits(&self) -> u64 {
        self.edits
    }

    pub(crate) fn is_v2(&self) -> bool {
        self.flags & flags::COMPONENTS_V2 != 0
    }

    pub(crate) fn is_public(&self) -> bool {
        self.visibility == Visibility::Public
    }

    fn exists(&self) -> bool {
        self.visibility != Visibility::Deleted
    }

    /// Returns true if `user` can see the message; without a user, if the message is public.
    pub(crate) fn is_seen_by(&self, user: Option<Id>) -> bool {
        self.is_public() || (user.is_some() && user == self.viewer())
    }
}

impl World {
    /// Returns a message; `None` if it was deleted or never existed.
    pub fn find_message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.message(channel, id).ok()
    }

    pub(crate) fn message(&self, channel: Id, id: Id) -> Result<&Message, ApiError> {
        let message = self
            .any_message(channel, id)
            .filter(|message| message.exists());
        message.ok_or(ApiError::UNKNOWN_MESSAGE)
    }

    pub(crate) fn any_message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.messages.get(&channel)?.get(&id)
    }

    /// Returns the bot's message with this nonce from the last five minutes.
    pub(crate) fn message_by_nonce(&self, channel: Id, nonce: &Value) -> Option<&Message> {
        let oldest = self.now().saturating_sub(NONCE_WINDOW_MS);
        let newest_first = self.messages(channel).rev();
        let mut recent = newest_first.take_while(|message| message.created_ms >= oldest);
        recent.find(|message| {
            message.author == self.bot.id
                && message.exists()
                && message.nonce.as_ref() == Some(nonce)
        })
    }

    /// Iterates over the messages of a channel, oldest first, including deleted ones.
    pub(crate) fn messages(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages_after(channel, None)
    }

    /// Iterates over the messages of a channel after an id, oldest first, including deleted ones.
    pub(crate) fn messages_after(
        &self,
        channel: Id,
        after: Option<Id>,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        let start = after.map_or(Bound::Unbounded, Bound::Excluded);
        let all = self.messages.get(&channel).into_iter();
        let following = all.flat_map(move |all| all.range((start, Bound::Unbounded)));
        following.map(|(_, message)| message)
    }

    /// Iterates over the messages in a channel that a person can see, oldest first; without a person, the public ones.
    pub fn messages_seen_by(
        &self,
        channel: Id,
        person: Option<Id>,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        let all = self.messages(channel);
        all.filter(move |message| message.is_seen_by(person))
    }

    /// Returns an empty public message, for `create_message`.
    pub(crate) fn new_message(&mut self, channel: Id, author: Id) -> Message {
        Message {
            id: self.new_id(),
            channel,
            author,
            kind: message_kinds::DEFAULT,
            content: String::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: 0,
            mentions: Mentions::default(),
            created_ms: self.now(),
            edited_ms: None,
            nonce: None,
            interaction: None,
            visibility: Visibility::Public,
            reply_to: None,
            edits: 0,
            stranger: None,
        }
    }

    pub(crate) fn create_message(
        &mut self,
        mut message: Message,
        mut form: MessageForm,
        files: &[Upload],
    ) -> Result<Id, ApiError> {
        if would_be_empty(None, &form, files) && message.flags & flags::LOADING == 0 {
            return Err(ApiError::EMPTY_MESSAGE);
        }
        message.nonce = form.nonce.take();
        self.apply_form(&mut message, form, files);
        Ok(self.insert_new(message))
    }

    /// Adds a copy of a message with a stranger as its author. The components keep their ids.
    pub fn copy_message(
        &mut self,
        channel: Id,
        original: Id,
        stranger: Stranger,
    ) -> Result<Id, ApiError> {
        let author = self.new_id();
        let blank = self.new_message(channel, author);
        let original = self.message(channel, original)?.clone();
        Ok(self.insert_new(Message {
            kind: original.kind,
            content: original.content,
            components: original.components,
            attachments: original.attachments,
            flags: original.flags,
            mentions: original.mentions,
            visibility: original.visibility,
            reply_to: original.reply_to,
            stranger: Some(stranger),
            ..blank
        }))
    }

    fn insert_new(&mut self, message: Message) -> Id {
        let (id, channel) = (message.id, message.channel);
        self.messages
            .entry(channel)
            .or_default()
            .insert(id, message);
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.last_message = Some(id);
            if let ChannelKind::Thread(thread) = &mut channel.kind {
                thread.message_count += 1;
            }
        }
        self.notify_change(Some(channel));
        id
    }

    pub(crate) fn update_message(
        &mut self,
        channel: Id,
        id: Id,
        body: &Value,
        files: &[Upload],
        form: Form,
    ) -> Result<(), ApiError> {
        let before = self.message(channel, id)?;
        let form = self.read_form(form, body, files, Some(before))?;
        if would_be_empty(Some(before), &form, files) {
            return Err(ApiError::EMPTY_MESSAGE);
        }
        let of_channel = self.messages.get_mut(&channel);
        let taken = of_channel.and_then(|all| all.remove(&id));
        let mut message = taken.ok_or(ApiError::UNKNOWN_MESSAGE)?;
        message.flags &= !flags::LOADING;
        self.apply_form(&mut message, form, files);
        message.edited_ms = Some(self.now());
        message.edits += 1;
        self.messages
            .entry(channel)
            .or_default()
            .insert(id, message);
        self.notify_change(Some(channel));
        Ok(())
    }

    pub(crate) fn read_form(
        &self,
        form: Form,
        body: &Value,
        files: &[Upload],
        existing: Option<&Message>,
    ) -> Result<MessageForm, ApiError> {
        let context = FormContext {
            files,
            existing,
            emojis: &self.emojis,
        };
        MessageForm::read(form, body, context)
    }

    pub fn delete_message(&mut self, channel: Id, id: Id) -> Result<(), ApiError> {
        self.message(channel, id)?;
        self.set_visibility(channel, id, Visibility::Deleted);
        self.notify_change(Some(channel));
        Ok(())
    }

    pub(crate) fn set_visibility(&mut self, channel: Id, id: Id, visibility: Visibility) {
        let of_channel = self.messages.get_mut(&channel);
        if let Some(message) = of_channel.and_then(|all| all.get_mut(&id)) {
            message.visibility = visibility;
        }
    }
}

fn would_be_empty(before: Option<&Message>, form: &MessageForm, files: &[Upload]) -> bool {
    let was_empty = |field: fn(&Message) -> bool| before.is_none_or(field);
    let content = form.content.as_ref().map(String::is_empty);
    let components = form.components.as_ref().map(Vec::is_empty);
    content.unwrap_or_else(|| was_empty(|message| message.content.is_empty()))
        && components.unwrap_or_else(|| was_empty(|message| message.components.is_empty()))
        && files.is_empty()
        && before.is_none_or(|message| !message.attachments.iter().any(|one| form.keeps(one.id)))
}
