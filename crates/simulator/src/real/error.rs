//! The errors that prevent a run with real processes from finishing.

use std::time::Duration;

use journal::{JournalError, StoreError};
use kit::postgres_server::ServerError;
use kit::virtual_user::control_client::ControlClientError;
use tokio::time::timeout;

/// The timeout of most waits in a run, much longer than they should take.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

#[derive(Debug, thiserror::Error)]
pub enum RealError {
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
    #[error(transparent)]
    Control(#[from] ControlClientError),
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("there is no free port: {0}")]
    Port(std::io::Error),
    #[error("{what}: {reason}")]
    System {
        /// The consequence, as a sentence without its full stop.
        what: &'static str,
        reason: std::io::Error,
    },
    #[error(
        "games cannot be kept in {0:?}: several processes need a postgres: address, kills any but memory:"
    )]
    Storage(String),
    #[error("{0} did not happen in time")]
    Timeout(String),
}

pub(crate) async fn within<T>(
    limit: Duration,
    what: &str,
    happening: impl Future<Output = T>,
) -> Result<T, RealError> {
    let happened = timeout(limit, happening).await;
    happened.map_err(|_| RealError::Timeout(what.to_owned()))
}

/// Returns a function that adds the consequence to a system error.
pub(crate) fn system_error(what: &'static str) -> impl FnOnce(std::io::Error) -> RealError {
    move |reason| RealError::System { what, reason }
}
