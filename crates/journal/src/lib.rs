//! Where tables are written down: a port, [`Journal`], with SQLite, PostgreSQL and memory behind it.
//! An entry is durable before its `append` returns; only then may anybody see what it says. This
//! crate knows entries and who owns a table. It never looks into a record, and never decides
//! anything about a game or about who should own a table.
//!
//! The records themselves are `table::record`; when to wake, show or take over a table is decided by
//! the bot's registry.

mod memory;
mod migrations;
mod ownership;
mod port;
mod postgres;
mod rows;
mod sqlite;
mod storage_url;
mod store;
mod wal_check;
mod writer;

pub use memory::MemoryJournal;
pub use ownership::{Orphaned, OwnedTable, Owner, PostedMessages, RunningTable};
pub use port::{Journal, JournalError};
pub use postgres::PostgresJournal;
pub use sqlite::SqliteJournal;
pub use storage_url::{PostgresUrl, StorageUrl};
pub use store::{Store, StoreError};
pub use wal_check::unusable_bytes;
pub use writer::{COMMIT_GROUP, CommitGroup};
