//! Leases of shards in PostgreSQL. Each change is one statement, so that of several processes one wins.

use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

use super::timed_pool::TimedPool;
use super::{PostgresJournal, is_recent};
use crate::ownership::HEARTBEAT_TIMEOUT;
use crate::port::JournalError;
use crate::shard_leases::{LEASE, ShardHolder, ShardLease, ShardLeases};
use crate::sql::{Sql as _, Statement};

/// A row of `shards`: held by this process, the lease has not ended, connected, offered.
type LeaseRow = (bool, bool, bool, bool);

/// The shards of the gateway among the processes that share a database. All errors are those of a database
/// that is not available.
#[derive(Clone)]
pub struct SharedShards {
    pool: TimedPool,
    process: i64,
}

impl SharedShards {
    pub(super) fn of(journal: &PostgresJournal) -> Self {
        Self {
            pool: journal.sql.clone(),
            process: journal.process.id,
        }
    }

    /// Takes part in the gateway with `wanted` shards, or with as many as the other processes use now.
    /// Returns the number of shards that all processes use. From now on this process takes over the tables of
    /// servers in its connected shards, also from living processes, and no others.
    pub async fn join(&self, wanted: u32) -> Result<u32, JournalError> {
        let join =
            async |connection: &mut PgConnection| join(connection, self.process, wanted).await;
        Ok(self.pool.run(join).await?.unsigned_abs())
    }

    /// Renews this process's leases that have not ended, and returns all.
    pub async fn renew(&self) -> Result<ShardLeases, JournalError> {
        const RENEW: &str = "UPDATE shards SET until = now() + $2 * interval '1 millisecond' \
             WHERE holder = $1 AND until > now()";
        const SELECT: &str =
            "SELECT holder = $1, until > now(), connected, offered FROM shards ORDER BY shard";
        let renew = Statement::new(RENEW).bind(self.process).bind(LEASE);
        self.pool.execute(renew).await?;
        let select = Statement::new(SELECT).bind(self.process);
        let rows: Vec<LeaseRow> = self.pool.fetch(select).await?;
        let others = self.count_others().await?;
        Ok(ShardLeases {
            processes: u32::try_from(others).unwrap_or(0).saturating_add(1),
            leases: rows.into_iter().map(lease).collect(),
        })
    }

    /// Counts the living processes that take part in the gateway, without this one.
    async fn count_others(&self) -> Result<i64, JournalError> {
        const COUNT: &str = concat!(
            "SELECT count(*) FROM processes WHERE serves_gateway AND id <> $1 AND ",
            is_recent!("$2")
        );
        let statement = Statement::new(COUNT)
            .bind(self.process)
            .bind(HEARTBEAT_TIMEOUT);
        let rows: Vec<(i64,)> = self.pool.fetch(statement).await?;
        Ok(rows.first().map_or(0, |&(others,)| others))
    }

    /// Takes a shard whose lease has ended, or that its holder offers. Returns true if this process holds
    /// it now.
    pub async fn acquire(&self, shard: u32) -> Result<bool, JournalError> {
        const ACQUIRE: &str = "UPDATE shards SET holder = $1, connected = false, offered = false, \
                 until = now() + $3 * interval '1 millisecond' \
             WHERE shard = $2 AND (until <= now() OR (offered AND holder <> $1))";
        let statement = self.statement(ACQUIRE, shard).bind(LEASE);
        Ok(self.pool.execute(statement).await? == 1)
    }

    /// Offers a shard of this process to the others. It stays this process's until one takes it.
    pub async fn offer(&self, shard: u32) -> Result<bool, JournalError> {
        const OFFER: &str = "UPDATE shards SET offered = true WHERE shard = $2 AND holder = $1";
        self.change(OFFER, shard).await
    }

    /// Takes an offer back.
    pub async fn keep(&self, shard: u32) -> Result<bool, JournalError> {
        const KEEP: &str = "UPDATE shards SET offered = false WHERE shard = $2 AND holder = $1";
        self.change(KEEP, shard).await
    }

    /// Records that this process receives the events of a shard that it holds.
    pub async fn record_connected(&self, shard: u32) -> Result<bool, JournalError> {
        const CONNECTED: &str =
            "UPDATE shards SET connected = true WHERE shard = $2 AND holder = $1";
        self.change(CONNECTED, shard).await
    }

    /// Reserves the next start of a session in one of Discord's buckets, which allow one in five seconds; a
    /// second more is left for the way to Discord. Returns zero if it is this process's turn, and else the
    /// time after which it may ask again.
    pub async fn reserve_start(&self, bucket: u32) -> Result<Duration, JournalError> {
        const RESERVE: &str = "INSERT INTO session_starts (bucket, free_at) \
                 VALUES ($1, now() + interval '6 seconds') \
             ON CONFLICT (bucket) DO UPDATE SET free_at = now() + interval '6 seconds' \
                 WHERE session_starts.free_at <= now()";
        const WAIT: &str = "SELECT extract(epoch FROM free_at - now())::double precision \
             FROM session_starts WHERE bucket = $1";
        /// A turn that has just come is asked for once more.
        const SHORTEST_WAIT: Duration = Duration::from_millis(20);
        let reserve = Statement::new(RESERVE).bind(bucket);
        if self.pool.execute(reserve).await? == 1 {
            return Ok(Duration::ZERO);
        }
        let wait = Statement::new(WAIT).bind(bucket);
        let rows: Vec<(f64,)> = self.pool.fetch(wait).await?;
        let seconds = rows.first().map_or(0.0, |&(seconds,)| seconds);
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Ok(wait.max(SHORTEST_WAIT))
    }

    /// Records that a session has begun in a bucket, so that the next one keeps its distance also if this
    /// one began later than it had reserved.
    pub async fn record_start(&self, bucket: u32) -> Result<(), JournalError> {
        const RECORD: &str = "UPDATE session_starts \
             SET free_at = greatest(free_at, now() + interval '5 seconds') WHERE bucket = $1";
        let record = Statement::new(RECORD).bind(bucket);
        self.pool.execute(record).await?;
        Ok(())
    }

    /// Gives all shards of this process back and takes no more part in the gateway. Returns true if another
    /// process takes part in it.
    pub async fn release(&self) -> Result<bool, JournalError> {
        const LEAVE: &str = "UPDATE processes SET serves_gateway = false WHERE id = $1";
        const RELEASE: &str = "UPDATE shards SET until = now(), connected = false, offered = false \
             WHERE holder = $1 AND until > now()";
        for statement in [LEAVE, RELEASE] {
            let statement = Statement::new(statement).bind(self.process);
            self.pool.execute(statement).await?;
        }
        Ok(self.count_others().await? > 0)
    }

    async fn change(&self, statement: &'static str, shard: u32) -> Result<bool, JournalError> {
        let changed = self.pool.execute(self.statement(statement, shard)).await?;
        Ok(changed == 1)
    }

    fn statement(&self, sql: &'static str, shard: u32) -> Statement {
        Statement::new(sql).bind(self.process).bind(shard)
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
