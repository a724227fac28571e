//! Carries out REST calls: authorization, rate limits, then the module of the route.

use super::reply::{Outcome, Reply, Success};
use super::request::Request;
use super::route::{Resource, Route};
use super::{applications, channels, guilds, interactions, messages, threads};
use crate::api_error::ApiError;
use crate::world::World;

impl World {
    /// Carries out a REST call of the bot at `now`, in milliseconds since 1970.
    pub fn request(&mut self, now: u64, request: &Request<'_>) -> Reply {
        self.advance_to(now);
        match Route::parse(Some(request.method), request.path) {
            Ok(route) => answer(self, &route, request, None).take_reply(),
            Err(error) => Outcome::new(Err(error)).take_reply(),
        }
    }
}

/// Carries out a call on a route at the world's time.
/// `unreadable` is the error of a body that could not be read; it counts towards the rate limits.
pub(crate) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
    unreadable: Option<ApiError>,
) -> Outcome {
    if route.needs_token() && !is_authorized(world, request) {
        return Outcome::new(Err(ApiError::UNAUTHORIZED));
    }
    let limit = world.count_call(|| route.bucket());
    let result = match limit.error.or(unreadable) {
        Some(error) => Err(error),
        None => carry_out(world, route, request),
    };
    Outcome {
        result,
        bucket: limit.state,
    }
}

fn is_authorized(world: &World, request: &Request<'_>) -> bool {
    let token = request.authorization;
    let token = token.and_then(|value| value.strip_prefix("Bot "));
    token.is_some_and(|token| world.is_bot_token(token))
}

fn carry_out(world: &mut World, route: &Route, request: &Request<'_>) -> Result<Success, ApiError> {
    match &route.resource {
        Resource::Gateway
        | Resource::GatewayBot
        | Resource::CurrentUser
        | Resource::CurrentApplication
        | Resource::DirectMessages => applications::answer(world, route, request),
        Resource::Guild(_) | Resource::GuildMember(..) => guilds::answer(world, route),
        Resource::Channel(_) => channels::answer(world, route, request),
        Resource::Messages(_) | Resource::Message(..) => messages::answer(world, route, request),
        Resource::Threads(_) => threads::answer(world, route, request),
        Resource::Commands(application)
        | Resource::Emojis(application)
        | Resource::Emoji(application, _)
            if *application != world.bot_id() =>
        {
            Err(ApiError::UNKNOWN_APPLICATION)
        }
        Resource::Commands(_) | Resource::Emojis(_) | Resource::Emoji(..) => {
            applications::answer_owned(world, route, request)
        }
        Resource::Callback(..) | Resource::OriginalMessage(..) => {
            interactions::answer(world, route, request)
        }
    }
}
