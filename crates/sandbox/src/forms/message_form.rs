//! The body of a request that creates or edits a message: validation and typed form.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::api_error::ApiError;
use crate::forms::components;
use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::forms::mentions::AllowedMentions;
use crate::model::attachments::{Attachment, MAX_FILE_BYTES, Upload};
use crate::model::emojis::Emoji;
use crate::model::ids::Id;
use crate::model::messages::{Message, flags};

const MAX_CONTENT_CHARS: usize = 2000;
const MAX_FILES: usize = 10;
/// The fields of a body that the sandbox has.
const FIELDS: [&str; 7] = [
    "content",
    "components",
    "flags",
    "allowed_mentions",
    "attachments",
    "nonce",
    "enforce_nonce",
];

pub(crate) struct FormContext<'a> {
    /// The path of the message in the request's body.
    pub(crate) path: FieldPath,
    pub(crate) files: &'a [Upload],
    /// The message to be edited; `None` for a new one.
    pub(crate) existing: Option<&'a Message>,
    pub(crate) emojis: &'a BTreeMap<Id, Emoji>,
}

impl FormContext<'_> {
    fn is_v2(&self) -> bool {
        self.existing.is_some_and(Message::is_v2)
    }

    fn attachments(&self) -> &[Attachment] {
        self.existing.map_or(&[], |message| &message.attachments)
    }
}

/// A validated message body. An edit leaves fields that are `None` unchanged.
#[derive(Clone, Debug)]
pub(crate) struct MessageForm {
    pub(crate) content: Option<String>,
    pub(crate) components: Option<Vec<Value>>,
    pub(crate) flags: Option<u64>,
    pub(crate) allowed_mentions: AllowedMentions,
    pub(crate) attachments: Option<Vec<AttachmentReference>>,
    pub(crate) nonce: Option<Value>,
    pub(crate) enforce_nonce: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum AttachmentReference {
    /// An attachment of the existing message that stays.
    Kept(Id),
    /// Metadata of the uploaded file `files[n]`, with `index` as its n.
    New { index: u64, name: Option<String> },
}

impl MessageForm {
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
        errors.into_result().map(|()| form)
    }

    /// Returns true if the message consists of components only once this body is applied.
    fn is_v2(&self, before: bool) -> bool {
        before
            || self
                .flags
                .is_some_and(|bits| bits & flags::COMPONENTS_V2 != 0)
    }
}

fn read_fields(body: &Value, context: &FormContext<'_>, errors: &mut FormErrors) -> MessageForm {
    let path = &context.path;
    errors.check_fields(path, body, &FIELDS);
    let read_flags = errors.read_integer(path, body, "flags");
    let read_flags = read_flags.and_then(|bits| u64::try_from(bits).ok());
    let form = MessageForm {
        content: read_content(body, path, errors),
        components: read_components(body, path, errors),
        flags: read_flags,
        allowed_mentions: AllowedMentions::read(body, path, errors),
        attachments: read_attachments(body, context, errors),
        nonce: read_nonce(body, path, errors),
        enforce_nonce: errors.read_bool(path, body, "enforce_nonce"),
    };
    check_flags(&form, context, errors);
    check_components(&form, context, errors);
    check_file_names(context, errors);
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

fn read_components(body: &Value, path: &FieldPath, errors: &mut FormErrors) -> Option<Vec<Value>> {
    if body.get("components")?.is_null() {
        return Some(Vec::new());
    }
    let list = errors.read_list(path, body, "components")?;
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
    errors.check_fields(path, entry, &["id", "filename"]);
    if context.files.iter().any(|file| file.index == id) {
        return Some(AttachmentReference::New {
            index: id,
            name: errors.read_text(path, entry, "filename").map(str::to_owned),
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

/// Discord changes all other characters of a name, after which no component can refer to it.
fn check_file_names(context: &FormContext<'_>, errors: &mut FormErrors) {
    let fits = |one: char| one.is_ascii_alphanumeric() || matches!(one, '.' | '-' | '_');
    if !context.files.iter().all(|file| file.name.chars().all(fits)) {
        errors.add(
            &context.path.key("attachments"),
            "SANDBOX_UNSUPPORTED",
            "Names of files have letters, digits, points, hyphens and underscores.",
        );
    }
}

fn check_flags(form: &MessageForm, context: &FormContext<'_>, errors: &mut FormErrors) {
    let known = flags::EPHEMERAL | flags::COMPONENTS_V2;
    if form.flags.is_some_and(|bits| bits & !known != 0) {
        errors.add(
            &context.path.key("flags"),
            "SANDBOX_UNSUPPORTED",
            "Only EPHEMERAL and IS_COMPONENTS_V2 can be set.",
        );
    }
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
    let has_content = match &form.content {
        Some(content) => !content.is_empty(),
        None => context
            .existing
            .is_some_and(|message| !message.content.is_empty()),
    };
    if is_v2 && has_content {
        errors.add(
            &path.key("content"),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
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
