//! The errors that end a command, as sentences for the operator.

use std::net::SocketAddr;

use crate::bot::BotError;
#[cfg(feature = "sandbox")]
use crate::config::ApiUrlError;
use crate::config::ConfigError;
use crate::config::journal_key::JournalKeyError;
use crate::doctor::start_check::StartCheckError;
use discord::BotTokenError;
use journal::{BackupError, JournalError, PostgresUrl, RestoreError, StoreError};

#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Token(#[from] BotTokenError),
    #[error(transparent)]
    JournalKey(#[from] JournalKeyError),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[cfg(feature = "sandbox")]
    #[error(transparent)]
    Sandbox(#[from] ::sandbox::SandboxError),
    #[error(transparent)]
    StartCheck(#[from] StartCheckError),
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error(
        "the games are in the PostgreSQL database {0}, which PostgreSQL backs up while the bot \
         runs: `pg_dump --format=custom --file=FILE ADDRESS`, with the address in storage.url"
    )]
    BackupByPostgres(PostgresUrl),
    #[error("the games are kept in memory, so there is nothing to back up: set storage.url")]
    NothingToBackUp,
    #[error(transparent)]
    Restore(#[from] RestoreError),
    #[error(
        "the games are in the PostgreSQL database {0}, which PostgreSQL restores: `pg_restore \
         --dbname=ADDRESS FILE`, into an empty database and while the bot is stopped"
    )]
    RestoreByPostgres(PostgresUrl),
    #[error("the games are kept in memory, so there is nothing to restore: set storage.url")]
    NothingToRestore,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("monitor.listen is off: set it to an address such as \"127.0.0.1:9464\"")]
    MonitorOff,
    #[error("no bot answers at {0}: start it, with the same monitor.listen")]
    NoHealth(SocketAddr),
    #[error("the bot is not ready: {0}")]
    NotHealthy(String),
    #[error("Discord does not tell whose token it is: name the application by --application ID")]
    UnknownApplication,
    #[error("Discord has not changed the application ({0})")]
    NotPublished(String),
    #[error("the log cannot be started: {0}")]
    Log(#[from] tracing_subscriber::util::TryInitError),
    #[cfg(feature = "sandbox")]
    #[error(transparent)]
    Address(#[from] ApiUrlError),
    #[error("{what} cannot be used: {reason}")]
    System {
        /// The part of the system, such as "the runtime".
        what: &'static str,
        reason: std::io::Error,
    },
}

impl CommandError {
    pub(super) fn system(what: &'static str) -> impl Fn(std::io::Error) -> Self {
        move |reason| Self::System { what, reason }
    }
}
