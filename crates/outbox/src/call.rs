//! The REST calls that the bot makes: method, path, time limit and rate-limit bucket of each.
//! Sending, retries and waiting for limits are in `rest_client`.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serenity::model::id::{ApplicationId, ChannelId, EmojiId, InteractionId, MessageId};
use twilight_http_ratelimiting::{Endpoint, Method as LimitedMethod};

/// A file that is sent together with the body of a request.
pub struct AttachedFile {
    /// The name under which people save it.
    pub name: &'static str,
    /// The content: JSON or a picture.
    pub content: Vec<u8>,
}

/// One REST call, with the values that stand in its path.
#[derive(Clone)]
pub enum Call {
    /// Answers an interaction.
    Callback {
        /// The interaction to answer.
        interaction: InteractionId,
        /// The interaction's secret: never log it.
        token: String,
        /// Asks Discord to return the message that the answer creates.
        with_response: bool,
    },
    /// Reads the message that an interaction was answered with.
    ReadOriginal {
        /// The bot's own application.
        application: ApplicationId,
        /// The interaction's secret: never log it.
        token: String,
    },
    /// Edits the message that an interaction was answered with.
    EditOriginal {
        /// The bot's own application.
        application: ApplicationId,
        /// The interaction's secret: never log it.
        token: String,
    },
    /// Edits the message that an interaction was answered with, and attaches a file to it.
    EditOriginalWithFile {
        /// The bot's own application.
        application: ApplicationId,
        /// The interaction's secret: never log it.
        token: String,
        /// The file, to which the body refers as attachment 0.
        file: Arc<AttachedFile>,
    },
    /// Deletes the message that an interaction was answered with.
    DeleteOriginal {
        /// The bot's own application.
        application: ApplicationId,
        /// The interaction's secret: never log it.
        token: String,
    },
    /// Reads messages of a channel: the oldest hundred from `since` on (inclusive), or the newest hundred.
    ReadMessages {
        /// The channel, or thread, to read.
        channel: ChannelId,
        /// The oldest message to return.
        since: Option<MessageId>,
    },
    /// Posts a message.
    Post {
        /// The channel, or thread, of the new message.
        channel: ChannelId,
        /// The file to which the body refers as attachment 0, if it does.
        file: Option<Arc<AttachedFile>>,
    },
    /// Edits a message of the bot's own.
    Edit {
        /// The channel, or thread, of the message.
        channel: ChannelId,
        /// Must exist: otherwise Discord answers 404.
        message: MessageId,
        /// The file to which the body refers as attachment 0, if it does.
        file: Option<Arc<AttachedFile>>,
    },
    /// Deletes a message of the bot's own.
    Delete {
        /// The channel, or thread, of the message.
        channel: ChannelId,
        /// May be gone already: Discord then answers 404.
        message: MessageId,
    },
    /// Returns the channel of the bot's direct messages with a person, named in the body.
    OpenDirectMessages,
    /// Opens a thread in a channel.
    OpenThread {
        /// The parent of the thread.
        channel: ChannelId,
    },
    /// Deletes a thread. Needs the permission *Manage Threads*.
    DeleteThread {
        /// The thread itself.
        channel: ChannelId,
    },
    /// Hides a thread of the bot's own.
    ArchiveThread {
        /// The thread itself.
        channel: ChannelId,
    },
    /// Reads the slash commands that are registered with Discord.
    ReadCommands {
        /// The bot's own application.
        application: ApplicationId,
    },
    /// Replaces all registered slash commands.
    WriteCommands {
        /// The bot's own application.
        application: ApplicationId,
    },
    /// Reads all emojis of the application.
    ReadEmojis {
        /// The bot's own application.
        application: ApplicationId,
    },
    /// Uploads an emoji of the application.
    CreateEmoji {
        /// The bot's own application.
        application: ApplicationId,
    },
    /// Deletes an emoji of the application.
    DeleteEmoji {
        /// The bot's own application.
        application: ApplicationId,
        /// May be gone already: Discord then answers 404.
        emoji: EmojiId,
    },
}

impl Call {
    /// Returns the HTTP method.
    pub fn method(&self) -> Method {
        match self {
            Self::ReadOriginal { .. }
            | Self::ReadMessages { .. }
            | Self::ReadCommands { .. }
            | Self::ReadEmojis { .. } => Method::GET,
            Self::EditOriginal { .. }
            | Self::EditOriginalWithFile { .. }
            | Self::Edit { .. }
            | Self::ArchiveThread { .. } => Method::PATCH,
            Self::Delete { .. }
            | Self::DeleteOriginal { .. }
            | Self::DeleteThread { .. }
            | Self::DeleteEmoji { .. } => Method::DELETE,
            Self::WriteCommands { .. } => Method::PUT,
            Self::Callback { .. }
            | Self::Post { .. }
            | Self::OpenDirectMessages
            | Self::OpenThread { .. }
            | Self::CreateEmoji { .. } => Method::POST,
        }
    }

    /// Returns the path after `/api/v10/`, without the query. It may hold a token: never log it.
    pub fn path(&self) -> String {
        match self {
            Self::Callback {
                interaction, token, ..
            } => format!("interactions/{interaction}/{token}/callback"),
            Self::ReadOriginal { application, token }
            | Self::EditOriginal { application, token }
            | Self::DeleteOriginal { application, token }
            | Self::EditOriginalWithFile {
                application, token, ..
            } => {
                format!("webhooks/{application}/{token}/messages/@original")
            }
            Self::Post { channel, .. } | Self::ReadMessages { channel, .. } => {
                format!("channels/{channel}/messages")
            }
            Self::Edit {
                channel, message, ..
            }
            | Self::Delete { channel, message } => {
                format!("channels/{channel}/messages/{message}")
            }
            Self::OpenDirectMessages => "users/@me/channels".to_owned(),
            Self::OpenThread { channel } => format!("channels/{channel}/threads"),
            Self::DeleteThread { channel } | Self::ArchiveThread { channel } => {
                format!("channels/{channel}")
            }
            Self::ReadCommands { application } | Self::WriteCommands { application } => {
                format!("applications/{application}/commands")
            }
            Self::ReadEmojis { application } | Self::CreateEmoji { application } => {
                format!("applications/{application}/emojis")
            }
            Self::DeleteEmoji { application, emoji } => {
                format!("applications/{application}/emojis/{emoji}")
            }
        }
    }

    /// Returns the channel that the call reads or writes; `None` for calls by an interaction's token
    /// and for the bot's own.
    pub fn channel(&self) -> Option<ChannelId> {
        match self {
            Self::ReadMessages { channel, .. }
            | Self::Post { channel, .. }
            | Self::Edit { channel, .. }
            | Self::Delete { channel, .. }
            | Self::OpenThread { channel }
            | Self::DeleteThread { channel }
            | Self::ArchiveThread { channel } => Some(*channel),
            Self::Callback { .. }
            | Self::ReadOriginal { .. }
            | Self::EditOriginal { .. }
            | Self::EditOriginalWithFile { .. }
            | Self::DeleteOriginal { .. }
            | Self::OpenDirectMessages
            | Self::ReadCommands { .. }
            | Self::WriteCommands { .. }
            | Self::ReadEmojis { .. }
            | Self::CreateEmoji { .. }
            | Self::DeleteEmoji { .. } => None,
        }
    }

    /// Returns true if the call is about a person's direct messages.
    pub(crate) fn is_for_a_person(&self) -> bool {
        matches!(self, Self::OpenDirectMessages)
    }

    /// Returns true if anybody reads what a successful call returns. Discord returns the whole message for
    /// each edit.
    pub(crate) fn has_result(&self) -> bool {
        !matches!(
            self,
            Self::Edit { .. } | Self::EditOriginal { .. } | Self::EditOriginalWithFile { .. }
        )
    }

    /// Returns the query with its question mark, or an empty text.
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

    /// Returns the call's name for the log. It holds no token.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Callback { .. } => "answer interaction",
            Self::ReadOriginal { .. } => "read answer",
            Self::EditOriginal { .. } => "edit answer",
            Self::EditOriginalWithFile { .. } => "edit answer with a file",
            Self::DeleteOriginal { .. } => "delete answer",
            Self::ReadMessages { .. } => "read messages",
            Self::Post { .. } => "post message",
            Self::Edit { .. } => "edit message",
            Self::Delete { .. } => "delete message",
            Self::OpenDirectMessages => "open direct messages",
            Self::OpenThread { .. } => "open thread",
            Self::DeleteThread { .. } => "delete thread",
            Self::ArchiveThread { .. } => "archive thread",
            Self::ReadCommands { .. } => "read commands",
            Self::WriteCommands { .. } => "write commands",
            Self::ReadEmojis { .. } => "read emojis",
            Self::CreateEmoji { .. } => "upload emoji",
            Self::DeleteEmoji { .. } => "delete emoji",
        }
    }

    /// Returns how long one attempt may take. A callback that takes longer has missed the three
    /// seconds that Discord allows.
    pub fn timeout(&self) -> Duration {
        match self {
            Self::Callback { .. } => Duration::from_millis(1_400),
            Self::EditOriginalWithFile { .. } => Duration::from_secs(60),
            Self::Post { file: Some(_), .. } | Self::Edit { file: Some(_), .. } => {
                Duration::from_secs(15)
            }
            _ => Duration::from_secs(8),
        }
    }

    /// Returns the file to send beside the body, if there is one.
    pub fn file(&self) -> Option<&AttachedFile> {
        match self {
            Self::EditOriginalWithFile { file, .. } => Some(file),
            Self::Post { file, .. } | Self::Edit { file, .. } => file.as_deref(),
            _ => None,
        }
    }

    /// Returns the endpoint whose rate-limit bucket applies. `None` for calls by an interaction's
    /// token: each token has limits of its own, and `message_board` has at most one edit by it in flight.
    pub fn rate_limited_endpoint(&self) -> Option<Endpoint> {
        let method = match self {
            Self::Callback { .. }
            | Self::ReadOriginal { .. }
            | Self::EditOriginal { .. }
            | Self::EditOriginalWithFile { .. }
            | Self::DeleteOriginal { .. } => {
                return None;
            }
            Self::ReadMessages { .. } | Self::ReadCommands { .. } | Self::ReadEmojis { .. } => {
                LimitedMethod::Get
            }
            Self::Edit { .. } | Self::ArchiveThread { .. } => LimitedMethod::Patch,
            Self::Delete { .. } | Self::DeleteThread { .. } | Self::DeleteEmoji { .. } => {
                LimitedMethod::Delete
            }
            Self::WriteCommands { .. } => LimitedMethod::Put,
            Self::Post { .. }
            | Self::OpenDirectMessages
            | Self::OpenThread { .. }
            | Self::CreateEmoji { .. } => LimitedMethod::Post,
        };
        Some(Endpoint {
            method,
            path: self.rate_limited_path(),
        })
    }

    /// Returns the path that the rate limiter knows the call by. Discord counts by channel, and the
    /// limiter learns which paths share a bucket only from responses: with the message's id in the
    /// path, the first edit of each new message would pass uncounted.
    fn rate_limited_path(&self) -> String {
        match self {
            Self::Edit { channel, .. } | Self::Delete { channel, .. } => {
                format!("channels/{channel}/messages/0")
            }
            Self::DeleteEmoji { application, .. } => format!("applications/{application}/emojis/0"),
            _ => self.path(),
        }
    }
}
