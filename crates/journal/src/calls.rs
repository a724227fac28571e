//! The port for calling people to a game: records who wants to be called, and selects the people to call.
//! `tests/main/results.rs` tests its guarantees with every database.

use async_trait::async_trait;
use table::ids::{GuildId, Millis, UserId};
use table::preferences::SILENT_HOURS;

use crate::port::JournalError;
use crate::rows::from_column;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// The maximum number of people notified by one call.
pub const MAX_CALLED: usize = 20;
/// The minimum time between two calls of the same person, across all servers.
pub const CALL_INTERVAL: Millis = Millis::hours(4);
/// The number of consecutive calls on a server, without a game there, after which a person is no longer called there.
pub const MAX_UNANSWERED: i64 = 5;

/// The people who want to be called. All errors are those of [`Journal`](crate::Journal).
#[async_trait]
pub trait Calls: Send + Sync {
    /// Records that a person has wanted to be called on a server since this time, and resets their count of unanswered
    /// calls. `None` removes the record.
    async fn set_called(
        &self,
        guild: GuildId,
        person: UserId,
        since: Option<Millis>,
    ) -> Result<(), JournalError>;

    /// Returns up to [`MAX_CALLED`] people to call on a server now, most recent players first, and records the call.
    /// Leaves out people in `excluded` or in their silent hours, and anyone called within [`CALL_INTERVAL`]. Removes
    /// candidates who have not answered [`MAX_UNANSWERED`] calls.
    async fn take_called(
        &self,
        guild: GuildId,
        excluded: Vec<UserId>,
        now: Millis,
    ) -> Result<Vec<UserId>, JournalError>;

    /// Returns the servers on which a person wants to be called.
    async fn servers_calling(&self, person: UserId) -> Result<Vec<GuildId>, JournalError>;
}

/// Columns: the person, their unanswered calls, the time of the last call, and the end of their last game on
/// the server.
type Candidate = (i64, i64, i64, i64);

#[async_trait]
impl<S: Sql> Calls for SqlJournal<S> {
    async fn set_called(
        &self,
        guild: GuildId,
        person: UserId,
        since: Option<Millis>,
    ) -> Result<(), JournalError> {
        const INSERT: &str = "INSERT INTO calls (guild, person, asked_at) VALUES ($1, $2, $3) \
             ON CONFLICT (guild, person) DO UPDATE SET asked_at = excluded.asked_at, unanswered = 0";
        let statement = match since {
            Some(since) => Statement::new(INSERT).bind(guild).bind(person).bind(since),
            None => delete(guild, person),
        };
        self.sql.execute(statement).await?;
        Ok(())
    }

    async fn take_called(
        &self,
        guild: GuildId,
        excluded: Vec<UserId>,
        now: Millis,
    ) -> Result<Vec<UserId>, JournalError> {
        let mut called = Vec::new();
        for (person, unanswered, called_at, played) in self.candidates(guild, now).await? {
            let user = UserId(from_column(person));
            let unanswered = if played > called_at { 0 } else { unanswered };
            if excluded.contains(&user) {
                continue;
            }
            if unanswered >= MAX_UNANSWERED {
                self.sql.execute(delete(guild, user)).await?;
            } else if self.record_call(guild, user, unanswered + 1, now).await? {
                called.push(user);
            }
            if called.len() == MAX_CALLED {
                break;
            }
        }
        Ok(called)
    }

    async fn servers_calling(&self, person: UserId) -> Result<Vec<GuildId>, JournalError> {
        const SELECT: &str = "SELECT guild FROM calls WHERE person = $1 ORDER BY guild";
        let rows: Vec<(i64,)> = self.sql.fetch(Statement::new(SELECT).bind(person)).await?;
        let guilds = rows.into_iter().map(|(id,)| GuildId(from_column(id)));
        Ok(guilds.collect())
    }
}

impl<S: Sql> SqlJournal<S> {
    async fn candidates(
        &self,
        guild: GuildId,
        now: Millis,
    ) -> Result<Vec<Candidate>, JournalError> {
        const SELECT: &str = "SELECT calls.person, calls.unanswered, calls.called_at, coalesce(( \
                 SELECT max(ended) FROM result_players WHERE result_players.person = calls.person \
                     AND result_players.guild = calls.guild), 0) AS played \
             FROM calls LEFT JOIN preferences ON preferences.person = calls.person \
             WHERE calls.guild = $1 AND NOT EXISTS (SELECT 1 FROM calls AS others \
                 WHERE others.person = calls.person AND others.called_at > $2) \
             AND (coalesce(preferences.silent_from, -1) < 0 \
                 OR ($3 + 24 - preferences.silent_from) % 24 >= $4) \
             ORDER BY played DESC, calls.asked_at";
        let hour = now.0 / Millis::hours(1).0 % 24;
        let statement = Statement::new(SELECT)
            .bind(guild)
            .bind(before(now))
            .bind(hour)
            .bind(u64::from(SILENT_HOURS));
        Ok(self.sql.fetch(statement).await?)
    }

    /// Records a call. Returns false if the person has meanwhile been called on this server, or no longer wants to be.
    async fn record_call(
        &self,
        guild: GuildId,
        person: UserId,
        unanswered: i64,
        now: Millis,
    ) -> Result<bool, JournalError> {
        const UPDATE: &str = "UPDATE calls SET called_at = $3, unanswered = $4 \
             WHERE guild = $1 AND person = $2 AND called_at <= $5";
        let statement = Statement::new(UPDATE)
            .bind(guild)
            .bind(person)
            .bind(now)
            .bind(unanswered)
            .bind(before(now));
        Ok(self.sql.execute(statement).await? == 1)
    }
}

/// Returns the cut-off: people whose last call was at or before this time may be called again.
fn before(now: Millis) -> Millis {
    Millis(now.0.saturating_sub(CALL_INTERVAL.0))
}

fn delete(guild: GuildId, person: UserId) -> Statement {
    const DELETE: &str = "DELETE FROM calls WHERE guild = $1 AND person = $2";
    Statement::new(DELETE).bind(guild).bind(person)
}
