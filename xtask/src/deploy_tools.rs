//! HAProxy and systemd's own check, by which a test checks files in `deploy`, from Debian's packages.

use crate::error::TaskError;
use crate::packages;
use crate::process::{is_installed, output};

/// Installs `haproxy` and `systemd-analyze` if they are missing. Starts neither.
pub(crate) fn ensure_installed() -> Result<(), TaskError> {
    let are_present = || output("haproxy", &["-v"]).is_some() && is_installed("systemd-analyze");
    packages::ensure_installed(
        &["haproxy", "systemd"],
        are_present,
        TaskError::NoDeployTools,
    )
}
