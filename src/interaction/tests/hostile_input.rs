//! Checks that hostile interactions and gateway frames cause no panic, that an accepted control has exactly the id that
//! was sent, and that no name is blank or too long.

use kit::hostile_input::{changed_json, changed_text, check, noise, number, word};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serenity::model::event::{Event, GatewayEvent};

use super::*;

/// Control ids with many kinds of actions. The tests change their letters and numbers.
const IDS: &str = "v1:1:1:join v1:7:0:leave-yes v1:1:300:computer:cat v1:1:1:computer-off v1:1:1:set:pace:fast \
    v1:1:1:set:first:123456789 v1:1:1:hand v1:1:1:read:original:card:c v1:1:1:draw v1:1:1:nope:0 v1:1:1:at:17 \
    v1:1:1:give:a v1:1:1:take:b v1:1:1:vote:8 v1:1:1:end-yes v1:1:1:step v1:1:1:title:c v1:1:1:target:triple:j:1 \
    v1:1:1:naming:i:0:2 v1:1:1:places:24 v1:1:1:play-on:e:3 v1:1:1:triple:i:2:1:b v1:1:1:five:abcde \
    v1:1:1:menu:option:pace v1:1:1:menu:target:pair:i:1 v1:1:1:menu:naming:i:0:1 v1:1:1:menu:five v1:1:1:menu:place \
    v1:18446744073709551615:0:menu:give";
const NAMES: &str = "Ada 大衛 \u{3164} a\u{300}\u{301}\u{302} @everyone *b*";
const SUBCOMMANDS: &str = "new join leave hand table end rules me dance";
const OPTIONS: &str = "edition=classic pace=fast language=de strength=tiger card=nope card=% language=follow-discord \
    edition=deluxe";
const VALUES: &str = "nope attack 0 fast beard-cat";
const CASES: u32 = 10_000;

fn interaction() -> impl Strategy<Value = Value> {
    let values = (word(NAMES), noise(6), number(), number(), 0..16_u8);
    (data(), values).prop_map(|((kind, data), (nick, name, permissions, app_permissions, channel))| {
        let mut interaction = interaction_json(kind, data);
        interaction["member"] = member_json(nick, &permissions.to_string());
        interaction["member"]["user"]["username"] = name.into();
        interaction["app_permissions"] = app_permissions.to_string().into();
        interaction["channel"]["type"] = channel.into();
        if kind == 3 {
            interaction["message"] = json!({
                "id": "55", "channel_id": "2", "author": {"id": "800", "username": "bot"}, "content": "",
                "timestamp": "2026-01-01T00:00:00Z", "tts": false, "mention_everyone": false, "mentions": [],
                "mention_roles": [], "attachments": [], "embeds": [], "pinned": false, "type": 0,
                "flags": permissions,
            });
        }
        interaction
    })
}

/// Generates the type of an interaction and its data.
fn data() -> impl Strategy<Value = (u8, Value)> {
    let option = || word(OPTIONS).prop_map(|option| option.split_once('=').unwrap());
    let id = || changed_text(word(IDS));
    let menu = (id(), vec(word(VALUES), 0..6));
    let options = prop_oneof![
        number().prop_map(|number| json!({"type": 4, "name": "computers", "value": number})),
        Just(json!({"type": 5, "name": "thread", "value": true})),
        (option(), noise(40))
            .prop_map(|((name, _), value)| json!({"type": 3, "name": name, "value": value})),
        option().prop_map(
            |(name, value)| json!({"type": 3, "name": name, "value": value, "focused": true})
        ),
        option().prop_map(|(name, value)| json!({"type": 3, "name": name, "value": value})),
    ];
    let command = (
        select(&[1_u8, 2, 4][..]),
        word(SUBCOMMANDS),
        vec(options, 0..4),
    );
    prop_oneof![
        id().prop_map(|id| (3, json!({"component_type": 2, "custom_id": id}))),
        menu.prop_map(|(id, values)| (
            3,
            json!({"component_type": 3, "custom_id": id, "values": values})
        )),
        id().prop_map(|id| (5, json!({"custom_id": id, "components": []}))),
        command.prop_map(|(kind, name, options)| {
            let subcommand = json!({"type": 1, "name": name, "options": options});
            (
                kind,
                json!({"id": "9", "name": "kittens", "type": 1, "options": [subcommand]}),
            )
        }),
    ]
}

fn frame() -> impl Strategy<Value = Value> {
    let guild = |unavailable: bool| json!({"id": "7", "unavailable": unavailable});
    let channel = (
        select(&["CHANNEL_DELETE", "THREAD_DELETE"][..]),
        0..16_u8,
        noise(5),
    );
    let event = prop_oneof![
        1 => any::<bool>().prop_map(move |unavailable| ("GUILD_DELETE", guild(unavailable))),
        1 => channel.prop_map(|(event, kind, name)| {
            (event, json!({"id": "8", "guild_id": "7", "type": kind, "name": name}))
        }),
        1 => (0..3_u8, 0..3_u8).prop_map(move |shard| {
            let user = json!({"id": "801", "username": "bot", "discriminator": "0001", "verified": true,
                "mfa_enabled": true, "bot": true});
            ("READY", json!({"v": 10, "guilds": [guild(true)], "session_id": "s", "user": user,
                "resume_gateway_url": "wss://host", "shard": shard, "application": {"id": "800", "flags": 0}}))
        }),
        3 => interaction().prop_map(|interaction| ("INTERACTION_CREATE", interaction)),
    ];
    prop_oneof![
        1 => number().prop_map(|interval| json!({"op": 10, "d": {"heartbeat_interval": interval}})),
        1 => (0..13_u8, any::<bool>()).prop_map(|(op, data)| json!({"op": op, "d": data, "s": null})),
        10 => (number(), event).prop_map(|(s, (t, d))| json!({"op": 0, "s": s, "t": t, "d": d})),
    ]
}

#[test]
fn no_hostile_interaction_panics_or_is_read_as_another() {
    check(
        CASES,
        changed_json(interaction()),
        |value| match serde_json::from_value::<Interaction>(value.clone()) {
            Ok(interaction) => read_deserialized(&interaction, &value),
            Err(_) => is_accepted(read_undeserialized(&value, Instant::now()), &value),
        },
    );
}

#[test]
fn no_hostile_frame_panics_or_is_read_as_another() {
    check(
        CASES,
        changed_json(frame()),
        |frame| match serde_json::from_str(&frame.to_string()) {
            Ok(GatewayEvent::Dispatch(_, Event::InteractionCreate(event))) => {
                read_deserialized(&event.interaction, &frame["d"])
            }
            Ok(GatewayEvent::Dispatch(_, Event::Unknown(event))) => is_accepted(
                read_undeserialized(&event.value, Instant::now()),
                &event.value,
            ),
            read => Ok(matches!(read, Ok(GatewayEvent::Dispatch(..)))),
        },
    );
}

fn read_deserialized(interaction: &Interaction, value: &Value) -> Result<bool, String> {
    let incoming = read_interaction(interaction, Instant::now(), MissingPermissions::Refused);
    is_accepted(incoming, value)
}

fn is_accepted(incoming: Option<IncomingInteraction>, value: &Value) -> Result<bool, String> {
    let Some(incoming) = incoming else {
        return Ok(false);
    };
    let name = &incoming.person.name;
    if name.trim().is_empty() || name.chars().count() > 32 {
        return Err(format!("a person is called {name:?}"));
    }
    match &incoming.request {
        InteractionRequest::UnknownControl | InteractionRequest::UnknownValue => Ok(false),
        InteractionRequest::UseControl(control, _)
            if value["data"]["custom_id"].as_str() != Some(&*control.to_string()) =>
        {
            Err(format!("it was read as {control}"))
        }
        _ => Ok(true),
    }
}
