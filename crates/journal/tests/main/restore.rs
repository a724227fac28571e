//! Tests that a backup replaces a journal that is not in use, and that a refused restore changes nothing.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use journal::{
    RecordCipher, RestoreError, Restored, StorageUrl, Store, restore_backup, write_backup,
};
use table::entry::Entry;
use table::ids::TableId;
use tempfile::TempDir;

use crate::conformance::{copy_of_killed, first, touched};

/// An account that is not root.
const ACCOUNT: u32 = 10_001;

/// A folder with a backup of one entry, and a journal with that entry and one more.
struct Fixture {
    folder: TempDir,
    store: Arc<dyn Store>,
}

impl Fixture {
    async fn open() -> Self {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let store = open(&folder.path().join("kittens.db")).await;
        assert_eq!(store.append(&first(1)).await, Ok(()));
        let fixture = Self { folder, store };
        let (source, target) = (fixture.file("kittens.db"), fixture.file("backup.db"));
        let plain = RecordCipher::plain();
        let written = write_backup(&source, &target, &plain);
        written.await.expect("the backup is written");
        assert_eq!(fixture.store.append(&touched(1, 2)).await, Ok(()));
        fixture
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn killed(&self) -> PathBuf {
        let folder = self.file("killed");
        fs::create_dir(&folder).expect("a folder");
        copy_of_killed(&self.file("kittens.db"), &folder)
    }

    async fn restore(&self, backup: &Path, journal: &Path) -> Result<Restored, RestoreError> {
        restore_backup(backup, journal, &RecordCipher::plain()).await
    }
}

async fn open(file: &Path) -> Arc<dyn Store> {
    let store = journal::open(&StorageUrl::Sqlite(file.to_owned())).await;
    store.expect("the journal opens")
}

async fn entries(file: &Path) -> Vec<Entry> {
    let store = open(file).await;
    let entries = store.load(TableId(1)).await;
    store.close().await;
    entries.expect("they are readable")
}

/// Returns the content of all files in a folder, except the lock, which is empty.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = folder
        .read_dir()
        .expect("a folder")
        .map(|file| file.expect("a file").path())
        .filter(|file| !file.ends_with("kittens.db.lock"));
    let read = |file: PathBuf| {
        let bytes = fs::read(&file).expect("it is readable");
        (file, bytes)
    };
    files.map(read).collect()
}

#[tokio::test]
async fn a_backup_takes_the_place_of_a_journal_which_is_kept_and_can_be_restored_itself() {
    let fixture = Fixture::open().await;
    fixture.store.close().await;
    let (backup, journal) = (fixture.file("backup.db"), fixture.file("kittens.db"));
    let restored = fixture.restore(&backup, &journal).await;
    let Restored { summary, replaced } = restored.expect("it is restored");
    assert_eq!((summary.tables, summary.entries), (1, 1));
    let kept = fixture.file("kittens.db.before-restore-1");
    assert_eq!(replaced.as_ref(), Some(&kept));
    let mode = journal.metadata().expect("it exists").permissions().mode();
    assert_eq!(mode & 0o7777, 0o600);
    assert_eq!(entries(&journal).await, [first(1)]);

    let restored = fixture.restore(&kept, &journal).await;
    let again = restored.expect("it is restored").replaced;
    assert_eq!(again, Some(fixture.file("kittens.db.before-restore-2")));
    assert_eq!(entries(&journal).await, [first(1), touched(1, 2)]);
    assert!(backup.exists(), "the backup stays");
}

#[tokio::test]
async fn the_log_of_a_killed_process_is_not_applied_to_the_backup_and_is_kept_with_its_journal() {
    let fixture = Fixture::open().await;
    let journal = fixture.killed();
    let log = |file: &Path| PathBuf::from(format!("{}-wal", file.display()));
    assert!(log(&journal).metadata().expect("a log").len() > 0);
    let restored = fixture.restore(&fixture.file("backup.db"), &journal).await;
    let replaced = restored.expect("it is restored").replaced;
    assert!(!log(&journal).exists());
    assert_eq!(entries(&journal).await, [first(1)]);
    let kept = replaced.expect("there was a journal");
    assert_eq!(entries(&kept).await, [first(1), touched(1, 2)]);
}

#[tokio::test]
async fn a_damaged_backup_or_one_of_another_kind_changes_nothing() {
    let fixture = Fixture::open().await;
    let journal = fixture.killed();
    let folder = journal.parent().expect("a folder");
    let before = content(folder);
    let bytes = fs::read(fixture.file("backup.db")).expect("it is readable");
    let bad = fixture.file("bad.db");
    for (content_of_bad, expected) in [
        (&bytes[..bytes.len() / 2], "is not whole"),
        (&bytes[..0], "holds no games"),
        (&b"PGDMP and so on"[..], "pg_restore --dbname=ADDRESS"),
    ] {
        fs::write(&bad, content_of_bad).expect("a file");
        let refused = fixture.restore(&bad, &journal).await;
        let sentence = refused.expect_err("it is no backup").to_string();
        assert!(sentence.contains(expected), "{sentence}");
        assert!(content(folder) == before, "{sentence}");
    }
    let missing = fixture.restore(&fixture.file("missing.db"), &journal).await;
    assert!(missing.is_err());
    assert!(content(folder) == before);
}

#[tokio::test]
async fn a_copy_that_cannot_be_written_changes_nothing() {
    let fixture = Fixture::open().await;
    let journal = fixture.killed();
    let in_the_way = PathBuf::from(format!("{}.partial", journal.display()));
    let folder = journal.parent().expect("a folder");
    let before = content(folder);
    fs::create_dir(&in_the_way).expect("a folder in the way");
    let refused = fixture.restore(&fixture.file("backup.db"), &journal).await;
    let error = refused.expect_err("the copy cannot be written");
    assert!(matches!(error, RestoreError::System { .. }), "{error}");
    fs::remove_dir(&in_the_way).expect("it is empty");
    assert!(content(folder) == before, "{error}");
}

#[tokio::test]
async fn a_journal_in_use_is_not_replaced() {
    let fixture = Fixture::open().await;
    let (backup, journal) = (fixture.file("backup.db"), fixture.file("kittens.db"));
    let refused = fixture.restore(&backup, &journal).await;
    let error = refused.expect_err("it is in use");
    assert!(matches!(error, RestoreError::InUse(_)), "{error}");
    assert_eq!(fixture.store.append(&touched(1, 3)).await, Ok(()));
    fixture.store.close().await;
    let refused = fixture.restore(&journal, &journal).await;
    let error = refused.expect_err("there is nothing to restore");
    assert!(matches!(error, RestoreError::SameFile(_)), "{error}");
    assert_eq!(entries(&journal).await.len(), 3);
}

#[tokio::test]
async fn a_backup_is_restored_where_no_journal_was_and_belongs_to_the_account_of_the_folder() {
    let fixture = Fixture::open().await;
    let folder = fixture.file("new");
    fs::create_dir(&folder).expect("a folder");
    // Only root may change the owner. If another account runs the test, it already owns the folder.
    let _ = chown(&folder, Some(ACCOUNT), Some(ACCOUNT));
    let account = folder.metadata().expect("a folder").uid();
    let journal = folder.join("kittens.db");
    let restored = fixture.restore(&fixture.file("backup.db"), &journal).await;
    assert_eq!(restored.expect("it is restored").replaced, None);
    let files = folder.read_dir().expect("a folder");
    let accounts: Vec<_> = files
        .map(|file| file.expect("a file").metadata().expect("a file").uid())
        .collect();
    assert_eq!(accounts, [account; 2], "the journal and its lock");
    assert_eq!(entries(&journal).await, [first(1)]);
}
