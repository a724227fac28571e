//! Tests of faults injected into calls, events, the gateway and servers, and of refused user agents.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::gateway::{GatewayClient, identify, resume};
use crate::{TestSandbox, string};

const POST_MESSAGE: &str = "POST /channels/*/messages";

impl TestSandbox {
    /// Injects a fault into the next call that posts a message.
    async fn inject(&self, effect: Value) {
        let fault = json!({"call": POST_MESSAGE, "effect": effect, "times": 1});
        self.control_ok(Method::POST, "/faults", fault).await;
    }

    async fn message_contents(&self) -> Vec<String> {
        let seen = self.visible_messages(&self.first_channel().await, "").await;
        seen.iter()
            .map(|message| string(&message["content"]))
            .collect()
    }
}

#[tokio::test]
async fn a_failed_call_may_have_been_processed_and_is_told_from_a_real_error() {
    let sandbox = TestSandbox::start().await;
    let channel = sandbox.first_channel().await;
    let post = async |content: &str| sandbox.post(&channel, json!({"content": content})).await;
    for (applied, content) in [(false, "before"), (true, "after")] {
        sandbox
            .inject(json!({"kind": "fail", "status": 502, "applied": applied}))
            .await;
        assert_eq!(post(content).await.status, StatusCode::BAD_GATEWAY);
    }
    assert_eq!(post("later").await.status, StatusCode::OK);
    assert_eq!(sandbox.message_contents().await, ["after", "later"]);
    assert_eq!(post("").await.code(), 50006);
    let refused = &sandbox.read("/problems").await["refused"];
    let injected = [0, 1, 2].map(|index| refused[index]["injected"].clone());
    assert_eq!(injected, [true, true, false]);
}

#[tokio::test]
async fn a_connection_can_drop_before_after_and_within_the_response() {
    let sandbox = TestSandbox::start().await;
    let path = format!(
        "/api/v10/channels/{}/messages",
        sandbox.first_channel().await
    );
    for moment in ["before", "after", "within"] {
        sandbox
            .inject(json!({"kind": "drop", "moment": moment}))
            .await;
        let call = sandbox.request(Method::POST, &path, &sandbox.authorization());
        let body = json!({"content": moment});
        let response = match call.json(&body).send().await {
            Ok(response) => response.json::<Value>().await,
            Err(error) => Err(error),
        };
        assert!(response.is_err(), "{moment}: {response:?}");
    }
    assert_eq!(sandbox.message_contents().await, ["after", "within"]);
    let faults = &sandbox.read("/faults").await["faults"];
    assert_eq!(
        [0, 1, 2].map(|index| faults[index]["struck"].clone()),
        [1, 1, 1]
    );
}

#[tokio::test]
async fn each_injected_error_looks_like_discords_own() {
    let sandbox = TestSandbox::start().await;
    let channel = sandbox.first_channel().await;
    let refuse = async |effect: Value| {
        sandbox.inject(effect).await;
        sandbox.post(&channel, json!({"content": "refused"})).await
    };
    for (code, status) in [
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
        (40003, 400),
        (50035, 400),
        (200_000, 400),
    ] {
        let response = refuse(json!({"kind": "refuse", "code": code})).await;
        assert_eq!((response.code(), response.status.as_u16()), (code, status));
    }
    let any = refuse(json!({"kind": "refuse", "code": 240_000, "status": 403})).await;
    assert_eq!((any.code(), any.status.as_u16()), (240_000, 403));
    for scope in ["user", "shared", "global"] {
        let limit = json!({"kind": "limit", "scope": scope, "milliseconds": 1500});
        let response = refuse(limit).await;
        assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers["x-ratelimit-scope"], scope);
        assert_eq!(response.headers["retry-after"], "2");
        assert_eq!(response.body["retry_after"], 1.5);
        assert_eq!(response.body["global"], scope == "global");
    }
}

#[tokio::test]
async fn an_emoji_of_the_application_is_refused_where_a_body_shows_one() {
    let sandbox = TestSandbox::start().await;
    let channel = sandbox.first_channel().await;
    sandbox.inject(json!({"kind": "refuse_emoji"})).await;
    let plain = sandbox.post(&channel, json!({"content": "plain"})).await;
    assert_eq!(plain.status, StatusCode::OK);
    let button = json!({"type": 2, "style": 1, "custom_id": "x", "emoji": {"id": "1"}});
    let body = json!({"components": [{"type": 1, "components": [button]}]});
    let refused = sandbox.post(&channel, body).await.body.to_string();
    assert!(refused.contains("COMPONENT_INVALID_EMOJI"), "{refused}");
}

#[tokio::test]
async fn a_user_agent_without_an_address_is_refused() {
    let sandbox = TestSandbox::start().await;
    for (agent, status) in [
        ("DiscordBot (kittens, 0.1.0)", 403),
        ("DiscordBot (https://example.org, 0.1.0)", 200),
    ] {
        let call = sandbox.request(Method::GET, "/api/v10/gateway", "");
        let response = crate::send(call.header("user-agent", agent), Value::Null).await;
        assert_eq!(response.status.as_u16(), status, "{agent}");
    }
}

#[tokio::test]
async fn events_can_be_duplicated_or_delayed() {
    let sandbox = TestSandbox::start().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    for (name, effect) in [
        ("late", json!({"kind": "delay", "milliseconds": 2000})),
        ("twice", json!({"kind": "duplicate", "copies": 1})),
    ] {
        let fault = json!({"event": "CHANNEL_CREATE", "effect": effect, "times": 1});
        sandbox.control_ok(Method::POST, "/faults", fault).await;
        sandbox.create_channel(name).await;
    }
    for name in ["twice", "twice", "late"] {
        let event = client.expect_event("CHANNEL_CREATE").await;
        assert_eq!(event["d"]["name"], name);
    }
}

#[tokio::test]
async fn connections_can_be_reconnected_invalidated_or_closed() {
    let sandbox = TestSandbox::start().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let post = async |path, body| sandbox.control_ok(Method::POST, path, body).await;
    post("/gateway/reconnect", Value::Null).await;
    assert_eq!(client.next_payload().await["op"], 7);
    post("/gateway/invalidate", json!({"resumable": true})).await;
    let invalid = client.next_payload().await;
    assert_eq!((&invalid["op"], &invalid["d"]), (&json!(9), &json!(true)));
    post("/gateway/disconnect", json!({"code": 4000})).await;
    assert_eq!(client.expect_close().await, 4000);

    let (mut client, session) = GatewayClient::connect_and_identify(&sandbox).await;
    post("/gateway/invalidate", json!({"resumable": false})).await;
    assert_eq!(client.next_payload().await["d"], false);
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&resume(&sandbox, &session)).await;
    assert_eq!(client.next_payload().await["op"], 9, "the session is gone");
}

#[tokio::test]
async fn the_gateway_can_ignore_heartbeats_and_refuse_connections() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    let change = async |body| sandbox.control_ok(Method::PATCH, "/gateway", body).await;
    change(json!({"answers_heartbeats": false})).await;
    client.send(&json!({"op": 1, "d": null})).await;
    client.send(&identify(&sandbox, false)).await;
    // The first payload is READY, so the heartbeat was not acknowledged.
    client.expect_event("READY").await;
    change(json!({"takes_connections": false})).await;
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
    let gateway = sandbox.rest(Method::GET, "/gateway/bot", Value::Null);
    let limit = gateway.await.body["session_start_limit"].clone();
    assert_eq!(
        (&limit["total"], &limit["remaining"]),
        (&json!(5), &json!(0))
    );
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&identify(&sandbox, false)).await;
    assert_eq!(client.expect_close().await, 4004);
    sandbox.server.advance(60_000);
    GatewayClient::connect_and_identify(&sandbox).await;
}

#[tokio::test]
async fn a_server_becomes_unavailable_returns_and_removes_the_bot() {
    let sandbox = TestSandbox::start().await;
    let (channel, user) = sandbox.first_channel_and_user().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let guild = string(&sandbox.read("/state").await["guilds"][0]["id"]);
    let path = format!("/guilds/{guild}/standing");
    let stand = async |standing| {
        let body = json!({"standing": standing});
        sandbox.control_ok(Method::PUT, &path, body).await
    };
    stand("unavailable").await;
    let event = client.expect_event("GUILD_DELETE").await["d"].clone();
    assert_eq!(event, json!({"id": guild, "unavailable": true}));
    let say = format!("/channels/{channel}/say");
    let body = json!({"user": user, "content": "x"});
    let said = sandbox.control(Method::POST, &say, body).await;
    assert_eq!(said.status, StatusCode::CONFLICT, "users cannot act there");
    stand("member").await;
    client.expect_event("GUILD_CREATE").await;
    stand("removed").await;
    let event = client.expect_event("GUILD_DELETE").await["d"].clone();
    assert_eq!(event, json!({"id": guild}));
    let posted = sandbox.post(&channel, json!({"content": "x"})).await;
    assert_eq!(posted.code(), 50001);
}
