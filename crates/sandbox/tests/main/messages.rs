//! REST calls that Discord accepts, and those that it refuses.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{TestSandbox, string};

#[tokio::test]
async fn a_wrong_token_is_unauthorized() {
    let sandbox = TestSandbox::start().await;
    let response = sandbox
        .call_with_token("/api/v10/users/@me", "Bot other")
        .await;
    assert_eq!(
        (response.status, response.code()),
        (StatusCode::UNAUTHORIZED, 0)
    );
}

#[tokio::test]
async fn unknown_objects_have_their_own_error_codes() {
    let sandbox = TestSandbox::start().await;
    let channel = sandbox.first_channel_id().await;
    let body = json!({"content": "x"});
    let response = sandbox
        .rest(Method::POST, "/channels/17/messages", &body)
        .await;
    assert_eq!(response.code(), 10003);
    let path = format!("/channels/{channel}/messages/17");
    assert_eq!(
        sandbox.rest(Method::PATCH, &path, &body).await.code(),
        10008
    );
    let response = sandbox
        .rest(
            Method::POST,
            "/interactions/17/x/callback",
            &json!({"type": 4}),
        )
        .await;
    assert_eq!(response.code(), 10062);
}

#[tokio::test]
async fn a_message_can_be_created_edited_and_deleted() {
    let sandbox = TestSandbox::start().await;
    let channel = sandbox.first_channel_id().await;
    let path = format!("/channels/{channel}/messages");
    let created = sandbox
        .rest(Method::POST, &path, &json!({"content": "one"}))
        .await
        .body;
    let path = format!("{path}/{}", string(&created["id"]));
    let changed = sandbox
        .rest(Method::PATCH, &path, &json!({"content": "two"}))
        .await
        .body;
    assert_eq!(changed["content"], "two");
    assert!(changed["edited_timestamp"].is_string());
    let response = sandbox.rest(Method::DELETE, &path, &Value::Null).await;
    assert_eq!(response.status, StatusCode::NO_CONTENT);
    assert_eq!(
        sandbox.rest(Method::GET, &path, &Value::Null).await.code(),
        10008
    );
}

#[tokio::test]
async fn a_components_v2_message_cannot_be_converted_back() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    let texts = json!([{"type": 10, "content": "hello"}]);
    let mixed = json!({"content": "x", "flags": 1 << 15, "components": texts});
    let refused = sandbox.rest(Method::POST, &path, &mixed).await;
    assert_eq!(refused.code(), 50035);
    assert_eq!(
        refused.body["errors"]["content"]["_errors"][0]["code"],
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    );
    let body = json!({"flags": 1 << 15, "components": texts});
    let created = sandbox.rest(Method::POST, &path, &body).await.body;
    let path = format!("{path}/{}", string(&created["id"]));
    for body in [json!({"flags": 0}), json!({"content": "plain"})] {
        assert_eq!(
            sandbox.rest(Method::PATCH, &path, &body).await.code(),
            50035
        );
    }
    let response = sandbox
        .rest(Method::PATCH, &path, &json!({"components": texts}))
        .await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.body);
}

#[tokio::test]
async fn content_must_be_cleared_when_switching_to_components_v2() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    let created = sandbox
        .rest(Method::POST, &path, &json!({"content": "old"}))
        .await
        .body;
    let path = format!("{path}/{}", string(&created["id"]));
    let mut body = json!({"flags": 1 << 15, "components": [{"type": 10, "content": "new"}]});
    assert_eq!(
        sandbox.rest(Method::PATCH, &path, &body).await.code(),
        50035
    );
    body["content"] = Value::Null;
    assert_eq!(
        sandbox.rest(Method::PATCH, &path, &body).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn an_empty_message_is_refused() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    assert_eq!(
        sandbox
            .rest(Method::POST, &path, &json!({"content": " "}))
            .await
            .code(),
        50006
    );
}

#[tokio::test]
async fn only_allowed_mentions_notify() {
    let sandbox = TestSandbox::start().await;
    let (channel, ada) = (sandbox.first_channel_id().await, sandbox.user_id(0).await);
    let path = format!("/channels/{channel}/messages");
    let content = format!("hello <@{ada}>");
    let pings = sandbox
        .rest(Method::POST, &path, &json!({"content": content}))
        .await
        .body;
    assert_eq!(pings["mentions"][0]["id"], json!(ada));
    let body = json!({"content": content, "allowed_mentions": {"parse": []}});
    let silent = sandbox.rest(Method::POST, &path, &body).await.body;
    assert_eq!(silent["mentions"], json!([]));
}

#[tokio::test]
async fn a_message_notifies_when_it_is_created_and_not_when_it_is_edited() {
    let sandbox = TestSandbox::start().await;
    let (channel, ada) = (sandbox.first_channel_id().await, sandbox.user_id(0).await);
    let path = format!("/channels/{channel}/messages");
    let loud = json!({"content": format!("hello <@{ada}>")});
    let first = sandbox.rest(Method::POST, &path, &loud).await.body;
    let body = json!({"content": "hello"});
    let silent = sandbox.rest(Method::POST, &path, &body).await;
    let edited = format!("{path}/{}", string(&silent.body["id"]));
    sandbox.rest(Method::PATCH, &edited, &loud).await;
    let first_path = format!("{path}/{}", string(&first["id"]));
    sandbox
        .rest(Method::DELETE, &first_path, &Value::Null)
        .await;
    let path = format!("/channels/{channel}/pings");
    let pings = sandbox.control(Method::GET, &path, &Value::Null).await.body;
    assert_eq!(
        pings["pings"],
        json!([{"user": ada, "message": first["id"]}])
    );
}

#[tokio::test]
async fn an_enforced_nonce_creates_one_message() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    let body = json!({"content": "once", "nonce": "n1", "enforce_nonce": true});
    let first = sandbox.rest(Method::POST, &path, &body).await.body;
    let second = sandbox.rest(Method::POST, &path, &body).await.body;
    assert_eq!(first["id"], second["id"]);
}

#[tokio::test]
async fn an_uploaded_file_is_stored_and_served() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    let gallery = json!({"type": 12, "items": [{"media": {"url": "attachment://card.png"}}]});
    let body = json!({"flags": 1 << 15, "components": [gallery]});
    let response = sandbox.upload(Method::POST, &path, &body, "card.png").await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.body);
    let url = string(&response.body["components"][0]["items"][0]["media"]["url"]);
    assert_eq!(url, string(&response.body["attachments"][0]["url"]));
    let path = url.trim_start_matches(sandbox.base());
    assert_eq!(
        sandbox.call_with_token(path, "").await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn the_sixth_message_in_five_seconds_is_rate_limited() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    for left in (0..5).rev() {
        let response = sandbox
            .rest(Method::POST, &path, &json!({"content": "x"}))
            .await;
        assert_eq!(
            response.headers["x-ratelimit-remaining"],
            left.to_string().as_str()
        );
    }
    let response = sandbox
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(response.headers["x-ratelimit-scope"], "user");
    assert_eq!(response.body["global"], false);
    assert!(
        response.body["retry_after"]
            .as_f64()
            .is_some_and(|wait| wait <= 5.0)
    );
    sandbox.server.advance(5000);
    let response = sandbox
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(response.status, StatusCode::OK);
}

#[tokio::test]
async fn old_messages_allow_three_edits_in_six_seconds() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    let created = sandbox
        .rest(Method::POST, &path, &json!({"content": "old"}))
        .await
        .body;
    sandbox.server.advance(60 * 60 * 1000);
    let path = format!("{path}/{}", string(&created["id"]));
    let mut codes = Vec::new();
    for number in 0..4 {
        let body = json!({"content": number.to_string()});
        codes.push(sandbox.rest(Method::PATCH, &path, &body).await.code());
    }
    assert_eq!(codes, [0, 0, 0, 30046]);
}

#[tokio::test]
async fn missing_permissions_and_missing_access_have_different_codes() {
    let sandbox = TestSandbox::start().await;
    let channel = sandbox.first_channel_id().await;
    let permissions = format!("/channels/{channel}/permissions");
    let path = format!("/channels/{channel}/messages");
    for (bits, code) in [("1024", 50013), ("0", 50001)] {
        sandbox
            .control(Method::PUT, &permissions, &json!({"bot": bits}))
            .await;
        let response = sandbox
            .rest(Method::POST, &path, &json!({"content": "x"}))
            .await;
        assert_eq!(
            (response.status, response.code()),
            (StatusCode::FORBIDDEN, code)
        );
    }
}

#[tokio::test]
async fn a_thread_can_be_created_archived_and_reopened() {
    let sandbox = TestSandbox::start_without_rate_limits().await;
    let channel = sandbox.first_channel_id().await;
    let path = format!("/channels/{channel}/threads");
    let body = json!({"name": "a table", "type": 11, "auto_archive_duration": 60});
    let created = sandbox.rest(Method::POST, &path, &body).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
    let thread = format!("/channels/{}", string(&created.body["id"]));
    let messages = format!("{thread}/messages");
    let message = sandbox
        .rest(Method::POST, &messages, &json!({"content": "x"}))
        .await
        .body;
    sandbox
        .rest(Method::PATCH, &thread, &json!({"archived": true}))
        .await;
    let path = format!("{messages}/{}", string(&message["id"]));
    assert_eq!(
        sandbox
            .rest(Method::PATCH, &path, &json!({"content": "y"}))
            .await
            .code(),
        50083
    );
    sandbox
        .rest(Method::POST, &messages, &json!({"content": "reopens it"}))
        .await;
    let response = sandbox
        .rest(Method::PATCH, &path, &json!({"content": "y"}))
        .await;
    assert_eq!(response.status, StatusCode::OK);
    let response = sandbox
        .rest(Method::PATCH, &thread, &json!({"locked": true}))
        .await;
    assert_eq!(response.code(), 50013, "locking requires a permission");
}

#[tokio::test]
async fn a_message_starts_one_thread_which_has_its_id() {
    let sandbox = TestSandbox::start_without_rate_limits().await;
    let path = format!("/channels/{}/messages", sandbox.first_channel_id().await);
    let message = string(
        &sandbox
            .rest(Method::POST, &path, &json!({"content": "x"}))
            .await
            .body["id"],
    );
    let path = format!("{path}/{message}/threads");
    let body = json!({"name": "a table"});
    assert_eq!(
        string(&sandbox.rest(Method::POST, &path, &body).await.body["id"]),
        message
    );
    assert_eq!(
        sandbox.rest(Method::POST, &path, &body).await.code(),
        160_004
    );
}

#[tokio::test]
async fn direct_messages_reach_users_who_accept_them() {
    let sandbox = TestSandbox::start().await;
    let ada = sandbox.user_id(0).await;
    let body = json!({"recipient_id": ada});
    let opened = sandbox
        .rest(Method::POST, "/users/@me/channels", &body)
        .await
        .body;
    let path = format!("/channels/{}/messages", string(&opened["id"]));
    let response = sandbox
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(response.status, StatusCode::OK);
    let refuses = json!({"accepts_direct_messages": false});
    sandbox
        .control(Method::PATCH, &format!("/users/{ada}"), &refuses)
        .await;
    let response = sandbox
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(response.code(), 50007);
}

#[tokio::test]
async fn an_emoji_can_be_created_listed_and_deleted() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/applications/{}/emojis", sandbox.application_id().await);
    let image = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB";
    let body = json!({"name": "nope", "image": image});
    let created = sandbox.rest(Method::POST, &path, &body).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
    assert_eq!(
        sandbox.rest(Method::POST, &path, &body).await.code(),
        50035,
        "the name is taken"
    );
    let listed = sandbox.rest(Method::GET, &path, &Value::Null).await.body;
    assert_eq!(listed["items"][0]["name"], "nope");
    let image = sandbox
        .call_with_token(&string(&sandbox.state().await["emojis"][0]["url"]), "")
        .await;
    assert_eq!(image.headers["content-type"], "image/png");
    let path = format!("{path}/{}", string(&created.body["id"]));
    let response = sandbox.rest(Method::DELETE, &path, &Value::Null).await;
    assert_eq!(response.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn commands_keep_their_ids_when_overwritten() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/applications/{}/commands", sandbox.application_id().await);
    let body = json!([{"name": "play", "description": "Plays."}]);
    let first = sandbox.rest(Method::PUT, &path, &body).await.body;
    let second = sandbox.rest(Method::PUT, &path, &body).await.body;
    assert_eq!(first[0]["id"], second[0]["id"]);
    let twice = json!([body[0], body[0]]);
    let refused = sandbox.rest(Method::PUT, &path, &twice).await;
    assert!(
        refused
            .body
            .to_string()
            .contains("APPLICATION_COMMANDS_DUPLICATE_NAME")
    );
}
