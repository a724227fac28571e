//! New, empty storage for a run, removed when dropped.

use std::path::Path;

use clap::ValueEnum;
use journal::StorageUrl;
use kit::postgres_server::Server;
use sqlx::{Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;

use super::error::{RealError, system_error};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StorageKind {
    Sqlite,
    /// A new PostgreSQL server.
    Postgres,
    /// Nothing is stored: games end with the process.
    Memory,
}

pub struct Storage {
    /// The storage address for the bot's settings.
    pub address: String,
    /// Deletes the file or stops the server when dropped.
    _owner: Box<dyn Send + Sync>,
}

impl Storage {
    /// Creates storage, with its files in the system's temporary folder.
    pub async fn create(kind: StorageKind) -> Result<Self, RealError> {
        Self::create_in(kind, &std::env::temp_dir()).await
    }

    /// Creates storage. `folder` is only for an SQLite file, which gets its own subfolder.
    pub async fn create_in(kind: StorageKind, folder: &Path) -> Result<Self, RealError> {
        let (address, owner): (_, Box<dyn Send + Sync>) = match kind {
            StorageKind::Memory => ("memory:".to_owned(), Box::new(())),
            StorageKind::Sqlite => {
                let folder =
                    TempDir::new_in(folder).map_err(system_error("a folder cannot be created"))?;
                let file = folder.path().join("kittens.db");
                (format!("sqlite:{}", file.display()), Box::new(folder))
            }
            StorageKind::Postgres => {
                let server = Server::start().await?;
                (server.create_database("games").await?, Box::new(server))
            }
        };
        Ok(Self {
            address,
            _owner: owner,
        })
    }

    /// Vacuums a PostgreSQL database instead of waiting for its autovacuum. Does nothing for SQLite; fails for memory.
    pub async fn vacuum(&self) -> Result<(), RealError> {
        if let StorageUrl::Postgres(_) = parse_lasting(&self.address)? {
            let mut connection = connect(&self.address).await?;
            connection.execute("VACUUM (ANALYZE)").await?;
        }
        Ok(())
    }
}

pub(crate) fn parse_lasting(address: &str) -> Result<StorageUrl, RealError> {
    match StorageUrl::parse(address) {
        Ok(StorageUrl::Memory) | Err(_) => Err(RealError::Storage(address.to_owned())),
        Ok(url) => Ok(url),
    }
}

/// Connects to a PostgreSQL database; fails for other storage.
pub(super) async fn connect(address: &str) -> Result<PgConnection, RealError> {
    match parse_lasting(address)? {
        StorageUrl::Postgres(url) => Ok(PgConnection::connect_with(&url.options()).await?),
        _ => Err(RealError::Storage(address.to_owned())),
    }
}
