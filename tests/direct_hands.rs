//! Hands in direct messages over the wire: turned on, used to play, kept across a restart, and closed with their game.

use kit::virtual_user::click_choice::choose_click;
use kit::virtual_user::component::{components, enabled_button, is_private};
use kit::virtual_user::control_client::User;
use kit::virtual_user::view::text_of;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use table::intent::Intent;

use crate::harness::{Harness, stored_in, succeed};
use crate::player::{open_hand, start_game, within_game_timeout};

pub(crate) async fn choose_direct_hand(harness: &Harness, user: &User, channel: &str) {
    let chosen = json!({"hand-by-message": true});
    let outcome = harness.send_command(user, channel, "me", chosen).await;
    assert!(outcome.is_private(), "{outcome:?}");
}

async fn direct_channel(harness: &Harness, user: &User) -> Option<String> {
    let state = succeed(harness.client.state().await);
    let mut channels = state["direct_messages"].as_array()?.clone().into_iter();
    let own = channels.find(|channel| channel["user"].as_str() == Some(&user.id))?;
    own["id"].as_str().map(str::to_owned)
}

/// Returns the bot's direct messages to a person, oldest first.
async fn hands(harness: &Harness, user: &User) -> Vec<Value> {
    let Some(channel) = direct_channel(harness, user).await else {
        return Vec::new();
    };
    let view = harness.view(user, &channel).await;
    let hands = view.messages.into_iter();
    hands.filter(|message| !is_private(message)).collect()
}

/// Waits until the newest direct message satisfies a condition, and returns the message.
async fn wait_for_hand(
    harness: &Harness,
    user: &User,
    is_wanted: impl Fn(&Value) -> bool,
) -> Value {
    let newest = async || hands(harness, user).await.pop().filter(&is_wanted);
    harness.wait_for("such a hand", newest).await
}

fn has_controls(message: &Value) -> bool {
    !components(message).is_empty()
}

/// Lets a person make at most one click in their direct messages. Returns true if a click was sent.
async fn click_in_hand(harness: &Harness, user: &User, rng: &mut SmallRng) -> bool {
    let Some(channel) = direct_channel(harness, user).await else {
        return false;
    };
    let view = harness.view(user, &channel).await;
    let Some((component, values)) = choose_click(&view.table(), rng) else {
        return false;
    };
    let outcome = harness.click(user, &channel, &component, &values).await;
    assert!(!outcome.is_sent() || outcome.is_answered(), "{outcome:?}");
    outcome.is_sent()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_played_from_a_direct_message_that_outlives_a_restart_and_ends_with_its_game() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let harness = Harness::start(&stored_in(&folder)).await;
    let channel = harness.create_channel("direct").await;
    let users = harness.create_users(2).await;
    choose_direct_hand(&harness, &users[0], &channel).await;
    let options = json!({"edition": "two-player", "pace": "fast"});
    start_game(&harness, &users, &channel, options).await;
    let first = wait_for_hand(&harness, &users[0], has_controls).await;
    assert!(text_of(&first).contains(&channel), "it links to the table");

    let panel = open_hand(&harness, &users[0], &channel).await;
    let link = first["id"].as_str().expect("a message has an id");
    assert!(text_of(&panel).contains(link), "the hand links to it");

    // The other player has no direct messages.
    assert_eq!(direct_channel(&harness, &users[1]).await, None);

    harness.restart_bot(async {}).await;
    let mut rng = SmallRng::seed_from_u64(7);
    let game = async {
        loop {
            let view = harness.view(&users[0], &channel).await;
            if view.is_over() {
                return;
            }
            let clicked = click_in_hand(&harness, &users[0], &mut rng).await;
            let other = harness.view(&users[1], &channel).await;
            let hand = enabled_button(&other.table(), Intent::OpenHand).cloned();
            let choice = choose_click(&other.panel(), &mut rng)
                .or_else(|| hand.map(|hand| (hand, Vec::new())));
            if let Some((component, values)) = choice {
                harness
                    .click(&users[1], &channel, &component, &values)
                    .await;
            } else if !clicked {
                harness.wait_after(view.revision).await;
            }
        }
    };
    within_game_timeout(game).await;
    let last = wait_for_hand(&harness, &users[0], |hand| !has_controls(hand)).await;
    assert_eq!(last["id"], first["id"], "the same message");
    assert_eq!(hands(&harness, &users[0]).await.len(), 1);
    harness.finish().await;
}
