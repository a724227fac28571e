//! The bot's private messages do not pile up in a channel over an evening.

use kit::virtual_user::component::is_private;
use serde_json::json;
use table::intent::Intent;

use crate::harness::{Harness, QUICK};
use crate::player::{open_hand, play_to_the_end, press_button, start_new_game, wait_for_button};

#[tokio::test(flavor = "multi_thread")]
async fn after_a_game_and_its_rematch_a_person_has_at_most_one_private_message() {
    let harness = Harness::start(QUICK).await;
    let (channel, users) = start_new_game(&harness, 3, json!({"pace": "fast"})).await;
    for user in &users {
        open_hand(&harness, user, &channel).await;
    }
    play_to_the_end(&harness, &users, &channel, 26).await;
    press_button(&harness, &users[0], &channel, Intent::Rematch).await;
    for user in &users[1..] {
        press_button(&harness, user, &channel, Intent::Join).await;
    }
    wait_for_button(&harness, &users[0], &channel, Intent::OpenHand).await;
    play_to_the_end(&harness, &users, &channel, 27).await;
    for user in &users {
        let few = async || {
            let messages = harness.view(user, &channel).await.messages;
            let private = messages.iter().filter(|message| is_private(message));
            (private.count() <= 1).then_some(())
        };
        harness.wait_for("at most one private message", few).await;
    }
    harness.finish().await;
}
