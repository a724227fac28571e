//! Private messages in a channel, over the wire: refusals that replace each other, and the first hand that
//! explains itself.

use serde_json::{Value, json};
use table::intent::Intent;
use virtual_user::component::{Component, components, enabled_button, is_private};
use virtual_user::control_client::User;
use virtual_user::view::text_of;

use crate::harness::Harness;
use crate::player::{press_button, start_game};
use crate::whole_games::QUICK;

/// Words of the explanation, and of no other private message.
const EXPLANATION: &str = "A grey card";

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_takes_the_place_of_the_one_before_and_leaves_other_messages_alone() {
    let (harness, channel, users) = game().await;
    press_button(&harness, &users[0], &channel, Intent::OpenHand).await;
    let (nope, place) = (Intent::Nope { layer: 0 }, Intent::PlaceAnywhere);
    for person in &users {
        let before = private_texts(&harness, person, &channel).await.len();
        let mut told = Vec::new();
        for intent in [nope, place, nope] {
            let answer = click_forged(&harness, person, &channel, intent).await;
            told.push(text_of(&answer));
            wait_for_private(&harness, person, &channel, before + 1).await;
        }
        assert_ne!(
            told[0], told[1],
            "two clicks are refused in different words"
        );
        let texts = private_texts(&harness, person, &channel).await;
        assert_eq!(texts.last(), told.last(), "the newest refusal is shown");
    }
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_hand_explains_itself_once_and_again_only_when_asked() {
    let (harness, channel, users) = game().await;
    let first = press_button(&harness, &users[0], &channel, Intent::OpenHand).await;
    assert!(text_of(first.message()).contains(EXPLANATION));
    let second = press_button(&harness, &users[0], &channel, Intent::OpenHand).await;
    assert!(!text_of(second.message()).contains(EXPLANATION));
    let buttons = components(second.message());
    let is_info = |component: &&Component| component.custom_id.ends_with(":explain");
    let info = buttons.iter().find(is_info).expect("an info button");
    let asked = harness.click(&users[0], &channel, info, &[]).await;
    assert!(text_of(asked.message()).contains(EXPLANATION));
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_hand_of_a_person_who_was_forgotten_explains_itself_again() {
    let (harness, channel, users) = game().await;
    press_button(&harness, &users[0], &channel, Intent::OpenHand).await;
    let command = harness.send_command(&users[0], &channel, "me", json!({"privacy": "forget"}));
    let question = command.await;
    let buttons = components(question.message());
    let confirm = enabled_button(&buttons, Intent::ForgetMe).expect("the bot asks first");
    harness.click(&users[0], &channel, confirm, &[]).await;
    let elsewhere = harness.create_channel("elsewhere").await;
    start_game(&harness, &users, &elsewhere, json!({})).await;
    let hand = press_button(&harness, &users[0], &elsewhere, Intent::OpenHand).await;
    assert!(text_of(hand.message()).contains(EXPLANATION));
    let other = press_button(&harness, &users[1], &elsewhere, Intent::OpenHand).await;
    assert!(
        text_of(other.message()).contains(EXPLANATION),
        "their first"
    );
    harness.stop().await;
}

/// Starts a game of two people who never saw a hand.
async fn game() -> (Harness, String, Vec<User>) {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("private").await;
    let users = harness.create_users(2).await;
    start_game(&harness, &users, &channel, json!({})).await;
    (harness, channel, users)
}

/// Clicks a control that the table's message does not have, and returns the answer.
async fn click_forged(harness: &Harness, user: &User, channel: &str, intent: Intent) -> Value {
    let view = harness.view(user, channel).await;
    let (table, stamp) = (view.table(), view.table_stamp().expect("a running game"));
    let component = table.first().expect("the table has controls");
    let forged = component
        .clone()
        .with_custom_id(&stamp.button(intent).to_string());
    let outcome = harness.force_click(user, channel, &forged, &[]).await;
    assert!(outcome.is_private(), "{outcome:?}");
    outcome.message().clone()
}

/// Returns the texts of a person's private messages, the oldest first.
async fn private_texts(harness: &Harness, user: &User, channel: &str) -> Vec<String> {
    let messages = harness.view(user, channel).await.messages;
    let private = messages.iter().filter(|message| is_private(message));
    private.map(text_of).collect()
}

/// Waits until a person sees so many private messages.
async fn wait_for_private(harness: &Harness, user: &User, channel: &str, count: usize) {
    loop {
        let view = harness.view(user, channel).await;
        let private = view.messages.iter().filter(|one| is_private(one));
        if private.count() == count {
            return;
        }
        harness.wait_after(view.revision).await;
    }
}
