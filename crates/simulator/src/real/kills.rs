//! Kills: one process at a time is killed at any moment and started again at once, while people play.

use std::path::Path;
use std::time::Duration;

use futures_util::future::{join, try_join_all};
use journal::StorageUrl;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::time::sleep;

use super::audit;
use super::environment::Environment;
use super::error::{RealError, system_error};
use super::game::Game;
use super::plan::Plan;
use super::process::Process;
use super::report::Report;

/// Lifetime of a process in milliseconds: from before it is ready to well into the games.
const LIFETIME_MS: std::ops::Range<u64> = 300..1500;

/// Kills a process as often as planned, lets all games end, and audits the result.
///
/// # Errors
/// Those of [`RealError`] that keep the run from finishing; lost clicks are faults of the report.
pub async fn kill(plan: &Plan) -> Result<Report, RealError> {
    let folder = TempDir::new();
    let folder = folder.map_err(system_error("a temporary folder cannot be created"))?;
    let own_address = || sqlite_address(folder.path());
    let address = plan.storage.clone().unwrap_or_else(own_address);
    let storage = StorageUrl::parse(&address).ok();
    let storage = storage.filter(|url| !matches!(url, StorageUrl::Memory));
    let storage = storage.ok_or_else(|| RealError::Storage(address.clone()))?;
    let environment = Environment::start(&plan.program, &address).await?;
    let (running, runs) = watch::channel(true);
    let series =
        (0..plan.games).map(|first| play_series(&environment, plan, first as u64, runs.clone()));
    let killing = async {
        let last = kill_repeatedly(&environment, plan).await;
        running.send_replace(false);
        last
    };
    let (killed, played) = join(killing, try_join_all(series)).await;
    // The last process has to live until the last game is over.
    let last_process = killed?;
    let games: Vec<Game> = played?.into_iter().flatten().collect();
    let shown = audit::read_channels(&environment, &games).await?;
    drop(last_process);
    let mut report = audit::compare(&storage, &games, &shown).await?;
    report.times = plan.times;
    environment.stop().await;
    Ok(report)
}

fn sqlite_address(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("kittens.db").display())
}

/// Plays one game after the other, each in a new channel, as long as `runs` is true, but at least one.
pub(super) async fn play_series(
    environment: &Environment,
    plan: &Plan,
    first: u64,
    runs: watch::Receiver<bool>,
) -> Result<Vec<Game>, RealError> {
    environment.wait_for_commands().await?;
    let mut games = Vec::new();
    let mut number = first;
    while games.is_empty() || *runs.borrow() {
        let mut game = Game::create(environment, number, plan.seed).await?;
        game.play(environment).await?;
        games.push(game);
        number += plan.games as u64;
    }
    Ok(games)
}

/// Kills and restarts the process as often as planned; returns the last one, which still runs.
async fn kill_repeatedly(environment: &Environment, plan: &Plan) -> Result<Process, RealError> {
    let mut rng = SmallRng::seed_from_u64(plan.seed);
    let mut process = environment.start_process()?;
    environment.wait_for_commands().await?;
    for _ in 0..plan.times {
        sleep(Duration::from_millis(rng.random_range(LIFETIME_MS))).await;
        process.kill()?;
        process = environment.start_process()?;
    }
    Ok(process)
}
