//! The task that appends all entries of a journal. It groups entries that arrive within milliseconds of
//! each other into one transaction, because a commit costs the same for one entry as for many.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use table::entry::Entry;
use table::ids::TableId;
use table::results::GameResult;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout_at};
use tracing::{error, trace};

use crate::commit_stats::CommitStats;
use crate::port::JournalError;
use crate::record_cipher::RecordCipher;
use crate::rows::encode_records;

/// The grouping used in production.
pub const COMMIT_GROUP: CommitGroup = CommitGroup {
    max_entries: 32,
    max_wait: Duration::from_millis(2),
};

/// The number of entries that the queue holds; further appends wait for room in it.
const QUEUE_CAPACITY: usize = 1024;

/// The limits of a group of entries that is committed in one transaction.
#[derive(Clone, Copy, Debug)]
pub struct CommitGroup {
    /// The largest number of entries in a transaction.
    pub max_entries: usize,
    /// The time for which the first entry of a group waits for more.
    pub max_wait: Duration,
}

/// An entry with the stored form of its records. It is encoded before it reaches the writer: the writer
/// is one task, and everybody waits for it.
pub(crate) struct EncodedEntry {
    pub(crate) entry: Entry,
    pub(crate) records: String,
}

impl EncodedEntry {
    pub(crate) fn new(cipher: &RecordCipher, entry: &Entry) -> Result<Self, JournalError> {
        Ok(Self {
            entry: entry.clone(),
            records: encode_records(cipher, entry)?,
        })
    }
}

impl Deref for EncodedEntry {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.entry
    }
}

/// The result of each entry of a group, in the group's order.
pub(crate) type AppendResults = Vec<Result<(), JournalError>>;

/// Returns the results of games that end in the entries of a group that were not refused.
pub(crate) fn ended_games<'g>(
    group: &'g [EncodedEntry],
    appended: &AppendResults,
) -> Vec<(TableId, &'g GameResult)> {
    let appended = group
        .iter()
        .zip(appended)
        .filter(|(_, result)| result.is_ok());
    let ended = appended.filter_map(|(entry, _)| Some((entry.table, entry.result.as_deref()?)));
    ended.collect()
}

/// An error that kept a whole group from being written.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// The next group may succeed.
    Transient(String),
    /// The contents of the disk are unknown: nothing must be written any more.
    Permanent(String),
}

/// A database to which the writer appends entries, one group after another.
pub(crate) trait EntrySink: Send + 'static {
    /// Appends a group, sorted by table, in one transaction. Returns the result of each entry: one
    /// refused entry does not prevent the others.
    fn write_group(
        &mut self,
        group: &[EncodedEntry],
    ) -> impl Future<Output = Result<AppendResults, WriteError>> + Send;

    fn close(self) -> impl Future<Output = ()> + Send;
}

struct PendingAppend {
    entry: EncodedEntry,
    reply: oneshot::Sender<Result<(), JournalError>>,
}

/// The state of the writer's task.
#[derive(Clone, Copy, Debug, Default)]
struct WriterStatus {
    /// A permanent error has stopped it.
    failed: bool,
    /// It has ended without a panic.
    closed: bool,
}

/// A handle to the writer's task, which ends after [`Writer::close`].
pub(crate) struct Writer {
    entries: Mutex<Option<mpsc::Sender<PendingAppend>>>,
    status: watch::Receiver<WriterStatus>,
    stats: Arc<Mutex<CommitStats>>,
}

impl Writer {
    /// Starts the task that appends to this sink. Needs a Tokio runtime.
    pub(crate) fn start(sink: impl EntrySink, group: CommitGroup) -> Self {
        let (entries, queue) = mpsc::channel(QUEUE_CAPACITY);
        let (sender, status) = watch::channel(WriterStatus::default());
        let stats = Arc::<Mutex<CommitStats>>::default();
        tokio::spawn(write(sink, group, queue, sender, Arc::clone(&stats)));
        Self {
            entries: Mutex::new(Some(entries)),
            status,
            stats,
        }
    }

    pub(crate) fn commit_stats(&self) -> CommitStats {
        *self.stats.lock()
    }

    /// Appends an entry and returns once it is durable or refused.
    pub(crate) async fn append(&self, entry: EncodedEntry) -> Result<(), JournalError> {
        let (reply, result) = oneshot::channel();
        let entries = self.entries.lock().clone();
        let entries = entries.ok_or_else(closed_error)?;
        let append = PendingAppend { entry, reply };
        entries.send(append).await.map_err(|_| closed_error())?;
        drop(entries);
        result.await.map_err(|_| closed_error())?
    }

    /// Refuses further entries and waits until those in the queue are written.
    pub(crate) async fn close(&self) {
        drop(self.entries.lock().take());
        let mut status = self.status.clone();
        // The task drops the other end of the channel when it ends, also by a panic.
        while status.changed().await.is_ok() {}
        if !status.borrow().closed {
            error!("the journal's writer panicked");
        }
    }

    /// Completes when the writer has stopped because of a permanent error or a panic; else stays pending.
    pub(crate) async fn wait_until_failed(&self) {
        let mut status = self.status.clone();
        let ended = status.wait_for(|status| status.failed).await.is_err();
        if ended && self.status.borrow().closed {
            std::future::pending().await
        }
    }
}

fn closed_error() -> JournalError {
    JournalError::Unavailable("the journal is closed".to_owned())
}

async fn write(
    mut sink: impl EntrySink,
    group: CommitGroup,
    mut queue: mpsc::Receiver<PendingAppend>,
    status: watch::Sender<WriterStatus>,
    stats: Arc<Mutex<CommitStats>>,
) {
    while let Some(pending) = next_group(&mut queue, group).await {
        let (entries, replies): (Vec<_>, Vec<_>) = pending
            .into_iter()
            .map(|append| (append.entry, append.reply))
            .unzip();
        let started = Instant::now();
        let outcome = sink.write_group(&entries).await;
        stats
            .lock()
            .record(outcome.is_ok(), entries.len(), started.elapsed());
        trace!(
            entries = entries.len(),
            took_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            "wrote a group of entries"
        );
        let (results, is_permanent) = match outcome {
            Ok(results) => (results, false),
            Err(WriteError::Transient(reason)) => (refuse_all(&reason, entries.len()), false),
            Err(WriteError::Permanent(reason)) => {
                error!(reason, "the journal's disk failed; the writer stops");
                (refuse_all(&reason, entries.len()), true)
            }
        };
        for (reply, result) in replies.into_iter().zip(results) {
            // The caller may have stopped waiting.
            let _ = reply.send(result);
        }
        if is_permanent {
            status.send_modify(|status| status.failed = true);
            break;
        }
    }
    sink.close().await;
    status.send_modify(|status| status.closed = true);
}

fn refuse_all(reason: &str, entries: usize) -> AppendResults {
    vec![Err(JournalError::Unavailable(reason.to_owned())); entries]
}

/// Returns the next group, sorted by table so that two processes cannot deadlock in the database; none
/// once the writer is closed and the queue is empty.
async fn next_group(
    queue: &mut mpsc::Receiver<PendingAppend>,
    group: CommitGroup,
) -> Option<Vec<PendingAppend>> {
    let mut pending = vec![queue.recv().await?];
    let deadline = Instant::now() + group.max_wait;
    while pending.len() < group.max_entries {
        match timeout_at(deadline, queue.recv()).await {
            Ok(Some(next)) => pending.push(next),
            Ok(None) | Err(_) => break,
        }
    }
    pending.sort_by_key(|append| append.entry.table);
    Some(pending)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use table::ids::{Millis, TableId};
    use tokio::time::{sleep, timeout};

    use super::*;

    /// Counts the entries written, slowly.
    struct SlowSink(Arc<AtomicUsize>);

    impl EntrySink for SlowSink {
        async fn write_group(
            &mut self,
            group: &[EncodedEntry],
        ) -> Result<AppendResults, WriteError> {
            sleep(Duration::from_millis(20)).await;
            self.0.fetch_add(group.len(), Ordering::Relaxed);
            Ok(vec![Ok(()); group.len()])
        }

        async fn close(self) {}
    }

    struct PanickingSink;

    impl EntrySink for PanickingSink {
        async fn write_group(&mut self, _: &[EncodedEntry]) -> Result<AppendResults, WriteError> {
            panic!("a test asked for it")
        }

        async fn close(self) {}
    }

    fn entry(table: u64) -> EncodedEntry {
        let entry = Entry {
            schema: table::entry::SCHEMA,
            table: TableId(table),
            version: 1,
            at: Millis(1),
            interaction: None,
            records: Vec::new(),
            result: None,
        };
        EncodedEntry::new(&RecordCipher::plain(), &entry).expect("no records can be encoded")
    }

    #[tokio::test]
    async fn every_concurrent_close_waits_until_the_queue_is_written() {
        let written = Arc::new(AtomicUsize::new(0));
        let writer = Writer::start(SlowSink(Arc::clone(&written)), COMMIT_GROUP);
        let close = || async {
            writer.close().await;
            assert_eq!(written.load(Ordering::Relaxed), 1);
        };
        let (appended, (), ()) = tokio::join!(biased; writer.append(entry(1)), close(), close());
        assert_eq!(appended, Ok(()));
        close().await;
        let stats = writer.commit_stats();
        assert_eq!((stats.commits, stats.failed, stats.entries), (1, 0, 1));
        assert!(stats.time >= Duration::from_millis(20));
        assert!(writer.append(entry(1)).await.is_err());
    }

    #[tokio::test]
    async fn a_writer_that_panics_has_failed_and_one_that_is_closed_has_not() {
        let writer = Writer::start(PanickingSink, COMMIT_GROUP);
        assert!(writer.append(entry(1)).await.is_err());
        writer.wait_until_failed().await;
        let writer = Writer::start(SlowSink(Arc::default()), COMMIT_GROUP);
        writer.close().await;
        let failed = timeout(Duration::from_millis(1), writer.wait_until_failed());
        assert!(failed.await.is_err());
    }
}
