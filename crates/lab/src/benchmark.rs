//! The benchmark behind `kittens-lab figures`: how many entries a second the journal makes durable, one
//! by one and in groups, and how long a process with many running tables takes to start. The limits
//! that the results must keep are in `figures`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use journal::{
    COMMIT_GROUP, CommitGroup, Journal as _, JournalError, RecordCipher, RecordKeyError,
    SqliteJournal, StorageUrl, Store, StoreError,
};
use rules::{Event, PileEnd, Seat, Title, Turn};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use table::TableLocation;
use table::entry::{Entry, SCHEMA};
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use table::options::TableOptions;
use table::record::{GameRecord, PersonRecord, Record};
use table::text::Locale;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::Instant;

use kittens::config::Config;
use kittens::quota::GameLimits;
use kittens::registry::{Env, Limits, Registry};
use kittens::{BotToken, BotTokenError};
use outbox::{RestClient, RestSetupError};

/// The number of running tables when the process starts.
pub(crate) const RUNNING_TABLES: u64 = 10_000;
/// The entries of each running table: about half a game.
pub(crate) const ENTRIES_PER_TABLE: u64 = 60;
/// The number of tables that append at the same time.
pub(crate) const WRITERS: u64 = 64;
/// The number of entries that each of them appends, one after another.
const ENTRIES_PER_WRITER: u64 = 40;

/// Pairs of runs, encrypted and not, that are compared.
const ENCRYPTED_PAIRS: usize = 7;
/// The key of the encrypted runs.
const KEY: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// The results of the benchmark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BenchmarkResults {
    /// Entries a second, each in a transaction of its own.
    pub(crate) single_rate: f64,
    /// Entries a second, grouped as in production.
    pub(crate) grouped_rate: f64,
    /// The rate of encrypted entries as a share of the rate of the same entries in plain text: the
    /// median of several pairs of runs.
    pub(crate) encrypted_share: f64,
    /// The time from opening the journal with all running tables until each of them can be clicked.
    pub(crate) start_time: Duration,
}

/// An error that stops the benchmark.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BenchmarkError {
    /// The temporary folder cannot be created, or a task did not finish.
    #[error("the folder for the journal or a task cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    /// The journal cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal refused a read or a write.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The tables cannot be copied within the database.
    #[error("the tables cannot be copied: {0}")]
    Copies(#[from] sqlx::Error),
    /// The key of the encrypted runs was refused.
    #[error(transparent)]
    Key(#[from] RecordKeyError),
    /// The placeholder token was refused.
    #[error(transparent)]
    Token(#[from] BotTokenError),
    /// The client for Discord, which is never used, cannot be created.
    #[error(transparent)]
    Rest(#[from] RestSetupError),
}

/// Runs the benchmark in a new folder inside `parent`, which should be on a real disk.
pub(crate) async fn measure(parent: &Path) -> Result<BenchmarkResults, BenchmarkError> {
    let one_by_one = CommitGroup {
        max_entries: 1,
        max_wait: Duration::ZERO,
    };
    Ok(BenchmarkResults {
        single_rate: measure_append_rate(parent, one_by_one, RecordCipher::plain()).await?,
        grouped_rate: measure_append_rate(parent, COMMIT_GROUP, RecordCipher::plain()).await?,
        encrypted_share: measure_encrypted_share(parent).await?,
        start_time: measure_start(parent, RUNNING_TABLES).await?,
    })
}

/// Returns the median of the shares that pairs of runs, one encrypted and one not, come to.
async fn measure_encrypted_share(parent: &Path) -> Result<f64, BenchmarkError> {
    let mut shares = Vec::new();
    for _ in 0..ENCRYPTED_PAIRS {
        let cipher = RecordCipher::new(&[KEY.parse()?]);
        let plain = measure_append_rate(parent, COMMIT_GROUP, RecordCipher::plain()).await?;
        shares.push(measure_append_rate(parent, COMMIT_GROUP, cipher).await? / plain);
    }
    shares.sort_by(f64::total_cmp);
    Ok(shares[ENCRYPTED_PAIRS / 2])
}

/// Returns the entries a second that many tables append at once.
async fn measure_append_rate(
    parent: &Path,
    group: CommitGroup,
    cipher: RecordCipher,
) -> Result<f64, BenchmarkError> {
    let folder = TempDir::new_in(parent)?;
    let file = folder.path().join("kittens.db");
    let journal = SqliteJournal::open_with(&file, group, cipher, |options| options).await?;
    let journal = Arc::new(journal);
    let started = Instant::now();
    // As in the bot, each table has a task of its own.
    let mut writers = JoinSet::new();
    for table in 1..=WRITERS {
        writers.spawn(write_table(Arc::clone(&journal), table));
    }
    while let Some(written) = writers.join_next().await {
        written.map_err(std::io::Error::from)??;
    }
    let rate = (WRITERS * ENTRIES_PER_WRITER) as f64 / started.elapsed().as_secs_f64();
    journal.close().await;
    Ok(rate)
}

async fn write_table(journal: Arc<SqliteJournal>, table: u64) -> Result<(), JournalError> {
    journal.append(&opening_entry(table)).await?;
    for version in 2..=ENTRIES_PER_WRITER {
        journal.append(&typical_entry(table, version)).await?;
    }
    Ok(())
}

/// Returns the time that a process with this many running tables takes to start.
async fn measure_start(parent: &Path, tables: u64) -> Result<Duration, BenchmarkError> {
    let folder = TempDir::new_in(parent)?;
    let file = folder.path().join("kittens.db");
    let url = StorageUrl::Sqlite(file.clone());
    fill_journal(&url, &file, tables).await?;
    let config = Config::built_in();
    // The token is never sent.
    let token = BotToken::parse("nobody").ok_or(BotTokenError::Missing)?;
    let rest = RestClient::new(&config.discord.api_url, &token)?;
    let limits = Limits {
        games: GameLimits {
            per_server: config.limits.games_per_server.get(),
            per_person: config.limits.games_per_person.get(),
            watched_per_server: config.limits.watched_games_per_server.get(),
        },
        clicks_waiting: config.limits.clicks_waiting.get(),
    };
    let started = Instant::now();
    let store = Arc::new(Store::open(&url).await?);
    let env = Env::system();
    let registry = Registry::new(Arc::clone(&store), rest, limits, env).await?;
    let start_time = started.elapsed();
    let mut channels = (1..=tables).map(serenity::model::id::ChannelId::new);
    if !channels.all(|channel| registry.has(channel)) {
        let reason = "not every table was loaded".to_owned();
        return Err(JournalError::Unreadable(reason).into());
    }
    registry.close().await;
    store.close().await;
    Ok(start_time)
}

/// Fills a journal: appends one table through the journal itself and copies it within the database.
async fn fill_journal(url: &StorageUrl, file: &Path, tables: u64) -> Result<(), BenchmarkError> {
    let store = Store::open(url).await?;
    store.append(&opening_entry(1)).await?;
    for version in 2..=ENTRIES_PER_TABLE {
        store.append(&later_entry(1, version)).await?;
    }
    store.close().await;
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await?;
    const COPY_TABLES: &str = "WITH RECURSIVE number (n) AS \
             (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < ?1) \
         INSERT INTO tables (id, guild, channel, version, written_at, stage) \
         SELECT n, guild, n, version, written_at, stage FROM tables, number";
    const COPY_ENTRIES: &str = "INSERT INTO entries (table_id, version, schema, at, records) \
         SELECT tables.id, entries.version, schema, at, records \
         FROM entries, tables WHERE tables.id > 1";
    let copies = sqlx::query(COPY_TABLES).bind(tables.cast_signed());
    copies.execute(&mut connection).await?;
    sqlx::query(COPY_ENTRIES).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Returns the entry that opens a table, in the channel of the same number.
pub(crate) fn opening_entry(table: u64) -> Entry {
    let location = TableLocation {
        table: TableId(table),
        guild: GuildId(1),
        channel: ChannelId(table),
    };
    let host = PersonRecord {
        user: UserId(table),
        name: "Ada".to_owned(),
    };
    let options = TableOptions::of(rules::EditionId::ORIGINAL, Locale::default());
    Entry::opening_table(location, host, &options, Millis(1_001), None)
}

/// Returns a later entry of a table: a person used it.
pub(crate) fn later_entry(table: u64, version: u64) -> Entry {
    Entry {
        schema: SCHEMA,
        table: TableId(table),
        version,
        at: Millis(1_000 + version),
        interaction: None,
        records: vec![Record::Touched],
    }
}

/// Returns a later entry of a table: the commonest action of a game.
pub(crate) fn typical_entry(table: u64, version: u64) -> Entry {
    let [first, second, ..] = Seat::ALL;
    let drew = Event::Drew {
        seat: first,
        title: Title::Tacocat,
        from: PileEnd::Top,
    };
    let turn = Event::TurnBegan(Turn {
        seat: second,
        owed: 1,
        attacked: false,
    });
    let events = [drew, turn].iter().map(GameRecord::from).collect();
    Entry {
        records: vec![Record::Game { events }],
        ..later_entry(table, version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_copied_table_is_loaded_at_the_start() {
        let folder = TempDir::new().expect("a folder for a test");
        measure_start(folder.path(), 50)
            .await
            .expect("all tables are there");
    }
}
