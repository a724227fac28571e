//! Computer players through the real wire: a person plays a whole game against one of them, and
//! another person watches a game among computers.

use futures::future::join_all;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;
use table::intent::Intent;
use virtual_user::control_client::User;

use crate::harness::Harness;
use crate::player::{play_to_the_end, press_button, start_game, within_game_timeout};
use crate::whole_games::QUICK;

#[tokio::test(flavor = "multi_thread")]
async fn one_person_and_a_tiger_play_a_game_to_its_end() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("against-a-tiger").await;
    let users = harness.create_users(1).await;
    let options =
        json!({"edition": "two-player", "pace": "fast", "computers": 1, "strength": "tiger"});
    let opened = harness
        .send_command(&users[0], &channel, "new", options)
        .await;
    assert!(opened.is_answered(), "{opened:?}");
    assert_eq!(opened.text().matches("computer, tiger").count(), 1);
    press_button(&harness, &users[0], &channel, Intent::Start).await;
    let mut rng = SmallRng::seed_from_u64(1);
    play_to_the_end(&harness, &users, &channel, &mut rng).await;
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_computers_of_each_strength_play_the_expansion_to_its_end() {
    let harness = Harness::start(QUICK).await;
    let tables = [(1, 1, "tiger"), (1, 2, "kitten"), (2, 4, "cat")];
    join_all(tables.map(|table| play_expansion(&harness, table))).await;
    harness.assert_no_problems().await;
    harness.stop().await;
}

/// Plays a game of so many people and so many computers of a strength.
async fn play_expansion(harness: &Harness, (people, computers, strength): (usize, u8, &str)) {
    let name = format!("imploding-{strength}-{computers}");
    let channel = harness.create_channel(&name).await;
    let users = harness.create_users(people).await;
    let options = json!({
        "edition": "imploding", "pace": "fast", "computers": computers, "strength": strength,
    });
    start_game(harness, &users, &channel, options).await;
    let mut rng = SmallRng::seed_from_u64(people as u64);
    play_to_the_end(harness, &users, &channel, &mut rng).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_among_computers_is_watched_to_its_end() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("watched").await;
    let user = harness.create_user("watcher", "en-US").await;
    let options = json!({"pace": "fast", "computers": 2, "strength": "cat", "watch": true});
    let opened = harness.send_command(&user, &channel, "new", options).await;
    assert!(opened.is_answered(), "{opened:?}");
    let text = within_game_timeout(watch(&harness, &user, &channel)).await;
    assert!(text.contains("has won"), "{text}");
    harness.assert_no_problems().await;
    harness.stop().await;
}

/// Waits for the end of the game, and returns the text of the channel.
async fn watch(harness: &Harness, user: &User, channel: &str) -> String {
    loop {
        let view = harness.view(user, channel).await;
        if view.is_over() {
            return view.text();
        }
        harness.wait_after(view.revision).await;
    }
}
