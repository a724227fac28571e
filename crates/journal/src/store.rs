//! The journal that the configuration names, in SQLite or PostgreSQL, with everything else that is
//! stored of people and servers.

use std::future::pending;
use std::sync::Arc;

use async_trait::async_trait;
use table::preferences::Preferences;
use table::server_settings::ServerSettingsStore;

use crate::cluster::Cluster;
use crate::commit_stats::CommitStats;
use crate::port::JournalError;
use crate::postgres::{PostgresJournal, SessionStarts};
use crate::record_cipher::RecordCipher;
use crate::results::Results;
use crate::sqlite::SqliteJournal;
use crate::storage_url::StorageUrl;
use crate::store_error::StoreError;

/// The journal that the operator chose by `storage.url`, with the preferences of people and the settings
/// of servers. The methods here do nothing by default, for journals of tests.
#[async_trait]
pub trait Store: Results + Preferences + ServerSettingsStore {
    /// Records the application whose bot uses this journal, unless one is recorded. The games of another
    /// application must not be run: that bot sees none of their servers, and would close them.
    ///
    /// # Errors
    /// [`StoreError::OtherApplication`] if another one is recorded, [`StoreError::Refused`] if the
    /// database fails.
    async fn claim_application(&self, _application: u64) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns the transactions of this process that appended entries.
    fn commit_stats(&self) -> CommitStats {
        CommitStats::default()
    }

    /// Returns the turns in which the clusters of the database begin sessions; none if it can have only one.
    fn session_starts(&self) -> Option<SessionStarts> {
        None
    }

    /// Checks that the database accepts a write. Changes nothing.
    async fn check_writable(&self) -> Result<(), JournalError> {
        Ok(())
    }

    /// Waits until every append has finished and closes the database. Later calls are refused.
    async fn close(&self) {}

    /// Completes when the journal has stopped for good, as after a disk error during a write or a panic.
    /// Stays pending while the journal works.
    async fn wait_until_failed(&self) {
        pending().await
    }
}

/// Opens the journal at this address, in plain text, and runs the migrations it lacks. Must be called
/// inside of a Tokio runtime.
pub async fn open(url: &StorageUrl) -> Result<Arc<dyn Store>, StoreError> {
    open_encrypted(url, RecordCipher::plain()).await
}

/// Opens the journal at this address, whose records this cipher encrypts, and takes the lease of all servers if
/// nobody holds it. It is not renewed: the bot opens with [`open_cluster`].
///
/// # Errors
/// As [`open_cluster`].
pub async fn open_encrypted(
    url: &StorageUrl,
    cipher: RecordCipher,
) -> Result<Arc<dyn Store>, StoreError> {
    let store = open_cluster(url, cipher, Cluster::WHOLE).await?;
    // An append without the lease is refused.
    drop(store.acquire_lease().await);
    Ok(store)
}

/// Opens the journal at this address for a cluster, without its lease, and runs the migrations it lacks. A
/// journal in memory is never encrypted. Needs a Tokio runtime.
///
/// # Errors
/// If the location cannot be used, or a running table is encrypted with another key.
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
