//! The port for the Kitten of the day: its secrets and everybody's tries. Its guarantees are tested for every
//! implementation in `tests/main/daily.rs`. The game itself and what a try means: `table::daily`. A secret leaves the
//! database only here, and who may see it decides the bot.

use async_trait::async_trait;
use fairness::Secret;
use table::daily::{Attempt, AttemptResult, Day};
use table::ids::{GuildId, Millis, UserId};

use crate::port::JournalError;
use crate::record_cipher::SealedPlace;
use crate::results::queries::is_visible;
use crate::rows::from_column;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// The stored Kittens of the day. All errors are those of [`Journal`](crate::Journal).
#[async_trait]
pub trait DailyGames: Send + Sync {
    /// Returns the secret of a day, if it has one. If not, this one becomes it.
    async fn daily_secret(
        &self,
        day: Day,
        fresh: Option<Secret>,
    ) -> Result<Option<Secret>, JournalError>;

    /// Returns the tries of a person, the newest first.
    async fn attempts_of(&self, person: UserId) -> Result<Vec<Attempt>, JournalError>;

    /// Stores a try on top of its version before. The first begins it, with its [`Day::mark`]. Returns false and stores
    /// nothing if another was first, or if the person had a try at that day and was forgotten since.
    async fn store_attempt(
        &self,
        person: UserId,
        mark: u64,
        attempt: Attempt,
    ) -> Result<bool, JournalError>;

    /// Returns the results of a day that were finished in a server. People who hide are not among them.
    async fn daily_results(
        &self,
        guild: GuildId,
        day: Day,
    ) -> Result<Vec<(UserId, AttemptResult)>, JournalError>;
}

/// The statements that delete a batch of what belongs to days before `$1`.
pub(crate) const DELETE_DAYS: [&str; 3] = [
    "DELETE FROM daily_games WHERE (person, day) IN \
         (SELECT person, day FROM daily_games WHERE day < $1 LIMIT $2)",
    "DELETE FROM daily_tries WHERE (day, mark) IN \
         (SELECT day, mark FROM daily_tries WHERE day < $1 LIMIT $2)",
    "DELETE FROM daily_secrets WHERE day IN (SELECT day FROM daily_secrets WHERE day < $1 LIMIT $2)",
];

/// Returns the first day whose tries stay, if games stay that were played at this time. A streak needs two days more.
pub(crate) fn first_kept(ended_before: Millis) -> Day {
    Day::at(ended_before).back(2)
}

/// The place of a day's secret, or of a person's moves.
struct DailyPlace(Day, Option<UserId>);

impl SealedPlace for DailyPlace {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.0.0.to_be_bytes().to_vec();
        bytes.extend(self.1.iter().flat_map(|person| person.0.to_be_bytes()));
        bytes
    }
}

/// A person, their day, and their try as JSON.
type AttemptRow = (i64, i64, String);

impl<S: Sql> SqlJournal<S> {
    fn seal_daily(&self, place: DailyPlace, text: String) -> Result<String, JournalError> {
        let sealed = self.cipher.seal(place, text);
        sealed.map_err(|_| JournalError::Unavailable("encryption".to_owned()))
    }

    fn open_daily(&self, place: DailyPlace, stored: String) -> Result<String, JournalError> {
        let opened = self.cipher.open(place, stored);
        opened.map_err(|_| unreadable())
    }

    async fn fetch_attempts(
        &self,
        statement: Statement,
    ) -> Result<Vec<(UserId, Attempt)>, JournalError> {
        let rows: Vec<AttemptRow> = self.sql.fetch(statement).await?;
        let read = rows.into_iter().map(|(person, day, stored)| {
            let (person, day) = (UserId(from_column(person)), Day(from_column(day) as u32));
            let json = self.open_daily(DailyPlace(day, Some(person)), stored)?;
            let attempt = serde_json::from_str(&json).map_err(|_| unreadable())?;
            Ok((person, attempt))
        });
        read.collect()
    }
}

fn unreadable() -> JournalError {
    JournalError::Unreadable("a daily game".to_owned())
}

#[async_trait]
impl<S: Sql> DailyGames for SqlJournal<S> {
    async fn daily_secret(
        &self,
        day: Day,
        fresh: Option<Secret>,
    ) -> Result<Option<Secret>, JournalError> {
        const SELECT: &str = "SELECT secret FROM daily_secrets WHERE day = $1";
        const INSERT: &str =
            "INSERT INTO daily_secrets (day, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        // Of days that are over, nobody can begin the game.
        const DELETE_TRIES: &str = "DELETE FROM daily_tries WHERE day < $1";
        let select = || Statement::new(SELECT).bind(day.0);
        let mut rows: Vec<(String,)> = self.sql.fetch(select()).await?;
        if let (true, Some(fresh)) = (rows.is_empty(), fresh) {
            let sealed = self.seal_daily(DailyPlace(day, None), fresh.into())?;
            let insert = Statement::new(INSERT).bind(day.0).bind(sealed);
            let delete = Statement::new(DELETE_TRIES).bind(day.0);
            self.sql.transact(true, vec![insert, delete]).await?;
            // Another process may have been first.
            rows = self.sql.fetch_changed(select()).await?;
        }
        let Some((stored,)) = rows.pop() else {
            return Ok(None);
        };
        let secret = Secret::try_from(self.open_daily(DailyPlace(day, None), stored)?);
        secret.map(Some).map_err(|_| unreadable())
    }

    async fn attempts_of(&self, person: UserId) -> Result<Vec<Attempt>, JournalError> {
        const SELECT: &str = "SELECT person, day, attempt FROM daily_games WHERE person = $1 \
             ORDER BY day DESC";
        let attempts = self.fetch_attempts(Statement::new(SELECT).bind(person));
        let attempts = attempts.await?.into_iter();
        Ok(attempts.map(|(_, attempt)| attempt).collect())
    }

    async fn store_attempt(
        &self,
        person: UserId,
        mark: u64,
        attempt: Attempt,
    ) -> Result<bool, JournalError> {
        const MARK: &str =
            "INSERT INTO daily_tries (day, mark) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        const INSERT: &str = "INSERT INTO daily_games (person, day, version, guild, attempt) \
             VALUES ($1, $2, $3, $4, $5)";
        const UPDATE: &str = "UPDATE daily_games SET version = $3, guild = $4, attempt = $5 \
             WHERE person = $1 AND day = $2 AND version = $3 - 1";
        let Attempt { day, version, .. } = attempt;
        let json = serde_json::json!(attempt).to_string();
        let sealed = self.seal_daily(DailyPlace(day, Some(person)), json)?;
        let row = |sql| {
            Statement::new(sql)
                .bind(person)
                .bind(day.0)
                .bind(version)
                .bind(attempt.result.and_then(|result| result.guild))
                .bind(sealed)
        };
        let mark = Statement::new(MARK).bind(day.0).bind(mark);
        let statements = match version {
            1 => vec![mark, row(INSERT)],
            _ => vec![row(UPDATE)],
        };
        Ok(self.sql.transact(true, statements).await? > 0)
    }

    async fn daily_results(
        &self,
        guild: GuildId,
        day: Day,
    ) -> Result<Vec<(UserId, AttemptResult)>, JournalError> {
        const SELECT: &str = concat!(
            "SELECT person, day, attempt FROM daily_games WHERE day = $1 AND guild = $2 AND ",
            is_visible!("daily_games.person")
        );
        let attempts = self.fetch_attempts(Statement::new(SELECT).bind(day.0).bind(guild));
        let results = attempts.await?.into_iter();
        Ok(results
            .filter_map(|(person, attempt)| Some((person, attempt.result?)))
            .collect())
    }
}
