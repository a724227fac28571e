//! `kittens-lab commits`: how many moves a second a journal makes durable, and how long each waits for that.
//! Tables make one move after the other, as fast as the journal takes them: where the database ends.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use journal::{Journal as _, JournalError, StorageUrl, Store};
use postgres_server::Server;
use simulator::real::RealError;
use table::entry::Entry;
use table::ids::InteractionId;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::benchmark::{opening_entry, typical_entry};
use crate::load::StorageKind;
use crate::real_run::finish;

/// The arguments of `commits`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many tables move at the same time; a row for each of several numbers.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [1, 16, 64, 256],
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    tables: Vec<u32>,
    /// How many processes share the database and the tables; more than one only with PostgreSQL.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=16))]
    processes: u32,
    /// For how long they move, for each row.
    #[arg(long, value_name = "SECONDS", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Where games are kept.
    #[arg(long, value_enum, default_value_t = StorageKind::Sqlite)]
    storage: StorageKind,
    /// A folder on the disk that is to be measured, for SQLite's file. PostgreSQL's is in the system's folder
    /// of temporary files.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
}

/// A row of the result.
struct Row {
    tables: u32,
    processes: u32,
    lasted: Duration,
    transactions: u64,
    /// Times from a move until it was durable, ascending.
    times: Vec<Duration>,
}

struct Rows(Vec<Row>);

/// An empty storage.
enum Storage {
    Memory,
    File(TempDir),
    Server(
        #[expect(dead_code, reason = "ends when dropped")] Server,
        String,
    ),
}

/// Measures each number of tables and prints the rows.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    finish(measure(arguments), |_| true)
}

async fn measure(arguments: &Arguments) -> Result<Rows, RealError> {
    if arguments.processes > 1 && arguments.storage != StorageKind::Postgres {
        let storage = format!("{:?}", arguments.storage).to_lowercase();
        return Err(RealError::Storage(storage));
    }
    let mut rows = Vec::new();
    for &tables in &arguments.tables {
        rows.push(measure_row(arguments, tables).await?);
    }
    Ok(Rows(rows))
}

/// Lets so many tables move on an empty storage.
async fn measure_row(arguments: &Arguments, tables: u32) -> Result<Row, RealError> {
    let storage = Storage::create(arguments.storage, &arguments.folder).await?;
    let address = storage.address();
    let url = StorageUrl::parse(&address).map_err(|_| RealError::Storage(address))?;
    let mut stores = Vec::new();
    for _ in 0..arguments.processes {
        stores.push(Arc::new(Store::open(&url).await?));
    }
    for table in 1..=u64::from(tables) {
        store_of(&stores, table)
            .append(&opening_entry(table))
            .await?;
    }
    let opened: u64 = stores
        .iter()
        .map(|store| store.commit_stats().commits)
        .sum();
    let began = Instant::now();
    let until = began + Duration::from_secs(arguments.seconds);
    let mut moving = JoinSet::new();
    for table in 1..=u64::from(tables) {
        moving.spawn(make_moves(store_of(&stores, table), table, until));
    }
    let mut times = Vec::new();
    while let Some(moved) = moving.join_next().await {
        times.extend(moved.map_err(no_task)??);
    }
    let lasted = began.elapsed();
    let committed: u64 = stores
        .iter()
        .map(|store| store.commit_stats().commits)
        .sum();
    for store in stores {
        store.close().await;
    }
    times.sort_unstable();
    Ok(Row {
        tables,
        processes: arguments.processes,
        lasted,
        transactions: committed - opened,
        times,
    })
}

/// Returns the process that owns a table.
fn store_of(stores: &[Arc<Store>], table: u64) -> Arc<Store> {
    Arc::clone(&stores[table as usize % stores.len()])
}

/// Makes moves at a table, one after the other. Returns how long each took until it was durable.
async fn make_moves(
    store: Arc<Store>,
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
            ..typical_entry(table, version)
        };
        store.append(&entry).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

fn no_task(reason: tokio::task::JoinError) -> RealError {
    RealError::System {
        what: "a table's task ended",
        reason: reason.into(),
    }
}

impl Storage {
    async fn create(kind: StorageKind, folder: &Path) -> Result<Self, RealError> {
        Ok(match kind {
            StorageKind::Memory => Self::Memory,
            StorageKind::Sqlite => Self::File(TempDir::new_in(folder).map_err(|reason| {
                let what = "a folder for the file cannot be created";
                RealError::System { what, reason }
            })?),
            StorageKind::Postgres => {
                let server = Server::start().await?;
                let address = server.create_database("commits").await?;
                Self::Server(server, address)
            }
        })
    }

    fn address(&self) -> String {
        match self {
            Self::Memory => "memory:".to_owned(),
            Self::File(folder) => format!("sqlite:{}", folder.path().join("commits.db").display()),
            Self::Server(_, address) => address.clone(),
        }
    }
}

impl Row {
    /// Returns the milliseconds that this share of the moves did not exceed.
    fn milliseconds(&self, share: f64) -> f64 {
        let index = (self.times.len() as f64 * share).ceil() as usize;
        let time = self.times.get(index.max(1) - 1);
        time.copied().unwrap_or_default().as_secs_f64() * 1_000.0
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "tables  processes  moves/s  commits/s  durable after p50 ms   p99 ms   max ms"
        )?;
        for row in &self.0 {
            let seconds = row.lasted.as_secs_f64();
            let moves = row.times.len() as f64 / seconds;
            let commits = row.transactions as f64 / seconds;
            let [half, most, all] = [0.5, 0.99, 1.0].map(|share| row.milliseconds(share));
            let Row {
                tables, processes, ..
            } = row;
            write!(
                formatter,
                "\n{tables:>6}  {processes:>9}  {moves:>7.0}  {commits:>9.0}  \
                 {half:>20.1}  {most:>7.1}  {all:>7.1}"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_move_of_every_table_is_counted_once() {
        let folder = TempDir::new().expect("a folder for a test");
        let arguments = Arguments {
            tables: vec![3],
            processes: 1,
            seconds: 1,
            storage: StorageKind::Sqlite,
            folder: folder.path().to_owned(),
        };
        let Rows(rows) = measure(&arguments).await.expect("it can be measured");
        let row = &rows[0];
        assert!(
            row.transactions >= 1 && row.times.len() >= 3,
            "each table moves"
        );
        assert!(
            row.times.len() as u64 >= row.transactions,
            "a group is one commit"
        );
        assert!(row.milliseconds(0.5) <= row.milliseconds(1.0));
    }

    #[tokio::test]
    async fn processes_share_no_file() {
        let arguments = Arguments {
            tables: vec![1],
            processes: 2,
            seconds: 1,
            storage: StorageKind::Sqlite,
            folder: PathBuf::from("."),
        };
        let refused = measure(&arguments).await.err();
        assert!(matches!(refused, Some(RealError::Storage(_))));
    }
}
