//! Determines which people hide. For example, leaderboards omit them, and nobody else may see their statistics.

use table::ids::UserId;

use crate::port::JournalError;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// An SQL condition: the person in this column does not hide.
macro_rules! is_visible {
    ($person:literal) => {
        concat!(
            $person,
            " NOT IN (SELECT person FROM preferences WHERE hidden)"
        )
    };
}
pub(crate) use is_visible;

impl<S: Sql> SqlJournal<S> {
    pub(super) async fn is_hidden(&self, person: UserId) -> Result<bool, JournalError> {
        const SELECT: &str = "SELECT 1 FROM preferences WHERE person = $1 AND hidden";
        let rows: Vec<(i32,)> = self.sql.fetch(Statement::new(SELECT).bind(person)).await?;
        Ok(!rows.is_empty())
    }
}
