//! What people send that they should not: each gets a sentence for his eyes only, and nothing of
//! the table changes.

use serde_json::{Value, json};
use table::intent::Intent;

use crate::harness::{Component, Outcome, User, World, components, text_of};
use crate::player::{find, intent, look, press, start_game};

/// Ids that no screen of ours ever had.
const FORGED: [&str; 7] = [
    "v1",
    "v1:0:0:draw",
    "v1:1:1:play:z",
    "v2:1:1:draw",
    "nonsense",
    "v1:999999999999999999999:1:draw",
    "v1:-1:+1:🙀",
];

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_no_seat_is_told_so_by_every_button_of_the_table() {
    let world = World::start(crate::whole_games::QUICK).await;
    let channel = world.channel("strangers").await;
    let users = world.users(3).await;
    start_game(&world, &users[..2], &channel, json!({"pace": "slow"})).await;
    let before = settled_table(&world, &users[2], &channel).await;
    for component in look(&world, &users[2], &channel).await.table() {
        let outcome = world.force(&users[2], &channel, &component, &[]).await;
        assert_private_sentence(&outcome, &component.custom_id);
    }
    assert_eq!(table_text(&world, &users[2], &channel).await, before);
    world.assert_no_problems().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_ids_and_values_change_nothing_and_are_answered() {
    let world = World::start(crate::whole_games::QUICK).await;
    let channel = world.channel("forgers").await;
    let users = world.users(2).await;
    start_game(&world, &users, &channel, json!({"pace": "slow"})).await;
    let before = settled_table(&world, &users[0], &channel).await;
    let real = look(&world, &users[0], &channel).await.table()[0].clone();
    for forged in FORGED {
        let component = Component {
            custom_id: forged.to_owned(),
            ..real.clone()
        };
        assert_private_sentence(
            &world.force(&users[0], &channel, &component, &[]).await,
            forged,
        );
        let menu = Component {
            is_select: true,
            ..component
        };
        let nonsense = ["nonsense".to_owned()];
        assert_private_sentence(
            &world.force(&users[0], &channel, &menu, &nonsense).await,
            forged,
        );
    }
    assert_eq!(table_text(&world, &users[0], &channel).await, before);
    world.assert_no_problems().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_of_two_clicks_on_one_screen_is_told_that_things_moved_on() {
    let world = World::start(crate::whole_games::QUICK).await;
    let channel = world.channel("twice").await;
    let users = world.users(2).await;
    start_game(&world, &users, &channel, json!({"pace": "slow"})).await;
    let draw = find(&world, &users[0], &channel, Intent::Draw).await;
    let first = [
        world.force(&users[0], &channel, &draw, &[]).await,
        world.force(&users[1], &channel, &draw, &[]).await,
    ];
    let second = [
        world.force(&users[0], &channel, &draw, &[]).await,
        world.force(&users[1], &channel, &draw, &[]).await,
    ];
    for outcome in first.iter().chain(&second) {
        assert_private_sentence(outcome, &draw.custom_id);
    }
    let hands: Vec<usize> = hand_sizes(&world, &users, &channel).await;
    assert_eq!(
        hands.iter().sum::<usize>(),
        8 + 8 + 1,
        "one card was drawn in all: {hands:?}"
    );
    world.assert_no_problems().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_buttons_of_a_game_that_has_ended_say_so() {
    let world = World::start(crate::whole_games::QUICK).await;
    let channel = world.channel("late").await;
    let users = world.users(2).await;
    start_game(&world, &users, &channel, json!({"pace": "slow"})).await;
    let old = look(&world, &users[0], &channel).await.table();
    let asked = world.command(&users[0], &channel, "end", json!({})).await;
    let end = components(&asked.0["message"]);
    let yes = end
        .iter()
        .find(|seen| intent(seen) == Some(Intent::End { confirmed: true }))
        .expect("it asks first");
    world.click(&users[0], &channel, yes, &[]).await;
    for component in old
        .iter()
        .filter(|seen| intent(seen) != Some(Intent::Rules))
    {
        assert_private_sentence(
            &world.force(&users[1], &channel, component, &[]).await,
            &component.custom_id,
        );
    }
    world.assert_no_problems().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_without_the_needed_permissions_gets_a_sentence_and_no_table() {
    let world = World::start(crate::whole_games::QUICK).await;
    let channel = world.channel("forbidden").await;
    let user = world.user("owner", "en-US").await;
    // View Channel, and nothing that posting a table needs.
    let path = format!("{}/sandbox/channels/{channel}/permissions", world.address);
    let body = json!({"bot": "1024"});
    world
        .http
        .put(path)
        .json(&body)
        .send()
        .await
        .expect("the sandbox takes permissions");
    let outcome = world.command(&user, &channel, "new", json!({})).await;
    assert_private_sentence(&outcome, "new");
    assert!(
        outcome.text().contains("Send Messages"),
        "it names what is missing: {}",
        outcome.text()
    );
    assert_eq!(
        public_messages(&world, &user, &channel).await,
        Vec::<Value>::new()
    );
    world.assert_no_problems().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_answers_where_there_is_no_table_and_nonsense_in_every_option() {
    let world = World::start(crate::whole_games::QUICK).await;
    let channel = world.channel("nonsense").await;
    let user = world.user("somebody", "en-US").await;
    for command in ["join", "leave", "hand", "table", "end"] {
        let outcome = world.command(&user, &channel, command, json!({})).await;
        assert_private_sentence(&outcome, command);
    }
    for (command, option) in [
        ("new", "edition"),
        ("new", "pace"),
        ("rules", "card"),
        ("rules", "edition"),
    ] {
        let outcome = world
            .force_command(&user, &channel, command, json!({option: "🙀 nonsense"}))
            .await;
        assert_private_sentence(&outcome, option);
    }
    assert_eq!(
        public_messages(&world, &user, &channel).await,
        Vec::<Value>::new()
    );
    world.assert_no_problems().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_table_in_a_channel_is_refused_and_two_channels_play_side_by_side() {
    let world = World::start(crate::whole_games::QUICK).await;
    let users = world.users(2).await;
    let (here, there) = (world.channel("here").await, world.channel("there").await);
    assert!(
        !world
            .command(&users[0], &here, "new", json!({}))
            .await
            .is_private()
    );
    assert_private_sentence(
        &world.command(&users[1], &here, "new", json!({})).await,
        "new",
    );
    assert!(
        !world
            .command(&users[1], &there, "new", json!({}))
            .await
            .is_private()
    );
    press(&world, &users[1], &here, Intent::Join).await;
    press(&world, &users[0], &there, Intent::Join).await;
    world.assert_no_problems().await;
    world.stop().await;
}

/// Answered, in words, to him alone.
fn assert_private_sentence(outcome: &Outcome, what: &str) {
    assert!(outcome.answered(), "{what}: nobody answered: {outcome:?}");
    assert!(
        outcome.is_private(),
        "{what}: the answer is public: {outcome:?}"
    );
    assert!(
        outcome.text().contains(' '),
        "{what}: the answer says nothing: {outcome:?}"
    );
}

async fn public_messages(world: &World, user: &User, channel: &str) -> Vec<Value> {
    let (_, messages) = world.messages(user, channel).await;
    messages
        .into_iter()
        .filter(|message| !crate::harness::is_private(message))
        .collect()
}

async fn table_text(world: &World, user: &User, channel: &str) -> Vec<String> {
    public_messages(world, user, channel)
        .await
        .iter()
        .map(text_of)
        .collect()
}

/// The table's words once the lobby's message is gone and the game's stands alone.
async fn settled_table(world: &World, user: &User, channel: &str) -> Vec<String> {
    loop {
        let sight = look(world, user, channel).await;
        let shown = table_text(world, user, channel).await;
        let playing = sight
            .table()
            .iter()
            .any(|seen| intent(seen) == Some(Intent::OpenHand));
        if shown.len() == 1 && playing {
            return shown;
        }
        world.wait_after(sight.revision).await;
    }
}

/// How many cards each person's fresh panel says he holds.
async fn hand_sizes(world: &World, users: &[User], channel: &str) -> Vec<usize> {
    let mut sizes = Vec::new();
    for user in users {
        let panel = world.command(user, channel, "hand", json!({})).await.text();
        let digits = panel
            .lines()
            .find(|line| line.contains("Your hand"))
            .unwrap_or_default();
        let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
        sizes.push(digits.parse().expect("the panel tells the number of cards"));
    }
    sizes
}
