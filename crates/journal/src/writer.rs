//! One writer a journal: it gathers the entries that come within moments of each other into one
//! transaction, because making a transaction durable costs the same whatever is in it.

use std::time::Duration;

use table::entry::Entry;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use tracing::{error, trace};

use crate::port::JournalError;

/// How many entries one transaction takes at most, and how long the first of them waits for more.
pub const COMMIT_GROUP: CommitGroup = CommitGroup {
    max_entries: 32,
    max_wait: Duration::from_millis(2),
};

/// How many entries may wait for the writer; whoever comes then waits to be let in.
const WAITING: usize = 1024;

/// How entries are grouped.
#[derive(Clone, Copy, Debug)]
pub struct CommitGroup {
    pub max_entries: usize,
    pub max_wait: Duration,
}

/// What became of each entry of a group, in its order.
pub(crate) type Verdicts = Vec<Result<(), JournalError>>;

/// Why a whole group was not kept.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// The next group may fare better.
    Now(String),
    /// Nobody can know any more what the disk holds: nothing is to be written again.
    ForGood(String),
}

/// Something that keeps entries, one group after the other.
pub(crate) trait Keep: Send + 'static {
    /// Keeps this group, which is sorted by table, in one transaction, each entry or not as its
    /// verdict says.
    fn keep(
        &mut self,
        group: &[Entry],
    ) -> impl Future<Output = Result<Verdicts, WriteError>> + Send;

    /// Lets go of whatever it keeps entries in.
    fn close(self) -> impl Future<Output = ()> + Send;
}

struct Waiting {
    entry: Entry,
    kept: oneshot::Sender<Result<(), JournalError>>,
}

/// The way to a writer's task. Cheap; the task ends after `close`.
pub(crate) struct Writer {
    entries: std::sync::Mutex<Option<mpsc::Sender<Waiting>>>,
    broken: watch::Receiver<bool>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// A writer that keeps what it is given here. Needs a Tokio runtime.
    pub(crate) fn start(keep: impl Keep, group: CommitGroup) -> Self {
        let (entries, waiting) = mpsc::channel(WAITING);
        let (breaks, broken) = watch::channel(false);
        let task = tokio::spawn(write(keep, group, waiting, breaks));
        Self {
            entries: std::sync::Mutex::new(Some(entries)),
            broken,
            task: tokio::sync::Mutex::new(Some(task)),
        }
    }

    /// Keeps an entry; when this is done, it is durable or refused.
    pub(crate) async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        let (kept, verdict) = oneshot::channel();
        let entries = self.entries().clone();
        let entries = entries.ok_or_else(ended)?;
        let waiting = Waiting {
            entry: entry.clone(),
            kept,
        };
        entries.send(waiting).await.map_err(|_| ended())?;
        drop(entries);
        verdict.await.map_err(|_| ended())?
    }

    /// Waits until what was handed over is written.
    pub(crate) async fn close(&self) {
        drop(self.entries().take());
        if let Some(task) = self.task.lock().await.take()
            && task.await.is_err()
        {
            error!("the journal's writer broke down");
        }
    }

    /// Comes back when nothing will ever be written again.
    pub(crate) async fn broken(&self) {
        let mut broken = self.broken.clone();
        if broken.wait_for(|broken| *broken).await.is_err() {
            // The writer ended in order.
            std::future::pending().await
        }
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, Option<mpsc::Sender<Waiting>>> {
        // One value, whole whatever happened while it was held.
        self.entries
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn ended() -> JournalError {
    JournalError::Unavailable("nothing is written any more".to_owned())
}

async fn write(
    mut keep: impl Keep,
    group: CommitGroup,
    mut waiting: mpsc::Receiver<Waiting>,
    broken: watch::Sender<bool>,
) {
    while let Some(gathered) = gather(&mut waiting, group).await {
        let (entries, waiters): (Vec<_>, Vec<_>) = gathered
            .into_iter()
            .map(|waiting| (waiting.entry, waiting.kept))
            .unzip();
        let began = Instant::now();
        let kept = keep.keep(&entries).await;
        trace!(
            entries = entries.len(),
            took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            "a group of entries"
        );
        let (verdicts, ends) = match kept {
            Ok(verdicts) => (verdicts, false),
            Err(WriteError::Now(why)) => (refused(&why, entries.len()), false),
            Err(WriteError::ForGood(why)) => {
                error!(
                    why,
                    "the journal's disk failed; nothing is written any more"
                );
                (refused(&why, entries.len()), true)
            }
        };
        for (waiter, verdict) in waiters.into_iter().zip(verdicts) {
            // Who no longer waits does not want to know.
            let _ = waiter.send(verdict);
        }
        if ends {
            broken.send_replace(true);
            break;
        }
    }
    keep.close().await;
}

fn refused(why: &str, entries: usize) -> Verdicts {
    vec![Err(JournalError::Unavailable(why.to_owned())); entries]
}

/// The next group, sorted by table, so that two processes never wait for each other; nothing when
/// nobody can send any more.
async fn gather(waiting: &mut mpsc::Receiver<Waiting>, group: CommitGroup) -> Option<Vec<Waiting>> {
    let mut gathered = vec![waiting.recv().await?];
    let until = Instant::now() + group.max_wait;
    while gathered.len() < group.max_entries {
        match timeout_at(until, waiting.recv()).await {
            Ok(Some(next)) => gathered.push(next),
            Ok(None) | Err(_) => break,
        }
    }
    gathered.sort_by_key(|waiting| waiting.entry.table);
    Some(gathered)
}
