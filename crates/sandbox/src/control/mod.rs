//! The face for tests, scripts and the page: what people do and see.

mod deeds;
mod faults;
mod options;
mod scene;
mod watch;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post, put};
use axum::{Json, Router};
use serde_json::json;

use crate::channels::{Channel, Place};
use crate::guilds::Standing;
use crate::ids::Id;
use crate::permissions::Permissions;
use crate::server::Shared;
use crate::users::User;
use crate::world::World;

/// A control call that cannot be carried out: a status and a reason.
#[derive(Debug)]
pub(crate) struct ControlError {
    status: StatusCode,
    reason: String,
}

impl ControlError {
    /// What was asked for makes no sense.
    fn bad(reason: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            reason: reason.into(),
        }
    }

    /// What was named is not there.
    fn missing(what: &str) -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            reason: format!("there is no such {what}"),
        }
    }

    /// A client would not let a person do that now.
    fn conflict(reason: impl Into<String>) -> Self {
        Self {
            status: StatusCode::CONFLICT,
            reason: reason.into(),
        }
    }
}

impl IntoResponse for ControlError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"error": self.reason}))).into_response()
    }
}

/// The control calls, below `/sandbox`.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/state", get(scene::state))
        .route("/users", post(scene::create_user))
        .route("/users/{user}", patch(scene::change_user))
        .route("/guilds", post(scene::create_guild))
        .route("/guilds/{guild}/channels", post(scene::create_channel))
        .route(
            "/channels/{channel}",
            delete(scene::delete_channel).patch(faults::change_thread),
        )
        .route(
            "/channels/{channel}/permissions",
            put(scene::set_permissions),
        )
        .route("/channels/{channel}/messages", get(watch::messages))
        .route(
            "/channels/{channel}/messages/{message}",
            delete(scene::delete_message),
        )
        .route(
            "/channels/{channel}/messages/{message}/dismiss",
            post(deeds::dismiss),
        )
        .route("/channels/{channel}/say", post(deeds::say))
        .route("/channels/{channel}/command", post(deeds::command))
        .route(
            "/channels/{channel}/autocomplete",
            post(deeds::autocomplete),
        )
        .route("/channels/{channel}/click", post(deeds::click))
        .route("/channels/{channel}/modal", post(deeds::modal))
        .route(
            "/channels/{channel}/expire-tokens",
            post(faults::expire_tokens),
        )
        .route(
            "/faults",
            get(faults::list).post(faults::add).delete(faults::clear),
        )
        .route("/gateway", patch(faults::change_manners))
        .route("/gateway/reconnect", post(faults::reconnect))
        .route("/gateway/invalidate", post(faults::invalidate))
        .route("/gateway/disconnect", post(faults::disconnect))
        .route("/guilds/{guild}/standing", put(faults::place_guild))
        .route("/advance", post(scene::advance))
        .route("/wait", get(watch::wait))
        .route("/events", get(watch::events))
        .route("/problems", get(watch::problems))
}

fn known_channel(world: &World, id: Id) -> Result<&Channel, ControlError> {
    world
        .channels
        .get(&id)
        .ok_or_else(|| ControlError::missing("channel"))
}

/// A channel that a person is in and sees.
fn channel_of(world: &World, id: Id, user: Id) -> Result<&Channel, ControlError> {
    known_user(world, user)?;
    let channel = known_channel(world, id)?;
    let guild = channel.guild().and_then(|guild| world.guilds.get(&guild));
    if guild.is_some_and(|guild| guild.standing == Standing::Unavailable) {
        return Err(ControlError::conflict("that server is unavailable"));
    }
    let is_there = match channel.place {
        Place::Direct { user: other } => other == user,
        _ => world
            .member_permissions(channel, user)
            .allow(Permissions::VIEW_CHANNEL),
    };
    if is_there {
        Ok(channel)
    } else {
        Err(ControlError::conflict(
            "that user does not see that channel",
        ))
    }
}

fn known_user(world: &World, id: Id) -> Result<&User, ControlError> {
    world
        .users
        .get(&id)
        .ok_or_else(|| ControlError::missing("user"))
}
