//! Channels, threads, messages, permissions and servers that vanish under a game.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use table::intent::Intent;

use super::{Game, id_of, wanted};
use crate::harness::{PATIENCE, User, World, components, is_private, string, text_of};
use crate::player::{intent, look, press};
use crate::whole_games::QUICK;

/// Bits of SEND_MESSAGES and VIEW_CHANNEL, and what everybody may do.
const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const EVERYTHING: u64 =
    VIEW | SEND | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 18 | 1 << 31 | 1 << 35 | 1 << 38;

async fn permit(world: &World, channel: &str, bits: u64) {
    let path = format!("/channels/{channel}/permissions");
    let body = json!({"bot": bits.to_string()});
    world.control(Method::PUT, &path, body).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_table_message_is_posted_anew() {
    let world = World::start(QUICK).await;
    let mut game = Game::start(&world, "message").await;
    game.ask_for_hand().await;
    let old = id_of(&game.newest_table().await);
    let path = format!("/channels/{}/messages/{old}", game.channel);
    world.control(Method::DELETE, &path, Value::Null).await;
    game.play_rounds(2).await;
    game.wait_for_table("the table comes anew", |table| {
        !components(table).is_empty() && id_of(table) != old
    })
    .await;
    game.play_to_the_end().await;
    game.assert_over().await;
    world.assert_no_mistakes(&[10_008]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_game_is_posted_once_if_the_table_message_is_deleted_before_it() {
    let world = World::start(QUICK).await;
    let mut game = Game::start(&world, "end").await;
    game.ask_for_hand().await;
    let (user, channel) = (game.users[0].clone(), game.channel.clone());
    tokio::join!(
        game.play_to_the_end(),
        delete_until_over(&world, &user, &channel)
    );
    game.assert_over().await;
    let posted = game.tables().await;
    let ends = posted.iter().filter(|table| shows_the_end(table)).count();
    assert_eq!((posted.len(), ends), (1, 1), "{posted:?}");
    // The end that a moderator deletes stays deleted.
    delete_message(&world, &channel, &id_of(&posted[0])).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(game.tables().await, Vec::<Value>::new());
    world.assert_no_mistakes(&[10_008]).await;
    world.stop().await;
}

/// Deletes the table's message as often as it is posted, until it shows the end of the game.
async fn delete_until_over(world: &World, user: &User, channel: &str) {
    loop {
        let (revision, messages) = world.messages(user, channel).await;
        let public = messages.iter().filter(|message| !is_private(message));
        let tables: Vec<_> = public.filter(|one| !components(one).is_empty()).collect();
        if tables.iter().any(|table| shows_the_end(table)) {
            return;
        }
        for table in tables {
            delete_message(world, channel, &id_of(table)).await;
        }
        world.wait_after(revision).await;
    }
}

async fn delete_message(world: &World, channel: &str, message: &str) {
    // The bot may have deleted the message meanwhile, so the answer does not matter.
    let path = format!(
        "{}/sandbox/channels/{channel}/messages/{message}",
        world.address
    );
    let deleted = world.http.delete(path).send().await;
    deleted.expect("the sandbox answers");
}

fn shows_the_end(table: &Value) -> bool {
    let mut shown = components(table).into_iter();
    shown.any(|seen| intent(&seen) == Some(Intent::Rematch))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_ended_by_its_host_says_so_once_though_the_table_message_is_deleted() {
    let world = World::start(QUICK).await;
    let game = Game::start(&world, "ended").await;
    game.ask_for_hand().await;
    let table = game.newest_table().await;
    delete_message(&world, &game.channel, &id_of(&table)).await;
    let (host, channel) = (&game.users[0], &game.channel);
    let asked = world.command(host, channel, "end", json!({})).await;
    let mut controls = components(&asked.0["message"]).into_iter();
    let confirm = controls.find(|seen| intent(seen) == Some(Intent::End { confirmed: true }));
    let confirm = confirm.expect("a question");
    let ended = world.click(host, channel, &confirm, &[]).await;
    assert!(ended.answered(), "{ended:?}");
    let closing_messages = async || {
        let (revision, messages) = world.messages(host, channel).await;
        let closing = messages.iter().filter(|message| {
            !is_private(message)
                && components(message).is_empty()
                && text_of(message).contains(&host.name)
        });
        (revision, closing.count())
    };
    let waiting = async {
        while let (revision, 0) = closing_messages().await {
            world.wait_after(revision).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    waited.expect("the end is posted");
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(closing_messages().await.1, 1);
    world.assert_no_mistakes(&[10_008]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_takes_its_table_along_and_no_other() {
    let world = World::start(QUICK).await;
    let game = Game::start(&world, "deleted").await;
    let mut other = Game::start(&world, "beside-it").await;
    let path = format!("/channels/{}", game.channel);
    world.control(Method::DELETE, &path, Value::Null).await;
    other.play_to_the_end().await;
    other.assert_over().await;
    world.assert_no_mistakes(&[10_003]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_may_be_locked_and_opened_again_and_deleted() {
    let world = World::start(QUICK).await;
    let channel = world.channel("threads").await;
    let users = world.users(2).await;
    let options = json!({"edition": "original", "pace": "fast", "thread": true});
    let opened = world.command(&users[0], &channel, "new", options).await;
    assert!(opened.answered(), "{opened:?}");
    let thread = thread_in(&world, &channel).await;
    press(&world, &users[1], &thread, Intent::Join).await;
    press(&world, &users[0], &thread, Intent::Start).await;
    let hand = press(&world, &users[0], &thread, Intent::OpenHand).await;
    assert!(hand.is_private(), "{hand:?}");

    let path = format!("/channels/{thread}");
    let closed = json!({"archived": true, "locked": true});
    world.control(Method::PATCH, &path, closed).await;
    let open = json!({"archived": false, "locked": false});
    world.control(Method::PATCH, &path, open).await;
    let hand = press(&world, &users[0], &thread, Intent::OpenHand).await;
    assert!(hand.is_private(), "{hand:?}");

    world.control(Method::DELETE, &path, Value::Null).await;
    let options = json!({"edition": "original"});
    let opened = world.command(&users[0], &channel, "new", options).await;
    assert!(opened.answered() && !opened.is_private(), "{opened:?}");
    world.assert_no_mistakes(&[10_003, 50_083, 160_005]).await;
    world.stop().await;
}

async fn thread_in(world: &World, channel: &str) -> String {
    let state = world.get("/sandbox/state").await;
    let guilds = state["guilds"].as_array().cloned().unwrap_or_default();
    let channels = guilds
        .iter()
        .flat_map(|guild| guild["channels"].as_array().cloned().unwrap_or_default());
    let mut threads = channels.filter(|one| one["parent_id"] == channel);
    string(&threads.next().expect("the thread is there")["id"])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_taken_away_makes_the_game_wait_and_is_named() {
    let world = World::start(QUICK).await;
    let mut game = Game::start(&world, "permission").await;
    game.ask_for_hand().await;
    for missing in [VIEW, SEND] {
        permit(&world, &game.channel, EVERYTHING & !missing).await;
        let sight = look(&world, &game.users[0], &game.channel).await;
        let hand = wanted(&sight.table(), Intent::OpenHand).expect("the table stands");
        let told = world.click(&game.users[0], &game.channel, &hand, &[]).await;
        let name = if missing == VIEW {
            "View Channel"
        } else {
            "Send Messages"
        };
        assert!(told.is_private() && told.text().contains(name), "{told:?}");
    }
    permit(&world, &game.channel, EVERYTHING).await;
    game.play_to_the_end().await;
    game.assert_over().await;
    world.assert_no_mistakes(&[50_001, 50_013]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_unavailable_keeps_its_games_and_one_without_the_bot_does_not() {
    let world = World::start(QUICK).await;
    let mut game = Game::start(&world, "server").await;
    game.play_rounds(1).await;
    let path = format!("/guilds/{}/standing", world.guild);
    let become_ = |standing: &str| json!({"standing": standing});
    world
        .control(Method::PUT, &path, become_("unavailable"))
        .await;
    world.control(Method::PUT, &path, become_("member")).await;
    game.ask_for_hand().await;
    game.play_rounds(1).await;
    world.control(Method::PUT, &path, become_("removed")).await;
    world.control(Method::PUT, &path, become_("member")).await;
    game.wait_until_closed().await;
    world.assert_no_mistakes(&[50_001]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn panels_whose_tokens_have_died_are_opened_again_by_the_next_click() {
    let world = World::start(QUICK).await;
    let mut game = Game::start(&world, "tokens").await;
    game.ask_for_hand().await;
    let path = format!("/channels/{}/expire-tokens", game.channel);
    world.control(Method::POST, &path, Value::Null).await;
    game.play_to_the_end().await;
    game.assert_over().await;
    world.assert_no_mistakes(&[50_027]).await;
    world.stop().await;
}
