//! Spawns background tasks, and detects when one of them panics. The process then ends with an error.
//!
//! Other failures do not pass through this module: `registry` handles panics in a table's task, `gateway::connection`
//! reports failures of the gateway, and `Store::wait_until_failed` reports failures of the journal.

use std::future::pending;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Arc;

use futures_util::FutureExt as _;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

/// The background tasks of a process, shared by all clones.
#[derive(Clone, Debug, Default)]
pub struct BackgroundTasks(Arc<watch::Sender<Option<&'static str>>>);

impl BackgroundTasks {
    /// Spawns a task. `name` completes "the task that …". Needs a Tokio runtime.
    pub(crate) fn spawn<F>(&self, name: &'static str, task: F) -> JoinHandle<()>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(self.clone().watch(name, task))
    }

    /// Like [`Self::spawn`], but a shutdown waits for the task.
    pub(crate) fn spawn_on<F>(&self, tasks: &TaskTracker, name: &'static str, task: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tasks.spawn(self.clone().watch(name, task));
    }

    async fn watch(self, name: &'static str, task: impl Future<Output = ()>) {
        if let Err(panic) = AssertUnwindSafe(task).catch_unwind().await {
            self.0.send_replace(Some(name));
            resume_unwind(panic);
        }
    }

    /// Waits until a task has panicked, and returns its name.
    pub async fn wait_until_failed(&self) -> &'static str {
        let failed = self
            .0
            .subscribe()
            .wait_for(Option::is_some)
            .await
            .map(|name| *name);
        match failed {
            Ok(Some(name)) => name,
            // The sender cannot be dropped: it is `self.0`.
            Ok(None) | Err(_) => pending().await,
        }
    }
}
