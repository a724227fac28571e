//! Tests of the simulator, and of the bot in it.

use super::{Torture, cover_failpoints, play_with_transcript};

const THREADS: usize = 2;

#[test]
fn five_thousand_games_under_faults_lose_nothing_and_apply_nothing_twice() {
    let torture = Torture {
        seed: 1,
        games: 5_000,
        threads: THREADS,
    };
    let totals = torture.run().expect("runtimes");
    assert_eq!(totals.violations, []);
    assert_eq!(totals.games, 5_000);
    assert!(totals.won >= 4_000, "{} games were won", totals.won);
    assert!(
        totals.kills >= 5_000,
        "{} processes were killed",
        totals.kills
    );
    let disorder = totals.duplicates + totals.reorderings;
    assert!(disorder >= 100_000, "{disorder} deliveries out of order");
}

#[test]
fn a_process_can_be_killed_at_every_failpoint_after_every_kind_of_record() {
    let torture = Torture {
        seed: 1_000_000,
        games: 250,
        threads: THREADS,
    };
    let coverage = cover_failpoints(torture).expect("runtimes");
    assert_eq!(coverage.totals.violations, []);
    let covered = coverage.rows.iter().filter(|row| row.deaths > 0).count();
    assert!(
        covered >= 25,
        "processes were killed at {covered} failpoints:\n{coverage}"
    );
    for row in &coverage.rows {
        assert!(
            row.hit_with
                .iter()
                .all(|kind| row.killed_with.contains(kind)),
            "{row:?}"
        );
    }
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let torture = Torture {
        seed: 40,
        games: 40,
        threads: 1,
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
fn a_transcript_lists_every_committed_entry() {
    let (totals, lines) = play_with_transcript(3).expect("a runtime");
    assert_eq!(totals.games, 1);
    let committed = lines.iter().filter(|line| line.contains(" committed "));
    assert_eq!(u64::try_from(committed.count()).ok(), Some(totals.entries));
}
