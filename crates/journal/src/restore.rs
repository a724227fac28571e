//! Replaces an SQLite journal with a backup. The previous journal is kept under another name, and nothing changes
//! unless the backup is intact ([`crate::check_backup`]).

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::backup::{
    BackupError, BackupSummary, LOG, PARTIAL, check_backup, create_private, folder_of, make_durable,
};
use crate::file_access::{give_to_owner_of, sync_folder};
use crate::record_cipher::RecordCipher;
use crate::sqlite::lock_file;
use crate::sqlite::private_files::{COMPANIONS, beside};
use crate::store_error::StoreError;

/// The suffix of a replaced journal, followed by a number.
const REPLACED: &str = ".before-restore-";
/// The suffixes of the files beside a journal that can contain part of its data.
const PARTS: [&str; 2] = [LOG, "-journal"];

/// The outcome of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// A summary of the backup, which is now the journal.
    pub summary: BackupSummary,
    /// The name under which the previous journal is kept, if there was one.
    pub replaced: Option<PathBuf>,
}

/// Why a backup was not restored. The messages are for the operator.
#[expect(missing_docs, reason = "each error text describes its variant")]
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The backup is a PostgreSQL dump, but the games are in an SQLite file.
    #[error(
        "{} is a dump of a PostgreSQL database, and storage.url names an SQLite file: `pg_restore \
         --dbname=ADDRESS {}` restores it into an empty database, which storage.url then has to name",
        .0.display(), .0.display()
    )]
    PostgresDump(PathBuf),
    #[error("{} is in use: stop the bot, restore, and start it again", .0.display())]
    InUse(PathBuf),
    /// The backup and the journal are the same file.
    #[error("{} is where the games are kept, so there is nothing to restore", .0.display())]
    SameFile(PathBuf),
    /// The journal cannot be locked.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{} cannot be used: {reason}", file.display())]
    System { file: PathBuf, reason: io::Error },
}

/// Checks the backup with [`check_backup`] and replaces the journal with a copy of it. No process may be using the
/// journal. Only the copy's owner can read it. If root restores the backup, the copy belongs to the owner of the
/// previous journal or, if there was none, of the folder. Needs a Tokio runtime.
///
/// # Errors
/// If the backup is not intact or is the journal itself, if the journal is in use, or if a file cannot be read or
/// written. The journal stays unchanged until the copy is complete and the journal has a second name.
pub async fn restore_backup(
    backup: &Path,
    journal: &Path,
    cipher: &RecordCipher,
) -> Result<Restored, RestoreError> {
    // SQLite puts its files beside the journal itself, not beside a link to it.
    let target = journal
        .canonicalize()
        .unwrap_or_else(|_| journal.to_owned());
    if backup.canonicalize().is_ok_and(|backup| backup == target) {
        return Err(RestoreError::SameFile(target));
    }
    let summary = check_backup(backup, cipher).await.map_err(refusal)?;
    let lock = lock_file(journal, &journal.display().to_string()).map_err(|error| match error {
        StoreError::InUse(_) => RestoreError::InUse(journal.to_owned()),
        error => error.into(),
    })?;
    give_away(&lock.0, journal, &target)?;
    let partial = beside(&target, PARTIAL);
    let replaced = copy(backup, &partial, &target).and_then(|()| replace(&partial, &target));
    if replaced.is_err() {
        // Fails harmlessly if the file was never created.
        let _ = fs::remove_file(&partial);
    }
    replaced.map(|replaced| Restored { summary, replaced })
}

fn copy(backup: &Path, partial: &Path, target: &Path) -> Result<(), RestoreError> {
    let mut source = File::open(backup).map_err(|reason| system(backup, reason))?;
    let failed = |reason| system(partial, reason);
    let mut copy = create_private(partial).map_err(failed)?;
    io::copy(&mut source, &mut copy).map_err(failed)?;
    give_away(&copy, partial, target)
}

/// Gives a file created by root to the owner of the journal or, if there is none, of its folder, so that the bot can
/// open it.
fn give_away(file: &File, name: &Path, target: &Path) -> Result<(), RestoreError> {
    let failed = |reason| system(name, reason);
    let account = target.metadata().or_else(|_| folder_of(target).metadata());
    give_to_owner_of(&account.map_err(failed)?, file).map_err(failed)
}

/// Moves the copy into place. Returns the name under which the previous journal is kept, if there was one.
fn replace(partial: &Path, target: &Path) -> Result<Option<PathBuf>, RestoreError> {
    let replaced = if target.exists() {
        Some(keep(target).map_err(|reason| system(target, reason))?)
    } else {
        None
    };
    // SQLite would apply the previous journal's log to the copy, so the log is removed first, durably.
    remove_companions(target).map_err(|reason| system(target, reason))?;
    make_durable(partial, target).map_err(|reason| system(target, reason))?;
    Ok(replaced)
}

/// Gives the journal and its logs a second name. After a process was killed, the logs may contain the newest entries.
fn keep(target: &Path) -> io::Result<PathBuf> {
    let names = (1_u32..).map(|number| beside(target, &format!("{REPLACED}{number}")));
    let is_free = |name: &PathBuf| {
        let mut taken = PARTS.iter().chain([&""]).map(|part| beside(name, part));
        !taken.any(|file| file.symlink_metadata().is_ok())
    };
    let mut free = names.filter(is_free);
    let kept = free.next().ok_or(io::ErrorKind::AlreadyExists)?;
    fs::hard_link(target, &kept)?;
    for part in PARTS {
        if beside(target, part).exists() {
            fs::hard_link(beside(target, part), beside(&kept, part))?;
        }
    }
    sync_folder(folder_of(target))?;
    Ok(kept)
}

fn remove_companions(target: &Path) -> io::Result<()> {
    for ending in COMPANIONS {
        match fs::remove_file(beside(target, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    sync_folder(folder_of(target))
}

fn refusal(error: BackupError) -> RestoreError {
    match error {
        BackupError::PostgresDump(file) => RestoreError::PostgresDump(file),
        error => error.into(),
    }
}

fn system(file: &Path, reason: io::Error) -> RestoreError {
    RestoreError::System {
        file: file.to_owned(),
        reason,
    }
}
