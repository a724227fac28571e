//! The control API below `/sandbox`, for tests, scripts and the page.
//!
//! `actions` acts as a user, `queries` reads and waits, `admin` changes users, servers and
//! channels, `faults` injects faults, `endpoint` sets
//! the address of interactions. `README.md` lists all calls.

mod actions;
mod admin;
mod endpoint;
mod error;
mod faults;
mod queries;

use axum::Router;
use axum::routing::{delete, get, patch, post, put};

use super::shared::Shared;

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
        .route(
            "/channels/{channel}/messages/{message}/copy",
            post(actions::copy),
        )
        .route("/channels/{channel}/say", post(actions::say))
        .route("/channels/{channel}/command", post(actions::run_command))
        .route(
            "/channels/{channel}/autocomplete",
            post(actions::autocomplete),
        )
        .route("/channels/{channel}/click", post(actions::click))
        .route(
            "/channels/{channel}/expire-tokens",
            post(faults::expire_tokens),
        )
        .route(
            "/faults",
            get(faults::list).post(faults::add).delete(faults::clear),
        )
        .route("/interactions-endpoint", put(endpoint::set))
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
