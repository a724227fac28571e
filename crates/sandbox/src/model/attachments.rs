//! Files of messages and emojis, uploaded and stored.

use serde_json::{Value, json};

use crate::model::ids::Id;

/// Largest file of a message, in bytes.
pub(crate) const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;

/// A file as it arrives in a multipart request.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The number `n` of the form field `files[n]`.
    pub index: u64,
    /// The file's name.
    pub name: String,
    /// Its media type, such as `image/png`.
    pub content_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A stored file, served below `/cdn`.
#[derive(Clone, Debug)]
pub(crate) struct StoredFile {
    pub(crate) content_type: String,
    pub(crate) bytes: Vec<u8>,
}

/// Metadata of a file of a message; the bytes are in `World::files`.
#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) content_type: String,
    pub(crate) size: usize,
    pub(crate) dimensions: Option<(u32, u32)>,
    pub(crate) is_ephemeral: bool,
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

/// Returns width and height of a PNG image in pixels; `None` for any other file.
pub(crate) fn png_dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let is_png = bytes.starts_with(b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| -> Option<u32> {
        let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(four))
    };
    is_png.then(|| Some((number(16)?, number(20)?))).flatten()
}
