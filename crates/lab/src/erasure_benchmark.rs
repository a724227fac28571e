//! The benchmark of forgetting a person and of deleting expired tables, while tables are played: how long
//! it takes, and how long an append waits meanwhile. The limits that the results must keep are in `figures`.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use journal::{Journal as _, JournalError, PersonalData as _, StorageUrl, Store};
use kittens::personal_data::Retention;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use table::entry::Entry;
use table::ids::{Millis, TableId, UserId};
use table::record::{CloseReason, PersonRecord, Record};
use tempfile::TempDir;
use tokio::time::Instant;

use crate::benchmark::{BenchmarkError, ENTRIES_PER_TABLE, later_entry, opening_entry};

/// The number of tables in the database.
pub(crate) const STORED_TABLES: u64 = 100_000;
/// The number of them at which the person is recorded.
pub(crate) const TABLES_OF_PERSON: u64 = 1_000;
/// The entries of each table at which the person is not recorded. They only fill the database.
const ENTRIES_OF_OTHERS: u64 = 10;
/// The template of the tables of others, and that of the person's tables.
const TEMPLATES: [u64; 2] = [1, 2];
/// The table that is played meanwhile.
const PLAYED: u64 = 1_000_000;
const PERSON: UserId = UserId(1 << 50);

/// The results of the benchmark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErasureResults {
    /// The time until the person was replaced at all their tables.
    pub(crate) erasure_time: Duration,
    /// The longest time that an append waited meanwhile.
    pub(crate) longest_append: Duration,
    /// The time until the same tables were deleted because they had expired.
    pub(crate) deletion_time: Duration,
    /// The longest time that an append waited during that.
    pub(crate) longest_append_during_deletion: Duration,
}

/// Runs the benchmark in a new folder inside `parent`, which should be on a real disk.
pub(crate) async fn measure(parent: &Path) -> Result<ErasureResults, BenchmarkError> {
    measure_with(parent, STORED_TABLES, TABLES_OF_PERSON).await
}

async fn measure_with(
    parent: &Path,
    tables: u64,
    of_person: u64,
) -> Result<ErasureResults, BenchmarkError> {
    let folder = TempDir::new_in(parent)?;
    let file = folder.path().join("kittens.db");
    let url = StorageUrl::Sqlite(file.clone());
    fill_journal(&url, &file, tables, of_person).await?;
    let store = Store::open(&url).await?;
    store.append(&opening_entry(PLAYED)).await?;
    // Only the person's tables are older than this.
    let retention = Retention {
        games: Millis(1_000_000),
    };
    store.request_erasure(PERSON).await?;
    // At first nothing has expired.
    let erasure = retention.round(&store, Millis(1_000_000));
    let ((erasure_time, longest_append), version) = while_playing(&store, 2, erasure).await?;
    let left = store.tables_of(PERSON).await?;
    let deletion = retention.round(&store, Millis(1_000_000 + 2_000));
    let ((deletion_time, longest_append_during_deletion), _) =
        while_playing(&store, version, deletion).await?;
    let unreplaced = store.load(TableId(TEMPLATES[1])).await?;
    store.close().await;
    if !left.is_empty() || !unreplaced.is_empty() {
        let reason = "the person is still stored".to_owned();
        return Err(JournalError::Unreadable(reason).into());
    }
    Ok(ErasureResults {
        erasure_time,
        longest_append,
        deletion_time,
        longest_append_during_deletion,
    })
}

/// Does some work while entries are appended one after the other, from this version on. Returns how long
/// the work took, how long the longest append, and the next version.
async fn while_playing(
    store: &Store,
    mut version: u64,
    work: impl Future<Output = Result<(), JournalError>>,
) -> Result<((Duration, Duration), u64), JournalError> {
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
        let worked = work.await;
        done.store(true, Ordering::Relaxed);
        worked.map(|()| started.elapsed())
    };
    let (took, longest) = tokio::try_join!(working, playing)?;
    Ok(((took, longest), version))
}

/// Fills a journal: appends one table of others and one of the person through the journal itself, and
/// copies them within the database. The person's tables are older.
async fn fill_journal(
    url: &StorageUrl,
    file: &Path,
    tables: u64,
    of_person: u64,
) -> Result<(), BenchmarkError> {
    let store = Store::open(url).await?;
    let [others, own] = TEMPLATES;
    append_closed(&store, others, None, ENTRIES_OF_OTHERS).await?;
    append_closed(&store, own, Some(PERSON), ENTRIES_PER_TABLE).await?;
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

/// Appends a table with this many entries that somebody joins and that is closed.
async fn append_closed(
    store: &Store,
    table: u64,
    guest: Option<UserId>,
    entries: u64,
) -> Result<(), JournalError> {
    store.append(&opening_entry(table)).await?;
    for version in 2..entries {
        let mut entry: Entry = later_entry(table, version);
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
        let measured = measure_with(folder.path(), 60, 20).await;
        measured.expect("the person is replaced and their tables are deleted");
    }
}
