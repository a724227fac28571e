//! The body of a request that creates or edits a message: validation and typed form.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::api_error::ApiError;
use crate::forms::components;
use crate::forms::embeds;
use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::forms::mentions::AllowedMentions;
use crate::forms::twilight_check::{self, MessageContent};
use crate::model::attachments::{Attachment, MAX_FILE_BYTES, Upload};
use crate::model::emojis::Emoji;
use crate::model::ids::{Id, read_id};
use crate::model::messages::{Message, flags};

/// Largest length of a message's content, in characters.
const MAX_CONTENT_CHARS: usize = 2000;
/// Largest number of files of a message.
const MAX_FILES: usize = 10;

/// The context in which a message body is validated.
pub(crate) struct FormContext<'a> {
    /// The path of the message in the request's body.
    pub(crate) path: FieldPath,
    /// The files uploaded with the request.
    pub(crate) files: &'a [Upload],
    /// The message to be edited; `None` for a new one.
    pub(crate) existing: Option<&'a Message>,
    /// The application's emojis.
    pub(crate) emojis: &'a BTreeMap<Id, Emoji>,
}

impl FormContext<'_> {
    /// Returns true if the existing message consists of components only.
    pub(crate) fn is_v2(&self) -> bool {
        self.existing.is_some_and(Message::is_v2)
    }

    /// Returns the attachments of the existing message.
    fn attachments(&self) -> &[Attachment] {
        self.existing.map_or(&[], |message| &message.attachments)
    }
}

/// A validated message body. An edit leaves fields that are `None` unchanged.
#[derive(Clone, Debug)]
pub(crate) struct MessageForm {
    pub(crate) content: Option<String>,
    pub(crate) embeds: Option<Vec<Value>>,
    pub(crate) components: Option<Vec<Value>>,
    pub(crate) flags: Option<u64>,
    pub(crate) allowed_mentions: AllowedMentions,
    pub(crate) attachments: Option<Vec<AttachmentReference>>,
    pub(crate) nonce: Option<Value>,
    pub(crate) enforce_nonce: bool,
    pub(crate) reply_to: Option<Id>,
}

/// An entry of `attachments`.
#[derive(Clone, Debug)]
pub(crate) enum AttachmentReference {
    /// An attachment of the existing message that stays.
    Kept(Id),
    /// Metadata of the uploaded file `files[n]`, with `index` as its n.
    New {
        index: u64,
        name: Option<String>,
        description: Option<String>,
    },
}

impl MessageForm {
    /// Validates and reads a body.
    ///
    /// # Errors
    /// 50035 with every invalid field; 40005 for files that are too large.
    pub(crate) fn read(body: &Value, context: &FormContext<'_>) -> Result<Self, ApiError> {
        if context
            .files
            .iter()
            .any(|file| file.bytes.len() > MAX_FILE_BYTES)
        {
            return Err(ApiError::TOO_LARGE);
        }
        let mut errors = FormErrors::default();
        let form = read_fields(body, context, &mut errors);
        errors.into_result()?;
        let content = MessageContent {
            content: form.content.as_deref().unwrap_or_default(),
            components: form.components.as_deref(),
            is_v2: form.is_v2(context.is_v2()),
            flags: form.flags,
            files: context.files,
        };
        twilight_check::check_message(&content, &context.path)?;
        Ok(form)
    }

    /// Returns true if the message consists of components only once this body is applied.
    pub(crate) fn is_v2(&self, before: bool) -> bool {
        before
            || self
                .flags
                .is_some_and(|bits| bits & flags::COMPONENTS_V2 != 0)
    }
}

fn read_fields(body: &Value, context: &FormContext<'_>, errors: &mut FormErrors) -> MessageForm {
    let path = &context.path;
    let read_flags = errors.read_integer(path, body, "flags");
    let read_flags = read_flags.and_then(|bits| u64::try_from(bits).ok());
    let form = MessageForm {
        content: read_content(body, path, errors),
        embeds: read_objects(body, "embeds", path, errors),
        components: read_objects(body, "components", path, errors),
        flags: read_flags,
        allowed_mentions: AllowedMentions::read(body, path, errors),
        attachments: read_attachments(body, context, errors),
        nonce: read_nonce(body, path, errors),
        enforce_nonce: errors.read_bool(path, body, "enforce_nonce"),
        reply_to: body
            .get("message_reference")
            .and_then(|reference| read_id(reference.get("message_id")?)),
    };
    check_flags(&form, context, errors);
    check_components(&form, context, errors);
    if let Some(embeds) = &form.embeds {
        embeds::check(embeds, &path.key("embeds"), errors);
    }
    form
}

fn read_content(body: &Value, path: &FieldPath, errors: &mut FormErrors) -> Option<String> {
    let content = body.get("content")?;
    if content.is_null() {
        return Some(String::new());
    }
    let content = errors.read_text(path, body, "content")?;
    errors.check_max_length(&path.key("content"), char_count(content), MAX_CONTENT_CHARS);
    Some(content.trim().to_owned())
}

fn read_objects(
    body: &Value,
    key: &'static str,
    path: &FieldPath,
    errors: &mut FormErrors,
) -> Option<Vec<Value>> {
    if body.get(key)?.is_null() {
        return Some(Vec::new());
    }
    let list = errors.read_list(path, body, key)?;
    for (index, entry) in list.iter().enumerate() {
        if !entry.is_object() {
            errors.add(
                &path.key(key).index(index),
                "MODEL_TYPE_CONVERT",
                "Only dictionaries may be used in a ModelType",
            );
        }
    }
    Some(list.to_vec())
}

fn read_nonce(body: &Value, path: &FieldPath, errors: &mut FormErrors) -> Option<Value> {
    let nonce = body.get("nonce").filter(|nonce| !nonce.is_null())?;
    let path = path.key("nonce");
    match nonce {
        Value::String(text) => errors.check_max_length(&path, char_count(text), 25),
        Value::Number(_) => {}
        _ => errors.add(&path, "NONCE_TYPE_CONVERT", "Value is not a nonce."),
    }
    Some(nonce.clone())
}

fn read_attachments(
    body: &Value,
    context: &FormContext<'_>,
    errors: &mut FormErrors,
) -> Option<Vec<AttachmentReference>> {
    let path = &context.path;
    let given = body.get("attachments")?;
    let list = match given {
        Value::Null => &[],
        _ => errors.read_list(path, body, "attachments")?,
    };
    let path = path.key("attachments");
    errors.check_max_length(&path, list.len().max(context.files.len()), MAX_FILES);
    let mut references = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        let path = path.index(index);
        references.extend(read_attachment(entry, context, &path, errors));
    }
    Some(references)
}

fn read_attachment(
    entry: &Value,
    context: &FormContext<'_>,
    path: &FieldPath,
    errors: &mut FormErrors,
) -> Option<AttachmentReference> {
    let id = match entry.get("id") {
        Some(Value::String(text)) => text.parse::<u64>().ok(),
        Some(number) => number.as_u64(),
        None => None,
    };
    let Some(id) = id else {
        errors.add_missing(&path.key("id"));
        return None;
    };
    let description = errors.read_text(path, entry, "description");
    if let Some(description) = description {
        errors.check_max_length(&path.key("description"), char_count(description), 1024);
    }
    if context.files.iter().any(|file| file.index == id) {
        return Some(AttachmentReference::New {
            index: id,
            name: errors.read_text(path, entry, "filename").map(str::to_owned),
            description: description.map(str::to_owned),
        });
    }
    let mut kept = context.attachments().iter().map(|attachment| attachment.id);
    let kept = kept.find(|kept| kept.to_string() == id.to_string());
    if kept.is_none() {
        errors.add(
            &path.key("id"),
            "ATTACHMENT_NOT_FOUND",
            "The attachment is neither uploaded nor on the message.",
        );
    }
    kept.map(AttachmentReference::Kept)
}

fn check_flags(form: &MessageForm, context: &FormContext<'_>, errors: &mut FormErrors) {
    let takes_away = form
        .flags
        .is_some_and(|bits| context.is_v2() && bits & flags::COMPONENTS_V2 == 0);
    if takes_away {
        errors.add(
            &context.path.key("flags"),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The IS_COMPONENTS_V2 flag cannot be removed from a message.",
        );
    }
}

fn check_components(form: &MessageForm, context: &FormContext<'_>, errors: &mut FormErrors) {
    let path = &context.path;
    let is_v2 = form.is_v2(context.is_v2());
    let content = form.content.as_ref().map(String::is_empty);
    let embeds = form.embeds.as_ref().map(Vec::is_empty);
    let before = context.existing;
    let legacy = [
        (
            "content",
            !content.unwrap_or(before.is_none_or(|message| message.content.is_empty())),
        ),
        (
            "embeds",
            !embeds.unwrap_or(before.is_none_or(|message| message.embeds.is_empty())),
        ),
    ];
    for (field, _) in legacy.into_iter().filter(|(_, used)| is_v2 && *used) {
        errors.add(
            &path.key(field),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            format!("The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"),
        );
    }
    if let Some(list) = &form.components {
        let files = file_names(form, context);
        let known = components::KnownReferences {
            emojis: context.emojis,
            files: &files,
        };
        components::check(list, is_v2, known, &path.key("components"), errors);
    }
}

/// Returns the names of the files that the message will have.
fn file_names(form: &MessageForm, context: &FormContext<'_>) -> Vec<String> {
    let new = context.files.iter().map(|file| file.name.clone());
    let kept = context.attachments().iter()
        .filter(|attachment| match &form.attachments {
            None => true,
            Some(references) => references.iter().any(
                |reference| matches!(reference, AttachmentReference::Kept(id) if *id == attachment.id),
            ),
        })
        .map(|attachment| attachment.name.clone());
    new.chain(kept).collect()
}
