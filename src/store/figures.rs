//! How fast the journal is. Not part of the tests, as figures depend on the machine:
//! `cargo test --release -p kittens --lib figures -- --ignored --nocapture --test-threads 1`

use std::time::Duration;

use futures::future::join_all;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use table::ids::TableId;
use table::journal::Journal as _;
use tempfile::TempDir;
use tokio::time::Instant;

use super::Store;
use super::conformance::{first, touched};
use super::sqlite::SqliteJournal;
use super::writer::{GROUP, Group};
use crate::config::{Config, StorageUrl};
use crate::outbox::Rest;
use crate::registry::{Limits, Means, Registry};
use crate::token::Token;

const TABLES: u64 = 10_000;
/// About half of a game's entries.
const ENTRIES: u64 = 60;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a figure of this machine"]
async fn ten_thousand_running_tables_are_ready_in_less_than_five_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kittens.db");
    let url = StorageUrl::Sqlite(file.clone());
    fill(&url, &file).await;

    let began = Instant::now();
    let store = Store::open(&url).await.expect("the file opens");
    let token = Token::parse("a-token").expect("a token");
    let rest = Rest::new(&Config::built_in().discord.api_url, &token).expect("a way");
    let limits = Limits {
        games_per_server: 25,
        clicks_waiting: 64,
    };
    let store = std::sync::Arc::new(store);
    let registry = Registry::new(
        std::sync::Arc::clone(&store),
        rest,
        limits,
        Means::of_the_system(),
    )
    .await;
    let registry = registry.expect("the journal is readable");
    let ready = began.elapsed();
    let channel = serenity::model::id::ChannelId::new(TABLES);
    assert!(registry.has(channel));
    let began = Instant::now();
    let entries = store.load(TableId(TABLES)).await.expect("it is readable");
    table::Table::replay(&entries).expect("it is a table");
    println!(
        "{TABLES} running tables of {ENTRIES} entries: ready in {ready:?}; one read back in {:?}",
        began.elapsed()
    );
    assert!(ready < Duration::from_secs(5));
}

/// One table by the journal itself, and copies of it.
async fn fill(url: &StorageUrl, file: &std::path::Path) {
    let store = Store::open(url).await.expect("a new file opens");
    assert_eq!(store.append(&first(1)).await, Ok(()));
    for version in 2..=ENTRIES {
        assert_eq!(store.append(&touched(1, version)).await, Ok(()));
    }
    store.close().await;
    drop(store);
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.expect("the file opens");
    let copies = "WITH RECURSIVE number (n) AS \
             (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 10000) \
         INSERT INTO tables SELECT n, guild, n, version, written_at, message, stage \
             FROM tables, number;
         INSERT INTO entries SELECT tables.id, entries.version, schema, at, NULL, records \
             FROM entries, tables WHERE tables.id > 1;";
    connection.execute(copies).await.expect("copies are made");
    connection.close().await.expect("it closes");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a figure of this machine"]
async fn grouped_commits_are_five_times_as_fast_as_single_ones() {
    let single = Group {
        most: 1,
        wait: Duration::ZERO,
    };
    let (single, grouped) = (rate(single).await, rate(GROUP).await);
    println!(
        "64 tables at once, synced: {single:.0} entries a second in single commits, {grouped:.0} in \
         grouped ones ({:.1} times)",
        grouped / single
    );
    assert!(grouped >= 5.0 * single);
}

/// Entries a second, written by many tables at once.
async fn rate(group: Group) -> f64 {
    const WRITERS: u64 = 64;
    const EACH: u64 = 40;
    let folder = TempDir::new_in(".").expect("a folder on a real disk");
    let file = folder.path().join("kittens.db");
    let journal = SqliteJournal::open_with(&file, group, |options| options).await;
    let journal = journal.expect("a new file opens");
    let began = Instant::now();
    let journal = &journal;
    let write = |table| async move {
        assert_eq!(journal.append(&first(table)).await, Ok(()));
        for version in 2..=EACH {
            assert_eq!(journal.append(&touched(table, version)).await, Ok(()));
        }
    };
    join_all((1..=WRITERS).map(write)).await;
    let rate = (WRITERS * EACH) as f64 / began.elapsed().as_secs_f64();
    journal.close().await;
    rate
}
