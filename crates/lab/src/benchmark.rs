//! How fast the journal is on this machine: how many entries a second it makes durable, alone and in
//! groups, and how long a process with many running tables takes until it can serve.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;
use journal::{
    COMMIT_GROUP, CommitGroup, Journal as _, JournalError, SqliteJournal, StorageUrl, Store,
    StoreError,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use table::entry::{Entry, SCHEMA};
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use table::options::TableOptions;
use table::record::{PersonRecord, Record};
use table::text::Locale;
use tempfile::TempDir;
use tokio::time::Instant;

use kittens::config::Config;
use kittens::outbox::{RestClient, RestSetupError};
use kittens::registry::{Env, Limits, Registry};
use kittens::{BotToken, BotTokenError};

/// How many tables run when the process starts.
pub(crate) const TABLES: u64 = 10_000;
/// About half of a game's entries.
pub(crate) const ENTRIES: u64 = 60;
/// How many tables write at the same time.
pub(crate) const WRITERS: u64 = 64;
const EACH: u64 = 40;

/// What came out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    /// Entries a second, each in a transaction of its own.
    pub(crate) single: f64,
    /// Entries a second, grouped as they are in earnest.
    pub(crate) grouped: f64,
    /// From opening the journal with all these tables until each can be clicked at.
    pub(crate) ready: Duration,
}

/// Why nothing came out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FiguresError {
    /// There is no folder to try it in.
    #[error("there is no folder for a journal: {0}")]
    Folder(#[from] std::io::Error),
    /// The journal does not open.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal does not work.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Its tables cannot be copied.
    #[error("the tables cannot be copied: {0}")]
    Copies(#[from] sqlx::Error),
    /// There is no token, not even one that proves nothing.
    #[error(transparent)]
    Token(#[from] BotTokenError),
    /// There is no way to a Discord that nobody is going to call.
    #[error(transparent)]
    Rest(#[from] RestSetupError),
}

/// Measures in a new folder below this one, which is to be on a real disk.
pub(crate) async fn measure(below: &Path) -> Result<Figures, FiguresError> {
    let single = CommitGroup {
        max_entries: 1,
        max_wait: Duration::ZERO,
    };
    Ok(Figures {
        single: rate(below, single).await?,
        grouped: rate(below, COMMIT_GROUP).await?,
        ready: start(below, TABLES).await?,
    })
}

/// Entries a second, written by many tables at once.
async fn rate(below: &Path, group: CommitGroup) -> Result<f64, FiguresError> {
    let folder = TempDir::new_in(below)?;
    let file = folder.path().join("kittens.db");
    let journal = SqliteJournal::open_with(&file, group, |options| options).await?;
    let began = Instant::now();
    let journal = &journal;
    let write = |table| async move {
        for version in 1..=EACH {
            journal.append(&entry(table, version)).await?;
        }
        Ok::<(), JournalError>(())
    };
    try_join_all((1..=WRITERS).map(write)).await?;
    let rate = (WRITERS * EACH) as f64 / began.elapsed().as_secs_f64();
    journal.close().await;
    Ok(rate)
}

/// How long it takes until so many running tables can be served.
async fn start(below: &Path, tables: u64) -> Result<Duration, FiguresError> {
    let folder = TempDir::new_in(below)?;
    let file = folder.path().join("kittens.db");
    let url = StorageUrl::Sqlite(file.clone());
    fill(&url, &file, tables).await?;
    let config = Config::built_in();
    // Nobody is going to be called.
    let token = BotToken::parse("nobody").ok_or(BotTokenError::Missing)?;
    let rest = RestClient::new(&config.discord.api_url, &token)?;
    let limits = Limits {
        games_per_server: config.limits.games_per_server.get(),
        clicks_waiting: config.limits.clicks_waiting.get(),
    };
    let began = Instant::now();
    let store = Arc::new(Store::open(&url).await?);
    let means = Env::system();
    let registry = Registry::new(Arc::clone(&store), rest, limits, means).await?;
    let ready = began.elapsed();
    let mut served = (1..=tables).map(serenity::model::id::ChannelId::new);
    if !served.all(|channel| registry.has(channel)) {
        let why = "not every table is there".to_owned();
        return Err(JournalError::Unreadable(why).into());
    }
    registry.close().await;
    store.close().await;
    Ok(ready)
}

/// One table by the journal itself, and copies of it.
async fn fill(url: &StorageUrl, file: &Path, tables: u64) -> Result<(), FiguresError> {
    let store = Store::open(url).await?;
    for version in 1..=ENTRIES {
        store.append(&entry(1, version)).await?;
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

/// The opening of a lobby, and then somebody who is there.
fn entry(table: u64, version: u64) -> Entry {
    let opened = Record::Opened {
        guild: GuildId(1),
        channel: ChannelId(table),
        host: PersonRecord {
            user: UserId(table),
            name: "Ada".to_owned(),
        },
        options: (&TableOptions::of(rules::EditionId::Original, Locale::default())).into(),
    };
    Entry {
        schema: SCHEMA,
        table: TableId(table),
        version,
        at: Millis(1_000 + version),
        interaction: None,
        records: vec![if version == 1 {
            opened
        } else {
            Record::Touched
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_copied_table_is_found_at_the_start() {
        let folder = TempDir::new().expect("a folder for a test");
        start(folder.path(), 50)
            .await
            .expect("all tables are there");
    }
}
