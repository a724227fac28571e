//! Notices when a background task panics: the process cannot go on without it, and ends with an error.
//! A panic of one table's task is seen to by `registry`, one of a single request by `outbox`.

use std::future::pending;
use std::sync::Arc;
use std::thread::panicking;

use tokio::sync::watch;

/// The background tasks of a process. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct BackgroundTasks(Arc<watch::Sender<Option<&'static str>>>);

/// Reports a panic when it is dropped by one.
struct PanicReport {
    failed: BackgroundTasks,
    task: &'static str,
}

impl BackgroundTasks {
    /// Returns the future of a task whose panic is reported. `task` completes "the task that …".
    pub(crate) fn watch<F: Future>(
        &self,
        task: &'static str,
        running: F,
    ) -> impl Future<Output = F::Output> + use<F> {
        let report = PanicReport {
            failed: self.clone(),
            task,
        };
        async move {
            let _report = report;
            running.await
        }
    }

    /// Waits until a task has panicked, and returns which.
    pub(crate) async fn wait_until_failed(&self) -> &'static str {
        let mut failed = self.0.subscribe();
        match failed.wait_for(Option::is_some).await.map(|task| *task) {
            Ok(Some(task)) => task,
            // The sender is `self.0`.
            Ok(None) | Err(_) => pending().await,
        }
    }
}

impl Drop for PanicReport {
    fn drop(&mut self) {
        if panicking() {
            self.failed.0.send_replace(Some(self.task));
        }
    }
}
