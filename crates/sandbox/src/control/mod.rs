//! The control API below `/sandbox`, for tests, scripts and the page.
//!
//! `actions` acts as a user, `queries` reads and waits, `admin` changes users, servers and
//! channels, `faults` injects faults. `README.md` lists all calls.

mod actions;
mod admin;
mod command_options;
mod faults;
mod queries;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post, put};
use axum::{Json, Router};
use serde_json::json;

use crate::channels::{Channel, ChannelKind};
use crate::guilds::BotMembership;
use crate::ids::Id;
use crate::permissions::Permissions;
use crate::server::Shared;
use crate::users::User;
use crate::world::World;

/// The answer to a control call that cannot be carried out: a status and a reason.
#[derive(Debug)]
pub(crate) struct ControlError {
    status: StatusCode,
    reason: String,
}

impl ControlError {
    /// 400: the request makes no sense.
    fn bad(reason: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            reason: reason.into(),
        }
    }

    /// 404: there is no such object.
    fn missing(object: &str) -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            reason: format!("there is no such {object}"),
        }
    }

    /// 409: a client would not allow this now.
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

/// Returns the routes of the control API, relative to `/sandbox`.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/state", get(admin::state))
        .route("/users", post(admin::create_user))
        .route("/users/{user}", patch(admin::change_user))
        .route("/guilds", post(admin::create_guild))
        .route("/guilds/{guild}/channels", post(admin::create_channel))
        .route(
            "/channels/{channel}",
            delete(admin::delete_channel).patch(faults::change_thread),
        )
        .route(
            "/channels/{channel}/permissions",
            put(admin::set_permissions),
        )
        .route("/channels/{channel}/messages", get(queries::messages))
        .route("/channels/{channel}/pings", get(queries::pings))
        .route(
            "/channels/{channel}/messages/{message}",
            delete(admin::delete_message),
        )
        .route(
            "/channels/{channel}/messages/{message}/dismiss",
            post(actions::dismiss),
        )
        .route("/channels/{channel}/say", post(actions::say))
        .route("/channels/{channel}/command", post(actions::run_command))
        .route(
            "/channels/{channel}/autocomplete",
            post(actions::autocomplete),
        )
        .route("/channels/{channel}/click", post(actions::click))
        .route("/channels/{channel}/modal", post(actions::submit_modal))
        .route(
            "/channels/{channel}/expire-tokens",
            post(faults::expire_tokens),
        )
        .route(
            "/faults",
            get(faults::list).post(faults::add).delete(faults::clear),
        )
        .route("/gateway", patch(faults::change_gateway_behaviour))
        .route("/gateway/reconnect", post(faults::reconnect))
        .route("/gateway/invalidate", post(faults::invalidate))
        .route("/gateway/disconnect", post(faults::disconnect))
        .route("/guilds/{guild}/standing", put(faults::set_bot_membership))
        .route("/advance", post(admin::advance))
        .route("/wait", get(queries::wait))
        .route("/events", get(queries::events))
        .route("/problems", get(queries::problems))
}

fn known_channel(world: &World, id: Id) -> Result<&Channel, ControlError> {
    world
        .channels
        .get(&id)
        .ok_or_else(|| ControlError::missing("channel"))
}

/// Returns a channel that the user can see.
fn channel_of(world: &World, id: Id, user: Id) -> Result<&Channel, ControlError> {
    known_user(world, user)?;
    let channel = known_channel(world, id)?;
    let guild = channel.guild().and_then(|guild| world.guilds.get(&guild));
    if guild.is_some_and(|guild| guild.bot_membership == BotMembership::Unavailable) {
        return Err(ControlError::conflict("that server is unavailable"));
    }
    let can_see = match channel.kind {
        ChannelKind::Direct { user: other } => other == user,
        _ => world
            .member_permissions(channel, user)
            .allow(Permissions::VIEW_CHANNEL),
    };
    if can_see {
        Ok(channel)
    } else {
        Err(ControlError::conflict("that user cannot see that channel"))
    }
}

fn known_user(world: &World, id: Id) -> Result<&User, ControlError> {
    world
        .users
        .get(&id)
        .ok_or_else(|| ControlError::missing("user"))
}
