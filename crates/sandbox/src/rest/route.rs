//! The routes of Discord's REST API: a method, and a resource parsed from a path.

use super::request::Method;
use crate::api_error::ApiError;
use crate::model::ids::Id;
use crate::world::{Bucket, World};

/// A message addressed through an interaction's token.
#[derive(Clone, Copy, Debug)]
pub(super) enum TokenMessage {
    Original,
    FollowUp(Id),
}

/// A resource of the REST API, parsed from a path.
#[derive(Clone, Debug)]
pub(super) enum Resource {
    Gateway,
    GatewayBot,
    CurrentUser,
    User(Id),
    CurrentApplication,
    DirectMessages,
    CurrentGuilds,
    CurrentGuild(Id),
    Guild(Id),
    GuildChannels(Id),
    GuildRoles(Id),
    GuildMember(Id, Id),
    ActiveThreads(Id),
    Channel(Id),
    Messages(Id),
    BulkDelete(Id),
    Message(Id, Id),
    Typing(Id),
    Threads(Id),
    MessageThreads(Id, Id),
    ThreadMember(Id),
    Commands(Id, Option<Id>),
    Command(Id, Option<Id>, Id),
    Emojis(Id),
    Emoji(Id, Id),
    Callback(Id, String),
    FollowUps(Id, String),
    TokenMessage(Id, String, TokenMessage),
}

/// A method on a resource.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub(super) method: Method,
    pub(super) resource: Resource,
}

impl Route {
    /// Parses a method and a path relative to `/api/v10`. `None` stands for a method that no route supports.
    ///
    /// # Errors
    /// 404 for an unknown path, 405 for an unsupported method.
    pub(crate) fn parse(method: Option<Method>, path: &str) -> Result<Self, ApiError> {
        let resource = Resource::parse(path).ok_or(ApiError::NOT_FOUND)?;
        let method = method.ok_or(ApiError::WRONG_METHOD)?;
        Ok(Self { method, resource })
    }

    /// Returns true if the route requires the bot's token.
    pub(crate) fn needs_token(&self) -> bool {
        !matches!(
            self.resource,
            Resource::Gateway
                | Resource::Callback(..)
                | Resource::FollowUps(..)
                | Resource::TokenMessage(..)
        )
    }

    /// Returns the channel that the route concerns, if there is one.
    pub(crate) fn channel(&self, world: &World) -> Option<Id> {
        match &self.resource {
            Resource::Channel(channel)
            | Resource::Messages(channel)
            | Resource::BulkDelete(channel)
            | Resource::Message(channel, _)
            | Resource::Typing(channel)
            | Resource::Threads(channel)
            | Resource::MessageThreads(channel, _)
            | Resource::ThreadMember(channel) => Some(*channel),
            Resource::Callback(_, token)
            | Resource::FollowUps(_, token)
            | Resource::TokenMessage(_, token, _) => world.channel_of_token(token),
            _ => None,
        }
    }

    /// Returns the rate limit bucket of the route.
    pub(crate) fn bucket(&self) -> Bucket {
        match (self.method, &self.resource) {
            (Method::Post, Resource::Messages(channel)) => {
                Bucket::CreateMessage(channel.to_string())
            }
            (Method::Patch, Resource::Message(channel, _)) => {
                Bucket::EditMessage(channel.to_string())
            }
            (_, Resource::Callback(..)) => Bucket::Callback,
            (_, Resource::FollowUps(_, token) | Resource::TokenMessage(_, token, _)) => {
                Bucket::InteractionToken(token.clone())
            }
            (method, resource) => {
                let (name, major) = resource.bucket();
                Bucket::Other(name, format!("{method:?} {major}"))
            }
        }
    }
}

impl Resource {
    fn parse(path: &str) -> Option<Self> {
        let segments: Vec<_> = path.trim_matches('/').split('/').collect();
        let id = |text: &str| text.parse::<Id>().ok();
        let resource = match segments.as_slice() {
            ["gateway"] => Self::Gateway,
            ["gateway", "bot"] => Self::GatewayBot,
            ["users", "@me"] => Self::CurrentUser,
            ["users", "@me", "channels"] => Self::DirectMessages,
            ["users", "@me", "guilds"] => Self::CurrentGuilds,
            ["users", "@me", "guilds", guild] => Self::CurrentGuild(id(guild)?),
            ["users", user] => Self::User(id(user)?),
            ["applications", "@me"] | ["oauth2", "applications", "@me"] => Self::CurrentApplication,
            ["guilds", guild, rest @ ..] => return Self::parse_guild(id(guild)?, rest),
            ["channels", channel, rest @ ..] => return Self::parse_channel(id(channel)?, rest),
            ["applications", application, rest @ ..] => {
                return Self::parse_application(id(application)?, rest);
            }
            ["interactions", interaction, token, "callback"] => {
                Self::Callback(id(interaction)?, (*token).to_owned())
            }
            ["webhooks", application, token] => {
                Self::FollowUps(id(application)?, (*token).to_owned())
            }
            ["webhooks", application, token, "messages", "@original"] => {
                let token = (*token).to_owned();
                Self::TokenMessage(id(application)?, token, TokenMessage::Original)
            }
            ["webhooks", application, token, "messages", message] => {
                let message = TokenMessage::FollowUp(id(message)?);
                Self::TokenMessage(id(application)?, (*token).to_owned(), message)
            }
            _ => return None,
        };
        Some(resource)
    }

    fn parse_guild(guild: Id, rest: &[&str]) -> Option<Self> {
        match rest {
            [] => Some(Self::Guild(guild)),
            ["channels"] => Some(Self::GuildChannels(guild)),
            ["roles"] => Some(Self::GuildRoles(guild)),
            ["members", user] => Some(Self::GuildMember(guild, user.parse().ok()?)),
            ["threads", "active"] => Some(Self::ActiveThreads(guild)),
            _ => None,
        }
    }

    fn parse_channel(channel: Id, rest: &[&str]) -> Option<Self> {
        let id = |text: &str| text.parse::<Id>().ok();
        match rest {
            [] => Some(Self::Channel(channel)),
            ["messages"] => Some(Self::Messages(channel)),
            ["messages", "bulk-delete"] => Some(Self::BulkDelete(channel)),
            ["messages", message] => Some(Self::Message(channel, id(message)?)),
            ["messages", message, "threads"] => Some(Self::MessageThreads(channel, id(message)?)),
            ["typing"] => Some(Self::Typing(channel)),
            ["threads"] => Some(Self::Threads(channel)),
            ["thread-members", _] => Some(Self::ThreadMember(channel)),
            _ => None,
        }
    }

    fn parse_application(application: Id, rest: &[&str]) -> Option<Self> {
        let id = |text: &str| text.parse::<Id>().ok();
        match rest {
            ["commands"] => Some(Self::Commands(application, None)),
            ["commands", command] => Some(Self::Command(application, None, id(command)?)),
            ["guilds", guild, "commands"] => Some(Self::Commands(application, Some(id(guild)?))),
            ["guilds", guild, "commands", command] => {
                Some(Self::Command(application, Some(id(guild)?), id(command)?))
            }
            ["emojis"] => Some(Self::Emojis(application)),
            ["emojis", emoji] => Some(Self::Emoji(application, id(emoji)?)),
            _ => None,
        }
    }

    /// Returns the name of the route's bucket, and the id of the resource that has its own window.
    fn bucket(&self) -> (&'static str, String) {
        let none = String::new;
        match self {
            Self::Gateway | Self::GatewayBot => ("gateway", none()),
            Self::CurrentUser | Self::User(_) => ("users", none()),
            Self::CurrentApplication => ("application", none()),
            Self::DirectMessages => ("direct-messages", none()),
            Self::CurrentGuilds | Self::CurrentGuild(_) => ("current-guilds", none()),
            Self::Guild(guild) => ("guild", guild.to_string()),
            Self::GuildChannels(guild) => ("guild-channels", guild.to_string()),
            Self::GuildRoles(guild) => ("guild-roles", guild.to_string()),
            Self::GuildMember(guild, _) => ("guild-members", guild.to_string()),
            Self::ActiveThreads(guild) => ("active-threads", guild.to_string()),
            Self::Channel(channel) => ("channel", channel.to_string()),
            Self::Messages(channel) => ("messages", channel.to_string()),
            Self::BulkDelete(channel) => ("bulk-delete", channel.to_string()),
            Self::Message(channel, _) => ("message", channel.to_string()),
            Self::Typing(channel) => ("typing", channel.to_string()),
            Self::Threads(channel) => ("threads", channel.to_string()),
            Self::MessageThreads(channel, _) => ("message-threads", channel.to_string()),
            Self::ThreadMember(channel) => ("thread-members", channel.to_string()),
            Self::Commands(..) => ("commands", none()),
            Self::Command(..) => ("command", none()),
            Self::Emojis(_) => ("emojis", none()),
            Self::Emoji(..) => ("emoji", none()),
            Self::Callback(..) | Self::FollowUps(..) | Self::TokenMessage(..) => {
                ("interactions", none())
            }
        }
    }
}
