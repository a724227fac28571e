//! Threads, messages and permissions that disappear during a game.

use std::time::Duration;

use kit::virtual_user::component::enabled_button;
use kit::virtual_user::control_client::User;
use serde_json::{Value, json};
use table::intent::Intent;

use super::{Game, id_of};
use crate::harness::{Harness, QUICK, succeed};
use crate::player::{open_hand, press_button};

const VIEW_CHANNEL: u64 = 1 << 10;
const SEND_MESSAGES: u64 = 1 << 11;
/// The bot's permissions if none are revoked.
const DEFAULT_PERMISSIONS: u64 = sandbox::Permissions::EVERYONE.0;

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_table_message_is_posted_again() {
    let harness = Harness::start(QUICK).await;
    let mut game = Game::start(&harness, "message").await;
    game.ask_for_hand().await;
    let old = id_of(&game.newest_table().await);
    succeed(harness.client.delete_message(&game.channel, &old).await);
    // Plays on, because clicks that only show something do not make the bot post the table again.
    let (user, channel) = (game.users[0].clone(), game.channel.clone());
    game.play_until("the table is posted again", async |harness| {
        let table = harness.view(&user, &channel).await.table();
        table
            .first()
            .is_some_and(|component| component.message != old)
    })
    .await;
    game.play_to_the_end().await;
    game.assert_over().await;
    harness.finish_refused_with(&[10_008]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_game_is_posted_once_if_the_table_message_was_deleted() {
    let harness = Harness::start(QUICK).await;
    let mut game = Game::start(&harness, "end").await;
    game.ask_for_hand().await;
    let (user, channel) = (game.users[0].clone(), game.channel.clone());
    let ((), end) = tokio::join!(
        game.play_to_the_end(),
        delete_tables_until_over(&harness, &user, &channel)
    );
    game.assert_over().await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    game.wait_for_one_message().await;
    let tables = game.tables().await;
    let posted: Vec<String> = tables.iter().map(id_of).collect();
    assert_eq!(posted, [end], "it is the first one: {tables:?}");
    delete_until_gone(&game, tables).await;
    harness.finish_refused_with(&[10_008]).await;
}

/// Deletes the final message of a game, as a moderator would. If the bot is editing the message at that moment, the bot
/// posts it once more; a second deletion is final.
async fn delete_until_gone(game: &Game<'_>, mut ends: Vec<Value>) {
    for _ in 0..2 {
        let Some(end) = ends.pop() else {
            break;
        };
        let client = &game.harness.client;
        succeed(client.delete_message(&game.channel, &id_of(&end)).await);
        tokio::time::sleep(Duration::from_millis(500)).await;
        ends = game.tables().await;
    }
    assert_eq!(ends, Vec::<Value>::new());
}

/// Deletes the table's message whenever it is posted, until it shows the end of the game. Returns the id of the
/// final message.
async fn delete_tables_until_over(harness: &Harness, user: &User, channel: &str) -> String {
    loop {
        let view = harness.view(user, channel).await;
        let table = view.table().into_iter().next();
        if view.is_over() {
            return table.expect("it shows the end").message;
        }
        if let Some(component) = table {
            // Fails if the bot has deleted the message in the meantime.
            let deleted = harness.client.delete_message(channel, &component.message);
            let _ = deleted.await;
        }
        harness.wait_after(view.revision).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_may_be_locked_opened_again_and_deleted() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("threads").await;
    let users = harness.create_users(2).await;
    let options = json!({"edition": "original", "pace": "fast", "thread": true});
    let opened = harness
        .send_command(&users[0], &channel, "new", options)
        .await;
    assert!(opened.is_answered(), "{opened:?}");
    let thread = find_thread(&harness, &channel).await;
    press_button(&harness, &users[1], &thread, Intent::Join).await;
    press_button(&harness, &users[0], &thread, Intent::Start).await;
    open_hand(&harness, &users[0], &thread).await;

    succeed(harness.client.set_thread_closed(&thread, true).await);
    succeed(harness.client.set_thread_closed(&thread, false).await);
    open_hand(&harness, &users[0], &thread).await;

    succeed(harness.client.delete_channel(&thread).await);
    let options = json!({"edition": "original"});
    let opened = harness
        .send_command(&users[0], &channel, "new", options)
        .await;
    assert!(opened.is_answered() && !opened.is_private(), "{opened:?}");
    harness
        .finish_refused_with(&[10_003, 10_008, 50_083, 160_005])
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_pauses_and_says_why_while_the_bot_is_removed_from_the_private_thread() {
    let harness = Harness::start(QUICK).await;
    let hall = harness.create_channel("hall").await;
    let thread = succeed(harness.client.create_thread(&hall).await);
    succeed(harness.client.set_private(&thread, true).await);
    let mut game = Game::start_in(&harness, thread.clone()).await;
    game.ask_for_hand().await;
    succeed(harness.client.set_private(&thread, false).await);
    let user = game.users[0].clone();
    let is_told = async |harness: &Harness| {
        let asking = harness.send_command(&user, &thread, "hand", json!({}));
        asking.await.text().contains("mention me")
    };
    game.play_until("the player is told", is_told).await;
    for _ in 0..6 {
        assert!(
            is_told(&harness).await,
            "more refusals than pause a channel"
        );
    }
    let before = id_of(&game.newest_table().await);
    succeed(harness.client.set_private(&thread, true).await);
    game.ask_until_posted_again(&before).await;
    game.play_to_the_end().await;
    game.assert_over().await;
    harness.finish_refused_with(&[10_008, 50_001]).await;
}

/// Returns the id of a channel's only thread.
async fn find_thread(harness: &Harness, channel: &str) -> String {
    let state = succeed(harness.client.state().await);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let guilds = list(&state["guilds"]).into_iter();
    let mut channels = guilds.flat_map(|guild| list(&guild["channels"]));
    let thread = channels.find(|one| one["parent_id"] == channel);
    id_of(&thread.expect("the thread is there"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_taken_away_pauses_the_game_and_is_named_to_the_player() {
    let harness = Harness::start(QUICK).await;
    let mut game = Game::start(&harness, "permission").await;
    game.ask_for_hand().await;
    for (missing, name) in [
        (VIEW_CHANNEL, "View Channel"),
        (SEND_MESSAGES, "Send Messages"),
    ] {
        let (user, channel) = (&game.users[0], &game.channel);
        let left = DEFAULT_PERMISSIONS & !missing;
        succeed(harness.client.set_bot_permissions(channel, left).await);
        let table = game.view().await.table();
        let hand = enabled_button(&table, Intent::OpenHand).expect("the table is shown");
        let answer = harness.click(user, channel, hand, &[]).await;
        let is_named = answer.is_private() && answer.text().contains(name);
        assert!(is_named, "{answer:?}");
    }
    let given = harness
        .client
        .set_bot_permissions(&game.channel, DEFAULT_PERMISSIONS);
    succeed(given.await);
    game.play_to_the_end().await;
    game.assert_over().await;
    harness.finish_refused_with(&[50_001, 50_013]).await;
}
