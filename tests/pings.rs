//! Pings through the real wire: each turn that begins pings its player once, and nothing else pings anybody.

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;
use virtual_user::control_client::User;

use crate::harness::{Harness, succeed};
use crate::player::{is_mentioned, play_click_of, start_game, within_game_timeout};
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
        let view = harness.view(&users[0], channel).await;
        let mentioned = users.iter().find(|user| is_mentioned(user, &view));
        if let Some(user) = mentioned.filter(|user| turns.last() != Some(&user.id)) {
            turns.push(user.id.clone());
            if turns.len().is_multiple_of(TURNS_BETWEEN_REPOSTS) {
                let posted = harness
                    .send_command(user, channel, "table", json!({}))
                    .await;
                assert!(posted.is_answered(), "{posted:?}");
            }
        }
        let on_turn = users.iter().find(|user| turns.last() == Some(&user.id));
        if !play_click_of(harness, users, on_turn, channel, &mut rng).await {
            return turns;
        }
    }
}
