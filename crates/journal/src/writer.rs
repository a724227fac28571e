//! The task that appends all entries of a journal. It groups entries that arrive within milliseconds of each other into
//! one transaction, because a commit costs about the same for one entry as for many. SQLite allows only one writer at a
//! time, so its other writes wait in a second queue and run after a group's entries in the same transaction. This way
//! they need neither a commit of their own nor a turn at SQLite's lock.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use table::entry::Entry;
use table::ids::TableId;
use table::personal_data::PersonRow;
use table::results::GameResult;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout_at};
use tracing::{error, trace};

use crate::people::insert_person;
use crate::port::JournalError;
use crate::record_cipher::RecordCipher;
use crate::results::names::seal_names;
use crate::rows::encode_records;
use crate::sql::Statement;
use crate::sqlite::small_write::SmallWrite;

/// The grouping used in production.
pub const COMMIT_GROUP: CommitGroup = CommitGroup {
    max_entries: 32,
    max_wait: Duration::from_millis(2),
};

/// The capacity of each of the two queues. Senders wait for room.
const QUEUE_CAPACITY: usize = 1024;
/// The maximum number of small writes in a group.
const MAX_SMALL_WRITES: usize = 64;

/// The limits of a group of entries that is committed in one transaction.
#[derive(Clone, Copy, Debug)]
pub struct CommitGroup {
    /// The maximum number of entries in a transaction.
    pub max_entries: usize,
    /// How long the first entry of a group waits for more.
    pub max_wait: Duration,
}

/// Statistics about the transactions in which this process has appended entries since it opened the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommitStats {
    /// The number of committed transactions.
    pub commits: u64,
    /// The number of transactions that failed as a whole.
    pub failed: u64,
    /// The number of entries in all transactions, including refused entries.
    pub entries: u64,
    /// The total duration of all transactions.
    pub time: Duration,
}

impl CommitStats {
    pub(crate) fn record(&mut self, is_committed: bool, entries: usize, time: Duration) {
        self.commits += u64::from(is_committed);
        self.failed += u64::from(!is_committed);
        self.entries += entries as u64;
        self.time += time;
    }
}

/// An entry with the stored form of its records and people. Callers encode it, because the writer is a single task that
/// all callers wait for.
pub(crate) struct EncodedEntry {
    /// The entry with its people replaced by numbers.
    entry: Entry,
    pub(crate) records: String,
    /// The statements that insert its people.
    pub(crate) people: Vec<Statement>,
}

impl EncodedEntry {
    pub(crate) fn new(
        cipher: &RecordCipher,
        entry: &Entry,
        known: &[PersonRow],
    ) -> Result<Self, JournalError> {
        let mut entry = entry.clone();
        let people = entry
            .take_people(known)
            .iter()
            .map(|row| insert_person(cipher, entry.table, row))
            .collect::<Result<_, _>>()?;
        let records = encode_records(cipher, &entry)?;
        if let Some(result) = entry.result.as_deref_mut() {
            seal_names(cipher, result)?;
        }
        Ok(Self {
            entry,
            records,
            people,
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

/// Returns the results of the games that ended with entries of a group, ignoring refused entries.
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
    /// The contents of the disk are unknown, so nothing more may be written.
    Permanent(String),
}

/// A database to which the writer appends entries, one group after another.
pub(crate) trait EntrySink: Send + 'static {
    /// Appends the entries of a group, which are sorted by table, and then runs small writes for a limited time, all in
    /// one transaction. With PostgreSQL, there are no small writes. Returns the result of each entry, and the number of
    /// small writes that were run. A refused entry or small write does not affect the others.
    fn write_group(
        &mut self,
        group: &[EncodedEntry],
        small_writes: &mut [Box<dyn SmallWrite>],
    ) -> impl Future<Output = Result<(AppendResults, usize), WriteError>> + Send;

    fn close(self) -> impl Future<Output = ()> + Send;
}

struct PendingAppend {
    entry: EncodedEntry,
    reply: oneshot::Sender<Result<(), JournalError>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct WriterStatus {
    /// True if a permanent error has stopped the writer.
    failed: bool,
    /// True if the writer has ended without a panic.
    closed: bool,
}

/// A handle to the writer's task, which ends after [`Writer::close`] or a permanent error.
pub(crate) struct Writer {
    queues: Mutex<Option<Queues>>,
    /// The queue of small writes, which is open until the writer is closed.
    pub(crate) small_writes: SmallWriteQueue,
    status: watch::Receiver<WriterStatus>,
    stats: Arc<Mutex<CommitStats>>,
}

type Queues = (
    mpsc::Sender<PendingAppend>,
    mpsc::Sender<Box<dyn SmallWrite>>,
);

pub(crate) type SmallWriteQueue = mpsc::WeakSender<Box<dyn SmallWrite>>;

impl Writer {
    /// Starts the task that appends to this sink. Needs a Tokio runtime.
    pub(crate) fn start(sink: impl EntrySink, group: CommitGroup) -> Self {
        let (entries, queue) = mpsc::channel(QUEUE_CAPACITY);
        let (small_writes, small_queue) = mpsc::channel(QUEUE_CAPACITY);
        let (sender, status) = watch::channel(WriterStatus::default());
        let stats = Arc::<Mutex<CommitStats>>::default();
        let waiting = WaitingWrites {
            entries: queue,
            queue: small_queue,
            small_writes: Vec::new(),
        };
        tokio::spawn(write(sink, group, waiting, sender, Arc::clone(&stats)));
        Self {
            small_writes: small_writes.downgrade(),
            queues: Mutex::new(Some((entries, small_writes))),
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
        let entries = self
            .queues
            .lock()
            .as_ref()
            .map(|queues| queues.0.clone())
            .ok_or_else(closed_error)?;
        let append = PendingAppend { entry, reply };
        entries.send(append).await.map_err(|_| closed_error())?;
        drop(entries);
        result.await.map_err(|_| closed_error())?
    }

    /// Refuses further writes and waits until the queues are written.
    pub(crate) async fn close(&self) {
        drop(self.queues.lock().take());
        let mut status = self.status.clone();
        // The task drops the other end of the channel when it ends, even after a panic.
        while status.changed().await.is_ok() {}
        if !status.borrow().closed {
            error!("the journal's writer panicked");
        }
    }

    /// Completes when the writer has stopped because of a permanent error or a panic; otherwise stays pending.
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
    mut waiting: WaitingWrites,
    status: watch::Sender<WriterStatus>,
    stats: Arc<Mutex<CommitStats>>,
) {
    while let Some(pending) = waiting.next_group(group).await {
        let (entries, replies): (Vec<_>, Vec<_>) = pending
            .into_iter()
            .map(|append| (append.entry, append.reply))
            .unzip();
        let started = Instant::now();
        let outcome = sink.write_group(&entries, &mut waiting.small_writes).await;
        if !entries.is_empty() {
            stats
                .lock()
                .record(outcome.is_ok(), entries.len(), started.elapsed());
        }
        trace!(
            entries = entries.len(),
            small_writes = waiting.small_writes.len(),
            took_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            "wrote a group of entries"
        );
        let done = outcome
            .as_ref()
            .map_or(0, |(_, small_writes)| *small_writes);
        let small_writes = waiting.small_writes.drain(..done);
        small_writes.for_each(|write| write.finish());
        let (results, is_permanent) = match outcome {
            Ok((results, _)) => (results, false),
            Err(WriteError::Transient(reason)) => (refuse_all(&reason, entries.len()), false),
            Err(WriteError::Permanent(reason)) => {
                error!(reason, "the journal's disk failed; the writer stops");
                (refuse_all(&reason, entries.len()), true)
            }
        };
        if done == 0 {
            // The group failed, or had no small writes.
            waiting.small_writes.clear();
        }
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

struct WaitingWrites {
    entries: mpsc::Receiver<PendingAppend>,
    queue: mpsc::Receiver<Box<dyn SmallWrite>>,
    /// The oldest small writes, in order. The next group may not have time for all of them.
    small_writes: Vec<Box<dyn SmallWrite>>,
}

impl WaitingWrites {
    /// Waits for a write, unless small writes are left over. Returns the entries of the next group, sorted by table
    /// so that two processes cannot deadlock in the database. Returns `None` once the writer is closed and the
    /// queues are empty.
    async fn next_group(&mut self, group: CommitGroup) -> Option<Vec<PendingAppend>> {
        let mut pending = Vec::new();
        if self.small_writes.is_empty() {
            tokio::select! {
                biased;
                Some(append) = self.entries.recv() => pending.push(append),
                Some(write) = self.queue.recv() => self.small_writes.push(write),
                else => return None,
            }
        }
        let deadline = Instant::now() + group.max_wait;
        while pending.len() < group.max_entries {
            match timeout_at(deadline, self.entries.recv()).await {
                Ok(Some(next)) => pending.push(next),
                Ok(None) | Err(_) => break,
            }
        }
        while self.small_writes.len() < MAX_SMALL_WRITES
            && let Ok(write) = self.queue.try_recv()
        {
            self.small_writes.push(write);
        }
        pending.sort_by_key(|append| append.entry.table);
        Some(pending)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use table::ids::{Millis, TableId};
    use tokio::time::{sleep, timeout};

    use super::*;

    struct SlowSink(Arc<AtomicUsize>);

    impl EntrySink for SlowSink {
        async fn write_group(
            &mut self,
            group: &[EncodedEntry],
            _: &mut [Box<dyn SmallWrite>],
        ) -> Result<(AppendResults, usize), WriteError> {
            sleep(Duration::from_millis(20)).await;
            self.0.fetch_add(group.len(), Ordering::Relaxed);
            Ok((vec![Ok(()); group.len()], 0))
        }

        async fn close(self) {}
    }

    struct PanickingSink;

    impl EntrySink for PanickingSink {
        async fn write_group(
            &mut self,
            _: &[EncodedEntry],
            _: &mut [Box<dyn SmallWrite>],
        ) -> Result<(AppendResults, usize), WriteError> {
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
        let encoded = EncodedEntry::new(&RecordCipher::plain(), &entry, &[]);
        encoded.expect("no records can be encoded")
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
