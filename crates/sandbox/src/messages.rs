//! Messages: made, changed, taken away, shown.

use serde_json::{Value, json};

use crate::attachments::{Attachment, StoredFile, Upload, png_dimensions};
use crate::clock::iso_8601;
use crate::components;
use crate::embeds;
use crate::guilds::partial_member;
use crate::ids::Id;
use crate::mentions::Mentions;
use crate::message_forms::{AttachmentReference, MessageForm, flags};
use crate::permissions::Permissions;
use crate::refusal::Refusal;
use crate::sessions::Intent;
use crate::world::World;

/// How long a nonce keeps a second message from being made, in milliseconds.
const NONCE_MS: u64 = 5 * 60 * 1000;

/// Discord's numbers for kinds of messages.
pub(crate) mod kinds {
    pub(crate) const DEFAULT: u8 = 0;
    pub(crate) const THREAD_CREATED: u8 = 18;
    pub(crate) const REPLY: u8 = 19;
    pub(crate) const COMMAND: u8 = 20;
}

/// A message; a deleted one stays, so that late clicks on it can be tried.
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
    pub(crate) created_ms: u64,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) nonce: Option<Value>,
    /// The interaction whose answer this is, as Discord tells of it.
    pub(crate) interaction: Option<Value>,
    pub(crate) visibility: Visibility,
    pub(crate) reply_to: Option<Id>,
    /// The thread begun from this message.
    pub(crate) has_thread: bool,
}

/// Who sees a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// Everybody in the channel.
    Public,
    /// One person alone.
    Ephemeral { viewer: Id },
    /// The person who saw it has dismissed it; the bot does not hear of that.
    Dismissed { viewer: Id },
    /// Nobody any more.
    Deleted,
}

impl Message {
    /// Whether the message is of components alone.
    pub(crate) fn is_v2(&self) -> bool {
        self.flags & flags::COMPONENTS_V2 != 0
    }

    /// Whether the message is there for the bot's token calls.
    pub(crate) fn exists(&self) -> bool {
        self.visibility != Visibility::Deleted
    }

    /// Whether `user` (or, without one, the public) sees the message.
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

    /// All text in which a mention counts.
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

/// What a new message is made of, besides its body.
#[derive(Clone, Debug)]
pub(crate) struct NewMessage {
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) kind: u8,
    /// The flags that stand besides those the body may set.
    pub(crate) flags: u64,
    pub(crate) interaction: Option<Value>,
    pub(crate) visibility: Visibility,
    pub(crate) reply_to: Option<Id>,
}

impl World {
    /// Makes a message and tells the bot.
    ///
    /// # Errors
    /// 50006 if nothing would be in it.
    pub(crate) fn create_message(
        &mut self,
        new: NewMessage,
        form: &MessageForm,
        files: &[Upload],
    ) -> Result<Id, Refusal> {
        let id = self.mint();
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
            created_ms: self.now(),
            edited_ms: None,
            nonce: form.nonce.clone(),
            interaction: new.interaction,
            visibility: new.visibility,
            reply_to: new.reply_to,
            has_thread: false,
        };
        self.apply(&mut message, form, files);
        if message.is_empty() && message.flags & flags::LOADING == 0 {
            return Err(Refusal::EMPTY_MESSAGE);
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
        if let crate::channels::Place::Thread(thread) = &mut channel.place {
            thread.message_count += 1;
        }
    }

    /// Changes a message as a body says and tells the bot.
    ///
    /// # Errors
    /// 10008 if it is not there, 50006 if nothing would be left in it.
    pub(crate) fn edit_message(
        &mut self,
        channel: Id,
        id: Id,
        form: &MessageForm,
        files: &[Upload],
    ) -> Result<(), Refusal> {
        let mut message = self.message(channel, id)?.clone();
        message.flags &= !flags::LOADING;
        self.apply(&mut message, form, files);
        if message.is_empty() {
            return Err(Refusal::EMPTY_MESSAGE);
        }
        message.edited_ms = Some(self.now());
        self.messages
            .entry(channel)
            .or_default()
            .insert(id, message);
        self.announce_message("MESSAGE_UPDATE", channel, id);
        Ok(())
    }

    /// Takes a message away and tells the bot.
    ///
    /// # Errors
    /// 10008 if it is not there.
    pub(crate) fn delete_message(&mut self, channel: Id, id: Id) -> Result<(), Refusal> {
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
        self.touch(Some(channel));
        Ok(())
    }

    /// A message that has not been deleted.
    ///
    /// # Errors
    /// 10008 if there is none.
    pub(crate) fn message(&self, channel: Id, id: Id) -> Result<&Message, Refusal> {
        let message = self.messages.get(&channel).and_then(|all| all.get(&id));
        message
            .filter(|message| message.exists())
            .ok_or(Refusal::UNKNOWN_MESSAGE)
    }

    /// A message, deleted or not, to change.
    pub(crate) fn message_mut(&mut self, channel: Id, id: Id) -> Option<&mut Message> {
        self.messages.get_mut(&channel)?.get_mut(&id)
    }

    /// The message that a nonce has made before.
    pub(crate) fn message_of_nonce(&self, channel: Id, nonce: &Value) -> Option<Id> {
        let oldest = self.now().saturating_sub(NONCE_MS);
        let all = self.messages.get(&channel)?.values().rev();
        all.take_while(|message| message.created_ms >= oldest)
            .find(|message| {
                message.author == self.bot.id
                    && message.exists()
                    && message.nonce.as_ref() == Some(nonce)
            })
            .map(|message| message.id)
    }

    fn apply(&mut self, message: &mut Message, form: &MessageForm, files: &[Upload]) {
        let changeable =
            flags::SUPPRESS_EMBEDS | flags::SUPPRESS_NOTIFICATIONS | flags::COMPONENTS_V2;
        if let Some(bits) = form.flags {
            message.flags = (message.flags & !changeable) | (bits & changeable);
        }
        if let Some(content) = &form.content {
            message.content.clone_from(content);
        }
        if let Some(embeds) = &form.embeds {
            message.embeds = embeds.iter().map(embeds::completed).collect();
        }
        self.apply_attachments(message, form, files);
        if let Some(list) = &form.components {
            message.components = components::stored(list, &message.attachments);
        }
        message.mentions = form.allowed_mentions.of(&message.text());
        let may_call_everyone = self.channels.get(&message.channel).is_some_and(|channel| {
            self.bot_permissions(channel)
                .allow(Permissions::MENTION_EVERYONE)
        });
        message.mentions.everyone &= may_call_everyone;
        self.mention_replied(message, form);
    }

    fn mention_replied(&self, message: &mut Message, form: &MessageForm) {
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
            let attachment = self.store(message, file, form);
            message.attachments.push(attachment);
        }
    }

    fn store(&mut self, message: &Message, file: &Upload, form: &MessageForm) -> Attachment {
        let id = self.mint();
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
        self.touch(Some(channel));
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

    /// Discord's message object.
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

/// The intent that messages of a server, or direct ones, need.
fn message_intent(guild: Option<Id>) -> Intent {
    match guild {
        Some(_) => Intent::GuildMessages,
        None => Intent::DirectMessages,
    }
}
