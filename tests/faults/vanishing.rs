//! Channels, threads, messages, permissions and servers that disappear during a game.

use serde_json::json;
use table::intent::Intent;
use virtual_user::component::{components, enabled_button};
use virtual_user::control_client::Standing;

use super::{Game, id_of};
use crate::harness::{Harness, succeed};
use crate::player::press_button;
use crate::whole_games::QUICK;

/// Discord's permission bits.
const VIEW_CHANNEL: u64 = 1 << 10;
const SEND_MESSAGES: u64 = 1 << 11;
/// The permissions that the bot has if nobody takes any away.
const DEFAULT_PERMISSIONS: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | 1 << 14
    | 1 << 15
    | 1 << 16
    | 1 << 18
    | 1 << 31
    | 1 << 35
    | 1 << 38;

async fn set_permissions(harness: &Harness, channel: &str, bits: u64) {
    succeed(harness.client.set_bot_permissions(channel, bits).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_table_message_is_posted_again() {
    let harness = Harness::start(QUICK).await;
    let mut game = Game::start(&harness, "message").await;
    game.ask_for_hand().await;
    let old = id_of(&game.newest_table().await);
    succeed(harness.client.delete_message(&game.channel, &old).await);
    game.play_rounds(2).await;
    game.wait_for_table("the table is posted again", |table| {
        !components(table).is_empty() && id_of(table) != old
    })
    .await;
    game.play_to_the_end().await;
    game.assert_over().await;
    harness.assert_only_refused_with(&[10_008]).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_closes_its_table_and_no_other() {
    let harness = Harness::start(QUICK).await;
    let game = Game::start(&harness, "deleted").await;
    let mut other = Game::start(&harness, "other").await;
    succeed(harness.client.delete_channel(&game.channel).await);
    other.play_to_the_end().await;
    other.assert_over().await;
    harness.assert_only_refused_with(&[10_003]).await;
    harness.stop().await;
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
    let hand = press_button(&harness, &users[0], &thread, Intent::OpenHand).await;
    assert!(hand.is_private(), "{hand:?}");

    succeed(harness.client.set_thread_closed(&thread, true).await);
    succeed(harness.client.set_thread_closed(&thread, false).await);
    let hand = press_button(&harness, &users[0], &thread, Intent::OpenHand).await;
    assert!(hand.is_private(), "{hand:?}");

    succeed(harness.client.delete_channel(&thread).await);
    let options = json!({"edition": "original"});
    let opened = harness
        .send_command(&users[0], &channel, "new", options)
        .await;
    assert!(opened.is_answered() && !opened.is_private(), "{opened:?}");
    harness
        .assert_only_refused_with(&[10_003, 50_083, 160_005])
        .await;
    harness.stop().await;
}

/// Returns the id of the only thread of a channel.
async fn find_thread(harness: &Harness, channel: &str) -> String {
    let state = succeed(harness.client.state().await);
    let guilds = state["guilds"].as_array().cloned().unwrap_or_default();
    let channels = guilds
        .iter()
        .flat_map(|guild| guild["channels"].as_array().cloned().unwrap_or_default());
    let mut threads = channels.filter(|one| one["parent_id"] == channel);
    id_of(&threads.next().expect("the thread is there"))
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
        set_permissions(&harness, &game.channel, DEFAULT_PERMISSIONS & !missing).await;
        let table = game.view().await.table();
        let hand = enabled_button(&table, Intent::OpenHand).expect("the table is shown");
        let answer = harness
            .click(&game.users[0], &game.channel, hand, &[])
            .await;
        assert!(
            answer.is_private() && answer.text().contains(name),
            "{answer:?}"
        );
    }
    set_permissions(&harness, &game.channel, DEFAULT_PERMISSIONS).await;
    game.play_to_the_end().await;
    game.assert_over().await;
    harness.assert_only_refused_with(&[50_001, 50_013]).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unavailable_server_keeps_its_games_and_one_that_removes_the_bot_does_not() {
    let harness = Harness::start(QUICK).await;
    let mut game = Game::start(&harness, "server").await;
    game.play_rounds(1).await;
    let set_standing = async |standing| {
        succeed(harness.client.set_standing(&harness.guild, standing).await);
    };
    set_standing(Standing::Unavailable).await;
    set_standing(Standing::Member).await;
    game.ask_for_hand().await;
    game.play_rounds(1).await;
    set_standing(Standing::Removed).await;
    set_standing(Standing::Member).await;
    game.wait_until_closed().await;
    harness.assert_only_refused_with(&[50_001]).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn panels_whose_tokens_have_expired_are_opened_again_by_the_next_click() {
    let harness = Harness::start(QUICK).await;
    let mut game = Game::start(&harness, "tokens").await;
    game.ask_for_hand().await;
    succeed(harness.client.expire_tokens(&game.channel).await);
    game.play_to_the_end().await;
    game.assert_over().await;
    harness.assert_only_refused_with(&[50_027]).await;
    harness.stop().await;
}
