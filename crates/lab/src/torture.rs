//! `kittens-lab torture`: plays games under faults and prints the violated invariants. Both kinds of
//! faults, simulated and real, are in the crate `simulator`.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use rules::EditionId;
use simulator::real::{Plan, Report, default_program, kill, seconds, take_over};
use simulator::simulated::{self, Torture, cover_failpoints, play_with_transcript};

use crate::{Outcome, edition_parser, report};

/// The default number of simulated games.
const DEFAULT_SIMULATED_GAMES: u64 = 1_000;
/// The default number of real games played at the same time. Their people click as fast as they can: more games
/// would measure how far tables lag behind Discord's limit on requests.
const DEFAULT_REAL_GAMES: u64 = 4;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Real processes of the program `kittens` against a sandbox, killed and stopped while people
    /// play; else games whose clock, network and disk are simulated.
    #[arg(long)]
    real: bool,
    /// How often a process is killed and started again.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "real")]
    kills: u32,
    /// How often the process that holds a lease on PostgreSQL is killed, ended in order or stopped for a
    /// while, in turn, and another one that waited takes the lease.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "real")]
    takeovers: u32,
    /// How many clusters there are, with two processes each.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "takeovers",
          value_parser = clap::value_parser!(u32).range(1..=16))]
    clusters: u32,
    /// Within how many seconds people have to play on, and every table has to be right.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "takeovers")]
    within: Duration,
    /// How many games are simulated (1000 if not told); of real ones, how many are played at the
    /// same time (4 if not told).
    #[arg(long, value_name = "G", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many threads share the simulated games.
    #[arg(long, value_name = "T", default_value_t = 1, conflicts_with = "real",
          value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// How many processes share the journal of a simulated game: one holds the lease and the others wait. Of
    /// several, some also stand still or lose a connection.
    #[arg(long, value_name = "W", default_value_t = 1, conflicts_with = "real",
          value_parser = clap::value_parser!(u64).range(1..=3))]
    writers: u64,
    /// Leave out the simulated games of all other editions.
    #[arg(long, conflicts_with = "real", value_parser = edition_parser())]
    edition: Option<EditionId>,
    /// Let a simulated process die at each point with each kind of fact that comes past it, and
    /// print how often.
    #[arg(long, conflicts_with = "real")]
    points: bool,
    /// Print everything that happens in the simulated game of this seed.
    #[arg(long, conflicts_with_all = ["real", "points", "games"])]
    transcript: bool,
    /// Where games are kept: a new file for kills and a PostgreSQL server of its own for takeovers,
    /// if not told.
    #[arg(long, value_name = "URL", requires = "real")]
    storage: Option<String>,
    /// The program `kittens` whose real processes are killed or stopped.
    #[arg(long, value_name = "FILE", requires = "real", default_value_os_t = default_program())]
    program: PathBuf,
    /// The seed of the first game; each game has the next one. A simulated game is the same again
    /// with the same seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Plays the games, prints the report, and fails if an invariant was violated.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    match arguments.real {
        true => run_real(arguments),
        false => run_simulated(arguments),
    }
}

fn run_real(arguments: &Arguments) -> Outcome {
    let plan = |times| Plan {
        program: arguments.program.clone(),
        times,
        clusters: arguments.clusters,
        games: usize::try_from(arguments.games.unwrap_or(DEFAULT_REAL_GAMES)).unwrap_or(usize::MAX),
        storage: arguments.storage.clone(),
        within: arguments.within,
        seed: arguments.seed,
    };
    let is_good = |report: &Report| report.faults.is_empty();
    let (kills, takeovers) = (plan(arguments.kills), plan(arguments.takeovers));
    let mut all_good = true;
    if kills.times > 0 {
        writeln!(io::stdout(), "kills")?;
        all_good &= report(kill(&kills), is_good)?;
    }
    if takeovers.times > 0 {
        writeln!(io::stdout(), "takeovers")?;
        all_good &= report(take_over(&takeovers), is_good)?;
    }
    Ok(all_good)
}

/// Plays simulated games and prints the report that was asked for.
fn run_simulated(arguments: &Arguments) -> Outcome {
    let writers = usize::try_from(arguments.writers).unwrap_or(1);
    let torture = Torture {
        seed: arguments.seed,
        games: arguments.games.unwrap_or(DEFAULT_SIMULATED_GAMES),
        writers,
        threads: usize::try_from(arguments.threads).unwrap_or(1),
        edition: arguments.edition,
    };
    let (text, totals) = if arguments.transcript {
        let (totals, lines) = play_with_transcript(arguments.seed, writers)?;
        (lines.join("\n"), totals)
    } else if arguments.points {
        let coverage = cover_failpoints(torture)?;
        (coverage.to_string(), coverage.totals)
    } else {
        let started = Instant::now();
        let totals = torture.run()?;
        let seconds = started.elapsed().as_secs_f64();
        let report = simulated::Report { totals, seconds };
        (report.to_string(), report.totals)
    };
    writeln!(io::stdout(), "{text}")?;
    Ok(totals.violations.is_empty())
}
