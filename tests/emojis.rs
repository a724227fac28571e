//! Pictures are uploaded once as emojis of the application, shown in games, and replaced by Unicode emoji where they
//! are missing. Texts mention the application's command by its id.

use std::fs;
use std::path::Path;

use futures::future::join_all;
use kit::virtual_user::control_client::ControlClient;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use sandbox::SandboxConfig;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::harness::{Harness, QUICK, succeed};
use crate::player::{open_hand, play_round, play_to_the_end, start_new_game};

/// The maximum number of pictures. The bot uploads all of them when it starts for an application without emojis.
const MAX_UPLOADS: usize = 90;

fn count_pictures() -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/art/png");
    fs::read_dir(folder).expect("there are pictures").count()
}

/// Starts a bot that uploads its pictures. Injects two faults that only count the uploads and the listings.
async fn start() -> Harness {
    start_on(SandboxConfig::default()).await
}

/// Returns the configuration of a sandbox without rate limits, for tests in which several clients share a token.
fn unlimited() -> SandboxConfig {
    SandboxConfig {
        has_rate_limits: false,
        ..SandboxConfig::default()
    }
}

async fn start_on(sandbox: SandboxConfig) -> Harness {
    let settings = format!("{QUICK}discord.pictures = true\n");
    let count_calls = async |client: &ControlClient| {
        for call in ["POST /applications/*/emojis", "GET /applications/*/emojis"] {
            let effect = json!({"kind": "delay", "milliseconds": 0});
            let counter = json!({"call": call, "effect": effect, "rate": 1.0});
            succeed(client.add_fault(&counter).await);
        }
    };
    Harness::start_on(sandbox, &settings, count_calls).await
}

async fn wait_for(harness: &Harness, what: &str, holds: impl Fn(&Value) -> bool) {
    let look = async || holds(&succeed(harness.client.state().await)).then_some(());
    harness.wait_for(what, look).await;
}

pub(crate) async fn wait_for_emojis(harness: &Harness) {
    let count = count_pictures();
    let are_there = |state: &Value| state["emojis"].as_array().map(Vec::len) == Some(count);
    wait_for(harness, "every picture is an emoji", are_there).await;
}

async fn wait_for_lists(harness: &Harness, lists: u64) {
    let are_read = async || (harness.count_strikes().await[1] >= lists).then_some(());
    harness.wait_for("the emojis are listed", are_read).await;
}

/// Plays a game for two to its end. Returns the JSON of the messages that the first player saw after each round.
async fn play_game(harness: &Harness) -> String {
    let options = json!({"edition": "original", "pace": "fast"});
    let (channel, users) = start_new_game(harness, 2, options).await;
    let rng = &mut SmallRng::seed_from_u64(1);
    let (mut shown, mut goes_on) = (String::new(), true);
    while goes_on {
        goes_on = play_round(harness, &users, &channel, rng).await;
        let view = harness.view(&users[0], &channel).await;
        shown.push_str(&Value::from(view.messages).to_string());
    }
    shown
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_table_mentions_the_command_by_its_id() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("game").await;
    let users = harness.create_users(1).await;
    for command in ["new", "end"] {
        let sent = harness.send_command(&users[0], &channel, command, json!({}));
        assert!(sent.await.is_answered());
    }
    let state = succeed(harness.client.state().await);
    let id = state["commands"][0]["id"].as_str();
    let mention = format!("</kittens new:{}>", id.expect("the command is registered"));
    let is_mentioned = async || {
        let view = harness.view(&users[0], &channel).await;
        let mut messages = view.messages.iter();
        messages.find(|message| message.to_string().contains(&mention))?;
        Some(())
    };
    harness.wait_for("the mention", is_mentioned).await;
    harness.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_uploaded_only_once_and_shown_in_games() {
    let harness = start().await;
    wait_for_emojis(&harness).await;
    let uploads = count_pictures();
    assert!(uploads <= MAX_UPLOADS, "{uploads} pictures");
    assert_eq!(harness.count_strikes().await, [uploads as u64, 1]);

    let shown = play_game(&harness).await;
    assert!(shown.contains("<:seat_1:"), "marks of seats: {shown}");
    assert!(shown.contains("/cdn/emojis/"), "a large picture: {shown}");
    assert!(shown.contains("\"name\":\"card_back\""), "buttons: {shown}");

    harness.restart_bot(async {}).await;
    wait_for_lists(&harness, 2).await;
    let second = harness.start_second_bot().await;
    wait_for_lists(&harness, 3).await;
    second.shutdown().await;
    let again = play_game(&harness).await;
    assert!(again.contains("<:seat_1:"), "{again}");
    assert_eq!(harness.count_strikes().await, [uploads as u64, 3]);
    harness.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_that_start_together_upload_every_picture_once() {
    let settings = format!("{QUICK}discord.pictures = true\n");
    let harness = Harness::start_on(unlimited(), &settings, async |_| ()).await;
    let second = harness.start_second_bot().await;
    wait_for_emojis(&harness).await;
    second.shutdown().await;
    harness.finish_refused_with(&[50_035]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emojis_of_other_releases_are_deleted_and_foreign_ones_stay() {
    let settings = format!("{QUICK}discord.pictures = true\n");
    let harness = Harness::start(&settings).await;
    wait_for_emojis(&harness).await;
    let others = ["our_own_emoji", "tacocat_0123456789", "nope"];
    let old = old_name("a_card_of_once_012345");
    for name in others.into_iter().chain([&*old]) {
        create_emoji(&harness, name).await;
    }
    harness.restart_bot(async {}).await;
    let is_gone = |state: &Value| !state.to_string().contains(&old);
    wait_for(&harness, "the old picture is deleted", is_gone).await;
    let state = succeed(harness.client.state().await);
    let count = state["emojis"].as_array().map(Vec::len);
    assert_eq!(count, Some(count_pictures() + others.len()));
    for name in others {
        assert!(state.to_string().contains(&format!("\"{name}\"")), "{name}");
    }
    harness.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_with_unicode_emoji_where_uploads_are_refused() {
    let effects = [
        json!({"kind": "fail", "status": 500}),
        json!({"kind": "refuse", "code": 30_008}),
        json!({"kind": "limit", "scope": "user", "milliseconds": 1_000}),
    ];
    let calls = ["POST /applications/*/emojis", "GET /applications/*/emojis"];
    let cases = calls
        .into_iter()
        .flat_map(|call| effects.iter().map(move |effect| (call, effect)));
    join_all(cases.map(|(call, effect)| play_refused(call, effect))).await;
}

async fn play_refused(call: &str, effect: &Value) {
    let settings = format!("{QUICK}discord.pictures = true\n");
    let fault = json!({"call": call, "effect": effect, "rate": 1.0});
    let refuse = async |client: &ControlClient| succeed(client.add_fault(&fault).await);
    let harness = Harness::start_on(SandboxConfig::default(), &settings, refuse).await;
    let is_refused = async || (harness.count_strikes().await[0] > 0).then_some(());
    harness.wait_for("the upload is refused", is_refused).await;
    let shown = play_game(&harness).await;
    assert!(shown.contains("🐟"), "{call} {effect}: {shown}");
    assert!(!shown.contains("<:seat"), "{call} {effect}: {shown}");
    harness.finish_refused_with(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emojis_deleted_in_a_game_are_uploaded_again_and_a_refusal_takes_no_picture_elsewhere() {
    let harness = start_on(unlimited()).await;
    wait_for_emojis(&harness).await;
    let options = json!({"edition": "original", "pace": "fast"});
    let (channel, users) = start_new_game(&harness, 2, options).await;
    let state = succeed(harness.client.state().await);
    for emoji in state["emojis"].as_array().into_iter().flatten() {
        let id = emoji["id"].as_str().unwrap_or_default();
        call_api(&harness, reqwest::Method::DELETE, id, None).await;
    }
    for is_uploaded in [false, true] {
        let panel = open_hand(&harness, &users[0], &channel).await.to_string();
        assert_eq!(
            panel.contains("\"name\":\"defuse\""),
            is_uploaded,
            "{panel}"
        );
        assert!(is_uploaded || panel.contains("🧯"), "{panel}");
        wait_for_emojis(&harness).await;
    }
    for (times, has_picture) in [(1, true), (2, false), (0, true)] {
        let effect = json!({"kind": "refuse_emoji"});
        let call = "POST /interactions/*/*/callback";
        let fault = json!({"call": call, "effect": effect, "times": times});
        succeed(harness.client.add_fault(&fault).await);
        let panel = open_hand(&harness, &users[0], &channel).await.to_string();
        let is_shown = panel.contains("\"name\":\"defuse\"");
        assert_eq!(is_shown, has_picture, "{times}: {panel}");
    }
    play_to_the_end(&harness, &users, &channel, 2).await;
    harness.finish_refused_with(&[50_035]).await;
}

/// Returns an emoji name that an earlier release could have chosen: `front`, followed by a checksum.
fn old_name(front: &str) -> String {
    let hash = Sha256::digest(format!("kittens picture {front}"));
    format!("{front}{:02x}{:02x}", hash[0], hash[1])
}

async fn create_emoji(harness: &Harness, name: &str) {
    let image = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let body = json!({"name": name, "image": image});
    call_api(harness, reqwest::Method::POST, "", Some(&body)).await;
}

/// Calls the emoji API with the bot's token.
async fn call_api(harness: &Harness, method: reqwest::Method, emoji: &str, body: Option<&Value>) {
    let state = succeed(harness.client.state().await);
    let application = state["application"]["id"].as_str().unwrap_or_default();
    let address = harness.client.address();
    let url = format!("{address}/api/v10/applications/{application}/emojis/{emoji}");
    let token = format!("Bot {}", harness.bot_token());
    let request = reqwest::Client::new()
        .request(method, url.trim_end_matches('/'))
        .header("authorization", token);
    let request = match body {
        Some(body) => request.json(body),
        None => request,
    };
    let response = request.send().await.expect("the sandbox answers");
    assert!(response.status().is_success(), "{}", response.status());
}
