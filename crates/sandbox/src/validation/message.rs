//! The body of a request that creates or edits a message: its validation and its typed form.

use std::collections::BTreeMap;

use serde_json::Value;

use super::component::{self, KnownReferences};
use super::{Field, Form, Kind, char_count, elements, optional, required};
use crate::api_error::ApiError;
use crate::id::{Id, read_id};
use crate::world::{Emoji, MAX_FILE_BYTES, Mentions, Message, Upload, flags};

const MAX_FILES: usize = 10;
const MESSAGE: &[Field] = &[
    optional("content", Kind::Text(0, 2000)),
    optional("components", Kind::List(0, usize::MAX, &Kind::Any)),
    optional("flags", Kind::Integer(0, i64::MAX)),
    optional("allowed_mentions", Kind::Object(ALLOWED_MENTIONS)),
    optional(
        "attachments",
        Kind::List(0, MAX_FILES, &Kind::Object(ATTACHMENT)),
    ),
    optional("nonce", Kind::Any),
    optional("enforce_nonce", Kind::Boolean),
];
const ALLOWED_MENTIONS: &[Field] = &[
    optional(
        "parse",
        Kind::List(0, 2, &Kind::Word(&["users", "everyone"])),
    ),
    optional("users", Kind::List(0, 100, &Kind::Id)),
];
const ATTACHMENT: &[Field] = &[
    required("id", Kind::Any),
    optional("filename", Kind::Text(1, 1024)),
];

#[derive(Clone, Copy)]
pub(crate) struct FormContext<'a> {
    pub(crate) files: &'a [Upload],
    /// The message to be edited; `None` for a new one.
    pub(crate) existing: Option<&'a Message>,
    pub(crate) emojis: &'a BTreeMap<Id, Emoji>,
}

/// A valid message body. An edit leaves fields that are `None` unchanged.
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
    /// An existing attachment that the edit keeps.
    Kept(Id),
    /// The metadata of the uploaded file `files[n]`, where `index` is n.
    New { index: u64, name: Option<String> },
}

impl MessageForm {
    /// Reads a body. Adds its errors at the current path of `form`.
    ///
    /// # Errors
    /// Returns 50035 with every invalid field, or 40005 for files that are too large.
    pub(crate) fn read(
        mut form: Form,
        body: &Value,
        context: FormContext<'_>,
    ) -> Result<Self, ApiError> {
        let mut files = context.files.iter();
        if files.any(|file| file.bytes.len() > MAX_FILE_BYTES) {
            return Err(ApiError::TOO_LARGE);
        }
        form.check_fields(body, MESSAGE);
        let list = |key: &str| Some(elements(body.get(key)?));
        let content = |content: &Value| content.as_str().unwrap_or_default().trim().to_owned();
        let message = Self {
            content: body.get("content").map(content),
            components: list("components").map(<[Value]>::to_vec),
            flags: body["flags"].as_u64(),
            allowed_mentions: AllowedMentions::read(&body["allowed_mentions"]),
            attachments: list("attachments").map(|list| read_attachments(list, context, &mut form)),
            nonce: body.get("nonce").filter(|nonce| !nonce.is_null()).cloned(),
            enforce_nonce: body["enforce_nonce"] == true,
        };
        message.check(context, &mut form);
        form.finish().map(|()| message)
    }

    /// Checks the rules that the table of fields cannot express.
    fn check(&self, context: FormContext<'_>, form: &mut Form) {
        match &self.nonce {
            Some(Value::String(text)) if char_count(text) > 25 => {
                form.add_at(
                    "nonce",
                    "BASE_TYPE_MAX_LENGTH",
                    "Must be 25 or fewer in length.",
                );
            }
            None | Some(Value::String(_) | Value::Number(_)) => {}
            Some(_) => form.add_at("nonce", "NONCE_TYPE_CONVERT", "Value is not a nonce."),
        }
        let mentions = &self.allowed_mentions;
        if mentions.all_users && !mentions.users.is_empty() {
            let message = "parse:[\"users\"] and users: [ids...] are mutually exclusive.";
            let code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE";
            form.add_at("allowed_mentions", code, message);
        }
        check_files(context.files, form);
        self.check_flags(context.existing, form);
        self.check_components(context, form);
    }

    fn check_flags(&self, existing: Option<&Message>, form: &mut Form) {
        let Some(bits) = self.flags else { return };
        let known = flags::EPHEMERAL | flags::COMPONENTS_V2 | flags::SUPPRESS_NOTIFICATIONS;
        if bits & !known != 0 {
            let message = "Only EPHEMERAL, SUPPRESS_NOTIFICATIONS and IS_COMPONENTS_V2 can be set.";
            form.add_at("flags", "SANDBOX_UNSUPPORTED", message);
        }
        if existing.is_some() && bits & flags::SUPPRESS_NOTIFICATIONS != 0 {
            let message = "An edit makes no sound: it cannot set SUPPRESS_NOTIFICATIONS.";
            form.add_at("flags", "SANDBOX_UNSUPPORTED", message);
        }
        if existing.is_some_and(Message::is_v2) && bits & flags::COMPONENTS_V2 == 0 {
            let message = "The IS_COMPONENTS_V2 flag cannot be removed from a message.";
            form.add_at("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message);
        }
    }

    fn check_components(&self, context: FormContext<'_>, form: &mut Form) {
        let is_v2 = context.existing.is_some_and(Message::is_v2)
            || self
                .flags
                .is_some_and(|bits| bits & flags::COMPONENTS_V2 != 0);
        let before = context.existing.map(Message::content);
        let content = self.content.as_deref().or(before).unwrap_or_default();
        if is_v2 && !content.is_empty() {
            let message =
                "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2";
            let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
            form.add_at("content", code, message);
        }
        if let Some(list) = &self.components {
            let known = KnownReferences {
                emojis: context.emojis,
                files: &self.file_names(context),
            };
            form.enter("components");
            component::check(list, is_v2, known, form);
            form.leave();
        }
    }

    fn file_names(&self, context: FormContext<'_>) -> Vec<String> {
        let before = context
            .existing
            .map_or(&[][..], |message| &message.attachments);
        let kept = before.iter().filter(|attachment| self.keeps(attachment.id));
        let new = context.files.iter().map(|file| file.name.clone());
        new.chain(kept.map(|attachment| attachment.name.clone()))
            .collect()
    }

    pub(crate) fn keeps(&self, attachment: Id) -> bool {
        self.attachments.as_ref().is_none_or(|references| {
            let kept = |one: &AttachmentReference| matches!(one, AttachmentReference::Kept(id) if *id == attachment);
            references.iter().any(kept)
        })
    }
}

fn read_attachments(
    list: &[Value],
    context: FormContext<'_>,
    form: &mut Form,
) -> Vec<AttachmentReference> {
    let mut references = Vec::new();
    form.enter("attachments");
    for (index, entry) in list.iter().enumerate() {
        let reference = find_attachment(entry, context);
        if reference.is_none() && !entry["id"].is_null() {
            form.enter(index);
            let message = "The attachment is neither uploaded nor on the message.";
            form.add_at("id", "ATTACHMENT_NOT_FOUND", message);
            form.leave();
        }
        references.extend(reference);
    }
    form.leave();
    references
}

fn find_attachment(entry: &Value, context: FormContext<'_>) -> Option<AttachmentReference> {
    let id = match &entry["id"] {
        Value::String(text) => text.parse::<u64>().ok()?,
        number => number.as_u64()?,
    };
    if context.files.iter().any(|file| file.index == id) {
        let name = entry["filename"].as_str().map(str::to_owned);
        return Some(AttachmentReference::New { index: id, name });
    }
    let mut existing = context.existing?.attachments.iter();
    let kept = existing.find(|attachment| attachment.id.get() == id)?;
    Some(AttachmentReference::Kept(kept.id))
}

fn check_files(files: &[Upload], form: &mut Form) {
    form.enter("attachments");
    form.check_length(files.len(), 0, MAX_FILES);
    // Discord replaces all other characters in file names, so components could no longer refer to the file.
    let fits = |one: char| one.is_ascii_alphanumeric() || matches!(one, '.' | '-' | '_');
    if !files.iter().all(|file| file.name.chars().all(fits)) {
        let message = "File names may contain only letters, digits, dots, hyphens and underscores.";
        form.add("SANDBOX_UNSUPPORTED", message);
    }
    form.leave();
}

/// The mentions that may notify users, according to a message's `allowed_mentions`. Without this field, all may.
#[derive(Clone, Debug)]
pub(crate) struct AllowedMentions {
    all_users: bool,
    everyone: bool,
    users: Vec<Id>,
}

impl AllowedMentions {
    fn read(field: &Value) -> Self {
        let parses =
            |word: &str| field.is_null() || elements(&field["parse"]).contains(&word.into());
        Self {
            all_users: parses("users"),
            everyone: parses("everyone"),
            users: elements(&field["users"])
                .iter()
                .filter_map(read_id)
                .collect(),
        }
    }

    pub(crate) fn mentions_in(&self, text: &str) -> Mentions {
        let mut users = Vec::new();
        let marked = text.split('<').skip(1);
        for mention in marked.filter_map(|part| part.split_once('>')?.0.strip_prefix('@')) {
            let user = mention.strip_prefix('!').unwrap_or(mention).parse();
            if let Ok(user) = user
                && (self.all_users || self.users.contains(&user))
                && !users.contains(&user)
            {
                users.push(user);
            }
        }
        let names_everyone = text.contains("@everyone") || text.contains("@here");
        Mentions {
            users,
            everyone: self.everyone && names_everyone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(body: &Value) -> Result<MessageForm, ApiError> {
        let context = FormContext {
            files: &[],
            existing: None,
            emojis: &BTreeMap::new(),
        };
        MessageForm::read(Form::default(), body, context)
    }

    fn pings_of(body: &Value, text: &str) -> Mentions {
        let form = read(body).expect("a valid body");
        form.allowed_mentions.mentions_in(text)
    }

    #[test]
    fn without_allowed_mentions_everything_pings() {
        let mentions = pings_of(&json!({}), "<@12> <@!13> @everyone");
        assert_eq!(mentions.users.len(), 2);
        assert!(mentions.everyone);
    }

    #[test]
    fn only_what_allowed_mentions_lists_pings() {
        let body = json!({"allowed_mentions": {"parse": []}});
        assert_eq!(pings_of(&body, "<@12> @here"), Mentions::default());
        let body = json!({"allowed_mentions": {"users": ["12"]}});
        assert_eq!(pings_of(&body, "<@12> <@13>").users.len(), 1);
    }

    #[test]
    fn all_users_and_some_users_exclude_each_other() {
        let body = json!({"allowed_mentions": {"parse": ["users"], "users": ["12"]}});
        assert!(read(&body).is_err());
    }
}
