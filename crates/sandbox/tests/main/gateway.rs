//! A minimal gateway client, for requests that serenity never makes.

use std::io::Read;
use std::time::Duration;

use flate2::read::ZlibDecoder;
use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::{TestResponse, TestSandbox, string};

/// A client of the gateway that shows each frame.
pub(crate) struct GatewayClient {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// A frame received from the gateway.
#[derive(Debug)]
pub(crate) enum Received {
    Payload { value: Value, compressed: bool },
    Closed(u16),
}

impl GatewayClient {
    /// Connects and receives HELLO.
    pub(crate) async fn connect(sandbox: &TestSandbox) -> Self {
        let url = sandbox
            .rest(Method::GET, "/gateway", &Value::Null)
            .await
            .body;
        let url = format!("{}?v=10&encoding=json", string(&url["url"]));
        let (socket, _) = connect_async(url).await.expect("the gateway listens");
        let mut client = Self { socket };
        assert_eq!(client.next_payload().await["op"], 10);
        client
    }

    /// Connects, identifies, receives READY and GUILD_CREATE, and returns the session id.
    pub(crate) async fn connect_and_identify(sandbox: &TestSandbox) -> (Self, String) {
        let mut client = Self::connect(sandbox).await;
        client.send(&identify(sandbox, false)).await;
        let ready = client.expect_event("READY").await;
        client.expect_event("GUILD_CREATE").await;
        (client, string(&ready["d"]["session_id"]))
    }

    pub(crate) async fn send(&mut self, payload: &Value) {
        let message = Message::Text(payload.to_string().into());
        self.socket.send(message).await.expect("the gateway reads");
    }

    pub(crate) async fn next(&mut self) -> Received {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await;
            let message = message
                .expect("a frame arrives")
                .expect("the connection ends with a close frame");
            match message.expect("a whole frame") {
                Message::Text(text) => {
                    let value = serde_json::from_str(&text).expect("JSON");
                    return Received::Payload {
                        value,
                        compressed: false,
                    };
                }
                Message::Binary(bytes) => {
                    let mut decompressed = String::new();
                    let mut decoder = ZlibDecoder::new(&bytes[..]);
                    decoder.read_to_string(&mut decompressed).expect("zlib");
                    let value = serde_json::from_str(&decompressed).expect("JSON");
                    return Received::Payload {
                        value,
                        compressed: true,
                    };
                }
                Message::Close(frame) => {
                    return Received::Closed(frame.map_or(0, |frame| frame.code.into()));
                }
                _ => {}
            }
        }
    }

    pub(crate) async fn next_payload(&mut self) -> Value {
        match self.next().await {
            Received::Payload { value, .. } => value,
            Received::Closed(code) => panic!("closed with {code}"),
        }
    }

    /// Receives the next event, which must be `name`.
    pub(crate) async fn expect_event(&mut self, name: &str) -> Value {
        let payload = self.next_payload().await;
        assert_eq!(payload["t"], name, "{payload}");
        payload
    }

    async fn expect_close(&mut self) -> u16 {
        match self.next().await {
            Received::Closed(code) => code,
            Received::Payload { value, .. } => panic!("no close but {value}"),
        }
    }
}

pub(crate) fn identify(sandbox: &TestSandbox, compress: bool) -> Value {
    json!({"op": 2, "d": {
        "token": sandbox.server.token(),
        "intents": 1 | 1 << 9,
        "compress": compress,
        "properties": {"os": "linux", "browser": "test", "device": "test"},
    }})
}

pub(crate) fn resume(sandbox: &TestSandbox, session: &str) -> Value {
    let token = sandbox.server.token();
    json!({"op": 6, "d": {"token": token, "session_id": session, "seq": 2}})
}

/// An interaction that the bot has received and not yet answered.
pub(crate) struct PendingInteraction {
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) outcome: tokio::task::JoinHandle<Value>,
}

impl PendingInteraction {
    /// Makes a control call that acts as a user, and receives the interaction.
    pub(crate) async fn start(
        sandbox: &TestSandbox,
        client: &mut GatewayClient,
        path: String,
        body: Value,
    ) -> Self {
        let http = reqwest::Client::new();
        let url = format!("{}/sandbox{path}", sandbox.base());
        let call = http.post(url).json(&body).send();
        let outcome = tokio::spawn(async move {
            let response = call.await.expect("the sandbox answers");
            response.json().await.expect("an outcome")
        });
        let event = client.expect_event("INTERACTION_CREATE").await["d"].clone();
        Self {
            id: string(&event["id"]),
            token: string(&event["token"]),
            outcome,
        }
    }

    /// Runs the command `play` as the first user.
    pub(crate) async fn run_command(sandbox: &TestSandbox, client: &mut GatewayClient) -> Self {
        let path = format!("/channels/{}/command", sandbox.first_channel_id().await);
        let body = json!({"user": sandbox.user_id(0).await, "command": "play"});
        Self::start(sandbox, client, path, body).await
    }

    /// Sends the first response.
    pub(crate) async fn answer(&self, sandbox: &TestSandbox, body: &Value) -> TestResponse {
        let path = format!("/interactions/{}/{}/callback", self.id, self.token);
        sandbox.rest(Method::POST, &path, body).await
    }

    /// Calls the route of the original response.
    pub(crate) async fn call_original(
        &self,
        sandbox: &TestSandbox,
        method: Method,
        body: &Value,
    ) -> TestResponse {
        let application = sandbox.application_id().await;
        let path = format!("/webhooks/{application}/{}/messages/@original", self.token);
        sandbox.rest(method, &path, body).await
    }
}

#[tokio::test]
async fn a_wrong_token_closes_the_connection() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    let mut identify_payload = identify(&sandbox, false);
    identify_payload["d"]["token"] = json!("other");
    client.send(&identify_payload).await;
    assert_eq!(client.expect_close().await, 4004);
}

#[tokio::test]
async fn an_unknown_opcode_and_broken_json_close_the_connection() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&json!({"op": 99})).await;
    assert_eq!(client.expect_close().await, 4001);
    let mut client = GatewayClient::connect(&sandbox).await;
    client
        .socket
        .send(Message::Text("{".into()))
        .await
        .expect("the gateway reads");
    assert_eq!(client.expect_close().await, 4002);
}

#[tokio::test]
async fn a_heartbeat_is_acknowledged() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&json!({"op": 1, "d": null})).await;
    assert_eq!(client.next_payload().await["op"], 11);
}

#[tokio::test]
async fn payloads_are_compressed_on_request() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&identify(&sandbox, true)).await;
    let Received::Payload { value, compressed } = client.next().await else {
        panic!("a closed connection");
    };
    assert!(compressed);
    assert_eq!(value["t"], "READY");
}

#[tokio::test]
async fn a_shutdown_closes_connections_and_frees_the_port() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    let address = sandbox.server.address();
    sandbox.server.shutdown().await;
    assert_eq!(client.expect_close().await, 1001);
    std::net::TcpListener::bind(address).expect("the port is free");
}

#[tokio::test]
async fn a_resumed_session_receives_the_events_it_missed() {
    let sandbox = TestSandbox::start().await;
    let (client, session) = GatewayClient::connect_and_identify(&sandbox).await;
    drop(client);
    let path = format!("/channels/{}/say", sandbox.first_channel_id().await);
    let body = json!({"user": sandbox.user_id(0).await, "content": "meanwhile"});
    sandbox.control(Method::POST, &path, &body).await;

    let mut client = GatewayClient::connect(&sandbox).await;
    let resume_payload = resume(&sandbox, &session);
    client.send(&resume_payload).await;
    assert_eq!(client.expect_event("MESSAGE_CREATE").await["s"], 3);
    assert_eq!(client.expect_event("RESUMED").await["s"], 4);
}

#[tokio::test]
async fn an_unknown_session_is_invalid() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    let resume_payload = resume(&sandbox, "x");
    client.send(&resume_payload).await;
    let payload = client.next_payload().await;
    assert_eq!((&payload["op"], &payload["d"]), (&json!(9), &json!(false)));
}

#[tokio::test]
async fn a_response_after_three_seconds_is_refused() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_commands().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let interaction = PendingInteraction::run_command(&sandbox, &mut client).await;
    sandbox.server.advance(3000);
    let late = interaction.answer(&sandbox, &json!({"type": 5})).await;
    assert_eq!(late.code(), 10062);
    let problems = sandbox
        .control(Method::GET, "/problems", &Value::Null)
        .await
        .body;
    assert_eq!(problems["unanswered"], json!([interaction.id]));
}

#[tokio::test]
async fn last_counts_ephemeral_and_public_messages_separately() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_commands().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let (channel, ada) = (sandbox.first_channel_id().await, sandbox.user_id(0).await);
    let body = json!({"user": ada, "content": "for everybody"});
    sandbox
        .control(Method::POST, &format!("/channels/{channel}/say"), &body)
        .await;
    client.expect_event("MESSAGE_CREATE").await;
    for content in ["first", "second"] {
        let interaction = PendingInteraction::run_command(&sandbox, &mut client).await;
        let body = json!({"type": 4, "data": {"content": content, "flags": 64}});
        interaction.answer(&sandbox, &body).await;
    }
    let path = format!("/channels/{channel}/messages?user={ada}&last=1");
    let response = sandbox.control(Method::GET, &path, &Value::Null).await;
    let content = |index: usize| string(&response.body["messages"][index]["content"]);
    assert_eq!(
        (content(0), content(1)),
        ("for everybody".to_owned(), "second".to_owned())
    );
}

#[tokio::test]
async fn a_click_on_an_ephemeral_message_gives_a_new_token_for_it() {
    let sandbox = TestSandbox::start().await;
    sandbox.register_commands().await;
    let (mut client, _) = GatewayClient::connect_and_identify(&sandbox).await;
    let (channel, ada, bruno) = (
        sandbox.first_channel_id().await,
        sandbox.user_id(0).await,
        sandbox.user_id(1).await,
    );
    let interaction = PendingInteraction::run_command(&sandbox, &mut client).await;
    let row = json!({"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]});
    let body = json!({"type": 4, "data": {"content": "x", "flags": 64, "components": [row]}});
    interaction.answer(&sandbox, &body).await;
    let id = string(&interaction.outcome.await.expect("an outcome")["message"]["id"]);

    let path = format!("/channels/{channel}/messages/{id}");
    let response = sandbox
        .rest(Method::PATCH, &path, &json!({"content": "y"}))
        .await;
    assert_eq!(response.code(), 10008, "only tokens reach an ephemeral");
    let path = format!("/channels/{channel}/click");
    let body = json!({"user": bruno, "message": id, "custom_id": "go"});
    let response = sandbox.control(Method::POST, &path, &body).await;
    assert_eq!(response.status, StatusCode::CONFLICT, "Bruno cannot see it");

    sandbox.server.advance(14 * 60 * 1000);
    let body = json!({"user": ada, "message": id, "custom_id": "go"});
    let click = PendingInteraction::start(&sandbox, &mut client, path, body).await;
    let body = json!({"type": 7, "data": {"content": "clicked", "components": []}});
    assert_eq!(
        click.answer(&sandbox, &body).await.status,
        StatusCode::NO_CONTENT
    );
    sandbox.server.advance(14 * 60 * 1000);
    let response = click
        .call_original(&sandbox, Method::PATCH, &json!({"content": "again"}))
        .await;
    assert_eq!(string(&response.body["id"]), id);
    assert_eq!(
        sandbox.visible_messages(&channel, Some(&ada)).await[0]["content"],
        "again"
    );
    assert!(
        sandbox
            .visible_messages(&channel, Some(&bruno))
            .await
            .is_empty()
    );

    let path = format!("/channels/{channel}/messages/{id}/dismiss");
    sandbox
        .control(Method::POST, &path, &json!({"user": ada}))
        .await;
    assert!(
        sandbox
            .visible_messages(&channel, Some(&ada))
            .await
            .is_empty()
    );
}
