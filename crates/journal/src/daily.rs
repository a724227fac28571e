//! The port for the Kitten of the day: its secrets and everybody's tries. Its guarantees are tested for every
//! implementation in `tests/main/daily.rs`. The game itself and what a try means: `table::daily`. A secret leaves the
//! database only here, and who may see it decides the bot.

use async_trait::async_trait;
use fairness::Secret;
use table::daily::{Attempt, AttemptResult, BOARD_ROWS, DailyBoardRow, Day};
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

    /// Stores a try that begins, with its [`Day::mark`]. Returns false if the person has had their try at that day,
    /// also if they were forgotten since: nothing is stored then.
    async fn begin_attempt(
        &self,
        person: UserId,
        mark: u64,
        attempt: Attempt,
    ) -> Result<bool, JournalError>;

    /// Stores a try that had so many moves before. Returns false if it has others by now, or has ended: nothing is
    /// stored then.
    async fn advance_attempt(
        &self,
        person: UserId,
        before: u32,
        attempt: Attempt,
    ) -> Result<bool, JournalError>;

    /// Records that a result is posted. Returns false if it was before, or there is none.
    async fn post_attempt(&self, person: UserId, day: Day) -> Result<bool, JournalError>;

    /// Returns the best results of a day that were finished in a server, and the reader's own. People who hide are not
    /// among them.
    async fn daily_board(
        &self,
        guild: GuildId,
        day: Day,
        reader: UserId,
    ) -> Result<Vec<DailyBoardRow>, JournalError>;
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

/// Day, moves, time, if it was posted, and the result: place, turns, survived, streak, frozen, end and server.
type AttemptRow = (
    i64,
    String,
    i64,
    bool,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
);

fn number<N: TryFrom<i64> + Default>(column: i64) -> N {
    column.try_into().unwrap_or_default()
}

impl<S: Sql> SqlJournal<S> {
    fn seal_daily(&self, place: DailyPlace, text: String) -> Result<String, JournalError> {
        let sealed = self.cipher.seal(place, text);
        sealed.map_err(|_| JournalError::Unavailable("encryption".to_owned()))
    }

    fn open_daily(&self, place: DailyPlace, stored: String) -> Result<String, JournalError> {
        let opened = self.cipher.open(place, stored);
        opened.map_err(|_| JournalError::Unreadable("a daily game".to_owned()))
    }

    fn to_attempt(&self, person: UserId, row: AttemptRow) -> Result<Attempt, JournalError> {
        let (day, moves, shown_at, is_posted, place, turns, survived, streak, frozen, end, guild) =
            row;
        let day = Day(number(day));
        let result = place.zip(turns).zip(survived).zip(streak).zip(end);
        let result = result.map(
            |((((place, turns), survived), streak), end)| AttemptResult {
                place: number(place),
                turns: number(turns),
                survived: number(survived),
                streak: number(streak),
                frozen: frozen.map(|day| Day(number(day))),
                finished_at: Millis(from_column(end)),
                guild: guild.map(|guild| GuildId(from_column(guild))),
            },
        );
        Ok(Attempt {
            day,
            moves: self.open_daily(DailyPlace(day, Some(person)), moves)?,
            shown_at: Millis(from_column(shown_at)),
            result,
            is_posted,
        })
    }

    /// Binds a person and the columns of their try, in the order of the statements below.
    fn bind_attempt(
        &self,
        sql: &'static str,
        person: UserId,
        attempt: &Attempt,
    ) -> Result<Statement, JournalError> {
        let Attempt { day, result, .. } = attempt;
        let moves = self.seal_daily(DailyPlace(*day, Some(person)), attempt.moves.clone())?;
        Ok(Statement::new(sql)
            .bind(person)
            .bind(day.0)
            .bind(attempt.steps())
            .bind(moves)
            .bind(attempt.shown_at)
            .bind(result.map(|result| u32::from(result.place)))
            .bind(result.map(|result| result.turns))
            .bind(result.map(|result| result.survived))
            .bind(result.map(|result| result.streak))
            .bind(result.and_then(|result| result.frozen).map(|day| day.0))
            .bind(result.map(|result| result.finished_at))
            .bind(result.and_then(|result| result.guild)))
    }
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
        let secret = secret.map_err(|_| JournalError::Unreadable("a daily secret".to_owned()));
        secret.map(Some)
    }

    async fn attempts_of(&self, person: UserId) -> Result<Vec<Attempt>, JournalError> {
        const SELECT: &str = "SELECT day, moves, shown_at, posted, place, turns, survived, streak, \
             frozen, finished_at, guild FROM daily_games WHERE person = $1 ORDER BY day DESC";
        let statement = Statement::new(SELECT).bind(person);
        let rows: Vec<AttemptRow> = self.sql.fetch(statement).await?;
        let attempts = rows.into_iter().map(|row| self.to_attempt(person, row));
        attempts.collect()
    }

    async fn begin_attempt(
        &self,
        person: UserId,
        mark: u64,
        attempt: Attempt,
    ) -> Result<bool, JournalError> {
        const MARK: &str =
            "INSERT INTO daily_tries (day, mark) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        const INSERT: &str = "INSERT INTO daily_games (person, day, steps, moves, shown_at, place, \
             turns, survived, streak, frozen, finished_at, guild) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
        let insert = self.bind_attempt(INSERT, person, &attempt)?;
        let mark = Statement::new(MARK).bind(attempt.day.0).bind(mark);
        Ok(self.sql.transact(true, vec![mark, insert]).await? > 0)
    }

    async fn advance_attempt(
        &self,
        person: UserId,
        before: u32,
        attempt: Attempt,
    ) -> Result<bool, JournalError> {
        const UPDATE: &str = "UPDATE daily_games SET steps = $3, moves = $4, shown_at = $5, \
             place = $6, turns = $7, survived = $8, streak = $9, frozen = $10, finished_at = $11, \
             guild = $12 WHERE person = $1 AND day = $2 AND steps = $13 AND finished_at IS NULL";
        let update = self.bind_attempt(UPDATE, person, &attempt)?.bind(before);
        Ok(self.sql.execute(update).await? > 0)
    }

    async fn post_attempt(&self, person: UserId, day: Day) -> Result<bool, JournalError> {
        const UPDATE: &str = "UPDATE daily_games SET posted = true \
             WHERE person = $1 AND day = $2 AND NOT posted AND finished_at IS NOT NULL";
        let update = Statement::new(UPDATE).bind(person).bind(day.0);
        Ok(self.sql.execute(update).await? > 0)
    }

    async fn daily_board(
        &self,
        guild: GuildId,
        day: Day,
        reader: UserId,
    ) -> Result<Vec<DailyBoardRow>, JournalError> {
        // In the order of AttemptResult::order.
        const SELECT: &str = concat!(
            "SELECT place_in_order, person, place, turns FROM (SELECT person, place, turns, \
                 rank() OVER (ORDER BY place, better) AS place_in_order, \
                 row_number() OVER (ORDER BY place, better, finished_at, person) AS number \
                 FROM (SELECT person, place, turns, finished_at, \
                     CASE WHEN place = 1 THEN turns ELSE -turns END AS better FROM daily_games \
                     WHERE day = $1 AND guild = $2 AND finished_at IS NOT NULL AND ",
            is_visible!("daily_games.person"),
            ") AS finished) AS ranked WHERE number <= $3 OR person = $4 ORDER BY number"
        );
        let statement = Statement::new(SELECT)
            .bind(day.0)
            .bind(guild)
            .bind(BOARD_ROWS)
            .bind(reader);
        let rows: Vec<(i64, i64, i64, i64)> = self.sql.fetch(statement).await?;
        let rows = rows
            .into_iter()
            .map(|(rank, person, place, turns)| DailyBoardRow {
                rank: number(rank),
                person: UserId(from_column(person)),
                place: number(place),
                turns: number(turns),
            });
        Ok(rows.collect())
    }
}
