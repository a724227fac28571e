//! Installs Debian packages with the programs that tests and tasks need.

use std::path::Path;

use crate::error::TaskError;
use crate::process::{is_installed, run};

/// Installs these packages unless their programs exist. Installation needs `apt-get` and root; if it fails, the error
/// says what to install manually.
pub(crate) fn ensure_installed(
    packages: &[&str],
    are_present: impl Fn() -> bool,
    missing: TaskError,
) -> Result<(), TaskError> {
    if are_present() {
        return Ok(());
    }
    if is_installed("apt-get") {
        let install = [&["install", "-y", "-qq"], packages].concat();
        let installed = run("apt-get", &["update", "-qq"]).and_then(|()| run("apt-get", &install));
        if installed.is_ok() && are_present() {
            return Ok(());
        }
    }
    Err(missing)
}

/// Installs Chromium, its driver and fonts, which the tests of pages use, if Chromium or the driver is missing.
pub(crate) fn ensure_browser() -> Result<(), TaskError> {
    const PACKAGES: [&str; 4] = [
        "chromium",
        "chromium-driver",
        "fonts-noto-color-emoji",
        "fonts-noto-cjk",
    ];
    let are_present = || is_installed("chromium") && is_installed("chromedriver");
    ensure_installed(&PACKAGES, are_present, TaskError::NoBrowser)
}

/// Installs PostgreSQL, which tests start, if it is missing.
pub(crate) fn ensure_database() -> Result<(), TaskError> {
    ensure_installed(&["postgresql"], has_postgres, TaskError::NoDatabase)
}

/// Returns true if PostgreSQL is on the PATH, or in Debian's folder for one of its versions.
fn has_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let mut folders = versions.flatten().flatten().map(|version| version.path());
    folders.any(|folder| Path::new(&folder).join("bin/initdb").exists()) || is_installed("initdb")
}

/// Installs systemd's verifier, which a test runs on the unit in `deploy`, if it is missing.
pub(crate) fn ensure_deploy_tools() -> Result<(), TaskError> {
    let is_present = || is_installed("systemd-analyze");
    ensure_installed(&["systemd"], is_present, TaskError::NoDeployTools)
}

/// Installs Python, which a test needs to run a verifier of game files, if it is missing.
pub(crate) fn ensure_python() -> Result<(), TaskError> {
    ensure_installed(
        &["python3"],
        || is_installed("python3"),
        TaskError::NoPython,
    )
}
