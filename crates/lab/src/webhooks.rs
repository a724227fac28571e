//! `kittens-lab webhooks`: processes that receive clicks by HTTP behind HAProxy are killed and restarted
//! while people play, and no click may get lost.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use simulator::real::{RealError, WebhookPlan, WebhookReport, play_by_webhook};

use crate::real_run::{finish, program};

/// The arguments of `webhooks`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many games are played to their end.
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// How many of them at the same time.
    #[arg(long, value_name = "N", default_value_t = 10)]
    at_once: usize,
    /// How many processes stand behind the load balancer.
    #[arg(long, value_name = "N", default_value_t = 3)]
    replicas: usize,
    /// After how many milliseconds the next process is killed or restarted, in turn.
    #[arg(long, value_name = "MS", default_value_t = 2_000)]
    between_ends: u64,
    /// The seed of the players' choices.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The program `kittens`; the one in this program's folder if not told.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// The program `haproxy`.
    #[arg(long, value_name = "FILE", default_value = "haproxy")]
    haproxy: PathBuf,
}

/// Plays the games, prints the report, and fails if a click was lost or late.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    finish(play(arguments), WebhookReport::is_good)
}

async fn play(arguments: &Arguments) -> Result<WebhookReport, RealError> {
    let plan = WebhookPlan {
        games: arguments.games,
        at_once: arguments.at_once.max(1),
        replicas: arguments.replicas.max(1),
        between_ends: Duration::from_millis(arguments.between_ends),
        seed: arguments.seed,
        program: program(arguments.program.as_deref())?,
        haproxy: arguments.haproxy.clone(),
    };
    play_by_webhook(&plan).await
}
