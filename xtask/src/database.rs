//! PostgreSQL, which the journal's tests start, from Debian's packages.

use std::path::Path;

use crate::error::TaskError;
use crate::process::{is_installed, run};

/// Installs PostgreSQL's programs if they are missing. Needs root on Debian for that.
pub(crate) fn ensure_installed() -> Result<(), TaskError> {
    if is_present() {
        return Ok(());
    }
    if is_installed("apt-get") {
        // Without root these fail; the error below says what to install by hand.
        let installed = run("apt-get", &["update", "-qq"])
            .and_then(|()| run("apt-get", &["install", "-y", "-qq", "postgresql"]));
        if installed.is_ok() && is_present() {
            return Ok(());
        }
    }
    Err(TaskError::NoDatabase)
}

/// Looks also in Debian's folders, one for each version, which are not on the PATH.
fn is_present() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let mut folders = versions.flatten().flatten().map(|version| version.path());
    folders.any(|folder| Path::new(&folder).join("bin/initdb").exists()) || is_installed("initdb")
}
