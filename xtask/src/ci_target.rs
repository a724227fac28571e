//! CI's target folder, which outlives the checkout, so that compiled dependencies are reused. Cargo's own
//! fingerprints (compiler, flags, features, versions, file times) decide what is recompiled.

use std::path::{Path, PathBuf};

use crate::error::TaskError;

/// The size above which the folder is removed. It grows because each checkout at a new path leaves its own artefacts.
const MAX_BYTES: u64 = 12 << 30;

/// Returns the target folder if this is CI, `CARGO_TARGET_DIR` is not set and there is a home folder. First removes the
/// folder if it has grown too large.
pub(crate) fn prepare() -> Result<Option<PathBuf>, TaskError> {
    let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if !in_ci || std::env::var_os("CARGO_TARGET_DIR").is_some() {
        return Ok(None);
    }
    let Some(folder) = cache().map(|cache| cache.join("target")) else {
        return Ok(None);
    };
    println!("xtask: target folder {}", folder.display());
    if folder_size(&folder) > MAX_BYTES {
        println!("xtask: it is larger than {MAX_BYTES} bytes and is removed");
        std::fs::remove_dir_all(&folder).map_err(TaskError::file(&folder))?;
    }
    Ok(Some(folder))
}

/// Returns the folder that is kept across checkouts, if there is a home folder.
pub(crate) fn cache() -> Option<PathBuf> {
    std::env::home_dir().map(|home| home.join(".cache/kittens-ci"))
}

/// Returns the total size of the files in a folder in bytes; 0 if it does not exist.
pub(crate) fn folder_size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => folder_size(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}
