//! Leases of shards in PostgreSQL. Each change is one statement, so that of several processes one wins.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

use super::timed_pool::TimedPool;
use crate::port::JournalError;
use crate::rows::unavailable;
use crate::shard_leases::{ShardHolder, ShardLease, ShardLeases};

/// A row of `shards`: held by this process, the lease has not ended, connected, offered.
type LeaseRow = (bool, bool, bool, bool);

/// The shards of the gateway among the processes that share a database.
#[derive(Clone)]
pub struct SharedShards {
    pub(super) pool: TimedPool,
    pub(super) process: i64,
    pub(super) served: ServedShards,
}

/// The shards whose tables this process takes over.
#[derive(Clone, Default)]
pub(super) struct ServedShards(Arc<Mutex<Option<Served>>>);

/// Some of so many shards.
#[derive(Clone)]
pub(super) struct Served {
    pub(super) total: i64,
    pub(super) shards: Vec<i64>,
}

impl ServedShards {
    /// Returns the shards; none if this process takes over every table.
    pub(super) fn get(&self) -> Option<Served> {
        // The value is only replaced as a whole, so that of a poisoned lock is valid.
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl SharedShards {
    /// Takes over only tables of servers in these of `total` shards from now on, also from living processes.
    pub fn serve(&self, total: u32, shards: impl IntoIterator<Item = u32>) {
        let served = Served {
            total: i64::from(total.max(1)),
            shards: shards.into_iter().map(i64::from).collect(),
        };
        let mut current = self.served.0.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Some(served);
    }

    /// Takes part in the gateway with `wanted` shards, or with as many as the other processes use now.
    /// Returns the number of shards that all processes use.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn join(&self, wanted: u32) -> Result<u32, JournalError> {
        let join =
            async |connection: &mut PgConnection| join(connection, self.process, wanted).await;
        let total = self.pool.run(join).await;
        let total = total.map_err(|error| unavailable(&error))?;
        Ok(total.unsigned_abs())
    }

    /// Renews this process's leases that have not ended, and returns all.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn renew(&self) -> Result<ShardLeases, JournalError> {
        const RENEW: &str = "UPDATE shards SET until = now() + interval '5 seconds' \
             WHERE holder = $1 AND until > now()";
        const SELECT: &str =
            "SELECT holder = $1, until > now(), connected, offered FROM shards ORDER BY shard";
        const COUNT: &str = "SELECT count(*) FROM processes \
             WHERE serves_gateway AND (id = $1 OR seen >= now() - interval '4 seconds')";
        let renewing = async {
            let renew = sqlx::query(RENEW).bind(self.process);
            renew.execute(&self.pool).await?;
            let select = sqlx::query_as(SELECT).bind(self.process);
            let rows: Vec<LeaseRow> = select.fetch_all(&self.pool).await?;
            let count = sqlx::query_scalar(COUNT).bind(self.process);
            let processes: i64 = count.fetch_one(&self.pool).await?;
            Ok((rows, processes))
        };
        let renewed: Result<_, sqlx::Error> = renewing.await;
        let (rows, processes) = renewed.map_err(|error| unavailable(&error))?;
        Ok(ShardLeases {
            processes: u32::try_from(processes).unwrap_or(1).max(1),
            leases: rows.into_iter().map(lease).collect(),
        })
    }

    /// Takes a shard whose lease has ended, or that its holder offers. Returns true if this process holds
    /// it now.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn acquire(&self, shard: u32) -> Result<bool, JournalError> {
        const ACQUIRE: &str = "UPDATE shards SET holder = $1, until = now() + interval '5 seconds', \
                 connected = false, offered = false \
             WHERE shard = $2 AND (until <= now() OR (offered AND holder <> $1))";
        self.change(ACQUIRE, shard).await
    }

    /// Offers a shard of this process to the others. It stays this process's until one takes it.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn offer(&self, shard: u32) -> Result<bool, JournalError> {
        const OFFER: &str = "UPDATE shards SET offered = true WHERE shard = $2 AND holder = $1";
        self.change(OFFER, shard).await
    }

    /// Takes an offer back.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn keep(&self, shard: u32) -> Result<bool, JournalError> {
        const KEEP: &str = "UPDATE shards SET offered = false WHERE shard = $2 AND holder = $1";
        self.change(KEEP, shard).await
    }

    /// Records that this process receives the events of a shard that it holds.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn record_connected(&self, shard: u32) -> Result<bool, JournalError> {
        const CONNECTED: &str =
            "UPDATE shards SET connected = true WHERE shard = $2 AND holder = $1";
        self.change(CONNECTED, shard).await
    }

    /// Reserves the next start of a session in one of Discord's buckets, which allow one in five seconds; a
    /// second more is left for the way to Discord. Returns zero if it is this process's turn, and else the
    /// time after which it may ask again.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn reserve_start(&self, bucket: u32) -> Result<Duration, JournalError> {
        const RESERVE: &str = "INSERT INTO session_starts (bucket, free_at) \
                 VALUES ($1, now() + interval '6 seconds') \
             ON CONFLICT (bucket) DO UPDATE SET free_at = now() + interval '6 seconds' \
                 WHERE session_starts.free_at <= now()";
        const WAIT: &str = "SELECT extract(epoch FROM free_at - now())::double precision \
             FROM session_starts WHERE bucket = $1";
        /// A turn that has just come is asked for once more.
        const SHORTEST_WAIT: Duration = Duration::from_millis(20);
        let bucket = i32::try_from(bucket).unwrap_or(i32::MAX);
        let reserving = async {
            let reserved = sqlx::query(RESERVE)
                .bind(bucket)
                .execute(&self.pool)
                .await?;
            if reserved.rows_affected() == 1 {
                return Ok(Duration::ZERO);
            }
            let wait = sqlx::query_scalar(WAIT).bind(bucket);
            let seconds: f64 = wait.fetch_one(&self.pool).await?;
            let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
            Ok(wait.max(SHORTEST_WAIT))
        };
        reserving
            .await
            .map_err(|error: sqlx::Error| unavailable(&error))
    }

    /// Records that a session has begun in a bucket, so that the next one keeps its distance also if this
    /// one began later than it had reserved.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn record_start(&self, bucket: u32) -> Result<(), JournalError> {
        const RECORD: &str = "UPDATE session_starts \
             SET free_at = greatest(free_at, now() + interval '5 seconds') WHERE bucket = $1";
        let bucket = i32::try_from(bucket).unwrap_or(i32::MAX);
        let recorded = sqlx::query(RECORD).bind(bucket).execute(&self.pool).await;
        recorded.map(drop).map_err(|error| unavailable(&error))
    }

    /// Gives all shards of this process back and takes no more part in the gateway. Returns true if another
    /// process takes part in it.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn release(&self) -> Result<bool, JournalError> {
        const LEAVE: &str = "UPDATE processes SET serves_gateway = false WHERE id = $1";
        const RELEASE: &str = "UPDATE shards SET until = now(), connected = false, offered = false \
             WHERE holder = $1 AND until > now()";
        const OTHERS: &str = "SELECT count(*) FROM processes \
             WHERE serves_gateway AND seen >= now() - interval '4 seconds'";
        let releasing = async {
            for statement in [LEAVE, RELEASE] {
                let query = sqlx::query(statement).bind(self.process);
                query.execute(&self.pool).await?;
            }
            sqlx::query_scalar(OTHERS).fetch_one(&self.pool).await
        };
        let others: Result<i64, sqlx::Error> = releasing.await;
        others
            .map(|others| others > 0)
            .map_err(|error| unavailable(&error))
    }

    async fn change(&self, statement: &'static str, shard: u32) -> Result<bool, JournalError> {
        let query = sqlx::query(statement)
            .bind(self.process)
            .bind(i32::try_from(shard).unwrap_or(i32::MAX));
        let result = query.execute(&self.pool).await;
        let result = result.map_err(|error| unavailable(&error))?;
        Ok(result.rows_affected() == 1)
    }
}

/// Lets a process take part in the gateway. Returns the number of shards that all processes use.
async fn join(
    connection: &mut PgConnection,
    process: i64,
    wanted: u32,
) -> Result<i32, sqlx::Error> {
    const SERVE: &str = "UPDATE processes SET serves_gateway = true WHERE id = $1";
    const LOCK: &str = "LOCK TABLE shards IN EXCLUSIVE MODE";
    const SELECT_TOTAL: &str = "SELECT max(total) FROM shards WHERE until > now()";
    const DELETE_OTHERS: &str = "DELETE FROM shards WHERE total <> $1";
    const INSERT: &str = "INSERT INTO shards (shard, total) \
         SELECT shard, $1 FROM generate_series(0, $1 - 1) AS shard ON CONFLICT DO NOTHING";
    let mut transaction = connection.begin().await?;
    let serve = sqlx::query(SERVE).bind(process);
    serve.execute(&mut *transaction).await?;
    sqlx::query(LOCK).execute(&mut *transaction).await?;
    let held = sqlx::query_scalar(SELECT_TOTAL);
    let held: Option<i32> = held.fetch_one(&mut *transaction).await?;
    let total = held.unwrap_or(i32::try_from(wanted).unwrap_or(i32::MAX));
    for statement in [DELETE_OTHERS, INSERT] {
        let query = sqlx::query(statement).bind(total);
        query.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(total)
}

fn lease((is_own, is_held, connected, is_offered): LeaseRow) -> ShardLease {
    let holder = match (is_held, is_own) {
        (false, _) => ShardHolder::Nobody,
        (true, true) => ShardHolder::ThisProcess,
        (true, false) => ShardHolder::OtherProcess,
    };
    ShardLease {
        holder,
        is_connected: connected && is_held,
        is_offered,
    }
}
