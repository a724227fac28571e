//! The bot's REST calls. Each match arm of [`Call::route`] sets only the values that differ from the defaults.
//! `rest_client` sends the calls, retries them and waits for rate limits.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serenity::model::id::{ApplicationId, ChannelId, EmojiId, InteractionId, MessageId};
use twilight_http_ratelimiting::{Endpoint, Method as LimitedMethod};

/// An HTTP method, in the HTTP client's type and in the rate limiter's type.
type Verb = (Method, LimitedMethod);

const DELETE: Verb = (Method::DELETE, LimitedMethod::Delete);
const GET: Verb = (Method::GET, LimitedMethod::Get);
const PATCH: Verb = (Method::PATCH, LimitedMethod::Patch);
const POST: Verb = (Method::POST, LimitedMethod::Post);
const PUT: Verb = (Method::PUT, LimitedMethod::Put);

/// Short enough for a second attempt within Discord's three seconds.
const CALLBACK_TIMEOUT: Duration = Duration::from_millis(1_400);
const TIMEOUT: Duration = Duration::from_secs(8);
const PICTURE_TIMEOUT: Duration = Duration::from_secs(15);
/// The timeout for an edit that adds a file to an answer, such as the file with all data stored about a user.
const FILE_TIMEOUT: Duration = Duration::from_secs(60);

pub struct AttachedFile {
    /// The name that Discord shows for the file and uses for downloads.
    pub name: &'static str,
    pub content: Vec<u8>,
}

/// A message that can be edited with an interaction's token: the answer, a follow-up message, or the clicked message if
/// the click was acknowledged or answered with an edit.
#[derive(Clone)]
pub struct Original {
    pub application: ApplicationId,
    /// The interaction's secret: never log it.
    pub token: String,
    /// If set, the message is this follow-up, which was sent with the token.
    pub follow_up: Option<MessageId>,
}

/// One REST call, with the values in its path. A channel may be a thread. A token is a secret: never log it. The body
/// refers to an attached file as attachment 0.
#[derive(Clone)]
pub enum Call {
    Callback {
        interaction: InteractionId,
        token: String,
        /// Asks Discord to return the message that the answer creates.
        with_response: bool,
    },
    ReadOriginal(Original),
    EditOriginal(Original, Option<Arc<AttachedFile>>),
    DeleteOriginal(Original),
    /// Sends a follow-up to an interaction's answer, at the bottom of the channel.
    FollowUp(Original),
    /// Reads a channel's messages: the oldest hundred starting with `since`, or the newest hundred if `since`
    /// is `None`.
    ReadMessages {
        channel: ChannelId,
        since: Option<MessageId>,
    },
    ReadMessage {
        channel: ChannelId,
        message: MessageId,
    },
    Post {
        channel: ChannelId,
        file: Option<Arc<AttachedFile>>,
    },
    /// Edits one of the bot's own messages.
    Edit {
        channel: ChannelId,
        message: MessageId,
        file: Option<Arc<AttachedFile>>,
    },
    /// Deletes one of the bot's own messages.
    Delete {
        channel: ChannelId,
        message: MessageId,
    },
    /// Opens the bot's direct message channel with the person named in the body.
    OpenDirectMessages,
    /// Checks whether the bot can reach the channel.
    ReadChannel {
        channel: ChannelId,
    },
    OpenThread {
        channel: ChannelId,
    },
    /// Deletes a thread. Needs the permission *Manage Threads*.
    DeleteThread {
        channel: ChannelId,
    },
    /// Archives one of the bot's own threads, which hides it in the channel list.
    ArchiveThread {
        channel: ChannelId,
    },
    ReadCommands {
        application: ApplicationId,
    },
    /// Replaces all registered slash commands.
    WriteCommands {
        application: ApplicationId,
    },
    ReadEmojis {
        application: ApplicationId,
    },
    CreateEmoji {
        application: ApplicationId,
    },
    DeleteEmoji {
        application: ApplicationId,
        emoji: EmojiId,
    },
}

/// Determines which limits and refusals apply to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Requests with an interaction's token. Each token has its own limits, which `message_board` respects for panels,
    /// so no bucket or pacing is needed.
    Token,
    Channel(ChannelId),
    /// Opening the direct message channel with a person.
    Person,
    /// The bot's own commands and emojis.
    Application,
}

pub struct Route {
    /// Used in the log and the metrics.
    pub name: &'static str,
    pub method: Method,
    limited_method: LimitedMethod,
    /// The path after `/api/v10/`, without the query. It may contain a token: never log it.
    pub path: String,
    /// The query including the question mark, or an empty string.
    pub query: String,
    pub scope: Scope,
    pub timeout: Duration,
    /// False if the response's body is not needed, for example the edited message that Discord returns.
    pub(crate) has_result: bool,
    /// The path that the rate limiter uses for the call, if it differs from `path`.
    counted_as: Option<String>,
}

impl Call {
    pub fn route(&self) -> Route {
        match self {
            Self::Callback {
                interaction,
                token,
                with_response,
                ..
            } => callback_route(
                format!("interactions/{interaction}/{token}/callback"),
                *with_response,
            ),
            Self::ReadOriginal(original) => original.route("read answer", GET),
            Self::EditOriginal(original, None) => {
                original.route("edit answer", PATCH).without_result()
            }
            Self::EditOriginal(original, Some(_)) => original
                .route("edit answer with a file", PATCH)
                .without_result()
                .timeout(FILE_TIMEOUT),
            Self::DeleteOriginal(original) => original.route("delete answer", DELETE),
            Self::FollowUp(original) => {
                Route::new("follow up answer", POST, original.webhook(), Scope::Token)
            }
            Self::ReadMessages { channel, since } => {
                let after = since.map(|since| format!("&after={}", since.get() - 1));
                in_channel("read messages", GET, *channel, "/messages")
                    .query(format!("?limit=100{}", after.unwrap_or_default()))
            }
            Self::ReadMessage { channel, message } => {
                message_route("read message", GET, *channel, *message)
            }
            Self::Post { channel, file } => in_channel("post message", POST, *channel, "/messages")
                .timeout(timeout_with(file.as_ref())),
            Self::Edit {
                channel,
                message,
                file,
            } => message_route("edit message", PATCH, *channel, *message)
                .without_result()
                .timeout(timeout_with(file.as_ref())),
            Self::Delete { channel, message } => {
                message_route("delete message", DELETE, *channel, *message)
            }
            Self::OpenDirectMessages => {
                let path = "users/@me/channels".to_owned();
                Route::new("open direct messages", POST, path, Scope::Person)
            }
            Self::ReadChannel { channel } => {
                in_channel("read channel", GET, *channel, "").without_result()
            }
            Self::OpenThread { channel } => in_channel("open thread", POST, *channel, "/threads"),
            Self::DeleteThread { channel } => in_channel("delete thread", DELETE, *channel, ""),
            Self::ArchiveThread { channel } => in_channel("archive thread", PATCH, *channel, ""),
            Self::ReadCommands { application } => {
                own("read commands", GET, *application, "commands")
                    .query("?with_localizations=true")
            }
            Self::WriteCommands { application } => {
                own("write commands", PUT, *application, "commands")
            }
            Self::ReadEmojis { application } => own("read emojis", GET, *application, "emojis"),
            Self::CreateEmoji { application } => own("upload emoji", POST, *application, "emojis"),
            Self::DeleteEmoji { application, emoji } => {
                let path = format!("emojis/{emoji}");
                own("delete emoji", DELETE, *application, &path)
                    .counted_as(format!("applications/{application}/emojis/0"))
            }
        }
    }

    pub fn name(&self) -> &'static str {
        self.route().name
    }

    pub fn file(&self) -> Option<&AttachedFile> {
        match self {
            Self::EditOriginal(_, file) | Self::Post { file, .. } | Self::Edit { file, .. } => {
                file.as_deref()
            }
            _ => None,
        }
    }
}

impl Original {
    fn route(&self, name: &'static str, verb: Verb) -> Route {
        let webhook = self.webhook();
        let path = match self.follow_up {
            Some(message) => format!("{webhook}/messages/{message}"),
            None => format!("{webhook}/messages/@original"),
        };
        Route::new(name, verb, path, Scope::Token)
    }

    fn webhook(&self) -> String {
        format!("webhooks/{}/{}", self.application, self.token)
    }
}

impl Route {
    fn new(name: &'static str, verb: Verb, path: String, scope: Scope) -> Self {
        let (method, limited_method) = verb;
        Self {
            name,
            method,
            limited_method,
            path,
            query: String::new(),
            scope,
            timeout: TIMEOUT,
            has_result: true,
            counted_as: None,
        }
    }

    fn query(self, query: impl Into<String>) -> Self {
        let query = query.into();
        Self { query, ..self }
    }

    fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    fn without_result(self) -> Self {
        Self {
            has_result: false,
            ..self
        }
    }

    fn counted_as(self, path: String) -> Self {
        Self {
            counted_as: Some(path),
            ..self
        }
    }

    pub(crate) fn rate_limited_endpoint(&self) -> Option<Endpoint> {
        let path = self.counted_as.as_ref().unwrap_or(&self.path);
        (self.scope != Scope::Token).then(|| Endpoint {
            method: self.limited_method,
            path: path.clone(),
        })
    }
}

fn callback_route(path: String, with_response: bool) -> Route {
    let route =
        Route::new("answer interaction", POST, path, Scope::Token).timeout(CALLBACK_TIMEOUT);
    if with_response {
        route.query("?with_response=true")
    } else {
        route
    }
}

fn in_channel(name: &'static str, verb: Verb, channel: ChannelId, rest: &str) -> Route {
    let path = format!("channels/{channel}{rest}");
    Route::new(name, verb, path, Scope::Channel(channel))
}

/// Returns the route of a call for one message. Discord counts such calls per channel, but the limiter learns which
/// paths share a bucket only from responses: if the path contained the message's id, the first edit of each new message
/// would not be counted.
fn message_route(name: &'static str, verb: Verb, channel: ChannelId, message: MessageId) -> Route {
    in_channel(name, verb, channel, &format!("/messages/{message}"))
        .counted_as(format!("channels/{channel}/messages/0"))
}

fn own(name: &'static str, verb: Verb, application: ApplicationId, what: &str) -> Route {
    let path = format!("applications/{application}/{what}");
    Route::new(name, verb, path, Scope::Application)
}

fn timeout_with(picture: Option<&Arc<AttachedFile>>) -> Duration {
    picture.map_or(TIMEOUT, |_| PICTURE_TIMEOUT)
}
