//! Uploaded files, and the attachments of messages.

use serde_json::{Value, json};

use crate::id::Id;

pub(crate) const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;

#[derive(Clone, Debug)]
pub struct Upload {
    /// The number `n` of the form field `files[n]`.
    pub index: u64,
    pub name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug)]
pub(crate) struct StoredFile {
    pub(crate) content_type: String,
    pub(crate) bytes: Vec<u8>,
}

/// The metadata of a message's file; the bytes are in `World::files`.
#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) content_type: String,
    pub(super) size: usize,
    pub(crate) dimensions: Option<(u32, u32)>,
    pub(super) is_ephemeral: bool,
}

impl Attachment {
    pub(crate) fn to_json(&self) -> Value {
        let mut attachment = json!({
            "id": self.id,
            "filename": self.name,
            "size": self.size,
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        });
        if let Some((width, height)) = self.dimensions {
            attachment["width"] = json!(width);
            attachment["height"] = json!(height);
        }
        if self.is_ephemeral {
            attachment["ephemeral"] = json!(true);
        }
        attachment
    }
}
