//! The PostgreSQL server that the journal's tests start, from Debian's packages.

use std::path::Path;

use crate::step::{Failed, exists, run};

/// Makes sure that PostgreSQL's programs are there; installs them as root on Debian.
pub(crate) fn ensure() -> Result<(), Failed> {
    if present() {
        return Ok(());
    }
    if exists("apt-get") {
        // Without root these fail, and the sentence below says what to install by hand.
        let installed = run("apt-get", &["update", "-qq"])
            .and_then(|()| run("apt-get", &["install", "-y", "-qq", "postgresql"]));
        if installed.is_ok() && present() {
            return Ok(());
        }
    }
    Err(Failed::NoDatabase)
}

/// Debian keeps the server's programs in a folder a version, off the path.
fn present() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let mut folders = versions.flatten().flatten().map(|version| version.path());
    folders.any(|folder| Path::new(&folder).join("bin/initdb").exists()) || exists("initdb")
}
