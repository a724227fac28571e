//! Answers people's requests about their stored data, and records the servers that the bot joins and leaves. The crate
//! `journal` decides what is stored, and what erasing a person deletes; `expired_data` deletes old data automatically.
//! PRIVACY.md describes this for people and operators.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use journal::{JournalError, OwnResult, Results};
use parking_lot::Mutex;
use serde::Serialize;
use table::ids::{GuildId, Millis, TableId, UserId};
use table::pages::coach::ReviewedGame;
use table::pages::daily::{Attempt, Day};
use table::pages::practice::PracticeExtract;
use table::personal_data::TableExtract;
use table::preferences::PersonPreferences;
use table::recipe_list::RecipeList;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout, timeout_at};
use tracing::warn;

use crate::pages::request_limit::RequestLimit;

/// The maximum size of one person's tables in a file, in bytes. Discord accepts ten megabytes.
const MAX_EXTRACT_BYTES: usize = 8 << 20;
/// The maximum number of game results, and of reviews, in a file. Together they take about a megabyte, in addition to
/// the tables.
const MAX_RESULTS: u32 = 1500;
/// The maximum number of concurrent extracts. Each reads many tables and holds a file in memory.
const EXTRACTS_AT_ONCE: usize = 4;
/// How long a person waits while other people's extracts are in progress.
const EXTRACT_QUEUE_TIMEOUT: Duration = Duration::from_secs(60);
/// The time limit for reading a person's tables. Tables not read by then are left out.
const EXTRACT_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves people's requests about their stored data.
pub struct DataRequests {
    pub(crate) store: Arc<dyn Results>,
    extracting: Semaphore,
    extract_limit: Mutex<RequestLimit>,
    /// The servers that this process has recorded as left. A return is recorded only for these servers, because Discord
    /// lists every server again whenever a shard connects.
    left_guilds: Mutex<HashSet<GuildId>>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ExtractError {
    #[error("too many people ask for their data")]
    Busy,
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl DataRequests {
    pub fn new(store: Arc<dyn Results>) -> Self {
        Self {
            store,
            extracting: Semaphore::new(EXTRACTS_AT_ONCE),
            extract_limit: Mutex::default(),
            left_guilds: Mutex::default(),
        }
    }

    /// Erases a person from stored data, and from each running table within minutes of the table's end.
    ///
    /// # Errors
    /// The errors of the journal.
    pub(crate) async fn forget(&self, user: UserId) -> Result<(), JournalError> {
        self.store.request_erasure(user).await
    }

    /// Returns true if a person may ask for their data now, and counts the request.
    pub(crate) fn try_begin_extract(&self, user: UserId, now: Instant) -> bool {
        let mut limit = self.extract_limit.lock();
        limit.try_take(user, now)
    }

    /// Returns the data stored about a person, including these preferences and recipes, as JSON of limited size.
    pub(crate) async fn extract(
        &self,
        user: UserId,
        preferences: PersonPreferences,
        recipes: RecipeList,
    ) -> Result<Vec<u8>, ExtractError> {
        let permit = timeout(EXTRACT_QUEUE_TIMEOUT, self.extracting.acquire()).await;
        // The semaphore is never closed.
        let Ok(Ok(_permit)) = permit else {
            return Err(ExtractError::Busy);
        };
        let file = ExtractFile {
            person: user,
            language: preferences.language.id(),
            text_first: preferences.display_mode.is_text_first(),
            hand_by_direct_message: preferences.direct_hand,
            hand_explained: preferences.hand_explained,
            hidden: preferences.hidden,
            recipes,
            reminders_off: preferences.reminders_off,
            not_called_from_hour_utc: preferences.silent_from,
            called_on_servers: self.store.servers_calling(user).await?,
            results: self.store.results_of_person(user, MAX_RESULTS).await?,
            reviews: self.store.reviews_of(user, MAX_RESULTS).await?,
            daily_games: self.extract_daily(user).await?,
            unreadable_days: self.store.unreadable_days_of(user).await?,
            practice: self.extract_practice(user).await?,
            tables: self.extract_tables(user).await?,
        };
        Ok(serde_json::to_vec_pretty(&file).unwrap_or_default())
    }

    /// Returns a person's attempts at the Kitten of the day. Omits the moves of an unfinished game, because they reveal
    /// hidden cards.
    async fn extract_daily(&self, user: UserId) -> Result<Vec<Attempt>, JournalError> {
        let mut attempts = self.store.attempts_of(user).await?;
        let running = attempts.iter_mut().filter(|one| one.result.is_none());
        running.for_each(|attempt| attempt.moves.clear());
        Ok(attempts)
    }

    async fn extract_practice(
        &self,
        user: UserId,
    ) -> Result<Option<PracticeExtract>, JournalError> {
        let stored = self.store.practice_of(user).await?;
        Ok(stored.practice.map(|practice| practice.to_extract()))
    }

    /// Returns the data about a person at their tables, newest first, until the file is full or the time is up.
    async fn extract_tables(&self, user: UserId) -> Result<Tables, ExtractError> {
        let deadline = Instant::now() + EXTRACT_TIMEOUT;
        let listed = timeout_at(deadline, self.store.tables_of(user))
            .await
            .map_err(|_| ExtractError::Busy)??;
        let mut tables = Tables::default();
        for &table in &listed {
            let Ok(extract) = timeout_at(deadline, self.extract_table(table, user)).await else {
                break;
            };
            if tables.add(table, extract?).is_break() {
                break;
            }
        }
        tables.left_out = listed.len() - tables.readable.len() - tables.unreadable.len();
        Ok(tables)
    }

    /// Returns the data that a table holds about a person; `None` if the table cannot be read.
    async fn extract_table(
        &self,
        table: TableId,
        user: UserId,
    ) -> Result<Option<TableExtract>, JournalError> {
        let entries = match self.store.load(table).await {
            Ok(entries) => entries,
            Err(JournalError::Unreadable(_) | JournalError::MissingKey { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        Ok(TableExtract::new(&entries, user).ok())
    }

    /// Records that the bot has left a server, or was removed from it.
    pub(crate) async fn guild_left(&self, guild: GuildId, at: Millis) {
        self.left_guilds.lock().insert(guild);
        if let Err(error) = self.store.record_guild_left(guild, at).await {
            warn!(%error, guild = guild.0, "could not record that the bot left a server");
        }
    }

    /// Records that the bot is in a server again, if this process recorded it as left.
    pub(crate) async fn guild_joined(&self, guild: GuildId) {
        if self.left_guilds.lock().remove(&guild)
            && let Err(error) = self.store.record_guilds_present(&[guild]).await
        {
            warn!(%error, guild = guild.0, "could not record that the bot is back in a server");
        }
    }

    /// Records the servers that the bot is in. A server with stored data counts as left at `at` if `is_concerned`
    /// accepts it and `present` does not contain it, unless it was already recorded as left.
    pub(crate) async fn guilds_present(
        &self,
        present: &[GuildId],
        at: Millis,
        is_concerned: impl Fn(GuildId) -> bool,
    ) {
        if let Err(error) = self.store.record_guilds_present(present).await {
            warn!(%error, "could not record the servers that the bot is in");
        }
        let stored = self.store.guilds().await.unwrap_or_else(|error| {
            warn!(%error, "could not read the servers of which anything is stored");
            Vec::new()
        });
        let absent = |guild: &GuildId| is_concerned(*guild) && !present.contains(guild);
        for guild in stored.into_iter().filter(absent) {
            self.guild_left(guild, at).await;
        }
    }
}

/// The data stored about a person. Kept in typed fields, because JSON values would take many times the memory.
#[derive(Serialize)]
struct ExtractFile {
    person: UserId,
    language: &'static str,
    text_first: bool,
    hand_by_direct_message: bool,
    hand_explained: bool,
    hidden: bool,
    recipes: RecipeList,
    reminders_off: bool,
    not_called_from_hour_utc: Option<u8>,
    called_on_servers: Vec<GuildId>,
    /// The newest results, at most [`MAX_RESULTS`].
    results: Vec<OwnResult>,
    /// The newest reviews, at most [`MAX_RESULTS`].
    reviews: Vec<ReviewedGame>,
    daily_games: Vec<Attempt>,
    #[serde(rename = "unreadable_daily_games")]
    unreadable_days: Vec<Day>,
    practice: Option<PracticeExtract>,
    #[serde(flatten)]
    tables: Tables,
}

/// The part of an extract that contains tables, limited to the tables that fit into the file.
#[derive(Default, Serialize)]
struct Tables {
    #[serde(rename = "tables")]
    readable: Vec<TableExtract>,
    #[serde(rename = "unreadable_tables")]
    unreadable: Vec<TableId>,
    #[serde(rename = "left_out_tables")]
    left_out: usize,
    #[serde(skip)]
    bytes: usize,
}

impl Tables {
    /// Adds a table, unless the file is full.
    fn add(&mut self, table: TableId, extract: Option<TableExtract>) -> ControlFlow<()> {
        /// The number of spaces before each line of a table in the file.
        const INDENTATION: usize = 4;
        let Some(extract) = extract else {
            self.unreadable.push(table);
            return ControlFlow::Continue(());
        };
        let printed = serde_json::to_string_pretty(&extract).unwrap_or_default();
        self.bytes += printed.len() + INDENTATION * printed.lines().count();
        if self.bytes > MAX_EXTRACT_BYTES {
            return ControlFlow::Break(());
        }
        self.readable.push(extract);
        ControlFlow::Continue(())
    }
}
