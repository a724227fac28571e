//! The errors that end a task.

use std::path::{Path, PathBuf};

/// Where possible, the message says what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TaskError {
    #[error(
        "unknown task {0:?}; there are: check, test, tidy, deny, advisories, screens, image, browser, \
         database, deploy-tools, python"
    )]
    UnknownTask(String),
    #[error("{program} could not be started: {source}")]
    NotStarted {
        program: String,
        source: std::io::Error,
    },
    #[error("`{0}` failed")]
    Command(String),
    #[error(
        "the page test needs Chromium and its driver: install the packages `chromium` and \
         `chromium-driver` (Debian), or put `chromium` and `chromedriver` on the PATH"
    )]
    NoBrowser,
    #[error(
        "the journal's tests start PostgreSQL: install the package `postgresql` (Debian), or put \
         `initdb` and `postgres` on the PATH"
    )]
    NoDatabase,
    #[error("tests check the files in `deploy`: install the package `systemd` (Debian)")]
    NoDeployTools,
    #[error("a test checks games in Python: install the package `python3` (Debian)")]
    NoPython,
    #[error("the image's program is static: install the package `musl-tools` (Debian)")]
    NoMusl,
    #[error("{} is not a static program", .0.display())]
    NotStatic(PathBuf),
    #[error("the image has {0:.1} MB, and may have 40")]
    LargeImage(f64),
    #[error("the pictures are compressed: install the package `pngquant` (Debian)")]
    NoPngquant,
    #[error("the dependencies are checked by cargo-deny: `cargo install cargo-deny --locked`")]
    NoCargoDeny,
    #[error("`cargo xtask advisories` needs the path of a clone of the RustSec database")]
    NoDatabaseClone,
    #[error("{}: {source}", path.display())]
    File {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("the repository's rules are broken:\n{0}")]
    Tidy(String),
}

impl TaskError {
    /// Returns a function that adds this path to an I/O error.
    pub(crate) fn file(path: &Path) -> impl Fn(std::io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}
