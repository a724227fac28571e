//! Control calls that read the state or wait for changes.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::{ControlResult, respond};
use crate::id::Id;
use crate::people::{self, ActionError};
use crate::server::shared::Shared;
use crate::server::state::ServerState;
use crate::world::{Change, Channel, ChannelKind, Guild, User, World};

const MAX_WAIT_MS: u64 = 60_000;

pub(super) fn state(state: &mut ServerState, (): (), (): ()) -> ControlResult {
    let world = &state.world;
    let users: Value = world.users().map(User::to_control_json).collect();
    let guilds: Value = world
        .guilds()
        .map(|guild| guild_json(world, guild))
        .collect();
    let emojis = world.emojis().map(|emoji| {
        let url = format!("/cdn/emojis/{}.png", emoji.id);
        json!({"id": emoji.id, "name": emoji.name, "url": url})
    });
    let direct = world.channels().filter_map(|channel| match channel.kind {
        ChannelKind::Direct { user } => Some(json!({"id": channel.id, "user": user})),
        _ => None,
    });
    Ok(json!({
        "application": {"id": world.bot_id(), "name": world.bot().username},
        "bot": world.bot().to_json(),
        "users": users,
        "guilds": guilds,
        "direct_messages": direct.collect::<Value>(),
        "commands": world.commands_json(),
        "emojis": emojis.collect::<Value>(),
        "gateway_connections": state.sessions.connected_count(),
        "shard_connections": state.sessions.connections_by_shard(),
        "early_session_starts": state.sessions.early_starts(),
        "session_starts": world.application.session_starts_json(world.now()),
        "now": world.now(),
        "revision": world.revision(),
    }))
}

pub(super) fn guild_json(world: &World, guild: &Guild) -> Value {
    let channels = world
        .channels()
        .filter(|channel| channel.guild() == Some(guild.id));
    json!({
        "id": guild.id,
        "name": guild.name,
        "preferred_locale": guild.preferred_locale,
        "channels": channels.map(Channel::to_control_json).collect::<Value>(),
    })
}

/// The query of `messages`. `last` limits public and private messages separately, so that neither kind crowds out
/// the other.
#[derive(Deserialize)]
pub(super) struct MessagesQuery {
    user: Option<Id>,
    last: Option<usize>,
}

pub(super) async fn messages(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Query(query): Query<MessagesQuery>,
) -> Response {
    respond(read_messages(&shared.lock().world, channel, &query))
}

/// Returns a channel's messages that the query's user can see; without a user, the public messages.
fn read_messages(world: &World, channel: Id, query: &MessagesQuery) -> ControlResult {
    match query.user {
        Some(user) => drop(people::visible_channel(world, channel, user)?),
        None => check_known(world, channel)?,
    }
    let max = query.last.unwrap_or(usize::MAX);
    let (mut public, mut private) = (0, 0);
    let newest_first = world.messages_seen_by(channel, query.user).rev();
    let mut visible: Vec<Value> = newest_first
        .filter(|message| {
            let count = if message.is_public() {
                &mut public
            } else {
                &mut private
            };
            *count += 1;
            *count <= max
        })
        .map(|message| world.message_json(message))
        .collect();
    visible.reverse();
    let mut answer = json!({"revision": world.revision()});
    // `json!` would serialize the messages once more.
    answer["messages"] = Value::Array(visible);
    Ok(answer)
}

pub(super) fn problems(state: &mut ServerState, (): (), (): ()) -> ControlResult {
    Ok(state.problems.to_json(&state.world, &state.sessions))
}

fn check_known(world: &World, channel: Id) -> Result<(), ActionError> {
    match world.channel(channel) {
        Some(_) => Ok(()),
        None => Err(ActionError::Unknown("channel")),
    }
}

#[derive(Deserialize)]
pub(super) struct WaitQuery {
    after: u64,
    channel: Option<Id>,
    timeout_ms: Option<u64>,
}

/// Waits until something has changed after the revision `after`, in `channel` if it is given, until the timeout, or
/// until the sandbox stops.
pub(super) async fn wait(
    State(shared): State<Shared>,
    Query(query): Query<WaitQuery>,
) -> Json<Value> {
    let milliseconds = query.timeout_ms.unwrap_or(MAX_WAIT_MS).min(MAX_WAIT_MS);
    let mut changes = shared.lock().subscribe();
    let mut stopping = shared.stopping();
    let newest_change = || {
        let world = &shared.lock().world;
        query
            .channel
            .map_or(world.revision(), |channel| world.channel_revision(channel))
    };
    let changed = async {
        while newest_change() <= query.after {
            if let Err(RecvError::Closed) = changes.recv().await {
                return;
            }
        }
    };
    tokio::select! {
        () = changed => {}
        () = tokio::time::sleep(Duration::from_millis(milliseconds)) => {}
        _ = stopping.changed() => {}
    }
    let revision = shared.lock().world.revision();
    Json(json!({"revision": revision}))
}

pub(super) async fn events(
    State(shared): State<Shared>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = shared.lock().subscribe();
    let receivers = (changes, shared.stopping());
    let stream = stream::unfold(receivers, |(mut changes, mut stopping)| async {
        let change = next_change(&mut changes, &mut stopping).await?;
        let data = json!({"revision": change.revision, "channel": change.channel});
        let event = Event::default().data(data.to_string());
        Some((Ok(event), (changes, stopping)))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

async fn next_change(
    changes: &mut broadcast::Receiver<Change>,
    stopping: &mut watch::Receiver<bool>,
) -> Option<Change> {
    loop {
        tokio::select! {
            change = changes.recv() => match change {
                Ok(change) => return Some(change),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            },
            _ = stopping.changed() => return None,
        }
    }
}
