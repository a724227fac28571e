//! A bot of a few lines, for what serenity would never do.

use std::io::Read;
use std::time::Duration;

use flate2::read::ZlibDecoder;
use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::{Heard, Scene, text};

/// A gateway connection.
pub(crate) struct Wire {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// What arrives on a connection.
#[derive(Debug)]
pub(crate) enum Arrival {
    Payload { value: Value, packed: bool },
    Closed(u16),
}

impl Wire {
    /// Connects and takes the HELLO.
    pub(crate) async fn connect(scene: &Scene) -> Self {
        let url = scene.rest(Method::GET, "/gateway", &Value::Null).await.body;
        let url = format!("{}?v=10&encoding=json", text(&url["url"]));
        let (socket, _) = connect_async(url).await.expect("the gateway listens");
        let mut wire = Self { socket };
        assert_eq!(wire.payload().await["op"], 10);
        wire
    }

    /// Connects, identifies and takes READY and GUILD_CREATE.
    pub(crate) async fn identified(scene: &Scene) -> (Self, String) {
        let mut wire = Self::connect(scene).await;
        wire.send(&identify(false)).await;
        let ready = wire.event("READY").await;
        wire.event("GUILD_CREATE").await;
        (wire, text(&ready["d"]["session_id"]))
    }

    pub(crate) async fn send(&mut self, payload: &Value) {
        let message = Message::Text(payload.to_string().into());
        self.socket.send(message).await.expect("the gateway reads");
    }

    pub(crate) async fn next(&mut self) -> Arrival {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await;
            let message = message
                .expect("something arrives")
                .expect("the end is announced");
            match message.expect("a whole frame") {
                Message::Text(text) => {
                    let value = serde_json::from_str(&text).expect("JSON");
                    return Arrival::Payload {
                        value,
                        packed: false,
                    };
                }
                Message::Binary(bytes) => {
                    let mut unpacked = String::new();
                    let mut decoder = ZlibDecoder::new(&bytes[..]);
                    decoder.read_to_string(&mut unpacked).expect("zlib");
                    let value = serde_json::from_str(&unpacked).expect("JSON");
                    return Arrival::Payload {
                        value,
                        packed: true,
                    };
                }
                Message::Close(frame) => {
                    return Arrival::Closed(frame.map_or(0, |frame| frame.code.into()));
                }
                _ => {}
            }
        }
    }

    pub(crate) async fn payload(&mut self) -> Value {
        match self.next().await {
            Arrival::Payload { value, .. } => value,
            Arrival::Closed(code) => panic!("closed with {code}"),
        }
    }

    /// The next event, which has to be `name`.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        let payload = self.payload().await;
        assert_eq!(payload["t"], name, "{payload}");
        payload
    }

    async fn closing(&mut self) -> u16 {
        match self.next().await {
            Arrival::Closed(code) => code,
            Arrival::Payload { value, .. } => panic!("no close but {value}"),
        }
    }
}

pub(crate) fn identify(compress: bool) -> Value {
    json!({"op": 2, "d": {
        "token": "sandbox-token",
        "intents": 1 | 1 << 9,
        "compress": compress,
        "properties": {"os": "linux", "browser": "test", "device": "test"},
    }})
}

/// A person's command that waits for its answer.
pub(crate) struct Asked {
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) outcome: tokio::task::JoinHandle<Value>,
}

impl Asked {
    /// Has a person act by a control call and takes the interaction.
    pub(crate) async fn of(scene: &Scene, wire: &mut Wire, path: String, body: Value) -> Self {
        let http = reqwest::Client::new();
        let url = format!("{}/sandbox{path}", scene.base());
        let call = http.post(url).json(&body).send();
        let outcome = tokio::spawn(async move {
            let response = call.await.expect("the sandbox answers");
            response.json().await.expect("an outcome")
        });
        let event = wire.event("INTERACTION_CREATE").await["d"].clone();
        Self {
            id: text(&event["id"]),
            token: text(&event["token"]),
            outcome,
        }
    }

    /// Has Ada run the command.
    pub(crate) async fn command(scene: &Scene, wire: &mut Wire) -> Self {
        let path = format!("/channels/{}/command", scene.channel().await);
        let body = json!({"user": scene.person(0).await, "command": "play"});
        Self::of(scene, wire, path, body).await
    }

    /// Answers.
    pub(crate) async fn answer(&self, scene: &Scene, body: &Value) -> Heard {
        let path = format!("/interactions/{}/{}/callback", self.id, self.token);
        scene.rest(Method::POST, &path, body).await
    }

    /// Calls on a message of the token.
    pub(crate) async fn original(&self, scene: &Scene, method: Method, body: &Value) -> Heard {
        let application = scene.application().await;
        let path = format!("/webhooks/{application}/{}/messages/@original", self.token);
        scene.rest(method, &path, body).await
    }

    /// Sends a follow-up.
    pub(crate) async fn follow_up(&self, scene: &Scene, body: &Value) -> Heard {
        let path = format!("/webhooks/{}/{}", scene.application().await, self.token);
        scene.rest(Method::POST, &path, body).await
    }
}

#[tokio::test]
async fn a_wrong_token_closes_the_connection() {
    let scene = Scene::start().await;
    let mut wire = Wire::connect(&scene).await;
    let mut identity = identify(false);
    identity["d"]["token"] = json!("other");
    wire.send(&identity).await;
    assert_eq!(wire.closing().await, 4004);
}

#[tokio::test]
async fn an_unknown_opcode_and_broken_json_close_the_connection() {
    let scene = Scene::start().await;
    let mut wire = Wire::connect(&scene).await;
    wire.send(&json!({"op": 99})).await;
    assert_eq!(wire.closing().await, 4001);
    let mut wire = Wire::connect(&scene).await;
    wire.socket
        .send(Message::Text("{".into()))
        .await
        .expect("the gateway reads");
    assert_eq!(wire.closing().await, 4002);
}

#[tokio::test]
async fn a_heartbeat_is_acknowledged() {
    let scene = Scene::start().await;
    let mut wire = Wire::connect(&scene).await;
    wire.send(&json!({"op": 1, "d": null})).await;
    assert_eq!(wire.payload().await["op"], 11);
}

#[tokio::test]
async fn payloads_are_packed_for_whoever_asks() {
    let scene = Scene::start().await;
    let mut wire = Wire::connect(&scene).await;
    wire.send(&identify(true)).await;
    let Arrival::Payload { value, packed } = wire.next().await else {
        panic!("a closed connection");
    };
    assert!(packed);
    assert_eq!(value["t"], "READY");
}

#[tokio::test]
async fn a_whole_connection_can_be_one_packed_stream() {
    let scene = Scene::start().await;
    let url = format!("{}/gateway?v=10&compress=zlib-stream", scene.base());
    let url = url.replacen("http", "ws", 1);
    let (mut socket, _) = connect_async(url).await.expect("the gateway listens");
    let mut stream = flate2::Decompress::new(true);
    let mut names = Vec::new();
    while names.len() < 3 {
        let message = socket.next().await.expect("something arrives");
        let Message::Binary(bytes) = message.expect("a whole frame") else {
            panic!("not packed");
        };
        assert!(
            bytes.ends_with(&[0, 0, 0xff, 0xff]),
            "each payload is flushed"
        );
        let mut unpacked = Vec::with_capacity(64 * 1024);
        stream
            .decompress_vec(&bytes, &mut unpacked, flate2::FlushDecompress::Sync)
            .expect("the stream goes on");
        let payload: Value = serde_json::from_slice(&unpacked).expect("JSON");
        if payload["op"] == 10 {
            let identity = Message::Text(identify(false).to_string().into());
            socket.send(identity).await.expect("the gateway reads");
        }
        names.push(payload["t"].clone());
    }
    assert_eq!(names, [Value::Null, json!("READY"), json!("GUILD_CREATE")]);
}

#[tokio::test]
async fn a_stop_closes_connections_and_frees_the_port() {
    let scene = Scene::start().await;
    let mut wire = Wire::connect(&scene).await;
    let address = scene.sandbox.address();
    scene.sandbox.shutdown().await;
    assert_eq!(wire.closing().await, 1001);
    std::net::TcpListener::bind(address).expect("the port is free");
}

#[tokio::test]
async fn a_resumed_session_hears_what_it_missed() {
    let scene = Scene::start().await;
    let (wire, session) = Wire::identified(&scene).await;
    drop(wire);
    let path = format!("/channels/{}/say", scene.channel().await);
    let body = json!({"user": scene.person(0).await, "content": "meanwhile"});
    scene.control(Method::POST, &path, &body).await;

    let mut wire = Wire::connect(&scene).await;
    let resume = json!({"op": 6, "d": {"token": "sandbox-token", "session_id": session, "seq": 2}});
    wire.send(&resume).await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["s"], 3);
    assert_eq!(wire.event("RESUMED").await["s"], 4);
}

#[tokio::test]
async fn an_unknown_session_is_invalid() {
    let scene = Scene::start().await;
    let mut wire = Wire::connect(&scene).await;
    let resume = json!({"op": 6, "d": {"token": "sandbox-token", "session_id": "x", "seq": 2}});
    wire.send(&resume).await;
    let payload = wire.payload().await;
    assert_eq!((&payload["op"], &payload["d"]), (&json!(9), &json!(false)));
}

#[tokio::test]
async fn an_interaction_is_answered_once() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let asked = Asked::command(&scene, &mut wire).await;
    let body = json!({"type": 4, "data": {"content": "hello"}});
    assert_eq!(
        asked.answer(&scene, &body).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(asked.answer(&scene, &body).await.code(), 40060);
    let outcome = asked.outcome.await.expect("an outcome");
    assert_eq!(outcome["message"]["content"], "hello");
}

#[tokio::test]
async fn an_answer_after_three_seconds_is_too_late() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let asked = Asked::command(&scene, &mut wire).await;
    scene.sandbox.advance(3000);
    let late = asked.answer(&scene, &json!({"type": 5})).await;
    assert_eq!(late.code(), 10062);
    let problems = scene
        .control(Method::GET, "/problems", &Value::Null)
        .await
        .body;
    assert_eq!(problems["unanswered"], json!([asked.id]));
}

#[tokio::test]
async fn a_token_lives_for_fifteen_minutes() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let asked = Asked::command(&scene, &mut wire).await;
    let edit = json!({"content": "changed", "allowed_mentions": {"parse": []}});
    let early = asked.original(&scene, Method::PATCH, &edit).await;
    assert_eq!(early.code(), 10015, "nothing is answered yet");
    asked
        .answer(
            &scene,
            &json!({"type": 4, "data": {"content": "x", "flags": 64}}),
        )
        .await;
    scene.sandbox.advance(14 * 60 * 1000);
    let heard = asked.original(&scene, Method::PATCH, &edit).await;
    assert_eq!(heard.body["content"], "changed");
    scene.sandbox.advance(60 * 1000);
    let heard = asked.original(&scene, Method::PATCH, &edit).await;
    assert_eq!(
        (heard.status, heard.code()),
        (StatusCode::UNAUTHORIZED, 50027)
    );
}

#[tokio::test]
async fn answers_that_only_one_person_sees_do_not_push_public_messages_out_of_the_last() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);
    let body = json!({"user": ada, "content": "for everybody"});
    scene
        .control(Method::POST, &format!("/channels/{channel}/say"), &body)
        .await;
    wire.event("MESSAGE_CREATE").await;
    for content in ["first", "second"] {
        let asked = Asked::command(&scene, &mut wire).await;
        let body = json!({"type": 4, "data": {"content": content, "flags": 64}});
        asked.answer(&scene, &body).await;
    }
    let path = format!("/channels/{channel}/messages?user={ada}&last=1");
    let heard = scene.control(Method::GET, &path, &Value::Null).await;
    let words = |index: usize| text(&heard.body["messages"][index]["content"]);
    assert_eq!(
        (words(0), words(1)),
        ("for everybody".to_owned(), "second".to_owned())
    );
}

#[tokio::test]
async fn a_deferred_answer_is_filled_by_its_edit_or_the_first_follow_up() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let asked = Asked::command(&scene, &mut wire).await;
    let refused = asked
        .answer(&scene, &json!({"type": 5, "data": {"flags": 1 << 15}}))
        .await;
    assert_eq!(
        refused.code(),
        50035,
        "a deferral takes the ephemeral flag alone"
    );
    asked
        .answer(&scene, &json!({"type": 5, "data": {"flags": 64}}))
        .await;
    let body = json!({"flags": 1 << 15, "components": [{"type": 10, "content": "there"}]});
    let filled = asked.follow_up(&scene, &body).await.body;
    assert_eq!(filled["flags"], 64 | 1 << 15);
    let original = asked.original(&scene, Method::GET, &Value::Null).await.body;
    assert_eq!(original["id"], filled["id"]);
    let more = asked
        .follow_up(&scene, &json!({"content": "more"}))
        .await
        .body;
    assert_ne!(more["id"], filled["id"]);
}

#[tokio::test]
async fn a_click_on_an_ephemeral_renews_the_right_to_change_it() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let (channel, ada, bruno) = (
        scene.channel().await,
        scene.person(0).await,
        scene.person(1).await,
    );
    let asked = Asked::command(&scene, &mut wire).await;
    let row = json!({"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]});
    let body = json!({"type": 4, "data": {"content": "x", "flags": 64, "components": [row]}});
    asked.answer(&scene, &body).await;
    let id = text(&asked.outcome.await.expect("an outcome")["message"]["id"]);

    let path = format!("/channels/{channel}/messages/{id}");
    let heard = scene
        .rest(Method::PATCH, &path, &json!({"content": "y"}))
        .await;
    assert_eq!(heard.code(), 10008, "only tokens reach an ephemeral");
    let path = format!("/channels/{channel}/click");
    let body = json!({"user": bruno, "message": id, "custom_id": "go"});
    let heard = scene.control(Method::POST, &path, &body).await;
    assert_eq!(heard.status, StatusCode::CONFLICT, "Bruno does not see it");

    scene.sandbox.advance(14 * 60 * 1000);
    let body = json!({"user": ada, "message": id, "custom_id": "go"});
    let click = Asked::of(&scene, &mut wire, path, body).await;
    let body = json!({"type": 7, "data": {"content": "clicked", "components": []}});
    assert_eq!(
        click.answer(&scene, &body).await.status,
        StatusCode::NO_CONTENT
    );
    scene.sandbox.advance(14 * 60 * 1000);
    let heard = click
        .original(&scene, Method::PATCH, &json!({"content": "again"}))
        .await;
    assert_eq!(text(&heard.body["id"]), id);
    assert_eq!(
        scene.seen(&channel, Some(&ada)).await[0]["content"],
        "again"
    );
    assert!(scene.seen(&channel, Some(&bruno)).await.is_empty());

    let path = format!("/channels/{channel}/messages/{id}/dismiss");
    scene
        .control(Method::POST, &path, &json!({"user": ada}))
        .await;
    assert!(scene.seen(&channel, Some(&ada)).await.is_empty());
}

#[tokio::test]
async fn a_sixth_call_on_a_token_in_two_seconds_has_to_wait() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let asked = Asked::command(&scene, &mut wire).await;
    asked
        .answer(&scene, &json!({"type": 4, "data": {"content": "x"}}))
        .await;
    let mut statuses = Vec::new();
    for number in 0..6 {
        let body = json!({"content": number.to_string()});
        let heard = asked.original(&scene, Method::PATCH, &body).await;
        assert!(!heard.headers.contains_key("x-ratelimit-limit"));
        statuses.push(heard.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
}

#[tokio::test]
async fn a_callback_tells_of_its_message_when_asked() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let asked = Asked::command(&scene, &mut wire).await;
    let path = format!(
        "/interactions/{}/{}/callback?with_response=true",
        asked.id, asked.token
    );
    let body = json!({"type": 4, "data": {"content": "hello"}});
    let heard = scene.rest(Method::POST, &path, &body).await;
    assert_eq!(heard.status, StatusCode::OK);
    assert_eq!(heard.body["resource"]["message"]["content"], "hello");
}

#[tokio::test]
async fn a_modal_of_labels_is_shown_filled_and_sent_back() {
    let scene = Scene::start().await;
    scene.register().await;
    let (mut wire, _) = Wire::identified(&scene).await;
    let asked = Asked::command(&scene, &mut wire).await;
    let label = json!({"type": 18, "label": "Name", "component":
        {"type": 4, "custom_id": "name", "style": 1, "max_length": 5}});
    let modal = json!({"title": "Who?", "custom_id": "who", "components": [label]});
    let heard = asked
        .answer(&scene, &json!({"type": 9, "data": modal}))
        .await;
    assert_eq!(heard.status, StatusCode::NO_CONTENT, "{}", heard.body);

    let path = format!("/channels/{}/modal", scene.channel().await);
    let (ada, bruno) = (scene.person(0).await, scene.person(1).await);
    let body = |user: &str, name: &str| json!({"user": user, "custom_id": "who", "fields": {"name": name}});
    let heard = scene
        .control(Method::POST, &path, &body(&bruno, "Bruno"))
        .await;
    assert_eq!(
        heard.status,
        StatusCode::CONFLICT,
        "it was not shown to Bruno"
    );
    let heard = scene
        .control(Method::POST, &path, &body(&ada, "too long"))
        .await;
    assert_eq!(heard.status, StatusCode::BAD_REQUEST);
    let submitted = Asked::of(&scene, &mut wire, path, body(&ada, "Ada")).await;
    let heard = submitted.answer(&scene, &json!({"type": 6})).await;
    assert_eq!(heard.code(), 50035, "there is no message to change");
    let body = json!({"type": 4, "data": {"content": "hello"}});
    assert_eq!(
        submitted.answer(&scene, &body).await.status,
        StatusCode::NO_CONTENT
    );
}
