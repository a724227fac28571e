//! What there is to see, and waiting for it to change.

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

use super::{ControlError, channel_of, known_channel};
use crate::ids::Id;
use crate::messages::Visibility;
use crate::server::Shared;
use crate::world::Change;

/// The longest that one call waits.
const LONGEST_WAIT_MS: u64 = 60_000;

/// Through whose eyes to look, and how far back: so many public and so many private messages, so
/// that neither kind hides the other.
#[derive(Debug, Deserialize)]
pub(super) struct Viewer {
    user: Option<Id>,
    last: Option<usize>,
}

/// What a person, or the public, sees in a channel.
pub(super) async fn messages(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Query(viewer): Query<Viewer>,
) -> Result<Json<Value>, ControlError> {
    let world = shared.world();
    match viewer.user {
        Some(user) => channel_of(&world, channel, user)?,
        None => known_channel(&world, channel)?,
    };
    let all = world.messages.get(&channel).into_iter();
    let newest_first = all.flat_map(|all| all.values().rev());
    let most = viewer.last.unwrap_or(usize::MAX);
    let (mut public, mut private) = (0, 0);
    let mut seen: Vec<Value> = newest_first
        .filter(|message| message.is_seen_by(viewer.user))
        .filter(|message| {
            let is_public = matches!(message.visibility, Visibility::Public);
            let count = if is_public { &mut public } else { &mut private };
            *count += 1;
            *count <= most
        })
        .map(|message| world.message_json(message))
        .collect();
    seen.reverse();
    Ok(Json(json!({"revision": world.revision, "messages": seen})))
}

/// What to wait for, and how long.
#[derive(Debug, Deserialize)]
pub(super) struct Waiting {
    after: u64,
    timeout_ms: Option<u64>,
}

/// Answers when there is something newer than `after`, or at the timeout.
pub(super) async fn wait(
    State(shared): State<Shared>,
    Query(waiting): Query<Waiting>,
) -> Json<Value> {
    let milliseconds = waiting
        .timeout_ms
        .unwrap_or(LONGEST_WAIT_MS)
        .min(LONGEST_WAIT_MS);
    let (mut changes, mut revision) = {
        let world = shared.world();
        (world.changes.subscribe(), world.revision)
    };
    let mut stopping = shared.stopping();
    let newer = async {
        while revision <= waiting.after {
            match changes.recv().await {
                Ok(change) => revision = change.revision,
                Err(RecvError::Lagged(_)) => revision = shared.world().revision,
                Err(RecvError::Closed) => return,
            }
        }
    };
    tokio::select! {
        () = newer => {}
        () = tokio::time::sleep(Duration::from_millis(milliseconds)) => {}
        _ = stopping.changed() => {}
    }
    let revision = shared.world().revision;
    Json(json!({"revision": revision}))
}

/// A stream of all changes.
pub(super) async fn events(
    State(shared): State<Shared>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = shared.world().changes.subscribe();
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

/// What a careful bot would not have caused.
pub(super) async fn problems(State(shared): State<Shared>) -> Json<Value> {
    Json(shared.world().problems_json())
}
