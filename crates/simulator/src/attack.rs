//! Attacks by a hostile crowd on one real bot process in a sandbox, while well-behaved people play on other servers.
//! Measures how long those people wait for answers to their clicks and for updates of their tables. Attacks only
//! the bot process that it has started itself.
//!
//! - the sandbox and the bot process: `arena`; the well-behaved people: `polite_table`
//! - the kinds of attacks: `kind`; the attackers: `hostile_crowd`, `hostile_text`; the measurements: `report`

mod arena;
mod hostile_crowd;
mod hostile_text;
mod kind;
mod polite_table;
mod report;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::real::RealError;
use arena::Arena;
pub use hostile_crowd::CLICKS_OF_AN_HOUR;
use hostile_crowd::HostileCrowd;
pub use kind::Attack;
use polite_table::PoliteTable;
pub use report::{AttackReport, JournalGrowth, Measurements};

/// Starts `program` and attacks it for at most `duration`, while well-behaved people play at `tables` tables, each in
/// its own server.
pub async fn attack(
    program: &Path,
    attack: Attack,
    tables: usize,
    duration: Duration,
) -> Result<AttackReport, RealError> {
    let arena = Arc::new(Arena::start(program, attack).await?);
    let mut polite = Vec::new();
    for number in 0..tables {
        polite.push(PoliteTable::open(&arena, number).await?);
    }
    let crowd = HostileCrowd::prepare(attack, &arena).await?;
    let (stop, stopped) = watch::channel(false);
    let mut playing = JoinSet::new();
    for table in polite {
        playing.spawn(table.play(Arc::clone(&arena), stopped.clone()));
    }
    // The attack ends when the time is up, when the crowd has finished, or on an error.
    if let Ok(ended) = timeout(duration, crowd.attack(&arena)).await {
        ended?;
    }
    // Fails only if all players have stopped.
    let _ = stop.send(true);
    let mut all = Measurements::default();
    while let Some(table) = playing.join_next().await {
        let table = table.map_err(|error| RealError::System {
            what: "a player's task did not finish",
            reason: error.into(),
        })?;
        all.add(table?);
    }
    // The players have finished, and have dropped their references to the arena.
    let arena = Arc::into_inner(arena).ok_or(RealError::System {
        what: "a player still plays",
        reason: std::io::ErrorKind::ResourceBusy.into(),
    })?;
    arena
        .report(crowd.attack_kind(), crowd.clicks_of_opener(), all)
        .await
}
