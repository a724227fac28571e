//! The supported routes of Discord's REST API: how each path is parsed, whether it needs the bot's token, its rate
//! limit bucket, and the function that carries it out.

use serde_json::json;

use super::Method;
use super::reply::Success;
use super::request::Request;
use super::{application, channels, messages};
use crate::api_error::ApiError;
use crate::id::Id;
use crate::world::{Bucket, World};

#[derive(Clone, Debug)]
pub(crate) enum Route {
    Gateway,
    GatewayBot,
    CurrentUser,
    CurrentApplication,
    DirectMessages,
    Guild(Id),
    GuildMember(Id, Id),
    Channel(Id),
    Messages(Id),
    Message(Id, Id),
    Threads(Id),
    Commands(Id),
    Emojis(Id),
    Emoji(Id, Id),
    Callback(Id, String),
    /// The message that answered an interaction, or that the answer updated.
    OriginalMessage(Id, String),
    /// The follow-up messages sent with an interaction's token.
    FollowUps(Id, String),
    FollowUp(Id, String, Id),
}

impl Route {
    /// Parses a path relative to `/api/v10`.
    ///
    /// # Errors
    /// Returns a 404 for an unknown path.
    pub(crate) fn parse(path: &str) -> Result<Self, ApiError> {
        Self::find(path).ok_or(ApiError::NOT_FOUND)
    }

    fn find(path: &str) -> Option<Self> {
        let segments: Vec<_> = path.trim_matches('/').split('/').collect();
        let id = |text: &str| text.parse::<Id>().ok();
        Some(match segments.as_slice() {
            ["gateway"] => Self::Gateway,
            ["gateway", "bot"] => Self::GatewayBot,
            ["users", "@me"] => Self::CurrentUser,
            ["users", "@me", "channels"] => Self::DirectMessages,
            ["applications", "@me"] => Self::CurrentApplication,
            ["applications", owner, "commands"] => Self::Commands(id(owner)?),
            ["applications", owner, "emojis"] => Self::Emojis(id(owner)?),
            ["applications", owner, "emojis", emoji] => Self::Emoji(id(owner)?, id(emoji)?),
            ["guilds", guild] => Self::Guild(id(guild)?),
            ["guilds", guild, "members", user] => Self::GuildMember(id(guild)?, id(user)?),
            ["channels", channel] => Self::Channel(id(channel)?),
            ["channels", channel, "messages"] => Self::Messages(id(channel)?),
            ["channels", channel, "messages", message] => Self::Message(id(channel)?, id(message)?),
            ["channels", channel, "threads"] => Self::Threads(id(channel)?),
            ["interactions", interaction, token, "callback"] => {
                Self::Callback(id(interaction)?, (*token).to_owned())
            }
            ["webhooks", owner, token, "messages", "@original"] => {
                Self::OriginalMessage(id(owner)?, (*token).to_owned())
            }
            ["webhooks", owner, token, "messages", message] => {
                Self::FollowUp(id(owner)?, (*token).to_owned(), id(message)?)
            }
            ["webhooks", owner, token] => Self::FollowUps(id(owner)?, (*token).to_owned()),
            _ => return None,
        })
    }

    /// Returns the interaction's token, if the path contains one.
    fn token(&self) -> Option<&str> {
        match self {
            Self::Callback(_, token)
            | Self::OriginalMessage(_, token)
            | Self::FollowUps(_, token)
            | Self::FollowUp(_, token, _) => Some(token),
            _ => None,
        }
    }

    pub(super) fn needs_token(&self) -> bool {
        !matches!(self, Self::Gateway) && self.token().is_none()
    }

    pub(crate) fn channel(&self, world: &World) -> Option<Id> {
        match self {
            Self::Channel(channel)
            | Self::Messages(channel)
            | Self::Message(channel, _)
            | Self::Threads(channel) => Some(*channel),
            _ => world.channel_of_token(self.token()?),
        }
    }

    pub(super) fn bucket(&self, method: &Method, path: &str) -> Bucket {
        match (method.as_str(), self) {
            ("POST", Self::Messages(channel)) => Bucket::CreateMessage(*channel),
            ("PATCH", Self::Message(channel, _)) => Bucket::EditMessage(*channel),
            (_, Self::Callback(..)) => Bucket::Callback,
            (
                _,
                Self::OriginalMessage(_, token)
                | Self::FollowUps(_, token)
                | Self::FollowUp(_, token, _),
            ) => Bucket::InteractionToken(token.clone()),
            _ => {
                let is_id = |segment: &str| segment.parse::<Id>().is_ok();
                let segments = path.trim_matches('/').split('/');
                let name = segments
                    .map(|one| if is_id(one) { "*" } else { one })
                    .collect::<Vec<_>>()
                    .join("/");
                Bucket::Other(method.clone(), name, self.major())
            }
        }
    }

    /// Returns the channel or server in the path. Each has its own rate limits.
    fn major(&self) -> Option<Id> {
        match self {
            Self::Guild(id)
            | Self::GuildMember(id, _)
            | Self::Channel(id)
            | Self::Messages(id)
            | Self::Message(id, _)
            | Self::Threads(id) => Some(*id),
            _ => None,
        }
    }

    pub(super) fn carry_out(
        &self,
        world: &mut World,
        request: &Request<'_>,
    ) -> Result<Success, ApiError> {
        self.check_owner(world)?;
        match (request.method.as_str(), self) {
            ("GET", Self::Gateway) => Ok(Success::ok(json!({"url": world.gateway_url()}))),
            ("GET", Self::GatewayBot) => Ok(application::gateway_bot(world)),
            ("GET", Self::CurrentUser) => Ok(Success::ok(world.bot().to_json())),
            ("GET", Self::CurrentApplication) => Ok(Success::ok(world.application_json())),
            ("PATCH", Self::CurrentApplication) => {
                world.edit_application(request.body).map(Success::ok)
            }
            ("GET", Self::Commands(_)) => Ok(Success::ok(world.commands_json())),
            ("PUT", Self::Commands(_)) => world.overwrite_commands(request.body).map(Success::ok),
            ("GET", Self::Emojis(_)) => Ok(application::emojis(world)),
            ("POST", Self::Emojis(_)) => world.create_emoji(request.body).map(Success::created),
            ("DELETE", Self::Emoji(_, id)) => world.delete_emoji(*id).map(|()| Success::empty()),
            ("GET", Self::Guild(id)) => application::guild(world, *id),
            ("GET", Self::GuildMember(id, user)) => application::member(world, *id, *user),
            ("POST", Self::DirectMessages) => channels::open_direct_messages(world, request.body),
            ("GET", Self::Channel(id)) => channels::read(world, *id),
            ("PATCH", Self::Channel(id)) => channels::edit_thread(world, *id, request.body),
            ("DELETE", Self::Channel(id)) => channels::delete(world, *id),
            ("POST", Self::Threads(id)) => channels::create_thread(world, *id, request.body),
            ("GET", Self::Messages(channel)) => messages::list(world, *channel, request),
            ("POST", Self::Messages(channel)) => messages::create(world, *channel, request),
            ("GET", Self::Message(channel, id)) => messages::read_one(world, *channel, *id),
            ("PATCH", Self::Message(channel, id)) => messages::edit(world, *channel, *id, request),
            ("DELETE", Self::Message(channel, id)) => messages::delete(world, *channel, *id),
            ("POST", Self::Callback(id, token)) => messages::callback(world, *id, token, request),
            ("GET", Self::OriginalMessage(_, token)) => messages::read_original(world, token),
            ("PATCH", Self::OriginalMessage(_, token)) => {
                messages::edit_original(world, token, request)
            }
            ("DELETE", Self::OriginalMessage(_, token)) => {
                let (channel, id) = world.original_message(token)?;
                world.delete_message(channel, id).map(|()| Success::empty())
            }
            ("POST", Self::FollowUps(_, token)) => messages::follow_up(world, token, request),
            ("PATCH", Self::FollowUp(_, token, id)) => {
                messages::edit_follow_up(world, token, *id, request)
            }
            ("DELETE", Self::FollowUp(_, token, id)) => {
                let channel = world.channel_of_follow_up(token, *id)?;
                world
                    .delete_message(channel, *id)
                    .map(|()| Success::empty())
            }
            _ => Err(ApiError::WRONG_METHOD),
        }
    }

    fn check_owner(&self, world: &World) -> Result<(), ApiError> {
        let (owner, error) = match self {
            Self::Commands(owner) | Self::Emojis(owner) | Self::Emoji(owner, _) => {
                (*owner, ApiError::UNKNOWN_APPLICATION)
            }
            Self::OriginalMessage(owner, _)
            | Self::FollowUps(owner, _)
            | Self::FollowUp(owner, ..) => (*owner, ApiError::UNKNOWN_WEBHOOK),
            _ => return Ok(()),
        };
        if owner == world.bot_id() {
            Ok(())
        } else {
            Err(error)
        }
    }
}
