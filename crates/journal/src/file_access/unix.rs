//! File modes, owners and free space on Unix.

use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown,
};
use std::path::Path;

use super::{FILE_MODE, FOLDER_MODE};

/// The permission bits of everyone but the owner.
const OTHERS: u32 = 0o077;
const ROOT: u32 = 0;

/// Makes files created with these options accessible only to this account.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(FILE_MODE)
}

/// Creates a folder and its parents, accessible only to this account, if they do not exist.
pub(crate) fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(FOLDER_MODE).create(folder)
}

/// Sets the mode of a file or folder if other accounts have access.
pub(crate) fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    if path.metadata()?.permissions().mode() & OTHERS == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Gives a file owned by root to the owner and group of another file or folder.
pub(crate) fn give_to_owner_of(account: &Metadata, file: &File) -> io::Result<()> {
    if file.metadata()?.uid() != ROOT {
        return Ok(());
    }
    fchown(file, Some(account.uid()), Some(account.gid()))
}

/// Makes the creation or renaming of a file in this folder durable.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

pub(crate) fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}
