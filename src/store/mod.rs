//! Where tables are written down: a file of SQLite's, a PostgreSQL database, or memory, all behind
//! the tables' one [`Journal`]. It knows entries and nothing of what they mean.

#[cfg(test)]
pub(crate) mod conformance;
pub(crate) mod figures;
mod migrations;
mod postgres;
#[cfg(test)]
mod sharing;
mod sqlite;
mod tail;
#[cfg(test)]
mod troubles;
mod writer;

use serde_json::json;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use table::journal::{
    Adrift, Entry, Journal, JournalError, MemoryJournal, Posted, Running, SCHEMA, Standing,
    read_records,
};
use table::preferences::{
    LanguagePreference, MemoryPreferences, PreferenceFuture, Preferences, PreferencesError,
};
use tokio::time::Instant;

use crate::config::StorageUrl;
use postgres::PostgresJournal;
use sqlite::SqliteJournal;

/// The journal that the operator chose.
pub(crate) enum Store {
    Memory(MemoryJournal, MemoryPreferences),
    Sqlite(SqliteJournal),
    Postgres(PostgresJournal),
}

/// Why a journal cannot be opened; each is one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder of a file, or the file beside it that says who uses it.
    #[error("the games cannot be kept in {place}: {reason}")]
    Folder {
        /// Where.
        place: String,
        /// What the system said.
        reason: std::io::Error,
    },
    /// Somebody else has it.
    #[error("the games cannot be kept in {place}: another process uses it")]
    InUse {
        /// Where.
        place: String,
    },
    /// It holds something else.
    #[error("the games cannot be kept in {place}: it belongs to another program")]
    Foreign {
        /// Where.
        place: String,
    },
    /// A later version of this program has written there.
    #[error(
        "the games cannot be kept in {place}: a newer version of Kittens has written there \
         (its schema {found} is unknown to this one)"
    )]
    Newer {
        /// Where.
        place: String,
        /// The schema found.
        found: i64,
    },
    /// The database itself says no.
    #[error("the games cannot be kept in {place}: {reason}")]
    Refused {
        /// Where.
        place: String,
        /// What it said, in one line.
        reason: String,
    },
}

impl Store {
    /// Opens the journal at this address and brings its schema up to date.
    pub(crate) async fn open(url: &StorageUrl) -> Result<Self, StoreError> {
        Ok(match url {
            StorageUrl::Memory => {
                Self::Memory(MemoryJournal::default(), MemoryPreferences::default())
            }
            StorageUrl::Sqlite(file) => Self::Sqlite(SqliteJournal::open(file).await?),
            StorageUrl::Postgres(address) => Self::Postgres(PostgresJournal::open(address).await?),
        })
    }

    /// Waits until everything handed over is written, and lets go of the database. Nobody may
    /// append any more.
    pub(crate) async fn close(&self) {
        match self {
            Self::Memory(..) => {}
            Self::Sqlite(journal) => journal.close().await,
            Self::Postgres(journal) => journal.close().await,
        }
    }

    /// When the journal stopped taking anything for good, as after a write that the disk failed;
    /// never, as long as it works.
    pub(crate) async fn broken(&self) {
        match self {
            Self::Sqlite(journal) => journal.broken().await,
            Self::Memory(..) | Self::Postgres(_) => std::future::pending().await,
        }
    }
}

/// Each method of the port, passed on to the journal that there is.
macro_rules! pass_on {
    ($self:ident, $journal:ident => $call:expr) => {
        match $self {
            Store::Memory($journal, _) => $call.await,
            Store::Sqlite($journal) => $call.await,
            Store::Postgres($journal) => $call.await,
        }
    };
}

impl Journal for Store {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        pass_on!(self, journal => journal.append(entry))
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        pass_on!(self, journal => journal.load(table))
    }

    async fn running(&self) -> Result<Vec<Running>, JournalError> {
        pass_on!(self, journal => journal.running())
    }

    async fn set_aside(&self, table: TableId) -> Result<(), JournalError> {
        pass_on!(self, journal => journal.set_aside(table))
    }

    async fn note_posted(&self, table: TableId, posted: &Posted) -> Result<(), JournalError> {
        pass_on!(self, journal => journal.note_posted(table, posted))
    }

    async fn forget_posted(&self, table: TableId) -> Result<(), JournalError> {
        pass_on!(self, journal => journal.forget_posted(table))
    }

    async fn unforgotten(&self) -> Result<Vec<Running>, JournalError> {
        pass_on!(self, journal => journal.unforgotten())
    }

    async fn note_life(&self, at: Millis) -> Result<(), JournalError> {
        pass_on!(self, journal => journal.note_life(at))
    }

    async fn last_life(&self) -> Result<Option<Millis>, JournalError> {
        pass_on!(self, journal => journal.last_life())
    }

    async fn standing(&self, channel: ChannelId) -> Result<Option<Standing>, JournalError> {
        pass_on!(self, journal => journal.standing(channel))
    }

    // What follows is for those who share a journal: only PostgreSQL's can be shared.

    async fn confirm(&self, table: TableId, version: u64) -> Result<(), JournalError> {
        match self {
            Self::Postgres(journal) => journal.confirm(table, version).await,
            Self::Memory(..) | Self::Sqlite(_) => Ok(()),
        }
    }

    async fn note_presence(&self, at: Millis) -> Result<(), JournalError> {
        match self {
            Self::Postgres(journal) => journal.note_presence(at).await,
            Self::Memory(..) | Self::Sqlite(_) => Ok(()),
        }
    }

    async fn take_over(&self) -> Result<Vec<Adrift>, JournalError> {
        match self {
            Self::Postgres(journal) => journal.take_over().await,
            Self::Memory(..) | Self::Sqlite(_) => Ok(Vec::new()),
        }
    }
}

impl Preferences for Store {
    fn language(&self, user: UserId) -> PreferenceFuture<'_, LanguagePreference> {
        Box::pin(async move {
            let word = match self {
                Self::Memory(_, preferences) => return preferences.language(user).await,
                Self::Sqlite(journal) => journal.reading(user).await,
                Self::Postgres(journal) => journal.reading(user).await,
            };
            let word = word.map_err(|error| PreferencesError(error.to_string()))?;
            // A language that has been taken away since is one that he has not chosen.
            Ok(word.and_then(|word| word.parse().ok()).unwrap_or_default())
        })
    }

    fn set_language(&self, user: UserId, language: LanguagePreference) -> PreferenceFuture<'_, ()> {
        Box::pin(async move {
            let chosen = match self {
                Self::Memory(_, preferences) => {
                    return preferences.set_language(user, language).await;
                }
                Self::Sqlite(journal) => journal.choose(user, language.id()).await,
                Self::Postgres(journal) => journal.choose(user, language.id()).await,
            };
            chosen.map_err(|error| PreferencesError(error.to_string()))
        })
    }
}

/// What a database said, in one line.
fn said(error: &sqlx::Error) -> String {
    let text = match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => "it does not answer".to_owned(),
        other => other.to_string(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unavailable(error: &sqlx::Error) -> JournalError {
    JournalError::Unavailable(said(error))
}

/// Numbers of Discord and of tables fill 64 bits; databases count with a sign. The bits stay.
fn stored(number: u64) -> i64 {
    number.cast_signed()
}

fn restored(number: i64) -> u64 {
    number.cast_unsigned()
}

/// A row of the tables: id, server, channel, message, the messages that it replaced, and when it
/// was last written.
type RunningRow = (i64, i64, i64, Option<i64>, String, i64);

fn running((table, guild, channel, message, replaced, written_at): RunningRow) -> Running {
    Running {
        table: TableId(restored(table)),
        guild: GuildId(restored(guild)),
        channel: ChannelId(restored(channel)),
        posted: Posted {
            message: message.map(restored),
            // Without it a message is left over; that is no reason not to play.
            replaced: serde_json::from_str(&replaced).unwrap_or_default(),
        },
        written_at: Millis(restored(written_at)),
    }
}

/// How the numbers of the messages that a table's replaced are written down.
fn numbers(replaced: &[u64]) -> String {
    json!(replaced).to_string()
}

/// A row of the entries: schema, version, time, interaction and records.
type Row = (i32, i64, i64, Option<i64>, String);

fn entry(table: TableId, row: Row) -> Result<Entry, JournalError> {
    let (schema, version, at, interaction, records) = row;
    let unreadable = |what: &str| {
        JournalError::Unreadable(format!("{what} of version {version} of table {table}"))
    };
    let schema = u16::try_from(schema).map_err(|_| unreadable("the schema"))?;
    let mut written = serde_json::Deserializer::from_str(&records);
    // What the reader says of it can quote a card, and it gets into the log.
    let records = read_records(schema, &mut written).map_err(|error| {
        let column = error.column();
        unreadable(&format!("column {column} of the records in form {schema}"))
    })?;
    Ok(Entry {
        schema: SCHEMA,
        table,
        version: restored(version),
        at: Millis(restored(at)),
        interaction: interaction.map(|id| InteractionId(restored(id))),
        records,
    })
}

fn records(entry: &Entry) -> Result<String, JournalError> {
    serde_json::to_string(&entry.records)
        .map_err(|error| JournalError::Unavailable(error.to_string()))
}

/// The word for what a table is after an entry.
fn stage(entry: &Entry) -> &'static str {
    if entry.closes() { "closed" } else { "running" }
}

fn conflict(entry: &Entry) -> JournalError {
    JournalError::Conflict {
        table: entry.table,
        version: entry.version,
    }
}

/// How long something took, in whole milliseconds, for the log.
fn millis_since(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
