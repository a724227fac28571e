//! Discord's REST API: carries out the bot's calls on the world. `request` and `reply` define calls and responses, and
//! `route` parses paths and dispatches each call.
//!
//! This layer keeps no state and never waits. `server::rest_handler` reads the HTTP requests and builds the responses.

mod application;
mod channels;
mod messages;
mod reply;
mod request;
mod route;

pub use axum::http::Method;
pub use reply::Reply;
pub(crate) use reply::Success;
pub use request::Request;
pub(crate) use route::Route;

use crate::api_error::ApiError;
use crate::world::World;

impl World {
    /// Carries out a REST call of the bot at `now`, in milliseconds since 1970.
    pub fn request(&mut self, now: u64, request: &Request<'_>) -> Reply {
        self.advance_to(now);
        match Route::parse(request.path) {
            Ok(route) => answer(self, &route, request, None),
            Err(error) => Reply::new(Err(error)),
        }
    }
}

/// Carries out a call on a route at the world's time, after checking the authorization and the rate limits.
/// `unreadable` is the error for a body that could not be parsed; such a call also counts towards the rate limits.
pub(crate) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
    unreadable: Option<ApiError>,
) -> Reply {
    let token = request
        .authorization
        .and_then(|value| value.strip_prefix("Bot "));
    let is_authorized = token.is_some_and(|token| world.is_bot_token(token));
    if route.needs_token() && !is_authorized {
        return Reply::new(Err(ApiError::UNAUTHORIZED));
    }
    let mut limit = world.count_call(|| route.bucket(&request.method, request.path));
    let result = match limit.error.or(unreadable) {
        Some(error) => Err(error),
        None => route.carry_out(world, request),
    };
    let mut reply = Reply::new(result);
    limit.headers.append(&mut reply.headers);
    reply.headers = limit.headers;
    reply
}
