//! A bot process with its storage, and a crowd that plays on it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kit::reserved_port::ReservedPort;
use reqwest::Response;
use table::ids::Millis;
use tokio::time::{Instant, sleep};

use super::crowd::Crowd;
use super::running_games::write_running_games;
use crate::real::environment::Environment;
use crate::real::error::{RealError, TIMEOUT, within};
use crate::real::process::Process;
use crate::real::storage::{Storage, StorageKind};

/// No limit slows people down, Nope windows are short, and no turn times out during the run.
const SETTINGS: &str = "
paces.normal.turn = 86400
paces.normal.choice = 86400
paces.normal.window = 1
limits.click_burst = 1000
limits.clicks_per_second = 1000
limits.min_tap_delay_ms = 0
limits.games_per_server = 10000
limits.games_per_person = 10000
log.filter = \"error\"
";
const READY_POLL: Duration = Duration::from_millis(2);
/// The time after which an idle process has settled: tables that no one has used since they were loaded have
/// left memory.
pub(super) const SETTLE: Duration = Duration::from_secs(8);
/// The metrics line that a process reports once it has loaded every table.
const NONE_WAITING: &str = "kittens_tables{stage=\"waiting\"} 0";
const LOADED_POLL: Duration = Duration::from_secs(1);
/// Ample for 10,000 tables: a process loads 25 a second.
const LOADED_TIMEOUT: Duration = Duration::from_secs(20 * 60);

pub(super) struct Bench {
    pub(super) environment: Environment,
    monitor: ReservedPort,
    pub(super) process: Process,
    pub(super) crowd: Arc<Crowd>,
    pub(super) first_start: StartFigures,
    storage: Storage,
}

#[derive(Clone, Copy, Debug)]
pub struct StartFigures {
    /// The time from the start until the process reported that it was ready.
    pub ready: Duration,
    /// The memory after the process has settled, in KiB.
    pub memory_kib: u64,
}

impl Bench {
    /// Starts a process with empty storage, and creates channels and people for this many tables without opening the
    /// tables. With `only_looks`, people never make a move.
    pub(super) async fn start(
        program: &Path,
        storage: StorageKind,
        (tables, only_looks): (usize, bool),
        seed: u64,
    ) -> Result<Self, RealError> {
        let storage = Storage::create(storage).await?;
        let monitor = ReservedPort::reserve().map_err(RealError::Port)?;
        let settings = format!("monitor.listen = \"{}\"\n{SETTINGS}", monitor.address());
        let environment =
            Environment::start_with(program, &storage.address, &settings, false).await?;
        let crowd = Crowd::create(environment.local_client(), tables, only_looks, seed);
        let (process, first_start) = start_process(&environment, &monitor).await?;
        Ok(Self {
            environment,
            monitor,
            process,
            crowd,
            first_start,
            storage,
        })
    }

    /// Shuts the process down, writes a running game with at least `entries` entries for each table, and starts
    /// another process.
    pub(super) async fn restart_with_games(
        &mut self,
        entries: u64,
    ) -> Result<StartFigures, RealError> {
        self.process.terminate().await?;
        let places = self.crowd.places();
        write_running_games(&self.storage.address, &places, entries, system_time()).await?;
        let (process, figures) = start_process(&self.environment, &self.monitor).await?;
        self.process = process;
        Ok(figures)
    }

    pub(super) async fn wait_until_all_loaded(&self) -> Result<(), RealError> {
        let url = format!("http://{}/metrics", self.monitor.address());
        let is_loaded = async |answer: Response| {
            let figures = answer.text().await.unwrap_or_default();
            figures.lines().any(|line| line == NONE_WAITING)
        };
        let polling = poll(&url, LOADED_POLL, is_loaded);
        within(LOADED_TIMEOUT, "the loading of all tables", polling).await
    }

    /// Waits until the process has settled, and returns its memory in KiB.
    pub(super) async fn memory_at_rest_kib(&self) -> u64 {
        sleep(SETTLE).await;
        self.process.memory_kib()
    }
}

/// Requests a page of the monitor repeatedly, until `is_met` returns true for a response.
async fn poll(url: &str, interval: Duration, is_met: impl AsyncFn(Response) -> bool) {
    loop {
        if let Ok(answer) = reqwest::get(url).await
            && is_met(answer).await
        {
            return;
        }
        sleep(interval).await;
    }
}

fn system_time() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_millis();
    Millis(u64::try_from(since).unwrap_or(u64::MAX))
}

async fn start_process(
    environment: &Environment,
    monitor: &ReservedPort,
) -> Result<(Process, StartFigures), RealError> {
    let started = Instant::now();
    let process = environment.start_process()?;
    let url = format!("http://{}/readyz", monitor.address());
    let is_ready = async |answer: Response| answer.status().is_success();
    let polling = poll(&url, READY_POLL, is_ready);
    within(TIMEOUT, "the bot's start", polling).await?;
    let ready = started.elapsed();
    sleep(SETTLE).await;
    let memory_kib = process.memory_kib();
    Ok((process, StartFigures { ready, memory_kib }))
}
