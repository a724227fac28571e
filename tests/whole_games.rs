//! Whole games through the real wire: the real bot, serenity, HTTP and WebSocket, and people who
//! click only what each of them sees.

use futures::future::join_all;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;

use crate::harness::{World, text_of};
use crate::player::{look, play_to_the_end, start_game};

/// Nope windows of a second, and no budget of clicks: nobody here thinks.
pub(crate) const QUICK: &str = "
    paces.fast.window = 1
    limits.clicks_at_once = 1000
    limits.clicks_per_second = 1000
";

#[tokio::test(flavor = "multi_thread")]
async fn every_edition_is_played_to_a_winner_by_every_number_of_players() {
    let world = World::start(QUICK).await;
    let games = [
        ("classic", vec![2, 3, 4, 5, 9]),
        ("original", vec![2, 3, 4, 5]),
        ("travel", vec![2, 3, 4]),
        ("two-player", vec![2]),
    ];
    let games = games
        .iter()
        .flat_map(|(edition, counts)| counts.iter().map(move |count| (*edition, *count)));
    join_all(games.map(|(edition, count)| play_one(&world, edition, count))).await;
    world.assert_no_problems().await;
    world.stop().await;
}

async fn play_one(world: &World, edition: &str, players: usize) {
    let channel = world.channel(&format!("{edition}-{players}")).await;
    let users = world.users(players).await;
    start_game(
        world,
        &users,
        &channel,
        json!({"edition": edition, "pace": "fast"}),
    )
    .await;
    let mut chance = SmallRng::seed_from_u64(players as u64);
    play_to_the_end(world, &users, &channel, &mut chance).await;
    let sight = look(world, &users[0], &channel).await;
    let text = sight
        .messages
        .iter()
        .map(text_of)
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        users.iter().any(|user| text.contains(&user.name)),
        "the end names the players: {text}"
    );
}
