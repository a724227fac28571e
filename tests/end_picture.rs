//! The picture of a finished game is attached to its final message once, and omitted where the bot may not
//! attach files.

use serde_json::{Value, json};
use table::intent::Intent;

use crate::harness::{Harness, QUICK, succeed};
use crate::player::{play_to_the_end, press_button, start_new_game};

/// Permissions that are enough to play in a channel, but do not allow the bot to attach files.
const WITHOUT_FILES: u64 = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 16 | 1 << 18 | 1 << 31 | 1 << 38;

/// Waits until the newest public message has its picture. Returns the gallery's first item and the message's files.
async fn await_picture(harness: &Harness, channel: &str) -> (Value, Value) {
    let look = async || {
        let view = succeed(harness.client.view(None, channel).await);
        let message = view.messages.last()?;
        let parts = message["components"][0]["components"].as_array()?;
        let gallery = parts.iter().find(|part| part["type"] == 12)?;
        Some((gallery["items"][0].clone(), message["attachments"].clone()))
    };
    harness.wait_for("the picture is shown", look).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_game_has_a_picture_that_stays_when_the_message_is_edited_or_posted_again() {
    let harness = Harness::start(QUICK).await;
    let (channel, users) = start_new_game(&harness, 2, json!({"pace": "fast"})).await;
    play_to_the_end(&harness, &users, &channel, 5).await;
    let (item, attachments) = await_picture(&harness, &channel).await;
    let alt = item["description"].as_str().unwrap_or_default();
    for user in &users {
        assert!(alt.contains(&user.name), "{alt}");
    }
    assert_eq!(attachments[0]["content_type"], "image/png", "{attachments}");
    let size = attachments[0]["size"].as_u64().unwrap_or_default();
    assert!((1_000..150_000).contains(&size), "{size} bytes");
    for (user, command) in [(&users[1], "leave"), (&users[0], "table")] {
        let sent = harness.send_command(user, &channel, command, json!({}));
        assert!(sent.await.is_answered(), "{command}");
    }
    let (item, attachments) = await_picture(&harness, &channel).await;
    assert_eq!(item["description"], alt);
    let count = attachments.as_array().map(Vec::len);
    assert_eq!(count, Some(1), "{attachments}");
    harness.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_permission_to_attach_files_the_end_has_no_picture() {
    let harness = Harness::start(QUICK).await;
    let (channel, users) = start_new_game(&harness, 2, json!({"pace": "fast"})).await;
    let taken = harness.client.set_bot_permissions(&channel, WITHOUT_FILES);
    succeed(taken.await);
    play_to_the_end(&harness, &users, &channel, 5).await;
    // The click is handled after the final edits, and shows that the table still works.
    press_button(&harness, &users[0], &channel, Intent::Rematch).await;
    let view = succeed(harness.client.view(None, &channel).await);
    let has_none = |message: &Value| message["attachments"] == json!([]);
    assert!(view.messages.iter().all(has_none));
    harness.finish_refused_with(&[50_013]).await;
}
