//! Kills: one process at a time is killed at a random moment and restarted immediately, while people play.

use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::time::sleep;

use super::audit::audit;
use super::environment::Environment;
use super::error::RealError;
use super::game::play_while;
use super::plan::Plan;
use super::process::Process;
use super::report::Report;
use super::storage::{Storage, StorageKind, parse_lasting};

/// The lifetime of a process in milliseconds: it may be killed before it is ready, or well into the games.
const LIFETIME_MS: std::ops::Range<u64> = 300..1500;

/// Kills a process as often as planned, lets all games finish, and audits the result.
pub async fn kill(plan: &Plan) -> Result<Report, RealError> {
    let own = Storage::create(StorageKind::Sqlite).await?;
    let address = plan.storage.as_ref().unwrap_or(&own.address);
    let storage = parse_lasting(address)?;
    let environment = Environment::start(&plan.program, address).await?;
    let killing = kill_repeatedly(&environment, plan);
    // The last process must live until the last game is over.
    let (games, last) = play_while(&environment, plan.games, plan.seed, killing).await?;
    let report = audit(environment, &storage, &games, last).await?;
    Ok(Report {
        times: plan.times,
        ..report
    })
}

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
