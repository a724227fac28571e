//! The errors that keep a run with real processes from finishing.

use std::time::Duration;

use journal::{JournalError, StoreError};
use postgres_server::ServerError;
use virtual_user::control_client::ControlClientError;

/// Timeout of everything that a run waits for; far beyond what it takes.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// A run that could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum RealError {
    /// The sandbox does not start.
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
    /// A call of the sandbox's control API failed.
    #[error(transparent)]
    Control(#[from] ControlClientError),
    /// PostgreSQL cannot be started or used.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The database cannot be watched.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The journal cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system has no port left.
    #[error("there is no free port: {0}")]
    Port(std::io::Error),
    /// The operating system refused something.
    #[error("{what}: {reason}")]
    System {
        /// The consequence, as a sentence without its end.
        what: &'static str,
        /// The system's error.
        reason: std::io::Error,
    },
    /// The journal's address is none, or of a kind that this run cannot use.
    #[error(
        "games cannot be kept in {0:?}: several processes need a postgres: address, kills any but memory:"
    )]
    Storage(String),
    /// Something did not happen in time.
    #[error("{0} did not happen in time")]
    Timeout(String),
}

/// Returns a function that adds the consequence to an error of the system.
pub(crate) fn system_error(what: &'static str) -> impl FnOnce(std::io::Error) -> RealError {
    move |reason| RealError::System { what, reason }
}
