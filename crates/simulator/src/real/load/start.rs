//! The start of a process: with an empty database, and with many tables running.

use std::fmt;
use std::path::PathBuf;

use super::bench::{Bench, LoadStorage, StartFigures};
use crate::real::error::RealError;

/// The extent of a run.
#[derive(Clone, Debug)]
pub struct StartPlan {
    /// Number of tables that run at the second start; 0 for the first one only.
    pub tables: usize,
    /// The journal.
    pub storage: LoadStorage,
    /// Seed of the players' choices.
    pub seed: u64,
    /// Path of the program `kittens`.
    pub program: PathBuf,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct StartReport {
    tables: usize,
    empty: StartFigures,
    /// Memory with all tables loaded, before the process was restarted, in KiB.
    loaded_kib: Option<u64>,
    again: Option<StartFigures>,
}

/// Starts a process with an empty database; then opens tables and starts it again.
///
/// # Errors
/// Those of [`RealError`] that keep the run from finishing.
pub async fn measure_start(plan: &StartPlan) -> Result<StartReport, RealError> {
    let mut bench = Bench::start(&plan.program, plan.storage, plan.tables, plan.seed).await?;
    let mut report = StartReport {
        tables: plan.tables,
        empty: bench.first_start,
        loaded_kib: None,
        again: None,
    };
    if plan.tables > 0 {
        bench.crowd.open_tables().await?;
        report.loaded_kib = Some(bench.memory_at_rest_kib().await);
        report.again = Some(bench.restart().await?);
    }
    Ok(report)
}

impl fmt::Display for StartReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "empty database: {}", self.empty)?;
        let tables = self.tables;
        if let Some(loaded) = self.loaded_kib {
            write!(
                formatter,
                "\n{tables} tables opened: memory {}",
                mebibytes(loaded)
            )?;
        }
        if let Some(again) = self.again {
            write!(
                formatter,
                "\nrestarted with {tables} running tables: {again}"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for StartFigures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ready, memory) = (self.ready.as_millis(), mebibytes(self.memory_kib));
        write!(
            formatter,
            "ready after {ready} ms, memory 5 s later {memory}"
        )
    }
}

/// Returns an amount of memory as people read it.
pub(super) fn mebibytes(kib: u64) -> String {
    format!("{:.1} MiB", kib as f64 / 1024.0)
}
