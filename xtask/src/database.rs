//! PostgreSQL, which the journal's tests start, from Debian's packages.

use std::path::Path;

use crate::error::TaskError;
use crate::packages;
use crate::process::is_installed;

/// Installs PostgreSQL's programs if they are missing.
pub(crate) fn ensure_installed() -> Result<(), TaskError> {
    packages::ensure_installed(&["postgresql"], is_present, TaskError::NoDatabase)
}

/// Looks also in Debian's folders, one for each version, which are not on the PATH.
fn is_present() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let mut folders = versions.flatten().flatten().map(|version| version.path());
    folders.any(|folder| Path::new(&folder).join("bin/initdb").exists()) || is_installed("initdb")
}
