//! The configured journal, in SQLite or PostgreSQL, with all other stored data about people and servers.

use std::future::pending;
use std::sync::Arc;

use async_trait::async_trait;
use table::pages::settings::ServerSettingsStore;
use table::preferences::Preferences;

use crate::cluster::Cluster;
use crate::port::JournalError;
use crate::postgres::{PostgresJournal, SessionStarts};
use crate::record_cipher::RecordCipher;
use crate::results::Results;
use crate::sqlite::SqliteJournal;
use crate::storage_url::StorageUrl;
use crate::store_error::StoreError;
use crate::writer::CommitStats;

/// The journal that the operator chose with `storage.url`, along with personal preferences and server settings. The
/// default methods do nothing, which is enough for journals in tests.
#[async_trait]
pub trait Store: Results + Preferences + ServerSettingsStore {
    /// Records the application whose bot uses this journal, unless one is already recorded. A bot must not run another
    /// application's games, because it would close the games on servers that it has not joined.
    ///
    /// # Errors
    /// [`StoreError::OtherApplication`] if another application is recorded, [`StoreError::Refused`] if the
    /// database fails.
    async fn claim_application(&self, _application: u64) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns statistics about the transactions in which this process appended entries.
    fn commit_stats(&self) -> CommitStats {
        CommitStats::default()
    }

    /// Returns the coordinator of session starts across clusters; `None` if there can be only one cluster.
    fn session_starts(&self) -> Option<SessionStarts> {
        None
    }

    /// Checks that the database accepts a write. Changes nothing.
    async fn check_writable(&self) -> Result<(), JournalError> {
        Ok(())
    }

    /// Waits until every append has finished and closes the database. Later reads and writes are refused.
    async fn close(&self) {}

    /// Completes when the journal has stopped for good, for example after a panic or a disk error during a write.
    /// Otherwise never completes, even after [`Self::close`].
    async fn wait_until_failed(&self) {
        pending().await
    }
}

/// Like [`open_encrypted`], but without encryption. Needs a Tokio runtime.
pub async fn open(url: &StorageUrl) -> Result<Arc<dyn Store>, StoreError> {
    open_encrypted(url, RecordCipher::plain()).await
}

/// Opens the journal at this address, encrypting records with `cipher`, and takes the lease of all servers if it is
/// free. The lease is not renewed, so the bot uses [`open_cluster`] instead.
///
/// # Errors
/// Those of [`open_cluster`].
pub async fn open_encrypted(
    url: &StorageUrl,
    cipher: RecordCipher,
) -> Result<Arc<dyn Store>, StoreError> {
    let store = open_cluster(url, cipher, Cluster::WHOLE).await?;
    // Without the lease, appends are refused.
    drop(store.acquire_lease().await);
    Ok(store)
}

/// Opens the journal at this address for a cluster, without acquiring its lease, and runs missing migrations. A journal
/// in memory is never encrypted. Needs a Tokio runtime.
///
/// # Errors
/// If the location cannot be used, or a running table is encrypted with a key that `cipher` lacks.
pub async fn open_cluster(
    url: &StorageUrl,
    cipher: RecordCipher,
    cluster: Cluster,
) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match url {
        StorageUrl::Memory => Arc::new(SqliteJournal::open_in_memory().await?),
        StorageUrl::Sqlite(file) => Arc::new(SqliteJournal::open(file, cipher).await?),
        StorageUrl::Postgres(address) => {
            Arc::new(PostgresJournal::open(address, cipher, cluster).await?)
        }
    })
}
