//! What Discord accepts and refuses of a bot's calls.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{Scene, text};

#[tokio::test]
async fn a_wrong_token_is_unauthorized() {
    let scene = Scene::start().await;
    let heard = scene
        .call_with_token("/api/v10/users/@me", "Bot other")
        .await;
    assert_eq!((heard.status, heard.code()), (StatusCode::UNAUTHORIZED, 0));
}

#[tokio::test]
async fn unknown_things_have_codes_of_their_own() {
    let scene = Scene::start().await;
    let channel = scene.channel().await;
    let body = json!({"content": "x"});
    let heard = scene
        .rest(Method::POST, "/channels/17/messages", &body)
        .await;
    assert_eq!(heard.code(), 10003);
    let path = format!("/channels/{channel}/messages/17");
    assert_eq!(scene.rest(Method::PATCH, &path, &body).await.code(), 10008);
    let heard = scene
        .rest(
            Method::POST,
            "/interactions/17/x/callback",
            &json!({"type": 4}),
        )
        .await;
    assert_eq!(heard.code(), 10062);
}

#[tokio::test]
async fn a_message_is_made_changed_and_deleted() {
    let scene = Scene::start().await;
    let channel = scene.channel().await;
    let path = format!("/channels/{channel}/messages");
    let made = scene
        .rest(Method::POST, &path, &json!({"content": "one"}))
        .await
        .body;
    let path = format!("{path}/{}", text(&made["id"]));
    let changed = scene
        .rest(Method::PATCH, &path, &json!({"content": "two"}))
        .await
        .body;
    assert_eq!(changed["content"], "two");
    assert!(changed["edited_timestamp"].is_string());
    let heard = scene.rest(Method::DELETE, &path, &Value::Null).await;
    assert_eq!(heard.status, StatusCode::NO_CONTENT);
    assert_eq!(
        scene.rest(Method::GET, &path, &Value::Null).await.code(),
        10008
    );
}

#[tokio::test]
async fn a_message_of_components_stays_one() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    let texts = json!([{"type": 10, "content": "hello"}]);
    let mixed = json!({"content": "x", "flags": 1 << 15, "components": texts});
    let refused = scene.rest(Method::POST, &path, &mixed).await;
    assert_eq!(refused.code(), 50035);
    assert_eq!(
        refused.body["errors"]["content"]["_errors"][0]["code"],
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    );
    let body = json!({"flags": 1 << 15, "components": texts});
    let made = scene.rest(Method::POST, &path, &body).await.body;
    let path = format!("{path}/{}", text(&made["id"]));
    for body in [json!({"flags": 0}), json!({"content": "plain"})] {
        assert_eq!(scene.rest(Method::PATCH, &path, &body).await.code(), 50035);
    }
    let heard = scene
        .rest(Method::PATCH, &path, &json!({"components": texts}))
        .await;
    assert_eq!(heard.status, StatusCode::OK, "{}", heard.body);
}

#[tokio::test]
async fn content_has_to_go_before_components_come() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    let made = scene
        .rest(Method::POST, &path, &json!({"content": "old"}))
        .await
        .body;
    let path = format!("{path}/{}", text(&made["id"]));
    let mut body = json!({"flags": 1 << 15, "components": [{"type": 10, "content": "new"}]});
    assert_eq!(scene.rest(Method::PATCH, &path, &body).await.code(), 50035);
    body["content"] = Value::Null;
    assert_eq!(
        scene.rest(Method::PATCH, &path, &body).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn an_empty_message_is_refused() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    assert_eq!(
        scene
            .rest(Method::POST, &path, &json!({"content": " "}))
            .await
            .code(),
        50006
    );
}

#[tokio::test]
async fn mentions_that_are_not_allowed_are_not_recorded() {
    let scene = Scene::start().await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);
    let path = format!("/channels/{channel}/messages");
    let content = format!("hello <@{ada}>");
    let pings = scene
        .rest(Method::POST, &path, &json!({"content": content}))
        .await
        .body;
    assert_eq!(pings["mentions"][0]["id"], json!(ada));
    let body = json!({"content": content, "allowed_mentions": {"parse": []}});
    let silent = scene.rest(Method::POST, &path, &body).await.body;
    assert_eq!(silent["mentions"], json!([]));
}

#[tokio::test]
async fn a_nonce_makes_one_message() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    let body = json!({"content": "once", "nonce": "n1", "enforce_nonce": true});
    let first = scene.rest(Method::POST, &path, &body).await.body;
    let second = scene.rest(Method::POST, &path, &body).await.body;
    assert_eq!(first["id"], second["id"]);
}

#[tokio::test]
async fn a_file_is_kept_and_shown() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    let gallery = json!({"type": 12, "items": [{"media": {"url": "attachment://card.png"}}]});
    let body = json!({"flags": 1 << 15, "components": [gallery]});
    let heard = scene.upload(Method::POST, &path, &body, "card.png").await;
    assert_eq!(heard.status, StatusCode::OK, "{}", heard.body);
    let url = text(&heard.body["components"][0]["items"][0]["media"]["url"]);
    assert_eq!(url, text(&heard.body["attachments"][0]["url"]));
    let path = url.trim_start_matches(scene.base());
    assert_eq!(scene.call_with_token(path, "").await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_sixth_message_of_five_seconds_is_told_when_to_come_again() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    for left in (0..5).rev() {
        let heard = scene
            .rest(Method::POST, &path, &json!({"content": "x"}))
            .await;
        assert_eq!(
            heard.headers["x-ratelimit-remaining"],
            left.to_string().as_str()
        );
    }
    let heard = scene
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(heard.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(heard.headers["x-ratelimit-scope"], "user");
    assert_eq!(heard.body["global"], false);
    assert!(
        heard.body["retry_after"]
            .as_f64()
            .is_some_and(|wait| wait <= 5.0)
    );
    scene.sandbox.advance(5000);
    let heard = scene
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(heard.status, StatusCode::OK);
}

#[tokio::test]
async fn old_messages_take_three_edits_in_six_seconds() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    let made = scene
        .rest(Method::POST, &path, &json!({"content": "old"}))
        .await
        .body;
    scene.sandbox.advance(60 * 60 * 1000);
    let path = format!("{path}/{}", text(&made["id"]));
    let mut codes = Vec::new();
    for number in 0..4 {
        let body = json!({"content": number.to_string()});
        codes.push(scene.rest(Method::PATCH, &path, &body).await.code());
    }
    assert_eq!(codes, [0, 0, 0, 30046]);
}

#[tokio::test]
async fn missing_permissions_and_access_are_told_apart() {
    let scene = Scene::start().await;
    let channel = scene.channel().await;
    let permissions = format!("/channels/{channel}/permissions");
    let path = format!("/channels/{channel}/messages");
    for (bits, code) in [("1024", 50013), ("0", 50001)] {
        scene
            .control(Method::PUT, &permissions, &json!({"bot": bits}))
            .await;
        let heard = scene
            .rest(Method::POST, &path, &json!({"content": "x"}))
            .await;
        assert_eq!((heard.status, heard.code()), (StatusCode::FORBIDDEN, code));
    }
}

#[tokio::test]
async fn a_thread_is_begun_archived_and_locked() {
    let scene = Scene::unlimited().await;
    let channel = scene.channel().await;
    let path = format!("/channels/{channel}/threads");
    let body = json!({"name": "a table", "type": 11, "auto_archive_duration": 60});
    let made = scene.rest(Method::POST, &path, &body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    let thread = format!("/channels/{}", text(&made.body["id"]));
    let messages = format!("{thread}/messages");
    let message = scene
        .rest(Method::POST, &messages, &json!({"content": "x"}))
        .await
        .body;
    scene
        .rest(Method::PATCH, &thread, &json!({"archived": true}))
        .await;
    let path = format!("{messages}/{}", text(&message["id"]));
    assert_eq!(
        scene
            .rest(Method::PATCH, &path, &json!({"content": "y"}))
            .await
            .code(),
        50083
    );
    scene
        .rest(Method::POST, &messages, &json!({"content": "wakes it"}))
        .await;
    let heard = scene
        .rest(Method::PATCH, &path, &json!({"content": "y"}))
        .await;
    assert_eq!(heard.status, StatusCode::OK);
    let heard = scene
        .rest(Method::PATCH, &thread, &json!({"locked": true}))
        .await;
    assert_eq!(heard.code(), 50013, "locking takes a permission");
}

#[tokio::test]
async fn a_message_begins_one_thread_of_its_own_id() {
    let scene = Scene::unlimited().await;
    let path = format!("/channels/{}/messages", scene.channel().await);
    let message = text(
        &scene
            .rest(Method::POST, &path, &json!({"content": "x"}))
            .await
            .body["id"],
    );
    let path = format!("{path}/{message}/threads");
    let body = json!({"name": "a table"});
    assert_eq!(
        text(&scene.rest(Method::POST, &path, &body).await.body["id"]),
        message
    );
    assert_eq!(scene.rest(Method::POST, &path, &body).await.code(), 160_004);
}

#[tokio::test]
async fn direct_messages_reach_those_who_take_them() {
    let scene = Scene::start().await;
    let ada = scene.person(0).await;
    let body = json!({"recipient_id": ada});
    let opened = scene
        .rest(Method::POST, "/users/@me/channels", &body)
        .await
        .body;
    let path = format!("/channels/{}/messages", text(&opened["id"]));
    let heard = scene
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(heard.status, StatusCode::OK);
    let refuses = json!({"accepts_direct_messages": false});
    scene
        .control(Method::PATCH, &format!("/users/{ada}"), &refuses)
        .await;
    let heard = scene
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(heard.code(), 50007);
}

#[tokio::test]
async fn an_emoji_is_made_listed_and_deleted() {
    let scene = Scene::start().await;
    let path = format!("/applications/{}/emojis", scene.application().await);
    let image = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB";
    let body = json!({"name": "nope", "image": image});
    let made = scene.rest(Method::POST, &path, &body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    assert_eq!(
        scene.rest(Method::POST, &path, &body).await.code(),
        50035,
        "the name is taken"
    );
    let listed = scene.rest(Method::GET, &path, &Value::Null).await.body;
    assert_eq!(listed["items"][0]["name"], "nope");
    let image = scene
        .call_with_token(&text(&scene.state().await["emojis"][0]["url"]), "")
        .await;
    assert_eq!(image.headers["content-type"], "image/png");
    let path = format!("{path}/{}", text(&made.body["id"]));
    let heard = scene.rest(Method::DELETE, &path, &Value::Null).await;
    assert_eq!(heard.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn commands_keep_their_ids_when_overwritten() {
    let scene = Scene::start().await;
    let path = format!("/applications/{}/commands", scene.application().await);
    let body = json!([{"name": "play", "description": "Plays."}]);
    let first = scene.rest(Method::PUT, &path, &body).await.body;
    let second = scene.rest(Method::PUT, &path, &body).await.body;
    assert_eq!(first[0]["id"], second[0]["id"]);
    let twice = json!([body[0], body[0]]);
    let refused = scene.rest(Method::PUT, &path, &twice).await;
    assert!(
        refused
            .body
            .to_string()
            .contains("APPLICATION_COMMANDS_DUPLICATE_NAME")
    );
}
