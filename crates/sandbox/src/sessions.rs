//! Gateway sessions: who hears which event, and what was missed meanwhile.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::faults::EventEffect;
use crate::guilds::Standing;
use crate::ids::Id;
use crate::starts::Starts;
use crate::world::World;

/// How many events a session keeps for a resume.
const EVENTS_KEPT: usize = 2000;
/// How long a session without a connection can be resumed, in milliseconds.
const KEPT_MS: u64 = 120_000;

/// The intent without which a person's words are left out.
const MESSAGE_CONTENT: u64 = 1 << 15;

/// The intent that an event needs; `None` reaches every session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    None,
    Guilds,
    GuildMessages,
    DirectMessages,
}

impl Intent {
    fn bit(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Guilds => Some(1),
            Self::GuildMessages => Some(1 << 9),
            Self::DirectMessages => Some(1 << 12),
        }
    }
}

/// What an IDENTIFY asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identity {
    pub(crate) shard: u64,
    pub(crate) shards: u64,
    pub(crate) intents: u64,
}

/// One session, connected or waiting to be resumed.
#[derive(Debug)]
struct Session {
    identity: Identity,
    sequence: u64,
    backlog: VecDeque<(u64, String)>,
    connection: Option<UnboundedSender<Frame>>,
    /// When it was last known to have a connection.
    connected_ms: u64,
}

/// What goes out on a connection.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    /// A payload as JSON.
    Payload(String),
    /// The connection is closed with this code of Discord's.
    Close(u16),
    /// The connection ends without a word.
    Cut,
}

/// All sessions, by their id.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_id: BTreeMap<String, Session>,
    pub(crate) starts: Starts,
}

/// Why a session cannot be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResumeFailure {
    /// There is no such session, or too much was missed.
    Gone,
    /// The client claims events that were never sent.
    InvalidSequence,
}

impl Session {
    fn hears(&self, guild: Option<Id>, intent: Intent) -> bool {
        let shard = guild.map_or(0, |guild| guild.shard(self.identity.shards));
        let wanted = intent
            .bit()
            .is_none_or(|bit| self.identity.intents & bit != 0);
        wanted && shard == self.identity.shard
    }

    /// Whether a person's words have to be left out of an event.
    fn hides_content(&self, data: &Value) -> bool {
        let by_person = data["author"]["id"].is_string() && data["author"]["bot"] != true;
        let in_guild = data["guild_id"].is_string();
        by_person && in_guild && self.identity.intents & MESSAGE_CONTENT == 0
    }

    /// Whether somebody listens, or may come back.
    fn is_kept(&mut self, now: u64) -> bool {
        if self.connection.is_some() {
            self.connected_ms = now;
        }
        now.saturating_sub(self.connected_ms) <= KEPT_MS
    }

    fn send(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let payload = json!({"op": 0, "t": event, "s": self.sequence, "d": data}).to_string();
        if let Some(connection) = &self.connection
            && connection.send(Frame::Payload(payload.clone())).is_err()
        {
            self.connection = None;
        }
        self.backlog.push_back((self.sequence, payload));
        if self.backlog.len() > EVENTS_KEPT {
            self.backlog.pop_front();
        }
    }
}

fn without_content(data: &Value) -> Value {
    let mut data = data.clone();
    data["content"] = json!("");
    for key in ["embeds", "components", "attachments"] {
        data[key] = json!([]);
    }
    data
}

impl Sessions {
    /// How many sessions have a connection.
    pub(crate) fn connected(&self) -> usize {
        let connected = |session: &&Session| session.connection.is_some();
        self.by_id.values().filter(connected).count()
    }

    /// Lets a session go on over `connection`, sending what it missed.
    pub(crate) fn resume(
        &mut self,
        id: &str,
        sequence: u64,
        connection: UnboundedSender<Frame>,
    ) -> Result<(), ResumeFailure> {
        let session = self.by_id.get_mut(id).ok_or(ResumeFailure::Gone)?;
        if sequence > session.sequence {
            return Err(ResumeFailure::InvalidSequence);
        }
        let oldest = session.backlog.front().map_or(0, |(number, _)| *number);
        if sequence + 1 < oldest {
            return Err(ResumeFailure::Gone);
        }
        let missed = session
            .backlog
            .iter()
            .filter(|(number, _)| *number > sequence);
        for (_, payload) in missed {
            // A connection that is already gone will resume once more.
            let _ = connection.send(Frame::Payload(payload.clone()));
        }
        session.connection = Some(connection);
        session.send("RESUMED", &json!({"_trace": ["sandbox"]}));
        Ok(())
    }

    /// The connection of a session is lost; the session can be resumed.
    pub(crate) fn disconnect(&mut self, id: &str) {
        if let Some(session) = self.by_id.get_mut(id)
            && session
                .connection
                .as_ref()
                .is_some_and(UnboundedSender::is_closed)
        {
            session.connection = None;
        }
    }

    /// The client ended the session for good.
    pub(crate) fn end(&mut self, id: &str) {
        self.by_id.remove(id);
    }

    /// Sends a frame on every connection.
    pub(crate) fn broadcast(&self, frame: &Frame) {
        let connections = self
            .by_id
            .values()
            .filter_map(|one| one.connection.as_ref());
        for connection in connections {
            // A connection that is already gone hears nothing.
            let _ = connection.send(frame.clone());
        }
    }

    /// Tells every connection to come anew: to go on there with the session, or to begin another.
    pub(crate) fn invalidate(&mut self, resumable: bool) {
        let payload = json!({"op": 9, "d": resumable, "s": null, "t": null});
        self.broadcast(&Frame::Payload(payload.to_string()));
        if !resumable {
            self.by_id.clear();
        }
    }
}

impl World {
    /// Sends an event to every session that hears of it.
    ///
    /// Every event passes through here, and through the faults.
    pub(crate) fn dispatch(
        &mut self,
        event: &'static str,
        guild: Option<Id>,
        intent: Intent,
        data: Value,
    ) {
        let place = if event.starts_with("CHANNEL") || event.starts_with("THREAD") {
            &data["id"]
        } else {
            &data["channel_id"]
        };
        let place = place.as_str().and_then(|id| id.parse().ok());
        match self.faults.strike_event(event, place) {
            None => self.deliver(event, guild, intent, &data),
            Some(EventEffect::Lose) => {}
            Some(EventEffect::Duplicate(copies)) => {
                for _ in 0..=copies {
                    self.deliver(event, guild, intent, &data);
                }
            }
            Some(EventEffect::Delay(delay)) => self.later(delay, move |world| {
                world.deliver(event, guild, intent, &data);
            }),
        }
    }

    fn deliver(&mut self, event: &str, guild: Option<Id>, intent: Intent, data: &Value) {
        let mut heard = false;
        let now = self.now();
        self.sessions
            .by_id
            .retain(|_, session| session.is_kept(now));
        for session in self.sessions.by_id.values_mut() {
            if session.hears(guild, intent) {
                if session.hides_content(data) {
                    session.send(event, &without_content(data));
                } else {
                    session.send(event, data);
                }
                heard = true;
            }
        }
        if heard {
            self.recorder.event(now, event, data);
        }
    }

    /// Begins a session: READY, then each server.
    pub(crate) fn begin_session(
        &mut self,
        identity: Identity,
        connection: UnboundedSender<Frame>,
    ) -> String {
        let id = format!("session{}", self.mint());
        let ready = self.ready_json(&id, identity);
        let mut session = Session {
            identity,
            sequence: 0,
            backlog: VecDeque::new(),
            connection: Some(connection),
            connected_ms: self.now(),
        };
        let mut events = vec![("READY", ready)];
        let guilds = self.guilds.values();
        let guilds = guilds.filter(|guild| guild.standing == Standing::Member);
        let heard = guilds.filter(|guild| session.hears(Some(guild.id), Intent::Guilds));
        events.extend(heard.map(|guild| ("GUILD_CREATE", self.guild_create_json(guild))));
        let now = self.now();
        for (event, data) in events {
            session.send(event, &data);
            self.recorder.event(now, event, &data);
        }
        self.sessions.by_id.insert(id.clone(), session);
        self.touch(None);
        id
    }

    fn ready_json(&self, session: &str, identity: Identity) -> Value {
        let guilds: Value = self
            .guilds
            .values()
            .filter(|guild| guild.has_bot() && guild.id.shard(identity.shards) == identity.shard)
            .map(|guild| json!({"id": guild.id, "unavailable": true}))
            .collect();
        let mut user = self.bot.to_json();
        user["verified"] = json!(true);
        user["mfa_enabled"] = json!(true);
        user["email"] = Value::Null;
        json!({
            "v": 10,
            "user": user,
            "user_settings": {},
            "session_type": "normal",
            "session_id": session,
            "resume_gateway_url": self.gateway_url(),
            "shard": [identity.shard, identity.shards],
            "guilds": guilds,
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "application": {"id": self.bot.id, "flags": 0},
            "_trace": ["sandbox"],
        })
    }

    /// Where the gateway listens.
    pub(crate) fn gateway_url(&self) -> String {
        format!("{}/gateway", self.base_url.replacen("http", "ws", 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SandboxConfig;
    use crate::record::Recorder;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
    use twilight_model::gateway::payload::incoming::{GuildCreate, Ready};

    const ALL: Identity = Identity {
        shard: 0,
        shards: 1,
        intents: 1 | 1 << 9,
    };

    fn world() -> World {
        let base = "http://127.0.0.1:1".to_owned();
        World::new(&SandboxConfig::default(), base, Recorder::default())
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
    fn twilight_reads_what_a_session_starts_with() {
        let world = world();
        let ready = world.ready_json("session", ALL);
        serde_json::from_value::<Ready>(ready).expect("a READY that twilight reads");
        let guild = world.guilds.values().next().expect("a server");
        let event = world.guild_create_json(guild);
        serde_json::from_value::<GuildCreate>(event).expect("a GUILD_CREATE that twilight reads");
    }

    #[test]
    fn a_session_hears_only_what_its_intents_and_shard_cover() {
        let mut world = world();
        let guild = *world.guilds.keys().next().expect("a server");
        let (sender, mut heard) = unbounded_channel();
        let other = Identity {
            shard: 1 - guild.shard(2),
            shards: 2,
            intents: 1,
        };
        world.begin_session(other, sender);
        let (sender, mut heard_all) = unbounded_channel();
        world.begin_session(ALL, sender);
        world.dispatch("GUILD_UPDATE", Some(guild), Intent::Guilds, json!({}));
        world.dispatch("MESSAGE_DELETE", None, Intent::DirectMessages, json!({}));
        assert_eq!(names(&mut heard), ["READY"]);
        assert_eq!(
            names(&mut heard_all),
            ["READY", "GUILD_CREATE", "GUILD_UPDATE"]
        );
    }

    #[test]
    fn nobody_resumes_ahead_of_what_was_sent() {
        let mut world = world();
        let (sender, _heard) = unbounded_channel();
        let session = world.begin_session(ALL, sender.clone());
        let ahead = world.sessions.resume(&session, 99, sender.clone());
        assert_eq!(ahead, Err(ResumeFailure::InvalidSequence));
        world.sessions.end(&session);
        let ended = world.sessions.resume(&session, 1, sender);
        assert_eq!(ended, Err(ResumeFailure::Gone));
    }
}
