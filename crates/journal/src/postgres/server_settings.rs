//! The settings of servers, in PostgreSQL.

use table::ids::GuildId;
use table::server_settings::{ServerChange, ServerSettings};

use super::PostgresJournal;
use crate::port::JournalError;
use crate::rows::{to_column, unavailable};
use crate::server_settings::{REPLACE, SELECT, changed, to_settings};

impl PostgresJournal {
    /// Returns a server's settings, or the defaults.
    pub(crate) async fn server_settings(
        &self,
        guild: GuildId,
    ) -> Result<ServerSettings, JournalError> {
        let row = self.settings_row(guild).await?;
        Ok(to_settings(row.as_deref()))
    }

    /// Stores a change of a server's settings and returns all of them.
    pub(crate) async fn change_server_settings(
        &self,
        guild: GuildId,
        change: ServerChange,
    ) -> Result<ServerSettings, JournalError> {
        // Again only if somebody else has stored a change in between.
        loop {
            let before = self.settings_row(guild).await?;
            let (settings, after) = changed(before.as_deref(), change);
            let query = sqlx::query(REPLACE).bind(to_column(guild.0));
            let query = query.bind(after).bind(before);
            let done = query.execute(&self.pool).await;
            if done.map_err(|error| unavailable(&error))?.rows_affected() > 0 {
                return Ok(settings);
            }
        }
    }

    async fn settings_row(&self, guild: GuildId) -> Result<Option<String>, JournalError> {
        let query = sqlx::query_scalar(SELECT).bind(to_column(guild.0));
        let row = query.fetch_optional(&self.pool).await;
        row.map_err(|error| unavailable(&error))
    }
}
