//! Pings through the real wire: each turn that begins pings its player once, and nothing else pings
//! anybody.

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};

use crate::harness::{User, World, components, is_private, string, text_of};
use crate::player::{ends, look, play_on, start_game};
use crate::whole_games::QUICK;

/// The number of turns after which somebody has the table posted again.
const TURNS_BETWEEN_REPOSTS: usize = 3;

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_of_a_whole_game_pings_its_player_once() {
    let world = World::start(QUICK).await;
    let channel = world.channel("pings").await;
    let users = world.users(2).await;
    let options = json!({"edition": "original", "pace": "fast"});
    start_game(&world, &users, &channel, options).await;
    let turns = ends(play_in_turn(&world, &users, &channel)).await;
    assert!(turns.len() > TURNS_BETWEEN_REPOSTS, "{turns:?}");
    assert_eq!(pinged(&world, &channel).await, turns);
    world.assert_no_mistakes(&[]).await;
    world.stop().await;
}

/// Plays a game in which nobody acts in a turn before the public message has mentioned its player.
/// Returns the ids of the players in the order in which it mentioned them.
async fn play_in_turn(world: &World, users: &[User], channel: &str) -> Vec<String> {
    let mut chance = SmallRng::seed_from_u64(1);
    let mut turns: Vec<String> = Vec::new();
    loop {
        let on_turn = mentioned(world, users, channel).await;
        if let Some(user) = on_turn.filter(|user| turns.last() != Some(&user.id)) {
            turns.push(user.id.clone());
            if turns.len() % TURNS_BETWEEN_REPOSTS == 0 {
                let posted = world.command(user, channel, "table", json!({})).await;
                assert!(posted.answered(), "{posted:?}");
            }
        }
        let acting = on_turn.map_or(users, std::slice::from_ref);
        if !play_on(world, acting, channel, &mut chance).await {
            return turns;
        }
    }
}

/// Returns the person whom the newest public message of the table mentions.
async fn mentioned<'u>(world: &World, users: &'u [User], channel: &str) -> Option<&'u User> {
    let messages = look(world, &users[0], channel).await.messages;
    let is_table = |message: &&Value| !is_private(message) && !components(message).is_empty();
    let text = text_of(messages.iter().rev().find(is_table)?);
    let mut users = users.iter();
    users.find(|user| text.contains(&format!("<@{}>", user.id)))
}

/// Returns the ids of the people whom the messages of a channel have notified, in order.
async fn pinged(world: &World, channel: &str) -> Vec<String> {
    let answer = world
        .get(&format!("/sandbox/channels/{channel}/pings"))
        .await;
    let pings = answer["pings"].as_array().cloned().unwrap_or_default();
    pings.iter().map(|ping| string(&ping["user"])).collect()
}
