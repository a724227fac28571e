//! The state behind the server's lock: the world and the server's own state, such as the clock, gateway sessions,
//! faults, problems and waiting callers.

use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{broadcast, oneshot};

use super::faults::{EventEffect, Faults};
use super::problems::Problems;
use super::recorder::Recorder;
use super::sessions::{Frame, Identity, Sessions};
use crate::id::Id;
use crate::world::{Change, Event, Output, World};

/// How many changes a subscriber may lag behind before it misses some.
const CHANGE_BUFFER: usize = 1024;

const HEARTBEAT_INTERVAL_MS: u64 = 41_250;
#[derive(Clone, Copy, Debug)]
pub(crate) struct GatewayBehaviour {
    /// Announced in HELLO; a change applies to new connections only.
    pub(crate) heartbeat_interval_ms: u64,
    pub(crate) answers_heartbeats: bool,
    pub(crate) accepts_connections: bool,
    /// If true, a session is refused if it starts less than five seconds after another one in its bucket.
    pub(crate) paces_sessions: bool,
}

impl Default for GatewayBehaviour {
    fn default() -> Self {
        Self {
            heartbeat_interval_ms: HEARTBEAT_INTERVAL_MS,
            answers_heartbeats: true,
            accepts_connections: true,
            paces_sessions: false,
        }
    }
}

/// The sandbox's clock: the machine's time plus the time skipped by tests.
#[derive(Debug)]
pub(crate) struct Clock {
    origin_unix_ms: u64,
    origin: Instant,
    skipped: Duration,
}

impl Clock {
    pub(crate) fn start() -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            origin_unix_ms: milliseconds(since_epoch.unwrap_or_default()),
            origin: Instant::now(),
            skipped: Duration::ZERO,
        }
    }

    pub(crate) fn now(&self) -> u64 {
        self.origin_unix_ms + milliseconds(self.origin.elapsed() + self.skipped)
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) world: World,
    clock: Clock,
    pub(crate) sessions: Sessions,
    pub(crate) faults: Faults,
    pub(crate) gateway_behaviour: GatewayBehaviour,
    pub(crate) problems: Problems,
    pub(crate) recorder: Recorder,
    changes: broadcast::Sender<Change>,
    /// Notifies the callers that are waiting for the bot's first response to an interaction.
    waiting: HashMap<Id, oneshot::Sender<()>>,
}

#[derive(Debug)]
pub(crate) struct DelayedEvent {
    pub(crate) delay: Duration,
    pub(crate) event: Event,
}

impl ServerState {
    pub(crate) fn new(world: World, clock: Clock, recorder: Recorder) -> Self {
        Self {
            world,
            clock,
            sessions: Sessions::default(),
            faults: Faults::default(),
            gateway_behaviour: GatewayBehaviour::default(),
            problems: Problems::default(),
            recorder,
            changes: broadcast::channel(CHANGE_BUFFER).0,
            waiting: HashMap::new(),
        }
    }

    pub(crate) fn update_time(&mut self) {
        self.world.advance_to(self.clock.now());
    }

    pub(crate) fn advance(&mut self, duration: Duration) {
        self.clock.skipped += duration;
        self.update_time();
        self.world.notify_change(None);
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    pub(crate) fn wait_for_answer(&mut self, interaction: Id) -> oneshot::Receiver<()> {
        let (answered, receiver) = oneshot::channel();
        self.waiting.insert(interaction, answered);
        receiver
    }

    pub(crate) fn stop_waiting(&mut self, interaction: Id) {
        self.waiting.remove(&interaction);
    }

    /// Forwards the world's outputs. Returns the events that faults delay.
    pub(crate) fn forward_outputs(&mut self) -> Vec<DelayedEvent> {
        let mut delayed = Vec::new();
        for output in self.world.take_outputs() {
            match output {
                Output::Event(event) => delayed.extend(self.dispatch(event)),
                // Fails only if there are no subscribers.
                Output::Change(change) => drop(self.changes.send(change)),
                Output::Answered(id) => {
                    if let Some(answered) = self.waiting.remove(&id) {
                        // The waiting caller may have timed out.
                        let _ = answered.send(());
                    }
                }
            }
        }
        delayed
    }

    /// Sends an event to every session of its shard. All events of the world pass through here, so that faults can
    /// duplicate or delay them. Returns the event if it is delayed.
    fn dispatch(&mut self, event: Event) -> Option<DelayedEvent> {
        match self.faults.trigger_on_event(event.name, channel_of(&event)) {
            None => self.deliver(&event),
            Some(EventEffect::Duplicate { copies }) => {
                for _ in 0..=copies {
                    self.deliver(&event);
                }
            }
            Some(EventEffect::Delay { milliseconds }) => {
                let delay = Duration::from_millis(milliseconds);
                return Some(DelayedEvent { delay, event });
            }
        }
        None
    }

    /// Sends an event to every session of its shard, bypassing the faults.
    pub(crate) fn deliver(&mut self, event: &Event) {
        let now = self.world.now();
        self.sessions.deliver(event, now);
    }

    pub(crate) fn start_session(
        &mut self,
        identity: Identity,
        connection: UnboundedSender<Frame>,
    ) -> String {
        let id = format!("session{}", self.world.new_id());
        self.sessions
            .start(id.clone(), &self.world, identity, connection);
        self.world.notify_change(None);
        id
    }
}

fn channel_of(event: &Event) -> Option<Id> {
    let is_channel = event.name.starts_with("CHANNEL") || event.name.starts_with("THREAD");
    let key = if is_channel { "id" } else { "channel_id" };
    event.data.get(key).and_then(Value::as_str)?.parse().ok()
}
