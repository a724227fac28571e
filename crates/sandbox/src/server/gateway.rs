//! Serves the gateway's WebSocket connections, one task each: handles the client's opcodes and sends payloads.
//!
//! `sessions` decides which session receives which event, and what a resume replays.

use std::io::Write;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use super::sessions::{Frame, Identity, ResumeError, control_payload};
use super::shared::Shared;
use crate::world::World;

pub(crate) async fn connect(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    if !shared.lock().gateway_behaviour.accepts_connections {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| Connection::new(shared, socket).run())
}

/// Compresses payloads for the bot, each as a separate zlib stream, if the bot requested compression. One encoder
/// serves all payloads of a connection, because its tables are large.
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

type CloseReason = (u16, &'static str);

struct Connection {
    shared: Shared,
    socket: WebSocket,
    compression: PayloadCompression,
    frames: UnboundedReceiver<Frame>,
    /// The sending half of `frames`, stored here until a session takes it.
    sender: Option<UnboundedSender<Frame>>,
    session: Option<String>,
    heartbeat_interval: Duration,
    heartbeat_deadline: Instant,
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
        }
    }

    async fn run(mut self) {
        if let Some((code, reason)) = self.run_loop().await {
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

    /// Serves the connection until it ends. Returns the code and reason for a close frame; `None` if none must be sent.
    async fn run_loop(&mut self) -> Option<CloseReason> {
        let interval = self.heartbeat_interval.as_millis() as u64;
        let hello = json!({"heartbeat_interval": interval, "_trace": ["sandbox"]});
        self.send(control_payload(10, hello)).await.ok()?;
        let mut stopping = self.shared.stopping();
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    if let Err(close_reason) = self.receive(message?.ok()?).await {
                        return close_reason;
                    }
                }
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

    /// Handles a frame from the client. An error ends the connection; the error is `None` if the client has already
    /// closed the connection.
    async fn receive(&mut self, message: Message) -> Result<(), Option<CloseReason>> {
        let text = match message {
            Message::Text(text) => text.to_string(),
            Message::Binary(bytes) => String::from_utf8(bytes.to_vec()).unwrap_or_default(),
            Message::Close(frame) => {
                self.end_session_if_closed_for_good(frame.as_ref());
                return Err(None);
            }
            _ => return Ok(()),
        };
        match serde_json::from_str::<Value>(&text) {
            Ok(payload) => self.handle(&payload).await.map_err(Some),
            Err(_) => Err(Some((4002, "Error while decoding payload."))),
        }
    }

    fn end_session_if_closed_for_good(&self, frame: Option<&CloseFrame>) {
        let is_clean = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
        if let (true, Some(session)) = (is_clean, &self.session) {
            self.shared.lock().sessions.end(session);
        }
    }

    async fn handle(&mut self, payload: &Value) -> Result<(), CloseReason> {
        match payload["op"].as_u64() {
            Some(1) => self.acknowledge_heartbeat().await,
            Some(2) => self.identify(&payload["d"])?,
            Some(6) => self.resume(&payload["d"]).await?,
            Some(3 | 4 | 8 | 31) if self.session.is_some() => {}
            Some(3 | 4 | 8 | 31) => return Err((4003, "Not authenticated.")),
            _ => return Err((4001, "Unknown opcode.")),
        }
        Ok(())
    }

    async fn acknowledge_heartbeat(&mut self) {
        self.heartbeat_deadline = next_heartbeat_deadline(self.heartbeat_interval);
        if self.shared.lock().gateway_behaviour.answers_heartbeats {
            // A broken connection is noticed at the next receive.
            let _ = self.send(control_payload(11, Value::Null)).await;
        }
    }

    fn unused_sender(&self) -> Result<UnboundedSender<Frame>, CloseReason> {
        let sender = self.sender.clone();
        sender.ok_or((4005, "Already authenticated."))
    }

    fn identify(&mut self, data: &Value) -> Result<(), CloseReason> {
        let sender = self.unused_sender()?;
        let mut state = self.shared.lock();
        check_token(&state.world, data)?;
        let identity = read_identity(data)?;
        let now = state.world.now();
        let bucket = identity.shard % state.world.application.max_concurrency;
        if state.gateway_behaviour.paces_sessions && !state.sessions.begin_in_bucket(bucket, now) {
            // Cannot fail: this connection holds the receiver.
            let _ = sender.send(Frame::Payload(control_payload(9, false)));
            return Ok(());
        }
        if !state.world.application.session_start_limit.try_consume(now) {
            return Err((4004, "Session start limit exceeded; the token is invalid."));
        }
        if data["compress"] == true {
            let encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
            self.compression = PayloadCompression(Some(encoder));
        }
        self.sender = None;
        self.session = Some(state.start_session(identity, sender));
        Ok(())
    }

    async fn resume(&mut self, data: &Value) -> Result<(), CloseReason> {
        let sender = self.unused_sender()?;
        let session = data["session_id"].as_str().unwrap_or_default();
        let sequence = data["seq"].as_u64().unwrap_or_default();
        let resumed = {
            let mut state = self.shared.lock();
            check_token(&state.world, data)?;
            state.sessions.resume(session, sequence, sender)
        };
        match resumed {
            Ok(()) => {
                self.session = Some(session.to_owned());
                self.sender = None;
            }
            Err(ResumeError::InvalidSequence) => return Err((4007, "Invalid seq.")),
            Err(ResumeError::UnknownSession) => {
                // A broken connection is noticed at the next receive.
                let _ = self.send(control_payload(9, false)).await;
            }
        }
        Ok(())
    }
}

fn next_heartbeat_deadline(interval: Duration) -> Instant {
    Instant::now() + interval * 3 / 2
}

fn check_token(world: &World, data: &Value) -> Result<(), CloseReason> {
    let token = data["token"].as_str().unwrap_or_default();
    if world.is_bot_token(token.strip_prefix("Bot ").unwrap_or(token)) {
        Ok(())
    } else {
        Err((4004, "Authentication failed."))
    }
}

fn read_identity(data: &Value) -> Result<Identity, CloseReason> {
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
    Ok(Identity { shard, shards })
}
