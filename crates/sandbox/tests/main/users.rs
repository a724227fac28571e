//! Acting as a user through the control API, and reading its views.

use reqwest::{Method, StatusCode};
use sandbox::SandboxConfig;
use serde_json::{Value, json};

use crate::gateway::{GatewayClient, PendingInteraction};
use crate::{TestSandbox, string};

#[tokio::test]
async fn a_command_with_invalid_options_is_refused() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_commands().await;
    let path = format!("/channels/{}/command", sandbox.first_channel_id().await);
    let ada = sandbox.user_id(0).await;
    for (command, options) in [
        ("other", json!({})),
        ("play", json!({"unknown": 1})),
        ("play", json!({"edition": "none"})),
        ("play", json!({"edition": 1})),
        ("play", json!({"players": "two"})),
        ("play", json!({"players": 1})),
    ] {
        let body = json!({"user": ada, "command": command, "options": options});
        let response = sandbox.control(Method::POST, &path, &body).await;
        assert_eq!(
            response.status,
            StatusCode::BAD_REQUEST,
            "{command} {options}"
        );
    }
}

#[tokio::test]
async fn a_user_without_permissions_cannot_run_commands() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_commands().await;
    let (channel, ada) = (sandbox.first_channel_id().await, sandbox.user_id(0).await);
    let permissions = format!("/channels/{channel}/permissions");
    let path = format!("/channels/{channel}/command");
    for bits in ["0", "1024"] {
        let body = json!({"members": {ada.as_str(): bits}});
        sandbox.control(Method::PUT, &permissions, &body).await;
        let body = json!({"user": ada, "command": "play"});
        let response = sandbox.control(Method::POST, &path, &body).await;
        assert_eq!(
            response.status,
            StatusCode::CONFLICT,
            "with permissions {bits}"
        );
    }
}

#[tokio::test]
async fn force_sends_an_option_outside_its_choices() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_commands().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let path = format!("/channels/{}/command", sandbox.first_channel_id().await);
    let body = json!({"user": sandbox.user_id(0).await, "command": "play", "force": true,
        "options": {"edition": "none"}});
    let interaction = PendingInteraction::start(&sandbox, &mut client, path, body).await;
    let body = json!({"type": 4, "data": {"content": "no such edition"}});
    assert_eq!(
        interaction.answer(&sandbox, &body).await.status,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test]
async fn a_click_needs_an_enabled_component_and_an_offered_value() {
    let sandbox = TestSandbox::start().await;
    let (channel, ada) = (sandbox.first_channel_id().await, sandbox.user_id(0).await);
    let select = json!({"type": 3, "custom_id": "pick", "options": [{"label": "A", "value": "a"}]});
    let button = json!({"type": 2, "style": 1, "label": "B", "custom_id": "off", "disabled": true});
    let rows = json!([{"type": 1, "components": [select]}, {"type": 1, "components": [button]}]);
    let body = json!({"content": "x", "components": rows});
    let path = format!("/channels/{channel}/messages");
    let message = string(&sandbox.rest(Method::POST, &path, &body).await.body["id"]);
    let path = format!("/channels/{channel}/click");
    for (custom_id, values) in [
        ("off", None),
        ("none", None),
        ("pick", Some("b")),
        ("pick", None),
    ] {
        let body = json!({"user": ada, "message": message, "custom_id": custom_id,
            "values": values.map(|value| [value])});
        let response = sandbox.control(Method::POST, &path, &body).await;
        assert_eq!(response.status, StatusCode::CONFLICT, "{custom_id}");
    }
}

#[tokio::test]
async fn a_forced_click_on_a_deleted_message_still_arrives() {
    let sandbox = TestSandbox::start().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let (channel, ada) = (sandbox.first_channel_id().await, sandbox.user_id(0).await);
    let path = format!("/channels/{channel}/messages");
    let created = sandbox
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await
        .body;
    client.expect_event("MESSAGE_CREATE").await;
    sandbox
        .rest(
            Method::DELETE,
            &format!("{path}/{}", string(&created["id"])),
            &Value::Null,
        )
        .await;
    client.expect_event("MESSAGE_DELETE").await;
    let path = format!("/channels/{channel}/click");
    let body = json!({"user": ada, "message": created["id"], "custom_id": "old", "force": true});
    let click = PendingInteraction::start(&sandbox, &mut client, path, body).await;
    let response = click
        .answer(&sandbox, &json!({"type": 7, "data": {"content": "y"}}))
        .await;
    assert_eq!(response.code(), 10008);
    assert_eq!(
        click.answer(&sandbox, &json!({"type": 6})).await.status,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test]
async fn a_wait_returns_at_the_next_change() {
    let sandbox = TestSandbox::start().await;
    let revision = sandbox.state().await["revision"]
        .as_u64()
        .expect("a revision");
    let path = format!("/wait?after={revision}&timeout_ms=60000");
    let body = json!({"username": "fay", "locale": "fr"});
    let (waited, created) = tokio::join!(
        sandbox.control(Method::GET, &path, &Value::Null),
        sandbox.control(Method::POST, "/users", &body),
    );
    assert_eq!(created.body["locale"], "fr");
    assert!(waited.body["revision"].as_u64() > Some(revision));
}

#[tokio::test]
async fn the_page_and_its_files_are_served() {
    let sandbox = TestSandbox::start().await;
    for (path, kind) in [
        ("/", "text/html"),
        ("/page.css", "text/css"),
        ("/page.js", "text/javascript"),
    ] {
        let response = sandbox.call_with_token(path, "").await;
        assert_eq!(response.status, StatusCode::OK, "{path}");
        let content_type = response.headers["content-type"]
            .to_str()
            .unwrap_or_default();
        assert!(content_type.starts_with(kind), "{path} is {content_type}");
    }
}

#[tokio::test]
async fn a_record_contains_each_exchange_but_no_token() {
    let file = std::env::temp_dir().join(format!("sandbox-record-{}.jsonl", std::process::id()));
    let sandbox = TestSandbox::start_with(SandboxConfig {
        record: Some(file.clone()),
        ..SandboxConfig::default()
    })
    .await;
    let (_wire, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    sandbox
        .rest(Method::POST, &path, &json!({"content": "written down"}))
        .await;
    let record = std::fs::read_to_string(&file).expect("a record");
    std::fs::remove_file(&file).expect("the record can be removed");
    assert!(!record.contains(sandbox.server.token()));
    let lines: Vec<Value> = record
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let is_call = |line: &Value| line["method"] == "POST";
    let call = lines.iter().position(is_call).expect("the call");
    assert_eq!(lines[call]["body"]["content"], "written down");
    assert_eq!(lines[call]["status"], 200);
    let is_event = |line: &Value| line["path"] == "MESSAGE_CREATE";
    let event = lines.iter().position(is_event).expect("its event");
    assert!(event < call, "events of a call come before the call");
    assert!(
        lines
            .iter()
            .any(|line| line["path"] == "READY" && line["direction"] == "out")
    );
}
