//! Faults, as a test injects them: on calls, on events, on the gateway, on what there is.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::wire::{Arrival, Asked, Wire, identify};
use crate::{Scene, text};

impl Scene {
    async fn inject(&self, fault: Value) {
        let heard = self.control(Method::POST, "/faults", &fault).await;
        assert_eq!(heard.status, StatusCode::NO_CONTENT, "{}", heard.body);
    }

    async fn faults(&self) -> Value {
        let heard = self.control(Method::GET, "/faults", &Value::Null).await;
        heard.body["faults"].clone()
    }

    async fn problems(&self) -> Value {
        let heard = self.control(Method::GET, "/problems", &Value::Null).await;
        heard.body
    }

    async fn do_to(&self, method: Method, path: &str, body: Value) {
        let heard = self.control(method, path, &body).await;
        assert_eq!(heard.status, StatusCode::NO_CONTENT, "{}", heard.body);
    }

    async fn post_message(&self, content: &str) -> crate::Heard {
        let path = format!("/channels/{}/messages", self.channel().await);
        self.rest(Method::POST, &path, &json!({"content": content}))
            .await
    }

    /// The same for a call to which no answer may come.
    async fn try_to_post(&self, content: &str) -> Result<Value, reqwest::Error> {
        let path = format!(
            "{}/api/v10/channels/{}/messages",
            self.base(),
            self.channel().await
        );
        let call = reqwest::Client::new().post(path);
        let call = call.header("authorization", "Bot sandbox-token");
        let response = call.json(&json!({"content": content})).send().await?;
        response.json().await
    }

    async fn contents(&self) -> Vec<String> {
        let seen = self.seen(&self.channel().await, None).await;
        seen.iter()
            .map(|message| text(&message["content"]))
            .collect()
    }
}

const POSTS: &str = "POST /channels/*/messages";

#[tokio::test]
async fn a_fault_that_makes_no_sense_is_refused_with_a_sentence() {
    let scene = Scene::start().await;
    let fault = json!({"call": POSTS, "effect": {"kind": "explode"}, "times": 1});
    let heard = scene.control(Method::POST, "/faults", &fault).await;
    assert_eq!(heard.status, StatusCode::BAD_REQUEST);
    let why = text(&heard.body["error"]);
    assert!(why.contains("unknown variant `explode`"), "{why}");
    assert_eq!(scene.faults().await, json!([]));
}

#[tokio::test]
async fn a_server_in_trouble_may_have_done_what_was_asked() {
    let scene = Scene::start().await;
    let fail = |applied| json!({"kind": "fail", "status": 502, "applied": applied});
    scene
        .inject(json!({"call": POSTS, "effect": fail(false), "times": 1}))
        .await;
    assert_eq!(
        scene.post_message("before").await.status,
        StatusCode::BAD_GATEWAY
    );
    scene
        .inject(json!({"call": POSTS, "effect": fail(true), "times": 1}))
        .await;
    assert_eq!(
        scene.post_message("after").await.status,
        StatusCode::BAD_GATEWAY
    );
    assert_eq!(scene.post_message("later").await.status, StatusCode::OK);
    assert_eq!(scene.contents().await, ["after", "later"]);
    let refused = scene.problems().await["refused"].clone();
    assert!(
        refused
            .as_array()
            .expect("a list")
            .iter()
            .all(|one| one["injected"] == true)
    );
}

#[tokio::test]
async fn an_answer_can_be_lost_before_after_and_within() {
    let scene = Scene::start().await;
    for moment in ["before", "after", "within"] {
        let drop = json!({"kind": "drop", "moment": moment});
        scene
            .inject(json!({"call": POSTS, "effect": drop, "times": 1}))
            .await;
        let lost = scene.try_to_post(moment).await;
        assert!(lost.is_err(), "{moment}: {lost:?}");
    }
    assert_eq!(scene.contents().await, ["after", "within"]);
    let faults = scene.faults().await;
    let struck: Vec<_> = (0..3)
        .map(|index| faults[index]["struck"].clone())
        .collect();
    assert_eq!(struck, [1, 1, 1]);
    scene.do_to(Method::DELETE, "/faults", Value::Null).await;
    assert_eq!(scene.faults().await, json!([]));
}

#[tokio::test]
async fn each_kind_of_refusal_looks_like_discords_own() {
    let scene = Scene::start().await;
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
        scene
            .inject(json!({"call": POSTS, "effect": {"kind": "refuse", "code": code}, "times": 1}))
            .await;
        let heard = scene.post_message("refused").await;
        assert_eq!((heard.code(), heard.status.as_u16()), (code, status));
    }
    for scope in ["user", "shared", "global"] {
        let limit = json!({"kind": "limit", "scope": scope, "milliseconds": 1500});
        scene
            .inject(json!({"call": POSTS, "effect": limit, "times": 1}))
            .await;
        let heard = scene.post_message("too fast").await;
        assert_eq!(heard.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(heard.headers["x-ratelimit-scope"], scope);
        assert_eq!(heard.headers["retry-after"], "2");
        assert_eq!(heard.body["retry_after"], 1.5);
        assert_eq!(heard.body["global"], scope == "global");
    }
    scene
        .inject(json!({"call": POSTS, "effect": {"kind": "page"}, "times": 1}))
        .await;
    let heard = scene.post_message("denied").await;
    assert_eq!(heard.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(heard.headers.get("retry-after").is_none());
    assert!(text(&heard.body).starts_with("<!DOCTYPE html>"));
}

#[tokio::test]
async fn a_real_refusal_is_told_from_an_injected_one() {
    let scene = Scene::start().await;
    let refuse = json!({"kind": "refuse", "code": 50013});
    scene
        .inject(json!({"call": POSTS, "effect": refuse, "times": 1}))
        .await;
    scene.post_message("refused").await;
    scene.post_message("").await;
    let refused = scene.problems().await["refused"].clone();
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
async fn events_come_twice_late_or_never() {
    let scene = Scene::start().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let lose = json!({"event": "MESSAGE_CREATE", "effect": {"kind": "lose"}, "times": 1});
    scene.inject(lose).await;
    scene.post_message("lost").await;
    let late = json!({"kind": "delay", "milliseconds": 2000});
    scene
        .inject(json!({"event": "MESSAGE_CREATE", "effect": late, "times": 1}))
        .await;
    scene.post_message("late").await;
    let twice = json!({"kind": "duplicate", "copies": 1});
    scene
        .inject(json!({"event": "MESSAGE_CREATE", "effect": twice, "times": 1}))
        .await;
    scene.post_message("twice").await;
    let mut heard = Vec::new();
    for _ in 0..3 {
        heard.push(text(&wire.event("MESSAGE_CREATE").await["d"]["content"]));
    }
    assert_eq!(heard, ["twice", "twice", "late"]);
}

#[tokio::test]
async fn a_connection_is_told_to_come_anew_or_ends() {
    let scene = Scene::start().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    scene
        .do_to(Method::POST, "/gateway/reconnect", Value::Null)
        .await;
    assert_eq!(wire.payload().await["op"], 7);
    scene
        .do_to(
            Method::POST,
            "/gateway/invalidate",
            json!({"resumable": true}),
        )
        .await;
    let invalid = wire.payload().await;
    assert_eq!((&invalid["op"], &invalid["d"]), (&json!(9), &json!(true)));
    scene
        .do_to(Method::POST, "/gateway/disconnect", json!({"code": 4000}))
        .await;
    assert!(matches!(wire.next().await, Arrival::Closed(4000)));

    let (mut wire, session) = Wire::identified(&scene).await;
    scene
        .do_to(
            Method::POST,
            "/gateway/invalidate",
            json!({"resumable": false}),
        )
        .await;
    assert_eq!(wire.payload().await["d"], false);
    let mut wire = Wire::connect(&scene).await;
    let resume = json!({"op": 6, "d": {"token": "sandbox-token", "session_id": session, "seq": 2}});
    wire.send(&resume).await;
    assert_eq!(wire.payload().await["op"], 9, "the session is gone");
    let heard = scene
        .control(Method::POST, "/gateway/disconnect", &json!({"code": 7}))
        .await;
    assert_eq!(text(&heard.body["error"]), "7 is no close code");
}

#[tokio::test]
async fn a_gateway_can_ignore_heartbeats_and_take_no_connections() {
    let scene = Scene::start().await;
    let mut wire = Wire::connect(&scene).await;
    scene
        .do_to(
            Method::PATCH,
            "/gateway",
            json!({"answers_heartbeats": false}),
        )
        .await;
    wire.send(&json!({"op": 1, "d": null})).await;
    wire.send(&identify(false)).await;
    assert_eq!(wire.payload().await["t"], "READY", "and nothing before it");
    scene
        .do_to(
            Method::PATCH,
            "/gateway",
            json!({"takes_connections": false}),
        )
        .await;
    let url = format!("{}/gateway", scene.base()).replacen("http", "ws", 1);
    assert!(tokio_tungstenite::connect_async(url).await.is_err());
}

#[tokio::test]
async fn sessions_run_out() {
    let scene = Scene::start().await;
    let starts = json!({"total": 5, "left": 1, "reset_after_ms": 60_000});
    scene
        .do_to(Method::PATCH, "/gateway", json!({"starts": starts}))
        .await;
    Wire::identified(&scene).await;
    let told = scene
        .rest(Method::GET, "/gateway/bot", &Value::Null)
        .await
        .body;
    let limit = &told["session_start_limit"];
    assert_eq!(
        (&limit["total"], &limit["remaining"]),
        (&json!(5), &json!(0))
    );
    let mut wire = Wire::connect(&scene).await;
    wire.send(&identify(false)).await;
    assert!(matches!(wire.next().await, Arrival::Closed(4004)));
    scene.sandbox.advance(60_000);
    Wire::identified(&scene).await;
}

#[tokio::test]
async fn a_server_becomes_unavailable_comes_back_and_removes_the_bot() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let guild = text(&scene.state().await["guilds"][0]["id"]);
    let path = format!("/guilds/{guild}/standing");
    scene
        .do_to(Method::PUT, &path, json!({"standing": "unavailable"}))
        .await;
    let event = wire.event("GUILD_DELETE").await["d"].clone();
    assert_eq!(event, json!({"id": guild, "unavailable": true}));
    let command = format!("/channels/{}/command", scene.channel().await);
    let body = json!({"user": scene.person(0).await, "command": "play"});
    let heard = scene.control(Method::POST, &command, &body).await;
    assert_eq!(heard.status, StatusCode::CONFLICT, "nobody can click there");
    scene
        .do_to(Method::PUT, &path, json!({"standing": "member"}))
        .await;
    wire.event("GUILD_CREATE").await;
    scene
        .do_to(Method::PUT, &path, json!({"standing": "removed"}))
        .await;
    assert_eq!(wire.event("GUILD_DELETE").await["d"], json!({"id": guild}));
    assert_eq!(scene.post_message("nobody").await.code(), 50001);
}

#[tokio::test]
async fn a_thread_is_locked_and_tokens_die() {
    let scene = Scene::start().await;
    scene.register().await;
    let channel = scene.channel().await;
    let body = json!({"name": "thread", "type": 11});
    let made = scene
        .rest(Method::POST, &format!("/channels/{channel}/threads"), &body)
        .await;
    let thread = text(&made.body["id"]);
    let path = format!("/channels/{thread}");
    scene
        .do_to(
            Method::PATCH,
            &path,
            json!({"archived": true, "locked": true}),
        )
        .await;
    let path = format!("/channels/{thread}/messages");
    let refused = scene
        .rest(Method::POST, &path, &json!({"content": "x"}))
        .await;
    assert_eq!(refused.code(), 160_005);

    let (mut wire, _) = Wire::identified(&scene).await;
    let asked = Asked::command(&scene, &mut wire).await;
    asked
        .answer(&scene, &json!({"type": 4, "data": {"content": "x"}}))
        .await;
    scene
        .do_to(
            Method::POST,
            &format!("/channels/{channel}/expire-tokens"),
            Value::Null,
        )
        .await;
    let edit = asked
        .original(&scene, Method::PATCH, &json!({"content": "y"}))
        .await;
    assert_eq!(edit.code(), 50027);
}
