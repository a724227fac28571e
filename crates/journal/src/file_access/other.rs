//! Stand-ins for the functions in `unix` on other systems. Apart from creating folders, they do nothing.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

pub(crate) fn create_private_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

pub(crate) fn restrict(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

pub(crate) fn give_to_owner_of(_: &Metadata, _: &File) -> io::Result<()> {
    Ok(())
}

pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

pub(crate) fn free_bytes(_: &Path) -> Option<u64> {
    None
}
