//! Stores the tables: a port, [`Journal`], with implementations for SQLite and PostgreSQL. An entry is durable before
//! its `append` returns; only then may its effects become visible. Besides entries, this crate stores, for example,
//! results, settings, daily games and practices and, in PostgreSQL, who holds each cluster's lease. It makes no
//! decisions about games.
//!
//! For operators: `inspection` examines a database without changing it, `backup` copies a journal in use and checks the
//! copy, and `restore` replaces a journal with a backup.
//!
//! The records themselves are defined in `table::record`; the bot's registry decides when to load a table.

// The public façade is documented in full.
#![warn(missing_docs)]

mod append;
mod backup;
mod calls;
mod cluster;
mod daily;
mod file_access;
mod inspection;
mod lease;
mod migrations;
mod people;
mod personal_data;
mod personal_data_rows;
mod port;
mod postgres;
mod practice;
mod ratings;
mod record_cipher;
mod restore;
mod results;
mod reviews;
mod rows;
mod settings_rows;
mod sql;
mod sql_journal;
mod sqlite;
mod storage_url;
mod store;
mod store_error;
mod writer;

pub use backup::{BackupError, BackupSummary, check_backup, write_backup};
pub use calls::{CALL_INTERVAL, Calls, MAX_CALLED, MAX_UNANSWERED};
pub use cluster::{Cluster, ClusterError};
pub use daily::DailyGames;
pub use inspection::{Inspection, PostgresInspection, Schema, SqliteInspection, inspect};
pub use lease::{Acquired, Lease, Moment, ReadSystemTime, TERM, Term};
pub use personal_data::{Expiry, PersonalData, StoredTables};
pub use port::{Journal, JournalError, LOAD_PAGE, PostedMessages, RunningTable};
pub use postgres::{PostgresJournal, SessionStarts};
pub use practice::{Practices, StoredPractice};
pub use record_cipher::{KeyId, RecordCipher, RecordKey, RecordKeyError};
pub use restore::{RestoreError, Restored, restore_backup};
pub use results::{OwnResult, Results};
pub use reviews::Reviews;
pub use sqlite::SqliteJournal;
pub use storage_url::{PostgresUrl, StorageUrl, StorageUrlError};
pub use store::{Store, open, open_cluster, open_encrypted};
pub use store_error::StoreError;
pub use writer::{COMMIT_GROUP, CommitGroup, CommitStats};
