//! `kittens-lab shards`: processes that share the shards of the gateway join and die while people play, and
//! no shard may be without one for long.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use simulator::real::{RealError, ShardPlan, ShardReport, play_by_shards};

use crate::real_run::{finish, program};

/// The arguments of `shards`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many shards there are.
    #[arg(long, value_name = "N", default_value_t = 16)]
    shards: u32,
    /// How many processes share them.
    #[arg(long, value_name = "N", default_value_t = 4)]
    processes: usize,
    /// How often a process dies or joins, in turn.
    #[arg(long, value_name = "N", default_value_t = 8)]
    changes: u32,
    /// After how many seconds the next process dies or joins.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    between_changes: u64,
    /// Within how many seconds every shard has to be held and received again.
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    within: u64,
    /// How many games are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 16)]
    games: usize,
    /// In how many buckets Discord lets a session begin every five seconds.
    #[arg(long, value_name = "N", default_value_t = 16)]
    max_concurrency: u32,
    /// The seed of the players' choices.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The program `kittens`; the one in this program's folder if not told.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Plays the games, prints the report, and fails if a click was lost or a shard was without a process.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    finish(play(arguments), ShardReport::is_good)
}

async fn play(arguments: &Arguments) -> Result<ShardReport, RealError> {
    let plan = ShardPlan {
        shards: arguments.shards.max(1),
        processes: arguments.processes.max(2),
        changes: arguments.changes,
        between_changes: Duration::from_secs(arguments.between_changes),
        within: Duration::from_secs(arguments.within),
        games: arguments.games.max(1),
        max_concurrency: arguments.max_concurrency.max(1),
        seed: arguments.seed,
        program: program(arguments.program.as_deref())?,
    };
    play_by_shards(&plan).await
}
