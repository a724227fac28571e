//! The world without the server: no network, no runtime, no clock.

use sandbox::{
    ActionError, Click, Id, Method, Output, Permissions, RateLimits, Reply, Request, SlashCommand,
    StartedInteraction, UserConfig, World, WorldConfig,
};
use serde_json::{Value, json};

const START: u64 = 1_800_000_000_000;
const MINUTE: u64 = 60_000;

struct Place {
    world: World,
    guild: Id,
    channel: Id,
    ada: Id,
    bruno: Id,
}

impl Place {
    fn new() -> Self {
        Self::with(WorldConfig::default())
    }

    fn with(config: WorldConfig) -> Self {
        let mut world = World::new(config, START);
        let guild = world.add_guild(START, "Home", "en-US");
        let channel = world.add_channel(START, guild, "table", 0);
        let ada = world.add_user(START, &user("ada"));
        let bruno = world.add_user(START, &user("bruno"));
        Self {
            world,
            guild,
            channel,
            ada,
            bruno,
        }
    }

    fn call(&mut self, now: u64, method: Method, path: &str, body: &Value) -> Reply {
        let request = Request::new(method, path)
            .authorization("Bot sandbox-token")
            .body(body);
        self.world.request(now, &request)
    }

    fn post(&mut self, now: u64, body: &Value) -> Reply {
        let path = format!("channels/{}/messages", self.channel);
        self.call(now, Method::Post, &path, body)
    }

    fn posted(&mut self, now: u64) -> Id {
        let reply = self.post(now, &screen("Join", "join"));
        assert_eq!(reply.status, 200, "{reply:?}");
        id_of(&reply)
    }

    fn answer(&mut self, now: u64, started: &StartedInteraction, body: &Value) -> Reply {
        let path = format!(
            "interactions/{}/{}/callback?with_response=true",
            started.id, started.token
        );
        self.call(now, Method::Post, &path, body)
    }

    fn original(&mut self, now: u64, method: Method, token: &str, body: &Value) -> Reply {
        let bot = self.world.bot_id();
        let path = format!("webhooks/{bot}/{token}/messages/@original");
        self.call(now, method, &path, body)
    }

    fn click(&mut self, now: u64, message: Id) -> StartedInteraction {
        let click = Click::new(self.ada, message, "join");
        let started = self.world.click(now, self.channel, &click);
        started.expect("the button is there")
    }
}

fn user(name: &str) -> UserConfig {
    UserConfig {
        username: name.to_owned(),
        global_name: None,
        locale: "de".to_owned(),
    }
}

fn id_of(reply: &Reply) -> Id {
    let body = reply.body.as_ref().expect("a body");
    let id = body["id"].as_str().expect("an id");
    id.parse().expect("a snowflake")
}

fn screen(text: &str, custom_id: &str) -> Value {
    let button = json!({"type": 2, "style": 1, "label": text, "custom_id": custom_id});
    let row = json!({"type": 1, "components": [button]});
    json!({"flags": 1 << 15, "components": [
        {"type": 17, "components": [{"type": 10, "content": text}, row]}]})
}

fn private(text: &str) -> Value {
    let mut data = screen(text, "private");
    data["flags"] = json!(1 << 15 | 1 << 6);
    json!({"type": 4, "data": data})
}

#[test]
fn a_click_reaches_the_bot_and_its_answer_the_person() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START + 1000, message);
    let payload = place.world.interaction_payload(started.id);
    let payload = payload.expect("it was started");
    assert_eq!(payload["data"]["custom_id"], "join");
    assert_eq!(payload["member"]["user"]["id"], place.ada.to_string());
    assert_eq!(payload["message"]["id"], message.to_string());

    let reply = place.answer(START + 1100, &started, &private("your hand"));
    assert_eq!(reply.status, 200);
    let (channel, ada, bruno) = (place.channel, place.ada, place.bruno);
    let newest = place.world.messages_seen_by(channel, Some(ada)).next_back();
    let newest = newest.expect("the answer");
    assert_eq!(newest.viewer(), Some(ada));
    assert_eq!(
        newest.components()[0]["components"][0]["content"],
        "your hand"
    );
    assert_eq!(
        place.world.messages_seen_by(channel, Some(bruno)).count(),
        1
    );
}

#[test]
fn the_first_answer_is_due_within_three_seconds_and_once() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START, message);
    let reply = place.answer(START + 3000, &started, &json!({"type": 6}));
    assert_eq!((reply.status, reply.code()), (404, 10_062));
    let started = place.click(START + 3000, message);
    assert_eq!(
        place
            .answer(START + 5999, &started, &json!({"type": 6}))
            .status,
        200
    );
    let again = place.answer(START + 6000, &started, &json!({"type": 6}));
    assert_eq!((again.status, again.code()), (400, 40_060));
}

#[test]
fn a_token_expires_after_fifteen_minutes() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START, message);
    place.answer(START + 10, &started, &private("your hand"));
    let read =
        |place: &mut Place, now| place.original(now, Method::Get, &started.token, &Value::Null);
    assert_eq!(read(&mut place, START + 15 * MINUTE - 1).status, 200);
    let late = read(&mut place, START + 15 * MINUTE);
    assert_eq!((late.status, late.code()), (401, 50_027));
}

#[test]
fn an_enforced_nonce_posts_one_message() {
    let mut place = Place::new();
    let mut body = screen("Join", "join");
    body["nonce"] = json!("one");
    body["enforce_nonce"] = json!(true);
    let first = id_of(&place.post(START, &body));
    assert_eq!(id_of(&place.post(START + MINUTE, &body)), first);
    assert_ne!(id_of(&place.post(START + 10 * MINUTE, &body)), first);
}

#[test]
fn a_page_after_a_message_begins_with_the_oldest_that_follows() {
    let mut place = Place::new();
    let posted: Vec<Id> = (0..5).map(|second| place.posted(START + second)).collect();
    let mut read = |query: &str| -> Vec<Id> {
        let path = format!("/channels/{}/messages?{query}", place.channel);
        let reply = place.call(START + 9, Method::Get, &path, &Value::Null);
        let messages = reply.body.expect("a list");
        let ids = messages.as_array().into_iter().flatten();
        let ids = ids.filter_map(|message| message["id"].as_str()?.parse().ok());
        ids.collect()
    };
    assert_eq!(read("limit=2"), [posted[4], posted[3]]);
    assert_eq!(
        read(&format!("limit=2&after={}", posted[0])),
        [posted[2], posted[1]]
    );
    assert_eq!(
        read(&format!("limit=2&before={}", posted[3])),
        [posted[2], posted[1]]
    );
    let none = format!("after={}&before={}", posted[3], posted[1]);
    assert!(read(&none).is_empty());
}

#[test]
fn an_interaction_in_a_deleted_channel_cannot_be_answered() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START, message);
    assert_eq!(place.world.delete_channel(START, place.channel), Ok(()));
    let reply = place.answer(START + 100, &started, &private("x"));
    assert_eq!((reply.status, reply.code()), (404, 10_003));
}

#[test]
fn moderators_delete_messages_and_take_permissions() {
    let mut place = Place::new();
    let (channel, message) = (place.channel, place.posted(START));
    let edit = format!("/channels/{channel}/messages/{message}");
    let denied = place
        .world
        .set_bot_permissions(START, channel, Permissions(0));
    assert_eq!(denied, Ok(()));
    assert_eq!(place.post(START, &screen("x", "x")).code(), 50_001);
    let read_only = Permissions::VIEW_CHANNEL;
    let denied = place.world.set_bot_permissions(START, channel, read_only);
    assert_eq!(denied, Ok(()));
    assert_eq!(place.post(START, &screen("x", "x")).code(), 50_013);
    let everything = Permissions::EVERYONE;
    let granted = place.world.set_bot_permissions(START, channel, everything);
    assert_eq!(granted, Ok(()));
    assert_eq!(place.world.delete_message(START, channel, message), Ok(()));
    let reply = place.call(START, Method::Patch, &edit, &screen("x", "x"));
    assert_eq!((reply.status, reply.code()), (404, 10_008));
    assert_eq!(place.world.delete_channel(START, channel), Ok(()));
    assert_eq!(place.post(START, &screen("x", "x")).code(), 10_003);
}

#[test]
fn a_click_on_a_button_that_is_gone_needs_force() {
    let mut place = Place::new();
    let (channel, message) = (place.channel, place.posted(START));
    let edit = format!("/channels/{channel}/messages/{message}");
    place.call(START, Method::Patch, &edit, &screen("Leave", "leave"));
    let mut click = Click::new(place.ada, message, "join");
    let refused = place.world.click(START, channel, &click);
    assert!(matches!(refused, Err(ActionError::Refused(_))));
    click.force = true;
    assert!(place.world.click(START, channel, &click).is_ok());
}

#[test]
fn commands_run_as_the_bot_registered_them() {
    let mut place = Place::new();
    let path = format!("/applications/{}/commands", place.world.bot_id());
    let commands = json!([{"name": "play", "description": "Opens a table", "options": []}]);
    assert_eq!(place.call(START, Method::Put, &path, &commands).status, 200);
    let play = SlashCommand::new(place.bruno, "play");
    let started = place.world.run_command(START, place.channel, &play);
    let started = started.expect("the command exists");
    let payload = place.world.interaction_payload(started.id);
    assert_eq!(payload.expect("it was started")["data"]["name"], "play");
    let unknown = SlashCommand::new(place.bruno, "stop");
    let refused = place.world.run_command(START, place.channel, &unknown);
    assert!(matches!(refused, Err(ActionError::Invalid(_))));
}

#[test]
fn rate_limits_follow_the_time_that_is_passed_in() {
    let mut place = Place::with(WorldConfig {
        rate_limits: Some(RateLimits::default()),
        ..WorldConfig::default()
    });
    for _ in 0..5 {
        place.posted(START);
    }
    let refused = place.post(START + 1000, &screen("x", "x"));
    assert_eq!(refused.status, 429);
    assert!(refused.headers.contains(&("retry-after", "4".to_owned())));
    place.posted(START + 5000);
}

#[test]
fn outputs_are_kept_only_on_request() {
    let mut silent = Place::new();
    silent.posted(START);
    assert!(silent.world.take_outputs().is_empty());
    let mut place = Place::with(WorldConfig {
        keeps_outputs: true,
        ..WorldConfig::default()
    });
    place.world.take_outputs();
    place.posted(START);
    let outputs = place.world.take_outputs();
    let events = outputs.iter().filter_map(|output| match output {
        Output::Event(event) => Some((event.name, event.guild)),
        _ => None,
    });
    let created = ("MESSAGE_CREATE", Some(place.guild));
    assert_eq!(events.collect::<Vec<_>>(), [created]);
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
