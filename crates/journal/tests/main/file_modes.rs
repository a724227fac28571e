//! Tests that other accounts of the machine cannot read the files of a journal.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use journal::{StorageUrl, Store};
use tempfile::TempDir;

use crate::conformance::{copy_of_killed, first};

fn mode(path: &Path) -> u32 {
    let metadata = path.metadata().expect("it exists");
    metadata.permissions().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("the mode is set");
}

fn modes(folder: &Path) -> Vec<(String, u32)> {
    let files = folder.read_dir().expect("the folder is readable");
    let mode_of = |file: std::io::Result<fs::DirEntry>| {
        let file = file.expect("a file");
        let name = file.file_name().to_string_lossy().into_owned();
        (name, mode(&file.path()))
    };
    let mut modes: Vec<_> = files.map(mode_of).collect();
    modes.sort();
    modes
}

async fn open(file: &Path) -> Arc<dyn Store> {
    let store = journal::open(&StorageUrl::Sqlite(file.to_owned())).await;
    store.expect("the file opens")
}

const ALL_PRIVATE: [(&str, u32); 4] = [
    ("kittens.db", 0o600),
    ("kittens.db-shm", 0o600),
    ("kittens.db-wal", 0o600),
    ("kittens.db.lock", 0o600),
];

#[tokio::test]
async fn a_new_journal_and_its_folders_belong_to_the_bots_account_alone() {
    let parent = TempDir::new().expect("a folder for a test");
    let folder = parent.path().join("above").join("games");
    let file = folder.join("kittens.db");
    let store = open(&file).await;
    assert_eq!(store.append(&first(1)).await, Ok(()));
    let all_private = ALL_PRIVATE.map(|(name, mode)| (name.to_owned(), mode));
    assert_eq!(modes(&folder), all_private);
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&parent.path().join("above")), 0o700);
    store.close().await;
}

#[tokio::test]
async fn files_that_everybody_could_read_are_mended_and_an_existing_folder_is_left_alone() {
    let folder = TempDir::new().expect("a folder for a test");
    set_mode(folder.path(), 0o755);
    let file = folder.path().join("kittens.db");
    let store = open(&file).await;
    assert_eq!(store.append(&first(1)).await, Ok(()));
    // A killed process leaves its log behind.
    let killed = TempDir::new().expect("a folder for a test");
    copy_of_killed(&file, killed.path());
    for name in ["kittens.db", "kittens.db-wal", "kittens.db-shm"] {
        set_mode(&killed.path().join(name), 0o644);
    }
    for (name, mode) in [
        ("kittens.db-journal", 0o666),
        ("kittens.db.lock", 0o644),
        ("recipes.txt", 0o644),
    ] {
        let file = killed.path().join(name);
        fs::write(&file, "").expect("it is written");
        set_mode(&file, mode);
    }
    set_mode(killed.path(), 0o755);

    let mended = open(&killed.path().join("kittens.db")).await;
    let entries = mended.load(table::ids::TableId(1)).await;
    assert_eq!(entries, Ok(vec![first(1)]));
    for (name, mode) in modes(killed.path()) {
        let expected = if name == "recipes.txt" { 0o644 } else { 0o600 };
        assert_eq!(mode, expected, "{name}");
    }
    assert_eq!(mode(killed.path()), 0o755);
    mended.close().await;
    store.close().await;
}
