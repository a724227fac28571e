//! Where computer players think that search: on threads of their own, a few at a time, so that no
//! click waits for them. It knows thoughts and mailboxes, and looks into neither.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use table::choice_job::ChoiceJob;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout};
use tracing::{error, warn};

use crate::driver::Letter;

/// After this the table has long chosen for itself: what has not begun need not begin any more.
const WAIT: Duration = Duration::from_secs(1);

/// Beyond this a thought comes too late to count.
const BUDGET: Duration = Duration::from_secs(1);

/// The threads on which computers think. Cloned freely; all clones share them.
#[derive(Clone)]
pub struct Thinkers(Arc<Semaphore>);

impl Thinkers {
    /// One thread fewer than the machine has cores, and at least one.
    pub fn new() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))))
    }

    /// None at all: every computer does without.
    pub fn none() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }

    /// Has a thought thought, and its outcome brought to this mailbox. Where there is no time for
    /// it, or it panics, nothing is brought, and the table does without.
    pub(crate) fn think(&self, thought: ChoiceJob, mailbox: mpsc::WeakSender<Letter>) {
        let threads = Arc::clone(&self.0);
        tokio::spawn(async move {
            let Ok(Ok(thread)) = timeout(WAIT, threads.acquire_owned()).await else {
                warn!("a computer player found no time to think");
                return;
            };
            let begun = Instant::now();
            let chosen = spawn_blocking(move || {
                let chosen = thought.run();
                drop(thread);
                chosen
            });
            match chosen.await {
                Ok(chosen) => bring(chosen, begun, &mailbox),
                Err(error) => error!(%error, "a computer player failed to think"),
            }
        });
    }
}

fn bring(chosen: table::input::Input, begun: Instant, mailbox: &mpsc::WeakSender<Letter>) {
    let taken = begun.elapsed();
    if taken > BUDGET {
        warn!(?taken, "a computer player thought too long");
    }
    // A table that is gone, or has no room for letters, chooses for itself.
    if let Some(mailbox) = mailbox.upgrade() {
        let _ = mailbox.try_send(Letter::Happened(chosen));
    }
}
