//! Measures the startup of a process with an empty database, and with a database that has many running tables.

use std::fmt;
use std::path::PathBuf;

pub use super::bench::StartFigures;
use super::bench::{Bench, SETTLE};
use crate::real::error::RealError;
use crate::real::storage::StorageKind;

#[derive(Clone, Debug)]
pub struct StartPlan {
    /// The number of running tables at the second start; 0 for only the first start.
    pub tables: usize,
    /// The minimum number of entries in the journal for each of these tables.
    pub entries: u64,
    /// If true, waits until the second process has loaded all of these tables, which takes minutes.
    pub until_loaded: bool,
    pub storage: StorageKind,
    /// The seed for the players' choices.
    pub seed: u64,
    pub program: PathBuf,
}

#[derive(Clone, Debug)]
pub struct StartReport {
    tables: usize,
    empty: StartFigures,
    /// The second start, if there was one.
    pub again: Option<StartFigures>,
    /// The memory in KiB once every table has been loaded; `None` if the loading was not awaited.
    all_loaded_kib: Option<u64>,
    /// The process's peak memory in KiB until every table was loaded; 0 if the loading was not awaited.
    pub peak_kib: u64,
}

/// Starts a process with an empty database. If tables are requested, stops it, writes their games and starts another.
///
/// # Errors
/// [`RealError::Storage`] if tables are requested but the storage is in memory; any other error if the run cannot
/// be finished.
pub async fn measure_start(plan: &StartPlan) -> Result<StartReport, RealError> {
    if plan.tables > 0 && plan.storage == StorageKind::Memory {
        return Err(RealError::Storage("memory:".to_owned()));
    }
    let tables = (plan.tables, false);
    let mut bench = Bench::start(&plan.program, plan.storage, tables, plan.seed).await?;
    let mut report = StartReport {
        tables: plan.tables,
        empty: bench.first_start,
        again: None,
        all_loaded_kib: None,
        peak_kib: 0,
    };
    if plan.tables > 0 {
        report.again = Some(bench.restart_with_games(plan.entries).await?);
        if plan.until_loaded {
            bench.wait_until_all_loaded().await?;
            report.all_loaded_kib = Some(bench.memory_at_rest_kib().await);
            report.peak_kib = bench.process.peak_memory_kib();
        }
    }
    Ok(report)
}

impl fmt::Display for StartReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "empty database: {}", self.empty)?;
        if let Some(again) = self.again {
            let tables = self.tables;
            write!(
                formatter,
                "\nrestarted with {tables} running tables: {again}"
            )?;
        }
        if let Some(all_loaded) = self.all_loaded_kib {
            write!(
                formatter,
                "; once it has loaded each of them {}, at most {}",
                megabytes(all_loaded),
                megabytes(self.peak_kib)
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for StartFigures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ready, memory) = (self.ready.as_millis(), megabytes(self.memory_kib));
        write!(
            formatter,
            "ready after {ready} ms, memory {} s later {memory}",
            SETTLE.as_secs()
        )
    }
}

/// Formats an amount of memory in megabytes of 1,000,000 bytes.
pub(super) fn megabytes(kib: u64) -> String {
    format!("{:.1} MB", kib as f64 * 1.024 / 1_000.0)
}
