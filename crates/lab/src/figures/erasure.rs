//! How long it takes to erase a person and to delete expired tables while tables are being played, and how long
//! an append waits meanwhile.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use journal::{JournalError, StorageUrl, Store};
use kittens::personal_data::Retention;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use table::ids::{Millis, TableId, UserId};
use table::record::{CloseReason, PersonRecord, Record};
use tempfile::TempDir;
use tokio::time::Instant;

use super::Measured;
use super::entries::{later_entry, opening_entry};

/// The number of tables in the database.
const STORED_TABLES: u64 = 100_000;
/// The number of tables at which the person is recorded.
const TABLES_OF_PERSON: u64 = 1_000;
/// The number of entries of each of these: about half a game.
const ENTRIES_OF_PERSON: u64 = 60;
/// The number of entries of each other table. They only fill the database.
const ENTRIES_OF_OTHERS: u64 = 10;
/// The time limit for erasing a person.
const MAX_ERASURE_TIME: Duration = Duration::from_secs(5);
/// The maximum time an append may wait while people are erased and tables deleted.
const MAX_APPEND_TIME: Duration = Duration::from_millis(500);
/// The template for tables of others, and that for the person's tables.
const TEMPLATES: [u64; 2] = [1, 2];
/// The table that is being played meanwhile.
const PLAYED: u64 = 1_000_000;
const PERSON: UserId = UserId(1 << 50);

/// How long some work took, and the longest append in the meantime.
struct Work {
    took: Duration,
    longest_append: Duration,
}

/// Measures in a new folder inside `parent`, which should be on a real disk.
pub(super) async fn measure(parent: &Path) -> Result<Measured, Box<dyn Error>> {
    let (erasure, deletion) = forget_person(parent, STORED_TABLES, TABLES_OF_PERSON).await?;
    let text = format!(
        "a person at {TABLES_OF_PERSON} of {STORED_TABLES} stored tables: forgotten in {:?} (at most \
         {MAX_ERASURE_TIME:?}), longest append meanwhile {:?} (at most {MAX_APPEND_TIME:?})\n\
         {TABLES_OF_PERSON} expired tables: deleted in {:?}, longest append meanwhile {:?} (at most \
         {MAX_APPEND_TIME:?})",
        erasure.took, erasure.longest_append, deletion.took, deletion.longest_append
    );
    let longest_append = erasure.longest_append.max(deletion.longest_append);
    let is_kept = erasure.took <= MAX_ERASURE_TIME && longest_append <= MAX_APPEND_TIME;
    Ok((text, is_kept))
}

/// Replaces a person at all their tables, and then lets the same tables expire.
async fn forget_person(
    parent: &Path,
    tables: u64,
    of_person: u64,
) -> Result<(Work, Work), Box<dyn Error>> {
    let folder = TempDir::new_in(parent)?;
    let file = folder.path().join("kittens.db");
    let url = StorageUrl::Sqlite(file.clone());
    fill_journal(&url, &file, tables, of_person).await?;
    let store = journal::open(&url).await?;
    store.append(&opening_entry(PLAYED)).await?;
    // Only the person's tables are older than this.
    let retention = Retention {
        games: Millis(1_000_000),
    };
    store.request_erasure(PERSON).await?;
    // Nothing has expired at first.
    let erasure = || retention.round(&*store, Millis(1_000_000));
    let (erasure, version) = while_playing(&*store, 2, erasure).await?;
    let left = store.tables_of(PERSON).await?;
    let deletion = || retention.round(&*store, Millis(1_000_000 + 2_000));
    let (deletion, _) = while_playing(&*store, version, deletion).await?;
    let unreplaced = store.load(TableId(TEMPLATES[1])).await?;
    store.close().await;
    if left.is_empty() && unreplaced.is_empty() {
        Ok((erasure, deletion))
    } else {
        Err("the person is still stored".into())
    }
}

/// Does some work while entries are appended one after the other, starting with this version. Returns the work
/// and the next version. If the appends leave no gap in time, the work is retried, like the bot does.
async fn while_playing<F: Future<Output = Result<(), JournalError>>>(
    store: &dyn Store,
    mut version: u64,
    work: impl Fn() -> F,
) -> Result<(Work, u64), JournalError> {
    let done = AtomicBool::new(false);
    let playing = async {
        let mut longest = Duration::ZERO;
        while !done.load(Ordering::Relaxed) {
            let started = Instant::now();
            store.append(&later_entry(PLAYED, version)).await?;
            longest = longest.max(started.elapsed());
            version += 1;
        }
        Ok::<_, JournalError>(longest)
    };
    let working = async {
        let started = Instant::now();
        let mut worked = work().await;
        while let Err(JournalError::Unavailable(_)) = worked {
            worked = work().await;
        }
        done.store(true, Ordering::Relaxed);
        worked.map(|()| started.elapsed())
    };
    let (took, longest_append) = tokio::try_join!(working, playing)?;
    let work = Work {
        took,
        longest_append,
    };
    Ok((work, version))
}

/// Fills a journal: appends one table of others and one of the person through the journal itself, and copies
/// them within the database. The person's tables are older.
async fn fill_journal(
    url: &StorageUrl,
    file: &Path,
    tables: u64,
    of_person: u64,
) -> Result<(), Box<dyn Error>> {
    let store = journal::open(url).await?;
    let [others, own] = TEMPLATES;
    append_closed(&*store, others, None, ENTRIES_OF_OTHERS).await?;
    append_closed(&*store, own, Some(PERSON), ENTRIES_OF_PERSON).await?;
    store.close().await;
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await?;
    let first_copy = TEMPLATES.len() as u64 + 1;
    let first_other = first_copy + of_person - 1;
    copy(&mut connection, own, first_copy, first_other).await?;
    copy(&mut connection, others, first_other, tables + 1).await?;
    const MAKE_OTHERS_NEWER: &str = "UPDATE tables SET written_at = 9000000 \
         WHERE id NOT IN (SELECT table_id FROM table_people WHERE person = ?1)";
    let query = sqlx::query(MAKE_OTHERS_NEWER).bind(PERSON.0.cast_signed());
    query.execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Copies a table with its entries to the ids from `first` up to, but not including, `end`.
async fn copy(
    connection: &mut SqliteConnection,
    template: u64,
    first: u64,
    end: u64,
) -> Result<(), sqlx::Error> {
    const COPIES: [&str; 3] = [
        "WITH RECURSIVE number (n) AS \
             (SELECT ?2 WHERE ?2 < ?3 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?3) \
         INSERT INTO tables (id, guild, channel, version, written_at, stage) \
         SELECT n, guild, n, version, written_at, stage FROM tables, number WHERE id = ?1",
        "INSERT INTO entries (table_id, version, schema, at, records) \
         SELECT tables.id, entries.version, schema, at, records \
         FROM entries, tables WHERE table_id = ?1 AND tables.id >= ?2 AND tables.id < ?3",
        "INSERT INTO table_people (person, table_id) \
         SELECT person, tables.id FROM table_people, tables \
         WHERE table_id = ?1 AND tables.id >= ?2 AND tables.id < ?3",
    ];
    for statement in COPIES {
        let query = sqlx::query(statement)
            .bind(template.cast_signed())
            .bind(first.cast_signed())
            .bind(end.cast_signed());
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Appends a table with this many entries that a person joins and that is closed.
async fn append_closed(
    store: &dyn Store,
    table: u64,
    guest: Option<UserId>,
    entries: u64,
) -> Result<(), JournalError> {
    store.append(&opening_entry(table)).await?;
    for version in 2..entries {
        let mut entry = later_entry(table, version);
        if let Some(user) = guest.filter(|_| version == 2) {
            let person = PersonRecord {
                user,
                name: "Bob".to_owned(),
            };
            entry.records = vec![Record::Joined { person }];
        }
        store.append(&entry).await?;
    }
    let mut closing = later_entry(table, entries);
    closing.records = vec![Record::Closed {
        why: CloseReason::LobbyIdle,
    }];
    store.append(&closing).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_person_is_replaced_at_every_copied_table() {
        let folder = TempDir::new().expect("a folder for a test");
        let measured = forget_person(folder.path(), 60, 20).await;
        measured.expect("the person is replaced and their tables are deleted");
    }
}
