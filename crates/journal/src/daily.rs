//! The port for the Kitten of the day: its secrets and people's attempts. `tests/main/daily.rs` tests its guarantees
//! with every database. `table::pages::daily` defines the game and its attempts. Only this module decrypts the secrets;
//! the bot decides who may see them.

use async_trait::async_trait;
use fairness::Secret;
use table::ids::{GuildId, Millis, UserId};
use table::pages::daily::{self, Attempt, AttemptResult, DailyBoardRow, Day};

use crate::port::JournalError;
use crate::record_cipher::SealedPlace;
use crate::results::hidden_people::is_visible;
use crate::rows::from_column;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// The stored Kittens of the day. All errors are those of [`Journal`](crate::Journal).
#[async_trait]
pub trait DailyGames: Send + Sync {
    /// Returns the day's secret. If no secret is stored yet and `fresh` is given, stores `fresh` first.
    async fn daily_secret(
        &self,
        day: Day,
        fresh: Option<Secret>,
    ) -> Result<Option<Secret>, JournalError>;

    /// Returns the number of the day's deal. If no number is stored yet and `found` is given, stores `found` first.
    /// Returns `None` if the day has no secret, or still no deal.
    async fn daily_deal(&self, day: Day, found: Option<u32>) -> Result<Option<u32>, JournalError>;

    /// Returns a person's readable attempts, newest first.
    async fn attempts_of(&self, person: UserId) -> Result<Vec<Attempt>, JournalError>;

    /// Returns the days on which a person has an unreadable attempt.
    async fn unreadable_days_of(&self, person: UserId) -> Result<Vec<Day>, JournalError>;

    /// Stores a new version of an attempt. The first version is stored along with `mark`, its
    /// [`Day::anonymous_attempt_id`]. Returns false and stores nothing if the stored version is not the preceding one,
    /// or if the person was erased after an attempt on that day.
    async fn store_attempt(
        &self,
        person: UserId,
        mark: u64,
        attempt: Attempt,
    ) -> Result<bool, JournalError>;

    /// Returns the [`daily::board`] of a day's games that were finished on a server, and the reader's row if the board
    /// lacks it. Leaves out people who hide.
    async fn daily_board(
        &self,
        guild: GuildId,
        day: Day,
        reader: UserId,
    ) -> Result<Vec<DailyBoardRow>, JournalError>;

    /// Returns how many other people finished a day's game on a server with a [score](AttemptResult::score) worse than
    /// `score`, and how many finished it at all. People who hide do not count.
    async fn daily_comparison(
        &self,
        guild: GuildId,
        day: Day,
        reader: UserId,
        score: i64,
    ) -> Result<(u32, u32), JournalError>;
}

/// Statements that each delete up to `$2` rows for days before `$1`.
pub(crate) const DELETE_DAYS: [&str; 3] = [
    "DELETE FROM daily_games WHERE (person, day) IN \
         (SELECT person, day FROM daily_games WHERE day < $1 LIMIT $2)",
    "DELETE FROM daily_tries WHERE (day, mark) IN \
         (SELECT day, mark FROM daily_tries WHERE day < $1 LIMIT $2)",
    "DELETE FROM daily_secrets WHERE day IN (SELECT day FROM daily_secrets WHERE day < $1 LIMIT $2)",
];

/// Returns the first day whose data is kept: two days before the cut-off, because streaks need the attempts.
pub(crate) fn first_kept(ended_before: Millis) -> Day {
    Day::at(ended_before).back(2)
}

/// The place of a day's secret or of a version of a person's attempt, which is authenticated along with it.
struct DailyPlace(Day, Option<(UserId, u32)>);

impl SealedPlace for DailyPlace {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.0.0.to_be_bytes().to_vec();
        if let Some((person, version)) = self.1 {
            bytes.extend(person.0.to_be_bytes());
            bytes.extend(u64::from(version).to_be_bytes());
        }
        bytes
    }
}

/// A day's row. `sealed` is the stored text, encrypted if there is a key: the secret and, once known, a space and the
/// number of the deal.
struct StoredDay {
    sealed: String,
    secret: Secret,
    deal: Option<u32>,
}

/// Columns: person, day, version, and the stored attempt.
type AttemptRow = (i64, i64, i64, String);

/// The number of rows read for the board: more than it shows, because some may be unreadable.
const BEST_ROWS: i64 = 15;

/// Selects attempts of day `$1` that were finished on server `$2` by people who do not hide.
macro_rules! select_finished {
    ($rest:literal) => {
        concat!(
            "SELECT person, day, version, attempt FROM daily_games WHERE day = $1 AND guild = $2 AND ",
            is_visible!("daily_games.person"),
            $rest
        )
    };
}

impl<S: Sql> SqlJournal<S> {
    fn open_daily(&self, place: DailyPlace, stored: String) -> Result<String, JournalError> {
        let opened = self.cipher.open_sealed(place, stored);
        opened.map_err(|_| unreadable())
    }

    async fn fetch_day(&self, day: Day) -> Result<Option<StoredDay>, JournalError> {
        const SELECT: &str = "SELECT secret FROM daily_secrets WHERE day = $1";
        let select = Statement::new(SELECT).bind(day.0);
        let mut rows: Vec<(String,)> = self.sql.fetch(select).await?;
        let Some((sealed,)) = rows.pop() else {
            return Ok(None);
        };
        let text = self.open_daily(DailyPlace(day, None), sealed.clone())?;
        let (secret, deal) = match text.split_once(' ') {
            Some((secret, deal)) => (secret, Some(deal.parse().map_err(|_| unreadable())?)),
            None => (&*text, None),
        };
        let secret = Secret::try_from(secret.to_owned()).map_err(|_| unreadable())?;
        Ok(Some(StoredDay {
            sealed,
            secret,
            deal,
        }))
    }

    /// Decrypts an attempt. If the attempt cannot be read, the error is its day.
    fn read_attempt(&self, row: AttemptRow) -> Result<(UserId, Attempt), Day> {
        let (person, day, version, stored) = row;
        let (person, day) = (UserId(from_column(person)), Day(from_column(day) as u32));
        let place = DailyPlace(day, Some((person, from_column(version) as u32)));
        let json = self.open_daily(place, stored).map_err(|_| day)?;
        let attempt = serde_json::from_str(&json).map_err(|_| day)?;
        Ok((person, attempt))
    }

    async fn fetch_attempts_of(
        &self,
        person: UserId,
    ) -> Result<Vec<Result<Attempt, Day>>, JournalError> {
        const SELECT: &str = "SELECT person, day, version, attempt FROM daily_games \
             WHERE person = $1 ORDER BY day DESC";
        let rows = self.sql.fetch(Statement::new(SELECT).bind(person)).await?;
        let attempts = rows.into_iter().map(|row| self.read_attempt(row));
        Ok(attempts
            .map(|read| read.map(|(_, attempt)| attempt))
            .collect())
    }

    /// Returns the selected results. Skips attempts that cannot be read, are not finished, or name another server in
    /// their encrypted part.
    async fn fetch_finished(
        &self,
        statement: Statement,
        guild: GuildId,
    ) -> Result<Vec<(UserId, String, AttemptResult)>, JournalError> {
        let rows = self.sql.fetch(statement).await?;
        let read = rows
            .into_iter()
            .filter_map(|row| self.read_attempt(row).ok());
        let results = read.filter_map(|(person, one)| Some((person, one.name, one.result?)));
        Ok(results
            .filter(|(_, _, result)| result.guild == Some(guild))
            .collect())
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
        const INSERT: &str =
            "INSERT INTO daily_secrets (day, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        // Games of past days can no longer be started, so their marks are deleted.
        const DELETE_TRIES: &str = "DELETE FROM daily_tries WHERE day < $1";
        let mut stored = self.fetch_day(day).await?;
        if let (true, Some(fresh)) = (stored.is_none(), fresh) {
            let sealed = self.cipher.seal(DailyPlace(day, None), fresh.into())?;
            let insert = Statement::new(INSERT).bind(day.0).bind(sealed);
            let delete = Statement::new(DELETE_TRIES).bind(day.0);
            self.sql.transact(true, vec![insert, delete]).await?;
            // Another process may have stored its secret first.
            stored = self.fetch_day(day).await?;
        }
        Ok(stored.map(|stored| stored.secret))
    }

    async fn daily_deal(&self, day: Day, found: Option<u32>) -> Result<Option<u32>, JournalError> {
        const UPDATE: &str = "UPDATE daily_secrets SET secret = $2 WHERE day = $1 AND secret = $3";
        let Some(stored) = self.fetch_day(day).await? else {
            return Ok(None);
        };
        let (None, Some(found)) = (stored.deal, found) else {
            return Ok(stored.deal);
        };
        let text = format!("{} {found}", String::from(stored.secret));
        let sealed = self.cipher.seal(DailyPlace(day, None), text)?;
        let update = Statement::new(UPDATE)
            .bind(day.0)
            .bind(sealed)
            .bind(stored.sealed);
        self.sql.transact(true, vec![update]).await?;
        // Another process may have stored a deal first.
        Ok(self.fetch_day(day).await?.and_then(|stored| stored.deal))
    }

    async fn attempts_of(&self, person: UserId) -> Result<Vec<Attempt>, JournalError> {
        let attempts = self.fetch_attempts_of(person).await?.into_iter();
        Ok(attempts.filter_map(Result::ok).collect())
    }

    async fn unreadable_days_of(&self, person: UserId) -> Result<Vec<Day>, JournalError> {
        let attempts = self.fetch_attempts_of(person).await?.into_iter();
        Ok(attempts.filter_map(Result::err).collect())
    }

    async fn store_attempt(
        &self,
        person: UserId,
        mark: u64,
        attempt: Attempt,
    ) -> Result<bool, JournalError> {
        const MARK: &str =
            "INSERT INTO daily_tries (day, mark) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        const INSERT: &str = "INSERT INTO daily_games \
                 (person, day, version, guild, attempt, score, finished_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)";
        const UPDATE: &str = "UPDATE daily_games \
             SET version = $3, guild = $4, attempt = $5, score = $6, finished_at = $7 \
             WHERE person = $1 AND day = $2 AND version = $3 - 1";
        let Attempt { day, version, .. } = attempt;
        let json = serde_json::json!(attempt).to_string();
        let sealed = self
            .cipher
            .seal(DailyPlace(day, Some((person, version))), json)?;
        let row = |sql| {
            Statement::new(sql)
                .bind(person)
                .bind(day.0)
                .bind(version)
                .bind(attempt.result.and_then(|result| result.guild))
                .bind(sealed)
                .bind(attempt.result.map(|result| result.score()))
                .bind(attempt.result.map(|result| result.finished_at))
        };
        let mark = Statement::new(MARK).bind(day.0).bind(mark);
        let statements = match version {
            1 => vec![mark, row(INSERT)],
            _ => vec![row(UPDATE)],
        };
        Ok(self.sql.transact(true, statements).await? > 0)
    }

    async fn daily_board(
        &self,
        guild: GuildId,
        day: Day,
        reader: UserId,
    ) -> Result<Vec<DailyBoardRow>, JournalError> {
        const BEST: &str = select_finished!(" ORDER BY score, finished_at, person LIMIT $3");
        const OWN: &str = select_finished!(" AND person = $3");
        const COUNT_BETTER: &str = concat!(
            "SELECT count(*) FROM daily_games WHERE day = $1 AND guild = $2 AND score < $3 AND ",
            is_visible!("daily_games.person")
        );
        let here = |sql| Statement::new(sql).bind(day.0).bind(guild);
        let best = self.fetch_finished(here(BEST).bind(BEST_ROWS), guild);
        let mut board = daily::board(best.await?, reader);
        if board.iter().any(|row| row.person == reader) {
            return Ok(board);
        }
        let own = self.fetch_finished(here(OWN).bind(reader), guild);
        if let Some((person, name, result)) = own.await?.pop() {
            let count = here(COUNT_BETTER).bind(result.score());
            let better: Vec<(i64,)> = self.sql.fetch(count).await?;
            board.push(DailyBoardRow {
                rank: better.first().map_or(0, |&(better,)| better as u32) + 1,
                person,
                name,
                result,
            });
        }
        Ok(board)
    }

    async fn daily_comparison(
        &self,
        guild: GuildId,
        day: Day,
        reader: UserId,
        score: i64,
    ) -> Result<(u32, u32), JournalError> {
        const COUNT: &str = concat!(
            "SELECT count(CASE WHEN score > $4 THEN 1 END), count(*) FROM daily_games \
             WHERE day = $1 AND guild = $2 AND person <> $3 AND ",
            is_visible!("daily_games.person")
        );
        let count = Statement::new(COUNT).bind(day.0).bind(guild);
        let counted = self.sql.fetch(count.bind(reader).bind(score)).await?;
        let (worse, others): (i64, i64) = counted.first().copied().unwrap_or_default();
        Ok((worse as u32, others as u32))
    }
}
