//! The real process is suspended, like a paused container or a migrating machine, and no player loses a turn or a Nope.

use std::time::Duration;

use futures::future::join;
use kit::virtual_user::component::{Component, components, enabled_button};
use kit::virtual_user::control_client::User;
use rules::{Play, Title};
use sandbox::SandboxConfig;
use serde_json::json;
use table::intent::Intent;
use tokio::time::sleep;

use crate::harness::{Harness, succeed};
use crate::player::{open_hand, press_button, start_new_game};

/// Settings with turns and windows that are long enough for all clicks before and after a standstill.
const SETTINGS: &str = "paces.fast.turn = 15\npaces.fast.window = 10\n\
     limits.click_burst = 1000\nlimits.clicks_per_second = 1000\n";
const LONGER_THAN_A_WINDOW: Duration = Duration::from_secs(11);
const LONGER_THAN_A_TURN: Duration = Duration::from_secs(16);
/// The time between a click and the moment the process resumes. Discord waits three seconds for an answer.
const JUST_BEFORE: Duration = Duration::from_millis(500);
/// Cards without a target. If one is noped, the turn does not change.
const PLAYED: [Title; 3] = [Title::Skip, Title::Shuffle, Title::SeeTheFuture];

async fn hand(harness: &Harness, user: &User, channel: &str) -> Vec<Component> {
    components(&open_hand(harness, user, channel).await)
}

/// Plays a card that opens a Nope window, in a game for two. Returns the channel, the player, the owner of a Nope, and
/// the Nope's button; `None` if their hands contain no such cards.
async fn open_window(harness: &Harness) -> Option<(String, [User; 2], Component)> {
    let options = json!({"edition": "original", "pace": "fast"});
    let (channel, mut users) = start_new_game(harness, 2, options).await;
    let mut cards = hand(harness, &users[0], &channel).await;
    if enabled_button(&cards, Intent::Draw).is_none() {
        users.swap(0, 1);
        cards = hand(harness, &users[0], &channel).await;
    }
    let play = |title: Title| enabled_button(&cards, Intent::Play(Play::single(title)));
    let card = PLAYED.into_iter().find_map(play)?;
    harness.click(&users[0], &channel, card, &[]).await;
    let cards = hand(harness, &users[1], &channel).await;
    let nope = enabled_button(&cards, Intent::Nope { layer: 0 })?.clone();
    Some((channel, users.try_into().ok()?, nope))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nope_clicked_while_the_process_is_suspended_counts_and_nobody_is_made_to_draw() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let storage = folder.path().join("kittens.db");
    let settings = format!("storage.url = \"sqlite:{}\"\n{SETTINGS}", storage.display());
    let log = folder.path().join("log");
    let harness = Harness::start_process(SandboxConfig::default(), &settings, &log).await;
    let process = harness.process.as_ref().expect("it has started");
    let (channel, [player, other], nope) = loop {
        if let Some(opened) = open_window(&harness).await {
            break opened;
        }
    };

    process.stop().expect("it runs");
    sleep(LONGER_THAN_A_WINDOW).await;
    let go_on = async {
        sleep(JUST_BEFORE).await;
        process.continue_stopped().expect("it is stopped");
    };
    let (noped, ()) = join(harness.click(&other, &channel, &nope, &[]), go_on).await;
    assert!(noped.is_answered(), "{noped:?}");
    let view = async || Some(harness.view(&player, &channel).await.text());
    let is_noped = async || view().await.filter(|text| text.contains("NOPE"));
    harness.wait_for("the Nope is on the table", is_noped).await;

    press_button(&harness, &player, &channel, Intent::Pass).await;
    let is_on_turn = async || {
        let cards = hand(&harness, &player, &channel).await;
        enabled_button(&cards, Intent::Draw).cloned()
    };
    harness.wait_for("the turn goes on", is_on_turn).await;
    let stamp = async || succeed(harness.client.view(None, &channel).await).table_stamp();
    let before = stamp().await;
    process.stop().expect("it runs");
    sleep(LONGER_THAN_A_TURN).await;
    process.continue_stopped().expect("it is stopped");
    let cards = hand(&harness, &player, &channel).await;
    assert!(enabled_button(&cards, Intent::Draw).is_some());
    assert_eq!(stamp().await, before, "nobody has drawn");
    harness.stop().await;
}
