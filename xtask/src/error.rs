//! Why a task fails.

/// Why a task ended early. `Display` is a sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TaskError {
    /// There is no task of this name.
    #[error(
        "unknown task {0:?}; there are: check, test, tidy, deny, advisories, screens, image, browser, \
         database, deploy-tools"
    )]
    UnknownTask(String),
    /// The program could not be started.
    #[error("{program} could not be started: {source}")]
    NotStarted {
        /// The program's name or path.
        program: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// The program ran and reported failure.
    #[error("`{0}` failed")]
    Command(String),
    /// Chromium is missing and cannot be installed from here.
    #[error(
        "the page test needs Chromium and its driver: install the packages `chromium` and \
         `chromium-driver` (Debian), or put `chromium` and `chromedriver` on the PATH"
    )]
    NoBrowser,
    /// PostgreSQL is missing and cannot be installed from here.
    #[error(
        "the journal's tests start PostgreSQL: install the package `postgresql` (Debian), or put \
         `initdb` and `postgres` on the PATH"
    )]
    NoDatabase,
    /// A program that checks files in `deploy` is missing and cannot be installed from here.
    #[error(
        "tests check the files in `deploy`: install the packages `haproxy` and `systemd` (Debian)"
    )]
    NoDeployTools,
    /// The compiler for static programs is missing and cannot be installed from here.
    #[error("the image's program is static: install the package `musl-tools` (Debian)")]
    NoMusl,
    /// The image's program needs a loader of the system, or is no program.
    #[error("{} is not a static program", .0.display())]
    NotStatic(std::path::PathBuf),
    /// The image is too large; its size in megabytes.
    #[error("the image has {0:.1} MB, and may have 40")]
    LargeImage(f64),
    /// The program that makes pictures small is missing and cannot be installed from here.
    #[error("the pictures are compressed: install the package `pngquant` (Debian)")]
    NoPngquant,
    /// cargo-deny is missing and cannot be installed from here.
    #[error("the dependencies are checked by cargo-deny: `cargo install cargo-deny --locked`")]
    NoCargoDeny,
    /// A task lacks the argument that it needs.
    #[error("`cargo xtask advisories` needs the path of a clone of the RustSec database")]
    NoDatabaseClone,
    /// A file or folder could not be changed.
    #[error("{}: {source}", path.display())]
    File {
        /// The file or folder.
        path: std::path::PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// Files that break a rule of the repository, one finding a line.
    #[error("the repository's rules are broken:\n{0}")]
    Tidy(String),
}
