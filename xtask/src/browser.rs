//! Chromium and its driver, which the page test uses, from Debian's packages.

use crate::error::TaskError;
use crate::packages;
use crate::process::is_installed;

const PACKAGES: [&str; 4] = [
    "chromium",
    "chromium-driver",
    "fonts-noto-color-emoji",
    "fonts-noto-cjk",
];

/// Installs `chromium` and `chromedriver` if they are missing.
pub(crate) fn ensure_installed() -> Result<(), TaskError> {
    let are_present = || is_installed("chromium") && is_installed("chromedriver");
    packages::ensure_installed(&PACKAGES, are_present, TaskError::NoBrowser)
}
