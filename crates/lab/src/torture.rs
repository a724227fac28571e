//! `kittens-lab torture`: plays games under faults and prints the violated invariants. The crate `simulator` injects
//! the faults, simulated or real, and checks the invariants.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use rules::EditionId;
use simulator::real::{Plan, Report, default_program, kill, seconds, take_over};
use simulator::simulated::{self, TargetShare, Torture, cover_failpoints, play_with_transcript};

use crate::{Outcome, edition_parser, report};

const DEFAULT_SIMULATED_GAMES: u64 = 1_000;
/// The default number of concurrent real games. Their people click as fast as they can; with more games, the result
/// would only show how far tables lag behind Discord's rate limit.
const DEFAULT_REAL_GAMES: u64 = 4;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Run real processes of the program `kittens` against a sandbox, and kill and stop them while people play. By
    /// default, play games with a simulated clock, network and disk.
    #[arg(long)]
    real: bool,
    /// How many times a process is killed and restarted.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "real")]
    kills: u32,
    /// How many times the process that holds a lease on PostgreSQL is killed, shut down or suspended, in turn,
    /// and a waiting process takes over the lease.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "real")]
    takeovers: u32,
    /// How many clusters there are, with two processes each.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "takeovers",
          value_parser = clap::value_parser!(u32).range(1..=16))]
    clusters: u32,
    /// The number of seconds within which people must be able to continue, with every table correct.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "takeovers")]
    within: Duration,
    /// How many games are simulated (default 1000), or how many real ones are played concurrently (default 4).
    #[arg(long, value_name = "G", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many threads share the simulated games.
    #[arg(long, value_name = "T", default_value_t = 1, conflicts_with = "real",
          value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// How many processes share the journal of a simulated game: one holds the lease and the others wait. With
    /// several, some are also suspended or lose a connection.
    #[arg(long, value_name = "W", default_value_t = 1, conflicts_with = "real",
          value_parser = clap::value_parser!(u64).range(1..=3))]
    writers: u64,
    /// Simulate only games of this edition.
    #[arg(long, conflicts_with = "real", value_parser = edition_parser())]
    edition: Option<EditionId>,
    /// Kill a simulated process at each failpoint after each kind of record written there, and print how often.
    #[arg(long, conflicts_with = "real")]
    points: bool,
    /// Print everything that happens in the simulated game of this seed.
    #[arg(long, conflicts_with_all = ["real", "points", "games"])]
    transcript: bool,
    /// Where games are stored; by default a new file for kills and a separate PostgreSQL server for takeovers.
    #[arg(long, value_name = "URL", requires = "real")]
    storage: Option<String>,
    /// The program `kittens` whose real processes are killed or stopped.
    #[arg(long, value_name = "FILE", requires = "real", default_value_os_t = default_program())]
    program: PathBuf,
    /// The seed of the first game; each further game has the next one. The same seed repeats the same
    /// simulated game.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Plays the games, prints the report, and fails if an invariant was violated.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    if arguments.real {
        run_real(arguments)
    } else {
        run_simulated(arguments)
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
        let coverage = cover_failpoints(torture, TargetShare::WHOLE)?;
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
