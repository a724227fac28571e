//! A journal with one table, which another process may have taken over.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use journal::{
    Journal as _, JournalError, JournalFaults, JournalOperation, MemoryJournal, PostedMessages,
};
use table::entry::{Entry, SCHEMA};
use table::ids::{ChannelId, GuildId, Millis, TableLocation};
use table::options::TableOptions;
use table::record::{PersonRecord, Record};
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
    journal: Arc<MemoryJournal>,
    other: Arc<OtherProcess>,
}

/// The messages that the other process has posted, if it has taken the table over: each search for the table
/// is preceded by the next one.
#[derive(Debug, Default)]
struct OtherProcess(Mutex<VecDeque<(MemoryJournal, PostedMessages)>>);

#[async_trait]
impl JournalFaults for OtherProcess {
    async fn before(&self, operation: JournalOperation) -> Result<(), JournalError> {
        let next = match operation {
            JournalOperation::Find => self.0.lock().unwrap().pop_front(),
            _ => None,
        };
        match next {
            Some((other, posted)) => other.record_posted(TABLE, &posted).await,
            None => Ok(()),
        }
    }
}

impl FakeJournal {
    pub(super) async fn new() -> Self {
        let journal = MemoryJournal::default();
        journal.append(&opening()).await.unwrap();
        let other = Arc::<OtherProcess>::default();
        let journal = journal.with_faults(Arc::<OtherProcess>::clone(&other));
        let journal = Arc::new(journal);
        Self { journal, other }
    }

    pub(super) fn shared(&self) -> Arc<MemoryJournal> {
        Arc::clone(&self.journal)
    }

    pub(super) async fn take_over_with(&self, posted: Vec<PostedMessages>) {
        let other = self.journal.join();
        let entry = Entry {
            schema: SCHEMA,
            table: TABLE,
            version: 2,
            at: Millis(2_000),
            interaction: None,
            records: vec![Record::Touched],
        };
        other.append(&entry).await.unwrap();
        let posted = posted.into_iter().map(|posted| (other.clone(), posted));
        self.other.0.lock().unwrap().extend(posted);
    }

    pub(super) async fn posted(&self) -> PostedMessages {
        self.journal.running().await.unwrap().remove(0).posted
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

pub(super) fn posted(message: u64, replaced: &[u64]) -> PostedMessages {
    PostedMessages {
        message: Some(message),
        replaced: replaced.to_vec(),
    }
}
