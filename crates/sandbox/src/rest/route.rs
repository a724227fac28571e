//! The routes of Discord's REST API that the sandbox has: a method, and a resource parsed from a path.

use super::request::Method;
use crate::api_error::ApiError;
use crate::model::ids::Id;
use crate::world::{Bucket, World};

/// A resource of the REST API, parsed from a path.
#[derive(Clone, Debug)]
pub(super) enum Resource {
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
    /// The message with which an interaction was answered.
    OriginalMessage(Id, String),
}

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

    pub(crate) fn needs_token(&self) -> bool {
        !matches!(
            self.resource,
            Resource::Gateway | Resource::Callback(..) | Resource::OriginalMessage(..)
        )
    }

    /// Returns the channel that the route concerns, if there is one.
    pub(crate) fn channel(&self, world: &World) -> Option<Id> {
        match &self.resource {
            Resource::Channel(channel)
            | Resource::Messages(channel)
            | Resource::Message(channel, _)
            | Resource::Threads(channel) => Some(*channel),
            Resource::Callback(_, token) | Resource::OriginalMessage(_, token) => {
                world.channel_of_token(token)
            }
            _ => None,
        }
    }

    pub(crate) fn bucket(&self) -> Bucket {
        match (self.method, &self.resource) {
            (Method::Post, Resource::Messages(channel)) => {
                Bucket::CreateMessage(channel.to_string())
            }
            (Method::Patch, Resource::Message(channel, _)) => {
                Bucket::EditMessage(channel.to_string())
            }
            (_, Resource::Callback(..)) => Bucket::Callback,
            (_, Resource::OriginalMessage(_, token)) => Bucket::InteractionToken(token.clone()),
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
            ["applications", "@me"] => Self::CurrentApplication,
            ["applications", application, "commands"] => Self::Commands(id(application)?),
            ["applications", application, "emojis"] => Self::Emojis(id(application)?),
            ["applications", application, "emojis", emoji] => {
                Self::Emoji(id(application)?, id(emoji)?)
            }
            ["guilds", guild] => Self::Guild(id(guild)?),
            ["guilds", guild, "members", user] => Self::GuildMember(id(guild)?, id(user)?),
            ["channels", channel] => Self::Channel(id(channel)?),
            ["channels", channel, "messages"] => Self::Messages(id(channel)?),
            ["channels", channel, "messages", message] => Self::Message(id(channel)?, id(message)?),
            ["channels", channel, "threads"] => Self::Threads(id(channel)?),
            ["interactions", interaction, token, "callback"] => {
                Self::Callback(id(interaction)?, (*token).to_owned())
            }
            ["webhooks", application, token, "messages", "@original"] => {
                Self::OriginalMessage(id(application)?, (*token).to_owned())
            }
            _ => return None,
        };
        Some(resource)
    }

    /// Returns the name of the route's bucket, and the id of the resource that has its own window.
    fn bucket(&self) -> (&'static str, String) {
        let none = String::new;
        match self {
            Self::Gateway | Self::GatewayBot => ("gateway", none()),
            Self::CurrentUser => ("users", none()),
            Self::CurrentApplication => ("application", none()),
            Self::DirectMessages => ("direct-messages", none()),
            Self::Guild(guild) => ("guild", guild.to_string()),
            Self::GuildMember(guild, _) => ("guild-members", guild.to_string()),
            Self::Channel(channel) => ("channel", channel.to_string()),
            Self::Messages(channel) => ("messages", channel.to_string()),
            Self::Message(channel, _) => ("message", channel.to_string()),
            Self::Threads(channel) => ("threads", channel.to_string()),
            Self::Commands(_) => ("commands", none()),
            Self::Emojis(_) => ("emojis", none()),
            Self::Emoji(..) => ("emoji", none()),
            Self::Callback(..) | Self::OriginalMessage(..) => ("interactions", none()),
        }
    }
}
