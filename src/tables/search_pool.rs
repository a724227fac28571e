//! A bounded pool of blocking threads, so that clicks never wait for computer players' searches or for the long
//! computations of pages. Such a computation runs in short steps. A table that gets no result in time makes a quick
//! choice instead (`table::handler::computers`).

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use table::input::Input;
use table::move_search::MoveSearchJob;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout};
use tracing::{error, warn};

/// The time after which a job or step that is still waiting for a thread is dropped.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// The run time above which a job is logged, because its result may come too late to be used.
const MAX_RUN_TIME: Duration = Duration::from_secs(1);

/// A pool of threads for searches and long computations, as a semaphore with a permit for each free thread. Clones
/// share the threads.
#[derive(Clone)]
pub struct SearchPool(Arc<Semaphore>);

impl SearchPool {
    /// Returns a pool with one thread fewer than the machine has cores, but at least one.
    pub(crate) fn new() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))))
    }

    /// Returns a pool without threads, with which computers make only quick choices.
    pub fn disabled() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }

    /// Does work in steps until `step` returns false, the deadline passes, or no thread becomes free in time. Steps
    /// must be short, because tables' searches may have to wait for them. Returns the work done so far; `None` if a
    /// step panics.
    pub(crate) async fn run_steps<W: Send + 'static>(
        &self,
        mut work: W,
        deadline: Instant,
        step: fn(&mut W) -> bool,
    ) -> Option<W> {
        while Instant::now() < deadline {
            let threads = Arc::clone(&self.0);
            let Ok(Ok(permit)) = timeout(MAX_WAIT, threads.acquire_owned()).await else {
                break;
            };
            let done = spawn_blocking(move || {
                let goes_on = step(&mut work);
                drop(permit);
                (work, goes_on)
            });
            let goes_on;
            (work, goes_on) = done.await.ok()?;
            if !goes_on {
                break;
            }
        }
        Some(work)
    }

    /// Runs a job and passes its result to `deliver`. If no thread becomes free in time, or the job panics,
    /// `deliver` is not called. Needs a Tokio runtime.
    pub(crate) fn submit(&self, job: MoveSearchJob, deliver: impl FnOnce(Input) + Send + 'static) {
        let threads = Arc::clone(&self.0);
        tokio::spawn(async move {
            let Ok(Ok(permit)) = timeout(MAX_WAIT, threads.acquire_owned()).await else {
                warn!("no thread was free for a computer player's choice");
                return;
            };
            let started = Instant::now();
            let choice = spawn_blocking(move || {
                let choice = job.run();
                drop(permit);
                choice
            });
            match choice.await {
                Ok(choice) => {
                    let took = started.elapsed();
                    if took > MAX_RUN_TIME {
                        warn!(?took, "a computer player's choice took too long");
                    }
                    deliver(choice);
                }
                Err(error) => error!(%error, "a computer player's choice panicked"),
            }
        });
    }
}
