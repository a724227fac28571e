//! Applies the body of a request to a message: text, flags, components, files and mentions.

use super::attachment::{Attachment, StoredFile, Upload};
use super::messages::{Message, flags};
use super::{Permissions, World, components};
use crate::id::Id;
use crate::validation::component::kinds;
use crate::validation::message::{AttachmentReference, MessageForm};

impl World {
    /// Returns an uploaded file: an attachment or the image of an emoji.
    pub(crate) fn file(&self, id: Id) -> Option<&StoredFile> {
        self.files.get(&id)
    }

    pub(super) fn apply_form(
        &mut self,
        message: &mut Message,
        mut form: MessageForm,
        files: &[Upload],
    ) {
        let kept = flags::COMPONENTS_V2 | flags::SUPPRESS_NOTIFICATIONS;
        message.flags |= form.flags.unwrap_or_default() & kept;
        if let Some(content) = form.content.take() {
            message.content = content;
        }
        message
            .attachments
            .retain(|attachment| form.keeps(attachment.id));
        for file in files {
            let attachment = self.store_file(message, file, &form);
            message.attachments.push(attachment);
        }
        if let Some(list) = form.components.take() {
            message.components = components::to_stored(list, &message.attachments);
        }
        message.mentions = form.allowed_mentions.mentions_in(&text_of(message));
        let may_mention_everyone = self.channel(message.channel).is_some_and(|channel| {
            let permissions = self.bot_permissions(channel);
            permissions.allow(Permissions::MENTION_EVERYONE)
        });
        message.mentions.everyone &= may_mention_everyone;
    }

    fn store_file(&mut self, message: &Message, file: &Upload, form: &MessageForm) -> Attachment {
        let id = self.new_id();
        let mut references = form.attachments.iter().flatten();
        let renamed = references.find_map(|reference| match reference {
            AttachmentReference::New { index, name } if *index == file.index => name.clone(),
            _ => None,
        });
        let name = renamed.unwrap_or_else(|| file.name.clone());
        let stored = StoredFile {
            content_type: file.content_type.clone(),
            bytes: file.bytes.clone(),
        };
        self.files.insert(id, stored);
        let (base, channel) = (&self.config.base_url, message.channel);
        Attachment {
            id,
            url: format!("{base}/cdn/attachments/{channel}/{id}/{name}"),
            name,
            content_type: file.content_type.clone(),
            size: file.bytes.len(),
            dimensions: png_dimensions(&file.bytes),
            is_ephemeral: message.flags & flags::EPHEMERAL != 0,
        }
    }
}

fn text_of(message: &Message) -> String {
    let mut text = message.content.clone();
    components::for_each(&message.components, &mut |component| {
        if component["type"] == kinds::TEXT {
            text.push('\n');
            text.push_str(component["content"].as_str().unwrap_or_default());
        }
    });
    text
}

fn png_dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| -> Option<u32> {
        let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(four))
    };
    let is_png = bytes.starts_with(b"\x89PNG\r\n\x1a\n");
    is_png.then(|| Some((number(16)?, number(20)?))).flatten()
}
