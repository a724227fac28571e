//! The WebSocket side: one task a connection, opcodes in, frames out.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use flate2::write::ZlibEncoder;
use flate2::{Compress, Compression, FlushCompress};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use crate::server::Shared;
use crate::sessions::{Frame, Identity, ResumeFailure};

/// How often a client has to send a heartbeat, in milliseconds, where nothing else is said.
const HEARTBEAT_INTERVAL_MS: u64 = 41_250;
/// How many payloads a client may send in a minute.
const PAYLOADS_A_MINUTE: usize = 120;
/// Every intent that Discord knows.
const KNOWN_INTENTS: u64 = (1 << 26) - 1;

/// How the gateway behaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manners {
    /// What new connections are told.
    pub(crate) heartbeat_interval_ms: u64,
    pub(crate) answers_heartbeats: bool,
    pub(crate) takes_connections: bool,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            heartbeat_interval_ms: HEARTBEAT_INTERVAL_MS,
            answers_heartbeats: true,
            takes_connections: true,
        }
    }
}

/// Takes a WebSocket connection in.
pub(crate) async fn connect(
    State(shared): State<Shared>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.world().manners.takes_connections {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| async move {
        let stream = query
            .get("compress")
            .is_some_and(|kind| kind == "zlib-stream");
        let packing = if stream {
            Packing::Stream(Compress::new(Compression::default(), true))
        } else {
            Packing::Text
        };
        let version = query.get("v").map_or("10", String::as_str);
        let encoding = query.get("encoding").map_or("json", String::as_str);
        Connection::new(shared, socket, packing)
            .run(version, encoding)
            .await;
    })
}

/// How payloads are packed on this connection.
enum Packing {
    Text,
    /// Each payload is a zlib stream of its own.
    Payload,
    /// All payloads are one zlib stream, flushed after each.
    Stream(Compress),
}

impl Packing {
    fn pack(&mut self, payload: String) -> Message {
        match self {
            Self::Text => Message::Text(payload.into()),
            Self::Payload => match deflate(payload.as_bytes()) {
                Ok(bytes) => Message::Binary(bytes.into()),
                Err(_) => Message::Text(payload.into()),
            },
            Self::Stream(stream) => Message::Binary(continue_stream(stream, &payload).into()),
        }
    }
}

fn deflate(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn continue_stream(stream: &mut Compress, payload: &str) -> Vec<u8> {
    let mut packed = Vec::with_capacity(payload.len() + 64);
    let begin = stream.total_in();
    let end = begin + payload.len() as u64;
    loop {
        packed.reserve(256);
        let done = usize::try_from(stream.total_in() - begin).unwrap_or(payload.len());
        let rest = &payload.as_bytes()[done..];
        let failed = stream
            .compress_vec(rest, &mut packed, FlushCompress::Sync)
            .is_err();
        // Room left over means that the flush is complete.
        if failed || (stream.total_in() == end && packed.len() < packed.capacity()) {
            return packed;
        }
    }
}

/// Why a connection ends: Discord's close code and its words.
type Closing = (u16, &'static str);

/// What to do after a payload.
enum Next {
    Continue,
    Close(Closing),
}

struct Connection {
    shared: Shared,
    socket: WebSocket,
    packing: Packing,
    frames: UnboundedReceiver<Frame>,
    /// Held here until a session takes it.
    sender: Option<UnboundedSender<Frame>>,
    session: Option<String>,
    heartbeat_interval: Duration,
    heartbeat_due: Instant,
    received: VecDeque<Instant>,
}

impl Connection {
    fn new(shared: Shared, socket: WebSocket, packing: Packing) -> Self {
        let (sender, frames) = unbounded_channel();
        let interval = shared.world().manners.heartbeat_interval_ms;
        let heartbeat_interval = Duration::from_millis(interval);
        Self {
            shared,
            socket,
            packing,
            frames,
            sender: Some(sender),
            session: None,
            heartbeat_interval,
            heartbeat_due: next_heartbeat(heartbeat_interval),
            received: VecDeque::new(),
        }
    }

    async fn run(mut self, version: &str, encoding: &str) {
        let closing = if !matches!(version, "9" | "10") {
            Some((4012, "Invalid API version."))
        } else if encoding != "json" {
            Some((4012, "Only the JSON encoding is spoken here."))
        } else {
            self.talk().await
        };
        if let Some((code, reason)) = closing {
            let frame = CloseFrame {
                code,
                reason: reason.into(),
            };
            // The other side may be gone already.
            let _ = self.socket.send(Message::Close(Some(frame))).await;
        }
        self.frames.close();
        if let Some(session) = &self.session {
            self.shared.world().sessions.disconnect(session);
        }
    }

    /// Talks until one side ends it; the code to close with, if it is ours.
    async fn talk(&mut self) -> Option<Closing> {
        let hello = json!({"op": 10, "s": null, "t": null, "d": {
            "heartbeat_interval": self.heartbeat_interval.as_millis() as u64,
            "_trace": ["sandbox"]}});
        if self.send(hello.to_string()).await.is_err() {
            return None;
        }
        let mut stopping = self.shared.stopping();
        loop {
            tokio::select! {
                message = self.socket.recv() => match self.receive(message).await {
                    Some(Next::Continue) => {}
                    Some(Next::Close(closing)) => return Some(closing),
                    None => return None,
                },
                frame = self.frames.recv() => match frame {
                    Some(Frame::Payload(payload)) => self.send(payload).await.ok()?,
                    Some(Frame::Close(code)) => return Some((code, "The sandbox was asked to.")),
                    Some(Frame::Cut) => return None,
                    None => return Some((4000, "The session goes on elsewhere.")),
                },
                () = tokio::time::sleep_until(self.heartbeat_due) => {
                    return Some((4009, "Session timed out."));
                }
                _ = stopping.changed() => return Some((1001, "The sandbox stops.")),
            }
        }
    }

    async fn send(&mut self, payload: String) -> Result<(), axum::Error> {
        let message = self.packing.pack(payload);
        self.socket.send(message).await
    }

    async fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Option<Next> {
        let text = match message? {
            Ok(Message::Text(text)) => text.to_string(),
            Ok(Message::Binary(bytes)) => String::from_utf8(bytes.to_vec()).unwrap_or_default(),
            Ok(Message::Close(frame)) => {
                self.end_if_wanted(frame.as_ref());
                return None;
            }
            Ok(_) => return Some(Next::Continue),
            Err(_) => return None,
        };
        if self.is_too_fast() {
            return Some(Next::Close((4008, "You are being rate limited.")));
        }
        let Ok(payload) = serde_json::from_str::<Value>(&text) else {
            return Some(Next::Close((4002, "Error while decoding payload.")));
        };
        Some(self.handle(&payload).await)
    }

    fn end_if_wanted(&self, frame: Option<&CloseFrame>) {
        let for_good = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
        if let (true, Some(session)) = (for_good, &self.session) {
            self.shared.world().sessions.end(session);
        }
    }

    fn is_too_fast(&mut self) -> bool {
        let now = Instant::now();
        let minute = Duration::from_secs(60);
        self.received.push_back(now);
        self.received.retain(|at| now.duration_since(*at) < minute);
        self.received.len() > PAYLOADS_A_MINUTE
    }

    async fn handle(&mut self, payload: &Value) -> Next {
        self.record(payload);
        match payload["op"].as_u64() {
            Some(1) => {
                self.beat().await;
                Next::Continue
            }
            Some(2) => self.identify(&payload["d"]),
            Some(6) => self.resume(&payload["d"]).await,
            Some(3 | 4 | 8 | 31) if self.session.is_some() => Next::Continue,
            Some(3 | 4 | 8 | 31) => Next::Close((4003, "Not authenticated.")),
            _ => Next::Close((4001, "Unknown opcode.")),
        }
    }

    async fn beat(&mut self) {
        self.heartbeat_due = next_heartbeat(self.heartbeat_interval);
        if self.shared.world().manners.answers_heartbeats {
            let answer = json!({"op": 11, "d": null, "s": null, "t": null});
            // A broken connection shows at the next receive.
            let _ = self.send(answer.to_string()).await;
        }
    }

    fn record(&self, payload: &Value) {
        let name = match payload["op"].as_u64() {
            Some(1) => return,
            Some(2) => "IDENTIFY",
            Some(6) => "RESUME",
            _ => "PAYLOAD",
        };
        let mut body = payload["d"].clone();
        if let Some(fields) = body.as_object_mut() {
            fields.remove("token");
        }
        let mut world = self.shared.world();
        let now = world.now();
        world.recorder.payload(now, name, &body);
    }

    fn identify(&mut self, data: &Value) -> Next {
        let Some(sender) = self.sender.take() else {
            return Next::Close((4005, "Already authenticated."));
        };
        let mut world = self.shared.world();
        if !is_token(&world.token, &data["token"]) {
            return Next::Close((4004, "Authentication failed."));
        }
        let identity = match read_identity(data) {
            Ok(identity) => identity,
            Err(closing) => return Next::Close(closing),
        };
        let now = world.now();
        if !world.sessions.starts.take(now) {
            return Next::Close((4004, "Too many sessions today; the token is void."));
        }
        if data["compress"] == true && matches!(self.packing, Packing::Text) {
            self.packing = Packing::Payload;
        }
        self.session = Some(world.begin_session(identity, sender));
        Next::Continue
    }

    async fn resume(&mut self, data: &Value) -> Next {
        let Some(sender) = self.sender.clone() else {
            return Next::Close((4005, "Already authenticated."));
        };
        let session = data["session_id"].as_str().unwrap_or_default();
        let sequence = data["seq"].as_u64().unwrap_or_default();
        let outcome = {
            let mut world = self.shared.world();
            if !is_token(&world.token, &data["token"]) {
                return Next::Close((4004, "Authentication failed."));
            }
            world.sessions.resume(session, sequence, sender)
        };
        match outcome {
            Ok(()) => {
                self.session = Some(session.to_owned());
                self.sender = None;
                Next::Continue
            }
            Err(ResumeFailure::InvalidSequence) => Next::Close((4007, "Invalid seq.")),
            Err(ResumeFailure::Gone) => {
                let invalid = json!({"op": 9, "d": false, "s": null, "t": null});
                // A broken connection shows at the next receive.
                let _ = self.send(invalid.to_string()).await;
                Next::Continue
            }
        }
    }
}

fn next_heartbeat(interval: Duration) -> Instant {
    Instant::now() + interval * 3 / 2
}

fn is_token(expected: &str, given: &Value) -> bool {
    let given = given.as_str().unwrap_or_default();
    given.strip_prefix("Bot ").unwrap_or(given) == expected
}

fn read_identity(data: &Value) -> Result<Identity, Closing> {
    let intents = data["intents"]
        .as_u64()
        .filter(|intents| intents & !KNOWN_INTENTS == 0)
        .ok_or((4013, "Invalid intent(s)."))?;
    let (shard, shards) = match &data["shard"] {
        Value::Null => (0, 1),
        pair => (
            pair[0].as_u64().unwrap_or(u64::MAX),
            pair[1].as_u64().unwrap_or_default(),
        ),
    };
    if shard >= shards {
        return Err((4010, "Invalid shard."));
    }
    Ok(Identity {
        shard,
        shards,
        intents,
    })
}
