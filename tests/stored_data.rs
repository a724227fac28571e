//! A person's stored data: they get it as a file that only they can see, and can have it erased. A person's first hand
//! offers an explanation, and so does their first hand after an erasure.

use kit::virtual_user::component::{components, enabled_button, is_private};
use kit::virtual_user::control_client::User;
use serde_json::{Value, json};
use table::intent::{Intent, PanelStep};
use table::pages::PageIntent;

use crate::harness::{Harness, QUICK};
use crate::monitor::get;
use crate::player::{open_hand, start_game, start_new_game};

/// Opens a person's hand. Returns true if the hand offers an explanation first.
async fn is_first_hand(harness: &Harness, user: &User, channel: &str) -> bool {
    let hand = open_hand(harness, user, channel).await;
    components(&hand)[0].intent() == Some(Intent::Show(PanelStep::Explained))
}

async fn wait_for_file(harness: &Harness, user: &User, channel: &str) -> Value {
    let look = async || {
        let view = harness.view(user, channel).await;
        let own = view.messages.iter().filter(|message| is_private(message));
        let mut files = own.map(|message| &message["attachments"][0]);
        files.find(|file| file.is_object()).cloned()
    };
    let attachment = harness.wait_for("the file", look).await;
    assert_eq!(attachment["filename"], "kittens-data.json");
    let url = attachment["url"].as_str().expect("a file has an address");
    let response = reqwest::get(url)
        .await
        .expect("the sandbox serves the file");
    response.json().await.expect("the file is JSON")
}

/// Returns true if a text may contain the secret of a game: 64 hexadecimal digits.
fn tells_a_secret(text: &str) -> bool {
    let mut words = text.split(|next: char| !next.is_ascii_hexdigit());
    words.any(|word| word.len() >= 64)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_gets_their_data_as_a_file_and_is_forgotten_after_they_confirm_it() {
    let harness = Harness::start(&format!("monitor.listen = \"127.0.0.1:0\"\n{QUICK}")).await;
    let (channel, users) = start_new_game(&harness, 2, json!({"pace": "slow"})).await;
    assert!(is_first_hand(&harness, &users[0], &channel).await);
    let asked = harness.send_command(&users[0], &channel, "me", json!({"privacy": "data"}));
    assert!(asked.await.is_private());
    let file = wait_for_file(&harness, &users[0], &channel).await;
    let (_, metrics) = get(harness.monitor_address(), "/metrics").await;
    for told in [&file.to_string(), &metrics] {
        assert!(!tells_a_secret(told), "a running game's secret: {told}");
    }
    assert_eq!(file["person"].to_string(), users[0].id);
    assert_eq!(file["tables"][0]["names"], json!(["player0"]));
    assert!(!file.to_string().contains("player1"), "{file}");
    let other = harness.view(&users[1], &channel).await;
    let sees_file = |message: &Value| message["attachments"][0].is_object();
    assert!(!other.messages.iter().any(sees_file));
    // Makes the bot reload the first person's stored preferences.
    let chosen = json!({"text-first": false});
    harness
        .send_command(&users[0], &channel, "me", chosen)
        .await;
    let second = harness.create_channel("second").await;
    start_game(&harness, &users, &second, json!({})).await;
    assert!(!is_first_hand(&harness, &users[0], &second).await);

    let command = harness.send_command(&users[0], &channel, "me", json!({"privacy": "forget"}));
    let question = command.await;
    assert!(question.is_private());
    let buttons = components(question.message());
    let confirm = enabled_button(&buttons, PageIntent::ForgetMe).expect("the bot asks first");
    let forgotten = harness.click(&users[0], &channel, confirm, &[]).await;
    assert!(forgotten.is_private(), "{forgotten:?}");
    assert!(enabled_button(&components(forgotten.message()), PageIntent::ForgetMe).is_none());
    let elsewhere = harness.create_channel("elsewhere").await;
    start_game(&harness, &users, &elsewhere, json!({})).await;
    assert!(is_first_hand(&harness, &users[0], &elsewhere).await);
    harness.finish().await;
}
