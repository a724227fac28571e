//! Tests of the control API, the page, uploaded files, emojis and the recorded calls.

use reqwest::{Method, StatusCode};
use sandbox::SandboxConfig;
use serde_json::{Value, json};

use crate::gateway::{GatewayClient, PendingInteraction};
use crate::{TestSandbox, send, string};

#[tokio::test]
async fn last_counts_ephemeral_and_public_messages_separately() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_command().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let (channel, ada) = sandbox.first_channel_and_user().await;
    sandbox
        .post(&channel, json!({"content": "for everybody"}))
        .await;
    for content in ["first", "second"] {
        let interaction = PendingInteraction::start(&sandbox, &mut client).await;
        let data = json!({"content": content, "flags": 64});
        interaction
            .answer(&sandbox, json!({"type": 4, "data": data}))
            .await;
    }
    let seen = sandbox
        .visible_messages(&channel, &format!("?user={ada}&last=1"))
        .await;
    let contents: Vec<_> = seen
        .iter()
        .map(|message| string(&message["content"]))
        .collect();
    assert_eq!(contents, ["for everybody", "second"]);
}

#[tokio::test]
async fn an_interaction_without_an_answer_is_a_problem() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_command().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let interaction = PendingInteraction::start(&sandbox, &mut client).await;
    sandbox.server.advance(3000);
    let late = interaction.answer(&sandbox, json!({"type": 5})).await;
    assert_eq!(late.code(), 10062);
    assert_eq!(
        sandbox.read("/problems").await["unanswered"],
        json!([interaction.id])
    );
    let outcome = interaction.outcome.await.expect("an outcome");
    assert_eq!(outcome["answered"], false);
}

#[tokio::test]
async fn an_uploaded_file_is_stored_and_served() {
    let sandbox = TestSandbox::start().await;
    let path = format!(
        "/api/v10/channels/{}/messages",
        sandbox.first_channel().await
    );
    let gallery = json!({"type": 12, "items": [{"media": {"url": "attachment://card.png"}}]});
    let body = json!({"flags": 1 << 15, "components": [gallery]});
    let file = reqwest::multipart::Part::bytes(vec![1, 2, 3]).file_name("card.png");
    let form = reqwest::multipart::Form::new()
        .text("payload_json", body.to_string())
        .part("files[0]", file);
    let request = sandbox.request(Method::POST, &path, &sandbox.authorization());
    let response = send(request.multipart(form), Value::Null).await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.body);
    let url = string(&response.body["components"][0]["items"][0]["media"]["url"]);
    assert_eq!(url, string(&response.body["attachments"][0]["url"]));
    let file = url.trim_start_matches(sandbox.base());
    let served = send(sandbox.request(Method::GET, file, ""), Value::Null).await;
    assert_eq!(served.status, StatusCode::OK);
}

#[tokio::test]
async fn an_emoji_can_be_created_listed_and_deleted() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/applications/{}/emojis", sandbox.application_id().await);
    let image = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB";
    let body = json!({"name": "nope", "image": image});
    let created = sandbox.rest(Method::POST, &path, body.clone()).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
    let taken = sandbox.rest(Method::POST, &path, body).await;
    assert_eq!(taken.code(), 50035, "the name is taken");
    let listed = sandbox.rest(Method::GET, &path, Value::Null).await.body;
    assert_eq!(listed["items"][0]["name"], "nope");
    let image = send(
        sandbox.request(
            Method::GET,
            &string(&sandbox.read("/state").await["emojis"][0]["url"]),
            "",
        ),
        Value::Null,
    )
    .await;
    assert_eq!(image.headers["content-type"], "image/png");
    let path = format!("{path}/{}", string(&created.body["id"]));
    let deleted = sandbox.rest(Method::DELETE, &path, Value::Null).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_wait_returns_at_the_next_change() {
    let sandbox = TestSandbox::start().await;
    let revision = sandbox.read("/state").await["revision"]
        .as_u64()
        .expect("a number");
    let path = format!("/wait?after={revision}&timeout_ms=60000");
    let body = json!({"username": "fay", "locale": "fr"});
    let (waited, created) = tokio::join!(
        sandbox.read(&path),
        sandbox.control(Method::POST, "/users", body),
    );
    assert_eq!(created.body["locale"], "fr");
    assert!(waited["revision"].as_u64() > Some(revision));
}

#[tokio::test]
async fn a_control_call_that_cannot_be_carried_out_says_why() {
    let sandbox = TestSandbox::start().await;
    for (path, body, status, reason) in [
        (
            "/users",
            json!({"username": "fay"}),
            400,
            "missing field `locale`",
        ),
        (
            "/guilds/9/channels",
            json!({"name": "x"}),
            404,
            "there is no such server",
        ),
        (
            "/gateway/disconnect",
            json!({"code": 7}),
            400,
            "7 is not a close code",
        ),
        ("/faults", json!([]), 400, "not a fault"),
    ] {
        let refused = sandbox.control(Method::POST, path, body).await;
        assert_eq!(refused.status, status, "{path}");
        assert!(
            string(&refused.body["error"]).contains(reason),
            "{}",
            refused.body
        );
    }
}

#[tokio::test]
async fn the_page_and_its_files_are_served() {
    let sandbox = TestSandbox::start().await;
    for (path, kind) in [
        ("/", "text/html"),
        ("/page.css", "text/css"),
        ("/page.js", "text/javascript"),
    ] {
        let response = send(sandbox.request(Method::GET, path, ""), Value::Null).await;
        assert_eq!(response.status, StatusCode::OK, "{path}");
        let content_type = response.headers["content-type"]
            .to_str()
            .unwrap_or_default();
        assert!(content_type.starts_with(kind), "{path} is {content_type}");
    }
}

#[tokio::test]
async fn a_record_contains_each_call_but_no_token() {
    let file = std::env::temp_dir().join(format!("sandbox-record-{}.jsonl", std::process::id()));
    let config = SandboxConfig {
        record: Some(file.clone()),
        ..SandboxConfig::default()
    };
    let sandbox = TestSandbox::start_with(config).await;
    let path = format!("/channels/{}/threads", sandbox.first_channel().await);
    let thread = json!({"name": "written down", "type": 11});
    sandbox.rest(Method::POST, &path, thread).await;
    let record = std::fs::read_to_string(&file).expect("a record");
    std::fs::remove_file(&file).expect("the record can be removed");
    assert!(!record.contains(sandbox.server.token()));
    let call: Value = serde_json::from_str(&record).expect("one line of JSON");
    assert_eq!(call["method"], "POST");
    assert_eq!(call["body"]["name"], "written down");
    assert_eq!(call["status"], 201);
}
