//! Tests of encryption: files do not reveal names, keys can be replaced while tables run, a missing key is reported,
//! and changed or unencrypted data is not read.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use fairness::Secret;
use journal::{Inspection, JournalError, LOAD_PAGE, RecordCipher, StorageUrl, Store, StoreError};
use kit::postgres_server::Server;
use sqlx::{Connection as _, PgConnection};
use table::entry::Entry;
use table::ids::{TableId, UserId};
use table::pages::daily::{Attempt, Day};

use crate::conformance::{GUILD, change_file, cipher, closed, database, first, new_file, touched};
use crate::daily::{ADA, attempt, stores};
use crate::results::{NEW_YEAR, won};
use crate::reviews::{HOST, reviewed};

const NAME: &str = "Ада";

/// Opens a journal with a cipher that lacks its key, and returns the text of the error.
async fn refusal(url: &StorageUrl, other: RecordCipher) -> String {
    let error = journal::open_encrypted(url, other)
        .await
        .err()
        .expect("the key is missing");
    assert!(matches!(error, StoreError::MissingKey { .. }), "{error}");
    error.to_string()
}

async fn open(url: &StorageUrl, cipher: RecordCipher) -> Arc<dyn Store> {
    let store = journal::open_encrypted(url, cipher).await;
    store.expect("the journal opens")
}

async fn append(url: &StorageUrl, cipher: RecordCipher, entry: &Entry) {
    let store = open(url, cipher).await;
    assert_eq!(store.append(entry).await, Ok(()));
    store.close().await;
}

fn is_in_files(folder: &Path, text: &str) -> bool {
    let files = folder.read_dir().expect("the folder is there");
    let mut contents = files.map(|file| fs::read(file.expect("a file").path()));
    contents.any(|content| {
        let content = content.expect("a file can be read");
        content
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    })
}

#[tokio::test]
async fn an_encrypted_file_does_not_hold_names_and_no_file_that_of_a_forgotten_person() {
    for (cipher, expected) in [(RecordCipher::plain(), true), (cipher(&['a']), false)] {
        let (folder, url) = new_file();
        let store = open(&url, cipher.clone()).await;
        assert_eq!(store.append(&first(1)).await, Ok(()));
        let mut result = Box::new(won(1, NEW_YEAR, &[HOST]));
        result.players[0].name = "Grace".to_owned();
        let mut ending = touched(1, 2);
        ending.result = Some(result);
        assert_eq!(store.append(&ending).await, Ok(()));
        let holds = || [NAME, "Grace"].map(|name| is_in_files(folder.path(), name));
        assert_eq!(holds(), [expected; 2]);
        store.close().await;
        assert_eq!(holds(), [expected; 2]);
        let store = open(&url, cipher).await;
        assert_eq!(store.request_erasure(HOST).await, Ok(()));
        store.close().await;
        // The table is still running, so it keeps the host's name.
        assert_eq!(holds(), [expected, false]);
    }
}

#[tokio::test]
async fn a_journal_whose_key_is_missing_is_refused_and_the_key_is_named_by_its_id() {
    let (_folder, file) = new_file();
    let server = Server::start().await.expect("PostgreSQL starts");
    for url in [file, database(&server, "missing_key").await] {
        append(&url, cipher(&['a']), &first(1)).await;
        for other in [RecordCipher::plain(), cipher(&['b'])] {
            let sentence = refusal(&url, other).await;
            assert!(sentence.contains("JOURNAL_KEY"), "{sentence}");
            assert!(!sentence.contains("aaaa"), "{sentence}");
        }
        let store = open(&url, cipher(&['b', 'a'])).await;
        assert_eq!(store.load(TableId(1)).await, Ok(vec![first(1)]));
        store.close().await;
    }
}

#[tokio::test]
async fn a_key_is_added_and_replaced_while_a_table_runs() {
    let (_folder, url) = new_file();
    let mut expected = vec![];
    let lives = [
        RecordCipher::plain(),
        cipher(&['a']),
        cipher(&['b', 'a']),
        cipher(&['c', 'b', 'a']),
    ];
    for (version, cipher) in (1..).zip(lives) {
        let store = open(&url, cipher).await;
        let entry = match version {
            1 => first(1),
            _ => touched(1, version),
        };
        assert_eq!(store.append(&entry).await, Ok(()));
        expected.push(entry);
        assert_eq!(store.load(TableId(1)).await, Ok(expected.clone()));
        store.close().await;
    }
}

#[tokio::test]
async fn a_journal_is_refused_if_only_the_middle_of_a_table_needs_a_missing_key() {
    let (_folder, file) = new_file();
    let server = Server::start().await.expect("PostgreSQL starts");
    for url in [file, database(&server, "middle_key").await] {
        let lives = [RecordCipher::plain(), cipher(&['a']), cipher(&['b', 'a'])];
        let entries = [first(1), touched(1, 2), touched(1, 3)];
        for (cipher, entry) in lives.into_iter().zip(entries) {
            append(&url, cipher, &entry).await;
        }
        refusal(&url, cipher(&['b'])).await;
        // Only running tables' keys are required, so the journal opens once this table is closed.
        append(&url, cipher(&['b', 'a']), &closed(1, 4)).await;
        let store = open(&url, cipher(&['b'])).await;
        let read = store.load(TableId(1)).await;
        let is_missing = matches!(read, Err(JournalError::MissingKey { .. }));
        assert!(is_missing, "{read:?}");
        store.close().await;
    }
}

/// Appends a plain-text entry after an encrypted entry. Anyone with access to the database could do that.
async fn append_plain(url: &StorageUrl, entry: &Entry) {
    let Err(StoreError::MissingKey { .. }) = journal::open(url).await.map(drop) else {
        panic!("{url} has an encrypted table");
    };
    // No key is required without a running table.
    execute(url, "UPDATE tables SET stage = 'closed'").await;
    let store = journal::open(url).await.expect("no key is needed");
    execute(url, "UPDATE tables SET stage = 'running'").await;
    assert_eq!(store.append(entry).await, Ok(()));
    store.close().await;
}

async fn execute(url: &StorageUrl, sql: &'static str) {
    match url {
        StorageUrl::Memory => panic!("it is in no database"),
        StorageUrl::Sqlite(file) => change_file(file, sql).await,
        StorageUrl::Postgres(address) => {
            let mut connection = PgConnection::connect_with(&address.options())
                .await
                .expect("the database answers");
            let done = sqlx::query(sql).execute(&mut connection).await;
            done.expect("the statement runs");
        }
    }
}

#[tokio::test]
async fn behind_an_encrypted_entry_of_a_table_none_in_plain_text_is_read() {
    let (_folder, file) = new_file();
    let server = Server::start().await.expect("PostgreSQL starts");
    for url in [file, database(&server, "plain_behind").await] {
        for (cipher, entry) in [
            (RecordCipher::plain(), first(1)),
            (cipher(&['a']), touched(1, 2)),
        ] {
            append(&url, cipher, &entry).await;
        }
        append_plain(&url, &touched(1, 3)).await;
        let store = open(&url, cipher(&['a'])).await;
        let read = store.load(TableId(1)).await;
        let is_refused =
            matches!(&read, Err(JournalError::Unreadable(why)) if why.contains("version 3"));
        assert!(is_refused, "{read:?}");
        store.close().await;
    }
}

#[tokio::test]
async fn an_entry_in_plain_text_behind_a_page_of_encrypted_ones_is_not_read_either() {
    let (_folder, url) = new_file();
    let store = open(&url, cipher(&['a'])).await;
    assert_eq!(store.append(&first(1)).await, Ok(()));
    let page = LOAD_PAGE as u64;
    for version in 2..=page {
        assert_eq!(store.append(&touched(1, version)).await, Ok(()));
    }
    store.close().await;
    append_plain(&url, &touched(1, page + 1)).await;
    let store = open(&url, cipher(&['a'])).await;
    let read = store.load_page(TableId(1), page).await;
    assert!(matches!(read, Err(JournalError::Unreadable(_))), "{read:?}");
    store.close().await;
}

#[tokio::test]
async fn an_encrypted_entry_whose_time_or_interaction_was_changed_is_not_read() {
    for change in [
        "UPDATE entries SET at = at + 1",
        "UPDATE entries SET interaction = 999 WHERE table_id = 1",
    ] {
        assert_is_noticed(change).await;
    }
}

/// Appends one encrypted entry to each of tables 1 and 2, and checks that table 1 cannot be read after this change.
async fn assert_is_noticed(change: &'static str) {
    let (_folder, url) = new_file();
    for entry in [first(1), first(2)] {
        append(&url, cipher(&['a']), &entry).await;
    }
    execute(&url, change).await;
    let store = open(&url, cipher(&['a'])).await;
    let read = store.load(TableId(1)).await;
    assert!(matches!(read, Err(JournalError::Unreadable(_))), "{read:?}");
    store.close().await;
}

#[tokio::test]
async fn an_encrypted_person_who_was_changed_moved_or_put_in_plain_text_is_not_read() {
    for change in [
        "UPDATE table_people SET person = person + 1",
        "UPDATE table_people SET number = number + 1",
        "UPDATE table_people SET details = (SELECT details FROM table_people AS other \
             WHERE other.table_id = 2) WHERE table_id = 1",
        "UPDATE table_people SET details = '{}'",
    ] {
        assert_is_noticed(change).await;
    }
}

#[tokio::test]
async fn a_person_is_forgotten_in_a_table_that_was_encrypted_from_its_middle_on() {
    let (folder, url) = new_file();
    append(&url, RecordCipher::plain(), &first(1)).await;
    append(&url, cipher(&['a']), &closed(1, 2)).await;
    // Erasure works without the key as well.
    let store = open(&url, cipher(&['b'])).await;
    assert_eq!(store.request_erasure(HOST).await, Ok(()));
    store.close().await;
    let store = open(&url, cipher(&['a'])).await;
    let read = store.load(TableId(1)).await.expect("it is readable");
    assert_eq!(read[0].people(), [UserId(1)].into());
    assert_eq!(read[1], closed(1, 2));
    store.close().await;
    assert!(!is_in_files(folder.path(), NAME));
}

#[tokio::test]
async fn a_daily_game_that_cannot_be_read_is_skipped_and_named() {
    let (_folder, file) = new_file();
    let server = Server::start().await.expect("PostgreSQL starts");
    for url in [file, database(&server, "unreadable_day").await] {
        let try_at = |day| Attempt {
            day: Day(day),
            ..attempt(1, Some(GUILD))
        };
        let read = async |store: &dyn Store| {
            let readable = store.attempts_of(ADA).await.expect("it is there");
            let unreadable = store.unreadable_days_of(ADA).await.expect("it is there");
            let days = readable.into_iter().map(|attempt| attempt.day);
            (days.collect::<Vec<_>>(), unreadable)
        };
        let secret = Some(Secret::new([1; 32]));
        for (cipher, day) in [(RecordCipher::plain(), 40), (cipher(&['a']), 41)] {
            let store = open(&url, cipher).await;
            assert!(stores(&*store, ADA, try_at(day)).await);
            let stored = store.daily_secret(Day(day), secret.clone()).await;
            assert_eq!(stored, Ok(secret.clone()));
            store.close().await;
        }
        // Data that was written without the key must have no effect.
        let store = open(&url, cipher(&['a'])).await;
        assert_eq!(read(&*store).await, (vec![Day(41)], vec![Day(40)]));
        let plain = store.daily_secret(Day(40), secret.clone()).await;
        assert!(
            matches!(plain, Err(JournalError::Unreadable(_))),
            "{plain:?}"
        );
        let board = |day| store.daily_board(GUILD, Day(day), ADA);
        assert_eq!(board(40).await.expect("it is there"), []);
        assert_eq!(board(41).await.expect("it is there").len(), 1);
        execute(&url, "UPDATE daily_games SET version = version + 1").await;
        assert_eq!(read(&*store).await, (vec![], vec![Day(41), Day(40)]));
        store.close().await;
        assert_eq!(unreadable(&url, cipher(&['a'])).await.len(), 2);
        let replaced = unreadable(&url, cipher(&['b'])).await;
        assert!(replaced.len() == 4, "{replaced:?}");
        assert!(
            replaced
                .iter()
                .any(|line| line.starts_with("1 secrets of days are encrypted with key"))
        );
    }
}

#[tokio::test]
async fn a_review_that_was_moved_damaged_or_put_in_plain_text_is_skipped() {
    let (plain, keyed) = (RecordCipher::plain(), cipher(&['a']));
    for (cipher, change) in [
        (&keyed, "UPDATE reviews SET game = game + 1"),
        (&keyed, "UPDATE reviews SET lost = '{}'"),
        (&plain, "UPDATE reviews SET lost = 'meow'"),
        (&plain, "UPDATE reviews SET lost = '{\"meowed\":5}'"),
    ] {
        let (_folder, url) = new_file();
        append(&url, cipher.clone(), &first(1)).await;
        let store = open(&url, cipher.clone()).await;
        assert_eq!(store.store_review(HOST, reviewed(1, 50)).await, Ok(true));
        let kept = store.reviews_of(HOST, 9).await;
        assert_eq!(kept, Ok(vec![reviewed(1, 50)]));
        store.close().await;
        execute(&url, change).await;
        let store = open(&url, cipher.clone()).await;
        assert_eq!(store.reviews_of(HOST, 9).await, Ok(vec![]), "{change}");
        store.close().await;
    }
}

async fn unreadable(url: &StorageUrl, cipher: RecordCipher) -> Vec<String> {
    match journal::inspect(url, &cipher).await.expect("it is there") {
        Inspection::Memory => Vec::new(),
        Inspection::Sqlite(found) => found.unreadable,
        Inspection::Postgres(found) => found.unreadable,
    }
}
