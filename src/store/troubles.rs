//! Databases that cannot be used, at the start and later: each is refused in one sentence, and
//! nothing is half done.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection};
use table::ids::{Millis, TableId};
use table::journal::{Journal as _, JournalError};
use tempfile::TempDir;

use super::conformance::{database, first, sqlite, touched};
use super::sqlite::SqliteJournal;
use super::writer::{GROUP, Group};
use super::{Store, StoreError, tail};
use crate::bot_token::BotToken;
use crate::config::StorageUrl;
use crate::outbox::Rest;
use crate::registry::{Limits, Means, Registry};
use crate::torture::real::server::Server;

/// Each entry in a transaction of its own.
const SINGLE: Group = Group {
    most: 1,
    wait: Duration::ZERO,
};

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("kittens.db")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for a test")
}

async fn plainly(file: &Path, sql: &str) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true);
    let mut connection = options.connect().await.expect("SQLite opens a file");
    let done = connection.execute(AssertSqlSafe(sql.to_owned())).await;
    done.expect("SQLite does as it is told");
    connection
}

async fn refused(url: &StorageUrl) -> (StoreError, String) {
    let error = Store::open(url).await.err().expect("it is refused");
    let sentence = error.to_string();
    assert!(!sentence.contains('\n'), "{sentence}");
    (error, sentence)
}

async fn file_refused(file: &Path) -> StoreError {
    let (error, sentence) = refused(&StorageUrl::Sqlite(file.to_owned())).await;
    assert!(sentence.contains(&file.display().to_string()), "{sentence}");
    error
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_left_as_it_is() {
    let folder = folder();
    let file = file(&folder);
    let other = plainly(&file, "CREATE TABLE recipes (soup TEXT)").await;
    other.close().await.expect("it closes");
    let before = fs::read(&file).expect("the file is there");
    let error = file_refused(&file).await;
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
    assert_eq!(fs::read(&file).expect("the file is there"), before);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
    let folder = folder();
    let file = file(&folder);
    let letter = "Dear cat, ".repeat(200);
    fs::write(&file, &letter).expect("a file is written");
    let error = file_refused(&file).await;
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), letter);
}

#[tokio::test]
async fn a_newer_schema_is_refused_by_its_number() {
    let (folder, store) = sqlite().await;
    store.close().await;
    drop(store);
    let file = folder.path().join("new").join("kittens.db");
    let newer = "INSERT INTO _sqlx_migrations \
         (version, description, success, checksum, execution_time) VALUES (99, 'later', 1, x'00', 0)";
    let other = plainly(&file, newer).await;
    other.close().await.expect("it closes");
    let error = file_refused(&file).await;
    assert!(
        matches!(error, StoreError::Newer { found: 99, .. }),
        "{error}"
    );
}

#[tokio::test]
async fn one_process_at_a_time_uses_a_file() {
    let folder = folder();
    let url = StorageUrl::Sqlite(file(&folder));
    let store = Store::open(&url).await.expect("a new file opens");
    let error = file_refused(&file(&folder)).await;
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    store.close().await;
    drop(store);
    let store = Store::open(&url).await.expect("the file is free again");
    store.close().await;
}

#[tokio::test]
async fn a_place_where_nothing_can_be_written_is_refused() {
    let error = file_refused(Path::new("/proc/kittens/kittens.db")).await;
    assert!(matches!(error, StoreError::Folder { .. }), "{error}");
    let folder = folder();
    let error = file_refused(folder.path()).await;
    assert!(matches!(error, StoreError::Refused { .. }), "{error}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_refused_without_the_password() {
    let url = StorageUrl::read("postgres://bot:secret@127.0.0.1:1/kittens").expect("an address");
    let (_, sentence) = refused(&url).await;
    assert!(
        sentence.contains("postgres://127.0.0.1:1/kittens"),
        "{sentence}"
    );
    assert!(!sentence.contains("secret"), "{sentence}");
}

#[tokio::test]
async fn a_server_with_another_programs_tables_a_newer_schema_or_no_such_database_is_refused() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let nowhere = StorageUrl::read(&server.address("nowhere")).expect("an address");
    let (_, sentence) = refused(&nowhere).await;
    assert!(sentence.contains("nowhere"), "{sentence}");

    let foreign = database(&server, "recipes").await;
    run(&server, "recipes", "CREATE TABLE recipes (soup TEXT)").await;
    let (error, _) = refused(&foreign).await;
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");

    let newer = database(&server, "newer").await;
    let store = Store::open(&newer).await.expect("an empty database opens");
    store.close().await;
    let later = "INSERT INTO _sqlx_migrations \
         (version, description, success, checksum, execution_time) \
         VALUES (99, 'later', true, '', 0)";
    run(&server, "newer", later).await;
    let (error, _) = refused(&newer).await;
    assert!(
        matches!(error, StoreError::Newer { found: 99, .. }),
        "{error}"
    );
}

/// Does this in a database.
async fn run(server: &Server, database: &str, sql: &'static str) {
    let connection = PgConnection::connect(&server.address(database)).await;
    let mut connection = connection.expect("the database is there");
    let done = sqlx::query(sql).execute(&mut connection).await;
    done.expect("PostgreSQL does as it is told");
}

#[tokio::test]
async fn while_another_program_writes_entries_are_refused_and_afterwards_kept() {
    let (folder, store) = sqlite().await;
    let file = folder.path().join("new").join("kittens.db");
    assert_eq!(store.append(&first(1)).await, Ok(()));
    let other = plainly(&file, "BEGIN IMMEDIATE").await;
    let verdict = store.append(&touched(1, 2)).await;
    assert!(
        matches!(verdict, Err(JournalError::Unavailable(_))),
        "{verdict:?}"
    );
    assert_eq!(store.load(TableId(1)).await, Ok(vec![first(1)]));
    other.close().await.expect("it closes");
    assert_eq!(store.append(&touched(1, 2)).await, Ok(()));
    store.close().await;
}

#[tokio::test]
async fn a_full_disk_refuses_a_whole_entry_and_keeps_what_there_is() {
    let folder = folder();
    let small = |options: SqliteConnectOptions| options.pragma("max_page_count", "40");
    let opened = SqliteJournal::open_with(&file(&folder), GROUP, small).await;
    let store = Store::Sqlite(opened.expect("a new file opens"));
    let mut kept = Vec::new();
    let full = loop {
        let entry = first(kept.len() as u64 + 1);
        match store.append(&entry).await {
            Ok(()) => kept.push(entry),
            Err(error) => break error,
        }
        assert!(kept.len() < 10_000, "the disk never gets full");
    };
    assert!(matches!(full, JournalError::Unavailable(_)), "{full}");
    let running = store.running().await.expect("it is readable");
    assert_eq!(running.len(), kept.len());
    for entry in kept {
        assert_eq!(store.load(entry.table).await, Ok(vec![entry]));
    }
    store.close().await;
}

#[tokio::test]
async fn whatever_is_cut_off_the_end_of_the_log_what_was_synced_before_it_is_there() {
    let folder = folder();
    let original = file(&folder);
    let opened = SqliteJournal::open_with(&original, SINGLE, |options| options).await;
    let journal = opened.expect("a new file opens");
    let log = PathBuf::from(format!("{}-wal", original.display()));
    let length = |path: &Path| fs::metadata(path).expect("the log is there").len();
    // How long the log was when each entry was said to be durable.
    let mut synced = Vec::new();
    for table in 1..=12 {
        assert_eq!(journal.append(&first(table)).await, Ok(()));
        synced.push(length(&log));
    }
    let (base, tail) = (
        fs::read(&original).expect("the file is there"),
        fs::read(&log).expect("the log is there"),
    );
    for cut in 0..=4096 {
        let left = tail.len() - cut;
        let known = kept_after(&base, &tail[..left]).await;
        let safe = synced.iter().filter(|&&end| end <= left as u64).count();
        assert!(
            known.len() >= safe,
            "{cut} bytes cut: {} of {safe}",
            known.len()
        );
        assert!(
            known.iter().copied().eq(1..=known.len() as i64),
            "{known:?}"
        );
    }
    let mut torn = tail.clone();
    let middle = torn.len() - 2048;
    torn[middle..].iter_mut().for_each(|byte| *byte ^= 0xa5);
    let known = kept_after(&base, &torn).await;
    assert_eq!(known, (1..=11).collect::<Vec<i64>>());
    assert!(tail::unusable(&torn).is_some_and(|bytes| bytes >= 2048));
    journal.close().await;
}

#[tokio::test]
async fn a_page_torn_in_any_of_its_sectors_costs_the_last_entry_alone_and_is_told() {
    const SECTOR: usize = 512;
    let folder = folder();
    let original = file(&folder);
    let (journal, log) = twelve(&original, |options| options).await;
    let base = fs::read(&original).expect("the file is there");
    let whole = fs::read(&log).expect("the log is there");
    assert_eq!(tail::unusable(&whole), None);
    let page = whole.len() - 4096;
    for sector in (page..whole.len()).step_by(SECTOR) {
        let mut torn = whole.clone();
        torn[sector..sector + SECTOR]
            .iter_mut()
            .for_each(|byte| *byte ^= 0xa5);
        let known = kept_after(&base, &torn).await;
        assert_eq!(known, (1..=11).collect::<Vec<i64>>(), "sector at {sector}");
        assert!(tail::unusable(&torn).is_some(), "sector at {sector}");
    }
    journal.close().await;
}

#[tokio::test]
async fn whatever_is_cut_off_the_end_of_the_log_is_told_unless_it_was_a_whole_transaction() {
    let folder = folder();
    let original = file(&folder);
    let opened = SqliteJournal::open_with(&original, SINGLE, |options| options).await;
    let journal = opened.expect("a new file opens");
    let log = PathBuf::from(format!("{}-wal", original.display()));
    let mut ends = Vec::new();
    for table in 1..=12 {
        assert_eq!(journal.append(&first(table)).await, Ok(()));
        ends.push(fs::read(&log).expect("the log is there").len());
    }
    let whole = fs::read(&log).expect("the log is there");
    for cut in 0..=4096 {
        let left = whole.len() - cut;
        let told = tail::unusable(&whole[..left]).is_some();
        assert_eq!(told, !ends.contains(&left), "{cut} bytes cut");
    }
    journal.close().await;
}

/// What the disk holds for certain after a loss of power is what was synced. SQLite syncs its log at
/// each commit where it is told to (level 2), and never where it is told not to (level 0): then
/// nothing but the file as it was before is certain. This takes SQLite's word for when it syncs, and
/// the drive's for what a sync is; it shows that the promise hangs on that level, and that a journal
/// without it would be caught.
#[tokio::test]
async fn a_loss_of_power_takes_nothing_that_was_promised_unless_syncing_is_off() {
    let promised: Vec<i64> = (1..=12).collect();
    assert_eq!(after_a_loss_of_power(|options| options).await, promised);
    let off = |options: SqliteConnectOptions| options.synchronous(SqliteSynchronous::Off);
    assert_ne!(after_a_loss_of_power(off).await, promised);
}

/// The tables that are there after twelve were promised and the power was lost.
async fn after_a_loss_of_power(
    add: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
) -> Vec<i64> {
    let folder = folder();
    let original = file(&folder);
    let (journal, log) = twelve(&original, add).await;
    let base = fs::read(&original).expect("the file is there");
    let written = fs::read(&log).expect("the log is there");
    let synced = match journal.synchronous().await {
        Ok(2) => written.as_slice(),
        _ => &[],
    };
    let known = kept_after(&base, synced).await;
    journal.close().await;
    known
}

/// A new journal with twelve tables, each in a transaction of its own, and where its log is.
async fn twelve(
    file: &Path,
    add: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
) -> (SqliteJournal, PathBuf) {
    let opened = SqliteJournal::open_with(file, SINGLE, add).await;
    let journal = opened.expect("a new file opens");
    for table in 1..=12 {
        assert_eq!(journal.append(&first(table)).await, Ok(()));
    }
    (journal, PathBuf::from(format!("{}-wal", file.display())))
}

/// Of two tables, one of which says what nobody understands, the other goes on.
async fn is_set_aside(change: &'static str) {
    let (folder, store) = sqlite().await;
    for table in [1, 2] {
        assert_eq!(store.append(&first(table)).await, Ok(()));
    }
    // The lobbies are of 1970: only a process that died then gives them their time back.
    assert_eq!(store.note_life(Millis(2_000)).await, Ok(()));
    let file = folder.path().join("new").join("kittens.db");
    plainly(&file, change)
        .await
        .close()
        .await
        .expect("it closes");
    let token = BotToken::parse("a-token").expect("a token");
    let nowhere = "http://127.0.0.1:1".parse().expect("an address");
    let rest = Rest::new(&nowhere, &token).expect("a way");
    let limits = Limits {
        games_per_server: 25,
        clicks_waiting: 64,
    };
    let store = Arc::new(store);
    let registry = Registry::new(Arc::clone(&store), rest, limits, Means::of_the_system()).await;
    let registry = registry.expect("the journal is readable");
    registry.wake();
    let alone = async {
        loop {
            let running = store.running().await.expect("it is readable");
            let second = store.load(TableId(2)).await.expect("it is readable");
            if running.len() == 1 && second.len() > 1 {
                return running[0].table;
            }
            tokio::task::yield_now().await;
        }
    };
    let alone = tokio::time::timeout(Duration::from_secs(60), alone).await;
    assert_eq!(alone, Ok(TableId(2)));
    registry.close().await;
    store.close().await;
}

#[tokio::test]
async fn a_table_in_a_form_of_the_future_is_set_aside_and_the_others_go_on() {
    is_set_aside("UPDATE entries SET schema = 99 WHERE table_id = 1").await;
}

#[tokio::test]
async fn a_table_with_a_record_that_nobody_knows_is_set_aside_and_the_others_go_on() {
    let change = "UPDATE entries SET records = '[{\"fact\":\"sneezed\"}]' WHERE table_id = 1";
    is_set_aside(change).await;
}

/// The tables that a copy of these files holds.
async fn kept_after(base: &[u8], log: &[u8]) -> Vec<i64> {
    let folder = tempfile::tempdir_in(memory()).expect("a folder for a test");
    let copy = file(&folder);
    fs::write(&copy, base).expect("a copy is written");
    fs::write(format!("{}-wal", copy.display()), log).expect("a copy is written");
    let options = SqliteConnectOptions::new().filename(&copy);
    let mut connection = options.connect().await.expect("a cut file opens");
    let entries = "SELECT table_id FROM entries ORDER BY table_id";
    let known = sqlx::query_scalar(entries).fetch_all(&mut connection).await;
    connection.close().await.expect("it closes");
    // What was cut may be the very making of the tables.
    known.unwrap_or_default()
}

/// Where thousands of small files cost nothing.
fn memory() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        memory.to_owned()
    } else {
        std::env::temp_dir()
    }
}

#[tokio::test]
async fn a_reopened_file_holds_what_was_kept() {
    let folder = folder();
    let url = StorageUrl::Sqlite(file(&folder));
    let store = Store::open(&url).await.expect("a new file opens");
    let entries: Vec<_> = (1..=100).map(first).collect();
    let verdicts = join_all(entries.iter().map(|entry| store.append(entry))).await;
    assert!(verdicts.iter().all(Result::is_ok));
    store.close().await;
    drop(store);
    let store = Store::open(&url).await.expect("the file opens again");
    for entry in entries {
        assert_eq!(store.load(entry.table).await, Ok(vec![entry]));
    }
    let late = store.append(&touched(1, 2)).await;
    assert_eq!(late, Ok(()));
    store.close().await;
    let after = store.append(&touched(1, 3)).await;
    assert!(matches!(after, Err(JournalError::Unavailable(_))));
}
