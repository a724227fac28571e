//! Tests of unusable, busy and damaged databases. Refusals to open are one line long, and durable entries survive.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures::future::join_all;
use journal::{
    COMMIT_GROUP, CommitGroup, Journal as _, JournalError, PostedMessages, RecordCipher,
    SqliteJournal, StorageUrl, Store as _, StoreError,
};
use kit::postgres_server::Server;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use table::ids::{Millis, TableId, UserId};

use crate::backup::NEWER;
use crate::conformance::{
    change_file, closed, database, execute, file, first, folder, joined, later, new_file, sqlite,
    touched,
};

const SINGLE: CommitGroup = CommitGroup {
    max_entries: 1,
    max_wait: Duration::ZERO,
};

fn assert_unavailable<T: Debug>(result: &Result<T, JournalError>) {
    let is_unavailable = matches!(result, Err(JournalError::Unavailable(_)));
    assert!(is_unavailable, "{result:?}");
}

fn assert_newer(error: &StoreError) {
    let is_newer = matches!(error, StoreError::Newer { found: 99, .. });
    assert!(is_newer, "{error}");
}

async fn open_error(url: &StorageUrl) -> (StoreError, String) {
    let error = journal::open(url).await.err().expect("it is refused");
    let sentence = error.to_string();
    assert!(!sentence.contains('\n'), "{sentence}");
    (error, sentence)
}

async fn open_file_error(file: &Path) -> StoreError {
    let (error, sentence) = open_error(&StorageUrl::Sqlite(file.to_owned())).await;
    assert!(sentence.contains(&file.display().to_string()), "{sentence}");
    error
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_left_as_it_is() {
    let folder = folder();
    let file = file(&folder);
    change_file(&file, "CREATE TABLE recipes (soup TEXT)").await;
    let before = fs::read(&file).expect("the file is there");
    let error = open_file_error(&file).await;
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    assert_eq!(fs::read(&file).expect("the file is there"), before);
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused_and_left_as_it_is() {
    let folder = folder();
    let file = file(&folder);
    let text = "Dear cat, ".repeat(200);
    fs::write(&file, &text).expect("a file is written");
    let error = open_file_error(&file).await;
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}

#[tokio::test]
async fn a_newer_schema_is_refused_by_its_number() {
    let (folder, store) = sqlite().await;
    store.close().await;
    drop(store);
    let file = file(&folder);
    change_file(&file, NEWER).await;
    assert_newer(&open_file_error(&file).await);
}

#[tokio::test]
async fn one_process_at_a_time_uses_a_file() {
    let (folder, url) = new_file();
    let store = journal::open(&url).await.expect("a new file opens");
    let error = open_file_error(&file(&folder)).await;
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    store.close().await;
    drop(store);
    let store = journal::open(&url).await.expect("the file is free again");
    store.close().await;
}

#[tokio::test]
async fn a_location_that_cannot_be_written_is_refused() {
    let error = open_file_error(Path::new("/proc/kittens/kittens.db")).await;
    assert!(matches!(error, StoreError::Folder { .. }), "{error}");
    let folder = folder();
    let error = open_file_error(folder.path()).await;
    assert!(matches!(error, StoreError::Refused { .. }), "{error}");
}

#[tokio::test]
async fn the_error_for_an_unreachable_server_omits_the_password() {
    let url = StorageUrl::parse("postgres://bot:secret@127.0.0.1:1/kittens").expect("an address");
    let (_, sentence) = open_error(&url).await;
    let address = "postgres://127.0.0.1:1/kittens";
    assert!(sentence.contains(address), "{sentence}");
    assert!(!sentence.contains("secret"), "{sentence}");
}

#[tokio::test]
async fn a_server_with_another_programs_tables_a_newer_schema_or_no_such_database_is_refused() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let nowhere = StorageUrl::parse(&server.address("nowhere")).expect("an address");
    let (_, sentence) = open_error(&nowhere).await;
    assert!(sentence.contains("nowhere"), "{sentence}");

    let foreign = database(&server, "recipes").await;
    run(&server, "recipes", "CREATE TABLE recipes (soup TEXT)").await;
    let (error, _) = open_error(&foreign).await;
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");

    let newer = database(&server, "newer").await;
    let store = journal::open(&newer)
        .await
        .expect("an empty database opens");
    store.close().await;
    let later = "INSERT INTO _sqlx_migrations \
         (version, description, success, checksum, execution_time) \
         VALUES (99, 'later', true, '', 0)";
    run(&server, "newer", later).await;
    assert_newer(&open_error(&newer).await.0);
}

async fn run(server: &Server, database: &str, sql: &'static str) {
    let mut connection = PgConnection::connect(&server.address(database))
        .await
        .expect("the database is there");
    let done = sqlx::query(sql).execute(&mut connection).await;
    done.expect("PostgreSQL runs the statement");
}

#[tokio::test]
async fn a_running_table_that_lacks_a_row_of_a_person_is_unreadable_and_accepts_no_newcomer() {
    let joins = |version, id, name| later(1, version, vec![joined(UserId(id), name)]);
    for lost in ["number = 2", "version = 3", "number > 0"] {
        let (folder, store) = sqlite().await;
        for entry in [first(1), joins(2, 7, "Bob"), joins(3, 7, "Bert")] {
            assert_eq!(store.append(&entry).await, Ok(()));
        }
        let delete = format!("DELETE FROM table_people WHERE {lost}");
        change_file(&file(&folder), &delete).await;
        let appended = store.append(&joins(4, 8, "Cleo")).await;
        assert!(
            matches!(appended, Err(JournalError::Unreadable(_))),
            "{appended:?}"
        );
        let table = TableId(1);
        for read in [store.load(table).await, store.load_page(table, 2).await] {
            assert!(matches!(read, Err(JournalError::Unreadable(_))), "{read:?}");
        }
        // In a closed table, the missing person may have been erased.
        assert_eq!(store.append(&closed(1, 4)).await, Ok(()));
        assert_eq!(store.load(table).await.map(|entries| entries.len()), Ok(4));
        store.close().await;
    }
}

#[tokio::test]
async fn reads_do_not_wait_for_a_write_that_waits_for_another_program() {
    let (folder, store) = sqlite().await;
    let file = file(&folder);
    assert_eq!(store.append(&first(1)).await, Ok(()));
    let other = execute(&file, "BEGIN IMMEDIATE").await;
    let mut write = std::pin::pin!(store.record_alive(Millis(5)));
    let entries = tokio::select! {
        biased;
        result = &mut write => panic!("the write did not wait: {result:?}"),
        entries = store.load(TableId(1)) => entries,
    };
    assert_eq!(entries, Ok(vec![first(1)]));
    other.close().await.expect("it closes");
    assert_eq!(write.await, Ok(()));
    assert_eq!(store.last_alive().await, Ok(Some(Millis(5))));
    store.close().await;
}

#[tokio::test]
async fn small_writes_and_reads_succeed_while_entries_are_appended() {
    let (_folder, store) = sqlite().await;
    for table in 1..=8 {
        assert_eq!(store.append(&first(table)).await, Ok(()));
    }
    let tasks = (1..=8).map(|table| {
        let store = &store;
        async move {
            for version in 2..=20 {
                assert_eq!(store.append(&touched(table, version)).await, Ok(()));
                let posted = PostedMessages {
                    message: Some(version),
                    replaced: Vec::new(),
                };
                let recorded = store.record_posted(TableId(table), &posted).await;
                assert_eq!(recorded, Ok(()));
                let entries = store.load(TableId(table)).await.expect("it is readable");
                assert_eq!(entries.len() as u64, version);
            }
        }
    });
    join_all(tasks).await;
    store.close().await;
}

#[tokio::test]
async fn closing_releases_the_file_and_refuses_further_reads_and_writes() {
    let (folder, store) = sqlite().await;
    assert_eq!(store.append(&first(1)).await, Ok(()));
    tokio::join!(store.close(), store.close());
    let read = store.load(TableId(1)).await;
    assert_unavailable(&read);
    assert_unavailable(&store.record_alive(Millis(5)).await);
    let file = file(&folder);
    let log = PathBuf::from(format!("{}-wal", file.display()));
    assert!(!log.exists(), "the log was not copied into the file");
    let again = journal::open(&StorageUrl::Sqlite(file))
        .await
        .expect("the file is free, though the first store still exists");
    assert_eq!(again.load(TableId(1)).await, Ok(vec![first(1)]));
    again.close().await;
}

#[tokio::test]
async fn a_full_disk_refuses_an_entry_as_a_whole_and_keeps_the_earlier_ones() {
    let folder = folder();
    let small = |options: SqliteConnectOptions| options.pragma("max_page_count", "60");
    let opened =
        SqliteJournal::open_with(&file(&folder), COMMIT_GROUP, RecordCipher::plain(), small).await;
    let store = opened.expect("a new file opens");
    let mut appended = Vec::new();
    let full = loop {
        let entry = first(appended.len() as u64 + 1);
        match store.append(&entry).await {
            Ok(()) => appended.push(entry),
            Err(error) => break error,
        }
        assert!(appended.len() < 10_000, "the disk never gets full");
    };
    assert!(matches!(full, JournalError::Unavailable(_)), "{full}");
    let running = store.running().await.expect("it is readable");
    assert_eq!(running.len(), appended.len());
    for entry in appended {
        assert_eq!(store.load(entry.table).await, Ok(vec![entry]));
    }
    store.close().await;
}

#[tokio::test]
async fn synced_entries_survive_any_cut_behind_them_in_the_log() {
    let folder = folder();
    let original = file(&folder);
    let (journal, tail, synced) = append_twelve(&original, |options| options).await;
    let base = fs::read(&original).expect("the file is there");
    for cut in 0..=4096 {
        let left = tail.len() - cut;
        let found = tables_after(&base, &tail[..left]).await;
        let durable = synced.iter().filter(|&&end| end <= left).count();
        assert!(found.len() >= durable, "{cut} bytes cut: {found:?}");
        let expected: Vec<i64> = (1..=found.len() as i64).collect();
        assert_eq!(found, expected, "the first ones");
    }
    let mut torn = tail.clone();
    let middle = torn.len() - 2048;
    torn[middle..].iter_mut().for_each(|byte| *byte ^= 0xa5);
    let found = tables_after(&base, &torn).await;
    assert_eq!(found, (1..=11).collect::<Vec<i64>>());
    journal.close().await;
}

#[tokio::test]
async fn a_page_torn_in_any_of_its_sectors_loses_only_the_last_entry() {
    const SECTOR: usize = 512;
    let folder = folder();
    let original = file(&folder);
    let (journal, complete, _) = append_twelve(&original, |options| options).await;
    let base = fs::read(&original).expect("the file is there");
    let page = complete.len() - 4096;
    for sector in (page..complete.len()).step_by(SECTOR) {
        let mut torn = complete.clone();
        torn[sector..sector + SECTOR]
            .iter_mut()
            .for_each(|byte| *byte ^= 0xa5);
        let found = tables_after(&base, &torn).await;
        assert_eq!(found, (1..=11).collect::<Vec<i64>>(), "sector at {sector}");
    }
    journal.close().await;
}

/// After a power loss, only synced data is certain to be on disk. At synchronous level 2, SQLite syncs its log at each
/// commit; at level 0 it never does, so only the original file is certain. The test uses the level that SQLite reports,
/// and shows that a journal without syncing would lose entries.
#[tokio::test]
async fn a_loss_of_power_loses_no_durable_entry_unless_syncing_is_off() {
    let appended: Vec<i64> = (1..=12).collect();
    assert_eq!(tables_after_power_loss(|options| options).await, appended);
    let off = |options: SqliteConnectOptions| options.synchronous(SqliteSynchronous::Off);
    assert_ne!(tables_after_power_loss(off).await, appended);
}

/// Opens twelve tables, and returns the tables that remain after a power loss.
async fn tables_after_power_loss(
    add: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
) -> Vec<i64> {
    let folder = folder();
    let original = file(&folder);
    let (journal, written, _) = append_twelve(&original, add).await;
    let base = fs::read(&original).expect("the file is there");
    let synced = match journal.synchronous().await {
        Ok(2) => written.as_slice(),
        _ => &[],
    };
    let found = tables_after(&base, synced).await;
    journal.close().await;
    found
}

/// Opens twelve tables, each in its own transaction. Returns the journal, its log, and the length of the log after
/// each append.
async fn append_twelve(
    file: &Path,
    add: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
) -> (SqliteJournal, Vec<u8>, Vec<usize>) {
    let opened = SqliteJournal::open_with(file, SINGLE, RecordCipher::plain(), add).await;
    let journal = opened.expect("a new file opens");
    let read = || fs::read(format!("{}-wal", file.display())).expect("the log is there");
    let mut ends = Vec::new();
    for table in 1..=12 {
        assert_eq!(journal.append(&first(table)).await, Ok(()));
        ends.push(read().len());
    }
    (journal, read(), ends)
}

async fn tables_after(base: &[u8], log: &[u8]) -> Vec<i64> {
    let folder = tempfile::tempdir_in(memory_folder()).expect("a folder for a test");
    let copy = file(&folder);
    fs::write(&copy, base).expect("a copy is written");
    fs::write(format!("{}-wal", copy.display()), log).expect("a copy is written");
    let options = SqliteConnectOptions::new().filename(&copy);
    let mut connection = options.connect().await.expect("a cut file opens");
    let entries = "SELECT table_id FROM entries ORDER BY table_id";
    let found = sqlx::query_scalar(entries).fetch_all(&mut connection).await;
    connection.close().await.expect("it closes");
    // The cut may have removed the migrations.
    found.unwrap_or_default()
}

/// Returns a folder in memory if there is one, or else the temporary folder. The tests write thousands of files.
fn memory_folder() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    Some(memory)
        .filter(|memory| memory.is_dir())
        .unwrap_or_else(std::env::temp_dir)
}

#[tokio::test]
async fn a_reopened_file_holds_every_entry() {
    let (_folder, url) = new_file();
    let store = journal::open(&url).await.expect("a new file opens");
    let entries: Vec<_> = (1..=100).map(first).collect();
    let results = join_all(entries.iter().map(|entry| store.append(entry))).await;
    assert!(results.iter().all(Result::is_ok));
    store.close().await;
    drop(store);
    let store = journal::open(&url).await.expect("the file opens again");
    for entry in entries {
        assert_eq!(store.load(entry.table).await, Ok(vec![entry]));
    }
    assert_eq!(store.append(&touched(1, 2)).await, Ok(()));
    store.close().await;
    assert_unavailable(&store.append(&touched(1, 3)).await);
}
