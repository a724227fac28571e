//! Whole games through the real wire: the real bot, serenity, HTTP and WebSocket, and people who
//! click only what each of them sees.

use futures::future::join_all;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;

use crate::harness::Harness;
use crate::player::{play_to_the_end, start_game};

/// Nope windows of a second and no limit on clicks: nobody here needs time to think. Turns last so
/// long that none is missed on a busy machine.
pub(crate) const QUICK: &str = "
    paces.fast.window = 1
    paces.fast.turn = 3600
    paces.fast.choice = 3600
    limits.clicks_at_once = 1000
    limits.clicks_per_second = 1000
";

#[tokio::test(flavor = "multi_thread")]
async fn every_edition_is_played_to_a_winner_by_several_numbers_of_players() {
    let harness = Harness::start(QUICK).await;
    let games = [
        ("classic", vec![2, 3, 4, 5, 9]),
        ("original", vec![2, 3, 4, 5]),
        ("travel", vec![2, 3, 4]),
        ("two-player", vec![2]),
        ("imploding", vec![2, 3, 4, 5, 6]),
    ];
    let games = games
        .iter()
        .flat_map(|(edition, counts)| counts.iter().map(move |count| (*edition, *count)));
    join_all(games.map(|(edition, count)| play_one(&harness, edition, count))).await;
    harness.assert_no_problems().await;
    harness.stop().await;
}

async fn play_one(harness: &Harness, edition: &str, players: usize) {
    let channel = harness
        .create_channel(&format!("{edition}-{players}"))
        .await;
    let users = harness.create_users(players).await;
    start_game(
        harness,
        &users,
        &channel,
        json!({"edition": edition, "pace": "fast"}),
    )
    .await;
    let mut rng = SmallRng::seed_from_u64(players as u64);
    play_to_the_end(harness, &users, &channel, &mut rng).await;
    let view = harness.view(&users[0], &channel).await;
    let text = view.text();
    assert!(
        users.iter().any(|user| text.contains(&user.name)),
        "the end names the players: {text}"
    );
}
