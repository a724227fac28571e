//! Keeps the files of a database private. They contain names and hidden cards, so only the bot's account may read them.
//!
//! New files get mode 0600, and so do existing files to which other accounts have access. Missing folders are created
//! with mode 0700. Existing folders are left alone, because they may contain other files. Only [`DEFAULT_FOLDER`] is
//! made private, because it belongs to the bot.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use tracing::warn;

use crate::file_access::{self, FILE_MODE, FOLDER_MODE, create_private_folder, private};

/// The folder of the default `storage.url`, in the working directory.
const DEFAULT_FOLDER: &str = "data";
/// The suffixes of the files that SQLite puts beside the database.
pub(crate) const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];
/// The suffix of the lock file, which limits the database to one process.
pub(crate) const LOCK: &str = ".lock";

pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

pub(super) fn create_folder(file: &Path) -> io::Result<()> {
    create_folder_in(file, Path::new(DEFAULT_FOLDER))
}

/// Creates the folder of a database. Makes an existing folder private only if it is `own_folder`.
fn create_folder_in(file: &Path, own_folder: &Path) -> io::Result<()> {
    let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) else {
        return Ok(());
    };
    if folder == own_folder && folder.exists() {
        restrict(folder, FOLDER_MODE);
    }
    create_private_folder(folder)
}

pub(super) fn open_lock(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    private(&mut options).open(beside(file, LOCK))
}

/// Creates an empty database file with [`FILE_MODE`], so that SQLite does not create it with another mode. Does nothing
/// if the file exists.
pub(super) fn create_database(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    match private(&mut options).open(file) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Revokes other accounts' access to a database and the files beside it.
pub(super) fn make_private(file: &Path) {
    // SQLite puts its files beside the database itself, not beside a link to it.
    let database = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    restrict(&database, FILE_MODE);
    let companions = COMPANIONS.map(|ending| beside(&database, ending));
    for companion in companions.into_iter().chain([beside(file, LOCK)]) {
        // Does not follow links, which someone else may have put there.
        if companion.symlink_metadata().is_ok_and(|it| it.is_file()) {
            restrict(&companion, FILE_MODE);
        }
    }
}

/// Sets the mode of a file or folder if other accounts have access. Only warns if that fails: some file systems have no
/// modes, and there the operator controls access.
fn restrict(path: &Path, mode: u32) {
    if let Err(error) = file_access::restrict(path, mode) {
        let path = path.display();
        warn!(%path, %error, "other accounts of this machine may be able to read the games");
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    use tempfile::tempdir;

    use super::*;

    fn mode(path: &Path) -> u32 {
        let metadata = path.metadata().expect("it exists");
        metadata.permissions().mode() & 0o7777
    }

    #[test]
    fn only_the_bots_own_existing_folder_is_made_private() {
        let parent = tempdir().expect("a folder for a test");
        let own = parent.path().join(DEFAULT_FOLDER);
        let other = parent.path().join("other");
        for folder in [&own, &other] {
            std::fs::create_dir(folder).expect("a new folder");
            std::fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("a mode");
            create_folder_in(&folder.join("kittens.db"), &own).expect("it exists");
        }
        assert_eq!((mode(&own), mode(&other)), (0o700, 0o755));
    }

    #[test]
    fn a_file_in_the_working_directory_changes_no_folder() {
        create_folder(Path::new("kittens.db")).expect("there is nothing to create");
    }
}
