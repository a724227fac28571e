//! `kittens-lab load`: one period of load, or a search for the maximum that a process sustains.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use super::bench::Bench;
use super::start::megabytes;
use super::tally::Tally;
use crate::real::error::RealError;
use crate::real::plan::{default_program, seconds};
use crate::real::process::processor_time;
use crate::real::storage::StorageKind;

/// A rate is sustained if all clicks are answered, 99 of 100 of them within this time.
const SUSTAINED: Duration = Duration::from_millis(500);
/// The search ends when the maximum is known to within this factor.
const PRECISION: f64 = 1.05;
/// The lowest rate, in clicks a second, that the search tries.
const FEWEST: f64 = 1.0;

#[derive(Args, Clone, Debug)]
pub struct LoadPlan {
    /// The number of active tables, each with a game of four people. The bot opens about 20 a second because
    /// of Discord's limits.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(1..=10_000))]
    pub tables: u32,
    /// People only look at their hands: every click is the same amount of work, however many tables
    /// there are.
    #[arg(long)]
    pub only_looks: bool,
    /// The number of clicks that are due each second on all tables together, whether or not the previous ones
    /// were answered; in a search, the first rate to try.
    #[arg(long, value_name = "RATE", default_value_t = 300, value_parser = value_parser!(u32).range(1..))]
    pub clicks_a_second: u32,
    /// The number of seconds for which people click; in a search, at each rate.
    #[arg(long = "seconds", value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub duration: Duration,
    /// Meanwhile, one person after another asks the coach about a game that they have finished. For games to finish in
    /// time, use few tables.
    #[arg(long)]
    pub coach: bool,
    /// Where games are stored.
    #[arg(long, value_enum, default_value_t = StorageKind::Sqlite)]
    pub storage: StorageKind,
    /// The seed of the people's choices.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[arg(long, value_name = "FILE", default_value_os_t = default_program())]
    pub program: PathBuf,
}

#[derive(Clone, Debug)]
pub struct LoadReport {
    tables: usize,
    clicks_a_second: f64,
    tally: Tally,
    /// The processor time of the bot. `other_time` is the time of this program, with its people and sandbox.
    bot_time: Duration,
    other_time: Duration,
    requests: u64,
    /// The requests that count towards Discord's global limit.
    limited_requests: u64,
    /// The bot's memory in KiB: before and after the tables were opened, and at the end.
    memory_kib: [u64; 3],
}

impl LoadReport {
    /// Returns true if all clicks that were sent were answered, 99 of 100 within half a second.
    pub fn is_sustained(&self) -> bool {
        self.tally.p99().is_some_and(|p99| p99 < SUSTAINED)
    }
}

/// Lets people click at the plan's rate for the plan's duration.
pub async fn put_under_load(plan: &LoadPlan) -> Result<LoadReport, RealError> {
    put_under(plan, f64::from(plan.clicks_a_second)).await
}

/// Searches for the highest sustained rate of clicks ([`LoadReport::is_sustained`]), and calls `note` with the result
/// of each attempt. Each attempt starts with a new process and empty storage, so that unfinished work does not slow
/// down the next attempt. Returns the best sustained result; `None` if even the lowest rate was too high.
pub async fn find_most(
    plan: &LoadPlan,
    mut note: impl FnMut(&LoadReport),
) -> Result<Option<LoadReport>, RealError> {
    let (mut best, mut too_many): (Option<LoadReport>, Option<f64>) = (None, None);
    let mut rate = f64::from(plan.clicks_a_second);
    while rate >= FEWEST {
        let report = put_under(plan, rate).await?;
        note(&report);
        if report.is_sustained() {
            best = Some(report);
        } else {
            too_many = Some(rate);
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

async fn put_under(plan: &LoadPlan, clicks_a_second: f64) -> Result<LoadReport, RealError> {
    let tables = plan.tables as usize;
    let crowd = (tables, plan.only_looks);
    let bench = Bench::start(&plan.program, plan.storage, crowd, plan.seed).await?;
    let before_kib = bench.process.memory_kib();
    bench.crowd.open_tables().await?;
    let opened_kib = bench.memory_at_rest_kib().await;
    let (bot, own) = (bench.process.processor_time(), processor_time("self"));
    let client = bench.environment.local_client();
    let (requests, limited) = client.request_counts();
    let clicking = bench
        .crowd
        .click_on_schedule(clicks_a_second, plan.duration, plan.coach);
    let tally = clicking.await;
    let (requests_after, limited_after) = client.request_counts();
    Ok(LoadReport {
        tables,
        clicks_a_second,
        tally,
        bot_time: bench.process.processor_time().saturating_sub(bot),
        other_time: processor_time("self").saturating_sub(own),
        requests: requests_after - requests,
        limited_requests: limited_after - limited,
        memory_kib: [before_kib, opened_kib, bench.process.memory_kib()],
    })
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
