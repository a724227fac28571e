//! Interactions and gateway frames as JSON, through serenity and `interaction`. An accepted control must have
//! exactly the id in the input, and a displayed name must be safe to display.

use kittens::interaction::{
    IncomingInteraction, InteractionRequest, MissingPermissions, read_interaction,
    read_undeserialized,
};
use rules::{Randomness as _, SeededChance};
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use serenity::model::event::{Event, GatewayEvent};
use tokio::time::Instant;

use super::Verdict;
use super::control_ids;
use super::mutation::{mutate_json, noise, number, pick};

const NAMES: [&str; 6] = [
    "Ada",
    "大衛",
    "\u{3164}",
    "a\u{300}\u{301}\u{302}",
    "@everyone",
    "*b*",
];
const SUBCOMMANDS: [&str; 9] = [
    "new", "join", "leave", "hand", "table", "end", "rules", "me", "dance",
];
const OPTIONS: [(&str, &str); 8] = [
    ("edition", "classic"),
    ("pace", "fast"),
    ("language", "de"),
    ("strength", "tiger"),
    ("card", "nope"),
    ("card", "%"),
    ("language", "follow-discord"),
    ("edition", "deluxe"),
];

/// Returns an interaction as sent by Discord, usually with a few wrong values.
pub(super) fn make(chance: &mut SeededChance) -> String {
    let mut interaction = interaction(chance);
    if chance.below(8) != 0 {
        mutate_json(&mut interaction, chance);
    }
    interaction.to_string()
}

/// Returns a gateway frame, usually with a few wrong values.
pub(super) fn make_frame(chance: &mut SeededChance) -> String {
    let (name, data) = event(chance);
    let mut frame = match chance.below(12) {
        0 => json!({"op": 10, "d": {"heartbeat_interval": number(chance)}}),
        1 => json!({"op": chance.below(13), "d": chance.below(2) == 0, "s": null}),
        _ => json!({"op": 0, "s": number(chance), "t": name, "d": data}),
    };
    if chance.below(8) != 0 {
        mutate_json(&mut frame, chance);
    }
    frame.to_string()
}

fn event(chance: &mut SeededChance) -> (&'static str, Value) {
    let guild = json!({"id": "7", "unavailable": chance.below(2) == 0});
    let channel =
        json!({"id": "8", "guild_id": "7", "type": chance.below(16), "name": noise(5, chance)});
    match chance.below(6) {
        0 => ("GUILD_DELETE", guild),
        1 => ("CHANNEL_DELETE", channel),
        2 => ("THREAD_DELETE", channel),
        3 => {
            let user = json!({"id": "801", "username": "bot", "discriminator": "0001", "verified": true,
                "mfa_enabled": true, "bot": true});
            let ready = json!({"v": 10, "guilds": [guild], "session_id": "s", "user": user,
                "resume_gateway_url": "wss://host", "shard": [chance.below(3), chance.below(3)],
                "application": {"id": "800", "flags": 0}});
            ("READY", ready)
        }
        _ => ("INTERACTION_CREATE", interaction(chance)),
    }
}

fn interaction(chance: &mut SeededChance) -> Value {
    let kind = chance.below(5) + 1;
    let user =
        json!({"id": "3", "username": noise(6, chance), "global_name": pick(&NAMES, chance)});
    let mut interaction = json!({
        "id": "700", "application_id": "800", "type": kind, "token": "secret", "version": 1,
        "guild_id": "1", "channel_id": "2", "channel": {"id": "2", "type": chance.below(16)},
        "member": {"user": user, "nick": pick(&NAMES, chance), "permissions": number(chance).to_string(),
            "roles": [], "deaf": false, "mute": false, "flags": 0},
        "app_permissions": number(chance).to_string(), "locale": "de", "guild_locale": "en-US",
        "entitlements": [], "authorizing_integration_owners": {}, "attachment_size_limit": 1,
        "data": data(kind, chance),
    });
    if kind == 3 {
        interaction["message"] = json!({
            "id": "55", "channel_id": "2", "author": {"id": "800", "username": "bot"}, "content": "",
            "timestamp": "2026-01-01T00:00:00Z", "tts": false, "mention_everyone": false,
            "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": false,
            "type": 0, "flags": number(chance),
        });
    }
    interaction
}

fn data(kind: u32, chance: &mut SeededChance) -> Value {
    match kind {
        3 => {
            let id = control_ids::make(chance);
            match chance.below(3) {
                0 => json!({"component_type": 3, "custom_id": id, "values": values(chance)}),
                _ => json!({"component_type": 2, "custom_id": id}),
            }
        }
        5 => json!({"custom_id": control_ids::make(chance), "components": []}),
        _ => {
            let subcommand = pick(&SUBCOMMANDS, chance);
            let options: Vec<Value> = (0..chance.below(4)).map(|_| option(kind, chance)).collect();
            let subcommand = json!({"type": 1, "name": subcommand, "options": options});
            json!({"id": "9", "name": "kittens", "type": 1, "options": [subcommand]})
        }
    }
}

fn option(kind: u32, chance: &mut SeededChance) -> Value {
    let (name, value) = OPTIONS[chance.below(OPTIONS.len() as u32) as usize];
    match chance.below(6) {
        0 => json!({"type": 4, "name": "computers", "value": number(chance)}),
        1 => json!({"type": 5, "name": "thread", "value": true}),
        2 => json!({"type": 3, "name": name, "value": noise(40, chance)}),
        _ => json!({"type": 3, "name": name, "value": value, "focused": kind == 4}),
    }
}

fn values(chance: &mut SeededChance) -> Vec<String> {
    const VALUES: [&str; 5] = ["nope", "attack", "0", "fast", "beard-cat"];
    let count = chance.below(6);
    (0..count)
        .map(|_| pick(&VALUES, chance).to_owned())
        .collect()
}

/// Reads an interaction as the gateway does.
pub(super) fn judge(text: &str) -> Verdict {
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Verdict::Refused;
    };
    match serde_json::from_value::<Interaction>(value.clone()) {
        Ok(interaction) => judge_read(&interaction, &value),
        Err(_) => judge_undeserialized(&value),
    }
}

pub(super) fn judge_frame(text: &str) -> Verdict {
    let Ok(GatewayEvent::Dispatch(_, event)) = serde_json::from_str(text) else {
        return Verdict::Refused;
    };
    let frame: Value = serde_json::from_str(text).unwrap_or_default();
    match event {
        Event::InteractionCreate(event) => judge_read(&event.interaction, &frame["d"]),
        Event::Unknown(event) => judge_undeserialized(&event.value),
        _ => Verdict::Accepted,
    }
}

fn judge_read(interaction: &Interaction, value: &Value) -> Verdict {
    let incoming = read_interaction(interaction, Instant::now(), MissingPermissions::Refused);
    incoming.map_or(Verdict::Refused, |incoming| {
        judge_incoming(&incoming, value)
    })
}

fn judge_undeserialized(value: &Value) -> Verdict {
    match read_undeserialized(value, Instant::now()) {
        Some(incoming) => judge_incoming(&incoming, value),
        None => Verdict::Refused,
    }
}

fn judge_incoming(incoming: &IncomingInteraction, value: &Value) -> Verdict {
    let name = &incoming.person.name;
    if name.trim().is_empty() || name.chars().count() > 32 {
        return Verdict::Wrong(format!("a person is called {name:?}"));
    }
    match &incoming.request {
        InteractionRequest::UnknownControl | InteractionRequest::UnknownValue => Verdict::Refused,
        InteractionRequest::UseControl(control, _) => {
            let id = value["data"]["custom_id"].as_str();
            if id == Some(&*control.to_string()) {
                Verdict::Accepted
            } else {
                Verdict::Wrong(format!("it was read as {control}"))
            }
        }
        _ => Verdict::Accepted,
    }
}
