//! A Kitten of the day over the wire: from the command to the public result, across a restart, with no
//! requests except the answers to clicks.

use kit::virtual_user::click_choice::choose_click;
use kit::virtual_user::component::{components, enabled_button, message_id};
use kit::virtual_user::view::text_of;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;
use table::intent::Intent;
use table::pages::PageIntent;
use table::pages::daily::DailyRequest;

use crate::harness::{Harness, stored_in, succeed};

const OPEN: PageIntent = PageIntent::Daily(DailyRequest::Open);
const POST: PageIntent = PageIntent::Daily(DailyRequest::Post);

async fn requests(harness: &Harness) -> u64 {
    let problems = succeed(harness.client.problems().await);
    problems["counts"]["requests"].as_u64().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daily_game_survives_a_restart_needs_only_answers_to_clicks_and_is_posted() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let harness = Harness::start(&stored_in(&folder)).await;
    let channel = harness.create_channel("daily").await;
    let user = harness.create_user("ada", "de").await;
    let mut rng = SmallRng::seed_from_u64(7);

    let page = harness
        .send_command(&user, &channel, "today", json!({}))
        .await;
    assert!(page.is_private(), "{page:?}");
    let offered = components(page.message());
    let play = enabled_button(&offered, Intent::Start).expect("it can be begun");
    let begun = harness.click(&user, &channel, play, &[]).await;
    assert_eq!(message_id(begun.message()), message_id(page.message()));
    harness.restart_bot(async {}).await;

    let before = requests(&harness).await;
    let (mut message, mut clicks) = (begun.message().clone(), 0);
    while let Some((component, values)) = choose_click(&components(&message), &mut rng) {
        let outcome = harness.click(&user, &channel, &component, &values).await;
        assert_eq!(message_id(outcome.message()), message_id(page.message()));
        message = outcome.message().clone();
        clicks += 1;
    }
    if let Some(result) = enabled_button(&components(&message), OPEN) {
        message = harness
            .click(&user, &channel, result, &[])
            .await
            .message()
            .clone();
        clicks += 1;
    }
    assert_eq!(requests(&harness).await, before + clicks);

    let offered = components(&message);
    let post = enabled_button(&offered, POST).expect("the result can be posted");
    let posted = harness.click(&user, &channel, post, &[]).await;
    assert!(posted.is_answered() && !posted.is_private(), "{posted:?}");
    // The post is in the server's language.
    assert!(
        text_of(posted.message()).contains("Kitten of the day"),
        "{posted:?}"
    );
    let again = harness.click(&user, &channel, post, &[]).await;
    assert!(again.is_private(), "{again:?}");
    let page = harness
        .send_command(&user, &channel, "today", json!({}))
        .await;
    assert!(enabled_button(&components(page.message()), Intent::Start).is_none());
    harness.finish().await;
}
