//! Tables that are out of memory because nobody uses them, through the real wire: people do not notice.

use serde_json::json;
use table::ids::Revision;
use table::intent::Intent;
use tokio::time::timeout;
use virtual_user::component::enabled_button;
use virtual_user::control_client::User;
use virtual_user::view::{View, newest_stamp};

use crate::harness::{Harness, TIMEOUT};
use crate::player::{press_button, start_game};

/// One table stays in memory, and turns last so long.
fn settings(turn_seconds: u32) -> String {
    format!(
        "monitor.listen = \"127.0.0.1:0\"\n\
         limits.loaded_tables = 1\n\
         paces.fast.window = 1\n\
         paces.fast.turn = {turn_seconds}\n"
    )
}

/// Waits until a table of several is out of memory.
async fn wait_until_one_has_left(harness: &Harness) {
    let url = format!("http://{}/metrics", harness.monitor_address());
    let waiting = async {
        loop {
            let metrics = reqwest::get(&url).await.expect("the monitor answers");
            let metrics = metrics.text().await.expect("the figures arrive");
            let one_or_none = ["kittens_loaded_tables 0", "kittens_loaded_tables 1"];
            if metrics.lines().any(|line| one_or_none.contains(&line)) {
                return;
            }
        }
    };
    let left = timeout(TIMEOUT, waiting).await;
    left.expect("a table leaves memory");
}

/// Returns the revision of the newest hand in a view.
fn hand_revision(view: &View) -> Option<Revision> {
    newest_stamp(&view.panel()).map(|stamp| stamp.revision)
}

/// Lets the person on turn draw. The other person's hand has to follow without a click of theirs.
async fn draw_and_see_the_other_hand_follow(harness: &Harness, users: &[User], channel: &str) {
    for (user, other) in [(&users[0], &users[1]), (&users[1], &users[0])] {
        let panel = harness.view(user, channel).await.panel();
        let Some(draw) = enabled_button(&panel, Intent::Draw) else {
            continue;
        };
        let before = hand_revision(&harness.view(other, channel).await);
        let drawn = harness.click(user, channel, draw, &[]).await;
        assert!(drawn.is_answered(), "{drawn:?}");
        let following = async {
            loop {
                let view = harness.view(other, channel).await;
                if hand_revision(&view) > before {
                    return;
                }
                harness.wait_after(view.revision).await;
            }
        };
        let followed = timeout(TIMEOUT, following).await;
        return followed.expect("the other hand is refreshed");
    }
    panic!("nobody has a turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_count_and_hands_follow_at_tables_that_have_left_memory() {
    let harness = Harness::start(&settings(3_600)).await;
    let mut games = Vec::new();
    for name in ["first", "second"] {
        let channel = harness.create_channel(name).await;
        let users = harness.create_users(2).await;
        let options = json!({"edition": "original", "pace": "fast"});
        start_game(&harness, &users, &channel, options).await;
        for user in &users {
            press_button(&harness, user, &channel, Intent::OpenHand).await;
        }
        games.push((channel, users));
    }
    // Whichever has left first, it is clicked.
    for (channel, users) in &games {
        wait_until_one_has_left(&harness).await;
        draw_and_see_the_other_hand_follow(&harness, users, channel).await;
    }
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_end_and_computers_move_at_tables_that_have_left_memory() {
    let harness = Harness::start(&settings(8)).await;
    let mut games = Vec::new();
    for name in ["first", "second"] {
        let channel = harness.create_channel(name).await;
        let users = harness.create_users(1).await;
        let options = json!({"edition": "original", "pace": "fast", "computers": 1});
        start_game(&harness, &users, &channel, options).await;
        let begun = harness.view(&users[0], &channel).await.table_stamp();
        games.push((channel, users, begun));
    }
    wait_until_one_has_left(&harness).await;
    for (channel, users, begun) in &games {
        // The person does nothing: their turn ends, and the computer has one.
        let two_turns_on = begun.map(|begun| begun.revision.0 + 2);
        let going_on = async {
            loop {
                let view = harness.view(&users[0], channel).await;
                let reached = view.table_stamp().map(|stamp| stamp.revision.0);
                if view.is_over() || reached >= two_turns_on {
                    return;
                }
                harness.wait_after(view.revision).await;
            }
        };
        let went_on = timeout(TIMEOUT, going_on).await;
        went_on.expect("the game goes on by itself");
    }
    harness.assert_no_problems().await;
    harness.stop().await;
}
