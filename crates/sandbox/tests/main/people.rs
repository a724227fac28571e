//! What people may do and see through the control face.

use reqwest::{Method, StatusCode};
use sandbox::SandboxConfig;
use serde_json::{Value, json};

use crate::wire::{Asked, Wire};
use crate::{Scene, text};

#[tokio::test]
async fn a_client_sends_only_options_that_fit() {
    let scene = Scene::start().await;
    scene.register().await;
    let path = format!("/channels/{}/command", scene.channel().await);
    let ada = scene.person(0).await;
    for (command, options) in [
        ("other", json!({})),
        ("play", json!({"unknown": 1})),
        ("play", json!({"edition": "none"})),
        ("play", json!({"edition": 1})),
        ("play", json!({"players": "two"})),
        ("play", json!({"players": 1})),
    ] {
        let body = json!({"user": ada, "command": command, "options": options});
        let heard = scene.control(Method::POST, &path, &body).await;
        assert_eq!(heard.status, StatusCode::BAD_REQUEST, "{command} {options}");
    }
}

#[tokio::test]
async fn who_may_not_see_or_command_cannot_act() {
    let scene = Scene::start().await;
    scene.register().await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);
    let permissions = format!("/channels/{channel}/permissions");
    let path = format!("/channels/{channel}/command");
    for bits in ["0", "1024"] {
        let body = json!({"members": {ada.as_str(): bits}});
        scene.control(Method::PUT, &permissions, &body).await;
        let body = json!({"user": ada, "command": "play"});
        let heard = scene.control(Method::POST, &path, &body).await;
        assert_eq!(
            heard.status,
            StatusCode::CONFLICT,
            "with permissions {bits}"
        );
    }
}

#[tokio::test]
async fn force_sends_an_option_outside_its_choices() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let path = format!("/channels/{}/command", scene.channel().await);
    let body = json!({"user": scene.person(0).await, "command": "play", "force": true,
        "options": {"edition": "none"}});
    let asked = Asked::of(&scene, &mut wire, path, body).await;
    let body = json!({"type": 4, "data": {"content": "no such edition"}});
    assert_eq!(
        asked.answer(&scene, &body).await.status,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test]
async fn a_click_needs_an_enabled_component_and_an_offered_value() {
    let scene = Scene::start().await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);
    let select = json!({"type": 3, "custom_id": "pick", "options": [{"label": "A", "value": "a"}]});
    let button = json!({"type": 2, "style": 1, "label": "B", "custom_id": "off", "disabled": true});
    let rows = json!([{"type": 1, "components": [select]}, {"type": 1, "components": [button]}]);
    let body = json!({"content": "x", "components": rows});
    let path = format!("/channels/{channel}/messages");
    let message = text(&scene.rest(Method::POST, &path, &body).await.body["id"]);
    let path = format!("/channels/{channel}/click");
    for (custom_id, values) in [
        ("off", None),
        ("none", None),
        ("pick", Some("b")),
        ("pick", None),
    ] {
        let body = json!({"user": ada, "message": message, "custom_id": custom_id,
            "values": values.map(|value| [value])});
        let heard = scene.control(Method::POST, &path, &body).await;
        assert_eq!(heard.status, StatusCode::CONFLICT, "{custom_id}");
    }
}

#[tokio::test]
async fn a_forced_click_on_a_deleted_message_still_arrives() {
    let scene = Scene::start().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);
    let path = format!("/channels/{channel}/messages");
    let made = scene
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await
        .body;
    wire.event("MESSAGE_CREATE").await;
    scene
        .rest(
            Method::DELETE,
            &format!("{path}/{}", text(&made["id"])),
            &Value::Null,
        )
        .await;
    wire.event("MESSAGE_DELETE").await;
    let path = format!("/channels/{channel}/click");
    let body = json!({"user": ada, "message": made["id"], "custom_id": "old", "force": true});
    let click = Asked::of(&scene, &mut wire, path, body).await;
    let heard = click
        .answer(&scene, &json!({"type": 7, "data": {"content": "y"}}))
        .await;
    assert_eq!(heard.code(), 10008);
    assert_eq!(
        click.answer(&scene, &json!({"type": 6})).await.status,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test]
async fn a_wait_ends_with_the_change_it_waits_for() {
    let scene = Scene::start().await;
    let revision = scene.state().await["revision"]
        .as_u64()
        .expect("a revision");
    let path = format!("/wait?after={revision}&timeout_ms=60000");
    let body = json!({"username": "fay", "locale": "fr"});
    let (waited, made) = tokio::join!(
        scene.control(Method::GET, &path, &Value::Null),
        scene.control(Method::POST, "/users", &body),
    );
    assert_eq!(made.body["locale"], "fr");
    assert!(waited.body["revision"].as_u64() > Some(revision));
}

#[tokio::test]
async fn the_page_and_its_files_are_served() {
    let scene = Scene::start().await;
    for (path, kind) in [
        ("/", "text/html"),
        ("/page.css", "text/css"),
        ("/page.js", "text/javascript"),
    ] {
        let heard = scene.call_with_token(path, "").await;
        assert_eq!(heard.status, StatusCode::OK, "{path}");
        let given = heard.headers["content-type"].to_str().unwrap_or_default();
        assert!(given.starts_with(kind), "{path} is {given}");
    }
}

#[tokio::test]
async fn a_record_holds_each_exchange_and_no_token() {
    let file = std::env::temp_dir().join(format!("sandbox-record-{}.jsonl", std::process::id()));
    let scene = Scene::start_with(SandboxConfig {
        record: Some(file.clone()),
        ..SandboxConfig::default()
    })
    .await;
    let (_wire, _) = Wire::identified(&scene).await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    scene
        .rest(Method::POST, &path, &json!({"content": "written down"}))
        .await;
    let record = std::fs::read_to_string(&file).expect("a record");
    std::fs::remove_file(&file).expect("the record can go");
    assert!(!record.contains("sandbox-token"));
    let lines: Vec<Value> = record
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let call = lines
        .iter()
        .find(|line| line["method"] == "POST" && line["body"]["content"] == "written down");
    assert_eq!(call.expect("the call")["status"], 200);
    assert!(
        lines
            .iter()
            .any(|line| line["path"] == "READY" && line["direction"] == "out")
    );
}

#[tokio::test]
async fn who_wants_only_the_last_messages_gets_the_newest_oldest_first() {
    let scene = Scene::start().await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);
    let say = format!("/channels/{channel}/say");
    for content in ["one", "two", "three"] {
        let body = json!({"user": ada, "content": content});
        scene.control(Method::POST, &say, &body).await;
    }
    let path = format!("/channels/{channel}/messages?user={ada}&last=2");
    let heard = scene.control(Method::GET, &path, &Value::Null).await;
    let words = |index: usize| text(&heard.body["messages"][index]["content"]);
    assert_eq!((words(0), words(1)), ("two".to_owned(), "three".to_owned()));
}
