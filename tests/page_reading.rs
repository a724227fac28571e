//! The lobby, the table and a hand as a screen reader presents them in the sandbox's page: headings, lists,
//! pictures and controls in Chromium's accessibility tree, recorded as snapshots.

use kit::virtual_user::component::{components, is_private, message_id};
use kit::virtual_user::control_client::User;
use serde_json::{Value, json};
use table::intent::Intent;

use crate::browser::Browser;
use crate::harness::Harness;
use crate::player::{open_hand, press_button};

/// Long time limits: nothing times out during the test.
const SETTINGS: &str = "
    discord.pictures = true
    paces.normal.turn = 3600
    paces.normal.window = 3600
";
const SEED: u64 = 3;

/// Nodes that a screen reader skips.
const SILENT: [&str; 7] = [
    "none",
    "generic",
    "InlineTextBox",
    "LineBreak",
    "ListMarker",
    "paragraph",
    "time",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_a_table_and_a_hand_make_sense_read_aloud() {
    let harness = Harness::start_seeded(SETTINGS, SEED).await;
    crate::emojis::wait_for_emojis(&harness).await;
    let channel = harness.create_channel("aloud").await;
    let people = [
        harness.create_user("Mia", "en-US").await,
        harness.create_user("Tom", "en-US").await,
    ];
    let browser = Browser::start().await;
    let reader = Reader {
        harness: &harness,
        browser: &browser,
        channel: &channel,
    };
    let opened = harness.send_command(&people[0], &channel, "new", json!({}));
    assert!(opened.await.is_answered(), "a lobby opens");
    press_button(&harness, &people[1], &channel, Intent::Join).await;
    insta::assert_snapshot!("lobby", reader.read(&people[0], false).await);
    press_button(&harness, &people[0], &channel, Intent::Start).await;
    open_hand(&harness, &people[0], &channel).await;
    insta::assert_snapshot!("table", reader.read(&people[0], false).await);
    insta::assert_snapshot!("hand", reader.read(&people[0], true).await);
    browser.stop().await;
    harness.stop().await;
}

struct Reader<'r> {
    harness: &'r Harness,
    browser: &'r Browser,
    channel: &'r str,
}

impl Reader<'_> {
    /// Returns the screen reader's text for a person's newest message with controls.
    async fn read(&self, person: &User, private: bool) -> String {
        let view = self.harness.view(person, self.channel).await;
        let is_wanted =
            |message: &&Value| is_private(message) == private && !components(message).is_empty();
        let newest = view.messages.iter().rfind(is_wanted);
        let message = message_id(newest.expect("the message is there")).to_owned();
        let server = self.harness.client.address();
        let address = format!("{server}/?user={}&channel={}", person.id, self.channel);
        self.browser.open(&address).await;
        let selector = format!("[data-message-id='{message}'] .body");
        self.browser.await_element(&selector).await;
        let query = json!({"expression": format!("document.querySelector({selector:?})")});
        let found = self.browser.devtools("Runtime.evaluate", query).await;
        let object = found["result"]["objectId"].clone();
        let parameters = json!({"objectId": object});
        let tree = self
            .browser
            .devtools("Accessibility.queryAXTree", parameters);
        let nodes = tree.await["nodes"].as_array().cloned().unwrap_or_default();
        read_aloud(&nodes)
    }
}

/// Returns a line for each node that is read aloud, in reading order.
fn read_aloud(nodes: &[Value]) -> String {
    let lines = nodes.iter().filter_map(line);
    lines.collect::<Vec<_>>().join("\n")
}

fn line(node: &Value) -> Option<String> {
    let role = node["role"]["value"].as_str()?;
    let name = node["name"]["value"].as_str().unwrap_or_default().trim();
    let is_silent = node["ignored"] == true || SILENT.contains(&role);
    if is_silent || (role == "StaticText" && name.is_empty()) {
        return None;
    }
    let properties = node["properties"].as_array().into_iter().flatten();
    let shown: String = properties
        .filter_map(|property| {
            let value = &property["value"]["value"];
            match property["name"].as_str()? {
                "level" => Some(format!(" level {value}")),
                "disabled" if value == true => Some(" greyed out".to_owned()),
                _ => None,
            }
        })
        .collect();
    let name = without_countdown(name);
    Some(format!("{role}{shown}: {name}"))
}

/// Returns a name without the number in its countdown, which depends on the time.
fn without_countdown(name: &str) -> String {
    match name.strip_prefix("in ") {
        Some(time) if time.ends_with(['s', 'e', 'r']) => "in a while".to_owned(),
        _ => name.to_owned(),
    }
}
