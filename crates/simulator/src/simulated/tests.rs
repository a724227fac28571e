//! Tests of the simulator and, through it, of the bot.

use super::{TargetShare, Torture, Totals, Violation, cover_failpoints, play_with_transcript};

const THREADS: usize = 2;

/// The environment variable with the seed of the first game in the tests under faults.
const SEED_VARIABLE: &str = "KITTENS_TEST_SEED";
const DEFAULT_SEED: u64 = 1;

const TORTURE: Torture = Torture {
    seed: DEFAULT_SEED,
    games: 150,
    writers: 1,
    threads: THREADS,
    edition: None,
};

/// Returns the seed from the environment, and prints it so that a failed run can be repeated.
fn seed() -> u64 {
    let seed = match std::env::var(SEED_VARIABLE) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{SEED_VARIABLE} is not a decimal number: {text}")),
        Err(_) => DEFAULT_SEED,
    };
    println!("{SEED_VARIABLE}={seed}");
    seed
}

/// Fails with the command that replays the first game in which an invariant was violated.
fn assert_no_violations(totals: &Totals, writers: usize) {
    if let Some(Violation { seed, description }) = totals.violations.first() {
        panic!(
            "{} invariants were violated, the first in the game of seed {seed}: {description}\n\
             replay it with: cargo run -p lab -- torture --transcript --writers {writers} --seed {seed}",
            totals.violations.len()
        );
    }
}

/// CI plays these games with a new seed for each commit. `kittens-lab torture --games 5000` plays more.
#[test]
fn games_under_faults_lose_nothing_and_apply_nothing_twice() {
    let torture = Torture {
        seed: seed(),
        ..TORTURE
    };
    let totals = torture.run().expect("runtimes");
    assert_no_violations(&totals, 1);
    assert_eq!(totals.games, 150);
    assert!(totals.won >= 120, "{} games were won", totals.won);
    let verified = totals.verified;
    assert!(verified >= 120, "{verified} games were proven");
    assert!(totals.kills >= 90, "{} processes were killed", totals.kills);
    let disorder = totals.duplicates + totals.reorderings;
    assert!(disorder >= 3_000, "{disorder} deliveries out of order");
}

/// CI plays these games with a new seed for each commit. `kittens-lab torture --writers 3 --games 5000` plays more.
#[test]
fn games_with_two_and_three_writers_have_one_history_and_one_message() {
    let seed = seed();
    let mut all = Totals::default();
    for writers in [2, 3] {
        let torture = Torture {
            seed,
            games: 50,
            writers,
            ..TORTURE
        };
        let totals = torture.run().expect("runtimes");
        assert_no_violations(&totals, writers);
        all.add(totals);
    }
    assert_eq!(all.games, 100);
    assert!(all.won >= 80, "{} games were won", all.won);
    assert!(all.takeovers >= 100, "{} takeovers", all.takeovers);
    assert!(all.kills >= 70, "{} processes were killed", all.kills);
}

/// CI tries a third, another one for each commit. `kittens-lab torture --points` tries all.
#[test]
fn a_process_can_be_killed_at_every_failpoint_after_every_kind_of_record() {
    const THIRDS: usize = 3;
    let torture = Torture {
        seed: 1_000_000,
        ..TORTURE
    };
    let share = TargetShare {
        number: (seed() % THIRDS as u64) as usize,
        of: THIRDS,
    };
    let coverage = cover_failpoints(torture, share).expect("runtimes");
    assert_eq!(coverage.totals.violations, []);
    let covered = coverage.rows.iter().filter(|row| row.deaths > 0).count();
    assert!(
        covered >= 25,
        "processes were killed at {covered} failpoints:\n{coverage}"
    );
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let torture = Torture {
        seed: 40,
        games: 12,
        threads: 1,
        ..TORTURE
    };
    let one = torture.run().expect("runtimes");
    let on_three_threads = Torture {
        threads: 3,
        ..torture
    };
    assert_eq!(one, on_three_threads.run().expect("runtimes"));
    let other = Torture {
        seed: 41,
        ..torture
    };
    assert_ne!(one.digest, other.run().expect("runtimes").digest);
}

#[test]
fn the_same_seed_plays_the_same_games_with_three_writers() {
    let torture = Torture {
        seed: 40,
        games: 10,
        writers: 3,
        ..TORTURE
    };
    let one = torture.run().expect("runtimes");
    assert_eq!(one, torture.run().expect("runtimes"));
}

#[test]
fn a_transcript_lists_every_committed_entry() {
    let (totals, lines) = play_with_transcript(3, 1).expect("a runtime");
    assert_eq!(totals.games, 1);
    let committed = lines.iter().filter(|line| line.contains(" committed "));
    assert_eq!(u64::try_from(committed.count()).ok(), Some(totals.entries));
}
