//! Control calls that read messages and problems, and that wait for changes.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::error::ControlError;
use crate::model::ids::Id;
use crate::model::messages::Visibility;
use crate::model::outputs::Change;
use crate::people;
use crate::server::shared::Shared;
use crate::world::World;

/// Longest time that one `wait` blocks, in milliseconds.
const MAX_WAIT_MS: u64 = 60_000;

/// Query of `messages`. `last` limits public and private messages separately, so that neither kind
/// pushes the other out.
#[derive(Debug, Deserialize)]
pub(super) struct MessagesQuery {
    user: Option<Id>,
    last: Option<usize>,
}

/// Returns the messages of a channel that a user sees, or only the public ones without a user.
pub(super) async fn messages(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Query(query): Query<MessagesQuery>,
) -> Result<Json<Value>, ControlError> {
    let world = &shared.lock().world;
    match query.user {
        Some(user) => drop(people::visible_channel(world, channel, user)?),
        None => check_known(world, channel)?,
    }
    let max = query.last.unwrap_or(usize::MAX);
    let (mut public, mut private) = (0, 0);
    let newest_first = world.messages_seen_by(channel, query.user).rev();
    let mut visible: Vec<Value> = newest_first
        .filter(|message| {
            let is_public = matches!(message.visibility, Visibility::Public);
            let count = if is_public { &mut public } else { &mut private };
            *count += 1;
            *count <= max
        })
        .map(|message| world.message_json(message))
        .collect();
    visible.reverse();
    Ok(Json(
        json!({"revision": world.revision(), "messages": visible}),
    ))
}

/// Returns the notifications of users by the messages of a channel, deleted ones included, oldest first.
pub(super) async fn pings(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
) -> Result<Json<Value>, ControlError> {
    let world = &shared.lock().world;
    check_known(world, channel)?;
    let pings = world.messages(channel).flat_map(|message| {
        let ping = move |user: &Id| json!({"user": user, "message": message.id});
        message.notified.iter().map(ping)
    });
    Ok(Json(json!({"pings": pings.collect::<Vec<_>>()})))
}

#[derive(Debug, Deserialize)]
pub(super) struct WaitQuery {
    after: u64,
    timeout_ms: Option<u64>,
}

/// Blocks until the revision is greater than `after`, or until the timeout.
pub(super) async fn wait(
    State(shared): State<Shared>,
    Query(query): Query<WaitQuery>,
) -> Json<Value> {
    let milliseconds = query.timeout_ms.unwrap_or(MAX_WAIT_MS).min(MAX_WAIT_MS);
    let (mut changes, mut revision) = {
        let state = shared.lock();
        (state.subscribe(), state.world.revision())
    };
    let mut stopping = shared.stopping();
    let changed = async {
        while revision <= query.after {
            match changes.recv().await {
                Ok(change) => revision = change.revision,
                Err(RecvError::Lagged(_)) => revision = shared.lock().world.revision(),
                Err(RecvError::Closed) => return,
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
    let stream = stream::unfold(
        (changes, shared.stopping()),
        |(mut changes, mut stopping)| async {
            let change = next_change(&mut changes, &mut stopping).await?;
            let data = json!({"revision": change.revision, "channel": change.channel});
            let event = Event::default().data(data.to_string());
            Some((Ok(event), (changes, stopping)))
        },
    );
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

pub(super) async fn problems(State(shared): State<Shared>) -> Json<Value> {
    let state = shared.lock();
    Json(state.problems.to_json(&state.world, &state.sessions))
}

fn check_known(world: &World, channel: Id) -> Result<(), ControlError> {
    match world.channel(channel) {
        Some(_) => Ok(()),
        None => Err(ControlError::missing("channel")),
    }
}
