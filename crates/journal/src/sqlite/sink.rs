//! Writes to an SQLite database, in one transaction for each group of entries and small writes. Once the journal is
//! open, the process has no other writer. `writer` forms the groups.

use std::time::Duration;

use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use tokio::time::Instant;
use tracing::warn;

use super::small_write::SmallWrite;
use super::statement::{BUSY, CORRUPT, IO_ERROR, LOCKED, NO_DATABASE, result_code, run};
use crate::append::{append_group, bind_entry, insert_entry};
use crate::store_error::error_text;
use crate::writer::{AppendResults, EncodedEntry, EntrySink, WriteError};

/// How long a group waits for another program that has locked the file.
const LOCK_LIMIT: Duration = Duration::from_secs(2);
/// After an attempt has failed because of another program's lock, each group gets only one attempt for this long.
/// Otherwise, clicks waiting in the queue would be refused too late.
const PAUSE: Duration = Duration::from_secs(1);
/// The time limit for the small writes of a group. The remaining small writes wait for the next group.
const SMALL_WRITES_TIME: Duration = Duration::from_millis(20);

pub(super) struct SqliteSink {
    pub(super) connection: SqliteConnection,
    /// The connections for reads, which must be closed before the connection for writes.
    pub(super) readers: SqlitePool,
    /// The time of the last attempt, if it failed because another program had locked the file.
    pub(super) refused_at: Option<Instant>,
}

impl EntrySink for SqliteSink {
    async fn write_group(
        &mut self,
        group: &[EncodedEntry],
        small_writes: &mut [Box<dyn SmallWrite>],
    ) -> Result<(AppendResults, usize), WriteError> {
        match self.write_transaction(group, small_writes).await {
            Ok(results) => Ok(results),
            Err(error) => {
                // After some errors, SQLite has already rolled back; then this fails without effect.
                let _ = run(&mut self.connection, "ROLLBACK").await;
                Err(write_error(&error))
            }
        }
    }

    async fn close(self) {
        // The last connection to close copies the log into the file, so the read-only connections are closed first.
        self.readers.close().await;
        if let Err(error) = self.connection.close().await {
            let error = error_text(&error);
            warn!(error, "the database could not be closed cleanly");
        }
    }
}

impl SqliteSink {
    async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let began = Instant::now();
        let is_paused = self.refused_at.is_some_and(|at| at.elapsed() < PAUSE);
        loop {
            let begun = run(&mut self.connection, "BEGIN IMMEDIATE").await;
            let Err(error) = begun else {
                self.refused_at = None;
                return Ok(());
            };
            let is_locked = matches!(result_code(&error), Some(BUSY | LOCKED));
            if !is_locked || is_paused || began.elapsed() >= LOCK_LIMIT {
                self.refused_at = is_locked.then(Instant::now);
                return Err(error);
            }
        }
    }

    async fn write_transaction(
        &mut self,
        group: &[EncodedEntry],
        small_writes: &mut [Box<dyn SmallWrite>],
    ) -> Result<(AppendResults, usize), sqlx::Error> {
        self.begin().await?;
        let insert = |entry: &EncodedEntry| bind_entry(insert_entry!("", ""), entry);
        let results = append_group(&mut self.connection, group, insert).await?;
        let written = self.run_small_writes(small_writes).await?;
        run(&mut self.connection, "COMMIT").await?;
        Ok((results, written))
    }

    /// Runs small writes, at least the first, until their time is up. Returns how many were run.
    async fn run_small_writes(
        &mut self,
        small_writes: &mut [Box<dyn SmallWrite>],
    ) -> Result<usize, sqlx::Error> {
        let (began, mut written) = (Instant::now(), 0);
        for write in small_writes {
            write.run(&mut self.connection).await?;
            written += 1;
            if began.elapsed() >= SMALL_WRITES_TIME {
                break;
            }
        }
        Ok(written)
    }
}

/// Converts a write error. An I/O error or a damaged file is permanent: the contents of the file are then unknown.
fn write_error(error: &sqlx::Error) -> WriteError {
    match result_code(error) {
        Some(IO_ERROR | CORRUPT | NO_DATABASE) => WriteError::Permanent(error_text(error)),
        _ => WriteError::Transient(error_text(error)),
    }
}
