//! Input that people should not send: each of it is answered by a sentence that only the sender
//! sees, and the table does not change.

use serde_json::{Value, json};
use table::intent::Intent;
use virtual_user::component::{Choices, Component, components, enabled_button, is_private};
use virtual_user::control_client::User;
use virtual_user::outcome::Outcome;
use virtual_user::view::text_of;

use crate::harness::{Harness, succeed};
use crate::player::{press_button, start_game, wait_for_button};

/// Ids that no message of the bot ever had.
const FORGED_IDS: [&str; 7] = [
    "v1",
    "v1:0:0:draw",
    "v1:1:1:play:z",
    "v2:1:1:draw",
    "nonsense",
    "v1:999999999999999999999:1:draw",
    "v1:-1:+1:🙀",
];

/// The only permission that the bot keeps where it may not post a table.
const VIEW_CHANNEL: u64 = 1 << 10;

/// The seed of a game whose first draw is no Exploding Kitten.
const HARMLESS_DRAW: u64 = 1;

#[tokio::test(flavor = "multi_thread")]
async fn every_button_of_the_table_tells_somebody_without_a_seat_so() {
    let harness = Harness::start(crate::whole_games::QUICK).await;
    let channel = harness.create_channel("strangers").await;
    let users = harness.create_users(3).await;
    start_game(&harness, &users[..2], &channel, json!({"pace": "slow"})).await;
    let before = settled_table(&harness, &users[2], &channel).await;
    for component in harness.view(&users[2], &channel).await.table() {
        // The same words are not sent twice within seconds, so each button has a person of its own.
        let stranger = harness.create_user("stranger", "en-US").await;
        let outcome = harness
            .force_click(&stranger, &channel, &component, &[])
            .await;
        assert_private_sentence(&outcome, &component.custom_id);
    }
    assert_eq!(table_text(&harness, &users[2], &channel).await, before);
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_ids_and_values_change_nothing_and_are_answered() {
    let harness = Harness::start(crate::whole_games::QUICK).await;
    let channel = harness.create_channel("forgers").await;
    let users = harness.create_users(2).await;
    start_game(&harness, &users, &channel, json!({"pace": "slow"})).await;
    let before = settled_table(&harness, &users[0], &channel).await;
    let real = harness.view(&users[0], &channel).await.table()[0].clone();
    for forged in FORGED_IDS {
        let component = real.clone().with_custom_id(forged);
        assert_private_sentence(
            &harness
                .force_click(&users[0], &channel, &component, &[])
                .await,
            forged,
        );
        let menu = Component {
            choices: Some(Choices::default()),
            ..component
        };
        let nonsense = ["nonsense".to_owned()];
        assert_private_sentence(
            &harness
                .force_click(&users[0], &channel, &menu, &nonsense)
                .await,
            forged,
        );
    }
    assert_eq!(table_text(&harness, &users[0], &channel).await, before);
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_of_two_clicks_on_one_message_is_told_that_the_game_moved_on() {
    let harness = Harness::start_seeded(crate::whole_games::QUICK, HARMLESS_DRAW).await;
    let channel = harness.create_channel("twice").await;
    let users = harness.create_users(2).await;
    start_game(&harness, &users, &channel, json!({"pace": "slow"})).await;
    let draw = wait_for_button(&harness, &users[0], &channel, Intent::Draw).await;
    let first = [
        harness.force_click(&users[0], &channel, &draw, &[]).await,
        harness.force_click(&users[1], &channel, &draw, &[]).await,
    ];
    let second = [
        harness.force_click(&users[0], &channel, &draw, &[]).await,
        harness.force_click(&users[1], &channel, &draw, &[]).await,
    ];
    for outcome in first.iter().chain(&second) {
        assert_private_sentence(outcome, &draw.custom_id);
    }
    let hands: Vec<usize> = hand_sizes(&harness, &users, &channel).await;
    assert_eq!(
        hands.iter().sum::<usize>(),
        8 + 8 + 1,
        "one card was drawn in all: {hands:?}"
    );
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_button_of_an_ended_game_tells_that_it_is_over() {
    let harness = Harness::start(crate::whole_games::QUICK).await;
    let channel = harness.create_channel("late").await;
    let users = harness.create_users(2).await;
    start_game(&harness, &users, &channel, json!({"pace": "slow"})).await;
    let old = harness.view(&users[0], &channel).await.table();
    let asked = harness
        .send_command(&users[0], &channel, "end", json!({}))
        .await;
    let question = components(asked.message());
    let confirm = enabled_button(&question, Intent::End { confirmed: true });
    let confirm = confirm.expect("the bot asks before it ends a running game");
    harness.click(&users[0], &channel, confirm, &[]).await;
    for component in old
        .iter()
        .filter(|component| component.intent() != Some(Intent::Rules))
    {
        assert_private_sentence(
            &harness
                .force_click(&users[1], &channel, component, &[])
                .await,
            &component.custom_id,
        );
    }
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_without_the_needed_permissions_gets_no_table_but_their_names() {
    let harness = Harness::start(crate::whole_games::QUICK).await;
    let channel = harness.create_channel("forbidden").await;
    let user = harness.create_user("owner", "en-US").await;
    let permitted = harness.client.set_bot_permissions(&channel, VIEW_CHANNEL);
    succeed(permitted.await);
    let outcome = harness
        .send_command(&user, &channel, "new", json!({}))
        .await;
    assert_private_sentence(&outcome, "new");
    assert!(
        outcome.text().contains("Send Messages"),
        "it names what is missing: {}",
        outcome.text()
    );
    assert_eq!(
        public_messages(&harness, &user, &channel).await,
        Vec::<Value>::new()
    );
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_is_answered_without_a_table_and_with_nonsense_in_its_options() {
    let harness = Harness::start(crate::whole_games::QUICK).await;
    let channel = harness.create_channel("nonsense").await;
    let user = harness.create_user("somebody", "en-US").await;
    for command in ["join", "leave", "hand", "table", "end"] {
        let outcome = harness
            .send_command(&user, &channel, command, json!({}))
            .await;
        assert_private_sentence(&outcome, command);
    }
    for (command, option) in [
        ("new", "edition"),
        ("new", "pace"),
        ("rules", "card"),
        ("rules", "edition"),
        ("me", "language"),
        ("me", "privacy"),
    ] {
        let outcome = harness
            .force_command(&user, &channel, command, json!({option: "🙀 nonsense"}))
            .await;
        assert_private_sentence(&outcome, option);
    }
    assert_eq!(
        public_messages(&harness, &user, &channel).await,
        Vec::<Value>::new()
    );
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_table_in_a_channel_is_refused_and_two_channels_play_side_by_side() {
    let harness = Harness::start(crate::whole_games::QUICK).await;
    let users = harness.create_users(2).await;
    let (here, there) = (
        harness.create_channel("here").await,
        harness.create_channel("there").await,
    );
    assert!(
        !harness
            .send_command(&users[0], &here, "new", json!({}))
            .await
            .is_private()
    );
    assert_private_sentence(
        &harness
            .send_command(&users[1], &here, "new", json!({}))
            .await,
        "new",
    );
    assert!(
        !harness
            .send_command(&users[1], &there, "new", json!({}))
            .await
            .is_private()
    );
    press_button(&harness, &users[1], &here, Intent::Join).await;
    press_button(&harness, &users[0], &there, Intent::Join).await;
    harness.assert_no_problems().await;
    harness.stop().await;
}

/// Asserts that the bot answered with a sentence that only the sender sees.
fn assert_private_sentence(outcome: &Outcome, input: &str) {
    assert!(
        outcome.is_answered(),
        "{input}: the bot did not answer: {outcome:?}"
    );
    assert!(
        outcome.is_private(),
        "{input}: the answer is public: {outcome:?}"
    );
    assert!(
        outcome.text().contains(' '),
        "{input}: the answer has no sentence: {outcome:?}"
    );
}

async fn public_messages(harness: &Harness, user: &User, channel: &str) -> Vec<Value> {
    let messages = harness.view(user, channel).await.messages;
    let public = messages.into_iter().filter(|message| !is_private(message));
    public.collect()
}

/// Returns the texts of the public messages.
async fn table_text(harness: &Harness, user: &User, channel: &str) -> Vec<String> {
    public_messages(harness, user, channel)
        .await
        .iter()
        .map(text_of)
        .collect()
}

/// Waits until the game's message has replaced the lobby's, and returns its text.
async fn settled_table(harness: &Harness, user: &User, channel: &str) -> Vec<String> {
    loop {
        let view = harness.view(user, channel).await;
        let shown = table_text(harness, user, channel).await;
        let table = view.table();
        let playing = enabled_button(&table, Intent::OpenHand);
        if shown.len() == 1 && playing.is_some() {
            return shown;
        }
        harness.wait_after(view.revision).await;
    }
}

/// Returns the number of cards on each person's new hand panel.
async fn hand_sizes(harness: &Harness, users: &[User], channel: &str) -> Vec<usize> {
    let mut sizes = Vec::new();
    for user in users {
        let panel = harness
            .send_command(user, channel, "hand", json!({}))
            .await
            .text();
        let heading = panel
            .lines()
            .find(|line| line.contains("Your hand"))
            .unwrap_or_default();
        let digits: String = heading.chars().filter(char::is_ascii_digit).collect();
        let size = digits.parse().expect("the panel shows the number of cards");
        sizes.push(size);
    }
    sizes
}
