//! The application's emojis and the id of its command, as known to this process, shared by all clones of the REST
//! client. `application::emojis` sets the emojis. The client reads them for each body, and reports when Discord does
//! not know one of them.

use std::sync::Arc;

use tokio::sync::{Notify, watch};

use crate::emoji_markers::{UploadedEmoji, UploadedEmojis};

/// The known emojis and the command's id, which can change while requests are being sent.
pub struct EmojiSet {
    current: watch::Sender<Arc<UploadedEmojis>>,
    unknown: Notify,
}

impl EmojiSet {
    /// Returns an empty set of emojis whose pictures are served under this URL.
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

    /// Replaces the known emojis. Each is given with its picture's name.
    pub fn set(&self, emojis: impl IntoIterator<Item = (String, UploadedEmoji)>) {
        let by_picture = emojis.into_iter().collect();
        self.current.send_modify(|current| {
            Arc::make_mut(current).by_picture = by_picture;
        });
    }

    /// Sets the command's id, which is inserted into every mention of the command.
    pub fn set_command(&self, id: u64) {
        self.current
            .send_modify(|current| Arc::make_mut(current).command = Some(id));
    }

    pub(super) fn current(&self) -> Arc<UploadedEmojis> {
        Arc::clone(&self.current.borrow())
    }

    /// Requests a new list because Discord did not know an emoji. Emojis missing from the new list are then forgotten.
    pub(super) fn report_unknown(&self) {
        self.unknown.notify_one();
    }

    pub async fn wait_until_unknown(&self) {
        self.unknown.notified().await;
    }
}
