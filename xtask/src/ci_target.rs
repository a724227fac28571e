//! The target folder of CI, which outlives the checkout: compiled dependencies are used again.
//! Cargo's own fingerprints (compiler, flags, features, versions, file times) decide what is
//! compiled anew.

use std::path::{Path, PathBuf};

use crate::error::TaskError;

/// Each checkout in a new place leaves its own artefacts; beyond this size all are removed.
const MAX_BYTES: u64 = 12 << 30;

/// Returns the target folder if this is CI and `CARGO_TARGET_DIR` does not name another. Removes
/// the folder first if it has grown too large.
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

/// Returns the folder in which CI keeps what outlives a checkout, if there is a home folder.
pub(crate) fn cache() -> Option<PathBuf> {
    std::env::home_dir().map(|home| home.join(".cache/kittens-ci"))
}

/// Returns the bytes in all files of a folder; 0 if it does not exist.
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
