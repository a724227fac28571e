//! Tables and settings in threads, forum posts and voice channels; calls for players; servers that add the bot, and
//! servers that have only its commands.

use kit::virtual_user::click_choice::choose_click;
use kit::virtual_user::component::{Component, components, enabled_button};
use kit::virtual_user::control_client::User;
use kit::virtual_user::view::text_of;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use table::intent::{CALL_PLAYERS, Intent};
use table::pages::PageIntent;
use table::pages::practice::PracticeRequest;
use table::pages::settings::{ServerChange, WeeklyBoard};
use table::text::Locale;

use crate::harness::{Harness, QUICK, stored_in, succeed};
use crate::player::press_button;

/// Discord's channel types.
const VOICE: u8 = 2;
const ANNOUNCEMENT: u8 = 5;
const FORUM: u8 = 15;

async fn create_channel(harness: &Harness, number: u8) -> String {
    let created = harness
        .client
        .create_channel_of_type(&harness.guild, number);
    succeed(created.await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_opened_in_the_thread_that_its_channel_allows_or_a_sentence_says_why_not() {
    let harness = Harness::start(QUICK).await;
    let user = harness.create_user("ada", "en-US").await;
    let news = create_channel(&harness, ANNOUNCEMENT).await;
    let voice = create_channel(&harness, VOICE).await;
    let ask = async |channel: &str, expected: &str| {
        let options = json!({"thread": true});
        let answer = harness.send_command(&user, channel, "new", options).await;
        let text = answer.message().to_string();
        answer.is_private() && text.contains(expected)
    };
    assert!(ask(&news, "<#").await, "it links to the thread");
    assert!(ask(&voice, "no threads").await);
    let standing = harness.client.set_standing(&harness.guild, "commands_only");
    succeed(standing.await);
    let told = async || ask(&news, "[add me](https://").await.then_some(());
    harness.wait_for("the link that adds the bot", told).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_adds_the_bot_is_greeted_once_in_silence() {
    let folder = tempfile::tempdir().expect("the system provides a folder");
    let harness = Harness::start(&stored_in(&folder)).await;
    let user = harness.create_user("ada", "en-US").await;
    let channel = harness.create_channel("general").await;
    let greetings = async || {
        let all = harness.view(&user, &channel).await.messages;
        let is_greeting = |one: &Value| text_of(one).contains("Hello, I deal");
        all.into_iter().filter(is_greeting).collect::<Vec<_>>()
    };
    assert_eq!(greetings().await.len(), 0, "it was there before the bot");
    let set_standing = async |standing: &str| {
        succeed(harness.client.set_standing(&harness.guild, standing).await);
    };
    for _ in 0..2 {
        // serenity handles each event in its own task, so a running bot may handle the removal after the return.
        harness.restart_bot(set_standing("removed")).await;
        set_standing("member").await;
        let greeted = async || greetings().await.pop();
        let greeting = harness.wait_for("the greeting", greeted).await;
        assert_eq!(greeting["flags"], 1 << 15 | 1 << 12, "it is silent");
        assert!(text_of(&greeting).contains("</kittens new:"));
    }
    harness
        .send_command(&user, &channel, "rules", json!({}))
        .await;
    assert_eq!(greetings().await.len(), 1, "it is not repeated");
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asked_for_it_is_called_by_a_host_and_may_join_there() {
    let harness = Harness::start(QUICK).await;
    let users = harness.create_users(3).await;
    let [host, wanted, other] = &users[..] else {
        panic!("{users:?}");
    };
    let channel = harness.create_channel("general").await;
    harness.send_command(host, &channel, "new", json!({})).await;
    let asked = press_button(&harness, wanted, &channel, PageIntent::CallMe(true)).await;
    assert!(asked.is_private(), "{asked:?}");
    press_button(&harness, other, &channel, PageIntent::CallMe(true)).await;
    let off = PageIntent::CallMe(false);
    let view = harness.view(other, &channel).await;
    let shown: Vec<_> = view.messages.iter().flat_map(components).collect();
    let button = enabled_button(&shown, off).expect("it can be turned off");
    harness.click(other, &channel, button, &[]).await;
    let view = harness.view(host, &channel).await;
    let calls = |one: &Component| {
        let choices = one.choices.as_ref();
        choices.is_some_and(|choices| choices.values.iter().any(|one| one == CALL_PLAYERS))
    };
    let mut menus = view.messages.iter().flat_map(components);
    let menu = menus.find(calls).expect("the menu of the lobby");
    let call_players = [CALL_PLAYERS.to_owned()];
    let called = harness.click(host, &channel, &menu, &call_players).await;
    assert!(called.is_private(), "{called:?}");
    let call = async || {
        let all = harness.view(wanted, &channel).await.messages;
        let mut calls = all.into_iter();
        calls.find(|one| text_of(one).contains("is looking for players"))
    };
    let call = harness.wait_for("the call", call).await;
    assert_eq!(call["mentions"].as_array().map(Vec::len), Some(1));
    assert_eq!(call["mentions"][0]["id"], json!(wanted.id));
    let buttons = components(&call);
    let join = enabled_button(&buttons, Intent::Join).expect("the call has a button");
    assert!(
        harness
            .click(wanted, &channel, join, &[])
            .await
            .is_answered()
    );
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_weekly_board_can_be_chosen_in_a_forum_post_and_is_turned_off_when_the_post_is_deleted()
{
    let harness = Harness::start(QUICK).await;
    let state = succeed(harness.client.state().await);
    let owner = User {
        id: state["users"][0]["id"].as_str().expect("an id").to_owned(),
        name: "the owner".to_owned(),
    };
    let forum = create_channel(&harness, FORUM).await;
    let post = succeed(harness.client.create_thread(&forum).await);
    let panel = harness
        .send_command(&owner, &post, "settings", json!({}))
        .await;
    let board = WeeklyBoard {
        channel: table::ids::ChannelId(post.parse().expect("an id")),
        language: Locale::fallback(),
    };
    let here = PageIntent::ChangeServer(ServerChange::PostBoard(Some(board)));
    let offered = components(panel.message());
    let button = enabled_button(&offered, here).expect("the post is offered");
    let chosen = harness.click(&owner, &post, button, &[]).await;
    let shows = |panel: &Value| panel.to_string().contains(&format!("<#{post}>"));
    assert!(shows(chosen.message()), "{chosen:?}");
    succeed(harness.client.delete_channel(&post).await);
    let elsewhere = harness.create_channel("elsewhere").await;
    let is_gone = async || {
        let asked = harness.send_command(&owner, &elsewhere, "settings", json!({}));
        (!shows(asked.await.message())).then_some(())
    };
    harness.wait_for("no setting names the post", is_gone).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_a_table_that_the_bot_could_not_show_explains_what_to_do() {
    let harness = Harness::start(QUICK).await;
    let user = harness.create_user("ada", "en-US").await;
    let voice = create_channel(&harness, VOICE).await;
    let hall = harness.create_channel("hall").await;
    let thread = succeed(harness.client.create_thread(&hall).await);
    let admit = async |is_admitted: bool| {
        let without = if is_admitted {
            0
        } else {
            sandbox::Permissions::CONNECT.0
        };
        let left = sandbox::Permissions::EVERYONE.0 & !without;
        succeed(harness.client.set_bot_permissions(&voice, left).await);
        succeed(harness.client.set_private(&thread, is_admitted).await);
    };
    for (is_admitted, in_voice, in_thread) in [
        (false, "grant me *Connect*", "Mention me here"),
        (true, "\"Join\"", "\"Join\""),
    ] {
        admit(is_admitted).await;
        for (place, expected) in [(&voice, in_voice), (&thread, in_thread)] {
            let answer = harness.send_command(&user, place, "new", json!({})).await;
            assert_eq!(answer.is_private(), !is_admitted, "{answer:?}");
            let text = answer.message().to_string();
            assert!(text.contains(expected), "{text}");
        }
    }
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_take_the_command_to_servers_without_the_bot_and_play_alone_there() {
    let harness = Harness::start(QUICK).await;
    let user = harness.create_user("ada", "en-US").await;
    let hall = harness.create_channel("hall").await;
    succeed(harness.client.set_standing(&harness.guild, "removed").await);
    let ask = async |command: &str| {
        let answer = harness.send_command(&user, &hall, command, json!({})).await;
        assert!(answer.is_private(), "{command}: {answer:?}");
        answer.message().clone()
    };
    let is_told = async || {
        let refused = ask("new").await.to_string();
        refused.contains("oauth2/authorize").then_some(())
    };
    harness
        .wait_for("the link that adds the bot", is_told)
        .await;
    for (command, says) in [
        ("today", "Kitten of the day"),
        ("rules", "Draw"),
        ("me", "language"),
        ("stats", "game"),
        ("games", "games"),
    ] {
        let page = ask(command).await.to_string();
        assert!(page.contains(says), "{command}: {page}");
    }
    let learn = PageIntent::Practice(PracticeRequest::Learn);
    let mut screen = ask("practice").await;
    let mut rng = SmallRng::seed_from_u64(4);
    let begin = enabled_button(&components(&screen), learn)
        .expect("it is offered")
        .clone();
    let mut clicked = harness.click(&user, &hall, &begin, &[]).await;
    for _ in 0..200 {
        screen = clicked.message().clone();
        let offered = components(&screen);
        let Some((click, values)) = choose_click(&offered, &mut rng) else {
            break;
        };
        clicked = harness.click(&user, &hall, &click, &values).await;
    }
    let goes_on = choose_click(&components(&screen), &mut rng);
    assert!(goes_on.is_none(), "{screen}");
    harness.stop().await;
}
