//! Encrypted records: a file and a server show nothing of them, keys are replaced while tables run, and a
//! journal whose key is missing is refused instead of lost.

use std::fs;
use std::path::Path;

use journal::{
    Erasure, Journal as _, JournalError, PersonalData as _, RecordCipher, StorageUrl, Store,
    StoreError,
};
use postgres_server::Server;
use table::ids::{TableId, UserId};
use table::record::CloseReason;
use table::record::Record;

use crate::conformance::{cipher, database, first, later, touched};

const NAME: &str = "Ада";

/// Returns the sentence with which a journal is refused that needs another key.
async fn refusal(url: &StorageUrl, other: RecordCipher) -> String {
    let error = Store::open_encrypted(url, other).await.err();
    let error = error.expect("the key is missing");
    assert!(matches!(error, StoreError::MissingKey { .. }), "{error}");
    error.to_string()
}

async fn open(url: &StorageUrl, cipher: RecordCipher) -> Store {
    let store = Store::open_encrypted(url, cipher).await;
    store.expect("the journal opens")
}

/// Returns true if a file of this folder contains the text.
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
async fn an_encrypted_file_does_not_hold_the_text_of_its_records() {
    for (cipher, expected) in [(RecordCipher::plain(), true), (cipher(&['a']), false)] {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let url = StorageUrl::Sqlite(folder.path().join("kittens.db"));
        let store = open(&url, cipher).await;
        assert_eq!(store.append(&first(1)).await, Ok(()));
        assert_eq!(is_in_files(folder.path(), NAME), expected);
        store.close().await;
        assert_eq!(is_in_files(folder.path(), NAME), expected);
    }
}

#[tokio::test]
async fn a_journal_whose_key_is_missing_is_refused_and_the_key_is_named_by_its_id() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let file = StorageUrl::Sqlite(folder.path().join("kittens.db"));
    let server = Server::start().await.expect("PostgreSQL starts");
    for url in [file, database(&server, "missing_key").await] {
        let store = open(&url, cipher(&['a'])).await;
        assert_eq!(store.append(&first(1)).await, Ok(()));
        store.close().await;
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
    let folder = tempfile::tempdir().expect("a folder for a test");
    let url = StorageUrl::Sqlite(folder.path().join("kittens.db"));
    let mut expected = vec![];
    let lives = [
        RecordCipher::plain(),
        cipher(&['a']),
        cipher(&['b', 'a']),
        cipher(&['c', 'b', 'a']),
    ];
    for (version, cipher) in (1..).zip(lives) {
        let store = open(&url, cipher).await;
        let entry = if version == 1 {
            first(1)
        } else {
            touched(1, version)
        };
        assert_eq!(store.append(&entry).await, Ok(()));
        expected.push(entry);
        assert_eq!(store.load(TableId(1)).await, Ok(expected.clone()));
        store.close().await;
    }
    // The first and the newest entry can be read, the one between them cannot.
    let store = open(&url, cipher(&['c', 'b'])).await;
    let error = store.load(TableId(1)).await.err();
    assert!(
        matches!(error, Some(JournalError::MissingKey { .. })),
        "{error:?}"
    );
    store.close().await;
}

#[tokio::test]
async fn an_entry_in_which_a_person_was_replaced_is_encrypted_again() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let url = StorageUrl::Sqlite(folder.path().join("kittens.db"));
    let store = open(&url, cipher(&['a'])).await;
    let why = CloseReason::LobbyIdle;
    let end = later(1, 2, vec![Record::Closed { why }]);
    for entry in [first(1), end.clone()] {
        assert_eq!(store.append(&entry).await, Ok(()));
    }
    let erasure = Erasure {
        user: UserId(u64::MAX - 1),
        table: TableId(1),
        replacements: 0,
    };
    let changed = first(1);
    assert_eq!(store.erase(erasure, vec![changed.clone()]).await, Ok(()));
    assert_eq!(store.load(TableId(1)).await, Ok(vec![changed, end]));
    assert!(!is_in_files(folder.path(), NAME));
    store.close().await;
}
