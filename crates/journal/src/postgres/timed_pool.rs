//! A pool of connections to a database that may stop answering. Work that exceeds its time limit fails, and its
//! connection is closed. After a timeout during which the database did not answer at all, all work fails immediately
//! for a while, so that a click that needs several queries is refused in time.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions, Postgres};
use sqlx::{Connection as _, PgPool};
use table::ids::{GuildId, Millis, TableId};
use tokio::time::{Instant, timeout_at};

use super::{PostgresJournal, PostgresProcess, SessionStarts, holds_lease};
use crate::lease::Acquired;
use crate::personal_data_rows::{delete_preferences, delete_tables, expired};
use crate::port::{JournalError, PostedMessages};
use crate::rows::ids_to_json;
use crate::sql::{Dialect, Row, Sql, SqlConnection, Statement, TransactionWork};

/// The size of the pool, which the writer shares with all other work.
const CONNECTIONS: u32 = 5;
/// How long a caller waits for a connection from the pool, including the pool's test of the connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_millis(800);
/// The time limit of work that a click is waiting for, including the wait for a connection: Discord expects an answer
/// within three seconds.
const CLICK_LIMIT: Duration = Duration::from_secs(2);
/// The time limit of work that is large or that no click is waiting for.
const BACKGROUND_LIMIT: Duration = Duration::from_mins(1);
/// The pause during which all work fails immediately, after the database has failed to answer in time.
const PAUSE: Duration = Duration::from_secs(1);

/// Connections to a database, with a time limit for each statement or transaction.
#[derive(Clone, Debug)]
pub struct TimedPool {
    pool: PgPool,
    limit: Duration,
    silence: Arc<Silence>,
}

impl TimedPool {
    /// Returns a pool that connects on first use, for work that a click is waiting for.
    pub(super) fn new(options: PgConnectOptions) -> Self {
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT);
        Self {
            pool: pool.connect_lazy_with(options),
            limit: CLICK_LIMIT,
            silence: Arc::new(Silence::new(Instant::now())),
        }
    }

    /// Returns a handle to the same connections, for work that is large or that no click is waiting for.
    pub(super) fn in_background(&self) -> Self {
        Self {
            limit: BACKGROUND_LIMIT,
            ..self.clone()
        }
    }

    /// Runs work on one connection.
    ///
    /// # Errors
    /// Those of connecting and of the work; [`sqlx::Error::PoolTimedOut`] after a timeout, and during a pause.
    pub(super) async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        let deadline = Instant::now() + self.limit;
        let mut lent = Lent(None);
        let connection = lent.0.insert(self.acquire().await?);
        let began = Instant::now();
        let Ok(result) = timeout_at(deadline, work(connection)).await else {
            self.silence.begin(began, Instant::now());
            return Err(sqlx::Error::PoolTimedOut);
        };
        drop(lent.0.take());
        // A connection error is not an answer.
        if !matches!(result, Err(sqlx::Error::Io(_))) {
            self.silence.end(Instant::now());
        }
        result
    }

    async fn acquire(&self) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        let began = Instant::now();
        if self.silence.lasts(began) {
            return Err(sqlx::Error::PoolTimedOut);
        }
        let acquired = self.pool.acquire().await;
        match &acquired {
            // The pool has tested the connection.
            Ok(_) => self.silence.end(Instant::now()),
            Err(sqlx::Error::PoolTimedOut) => self.silence.begin(began, Instant::now()),
            Err(_) => {}
        }
        acquired
    }
}

/// A connection from the pool. If this is dropped before its work is done, the connection is closed, because the pool
/// would wait for the database before lending the connection again.
struct Lent(Option<PoolConnection<Postgres>>);

impl Drop for Lent {
    fn drop(&mut self) {
        drop(self.0.take().map(PoolConnection::detach));
    }
}

impl Sql for TimedPool {
    type Process = PostgresProcess;
    const DELETE_TABLES: [&'static str; 3] = delete_tables!(" FOR UPDATE SKIP LOCKED");
    const DELETE_PREFERENCES: [&'static str; 2] = delete_preferences!(" FOR UPDATE SKIP LOCKED");

    fn owns(process: &PostgresProcess, guild: GuildId) -> bool {
        process.cluster.owns(guild)
    }

    async fn record_posted(
        journal: &PostgresJournal,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        const UPDATE_POSTED: &str = concat!(
            "UPDATE tables SET message = $4, replaced = $5 WHERE id = $3 AND ",
            holds_lease!("$1", "$2")
        );
        let statement = journal
            .process
            .of_cluster(UPDATE_POSTED)
            .bind(table)
            .bind(posted.message)
            .bind(ids_to_json(&posted.replaced));
        match journal.sql.execute(statement).await? {
            0 => Err(JournalError::Unavailable("the lease is lost".to_owned())),
            _ => Ok(()),
        }
    }

    fn record_alive(process: &PostgresProcess, at: Millis) -> Statement {
        const RECORD: &str = "UPDATE leases SET alive_at = greatest(alive_at, $3) \
             WHERE cluster = $1 AND holder = $2";
        process.of_cluster(RECORD).bind(at)
    }

    fn last_alive(process: &PostgresProcess) -> Statement {
        const SELECT: &str = "SELECT alive_at FROM leases WHERE cluster = $1";
        Statement::new(SELECT).bind(process.cluster.number())
    }

    async fn acquire_lease(journal: &PostgresJournal) -> Result<Acquired, JournalError> {
        journal.acquire().await
    }

    async fn renew_lease(journal: &PostgresJournal) -> Result<bool, JournalError> {
        journal.renew().await
    }

    async fn close(journal: &PostgresJournal) {
        journal.release().await;
        journal.sql.pool.close().await;
    }

    fn session_starts(journal: &PostgresJournal) -> Option<SessionStarts> {
        Some(SessionStarts::of(journal))
    }

    async fn fetch<R: Row>(&self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        let fetch = async move |connection: &mut PgConnection| {
            statement.query_as().fetch_all(connection).await
        };
        self.run(fetch).await
    }

    async fn fetch_changed<R: Row>(&self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        self.fetch(statement).await
    }

    async fn execute(&self, statement: Statement) -> Result<u64, sqlx::Error> {
        let execute = async move |connection: &mut PgConnection| {
            let done = statement.query().execute(connection).await?;
            Ok(done.rows_affected())
        };
        self.run(execute).await
    }

    async fn work<W: TransactionWork>(&self, work: W) -> Result<W::Output, sqlx::Error> {
        let transact = async move |connection: &mut PgConnection| {
            let mut transaction = connection.begin().await?;
            let outcome = work.run(&mut *transaction).await?;
            transaction.commit().await.map(|()| outcome)
        };
        self.run(transact).await
    }
}

impl SqlConnection for PgConnection {
    const DATABASE: Dialect = Dialect::Postgres;

    async fn fetch<R: Row>(&mut self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        statement.query_as().fetch_all(self).await
    }

    async fn execute(&mut self, statement: Statement) -> Result<u64, sqlx::Error> {
        let done = statement.query().execute(self).await?;
        Ok(done.rows_affected())
    }
}

/// Tracks whether the database answers. Slow work does not count as silence if other work was answered meanwhile.
#[derive(Debug)]
struct Silence(Mutex<Answers>);

#[derive(Debug)]
struct Answers {
    last: Instant,
    paused_until: Option<Instant>,
}

impl Silence {
    fn new(now: Instant) -> Self {
        Self(Mutex::new(Answers {
            last: now,
            paused_until: None,
        }))
    }

    /// Returns true if work that begins now must fail immediately.
    fn lasts(&self, now: Instant) -> bool {
        self.0.lock().paused_until.is_some_and(|until| now < until)
    }

    /// Records that the database has answered, and ends any pause.
    fn end(&self, now: Instant) {
        *self.0.lock() = Answers {
            last: now,
            paused_until: None,
        };
    }

    /// Starts a pause after unanswered work that began at `began`, unless other work has been answered since then.
    fn begin(&self, began: Instant, now: Instant) {
        let mut answers = self.0.lock();
        if answers.last <= began {
            answers.paused_until = Some(now + PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn work_for_a_silent_database_fails_in_time_and_the_next_at_once() {
        // Accepts connections but never answers.
        let database = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = database.local_addr().expect("an address").port();
        let options = PgConnectOptions::new_without_pgpass().host("127.0.0.1");
        let pool = TimedPool::new(options.port(port));
        let began = Instant::now();
        let work = pool.execute(Statement::new("SELECT 1"));
        let failed = timeout(CLICK_LIMIT, work).await.expect("it ends in time");
        let is_late = matches!(failed, Err(sqlx::Error::PoolTimedOut));
        assert!(is_late, "{failed:?}");
        assert!(pool.silence.lasts(began));
    }

    #[test]
    fn work_fails_at_once_only_if_nothing_else_was_answered_and_until_something_is() {
        let began = Instant::now();
        let [answered, failed] = [1, 2].map(|seconds| began + Duration::from_secs(seconds));
        let silence = Silence::new(began);
        silence.end(answered);
        silence.begin(began, failed);
        assert!(!silence.lasts(failed), "other work was answered");
        silence.begin(answered, failed);
        assert!(silence.lasts(failed));
        assert!(!silence.lasts(failed + PAUSE), "work is tried again");
        silence.end(failed);
        assert!(!silence.lasts(failed), "it has answered");
    }
}
