//! The browser that the page test drives: Chromium with its driver, from Debian's packages.

use crate::step::{Failed, exists, run};

/// Makes sure that `chromium` and `chromedriver` are there; installs them as root on Debian.
pub(crate) fn ensure() -> Result<(), Failed> {
    if present() {
        return Ok(());
    }
    if exists("apt-get") {
        // Without root these fail, and the sentence below says what to install by hand.
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
        if installed.is_ok() && present() {
            return Ok(());
        }
    }
    Err(Failed::NoBrowser)
}

fn present() -> bool {
    exists("chromium") && exists("chromedriver")
}
