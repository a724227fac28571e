//! The requests that the bot makes: method, path, and what limits each.

use std::borrow::Cow;
use std::time::Duration;

use reqwest::Method;
use serenity::model::id::{ApplicationId, ChannelId, InteractionId, MessageId};
use twilight_http_ratelimiting::{Endpoint, Method as LimitedMethod};

/// One kind of request, with what its path needs.
#[derive(Clone)]
pub enum Call {
    /// The answer to an interaction.
    Callback {
        interaction: InteractionId,
        token: String,
        with_response: bool,
    },
    /// The message with which an interaction was answered, read.
    ReadOriginal {
        application: ApplicationId,
        token: String,
    },
    /// The message with which an interaction was answered, changed.
    EditOriginal {
        application: ApplicationId,
        token: String,
    },
    /// The messages of a channel: the oldest hundred since this one, or the newest hundred.
    ReadMessages {
        channel: ChannelId,
        since: Option<MessageId>,
    },
    /// A new message.
    Post { channel: ChannelId },
    /// A message of the bot's own, changed.
    Edit {
        channel: ChannelId,
        message: MessageId,
    },
    /// A message of the bot's own, removed.
    Delete {
        channel: ChannelId,
        message: MessageId,
    },
    /// A new thread in a channel.
    OpenThread { channel: ChannelId },
    /// The commands that Discord knows of.
    ReadCommands { application: ApplicationId },
    /// All commands, replaced.
    WriteCommands { application: ApplicationId },
}

impl Call {
    pub fn method(&self) -> Method {
        match self {
            Self::ReadOriginal { .. } | Self::ReadMessages { .. } | Self::ReadCommands { .. } => {
                Method::GET
            }
            Self::EditOriginal { .. } | Self::Edit { .. } => Method::PATCH,
            Self::Delete { .. } => Method::DELETE,
            Self::WriteCommands { .. } => Method::PUT,
            Self::Callback { .. } | Self::Post { .. } | Self::OpenThread { .. } => Method::POST,
        }
    }

    /// The path after `/api/v10/`, without the query.
    pub fn path(&self) -> String {
        match self {
            Self::Callback {
                interaction, token, ..
            } => format!("interactions/{interaction}/{token}/callback"),
            Self::ReadOriginal { application, token }
            | Self::EditOriginal { application, token } => {
                format!("webhooks/{application}/{token}/messages/@original")
            }
            Self::Post { channel } | Self::ReadMessages { channel, .. } => {
                format!("channels/{channel}/messages")
            }
            Self::Edit { channel, message } | Self::Delete { channel, message } => {
                format!("channels/{channel}/messages/{message}")
            }
            Self::OpenThread { channel } => format!("channels/{channel}/threads"),
            Self::ReadCommands { application } | Self::WriteCommands { application } => {
                format!("applications/{application}/commands")
            }
        }
    }

    pub fn query(&self) -> Cow<'static, str> {
        match self {
            Self::Callback {
                with_response: true,
                ..
            } => "?with_response=true".into(),
            Self::ReadMessages { since: None, .. } => "?limit=100".into(),
            Self::ReadMessages {
                since: Some(since), ..
            } => format!("?limit=100&after={}", since.get() - 1).into(),
            Self::ReadCommands { .. } => "?with_localizations=true".into(),
            _ => "".into(),
        }
    }

    /// What the log may say of it: no token.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Callback { .. } => "answer interaction",
            Self::ReadOriginal { .. } => "read answer",
            Self::EditOriginal { .. } => "edit answer",
            Self::ReadMessages { .. } => "read messages",
            Self::Post { .. } => "post message",
            Self::Edit { .. } => "edit message",
            Self::Delete { .. } => "delete message",
            Self::OpenThread { .. } => "open thread",
            Self::ReadCommands { .. } => "read commands",
            Self::WriteCommands { .. } => "write commands",
        }
    }

    /// How long one attempt may take. A callback that takes longer has missed its three seconds.
    pub fn timeout(&self) -> Duration {
        match self {
            Self::Callback { .. } => Duration::from_millis(1_400),
            _ => Duration::from_secs(8),
        }
    }

    /// The bucket that limits it. Calls by an interaction's token have limits of their own, one
    /// token each, and are paced by whoever holds the token.
    pub fn limited_as(&self) -> Option<Endpoint> {
        let method = match self {
            Self::Callback { .. } | Self::ReadOriginal { .. } | Self::EditOriginal { .. } => {
                return None;
            }
            Self::ReadMessages { .. } | Self::ReadCommands { .. } => LimitedMethod::Get,
            Self::Edit { .. } => LimitedMethod::Patch,
            Self::Delete { .. } => LimitedMethod::Delete,
            Self::WriteCommands { .. } => LimitedMethod::Put,
            Self::Post { .. } | Self::OpenThread { .. } => LimitedMethod::Post,
        };
        Some(Endpoint {
            method,
            path: self.limited_path(),
        })
    }

    /// The path that the limiter knows it by. Discord counts by channel, and the limiter learns
    /// which paths belong together only from answers: named by message, the first edit of each new
    /// message would pass uncounted.
    fn limited_path(&self) -> String {
        match self {
            Self::Edit { channel, .. } | Self::Delete { channel, .. } => {
                format!("channels/{channel}/messages/0")
            }
            _ => self.path(),
        }
    }
}
