//! Control calls that inspect and change users, servers, channels, permissions and the clock.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ControlError, known_channel, known_user};
use crate::channels::{Channel, ChannelKind};
use crate::config::UserConfig;
use crate::guilds::Guild;
use crate::ids::Id;
use crate::permissions::Permissions;
use crate::server::Shared;
use crate::users::LOCALES;
use crate::world::World;

type ControlResult = Result<Json<Value>, ControlError>;

/// Returns everything that does not belong to a single channel.
pub(super) async fn state(State(shared): State<Shared>) -> Json<Value> {
    let world = shared.world();
    let users: Value = world
        .users
        .values()
        .map(crate::users::User::to_control_json)
        .collect();
    let guilds: Value = world
        .guilds
        .values()
        .map(|guild| guild_json(&world, guild))
        .collect();
    let commands: Vec<_> = world.commands.iter().map(|command| &command.json).collect();
    let emojis: Value = world
        .emojis
        .values()
        .map(|emoji| {
            let url = format!("/cdn/emojis/{}.png", emoji.id);
            json!({"id": emoji.id, "name": emoji.name, "url": url})
        })
        .collect();
    let direct: Value = world
        .channels
        .values()
        .filter_map(|channel| match channel.kind {
            ChannelKind::Direct { user } => Some(json!({"id": channel.id, "user": user})),
            _ => None,
        })
        .collect();
    Json(json!({
        "application": {"id": world.bot.id, "name": world.bot.username},
        "bot": world.bot.to_json(),
        "users": users,
        "guilds": guilds,
        "direct_messages": direct,
        "commands": commands,
        "emojis": emojis,
        "gateway_connections": world.sessions.connected_count(),
        "session_starts": world.sessions.start_limit.to_json(world.now()),
        "now": world.now(),
        "revision": world.revision,
    }))
}

fn guild_json(world: &World, guild: &Guild) -> Value {
    let channels = world.channels.values();
    let channels = channels.filter(|channel| channel.guild() == Some(guild.id));
    json!({
        "id": guild.id,
        "name": guild.name,
        "preferred_locale": guild.preferred_locale,
        "channels": channels.map(Channel::to_control_json).collect::<Value>(),
    })
}

/// Body of `POST /users`.
#[derive(Debug, Deserialize)]
pub(super) struct NewUser {
    username: String,
    global_name: Option<String>,
    locale: String,
}

/// Adds a user.
pub(super) async fn create_user(
    State(shared): State<Shared>,
    Json(new): Json<NewUser>,
) -> ControlResult {
    check_locale(&new.locale)?;
    let mut world = shared.world();
    let id = world.add_user(&UserConfig {
        username: new.username,
        global_name: new.global_name,
        locale: new.locale,
    });
    Ok(Json(known_user(&world, id)?.to_control_json()))
}

fn check_locale(locale: &str) -> Result<(), ControlError> {
    if LOCALES.contains(&locale) {
        Ok(())
    } else {
        Err(ControlError::bad(format!(
            "{locale} is not a locale of Discord"
        )))
    }
}

/// Body of `PATCH /users/{user}`; absent fields stay as they are.
#[derive(Debug, Deserialize)]
pub(super) struct UserChange {
    locale: Option<String>,
    global_name: Option<String>,
    accepts_direct_messages: Option<bool>,
}

/// Changes a user's locale, display name or readiness for direct messages.
pub(super) async fn change_user(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
    Json(change): Json<UserChange>,
) -> ControlResult {
    if let Some(locale) = &change.locale {
        check_locale(locale)?;
    }
    let mut world = shared.world();
    let user = world
        .users
        .get_mut(&id)
        .ok_or_else(|| ControlError::missing("user"))?;
    if let Some(locale) = change.locale {
        user.locale = locale;
    }
    if change.global_name.is_some() {
        user.global_name = change.global_name;
    }
    if let Some(accepts) = change.accepts_direct_messages {
        user.accepts_direct_messages = accepts;
    }
    let json = user.to_control_json();
    world.notify_change(None);
    Ok(Json(json))
}

/// Body of `POST /guilds`.
#[derive(Debug, Deserialize)]
pub(super) struct NewGuild {
    name: String,
    preferred_locale: Option<String>,
}

/// Adds a server.
pub(super) async fn create_guild(
    State(shared): State<Shared>,
    Json(new): Json<NewGuild>,
) -> ControlResult {
    let locale = new.preferred_locale.unwrap_or_else(|| "en-US".to_owned());
    check_locale(&locale)?;
    let mut world = shared.world();
    let id = world.add_guild(new.name, locale);
    let guild = world
        .guilds
        .get(&id)
        .ok_or_else(|| ControlError::missing("server"))?;
    Ok(Json(guild_json(&world, guild)))
}

/// Body of `POST /guilds/{guild}/channels`.
#[derive(Debug, Deserialize)]
pub(super) struct NewChannel {
    name: String,
    #[serde(default, rename = "type")]
    kind: u8,
}

/// Adds a channel to a server.
pub(super) async fn create_channel(
    State(shared): State<Shared>,
    Path(guild): Path<Id>,
    Json(new): Json<NewChannel>,
) -> ControlResult {
    let mut world = shared.world();
    if !world.guilds.contains_key(&guild) {
        return Err(ControlError::missing("server"));
    }
    if !matches!(new.kind, 0 | 2 | 5) {
        return Err(ControlError::bad(
            "only channel types 0, 2 and 5 can be created",
        ));
    }
    let id = world.add_channel(guild, new.name, new.kind);
    Ok(Json(known_channel(&world, id)?.to_control_json()))
}

/// Deletes a channel.
pub(super) async fn delete_channel(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
) -> Result<StatusCode, ControlError> {
    let removed = shared.world().remove_channel(id);
    removed.map_err(|_| ControlError::missing("channel"))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a message.
pub(super) async fn delete_message(
    State(shared): State<Shared>,
    Path((channel, id)): Path<(Id, Id)>,
) -> Result<StatusCode, ControlError> {
    let deleted = shared.world().delete_message(channel, id);
    deleted.map_err(|_| ControlError::missing("message"))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Body of `PUT /channels/{channel}/permissions`: permission bits as decimal strings.
#[derive(Debug, Deserialize)]
pub(super) struct NewPermissions {
    bot: Option<String>,
    #[serde(default)]
    members: BTreeMap<Id, String>,
}

/// Sets permissions of the bot and of members in a channel.
pub(super) async fn set_permissions(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
    Json(new): Json<NewPermissions>,
) -> Result<StatusCode, ControlError> {
    let bot = new.bot.as_deref().map(read_bits).transpose()?;
    let mut members = Vec::new();
    for (user, bits) in &new.members {
        members.push((*user, read_bits(bits)?));
    }
    let mut world = shared.world();
    let channel = world
        .channels
        .get_mut(&id)
        .ok_or_else(|| ControlError::missing("channel"))?;
    channel.bot_permissions = bot.or(channel.bot_permissions);
    channel.member_permissions.extend(members);
    let event = if channel.thread().is_some() {
        "THREAD_UPDATE"
    } else {
        "CHANNEL_UPDATE"
    };
    world.announce_channel(event, id);
    Ok(StatusCode::NO_CONTENT)
}

fn read_bits(bits: &str) -> Result<Permissions, ControlError> {
    let read = bits.parse().map(Permissions);
    read.map_err(|_| ControlError::bad(format!("{bits} is not a set of permission bits")))
}

/// Body of `POST /advance`.
#[derive(Debug, Deserialize)]
pub(super) struct AdvanceRequest {
    milliseconds: u64,
}

/// Moves the sandbox's clock forward.
pub(super) async fn advance(
    State(shared): State<Shared>,
    Json(request): Json<AdvanceRequest>,
) -> Json<Value> {
    let mut world = shared.world();
    world
        .clock
        .advance(Duration::from_millis(request.milliseconds));
    world.notify_change(None);
    Json(json!({"now": world.now()}))
}
