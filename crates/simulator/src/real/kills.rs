//! Kills: one process at a time, ended at any moment and started again at once, while people play.

use std::path::Path;
use std::time::Duration;

use futures_util::future::{join, try_join_all};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::time::sleep;

use super::audit;
use super::game::Game;
use super::process::Process;
use super::scene::Scene;
use super::{Plan, RealError, Report, system};
use journal::StorageUrl;

/// How long a process lives, in milliseconds: from before it is ready to well into the games.
const LIFE: std::ops::Range<u64> = 300..1500;

/// Kills a process as often as planned, lets all games end, and looks at what is left.
pub async fn kill(plan: &Plan) -> Result<Report, RealError> {
    let folder = TempDir::new().map_err(system("there are no temporary files"))?;
    let address = plan.storage.clone().unwrap_or_else(|| here(folder.path()));
    let storage = StorageUrl::parse(&address).filter(|url| !matches!(url, StorageUrl::Memory));
    let storage = storage.ok_or_else(|| RealError::Storage(address.clone()))?;
    let scene = Scene::start(&plan.program, &address).await?;
    let (going, goes) = watch::channel(true);
    let series = (0..plan.games).map(|first| series(&scene, plan, first as u64, goes.clone()));
    let killing = async {
        let done = kill_on(&scene, plan).await;
        going.send_replace(false);
        done
    };
    let (killed, played) = join(killing, try_join_all(series)).await;
    // The last process has to live until the last game is over.
    let last = killed?;
    let games: Vec<Game> = played?.into_iter().flatten().collect();
    let shown = audit::look(&scene, &games).await?;
    drop(last);
    let mut report = audit::compare(&storage, &games, &shown).await?;
    report.times = plan.times;
    scene.end().await;
    Ok(report)
}

fn here(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("kittens.db").display())
}

/// One game after the other in new channels, until there is nothing more to be tried.
pub(super) async fn series(
    scene: &Scene,
    plan: &Plan,
    first: u64,
    goes: watch::Receiver<bool>,
) -> Result<Vec<Game>, RealError> {
    scene.wait_for_commands().await?;
    let mut games = Vec::new();
    let mut number = first;
    while games.is_empty() || *goes.borrow() {
        let mut game = Game::new(scene, number, plan.seed).await?;
        game.play(scene).await?;
        games.push(game);
        number += plan.games as u64;
    }
    Ok(games)
}

async fn kill_on(scene: &Scene, plan: &Plan) -> Result<Process, RealError> {
    let mut chance = SmallRng::seed_from_u64(plan.seed);
    let mut process = scene.process()?;
    scene.wait_for_commands().await?;
    for _ in 0..plan.times {
        sleep(Duration::from_millis(chance.random_range(LIFE))).await;
        process.kill()?;
        process = scene.process()?;
    }
    Ok(process)
}
