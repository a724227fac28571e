//! Programs that the tests need and that are not written in Rust, from Debian's packages.

use crate::error::TaskError;
use crate::process::{is_installed, run};

/// Installs these packages unless their programs are there. Needs root on Debian for that. Without it the
/// error says what to install by hand.
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
