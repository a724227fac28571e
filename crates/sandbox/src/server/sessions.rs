//! Gateway sessions: which session receives which event, and which events a resume replays.

use std::collections::{BTreeMap, HashMap, VecDeque};

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::format::json_text;
use crate::id::{Id, read_id};
use crate::world::{BotMembership, Event, RESPONSE_DEADLINE_MS, World};

const MAX_BACKLOG: usize = 2000;
/// How long a disconnected session can be resumed, in milliseconds.
const RESUME_WINDOW_MS: u64 = 120_000;

const INTERACTION: &str = "INTERACTION_CREATE";
/// The minimum time between two session starts in a bucket, in milliseconds.
const BUCKET_INTERVAL_MS: u64 = 5_000;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Identity {
    pub(crate) shard: u64,
    pub(crate) shards: u64,
}

#[derive(Debug)]
struct Session {
    identity: Identity,
    sequence: u64,
    backlog: VecDeque<(u64, Utf8Bytes)>,
    connection: Option<UnboundedSender<Frame>>,
    /// Recently sent interactions, and when they were sent. Removed lazily after their response deadlines.
    unsettled: VecDeque<(u64, Id)>,
    /// When the session was last known to be connected, in milliseconds since 1970.
    connected_ms: u64,
}

#[derive(Clone, Debug)]
pub(crate) enum Frame {
    Payload(Utf8Bytes),
    Close(u16),
    /// Ends the connection without a close frame.
    Abort,
}

#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_id: BTreeMap<String, Session>,
    /// When the last session of each bucket started, in milliseconds since 1970.
    bucket_starts: BTreeMap<u64, u64>,
    /// The number of session starts refused because of [`BUCKET_INTERVAL_MS`].
    early_starts: u64,
    receivers: HashMap<Id, Receivers>,
}

/// The sessions that received an interaction, and how long they had to answer it.
#[derive(Clone, Copy, Debug, Default)]
struct Receivers {
    /// The number of these sessions that were not cut off before the interaction's deadline.
    left: u32,
    /// The longest time, in milliseconds, that a session had to answer the interaction before the session was cut off.
    cut_off_after_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResumeError {
    /// The session does not exist, or its backlog no longer contains all missed events.
    UnknownSession,
    InvalidSequence,
}

impl Session {
    fn receives(&self, guild: Option<Id>) -> bool {
        let shard = guild.map_or(0, |guild| guild.shard(self.identity.shards));
        shard == self.identity.shard
    }

    /// Updates `connected_ms` if the session is connected. Returns false once the session can no longer be resumed.
    fn refresh(&mut self, now: u64) -> bool {
        if self.connection.is_some() {
            self.connected_ms = now;
        }
        now.saturating_sub(self.connected_ms) <= RESUME_WINDOW_MS
    }

    fn forget_settled(&mut self, now: u64) {
        let is_settled = |(at, _): &(u64, Id)| now > at + RESPONSE_DEADLINE_MS;
        while self.unsettled.front().is_some_and(is_settled) {
            self.unsettled.pop_front();
        }
    }

    /// Sends an event, and keeps it for a resume. Returns false if the session is not connected.
    fn send(&mut self, event: &str, data: &Value) -> bool {
        self.sequence += 1;
        // Formatted manually, because `json!` would copy the data first.
        let (sequence, data) = (self.sequence, json_text(data));
        let payload = Utf8Bytes::from(format!(
            r#"{{"op":0,"t":"{event}","s":{sequence},"d":{data}}}"#
        ));
        if let Some(connection) = &self.connection
            && connection.send(Frame::Payload(payload.clone())).is_err()
        {
            self.connection = None;
        }
        self.backlog.push_back((self.sequence, payload));
        if self.backlog.len() > MAX_BACKLOG {
            self.backlog.pop_front();
        }
        self.connection.is_some()
    }
}

impl Sessions {
    /// Records a session start in a bucket, or returns false if the last one was less than five seconds ago.
    pub(crate) fn begin_in_bucket(&mut self, bucket: u64, now: u64) -> bool {
        let last = self.bucket_starts.get(&bucket);
        if last.is_some_and(|last| now.saturating_sub(*last) < BUCKET_INTERVAL_MS) {
            self.early_starts += 1;
            return false;
        }
        self.bucket_starts.insert(bucket, now);
        true
    }

    pub(crate) fn early_starts(&self) -> u64 {
        self.early_starts
    }

    pub(crate) fn connections_by_shard(&self) -> BTreeMap<u64, u64> {
        let mut shards = BTreeMap::new();
        let connected = self.by_id.values().filter(|one| one.connection.is_some());
        for session in connected {
            *shards.entry(session.identity.shard).or_default() += 1;
        }
        shards
    }

    pub(crate) fn connected_count(&self) -> usize {
        let connected = |session: &&Session| session.connection.is_some();
        self.by_id.values().filter(connected).count()
    }

    pub(crate) fn resume(
        &mut self,
        id: &str,
        sequence: u64,
        connection: UnboundedSender<Frame>,
    ) -> Result<(), ResumeError> {
        let session = self.by_id.get_mut(id).ok_or(ResumeError::UnknownSession)?;
        if sequence > session.sequence {
            return Err(ResumeError::InvalidSequence);
        }
        let oldest = session.backlog.front().map_or(0, |(number, _)| *number);
        if sequence + 1 < oldest {
            return Err(ResumeError::UnknownSession);
        }
        let missed = session
            .backlog
            .iter()
            .filter(|(number, _)| *number > sequence);
        for (_, payload) in missed {
            // If the new connection is already gone, the client resumes again.
            let _ = connection.send(Frame::Payload(payload.clone()));
        }
        session.connection = Some(connection);
        session.send("RESUMED", &json!({"_trace": ["sandbox"]}));
        Ok(())
    }

    /// Detaches a session from its closed connection. The session can still be resumed. It no longer counts as
    /// a receiver of interactions whose deadline is ahead, because the client may have been killed before it
    /// could answer.
    pub(crate) fn disconnect(&mut self, id: &str, now: u64) {
        if let Some(session) = self.by_id.get_mut(id)
            && session
                .connection
                .as_ref()
                .is_some_and(UnboundedSender::is_closed)
        {
            session.connection = None;
            session.forget_settled(now);
            for (at, interaction) in session.unsettled.drain(..) {
                if let Some(receivers) = self.receivers.get_mut(&interaction) {
                    let had = now.saturating_sub(at);
                    receivers.left = receivers.left.saturating_sub(1);
                    receivers.cut_off_after_ms = receivers.cut_off_after_ms.max(had);
                }
            }
        }
    }

    /// Returns true if a session received this interaction and was not cut off before the interaction's deadline.
    pub(crate) fn has_received(&self, interaction: Id) -> bool {
        let receivers = self.receivers.get(&interaction);
        receivers.is_some_and(|receivers| receivers.left > 0)
    }

    /// Returns the longest time, in milliseconds, that a session had to answer an interaction before the session was
    /// cut off; `None` if no session received the interaction, or if one of them was not cut off before the deadline.
    pub(crate) fn cut_off_after_ms(&self, interaction: Id) -> Option<u64> {
        let receivers = self.receivers.get(&interaction)?;
        (receivers.left == 0).then_some(receivers.cut_off_after_ms)
    }

    pub(crate) fn end(&mut self, id: &str) {
        self.by_id.remove(id);
    }

    pub(crate) fn broadcast(&self, frame: &Frame) {
        let connections = self
            .by_id
            .values()
            .filter_map(|one| one.connection.as_ref());
        for connection in connections {
            // Fails only if the connection is closed, which is harmless.
            let _ = connection.send(frame.clone());
        }
    }

    /// Sends op 9 (invalid session) on every connection; removes all sessions unless `resumable`.
    pub(crate) fn invalidate(&mut self, resumable: bool) {
        self.broadcast(&Frame::Payload(control_payload(9, resumable)));
        if !resumable {
            self.by_id.clear();
        }
    }

    pub(crate) fn deliver(&mut self, event: &Event, now: u64) {
        self.by_id.retain(|_, session| session.refresh(now));
        let interaction = (event.name == INTERACTION).then(|| read_id(&event.data["id"]));
        for session in self.by_id.values_mut() {
            if session.receives(event.guild) {
                let sent = session.send(event.name, &event.data);
                if let Some(Some(interaction)) = interaction
                    && sent
                {
                    self.receivers.entry(interaction).or_default().left += 1;
                    session.forget_settled(now);
                    session.unsettled.push_back((now, interaction));
                }
            }
        }
    }

    /// Starts a session: sends READY, then GUILD_CREATE for each available server of the shard that the bot has joined.
    pub(crate) fn start(
        &mut self,
        id: String,
        world: &World,
        identity: Identity,
        connection: UnboundedSender<Frame>,
    ) {
        let mut session = Session {
            identity,
            sequence: 0,
            backlog: VecDeque::new(),
            connection: Some(connection),
            unsettled: VecDeque::new(),
            connected_ms: world.now(),
        };
        session.send("READY", &ready_json(world, &id, identity));
        let guilds = world
            .guilds()
            .filter(|guild| guild.bot_membership == BotMembership::Member);
        for guild in guilds {
            if session.receives(Some(guild.id)) {
                session.send("GUILD_CREATE", &world.guild_create_json(guild));
            }
        }
        self.by_id.insert(id, session);
    }
}

fn ready_json(world: &World, session: &str, identity: Identity) -> Value {
    let guilds: Value = world
        .guilds()
        .filter(|guild| guild.has_bot() && guild.id.shard(identity.shards) == identity.shard)
        .map(|guild| json!({"id": guild.id, "unavailable": true}))
        .collect();
    let mut user = world.bot().to_json();
    user["verified"] = json!(true);
    user["mfa_enabled"] = json!(true);
    user["email"] = Value::Null;
    json!({
        "v": 10,
        "user": user,
        "user_settings": {},
        "session_type": "normal",
        "session_id": session,
        "resume_gateway_url": world.gateway_url(),
        "shard": [identity.shard, identity.shards],
        "guilds": guilds,
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "guild_join_requests": [],
        "geo_ordered_rtc_regions": [],
        "application": {"id": world.bot().id, "flags": 0},
        "_trace": ["sandbox"],
    })
}

/// Returns a payload that is not an event.
pub(crate) fn control_payload(op: u64, data: impl Into<Value>) -> Utf8Bytes {
    let payload = json!({"op": op, "d": data.into(), "s": null, "t": null});
    payload.to_string().into()
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
    use twilight_model::gateway::payload::incoming::{GuildCreate, Ready};

    use super::*;
    use crate::world::WorldConfig;

    const ALL: Identity = Identity {
        shard: 0,
        shards: 1,
    };

    fn world() -> (World, Id) {
        let mut world = World::new(WorldConfig::default(), 1_800_000_000_000);
        let guild = world.add_guild(1_800_000_000_000, "Home", "en-US");
        (world, guild)
    }

    fn event(name: &'static str, guild: Option<Id>) -> Event {
        Event {
            name,
            guild,
            data: json!({}),
        }
    }

    fn names(payloads: &mut UnboundedReceiver<Frame>) -> Vec<String> {
        let mut names = Vec::new();
        while let Ok(Frame::Payload(payload)) = payloads.try_recv() {
            let payload: Value = serde_json::from_str(&payload).expect("JSON");
            names.push(payload["t"].as_str().unwrap_or_default().to_owned());
        }
        names
    }

    #[test]
    fn twilight_can_read_ready_and_guild_create() {
        let (world, guild) = world();
        let ready = ready_json(&world, "session", ALL);
        serde_json::from_value::<Ready>(ready).expect("a READY that twilight reads");
        let guild = world.guild(guild).expect("a server");
        let event = world.guild_create_json(guild);
        serde_json::from_value::<GuildCreate>(event).expect("a GUILD_CREATE that twilight reads");
    }

    #[test]
    fn a_session_receives_only_events_of_its_shard() {
        let (world, guild) = world();
        let mut sessions = Sessions::default();
        let (sender, mut received) = unbounded_channel();
        let other = Identity {
            shard: 1 - guild.shard(2),
            shards: 2,
        };
        sessions.start("other".to_owned(), &world, other, sender);
        let update = event("GUILD_UPDATE", Some(guild));
        sessions.deliver(&update, world.now());
        let (sender, mut received_all) = unbounded_channel();
        sessions.start("all".to_owned(), &world, ALL, sender);
        sessions.deliver(&update, world.now());
        assert_eq!(names(&mut received), ["READY"]);
        let all = ["READY", "GUILD_CREATE", "GUILD_UPDATE"];
        assert_eq!(names(&mut received_all), all);
    }

    #[test]
    fn an_interaction_counts_as_received_unless_every_session_that_got_it_was_cut_off_in_time() {
        let (world, guild) = world();
        let mut sessions = Sessions::default();
        let interaction = Id::new(7).expect("an id");
        let event = Event {
            data: json!({"id": interaction}),
            ..event(INTERACTION, Some(guild))
        };
        sessions.deliver(&event, world.now());
        assert!(!sessions.has_received(interaction), "there is no session");
        let (one, one_received) = unbounded_channel();
        let (other, other_received) = unbounded_channel();
        sessions.start("one".to_owned(), &world, ALL, one);
        sessions.start("other".to_owned(), &world, ALL, other);
        sessions.deliver(&event, world.now());
        drop(one_received);
        sessions.disconnect("one", world.now() + 1);
        assert!(
            sessions.has_received(interaction),
            "the other session is connected"
        );
        drop(other_received);
        sessions.disconnect("other", world.now() + RESPONSE_DEADLINE_MS + 1);
        assert!(sessions.has_received(interaction), "it had enough time");
        let (last, last_received) = unbounded_channel();
        let later = Id::new(8).expect("an id");
        sessions.start("last".to_owned(), &world, ALL, last);
        let event = Event {
            data: json!({"id": later}),
            ..event
        };
        sessions.deliver(&event, world.now());
        assert_eq!(sessions.cut_off_after_ms(later), None);
        drop(last_received);
        sessions.disconnect("last", world.now() + 1);
        assert!(!sessions.has_received(later));
        assert_eq!(sessions.cut_off_after_ms(later), Some(1));
    }

    #[test]
    fn a_session_cannot_be_resumed_ahead_of_the_last_sent_event() {
        let (world, _) = world();
        let mut sessions = Sessions::default();
        let (sender, _receiver) = unbounded_channel();
        sessions.start("one".to_owned(), &world, ALL, sender.clone());
        let ahead = sessions.resume("one", 99, sender.clone());
        assert_eq!(ahead, Err(ResumeError::InvalidSequence));
        sessions.end("one");
        let ended = sessions.resume("one", 1, sender);
        assert_eq!(ended, Err(ResumeError::UnknownSession));
    }
}
