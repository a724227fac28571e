//! A minimal gateway client, for requests that serenity never makes, and tests of the gateway.

use std::io::Read;
use std::time::Duration;

use flate2::read::ZlibDecoder;
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::{TestResponse, TestSandbox, send, string};

pub(crate) struct GatewayClient {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

#[derive(Debug)]
enum Received {
    Payload { value: Value, compressed: bool },
    Closed(u16),
}

impl GatewayClient {
    pub(crate) async fn connect(sandbox: &TestSandbox) -> Self {
        let response = sandbox.rest(Method::GET, "/gateway", Value::Null).await;
        let url = format!("{}?v=10&encoding=json", string(&response.body["url"]));
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

    async fn next(&mut self) -> Received {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), self.socket.next())
                .await
                .expect("a frame arrives")
                .expect("the connection ends with a close frame");
            let (text, compressed) = match message.expect("a whole frame") {
                Message::Text(text) => (text.to_string(), false),
                Message::Binary(bytes) => {
                    let mut text = String::new();
                    let mut decoder = ZlibDecoder::new(&bytes[..]);
                    decoder.read_to_string(&mut text).expect("zlib");
                    (text, true)
                }
                Message::Close(frame) => {
                    return Received::Closed(frame.map_or(0, |frame| frame.code.into()));
                }
                _ => continue,
            };
            let value = serde_json::from_str(&text).expect("JSON");
            return Received::Payload { value, compressed };
        }
    }

    pub(crate) async fn next_payload(&mut self) -> Value {
        match self.next().await {
            Received::Payload { value, .. } => value,
            Received::Closed(code) => panic!("closed with {code}"),
        }
    }

    pub(crate) async fn expect_event(&mut self, name: &str) -> Value {
        let payload = self.next_payload().await;
        assert_eq!(payload["t"], name, "{payload}");
        payload
    }

    pub(crate) async fn expect_close(&mut self) -> u16 {
        match self.next().await {
            Received::Closed(code) => code,
            Received::Payload { value, .. } => panic!("expected a close, got {value}"),
        }
    }
}

pub(crate) fn identify(sandbox: &TestSandbox, compress: bool) -> Value {
    json!({"op": 2, "d": {
        "token": sandbox.server.token(),
        "intents": 1,
        "compress": compress,
        "properties": {"os": "linux", "browser": "test", "device": "test"},
    }})
}

pub(crate) fn resume(sandbox: &TestSandbox, session: &str) -> Value {
    let token = sandbox.server.token();
    json!({"op": 6, "d": {"token": token, "session_id": session, "seq": 2}})
}

pub(crate) struct PendingInteraction {
    pub(crate) id: String,
    token: String,
    pub(crate) outcome: JoinHandle<Value>,
}

impl PendingInteraction {
    /// Runs the command `play` as the first user, and receives the interaction.
    pub(crate) async fn start(sandbox: &TestSandbox, client: &mut GatewayClient) -> Self {
        let (channel, user) = sandbox.first_channel_and_user().await;
        let path = format!("/sandbox/channels/{channel}/command");
        let call = send(
            sandbox.request(Method::POST, &path, ""),
            json!({"user": user, "command": "play"}),
        );
        let outcome = tokio::spawn(async { call.await.body });
        let event = client.expect_event("INTERACTION_CREATE").await["d"].clone();
        Self {
            id: string(&event["id"]),
            token: string(&event["token"]),
            outcome,
        }
    }

    pub(crate) async fn answer(&self, sandbox: &TestSandbox, body: Value) -> TestResponse {
        let path = format!("/interactions/{}/{}/callback", self.id, self.token);
        sandbox.rest(Method::POST, &path, body).await
    }
}

#[tokio::test]
async fn a_wrong_token_an_unknown_opcode_and_broken_json_close_the_connection() {
    let sandbox = TestSandbox::start().await;
    let mut wrong_token = identify(&sandbox, false);
    wrong_token["d"]["token"] = json!("other");
    for (text, code) in [
        (wrong_token.to_string(), 4004),
        (json!({"op": 99}).to_string(), 4001),
        ("{".to_owned(), 4002),
    ] {
        let mut client = GatewayClient::connect(&sandbox).await;
        let sent = client.socket.send(Message::Text(text.into())).await;
        sent.expect("the gateway reads");
        assert_eq!(client.expect_close().await, code);
    }
}

#[tokio::test]
async fn heartbeats_are_acknowledged_and_payloads_compressed_on_request() {
    let sandbox = TestSandbox::start().await;
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&json!({"op": 1, "d": null})).await;
    assert_eq!(client.next_payload().await["op"], 11);
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
    sandbox.create_channel("meanwhile").await;
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&resume(&sandbox, &session)).await;
    assert_eq!(client.expect_event("CHANNEL_CREATE").await["s"], 3);
    assert_eq!(client.expect_event("RESUMED").await["s"], 4);
    let mut client = GatewayClient::connect(&sandbox).await;
    client.send(&resume(&sandbox, "unknown")).await;
    let payload = client.next_payload().await;
    assert_eq!((&payload["op"], &payload["d"]), (&json!(9), &json!(false)));
}
