//! The gateway's WebSocket connections: one task per connection, opcodes in, frames out.
//!
//! Sessions, intents and resumes are decided in `sessions`.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use super::sessions::{Frame, Identity, ResumeError};
use super::shared::Shared;
use crate::world::World;

/// Largest number of payloads that a client may send in 60 seconds.
const MAX_PAYLOADS_PER_MINUTE: usize = 120;
/// All intents that Discord documents, as a bit mask.
const KNOWN_INTENTS: u64 = (1 << 26) - 1;

/// Upgrades a request to a WebSocket connection and starts its task.
pub(crate) async fn connect(
    State(shared): State<Shared>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.lock().gateway_behaviour.accepts_connections {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| async move {
        let version = query.get("v").map_or("10", String::as_str);
        let encoding = query.get("encoding").map_or("json", String::as_str);
        Connection::new(shared, socket).run(version, encoding).await;
    })
}

/// Compresses payloads to the bot, each as a zlib stream of its own, if the bot asked for it. Used again for each
/// payload: the tables are large.
#[derive(Default)]
struct PayloadCompression(Option<ZlibEncoder<Vec<u8>>>);

impl PayloadCompression {
    fn compress(&mut self, payload: Utf8Bytes) -> Message {
        let compressed = self.0.as_mut().map(|encoder| {
            encoder.write_all(payload.as_bytes())?;
            encoder.reset(Vec::new())
        });
        match compressed {
            Some(Ok::<_, std::io::Error>(bytes)) => Message::Binary(bytes.into()),
            Some(Err(_)) | None => Message::Text(payload),
        }
    }
}

/// Discord's close code, and the reason as text.
type CloseReason = (u16, &'static str);

/// The decision of a payload's handler about the connection.
enum AfterPayload {
    Continue,
    Close(CloseReason),
}

struct Connection {
    shared: Shared,
    socket: WebSocket,
    compression: PayloadCompression,
    frames: UnboundedReceiver<Frame>,
    /// Kept here until a session takes it.
    sender: Option<UnboundedSender<Frame>>,
    session: Option<String>,
    heartbeat_interval: Duration,
    heartbeat_deadline: Instant,
    received: VecDeque<Instant>,
}

impl Connection {
    fn new(shared: Shared, socket: WebSocket) -> Self {
        let (sender, frames) = unbounded_channel();
        let interval = shared.lock().gateway_behaviour.heartbeat_interval_ms;
        let heartbeat_interval = Duration::from_millis(interval);
        Self {
            shared,
            socket,
            compression: PayloadCompression::default(),
            frames,
            sender: Some(sender),
            session: None,
            heartbeat_interval,
            heartbeat_deadline: next_heartbeat_deadline(heartbeat_interval),
            received: VecDeque::new(),
        }
    }

    async fn run(mut self, version: &str, encoding: &str) {
        let close_reason = if !matches!(version, "9" | "10") {
            Some((4012, "Invalid API version."))
        } else if encoding != "json" {
            Some((4012, "Only the JSON encoding is supported."))
        } else {
            self.run_loop().await
        };
        if let Some((code, reason)) = close_reason {
            let frame = CloseFrame {
                code,
                reason: reason.into(),
            };
            // The client may have closed the connection already.
            let _ = self.socket.send(Message::Close(Some(frame))).await;
        }
        self.frames.close();
        if let Some(session) = &self.session {
            let mut state = self.shared.lock();
            let now = state.world.now();
            state.sessions.disconnect(session, now);
        }
    }

    /// Serves the connection until one side ends it. Returns a close reason if the sandbox ends it.
    async fn run_loop(&mut self) -> Option<CloseReason> {
        let hello = json!({"op": 10, "s": null, "t": null, "d": {
            "heartbeat_interval": self.heartbeat_interval.as_millis() as u64,
            "_trace": ["sandbox"]}});
        if self.send(hello.to_string().into()).await.is_err() {
            return None;
        }
        let mut stopping = self.shared.stopping();
        loop {
            tokio::select! {
                message = self.socket.recv() => match self.receive(message).await {
                    Some(AfterPayload::Continue) => {}
                    Some(AfterPayload::Close(close_reason)) => return Some(close_reason),
                    None => return None,
                },
                frame = self.frames.recv() => match frame {
                    Some(Frame::Payload(payload)) => self.send(payload).await.ok()?,
                    Some(Frame::Close(code)) => return Some((code, "Closed by a control call.")),
                    Some(Frame::Abort) => return None,
                    None => return Some((4000, "The session was resumed on another connection.")),
                },
                () = tokio::time::sleep_until(self.heartbeat_deadline) => {
                    return Some((4009, "Session timed out."));
                }
                _ = stopping.changed() => return Some((1001, "The sandbox is shutting down.")),
            }
        }
    }

    async fn send(&mut self, payload: Utf8Bytes) -> Result<(), axum::Error> {
        let message = self.compression.compress(payload);
        self.socket.send(message).await
    }

    async fn receive(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
    ) -> Option<AfterPayload> {
        let text = match message? {
            Ok(Message::Text(text)) => text.to_string(),
            Ok(Message::Binary(bytes)) => String::from_utf8(bytes.to_vec()).unwrap_or_default(),
            Ok(Message::Close(frame)) => {
                self.end_session_if_closed_for_good(frame.as_ref());
                return None;
            }
            Ok(_) => return Some(AfterPayload::Continue),
            Err(_) => return None,
        };
        if self.exceeds_payload_limit() {
            return Some(AfterPayload::Close((4008, "You are being rate limited.")));
        }
        let Ok(payload) = serde_json::from_str::<Value>(&text) else {
            return Some(AfterPayload::Close((4002, "Error while decoding payload.")));
        };
        Some(self.handle(&payload).await)
    }

    fn end_session_if_closed_for_good(&self, frame: Option<&CloseFrame>) {
        let is_clean = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
        if let (true, Some(session)) = (is_clean, &self.session) {
            self.shared.lock().sessions.end(session);
        }
    }

    fn exceeds_payload_limit(&mut self) -> bool {
        let now = Instant::now();
        let minute = Duration::from_secs(60);
        self.received.push_back(now);
        self.received.retain(|at| now.duration_since(*at) < minute);
        self.received.len() > MAX_PAYLOADS_PER_MINUTE
    }

    async fn handle(&mut self, payload: &Value) -> AfterPayload {
        self.record_payload(payload);
        match payload["op"].as_u64() {
            Some(1) => {
                self.acknowledge_heartbeat().await;
                AfterPayload::Continue
            }
            Some(2) => self.identify(&payload["d"]),
            Some(6) => self.resume(&payload["d"]).await,
            Some(3 | 4 | 8 | 31) if self.session.is_some() => AfterPayload::Continue,
            Some(3 | 4 | 8 | 31) => AfterPayload::Close((4003, "Not authenticated.")),
            _ => AfterPayload::Close((4001, "Unknown opcode.")),
        }
    }

    async fn acknowledge_heartbeat(&mut self) {
        self.heartbeat_deadline = next_heartbeat_deadline(self.heartbeat_interval);
        if self.shared.lock().gateway_behaviour.answers_heartbeats {
            let answer = json!({"op": 11, "d": null, "s": null, "t": null});
            // A broken connection is noticed at the next receive.
            let _ = self.send(answer.to_string().into()).await;
        }
    }

    fn record_payload(&self, payload: &Value) {
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
        let mut state = self.shared.lock();
        let now = state.world.now();
        state.recorder.record_gateway(now, "in", name, &body);
    }

    fn identify(&mut self, data: &Value) -> AfterPayload {
        let Some(sender) = self.sender.take() else {
            return AfterPayload::Close((4005, "Already authenticated."));
        };
        let mut state = self.shared.lock();
        if !is_bot_token(&state.world, &data["token"]) {
            return AfterPayload::Close((4004, "Authentication failed."));
        }
        let identity = match read_identity(data) {
            Ok(identity) => identity,
            Err(close_reason) => return AfterPayload::Close(close_reason),
        };
        if state.gateway_behaviour.paces_sessions {
            let (now, buckets) = (
                state.world.now(),
                state
                    .world
                    .application
                    .session_start_limit
                    .max_concurrency(),
            );
            if !state
                .sessions
                .begin_in_bucket(identity.shard % buckets, now)
            {
                let invalid = json!({"op": 9, "d": false, "s": null, "t": null});
                // The connection itself holds the receiver.
                let _ = sender.send(Frame::Payload(invalid.to_string().into()));
                drop(state);
                self.sender = Some(sender);
                return AfterPayload::Continue;
            }
        }
        let now = state.world.now();
        let limit = &mut state.world.application.session_start_limit;
        if !limit.try_consume(now) {
            return AfterPayload::Close((
                4004,
                "Session start limit exceeded; the token is invalid.",
            ));
        }
        if data["compress"] == true {
            let encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
            self.compression = PayloadCompression(Some(encoder));
        }
        self.session = Some(state.start_session(identity, sender));
        AfterPayload::Continue
    }

    async fn resume(&mut self, data: &Value) -> AfterPayload {
        let Some(sender) = self.sender.clone() else {
            return AfterPayload::Close((4005, "Already authenticated."));
        };
        let session = data["session_id"].as_str().unwrap_or_default();
        let sequence = data["seq"].as_u64().unwrap_or_default();
        let outcome = {
            let mut state = self.shared.lock();
            if !is_bot_token(&state.world, &data["token"]) {
                return AfterPayload::Close((4004, "Authentication failed."));
            }
            state.sessions.resume(session, sequence, sender)
        };
        match outcome {
            Ok(()) => {
                self.session = Some(session.to_owned());
                self.sender = None;
                AfterPayload::Continue
            }
            Err(ResumeError::InvalidSequence) => AfterPayload::Close((4007, "Invalid seq.")),
            Err(ResumeError::UnknownSession) => {
                let invalid = json!({"op": 9, "d": false, "s": null, "t": null});
                // A broken connection is noticed at the next receive.
                let _ = self.send(invalid.to_string().into()).await;
                AfterPayload::Continue
            }
        }
    }
}

fn next_heartbeat_deadline(interval: Duration) -> Instant {
    Instant::now() + interval * 3 / 2
}

fn is_bot_token(world: &World, token: &Value) -> bool {
    let token = token.as_str().unwrap_or_default();
    world.is_bot_token(token.strip_prefix("Bot ").unwrap_or(token))
}

fn read_identity(data: &Value) -> Result<Identity, CloseReason> {
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
