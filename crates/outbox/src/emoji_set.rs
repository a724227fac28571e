//! The emojis of the application, and the id of its command, as this process knows them, shared by all clones of
//! the REST client. `application::emojis` sets the emojis; the client reads them for each body, and reports if
//! Discord does not know one.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::{Notify, watch};

use crate::emoji_markers::{UploadedEmoji, UploadedEmojis, resolve};

/// The known emojis, which change while requests are sent.
pub struct EmojiSet {
    current: watch::Sender<Arc<UploadedEmojis>>,
    unknown: Notify,
}

impl EmojiSet {
    /// Returns an empty set of emojis whose pictures are served below this address.
    pub(super) fn new(cdn: &str) -> Self {
        let none = UploadedEmojis {
            cdn: cdn.to_owned(),
            ..UploadedEmojis::default()
        };
        Self {
            current: watch::Sender::new(Arc::new(none)),
            unknown: Notify::new(),
        }
    }

    /// Replaces the known emojis by these, each with the name of its picture.
    pub fn set(&self, emojis: impl IntoIterator<Item = (String, UploadedEmoji)>) {
        let by_picture = emojis.into_iter().collect();
        self.current.send_modify(|current| {
            Arc::make_mut(current).by_picture = by_picture;
        });
    }

    /// Sets the id by which texts mention the command.
    pub fn set_command(&self, id: u64) {
        self.current
            .send_modify(|current| Arc::make_mut(current).command = Some(id));
    }

    /// Returns a body with the pictures that are known now, and true if any is known.
    pub(super) fn fill_in(&self, body: &Value) -> (Value, bool) {
        let emojis = Arc::clone(&self.current.borrow());
        (resolve(body, &emojis), !emojis.by_picture.is_empty())
    }

    /// Returns a body in Unicode, whatever is uploaded.
    pub(super) fn fill_in_plainly(&self, body: &Value) -> Value {
        resolve(body, &self.current.borrow().without_pictures())
    }

    /// Asks for a new list, as Discord did not know an emoji. Emojis missing from the list are then forgotten.
    pub(super) fn report_unknown(&self) {
        self.unknown.notify_one();
    }

    pub async fn wait_until_unknown(&self) {
        self.unknown.notified().await;
    }
}
