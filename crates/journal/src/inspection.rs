//! Inspects a database for `kittens doctor` without changing it: for example its version, its schema, and whether all
//! data can be read. Does not decide which findings are problems.

mod database_state;
mod postgres;
mod sqlite;

use crate::record_cipher::RecordCipher;
use crate::storage_url::StorageUrl;
use crate::store_error::StoreError;
pub use database_state::{Inspection, PostgresInspection, Schema, SqliteInspection};
pub(crate) use sqlite::{connect as connect_sqlite, newest_migration as newest_sqlite_migration};

/// Inspects the database at this address. Does not create or change tables. Needs a Tokio runtime.
///
/// # Errors
/// Those of opening the journal, for example if the database cannot be reached, belongs to another program or to a
/// newer version, or contains running games encrypted with a key that `cipher` lacks.
pub async fn inspect(url: &StorageUrl, cipher: &RecordCipher) -> Result<Inspection, StoreError> {
    Ok(match url {
        StorageUrl::Memory => Inspection::Memory,
        StorageUrl::Sqlite(file) => Inspection::Sqlite(sqlite::inspect(file, cipher).await?),
        StorageUrl::Postgres(address) => {
            Inspection::Postgres(postgres::inspect(address, cipher).await?)
        }
    })
}
