//! The port for practices. Each person has at most one practice. `tests/main/practice.rs` tests its guarantees with
//! every database. `table::pages::practice` defines practices.

use async_trait::async_trait;
use table::ids::UserId;
use table::pages::practice::Practice;

use crate::port::JournalError;
use crate::record_cipher::SealedPlace;
use crate::rows::from_column;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// A person's stored practice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredPractice {
    /// The version of the stored practice, counting from 1; 0 if no practice is stored.
    pub version: u32,
    /// `None` if no practice is stored, or if it cannot be read.
    pub practice: Option<Practice>,
}

/// The stored practices. All errors are those of [`Journal`](crate::Journal).
#[async_trait]
pub trait Practices: Send + Sync {
    /// Returns a person's practice.
    async fn practice_of(&self, person: UserId) -> Result<StoredPractice, JournalError>;

    /// Stores a person's practice as version `before + 1`. Returns false and stores nothing if `before` is not the
    /// stored version.
    async fn store_practice(
        &self,
        person: UserId,
        before: u32,
        practice: Practice,
    ) -> Result<bool, JournalError>;
}

pub(crate) const DELETE_PRACTICES: &str = "DELETE FROM practices WHERE person IN \
     (SELECT person FROM practices WHERE shown_at < $1 LIMIT $2)";

struct PracticePlace(UserId, u32);

impl SealedPlace for PracticePlace {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.0.0.to_be_bytes().to_vec();
        bytes.extend(self.1.to_be_bytes());
        bytes
    }
}

#[async_trait]
impl<S: Sql> Practices for SqlJournal<S> {
    async fn practice_of(&self, person: UserId) -> Result<StoredPractice, JournalError> {
        const SELECT: &str = "SELECT version, practice FROM practices WHERE person = $1";
        let select = Statement::new(SELECT).bind(person);
        let mut rows: Vec<(i64, String)> = self.sql.fetch(select).await?;
        let Some((version, sealed)) = rows.pop() else {
            return Ok(StoredPractice::default());
        };
        let version = from_column(version) as u32;
        let opened = self
            .cipher
            .open_sealed(PracticePlace(person, version), sealed);
        Ok(StoredPractice {
            version,
            practice: opened
                .ok()
                .and_then(|json| serde_json::from_str(&json).ok()),
        })
    }

    async fn store_practice(
        &self,
        person: UserId,
        before: u32,
        practice: Practice,
    ) -> Result<bool, JournalError> {
        const INSERT: &str = "INSERT INTO practices (person, version, practice, shown_at) \
             VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        const UPDATE: &str = "UPDATE practices SET version = $2, practice = $3, shown_at = $4 \
             WHERE person = $1 AND version = $2 - 1";
        let version = before + 1;
        let json = serde_json::json!(practice).to_string();
        let sealed = self.cipher.seal(PracticePlace(person, version), json)?;
        let statement = Statement::new(if before == 0 { INSERT } else { UPDATE })
            .bind(person)
            .bind(version)
            .bind(sealed)
            .bind(practice.shown_at);
        Ok(self.sql.transact(true, vec![statement]).await? > 0)
    }
}
