//! The simulator itself, and what the bot has to stand in it.

use super::{Torture, census, transcript};

const THREADS: usize = 2;

#[test]
fn five_thousand_games_under_faults_lose_nothing_and_do_nothing_twice() {
    let torture = Torture {
        seed: 1,
        games: 5_000,
        threads: THREADS,
    };
    let tally = torture.run().expect("runtimes");
    assert_eq!(tally.violations, []);
    assert_eq!(tally.games, 5_000);
    assert!(tally.won >= 4_000, "{} games were won", tally.won);
    assert!(tally.kills >= 5_000, "{} processes died", tally.kills);
    let disorder = tally.duplicates + tally.reorderings;
    assert!(disorder >= 100_000, "{disorder} deliveries out of order");
}

#[test]
fn no_point_with_any_kind_of_fact_is_a_bad_one_to_die_at() {
    let torture = Torture {
        seed: 1_000_000,
        games: 250,
        threads: THREADS,
    };
    let census = census(torture).expect("runtimes");
    assert_eq!(census.tally.violations, []);
    let died = census.rows.iter().filter(|row| row.deaths > 0).count();
    assert!(died >= 25, "processes died at {died} points:\n{census}");
    for row in &census.rows {
        assert!(
            row.passed.iter().all(|kind| row.died.contains(kind)),
            "{row:?}"
        );
    }
}

#[test]
fn a_seed_plays_the_same_game_again() {
    let torture = Torture {
        seed: 40,
        games: 40,
        threads: 1,
    };
    let one = torture.run().expect("runtimes");
    let shared = Torture {
        threads: 3,
        ..torture
    };
    assert_eq!(one, shared.run().expect("runtimes"));
    let other = Torture {
        seed: 41,
        ..torture
    };
    assert_ne!(one.digest, other.run().expect("runtimes").digest);
}

#[test]
fn a_game_tells_what_happened_in_it() {
    let (tally, lines) = transcript(3).expect("a runtime");
    assert_eq!(tally.games, 1);
    let kept = lines.iter().filter(|line| line.contains(" kept ")).count();
    assert_eq!(u64::try_from(kept).ok(), Some(tally.entries));
}
