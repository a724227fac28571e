//! Pings through the real wire: each turn that begins pings its player once, and nothing else pings
//! anybody.

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use virtual_user::component::{components, is_private};
use virtual_user::control_client::User;
use virtual_user::view::text_of;

use crate::harness::{Harness, succeed};
use crate::player::{play_round, start_game, within_game_timeout};
use crate::whole_games::QUICK;

/// The number of turns after which somebody has the table posted again.
const TURNS_BETWEEN_REPOSTS: usize = 3;

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_of_a_whole_game_pings_its_player_once() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("pings").await;
    let users = harness.create_users(2).await;
    let options = json!({"edition": "original", "pace": "fast"});
    start_game(&harness, &users, &channel, options).await;
    let turns = within_game_timeout(play_in_turn(&harness, &users, &channel)).await;
    assert!(turns.len() > TURNS_BETWEEN_REPOSTS, "{turns:?}");
    assert_eq!(succeed(harness.client.pings(&channel).await), turns);
    harness.assert_only_refused_with(&[]).await;
    harness.stop().await;
}

/// Plays a game in which nobody acts in a turn before the public message has mentioned its player.
/// Returns the ids of the players in the order in which it mentioned them.
async fn play_in_turn(harness: &Harness, users: &[User], channel: &str) -> Vec<String> {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut turns: Vec<String> = Vec::new();
    loop {
        let on_turn = mentioned_user(harness, users, channel).await;
        if let Some(user) = on_turn.filter(|user| turns.last() != Some(&user.id)) {
            turns.push(user.id.clone());
            if turns.len().is_multiple_of(TURNS_BETWEEN_REPOSTS) {
                let posted = harness
                    .send_command(user, channel, "table", json!({}))
                    .await;
                assert!(posted.is_answered(), "{posted:?}");
            }
        }
        let acting = on_turn.map_or(users, std::slice::from_ref);
        if !play_round(harness, acting, channel, &mut rng).await {
            return turns;
        }
    }
}

/// Returns the person whom the table's newest public message mentions.
async fn mentioned_user<'u>(
    harness: &Harness,
    users: &'u [User],
    channel: &str,
) -> Option<&'u User> {
    let messages = harness.view(&users[0], channel).await.messages;
    let is_table = |message: &&Value| !is_private(message) && !components(message).is_empty();
    let text = text_of(messages.iter().rev().find(is_table)?);
    let mut users = users.iter();
    users.find(|user| text.contains(&format!("<@{}>", user.id)))
}
