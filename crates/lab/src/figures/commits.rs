//! Measures how many moves per second a journal makes durable, and how long each move takes. To find the database's
//! limit, each table makes one move after another, as fast as the journal accepts them.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use journal::{
    COMMIT_GROUP, CommitGroup, JournalError, RecordCipher, SqliteJournal, StorageUrl, Store,
};
use kit::entries::{later_entry, opening_entry, typical_records};
use simulator::real::{Storage, StorageKind};
use simulator::times::Times;
use table::entry::Entry;
use table::ids::{InteractionId, Millis, UserId};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::Measured;

/// How long the tables make moves for each row.
const DURATION: Duration = Duration::from_secs(4);
/// The database, the number of processes and the number of tables of each row. Each process serves its own cluster.
const ROWS: [(StorageKind, usize, u64); 6] = [
    (StorageKind::Sqlite, 1, 16),
    (StorageKind::Sqlite, 1, 256),
    (StorageKind::Postgres, 1, 16),
    (StorageKind::Postgres, 1, 256),
    (StorageKind::Postgres, 4, 64),
    (StorageKind::Postgres, 4, 256),
];

/// The number of tables that make moves concurrently when comparing ways to write a file.
const COMPARED_TABLES: u64 = 64;
/// Commits each move in its own transaction.
const SINGLE_COMMITS: CommitGroup = CommitGroup {
    max_entries: 1,
    max_wait: Duration::ZERO,
};
/// The minimum speed-up of grouped commits over single commits.
const MIN_GROUPED_SPEEDUP: f64 = 5.0;
/// The minimum rate of encrypted entries, as a share of the rate in plain text. Runs differ by a few percent.
const MIN_ENCRYPTED_SHARE: f64 = 0.8;
/// The number of pairs of runs, one encrypted and one in plain text. The median of their ratios is reported.
const ENCRYPTED_PAIRS: usize = 7;
/// How long tables make moves in each run of a comparison.
const COMPARED_DURATION: Duration = Duration::from_secs(1);
const KEY: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

struct Moves {
    a_second: f64,
    times: Times,
}

/// Measures all rows and comparisons in new databases. Creates files in this folder, which should be on a real disk.
pub(super) async fn measure(folder: &Path) -> Result<Measured, Box<dyn Error>> {
    let mut text = "storage   processes  tables  moves/s  durable after p50 ms   p99 ms".to_owned();
    for (kind, processes, tables) in ROWS {
        let moves = measure_row(folder, kind, processes, tables).await?;
        let [half, most] = [0.5, 0.99].map(|share| moves.times.at(share).as_secs_f64() * 1_000.0);
        let (name, rate) = (format!("{kind:?}"), moves.a_second);
        write!(
            text,
            "\n{name:<8}  {processes:>9}  {tables:>6}  {rate:>7.0}  {half:>20.1}  {most:>7.1}"
        )?;
    }
    let file = |group, key| measure_file(folder, group, key);
    let single = file(SINGLE_COMMITS, false).await?;
    let speedup = file(COMMIT_GROUP, false).await? / single;
    let mut shares = Vec::new();
    for _ in 0..ENCRYPTED_PAIRS {
        let plain = file(COMMIT_GROUP, false).await?;
        shares.push(file(COMMIT_GROUP, true).await? / plain);
    }
    shares.sort_by(f64::total_cmp);
    let share = shares[ENCRYPTED_PAIRS / 2];
    write!(
        text,
        "\na file with {COMPARED_TABLES} tables: {single:.0} moves a second in single commits, {speedup:.1} times \
         as many in grouped ones (at least {MIN_GROUPED_SPEEDUP})\n\
         with a key: {:.0} % of the rate without (at least {:.0} %)",
        share * 100.0,
        MIN_ENCRYPTED_SHARE * 100.0,
    )?;
    let is_kept = speedup >= MIN_GROUPED_SPEEDUP && share >= MIN_ENCRYPTED_SHARE;
    Ok((text, is_kept))
}

async fn measure_row(
    folder: &Path,
    kind: StorageKind,
    processes: usize,
    tables: u64,
) -> Result<Moves, Box<dyn Error>> {
    let storage = Storage::create_in(kind, folder).await?;
    let url = StorageUrl::parse(&storage.address)?;
    let mut stores = Vec::new();
    for number in 1..=processes {
        let cluster = format!("{number}/{processes}").parse()?;
        let store = journal::open_cluster(&url, RecordCipher::plain(), cluster).await?;
        store.acquire_lease().await?;
        stores.push(store);
    }
    let moves = make_moves(&stores, tables, DURATION).await?;
    for store in stores {
        store.close().await;
    }
    Ok(moves)
}

/// Returns the moves per second in a file whose entries are committed in groups with these limits, and encrypted
/// if `is_encrypted`.
async fn measure_file(
    folder: &Path,
    group: CommitGroup,
    is_encrypted: bool,
) -> Result<f64, Box<dyn Error>> {
    let cipher = if is_encrypted {
        RecordCipher::new(&[KEY.parse()?])
    } else {
        RecordCipher::plain()
    };
    let folder = TempDir::new_in(folder)?;
    let file = folder.path().join("kittens.db");
    let journal: Arc<dyn Store> =
        Arc::new(SqliteJournal::open_with(&file, group, cipher, |options| options).await?);
    let moves = make_moves(
        std::slice::from_ref(&journal),
        COMPARED_TABLES,
        COMPARED_DURATION,
    )
    .await?;
    journal.close().await;
    Ok(moves.a_second)
}

/// Opens this many tables, divided among the processes, and makes moves at all of them for this duration.
async fn make_moves(
    journals: &[Arc<dyn Store>],
    tables: u64,
    duration: Duration,
) -> Result<Moves, Box<dyn Error>> {
    let owner = |table: u64| Arc::clone(&journals[table as usize % journals.len()]);
    for table in 1..=tables {
        let host = (UserId(table), "Ada");
        let opening = opening_entry((1, table, table), host, Millis(1_001));
        owner(table).append(&opening).await?;
    }
    let began = Instant::now();
    let mut moving = JoinSet::new();
    for table in 1..=tables {
        moving.spawn(move_table(owner(table), table, began + duration));
    }
    let mut times = Vec::new();
    while let Some(moved) = moving.join_next().await {
        times.extend(moved??);
    }
    let a_second = times.len() as f64 / began.elapsed().as_secs_f64();
    Ok(Moves {
        a_second,
        times: Times::of(&times),
    })
}

/// Makes moves at a table, one after the other. Returns how long each move took to become durable.
async fn move_table(
    journal: Arc<dyn Store>,
    table: u64,
    until: Instant,
) -> Result<Vec<Duration>, JournalError> {
    let mut times = Vec::new();
    for version in 2.. {
        let began = Instant::now();
        if began >= until {
            break;
        }
        let entry = Entry {
            interaction: Some(InteractionId((table << 32) + version)),
            ..later_entry(table, version, typical_records())
        };
        journal.append(&entry).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}
