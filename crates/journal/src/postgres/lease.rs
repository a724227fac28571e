//! A cluster's lease in PostgreSQL is one row. Another process can change its `holder` only after the term has expired
//! by the server's clock. The holder may renew an expired term if no other process has taken the lease.
//!
//! Appends check the holder and lock the row, so that no other process can take the lease before they commit.

use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use table::ids::Millis;
use tracing::warn;

use super::{PostgresJournal, PostgresProcess};
use crate::lease::{Acquired, TERM};
use crate::port::JournalError;
use crate::postgres::TimedPool;
use crate::sql::{Sql as _, SqlConnection as _, Statement};
use crate::store_error::error_text;

/// An SQL condition: this holder has the cluster's lease. Locks the lease's row.
macro_rules! holds_lease {
    ($cluster:literal, $holder:literal) => {
        concat!(
            "EXISTS (SELECT FROM leases WHERE cluster = ",
            $cluster,
            " AND holder = ",
            $holder,
            " FOR SHARE)"
        )
    };
}
pub(super) use holds_lease;

/// The advisory lock that lets only one process at a time acquire a lease.
const ACQUISITION_LOCK: i64 = 0x6b69_7474_656e;

fn term() -> Millis {
    Millis(u64::try_from(TERM.as_millis()).unwrap_or(u64::MAX))
}

impl PostgresJournal {
    pub(super) async fn acquire(&self) -> Result<Acquired, JournalError> {
        let process = self.process;
        let acquire = async |connection: &mut PgConnection| acquire(connection, process).await;
        Ok(self.background.run(acquire).await?)
    }

    pub(super) async fn renew(&self) -> Result<bool, JournalError> {
        const RENEW: &str = "UPDATE leases SET until = now() + $3 * interval '1 millisecond' \
             WHERE cluster = $1 AND holder = $2";
        let statement = self.process.of_cluster(RENEW).bind(term());
        Ok(self.sql.execute(statement).await? == 1)
    }

    /// Releases the lease, so that another process can take it at once.
    pub(super) async fn release(&self) {
        const RELEASE: &str =
            "UPDATE leases SET holder = 0, until = 'epoch' WHERE cluster = $1 AND holder = $2";
        let released = self.sql.execute(self.process.of_cluster(RELEASE)).await;
        if let Err(error) = released {
            let error = error_text(&error);
            warn!(error, "the lease could not be given back");
        }
    }
}

/// Takes the lease of the process's cluster in one transaction, if its term has expired and no running process divides
/// the servers differently.
async fn acquire(
    connection: &mut PgConnection,
    process: PostgresProcess,
) -> Result<Acquired, sqlx::Error> {
    const LOCK: &str = "SELECT FROM pg_advisory_xact_lock($1)";
    const OTHERS: &str =
        "SELECT clusters, until > now(), alive_at FROM leases WHERE clusters <> $1";
    // If the row was deleted by hand, its holder may not have noticed yet, so the new row starts with a full term.
    const RESTORE: &str = "INSERT INTO leases (cluster, clusters, until) \
         VALUES ($1, $2, now() + $3 * interval '1 millisecond') ON CONFLICT DO NOTHING";
    const TAKE: &str = "UPDATE leases SET holder = $2, until = now() + $3 * interval '1 millisecond' \
         WHERE cluster = $1 AND until <= now()";
    let (cluster, clusters) = (process.cluster.number(), process.cluster.count());
    let mut transaction = connection.begin().await?;
    let lock = Statement::new(LOCK).bind(ACQUISITION_LOCK);
    transaction.execute(lock).await?;
    let others: Vec<(i32, bool, Option<i64>)> = transaction
        .fetch(Statement::new(OTHERS).bind(clusters))
        .await?;
    if let Some((live, ..)) = others.iter().find(|(_, is_live, _)| *is_live) {
        return Ok(Acquired::OtherClusters(live.unsigned_abs()));
    }
    if !others.is_empty() {
        let alive_at = others.iter().filter_map(|(.., alive_at)| *alive_at);
        divide(&mut transaction, clusters, alive_at.max()).await?;
    }
    let restore = Statement::new(RESTORE).bind(cluster).bind(clusters);
    transaction.execute(restore.bind(term())).await?;
    let take = process.of_cluster(TAKE).bind(term());
    let taken = transaction.execute(take).await?;
    transaction.commit().await?;
    Ok(match taken {
        1 => Acquired::Held,
        _ => Acquired::Elsewhere,
    })
}

/// Divides the servers among a different number of clusters. None of the previous clusters may be running.
async fn divide(
    connection: &mut PgConnection,
    clusters: u32,
    alive_at: Option<i64>,
) -> Result<(), sqlx::Error> {
    const DELETE: &str = "DELETE FROM leases WHERE clusters <> $1";
    const BEGIN: &str = "INSERT INTO leases (cluster, clusters, alive_at) \
         SELECT number, $1, $2 FROM generate_series(1, $1) AS number ON CONFLICT DO NOTHING";
    let delete = Statement::new(DELETE).bind(clusters);
    connection.execute(delete).await?;
    let begin = Statement::new(BEGIN).bind(clusters).bind(alive_at);
    connection.execute(begin).await?;
    Ok(())
}

/// Coordinates when the clusters of one bot start gateway sessions: Discord allows one start every five seconds in each
/// bucket. All errors are [`JournalError::Unavailable`].
#[derive(Clone)]
pub struct SessionStarts(TimedPool);

impl SessionStarts {
    pub(super) fn of(journal: &PostgresJournal) -> Self {
        Self(journal.sql.clone())
    }

    /// Reserves a free bucket for a session start. A reservation lasts six seconds: Discord's five, and one for network
    /// delay. Returns zero if this process may start now, otherwise how long to wait before asking again.
    pub async fn reserve(&self, bucket: u32) -> Result<Duration, JournalError> {
        const RESERVE: &str = "INSERT INTO session_starts (bucket, free_at) \
                 VALUES ($1, now() + interval '6 seconds') \
             ON CONFLICT (bucket) DO UPDATE SET free_at = now() + interval '6 seconds' \
                 WHERE session_starts.free_at <= now()";
        const WAIT: &str = "SELECT extract(epoch FROM free_at - now())::double precision \
             FROM session_starts WHERE bucket = $1";
        /// The minimum wait, for a bucket that became free between the two statements.
        const SHORTEST_WAIT: Duration = Duration::from_millis(20);
        let reserve = Statement::new(RESERVE).bind(bucket);
        if self.0.execute(reserve).await? == 1 {
            return Ok(Duration::ZERO);
        }
        let wait = Statement::new(WAIT).bind(bucket);
        let rows: Vec<(f64,)> = self.0.fetch(wait).await?;
        let seconds = rows.first().map_or(0.0, |&(seconds,)| seconds);
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Ok(wait.max(SHORTEST_WAIT))
    }

    /// Records that a session has started in a bucket, and delays the next start if the session started more than a
    /// second after its reservation.
    pub async fn record(&self, bucket: u32) -> Result<(), JournalError> {
        const RECORD: &str = "UPDATE session_starts \
             SET free_at = greatest(free_at, now() + interval '5 seconds') WHERE bucket = $1";
        let record = Statement::new(RECORD).bind(bucket);
        self.0.execute(record).await?;
        Ok(())
    }
}
