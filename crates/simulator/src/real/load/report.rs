//! `kittens-lab load`: one stretch of load, or the search for the most that a process sustains.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::bench::{Bench, LoadStorage};
use super::start::megabytes;
use super::tally::Tally;
use crate::real::error::RealError;
use crate::real::process::processor_time;

/// An answer that comes later than this for one click in a hundred is too late.
const SUSTAINED: Duration = Duration::from_millis(500);
/// The search ends once it knows the most within this factor.
const PRECISION: f64 = 1.05;
/// The fewest clicks a second that the search tries.
const FEWEST: f64 = 1.0;

/// The extent of a run.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// Number of live tables.
    pub tables: usize,
    /// People only look at their hands, so that every click is the same work however many tables there are.
    pub only_looks: bool,
    /// Clicks a second, on all tables together; the first that are tried in a search.
    pub clicks_a_second: f64,
    /// How long people click; in a search, at each rate.
    pub duration: Duration,
    /// The journal.
    pub storage: LoadStorage,
    /// Seed of the players' choices.
    pub seed: u64,
    /// Path of the program `kittens`.
    pub program: PathBuf,
}

/// The result of a stretch of load.
#[derive(Clone, Debug)]
pub struct LoadReport {
    tables: usize,
    clicks_a_second: f64,
    tally: Tally,
    /// Processor time of the bot, and of everything else: people, sandbox and this program.
    bot_time: Duration,
    other_time: Duration,
    requests: u64,
    /// Those of them that count towards Discord's global limit.
    limited_requests: u64,
    /// Memory of the bot before the tables were opened, afterwards, and at the end, in KiB.
    memory_kib: [u64; 3],
}

impl LoadReport {
    /// Returns true if every click was answered, and 99 of 100 in half a second.
    pub fn is_sustained(&self) -> bool {
        self.tally.p99().is_some_and(|p99| p99 < SUSTAINED)
    }
}

/// Lets people click for a while.
///
/// # Errors
/// Those of [`RealError`] that keep the run from finishing.
pub async fn put_under_load(plan: &LoadPlan) -> Result<LoadReport, RealError> {
    let loaded = LoadedBench::start(plan).await?;
    Ok(loaded.run(plan.clicks_a_second, plan.duration).await)
}

/// Searches for the most clicks a second of which 99 of 100 are answered in half a second, and calls
/// `note` with the result of each attempt. Each has a process and a storage of its own: what one leaves
/// undone does not burden the next. Returns the best that was sustained; none if even the fewest
/// were too many.
///
/// # Errors
/// Those of [`RealError`] that keep the run from finishing.
pub async fn find_most(
    plan: &LoadPlan,
    mut note: impl FnMut(&LoadReport),
) -> Result<Option<LoadReport>, RealError> {
    let (mut best, mut too_many): (Option<LoadReport>, Option<f64>) = (None, None);
    let mut rate = plan.clicks_a_second;
    while rate >= FEWEST {
        let loaded = LoadedBench::start(plan).await?;
        let report = loaded.run(rate, plan.duration).await;
        drop(loaded);
        note(&report);
        match report.is_sustained() {
            true => best = Some(report),
            false => too_many = Some(rate),
        }
        let sustained = best.as_ref().map_or(0.0, |best| best.clicks_a_second);
        rate = match too_many {
            None => rate * 2.0,
            Some(too_many) if too_many <= sustained * PRECISION => break,
            Some(too_many) => (sustained + too_many) / 2.0,
        };
    }
    Ok(best)
}

/// A process with its tables open.
struct LoadedBench {
    bench: Bench,
    tables: usize,
    before_kib: u64,
    opened_kib: u64,
}

impl LoadedBench {
    async fn start(plan: &LoadPlan) -> Result<Self, RealError> {
        let bench = Bench::start(
            &plan.program,
            plan.storage,
            (plan.tables, plan.only_looks),
            plan.seed,
        )
        .await?;
        let before_kib = bench.memory_kib();
        bench.crowd.open_tables().await?;
        Ok(Self {
            before_kib,
            opened_kib: bench.memory_at_rest_kib().await,
            bench,
            tables: plan.tables,
        })
    }

    async fn run(&self, clicks_a_second: f64, duration: Duration) -> LoadReport {
        let (bot, own) = (self.bench.processor_time(), processor_time("self"));
        let (requests, limited) = self.bench.request_counts();
        let clicking = self
            .bench
            .crowd
            .click_on_schedule(clicks_a_second, duration);
        let tally = clicking.await;
        let (requests_after, limited_after) = self.bench.request_counts();
        LoadReport {
            tables: self.tables,
            clicks_a_second,
            tally,
            bot_time: self.bench.processor_time().saturating_sub(bot),
            other_time: processor_time("self").saturating_sub(own),
            requests: requests_after - requests,
            limited_requests: limited_after - limited,
            memory_kib: [self.before_kib, self.opened_kib, self.bench.memory_kib()],
        }
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tables, due) = (self.tables, self.clicks_a_second);
        writeln!(formatter, "tables: {tables}; clicks due a second: {due:.1}")?;
        writeln!(formatter, "{}", self.tally)?;
        let thousands = self.tally.clicks().max(1) as f64 / 1_000.0;
        writeln!(
            formatter,
            "processor seconds for 1,000 clicks: {:.3} (people and sandbox: {:.3})",
            self.bot_time.as_secs_f64() / thousands,
            self.other_time.as_secs_f64() / thousands,
        )?;
        let for_a_click = |calls: u64| calls as f64 / (1_000.0 * thousands);
        writeln!(
            formatter,
            "REST calls for a click: {:.2}, of which {:.2} count towards Discord's global limit",
            for_a_click(self.requests),
            for_a_click(self.limited_requests),
        )?;
        let [before, opened, end] = self.memory_kib;
        let each = 1.024 * opened.saturating_sub(before) as f64 / tables.max(1) as f64;
        write!(
            formatter,
            "memory: {} without tables, {} with them ({each:.1} KB a table, {each:.1} MB for 1,000), {} at the end",
            megabytes(before),
            megabytes(opened),
            megabytes(end),
        )
    }
}
