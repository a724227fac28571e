//! Chromium and its driver, which the page test uses, from Debian's packages.

use crate::error::TaskError;
use crate::process::{is_installed, run};

/// Installs `chromium` and `chromedriver` if they are missing. Needs root on Debian for that.
pub(crate) fn ensure_installed() -> Result<(), TaskError> {
    if is_present() {
        return Ok(());
    }
    if is_installed("apt-get") {
        // Without root these fail; the error below says what to install by hand.
        let installed = run("apt-get", &["update", "-qq"]).and_then(|()| {
            run(
                "apt-get",
                &[
                    "install",
                    "-y",
                    "-qq",
                    "chromium",
                    "chromium-driver",
                    "fonts-noto-color-emoji",
                    "fonts-noto-cjk",
                ],
            )
        });
        if installed.is_ok() && is_present() {
            return Ok(());
        }
    }
    Err(TaskError::NoBrowser)
}

fn is_present() -> bool {
    is_installed("chromium") && is_installed("chromedriver")
}
