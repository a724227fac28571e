//! Messages: creation, edits, deletion, and their JSON.

use serde_json::{Value, json};

use crate::api_error::ApiError;
use crate::attachments::{Attachment, StoredFile, Upload, png_dimensions};
use crate::clock::iso_8601;
use crate::components;
use crate::embeds;
use crate::guilds::partial_member;
use crate::ids::Id;
use crate::mentions::Mentions;
use crate::message_form::{AttachmentReference, MessageForm, flags};
use crate::permissions::Permissions;
use crate::sessions::Intent;
use crate::world::World;

/// Time in which a nonce prevents a second message, in milliseconds.
const NONCE_WINDOW_MS: u64 = 5 * 60 * 1000;

/// Discord's message types.
pub(crate) mod kinds {
    pub(crate) const DEFAULT: u8 = 0;
    pub(crate) const THREAD_CREATED: u8 = 18;
    pub(crate) const REPLY: u8 = 19;
    pub(crate) const COMMAND: u8 = 20;
}

/// A message. Deleted messages are kept, so that tests can click on them late.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) kind: u8,
    pub(crate) content: String,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) flags: u64,
    pub(crate) mentions: Mentions,
    /// The users that the message notified when it was created; an edit notifies nobody.
    pub(crate) notified: Vec<Id>,
    pub(crate) created_ms: u64,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) nonce: Option<Value>,
    /// Discord's `interaction_metadata` of the interaction that it responds to.
    pub(crate) interaction: Option<Value>,
    pub(crate) visibility: Visibility,
    pub(crate) reply_to: Option<Id>,
    /// True once a thread was started from this message.
    pub(crate) has_thread: bool,
}

/// The users who see a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// Everybody who sees the channel.
    Public,
    /// Only the user whose interaction it responds to.
    Ephemeral { viewer: Id },
    /// Nobody: the viewer dismissed it. The bot is not told and may still edit it.
    Dismissed { viewer: Id },
    /// Nobody, and the bot's calls answer 10008.
    Deleted,
}

impl Message {
    /// Returns true if the message consists of components only.
    pub(crate) fn is_v2(&self) -> bool {
        self.flags & flags::COMPONENTS_V2 != 0
    }

    /// Returns true unless the message was deleted.
    pub(crate) fn exists(&self) -> bool {
        self.visibility != Visibility::Deleted
    }

    /// Returns true if `user` sees the message; `None` stands for everybody without ephemerals.
    pub(crate) fn is_seen_by(&self, user: Option<Id>) -> bool {
        match self.visibility {
            Visibility::Public => true,
            Visibility::Ephemeral { viewer } => user == Some(viewer),
            Visibility::Dismissed { .. } | Visibility::Deleted => false,
        }
    }

    fn is_empty(&self) -> bool {
        self.content.is_empty()
            && self.embeds.is_empty()
            && self.components.is_empty()
            && self.attachments.is_empty()
    }

    /// Returns all text in which mentions count.
    fn text(&self) -> String {
        let mut text = self.content.clone();
        components::for_each(&self.components, &mut |component| {
            if component["type"] == 10 {
                text.push('\n');
                text.push_str(component["content"].as_str().unwrap_or_default());
            }
        });
        text
    }
}

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
        form: &MessageForm,
        files: &[Upload],
    ) -> Result<Id, ApiError> {
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
            nonce: form.nonce.clone(),
            interaction: new.interaction,
            visibility: new.visibility,
            reply_to: new.reply_to,
            has_thread: false,
        };
        self.apply_form(&mut message, form, files);
        message.notified.clone_from(&message.mentions.users);
        if message.is_empty() && message.flags & flags::LOADING == 0 {
            return Err(ApiError::EMPTY_MESSAGE);
        }
        self.messages
            .entry(channel)
            .or_default()
            .insert(id, message);
        self.note_new_message(channel, id);
        self.announce_message("MESSAGE_CREATE", channel, id);
        Ok(id)
    }

    fn note_new_message(&mut self, channel: Id, message: Id) {
        let Some(channel) = self.channels.get_mut(&channel) else {
            return;
        };
        channel.last_message = Some(message);
        if let crate::channels::ChannelKind::Thread(thread) = &mut channel.kind {
            thread.message_count += 1;
        }
    }

    /// Edits a message and sends the bot MESSAGE_UPDATE if it is public.
    ///
    /// # Errors
    /// 10008 if there is no such message, 50006 if it would become empty.
    pub(crate) fn edit_message(
        &mut self,
        channel: Id,
        id: Id,
        form: &MessageForm,
        files: &[Upload],
    ) -> Result<(), ApiError> {
        let mut message = self.message(channel, id)?.clone();
        message.flags &= !flags::LOADING;
        self.apply_form(&mut message, form, files);
        if message.is_empty() {
            return Err(ApiError::EMPTY_MESSAGE);
        }
        message.edited_ms = Some(self.now());
        self.messages
            .entry(channel)
            .or_default()
            .insert(id, message);
        self.announce_message("MESSAGE_UPDATE", channel, id);
        Ok(())
    }

    /// Deletes a message and sends the bot MESSAGE_DELETE if it was public.
    ///
    /// # Errors
    /// 10008 if there is no such message.
    pub(crate) fn delete_message(&mut self, channel: Id, id: Id) -> Result<(), ApiError> {
        let is_public = self.message(channel, id)?.visibility == Visibility::Public;
        if let Some(message) = self.message_mut(channel, id) {
            message.visibility = Visibility::Deleted;
        }
        let guild = self
            .channels
            .get(&channel)
            .and_then(crate::channels::Channel::guild);
        if is_public {
            let event = json!({"id": id, "channel_id": channel, "guild_id": guild});
            self.dispatch("MESSAGE_DELETE", guild, message_intent(guild), event);
        }
        self.notify_change(Some(channel));
        Ok(())
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

    /// Returns a message for changes, also a deleted one.
    pub(crate) fn message_mut(&mut self, channel: Id, id: Id) -> Option<&mut Message> {
        self.messages.get_mut(&channel)?.get_mut(&id)
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

    fn apply_form(&mut self, message: &mut Message, form: &MessageForm, files: &[Upload]) {
        let changeable =
            flags::SUPPRESS_EMBEDS | flags::SUPPRESS_NOTIFICATIONS | flags::COMPONENTS_V2;
        if let Some(bits) = form.flags {
            message.flags = (message.flags & !changeable) | (bits & changeable);
        }
        if let Some(content) = &form.content {
            message.content.clone_from(content);
        }
        if let Some(embeds) = &form.embeds {
            message.embeds = embeds.iter().map(embeds::with_defaults).collect();
        }
        self.apply_attachments(message, form, files);
        if let Some(list) = &form.components {
            message.components = components::to_stored(list, &message.attachments);
        }
        message.mentions = form.allowed_mentions.mentions_in(&message.text());
        let may_mention_everyone = self.channels.get(&message.channel).is_some_and(|channel| {
            self.bot_permissions(channel)
                .allow(Permissions::MENTION_EVERYONE)
        });
        message.mentions.everyone &= may_mention_everyone;
        self.add_reply_mention(message, form);
    }

    fn add_reply_mention(&self, message: &mut Message, form: &MessageForm) {
        let replied = form
            .reply_to
            .and_then(|id| self.message(message.channel, id).ok());
        if let Some(replied) = replied
            && form.allowed_mentions.replied_user
            && !message.mentions.users.contains(&replied.author)
        {
            message.mentions.users.push(replied.author);
        }
    }

    fn apply_attachments(&mut self, message: &mut Message, form: &MessageForm, files: &[Upload]) {
        if let Some(references) = &form.attachments {
            message.attachments.retain(|attachment| {
                references
                    .iter()
                    .any(|one| matches!(one, AttachmentReference::Kept(id) if *id == attachment.id))
            });
        }
        for file in files {
            let attachment = self.store_file(message, file, form);
            message.attachments.push(attachment);
        }
    }

    fn store_file(&mut self, message: &Message, file: &Upload, form: &MessageForm) -> Attachment {
        let id = self.new_id();
        let references = form.attachments.iter().flatten();
        let (name, description) = references
            .filter_map(|reference| match reference {
                AttachmentReference::New {
                    index,
                    name,
                    description,
                } if *index == file.index => Some((name.clone(), description.clone())),
                _ => None,
            })
            .next()
            .unwrap_or_default();
        let name = name.unwrap_or_else(|| file.name.clone());
        let stored = StoredFile {
            content_type: file.content_type.clone(),
            bytes: file.bytes.clone(),
        };
        self.files.insert(id, stored);
        let channel = message.channel;
        Attachment {
            id,
            url: format!("{}/cdn/attachments/{channel}/{id}/{name}", self.base_url),
            name,
            description,
            content_type: file.content_type.clone(),
            size: file.bytes.len(),
            dimensions: png_dimensions(&file.bytes),
            is_ephemeral: message.flags & flags::EPHEMERAL != 0,
        }
    }

    fn announce_message(&mut self, event: &'static str, channel: Id, id: Id) {
        self.notify_change(Some(channel));
        let Ok(message) = self.message(channel, id) else {
            return;
        };
        if message.visibility != Visibility::Public {
            return;
        }
        let guild = self
            .channels
            .get(&channel)
            .and_then(crate::channels::Channel::guild);
        let mut json = self.message_json(message);
        if let Some(guild) = guild.and_then(|guild| self.guilds.get(&guild)) {
            json["guild_id"] = json!(guild.id);
            json["member"] = partial_member(guild);
        }
        self.dispatch(event, guild, message_intent(guild), json);
    }

    /// Returns Discord's message object.
    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let attachments: Value = message
            .attachments
            .iter()
            .map(Attachment::to_json)
            .collect();
        let mentions: Value = message
            .mentions
            .users
            .iter()
            .map(|id| self.user_json(*id))
            .collect();
        let mut json = json!({
            "id": message.id,
            "channel_id": message.channel,
            "type": message.kind,
            "author": self.user_json(message.author),
            "content": message.content,
            "embeds": message.embeds,
            "components": message.components,
            "attachments": attachments,
            "flags": message.flags,
            "mentions": mentions,
            "mention_roles": message.mentions.roles,
            "mention_everyone": message.mentions.everyone,
            "timestamp": iso_8601(message.created_ms),
            "edited_timestamp": message.edited_ms.map(iso_8601),
            "pinned": false,
            "tts": false,
        });
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(interaction) = &message.interaction {
            json["application_id"] = json!(self.bot.id);
            json["webhook_id"] = json!(self.bot.id);
            json["interaction_metadata"] = interaction.clone();
        }
        self.add_references(message, &mut json);
        json
    }

    fn add_references(&self, message: &Message, json: &mut Value) {
        let guild = self
            .channels
            .get(&message.channel)
            .and_then(crate::channels::Channel::guild);
        if let Some(reply_to) = message.reply_to {
            json["message_reference"] = json!({
                "type": 0,
                "message_id": reply_to,
                "channel_id": message.channel,
                "guild_id": guild,
            });
        }
        let thread = self
            .channels
            .get(&message.id)
            .filter(|_| message.has_thread);
        if let Some(thread) = thread {
            json["thread"] = thread.to_json(self.bot.id);
        }
    }
}

/// Returns the intent that events about messages need, in a server or in direct messages.
fn message_intent(guild: Option<Id>) -> Intent {
    match guild {
        Some(_) => Intent::GuildMessages,
        None => Intent::DirectMessages,
    }
}
