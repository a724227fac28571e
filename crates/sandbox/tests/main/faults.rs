//! Faults injected through the control API: into calls, events, the gateway, servers and threads.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::gateway::{GatewayClient, PendingInteraction, Received, identify, resume};
use crate::{TestSandbox, string};

impl TestSandbox {
    async fn inject(&self, fault: Value) {
        let response = self.control(Method::POST, "/faults", &fault).await;
        assert_eq!(response.status, StatusCode::NO_CONTENT, "{}", response.body);
    }

    async fn faults(&self) -> Value {
        let response = self.control(Method::GET, "/faults", &Value::Null).await;
        response.body["faults"].clone()
    }

    async fn problems(&self) -> Value {
        let response = self.control(Method::GET, "/problems", &Value::Null).await;
        response.body
    }

    async fn control_ok(&self, method: Method, path: &str, body: Value) {
        let response = self.control(method, path, &body).await;
        assert_eq!(response.status, StatusCode::NO_CONTENT, "{}", response.body);
    }

    async fn post_message(&self, content: &str) -> crate::TestResponse {
        let path = format!("/channels/{}/messages", self.first_channel_id().await);
        self.rest(Method::POST, &path, &json!({"content": content}))
            .await
    }

    /// Posts a message by a call that may get no response.
    async fn try_to_post(&self, content: &str) -> Result<Value, reqwest::Error> {
        let path = format!(
            "{}/api/v10/channels/{}/messages",
            self.base(),
            self.first_channel_id().await
        );
        let call = reqwest::Client::new().post(path);
        let call = call.header("authorization", self.authorization());
        let response = call.json(&json!({"content": content})).send().await?;
        response.json().await
    }

    async fn message_contents(&self) -> Vec<String> {
        let seen = self
            .visible_messages(&self.first_channel_id().await, None)
            .await;
        seen.iter()
            .map(|message| string(&message["content"]))
            .collect()
    }
}

const POST_MESSAGE: &str = "POST /channels/*/messages";

#[tokio::test]
async fn an_invalid_fault_is_refused_with_a_reason() {
    let sandbox = TestSandbox::start().await;
    let fault = json!({"call": POST_MESSAGE, "effect": {"kind": "explode"}, "times": 1});
    let response = sandbox.control(Method::POST, "/faults", &fault).await;
    assert_eq!(response.status, StatusCode::BAD_REQUEST);
    let reason = string(&response.body["error"]);
    assert!(reason.contains("unknown variant `explode`"), "{reason}");
    assert_eq!(sandbox.faults().await, json!([]));
}

#[tokio::test]
async fn a_failed_call_may_have_been_processed() {
    let sandbox = TestSandbox::start().await;
    let fail = |applied| json!({"kind": "fail", "status": 502, "applied": applied});
    sandbox
        .inject(json!({"call": POST_MESSAGE, "effect": fail(false), "times": 1}))
        .await;
    assert_eq!(
        sandbox.post_message("before").await.status,
        StatusCode::BAD_GATEWAY
    );
    sandbox
        .inject(json!({"call": POST_MESSAGE, "effect": fail(true), "times": 1}))
        .await;
    assert_eq!(
        sandbox.post_message("after").await.status,
        StatusCode::BAD_GATEWAY
    );
    assert_eq!(sandbox.post_message("later").await.status, StatusCode::OK);
    assert_eq!(sandbox.message_contents().await, ["after", "later"]);
    let refused = sandbox.problems().await["refused"].clone();
    assert!(
        refused
            .as_array()
            .expect("a list")
            .iter()
            .all(|one| one["injected"] == true)
    );
}

#[tokio::test]
async fn a_connection_can_drop_before_after_and_within_the_response() {
    let sandbox = TestSandbox::start().await;
    for moment in ["before", "after", "within"] {
        let drop = json!({"kind": "drop", "moment": moment});
        sandbox
            .inject(json!({"call": POST_MESSAGE, "effect": drop, "times": 1}))
            .await;
        let lost = sandbox.try_to_post(moment).await;
        assert!(lost.is_err(), "{moment}: {lost:?}");
    }
    assert_eq!(sandbox.message_contents().await, ["after", "within"]);
    let faults = sandbox.faults().await;
    let hits: Vec<_> = (0..3)
        .map(|index| faults[index]["struck"].clone())
        .collect();
    assert_eq!(hits, [1, 1, 1]);
    sandbox
        .control_ok(Method::DELETE, "/faults", Value::Null)
        .await;
    assert_eq!(sandbox.faults().await, json!([]));
}

#[tokio::test]
async fn each_injected_error_looks_like_discords_own() {
    let sandbox = TestSandbox::start().await;
    let refusals = [
        (10003, 404),
        (10008, 404),
        (10015, 404),
        (10062, 404),
        (40060, 400),
        (50001, 403),
        (50007, 403),
        (50013, 403),
        (50027, 401),
        (50278, 403),
        (50083, 400),
        (160_005, 400),
        (30046, 429),
        (50035, 400),
    ];
    for (code, status) in refusals {
        sandbox
            .inject(json!({"call": POST_MESSAGE, "effect": {"kind": "refuse", "code": code}, "times": 1}))
            .await;
        let response = sandbox.post_message("refused").await;
        assert_eq!((response.code(), response.status.as_u16()), (code, status));
    }
    for scope in ["user", "shared", "global"] {
        let limit = json!({"kind": "limit", "scope": scope, "milliseconds": 1500});
        sandbox
            .inject(json!({"call": POST_MESSAGE, "effect": limit, "times": 1}))
            .await;
        let response = sandbox.post_message("too fast").await;
        assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers["x-ratelimit-scope"], scope);
        assert_eq!(response.headers["retry-after"], "2");
        assert_eq!(response.body["retry_after"], 1.5);
        assert_eq!(response.body["global"], scope == "global");
    }
    sandbox
        .inject(json!({"call": POST_MESSAGE, "effect": {"kind": "page"}, "times": 1}))
        .await;
    let response = sandbox.post_message("denied").await;
    assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(response.headers.get("retry-after").is_none());
    assert!(string(&response.body).starts_with("<!DOCTYPE html>"));
}

#[tokio::test]
async fn problems_distinguish_real_from_injected_errors() {
    let sandbox = TestSandbox::start().await;
    let refuse = json!({"kind": "refuse", "code": 50013});
    sandbox
        .inject(json!({"call": POST_MESSAGE, "effect": refuse, "times": 1}))
        .await;
    sandbox.post_message("refused").await;
    sandbox.post_message("").await;
    let refused = sandbox.problems().await["refused"].clone();
    assert_eq!(
        (&refused[0]["code"], &refused[0]["injected"]),
        (&json!(50013), &json!(true))
    );
    assert_eq!(
        (&refused[1]["code"], &refused[1]["injected"]),
        (&json!(50006), &json!(false))
    );
}

#[tokio::test]
async fn events_can_be_duplicated_delayed_or_lost() {
    let sandbox = TestSandbox::start().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let lose = json!({"event": "MESSAGE_CREATE", "effect": {"kind": "lose"}, "times": 1});
    sandbox.inject(lose).await;
    sandbox.post_message("lost").await;
    let late = json!({"kind": "delay", "milliseconds": 2000});
    sandbox
        .inject(json!({"event": "MESSAGE_CREATE", "effect": late, "times": 1}))
        .await;
    sandbox.post_message("late").await;
    let twice = json!({"kind": "duplicate", "copies": 1});
    sandbox
        .inject(json!({"event": "MESSAGE_CREATE", "effect": twice, "times": 1}))
        .await;
    sandbox.post_message("twice").await;
    let mut response = Vec::new();
    for _ in 0..3 {
        response.push(string(
            &client.expect_event("MESSAGE_CREATE").await["d"]["content"],
        ));
    }
    assert_eq!(response, ["twice", "twice", "late"]);
}

#[tokio::test]
async fn connections_can_be_reconnected_invalidated_or_closed() {
    let sandbox = TestSandbox::start().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    sandbox
        .control_ok(Method::POST, "/gateway/reconnect", Value::Null)
        .await;
    assert_eq!(client.next_payload().await["op"], 7);
    sandbox
        .control_ok(
            Method::POST,
            "/gateway/invalidate",
            json!({"resumable": true}),
        )
        .await;
    let invalid = client.next_payload().await;
    assert_eq!((&invalid["op"], &invalid["d"]), (&json!(9), &json!(true)));
    sandbox
        .control_ok(Method::POST, "/gateway/disconnect", json!({"code": 4000}))
        .await;
    assert!(matches!(client.next().await, Received::Closed(4000)));

    let (mut client, session) = GatewayClient::connect_and_identify(&sandbox).await;
    sandbox
        .control_ok(
            Method::POST,
            "/gateway/invalidate",
            json!({"resumable": false}),
        )
        .await;
    assert_eq!(client.next_payload().await["d"], false);
    let mut client = GatewayClient::connect(&sandbox).await;
    let resume_payload = resume(&sandbox, &session);
    client.send(&resume_payload).await;
    assert_eq!(client.next_payload().await["op"], 9, "the session is gone");
    let response = sandbox
        .control(Method::POST, "/gateway/disconnect", &json!({"code": 7}))
        .await;
    assert_eq!(string(&response.body["error"]), "7 is not a close code");
}

#[tokio::test]
async fn the_gateway_can_ignore_heartbeats_and_refuse_connections() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    sandbox
        .control_ok(
            Method::PATCH,
            "/gateway",
            json!({"answers_heartbeats": false}),
        )
        .await;
    client.send(&json!({"op": 1, "d": null})).await;
    client.send(&identify(&sandbox, false)).await;
    assert_eq!(
        client.next_payload().await["t"],
        "READY",
        "and no heartbeat acknowledgement before it"
    );
    sandbox
        .control_ok(
            Method::PATCH,
            "/gateway",
            json!({"takes_connections": false}),
        )
        .await;
    let url = format!("{}/gateway", sandbox.base()).replacen("http", "ws", 1);
    assert!(tokio_tungstenite::connect_async(url).await.is_err());
}

#[tokio::test]
async fn no_session_starts_beyond_the_session_start_limit() {
    let sandbox = TestSandbox::start().await;
    let starts = json!({"total": 5, "left": 1, "reset_after_ms": 60_000});
    sandbox
        .control_ok(Method::PATCH, "/gateway", json!({"starts": starts}))
        .await;
    GatewayClient::connect_and_identify(&sandbox).await;
    let limits = sandbox
        .rest(Method::GET, "/gateway/bot", &Value::Null)
        .await
        .body;
    let limit = &limits["session_start_limit"];
    assert_eq!(
        (&limit["total"], &limit["remaining"]),
        (&json!(5), &json!(0))
    );
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&identify(&sandbox, false)).await;
    assert!(matches!(client.next().await, Received::Closed(4004)));
    sandbox.server.advance(60_000);
    GatewayClient::connect_and_identify(&sandbox).await;
}

#[tokio::test]
async fn a_server_becomes_unavailable_returns_and_removes_the_bot() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_commands().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let guild = string(&sandbox.state().await["guilds"][0]["id"]);
    let path = format!("/guilds/{guild}/standing");
    sandbox
        .control_ok(Method::PUT, &path, json!({"standing": "unavailable"}))
        .await;
    let event = client.expect_event("GUILD_DELETE").await["d"].clone();
    assert_eq!(event, json!({"id": guild, "unavailable": true}));
    let command = format!("/channels/{}/command", sandbox.first_channel_id().await);
    let body = json!({"user": sandbox.user_id(0).await, "command": "play"});
    let response = sandbox.control(Method::POST, &command, &body).await;
    assert_eq!(
        response.status,
        StatusCode::CONFLICT,
        "nobody can act in an unavailable server"
    );
    sandbox
        .control_ok(Method::PUT, &path, json!({"standing": "member"}))
        .await;
    client.expect_event("GUILD_CREATE").await;
    sandbox
        .control_ok(Method::PUT, &path, json!({"standing": "removed"}))
        .await;
    assert_eq!(
        client.expect_event("GUILD_DELETE").await["d"],
        json!({"id": guild})
    );
    assert_eq!(sandbox.post_message("removed").await.code(), 50001);
}

#[tokio::test]
async fn a_thread_can_be_locked_and_tokens_can_expire() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_commands().await;
    let channel = sandbox.first_channel_id().await;
    let body = json!({"name": "thread", "type": 11});
    let created = sandbox
        .rest(Method::POST, &format!("/channels/{channel}/threads"), &body)
        .await;
    let thread = string(&created.body["id"]);
    let path = format!("/channels/{thread}");
    sandbox
        .control_ok(
            Method::PATCH,
            &path,
            json!({"archived": true, "locked": true}),
        )
        .await;
    let path = format!("/channels/{thread}/messages");
    let refused = sandbox
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(refused.code(), 160_005);

    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let interaction = PendingInteraction::run_command(&sandbox, &mut client).await;
    interaction
        .answer(&sandbox, &json!({"type": 4, "data": {"content": "x"}}))
        .await;
    sandbox
        .control_ok(
            Method::POST,
            &format!("/channels/{channel}/expire-tokens"),
            Value::Null,
        )
        .await;
    let edit = interaction
        .call_original(&sandbox, Method::PATCH, &json!({"content": "y"}))
        .await;
    assert_eq!(edit.code(), 50027);
}
