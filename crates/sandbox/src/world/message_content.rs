//! Applies the body of a request to a message: text, components, files and mentions.

use super::state::World;
use crate::forms::components;
use crate::forms::message_form::{AttachmentReference, MessageForm};
use crate::model::attachments::{Attachment, StoredFile, Upload, png_dimensions};
use crate::model::ids::Id;
use crate::model::messages::{Message, flags};
use crate::model::permissions::Permissions;

impl World {
    /// Applies a validated body to a new or existing message.
    pub(super) fn apply_form(
        &mut self,
        message: &mut Message,
        mut form: MessageForm,
        files: &[Upload],
    ) {
        if let Some(bits) = form.flags {
            message.flags |= bits & flags::COMPONENTS_V2;
        }
        if let Some(content) = form.content.take() {
            message.content = content;
        }
        self.apply_attachments(message, &form, files);
        if let Some(list) = form.components.take() {
            message.components = components::to_stored(list, &message.attachments);
        }
        message.mentions = form.allowed_mentions.mentions_in(&text_of(message));
        let may_mention_everyone = self.channels.get(&message.channel).is_some_and(|channel| {
            self.bot_permissions(channel)
                .allow(Permissions::MENTION_EVERYONE)
        });
        message.mentions.everyone &= may_mention_everyone;
    }

    fn apply_attachments(&mut self, message: &mut Message, form: &MessageForm, files: &[Upload]) {
        message
            .attachments
            .retain(|attachment| keeps(form, attachment.id));
        for file in files {
            let attachment = self.store_file(message, file, form);
            message.attachments.push(attachment);
        }
    }

    fn store_file(&mut self, message: &Message, file: &Upload, form: &MessageForm) -> Attachment {
        let id = self.new_id();
        let references = form.attachments.iter().flatten();
        let renamed = references.filter_map(|reference| match reference {
            AttachmentReference::New { index, name } if *index == file.index => name.clone(),
            _ => None,
        });
        let name = { renamed }.next().unwrap_or_else(|| file.name.clone());
        let stored = StoredFile {
            content_type: file.content_type.clone(),
            bytes: file.bytes.clone(),
        };
        self.files.insert(id, stored);
        let channel = message.channel;
        Attachment {
            id,
            url: format!(
                "{}/cdn/attachments/{channel}/{id}/{name}",
                self.config.base_url
            ),
            name,
            content_type: file.content_type.clone(),
            size: file.bytes.len(),
            dimensions: png_dimensions(&file.bytes),
            is_ephemeral: message.flags & flags::EPHEMERAL != 0,
        }
    }
}

/// Returns true if a message, new or existing, has no content once this body is applied.
pub(super) fn would_be_empty(
    before: Option<&Message>,
    form: &MessageForm,
    files: &[Upload],
) -> bool {
    let was_empty = |field: fn(&Message) -> bool| before.is_none_or(field);
    let content = form.content.as_ref().map(String::is_empty);
    let components = form.components.as_ref().map(Vec::is_empty);
    content.unwrap_or_else(|| was_empty(|message| message.content.is_empty()))
        && components.unwrap_or_else(|| was_empty(|message| message.components.is_empty()))
        && files.is_empty()
        && before.is_none_or(|message| !message.attachments.iter().any(|one| keeps(form, one.id)))
}

fn keeps(form: &MessageForm, attachment: Id) -> bool {
    form.attachments.as_ref().is_none_or(|references| {
        let kept = |one: &AttachmentReference| matches!(one, AttachmentReference::Kept(id) if *id == attachment);
        references.iter().any(kept)
    })
}

/// Returns all text in which mentions count.
fn text_of(message: &Message) -> String {
    let mut text = message.content.clone();
    components::for_each(&message.components, &mut |component| {
        if component["type"] == 10 {
            text.push('\n');
            text.push_str(component["content"].as_str().unwrap_or_default());
        }
    });
    text
}
