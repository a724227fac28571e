//! Computer players through the real wire: a person plays a game against one of them to its end,
//! and somebody watches computers among themselves.

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;
use table::intent::Intent;

use crate::harness::{User, World, text_of};
use crate::player::{ends, look, play_to_the_end, press};
use crate::whole_games::QUICK;

#[tokio::test(flavor = "multi_thread")]
async fn one_person_and_a_tiger_play_a_game_to_its_end() {
    let world = World::start(QUICK).await;
    let channel = world.channel("against-a-tiger").await;
    let users = world.users(1).await;
    let options =
        json!({"edition": "two-player", "pace": "fast", "computers": 1, "strength": "tiger"});
    let opened = world.command(&users[0], &channel, "new", options).await;
    assert!(opened.answered(), "{opened:?}");
    assert_eq!(opened.text().matches("computer, tiger").count(), 1);
    press(&world, &users[0], &channel, Intent::Start).await;
    let mut chance = SmallRng::seed_from_u64(1);
    play_to_the_end(&world, &users, &channel, &mut chance).await;
    world.assert_no_problems().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_among_themselves_are_watched_to_the_end() {
    let world = World::start(QUICK).await;
    let channel = world.channel("watched").await;
    let user = world.user("watcher", "en-US").await;
    let options = json!({"pace": "fast", "computers": 2, "strength": "cat", "watch": true});
    let opened = world.command(&user, &channel, "new", options).await;
    assert!(opened.answered(), "{opened:?}");
    let text = ends(watch(&world, &user, &channel)).await;
    assert!(text.contains("has won"), "{text}");
    world.assert_no_problems().await;
    world.stop().await;
}

/// Waits for the end, and says what stands there.
async fn watch(world: &World, user: &User, channel: &str) -> String {
    loop {
        let sight = look(world, user, channel).await;
        if sight.is_over() {
            let texts: Vec<_> = sight.messages.iter().map(text_of).collect();
            return texts.join("\n");
        }
        world.wait_after(sight.revision).await;
    }
}
