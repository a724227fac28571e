//! The body of a message as requests bring it, checked and typed.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::attachments::{Attachment, LARGEST_FILE, Upload};
use crate::components;
use crate::embeds;
use crate::forms::{FormErrors, Place, characters};
use crate::ids::Id;
use crate::judge;
use crate::mentions::{AllowedMentions, read_id};
use crate::messages::Message;
use crate::refusal::Refusal;

/// Message flags that matter here.
pub(crate) mod flags {
    /// Links show no previews.
    pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
    /// Only one user sees it.
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    /// It waits for its text.
    pub(crate) const LOADING: u64 = 1 << 7;
    /// It notifies nobody.
    pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    /// It consists of components alone.
    pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
}

/// Characters that a message's content may have.
const LONGEST_CONTENT: usize = 2000;
/// Files that a message may have.
const MOST_FILES: usize = 10;

/// What a message body is checked against.
pub(crate) struct FormContext<'a> {
    /// Where the message is in the request's body.
    pub(crate) place: Place,
    /// The files that came with the request.
    pub(crate) files: &'a [Upload],
    /// The message that is to be changed, if it is not a new one.
    pub(crate) existing: Option<&'a Message>,
    /// The emojis of the application.
    pub(crate) emojis: &'a BTreeSet<Id>,
}

impl FormContext<'_> {
    /// Whether the message has been of components alone before.
    pub(crate) fn is_v2(&self) -> bool {
        self.existing.is_some_and(Message::is_v2)
    }

    /// The files that the message has already.
    fn attachments(&self) -> &[Attachment] {
        self.existing.map_or(&[], |message| &message.attachments)
    }
}

/// A checked message body; `None` leaves as it is what an edit does not name.
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

/// An entry of a body's `attachments`.
#[derive(Clone, Debug)]
pub(crate) enum AttachmentReference {
    /// A file that the message keeps.
    Kept(Id),
    /// More about the file `files[n]` of the request.
    New {
        index: u64,
        name: Option<String>,
        description: Option<String>,
    },
}

impl MessageForm {
    /// Checks and reads a body.
    ///
    /// # Errors
    /// 50035 with every place that is wrong; 40005 for files too large.
    pub(crate) fn read(body: &Value, context: &FormContext<'_>) -> Result<Self, Refusal> {
        if context
            .files
            .iter()
            .any(|file| file.bytes.len() > LARGEST_FILE)
        {
            return Err(Refusal::TOO_LARGE);
        }
        let mut errors = FormErrors::default();
        let form = read_fields(body, context, &mut errors);
        errors.finish()?;
        judge::message(&form, context)?;
        Ok(form)
    }

    /// Whether the message is of components alone after this.
    pub(crate) fn is_v2(&self, before: bool) -> bool {
        before
            || self
                .flags
                .is_some_and(|bits| bits & flags::COMPONENTS_V2 != 0)
    }
}

fn read_fields(body: &Value, context: &FormContext<'_>, errors: &mut FormErrors) -> MessageForm {
    let place = &context.place;
    let read_flags = errors.integer(place, body, "flags");
    let read_flags = read_flags.and_then(|bits| u64::try_from(bits).ok());
    let form = MessageForm {
        content: read_content(body, place, errors),
        embeds: read_objects(body, "embeds", place, errors),
        components: read_objects(body, "components", place, errors),
        flags: read_flags,
        allowed_mentions: AllowedMentions::read(body, place, errors),
        attachments: read_attachments(body, context, errors),
        nonce: read_nonce(body, place, errors),
        enforce_nonce: errors.truth(place, body, "enforce_nonce"),
        reply_to: body
            .get("message_reference")
            .and_then(|reference| read_id(reference.get("message_id")?)),
    };
    check_flags(&form, context, errors);
    check_components(&form, context, errors);
    if let Some(embeds) = &form.embeds {
        embeds::check(embeds, &place.key("embeds"), errors);
    }
    form
}

fn read_content(body: &Value, place: &Place, errors: &mut FormErrors) -> Option<String> {
    let content = body.get("content")?;
    if content.is_null() {
        return Some(String::new());
    }
    let content = errors.text(place, body, "content")?;
    errors.at_most(&place.key("content"), characters(content), LONGEST_CONTENT);
    Some(content.trim().to_owned())
}

fn read_objects(
    body: &Value,
    key: &str,
    place: &Place,
    errors: &mut FormErrors,
) -> Option<Vec<Value>> {
    if body.get(key)?.is_null() {
        return Some(Vec::new());
    }
    let list = errors.list(place, body, key)?;
    for (index, entry) in list.iter().enumerate() {
        if !entry.is_object() {
            errors.add(
                &place.key(key).index(index),
                "MODEL_TYPE_CONVERT",
                "Only dictionaries may be used in a ModelType",
            );
        }
    }
    Some(list.to_vec())
}

fn read_nonce(body: &Value, place: &Place, errors: &mut FormErrors) -> Option<Value> {
    let nonce = body.get("nonce").filter(|nonce| !nonce.is_null())?;
    let place = place.key("nonce");
    match nonce {
        Value::String(text) => errors.at_most(&place, characters(text), 25),
        Value::Number(_) => {}
        _ => errors.add(&place, "NONCE_TYPE_CONVERT", "Value is not a nonce."),
    }
    Some(nonce.clone())
}

fn read_attachments(
    body: &Value,
    context: &FormContext<'_>,
    errors: &mut FormErrors,
) -> Option<Vec<AttachmentReference>> {
    let place = &context.place;
    let given = body.get("attachments")?;
    let list = match given {
        Value::Null => &[],
        _ => errors.list(place, body, "attachments")?,
    };
    let place = place.key("attachments");
    errors.at_most(&place, list.len().max(context.files.len()), MOST_FILES);
    let mut references = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        let place = place.index(index);
        references.extend(read_attachment(entry, context, &place, errors));
    }
    Some(references)
}

fn read_attachment(
    entry: &Value,
    context: &FormContext<'_>,
    place: &Place,
    errors: &mut FormErrors,
) -> Option<AttachmentReference> {
    let id = match entry.get("id") {
        Some(Value::String(text)) => text.parse::<u64>().ok(),
        Some(number) => number.as_u64(),
        None => None,
    };
    let Some(id) = id else {
        errors.required(&place.key("id"));
        return None;
    };
    let description = errors.text(place, entry, "description");
    if let Some(description) = description {
        errors.at_most(&place.key("description"), characters(description), 1024);
    }
    if context.files.iter().any(|file| file.index == id) {
        return Some(AttachmentReference::New {
            index: id,
            name: errors.text(place, entry, "filename").map(str::to_owned),
            description: description.map(str::to_owned),
        });
    }
    let mut kept = context.attachments().iter().map(|attachment| attachment.id);
    let kept = kept.find(|kept| kept.to_string() == id.to_string());
    if kept.is_none() {
        errors.add(
            &place.key("id"),
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
            &context.place.key("flags"),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The IS_COMPONENTS_V2 flag cannot be removed from a message.",
        );
    }
}

fn check_components(form: &MessageForm, context: &FormContext<'_>, errors: &mut FormErrors) {
    let place = &context.place;
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
            &place.key(field),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            format!("The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"),
        );
    }
    if let Some(list) = &form.components {
        let files = file_names(form, context);
        let known = components::Known {
            emojis: context.emojis,
            files: &files,
        };
        components::check(list, is_v2, known, &place.key("components"), errors);
    }
}

/// The names of the files that the message will have.
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
