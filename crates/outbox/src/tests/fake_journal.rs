//! A journal with one table, which another process may have taken over.

use std::sync::Mutex;

use async_trait::async_trait;
use journal::{Journal, JournalError, MemoryJournal, PostedMessages, RunningTable};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, TableLocation};
use table::options::TableOptions;
use table::record::PersonRecord;
use table::text::Locale;
use tokio::time::timeout;

use super::fixture::{CHANNEL, PATIENCE, TABLE, USER};

/// Returns the entry that opens the table of these tests.
fn opening() -> Entry {
    let location = TableLocation {
        table: TABLE,
        guild: GuildId(1),
        channel: ChannelId(CHANNEL.get()),
    };
    let host = PersonRecord {
        user: USER,
        name: "Ada".to_owned(),
    };
    let options = TableOptions::of(rules::EditionId::ORIGINAL, Locale::default());
    Entry::opening_table(location, host, &options, Millis(1_000), None)
}

/// A journal with one table, which another process may have taken over.
pub(super) struct FakeJournal {
    pub(super) inner: MemoryJournal,
    /// The messages of the other process, if it has taken the table over. Each read takes the next
    /// value; the last one stays.
    pub(super) taken_over_with: Mutex<Vec<PostedMessages>>,
}

impl FakeJournal {
    pub(super) async fn new() -> Self {
        let inner = MemoryJournal::default();
        inner.append(&opening()).await.unwrap();
        Self {
            inner,
            taken_over_with: Mutex::default(),
        }
    }

    pub(super) fn take_over_with(&self, posted: Vec<PostedMessages>) {
        *self.taken_over_with.lock().unwrap() = posted;
    }

    pub(super) async fn posted(&self) -> PostedMessages {
        self.inner.running().await.unwrap().remove(0).posted
    }

    pub(super) async fn wait_for(&self, expected: PostedMessages) {
        let recorded = async {
            while self.posted().await != expected {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, recorded)
            .await
            .expect("the journal names these messages");
    }
}

#[async_trait]
impl Journal for FakeJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.inner.append(entry).await
    }

    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
        self.inner.load_page(table, after).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        let mut running = self.inner.running().await?;
        let mut taken_over_with = self.taken_over_with.lock().unwrap();
        if let Some(next) = taken_over_with.first().cloned() {
            running[0].posted = next;
        }
        if taken_over_with.len() > 1 {
            taken_over_with.remove(0);
        }
        Ok(running)
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.inner.quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        if !self.taken_over_with.lock().unwrap().is_empty() {
            return Err(JournalError::NotOwner(table));
        }
        self.inner.record_posted(table, posted).await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.inner.clear_posted(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.inner.closed_with_messages().await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.inner.record_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.inner.last_alive().await
    }
}

pub(super) fn posted(message: u64, replaced: &[u64]) -> PostedMessages {
    PostedMessages {
        message: Some(message),
        replaced: replaced.to_vec(),
    }
}
