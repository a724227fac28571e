//! Tests of inspections, and of recording the single application to which a journal belongs.

use std::fs;

use journal::{
    Inspection, PostgresInspection, RecordCipher, Schema, SqliteInspection, StorageUrl, StoreError,
    inspect,
};
use kit::postgres_server::Server;
use sqlx::{Connection as _, Executor as _, PgConnection};

use crate::conformance::{cipher, database, first, new_file};

async fn sqlite_inspection(url: &StorageUrl) -> SqliteInspection {
    match inspect(url, &RecordCipher::plain()).await {
        Ok(Inspection::Sqlite(found)) => found,
        other => panic!("it is a file: {other:?}"),
    }
}

async fn postgres_inspection(url: &StorageUrl) -> PostgresInspection {
    match inspect(url, &RecordCipher::plain()).await {
        Ok(Inspection::Postgres(found)) => found,
        other => panic!("it is a server: {other:?}"),
    }
}

#[tokio::test]
async fn a_file_that_does_not_exist_is_not_created() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    for name in ["kittens.db", "new/kittens.db"] {
        let url = StorageUrl::Sqlite(folder.path().join(name));
        let found = sqlite_inspection(&url).await;
        assert_eq!(found.schema, Schema::Empty);
        assert!(!found.in_use);
        assert!(found.free_bytes.is_some_and(|bytes| bytes > 0));
    }
    let files = folder.path().read_dir().expect("the folder is readable");
    assert_eq!(files.count(), 0);
}

#[tokio::test]
async fn a_file_in_use_is_looked_at_while_it_is_written() {
    let (_folder, url) = new_file();
    let store = journal::open(&url).await.expect("a new file opens");
    store.claim_application(u64::MAX).await.expect("it is free");
    let found = sqlite_inspection(&url).await;
    assert!(found.in_use);
    assert!(matches!(found.schema, Schema::Current(_)), "{found:?}");
    assert_eq!(found.application, Some(u64::MAX));
    assert!(found.version.starts_with("3."), "{}", found.version);
    assert!(found.sync.is_some());
    assert_eq!(store.append(&first(1)).await, Ok(()));
    store.close().await;
    assert!(!sqlite_inspection(&url).await.in_use);
}

#[tokio::test]
async fn a_journal_belongs_to_the_first_application_that_claims_it() {
    let (_folder, file) = new_file();
    let server = Server::start().await.expect("PostgreSQL starts");
    for url in [file, database(&server, "owned").await] {
        let store = journal::open(&url).await.expect("a new database opens");
        for _ in 0..2 {
            store.claim_application(7).await.expect("it is its own");
        }
        let error = store
            .claim_application(8)
            .await
            .expect_err("it has an owner")
            .to_string();
        let both = "belong to application 7, and the token to application 8";
        assert!(error.contains(both), "{error}");
        store.close().await;
    }
}

#[tokio::test]
async fn a_server_tells_its_version_its_processes_and_its_owner() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "looked_at").await;
    let before = postgres_inspection(&url).await;
    assert_eq!((before.schema, before.processes), (Schema::Empty, 0));
    let store = journal::open(&url).await.expect("the database opens");
    store.claim_application(7).await.expect("it is free");
    let found = postgres_inspection(&url).await;
    assert!(matches!(found.schema, Schema::Current(_)), "{found:?}");
    assert_eq!((found.processes, found.application), (1, Some(7)));
    assert!(found.is_local && found.is_durable && found.tls.is_none());
    assert!(found.size_bytes > 0 && !found.version.is_empty());
    store.close().await;
}

#[tokio::test]
async fn an_account_that_may_not_create_tables_is_named_with_what_to_do() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let owned = server.create_database("owned").await.expect("a database");
    let mut connection = PgConnection::connect(&owned).await.expect("it answers");
    let refused = "CREATE ROLE guest LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC";
    let done = connection.execute(refused).await;
    done.expect("the server obeys its owner");
    let url = StorageUrl::parse(&owned.replacen("postgres@", "guest@", 1)).expect("an address");
    let inspected = inspect(&url, &RecordCipher::plain()).await.map(drop);
    let opened = journal::open(&url).await.map(drop);
    for refusal in [inspected, opened] {
        let error = refusal.expect_err("it may not");
        assert!(matches!(error, StoreError::Forbidden(_)), "{error}");
        assert!(error.to_string().contains("ALTER DATABASE"), "{error}");
    }
}

#[tokio::test]
async fn a_server_that_is_away_is_named_with_what_to_do() {
    // Nothing listens on this port.
    let url = StorageUrl::parse("postgres://bot:hunter2@127.0.0.1:1/kittens").expect("an address");
    let error = inspect(&url, &RecordCipher::plain())
        .await
        .expect_err("it is away");
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
    let sentence = error.to_string();
    let address = "postgres://127.0.0.1:1/kittens";
    assert!(sentence.contains(address), "{sentence}");
    assert!(sentence.contains("check that it runs"), "{sentence}");
    assert!(!sentence.contains("hunter2"), "{sentence}");
}

#[tokio::test]
async fn a_missing_key_and_a_file_of_another_kind_are_found_before_the_bot_starts() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let file = folder.path().join("kittens.db");
    let url = StorageUrl::Sqlite(file.clone());
    let store = journal::open_encrypted(&url, cipher(&['a']))
        .await
        .expect("a new file opens");
    assert_eq!(store.append(&first(1)).await, Ok(()));
    store.close().await;
    let error = inspect(&url, &cipher(&['b']))
        .await
        .expect_err("it is another key");
    assert!(matches!(error, StoreError::MissingKey { .. }), "{error}");
    fs::write(&file, "Dear cat, ".repeat(200)).expect("a file is written");
    let error = inspect(&url, &RecordCipher::plain())
        .await
        .expect_err("it is a letter");
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
}
