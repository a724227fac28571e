//! Tests that a backup of a journal in use is complete, and that damaged backups and other files are recognised.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use journal::{
    BackupError, RecordCipher, StorageUrl, Store, StoreError, check_backup, write_backup,
};
use table::ids::{ChannelId, TableId};
use tempfile::TempDir;

use crate::conformance::{change_file, cipher, first, touched};

/// Makes a journal look as if a newer version had written it.
pub(crate) const NEWER: &str = "INSERT INTO _sqlx_migrations \
     (version, description, success, checksum, execution_time) VALUES (99, 'later', 1, x'00', 0)";

struct Fixture {
    folder: TempDir,
    store: Arc<dyn Store>,
}

impl Fixture {
    /// Opens a journal with two tables of two entries each.
    async fn open(cipher: RecordCipher) -> Self {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let url = StorageUrl::Sqlite(folder.path().join("kittens.db"));
        let store = journal::open_encrypted(&url, cipher)
            .await
            .expect("a new file opens");
        for table in [1, 2] {
            assert_eq!(store.append(&first(table)).await, Ok(()));
            assert_eq!(store.append(&touched(table, 2)).await, Ok(()));
        }
        Self { folder, store }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn back_up(&self, name: &str) -> PathBuf {
        let (source, target) = (self.file("kittens.db"), self.file(name));
        let plain = RecordCipher::plain();
        let written = write_backup(&source, &target, &plain);
        written.await.expect("the backup is written");
        target
    }
}

async fn refusal(file: &Path) -> BackupError {
    let checked = check_backup(file, &RecordCipher::plain()).await;
    checked.expect_err("the backup is not whole")
}

#[tokio::test]
async fn a_backup_of_a_journal_in_use_is_whole_and_becomes_the_journal() {
    let fixture = Fixture::open(RecordCipher::plain()).await;
    let backup = fixture.back_up("backup.db").await;
    assert_eq!(fixture.store.append(&touched(1, 3)).await, Ok(()));
    let summary = check_backup(&backup, &RecordCipher::plain())
        .await
        .expect("the backup is whole");
    assert_eq!((summary.tables, summary.running), (2, 2));
    assert_eq!((summary.entries, summary.unread), (4, 0));
    let restored = journal::open(&StorageUrl::Sqlite(backup))
        .await
        .expect("the backup opens as a journal");
    let entries = restored.load(TableId(1)).await.expect("they are readable");
    assert_eq!(entries, [first(1), touched(1, 2)]);
    assert_eq!(restored.append(&touched(1, 3)).await, Ok(()));
    let found = restored.find_in_channel(ChannelId(2)).await;
    assert!(found.expect("it is readable").is_some());
}

#[tokio::test]
async fn a_backup_belongs_to_the_bots_account_alone_and_leaves_nothing_beside_it() {
    let fixture = Fixture::open(RecordCipher::plain()).await;
    let folder = fixture.file("backups");
    fs::create_dir(&folder).expect("a folder");
    // A killed process left this file behind.
    fs::write(folder.join("a.db.partial"), "half").expect("a file");
    let backup = fixture.back_up("backups/a.db").await;
    let mode = backup.metadata().expect("it exists").permissions().mode();
    assert_eq!(mode & 0o7777, 0o600);
    let checked = check_backup(&backup, &RecordCipher::plain()).await;
    checked.expect("the backup is whole");
    let files = folder.read_dir().expect("the folder is readable");
    assert_eq!(files.count(), 1);
}

#[tokio::test]
async fn no_file_is_overwritten_by_a_backup() {
    let fixture = Fixture::open(RecordCipher::plain()).await;
    let (source, target) = (fixture.file("kittens.db"), fixture.file("letter.txt"));
    let plain = RecordCipher::plain();
    fs::write(&target, "Dear cat").expect("a file");
    let written = write_backup(&source, &target, &plain);
    let error = written.await.expect_err("the name is taken");
    assert!(matches!(error, BackupError::Exists(_)), "{error}");
    assert_eq!(fs::read_to_string(&target).expect("a file"), "Dear cat");
}

#[tokio::test]
async fn without_a_journal_there_is_no_backup() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let (source, target) = (folder.path().join("kittens.db"), folder.path().join("b.db"));
    let plain = RecordCipher::plain();
    let error = write_backup(&source, &target, &plain)
        .await
        .expect_err("there is no source");
    assert!(matches!(error, BackupError::System { .. }), "{error}");
    fs::write(&source, "").expect("a file");
    let error = write_backup(&source, &target, &plain)
        .await
        .expect_err("the source is empty");
    assert!(matches!(error, BackupError::Empty(_)), "{error}");
    let files = folder.path().read_dir().expect("the folder is readable");
    assert_eq!(files.count(), 1, "only the source is there");
}

#[tokio::test]
async fn the_file_of_a_running_bot_is_not_taken_for_a_backup() {
    let fixture = Fixture::open(RecordCipher::plain()).await;
    let error = refusal(&fixture.file("kittens.db")).await;
    assert!(matches!(error, BackupError::HasLog(_)), "{error}");
    let sentence = error.to_string();
    assert!(sentence.contains("`kittens backup FILE`"), "{sentence}");
}

#[tokio::test]
async fn a_backup_of_a_newer_journal_is_refused_by_the_journals_name() {
    let fixture = Fixture::open(RecordCipher::plain()).await;
    let (source, target) = (fixture.file("kittens.db"), fixture.file("backup.db"));
    change_file(&source, NEWER).await;
    let written = write_backup(&source, &target, &RecordCipher::plain()).await;
    let error = written.expect_err("the schema is unknown");
    let name = source.display().to_string();
    assert!(error.to_string().contains(&format!("{name}:")), "{error}");
}

#[tokio::test]
async fn an_encrypted_backup_is_read_as_far_as_its_key_is_there() {
    let fixture = Fixture::open(cipher(&['a'])).await;
    let backup = fixture.back_up("backup.db").await;
    for (cipher, unread) in [(cipher(&['a']), 0), (cipher(&['b']), 4)] {
        let summary = check_backup(&backup, &cipher)
            .await
            .expect("the backup is whole");
        assert_eq!((summary.entries, summary.unread), (4, unread));
    }
}

#[tokio::test]
async fn a_backup_that_was_cut_off_is_not_whole_wherever_it_was_cut() {
    let fixture = Fixture::open(RecordCipher::plain()).await;
    let bytes = fs::read(fixture.back_up("backup.db").await).expect("it is readable");
    let cut = fixture.file("cut.db");
    let all = bytes.len();
    for length in [100, 4_096, all / 2, all - 4_096, all - 1] {
        fs::write(&cut, &bytes[..length]).expect("a file");
        refusal(&cut).await;
    }
    fs::write(&cut, &bytes).expect("a file");
    let whole = check_backup(&cut, &RecordCipher::plain()).await;
    whole.expect("nothing is missing");
}

#[tokio::test]
async fn a_backup_with_a_missing_or_unreadable_entry_or_person_is_not_whole() {
    let fixture = Fixture::open(RecordCipher::plain()).await;
    const FIRST: &str = "DELETE FROM entries WHERE table_id = 2 AND version = 1";
    const LAST: &str = "DELETE FROM entries WHERE table_id = 1 AND version = 2";
    const DAMAGED: &str = "UPDATE entries SET records = '[{' WHERE version = 2";
    const PERSON: &str = "DELETE FROM table_people WHERE table_id = 2";
    for (name, sql, expected) in [
        ("person.db", PERSON, "version 1 of table 2"),
        ("first.db", FIRST, "table 2"),
        ("last.db", LAST, "table 1"),
        ("damaged.db", DAMAGED, "version 2 of table 1"),
    ] {
        let backup = fixture.back_up(name).await;
        change_file(&backup, sql).await;
        let error = refusal(&backup).await;
        assert!(matches!(error, BackupError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn a_file_of_another_kind_is_told_from_a_backup() {
    let fixture = Fixture::open(RecordCipher::plain()).await;
    let file = fixture.file("other");
    fs::write(&file, "PGDMP and so on").expect("a file");
    let error = refusal(&file).await;
    assert!(matches!(error, BackupError::PostgresDump(_)), "{error}");
    fs::write(&file, "").expect("a file");
    assert!(matches!(refusal(&file).await, BackupError::Empty(_)));
    fs::write(&file, "Dear cat, ".repeat(200)).expect("a file");
    assert!(matches!(refusal(&file).await, BackupError::Damaged { .. }));
    let recipes = fixture.file("recipes.db");
    fs::write(&recipes, "").expect("a file");
    change_file(&recipes, "CREATE TABLE recipes (soup TEXT)").await;
    let error = refusal(&recipes).await;
    let foreign = matches!(error, BackupError::Store(StoreError::Foreign(_)));
    assert!(foreign, "{error}");
    let newer = fixture.back_up("newer.db").await;
    change_file(&newer, NEWER).await;
    let error = refusal(&newer).await;
    assert!(error.to_string().contains("its schema 99"), "{error}");
}
