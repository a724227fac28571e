//! Small writes: all writes except entries. The writer's queue passes them to SQLite's only connection for writes.

use async_trait::async_trait;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::oneshot;

use super::statement::run;
use crate::sql::TransactionWork;

/// Work that runs in a group's transaction. If the group fails, the work and its caller's channel are dropped, so the
/// caller gets an error.
#[async_trait]
pub(crate) trait SmallWrite: Send {
    /// Does the work, unless its caller has stopped waiting. On failure, undoes only this work.
    ///
    /// # Errors
    /// If the transaction cannot continue.
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error>;

    /// Sends the outcome to the caller. Called after the transaction is committed.
    fn finish(self: Box<Self>);
}

type Outcome<W> = Result<<W as TransactionWork>::Output, sqlx::Error>;

pub(super) struct Pending<W: TransactionWork> {
    pub(super) work: Option<W>,
    pub(super) outcome: Option<Outcome<W>>,
    pub(super) reply: oneshot::Sender<Outcome<W>>,
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

    fn finish(self: Box<Self>) {
        if let Some(outcome) = self.outcome {
            // The caller may have stopped waiting.
            let _ = self.reply.send(outcome);
        }
    }
}
