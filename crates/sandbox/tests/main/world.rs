//! Tests of the world without the server: no network, no runtime, no clock.

use sandbox::{
    Click, Id, Message, Method, Output, Permissions, Reply, Request, StartedInteraction,
    UserConfig, World, WorldConfig,
};
use serde_json::{Value, json};

pub(crate) const START: u64 = 1_800_000_000_000;
pub(crate) const MINUTE: u64 = 60_000;

pub(crate) struct Place {
    pub(crate) world: World,
    guild: Id,
    pub(crate) channel: Id,
    pub(crate) ada: Id,
    pub(crate) bruno: Id,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self::with(WorldConfig::default())
    }

    pub(crate) fn with_rate_limits() -> Self {
        Self::with(WorldConfig {
            has_rate_limits: true,
            ..WorldConfig::default()
        })
    }

    fn with(config: WorldConfig) -> Self {
        let mut world = World::new(config, START);
        let guild = world.add_guild(START, "Home", "en-US");
        let channel = world.add_channel(START, guild, "table");
        let ada = world.add_user(START, &UserConfig::new("ada", "de"));
        let bruno = world.add_user(START, &UserConfig::new("bruno", "de"));
        Self {
            world,
            guild,
            channel,
            ada,
            bruno,
        }
    }

    pub(crate) fn channel_of_type(&mut self, number: u8) -> Id {
        self.world.add_channel_of_type(self.guild, "place", number)
    }

    pub(crate) fn call(&mut self, now: u64, method: Method, path: &str, body: &Value) -> Reply {
        let request = Request::new(method, path)
            .authorization("Bot sandbox-token")
            .body(body);
        self.world.request(now, &request)
    }

    pub(crate) fn post(&mut self, now: u64, body: &Value) -> Reply {
        let path = format!("channels/{}/messages", self.channel);
        self.call(now, Method::POST, &path, body)
    }

    pub(crate) fn edit(&mut self, now: u64, message: Id, body: &Value) -> Reply {
        let path = format!("channels/{}/messages/{message}", self.channel);
        self.call(now, Method::PATCH, &path, body)
    }

    pub(crate) fn posted(&mut self, now: u64) -> Id {
        let reply = self.post(now, &screen("Join", "join"));
        assert_eq!(reply.status, 200, "{reply:?}");
        id_of(&reply)
    }

    pub(crate) fn answer(&mut self, now: u64, started: &StartedInteraction, body: &Value) -> Reply {
        let path = format!(
            "interactions/{}/{}/callback?with_response=true",
            started.id, started.token
        );
        self.call(now, Method::POST, &path, body)
    }

    pub(crate) fn original(
        &mut self,
        now: u64,
        method: Method,
        token: &str,
        body: &Value,
    ) -> Reply {
        let bot = self.world.bot_id();
        let path = format!("webhooks/{bot}/{token}/messages/@original");
        self.call(now, method, &path, body)
    }

    pub(crate) fn newest_seen_by(&self, person: Id) -> Option<&Message> {
        self.world
            .messages_seen_by(self.channel, Some(person))
            .next_back()
    }

    pub(crate) fn click(&mut self, now: u64, message: Id) -> StartedInteraction {
        let click = Click::new(self.ada, message, "join");
        let started = self.world.click(now, self.channel, &click);
        started.expect("the button is there")
    }
}

pub(crate) fn id_of(reply: &Reply) -> Id {
    let body = reply.body.as_ref().expect("a body");
    let id = body["id"].as_str().expect("an id");
    id.parse().expect("a snowflake")
}

pub(crate) fn screen(text: &str, custom_id: &str) -> Value {
    let button = json!({"type": 2, "style": 1, "label": text, "custom_id": custom_id});
    let row = json!({"type": 1, "components": [button]});
    json!({"flags": 1 << 15, "components": [
        {"type": 17, "components": [{"type": 10, "content": text}, row]}]})
}

pub(crate) fn private(text: &str) -> Value {
    let mut data = screen(text, "private");
    data["flags"] = json!(1 << 15 | 1 << 6);
    json!({"type": 4, "data": data})
}

#[test]
fn a_click_reaches_the_bot_and_its_answer_the_person() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START + 1000, message);
    let payload = place
        .world
        .interaction_payload(started.id)
        .expect("it was started");
    assert_eq!(payload["data"]["custom_id"], "join");
    assert_eq!(payload["member"]["user"]["id"], place.ada.to_string());
    assert_eq!(payload["message"]["id"], message.to_string());

    let reply = place.answer(START + 1100, &started, &private("your hand"));
    assert_eq!(reply.status, 200);
    let newest = place.newest_seen_by(place.ada).expect("the answer");
    assert_eq!(newest.viewer(), Some(place.ada));
    let text = &newest.components()[0]["components"][0]["content"];
    assert_eq!(text, "your hand");
    let others = place
        .world
        .messages_seen_by(place.channel, Some(place.bruno));
    assert_eq!(others.count(), 1);
}

#[test]
fn the_first_answer_is_due_within_three_seconds_and_once() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START, message);
    let reply = place.answer(START + 3000, &started, &json!({"type": 6}));
    assert_eq!((reply.status, reply.code()), (404, 10_062));
    let started = place.click(START + 3000, message);
    let in_time = place.answer(START + 5999, &started, &json!({"type": 6}));
    assert_eq!(in_time.status, 200);
    let again = place.answer(START + 6000, &started, &json!({"type": 6}));
    assert_eq!((again.status, again.code()), (400, 40_060));
}

#[test]
fn a_deferral_is_filled_in_by_a_token_that_expires_after_fifteen_minutes() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START, message);
    let early = place.original(START, Method::GET, &started.token, &Value::Null);
    assert_eq!((early.status, early.code()), (404, 10_015), "no answer yet");
    let mut mixed = private("your hand");
    mixed["type"] = json!(5);
    let refused = place.answer(START, &started, &mixed);
    assert_eq!(refused.code(), 50_035, "a deferral has no other flag");
    let deferral = json!({"type": 5, "data": {"flags": 64}});
    assert_eq!(place.answer(START + 10, &started, &deferral).status, 200);
    let hand = &private("your hand")["data"];
    let filled = place.original(START + 20, Method::PATCH, &started.token, hand);
    assert_eq!(filled.body.expect("the message")["flags"], 64 | 1 << 15);
    let read =
        |place: &mut Place, now| place.original(now, Method::GET, &started.token, &Value::Null);
    assert_eq!(read(&mut place, START + 15 * MINUTE - 1).status, 200);
    let late = read(&mut place, START + 15 * MINUTE);
    assert_eq!((late.status, late.code()), (401, 50_027));
}

#[test]
fn an_interaction_in_a_deleted_channel_cannot_be_answered() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START, message);
    let deleted = place.world.delete_channel(place.channel);
    assert!(deleted.is_ok());
    let reply = place.answer(START + 100, &started, &private("x"));
    assert_eq!((reply.status, reply.code()), (404, 10_003));
}

#[test]
fn moderators_delete_messages_and_take_permissions() {
    let mut place = Place::new();
    let (channel, message) = (place.channel, place.posted(START));
    let edit = format!("/channels/{channel}/messages/{message}");
    for (permissions, code) in [
        (Permissions(0), 50_001),
        (Permissions::VIEW_CHANNEL, 50_013),
        (Permissions::EVERYONE, 0),
    ] {
        let set = place.world.set_bot_permissions(channel, permissions);
        assert_eq!(set, Ok(()));
        assert_eq!(place.post(START, &screen("x", "x")).code(), code);
    }
    assert_eq!(place.world.delete_message(channel, message), Ok(()));
    let reply = place.call(START, Method::PATCH, &edit, &screen("x", "x"));
    assert_eq!((reply.status, reply.code()), (404, 10_008));
    assert!(place.world.delete_channel(channel).is_ok());
    assert_eq!(place.post(START, &screen("x", "x")).code(), 10_003);
}

#[test]
fn outputs_are_kept_only_on_request() {
    assert!(Place::new().world.take_outputs().is_empty());
    let mut place = Place::with(WorldConfig {
        keeps_outputs: true,
        ..WorldConfig::default()
    });
    let outputs = place.world.take_outputs();
    let events = outputs.iter().filter_map(|output| match output {
        Output::Event(event) => Some((event.name, event.guild)),
        _ => None,
    });
    let created = ["GUILD_CREATE", "CHANNEL_CREATE"].map(|name| (name, Some(place.guild)));
    assert_eq!(events.collect::<Vec<_>>(), created);
}

#[test]
fn equal_calls_give_equal_replies() {
    let run = || {
        let mut place = Place::new();
        let message = place.posted(START);
        let started = place.click(START + 7, message);
        let answer = place.answer(START + 9, &started, &private("x"));
        (started, answer)
    };
    assert_eq!(run(), run());
}
