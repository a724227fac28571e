//! A write that is not an entry, on its way through the writer's queue to SQLite's one connection for writes.

use std::io;

use async_trait::async_trait;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::oneshot;

use super::statement::run;
use crate::sql::TransactionWork;

/// Work in the transaction of a group. Its caller gets the outcome once that is durable.
#[async_trait]
pub(crate) trait SmallWrite: Send {
    /// Does the work, unless nobody waits for it any more. If it fails, undoes it and leaves the rest of the
    /// transaction as it is.
    ///
    /// # Errors
    /// If the transaction cannot go on.
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error>;

    /// Tells the caller the outcome, or why the transaction was not committed.
    fn finish(self: Box<Self>, failed: Option<&str>);
}

type Outcome<W> = Result<<W as TransactionWork>::Output, sqlx::Error>;

struct Pending<W: TransactionWork> {
    work: Option<W>,
    outcome: Option<Outcome<W>>,
    reply: oneshot::Sender<Outcome<W>>,
}

/// Returns a small write that does this work, and its outcome.
pub(super) fn small_write<W: TransactionWork>(
    work: W,
) -> (Box<dyn SmallWrite>, oneshot::Receiver<Outcome<W>>) {
    let (reply, outcome) = oneshot::channel();
    let write = Pending {
        work: Some(work),
        outcome: None,
        reply,
    };
    (Box::new(write), outcome)
}

#[async_trait]
impl<W: TransactionWork> SmallWrite for Pending<W> {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let is_awaited = !self.reply.is_closed();
        let Some(work) = self.work.take().filter(|_| is_awaited) else {
            return Ok(());
        };
        run(connection, "SAVEPOINT small_write").await?;
        let outcome = work.run(connection).await;
        if outcome.is_err() {
            run(connection, "ROLLBACK TO small_write").await?;
        }
        self.outcome = Some(outcome);
        run(connection, "RELEASE small_write").await
    }

    fn finish(self: Box<Self>, failed: Option<&str>) {
        let outcome = match failed {
            None => self.outcome,
            Some(reason) => Some(Err(sqlx::Error::Io(io::Error::other(reason.to_owned())))),
        };
        if let Some(outcome) = outcome {
            // The caller may have stopped waiting.
            let _ = self.reply.send(outcome);
        }
    }
}
