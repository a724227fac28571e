//! The simulator itself.

use super::game::Game;

#[test]
fn trial() {
    let seed: u64 = std::env::var("SEED")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(1);
    let count: u64 = std::env::var("GAMES")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(1);
    let told = count == 1;
    let start = std::time::Instant::now();
    let mut all = super::tally::Tally::default();
    for seed in seed..seed + count {
        let played = Game {
            seed,
            fate: None,
            told,
        }
        .play()
        .unwrap();
        for line in &played.transcript {
            println!("{line}");
        }
        for violation in &played.tally.violations {
            println!("{violation:?}");
        }
        all.add(played.tally);
    }
    println!("{:?} {:?}", start.elapsed(), all.faults);
    println!(
        "games {} won {} closed {} lives {} kills {} stops {} entries {} requests {} clicks {} deliveries {} dup {} reord {} ack {} viol {}",
        all.games,
        all.won,
        all.closed,
        all.lives,
        all.kills,
        all.stops,
        all.entries,
        all.requests,
        all.clicks,
        all.deliveries,
        all.duplicates,
        all.reorderings,
        all.acknowledged,
        all.violations.len()
    );
}
