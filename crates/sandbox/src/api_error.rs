//! Error responses of Discord's REST API: a status, Discord's error code and a message.

use serde_json::{Value, json};

use crate::format::to_seconds;

#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u64,
    message: &'static str,
    /// The invalid fields of an error 50035, nested by path.
    pub(crate) errors: Option<Value>,
    /// How many milliseconds a rate-limited client must wait, and the scope of the limit.
    pub(crate) retry_after: Option<(u64, RateLimitScope)>,
}

/// The scope of a rate limit, sent as `x-ratelimit-scope`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RateLimitScope {
    /// All of the bot's calls, except responses to interactions.
    Global,
    /// The bot's calls in one bucket.
    User,
    /// All clients' calls on one resource.
    Shared,
}

impl RateLimitScope {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::User => "user",
            Self::Shared => "shared",
        }
    }
}

impl ApiError {
    const fn new(status: u16, code: u64, message: &'static str) -> Self {
        Self {
            status,
            code,
            message,
            errors: None,
            retry_after: None,
        }
    }

    pub(crate) const UNAUTHORIZED: Self = Self::new(401, 0, "401: Unauthorized");
    pub(crate) const NOT_FOUND: Self = Self::new(404, 0, "404: Not Found");
    pub(crate) const WRONG_METHOD: Self = Self::new(405, 0, "405: Method Not Allowed");
    pub(crate) const UNKNOWN_APPLICATION: Self = Self::new(404, 10002, "Unknown Application");
    pub(crate) const UNKNOWN_CHANNEL: Self = Self::new(404, 10003, "Unknown Channel");
    pub(crate) const UNKNOWN_GUILD: Self = Self::new(404, 10004, "Unknown Guild");
    pub(crate) const UNKNOWN_MEMBER: Self = Self::new(404, 10007, "Unknown Member");
    pub(crate) const UNKNOWN_MESSAGE: Self = Self::new(404, 10008, "Unknown Message");
    pub(crate) const UNKNOWN_USER: Self = Self::new(404, 10013, "Unknown User");
    pub(crate) const UNKNOWN_EMOJI: Self = Self::new(404, 10014, "Unknown Emoji");
    pub(crate) const UNKNOWN_WEBHOOK: Self = Self::new(404, 10015, "Unknown Webhook");
    pub(crate) const UNKNOWN_INTERACTION: Self = Self::new(404, 10062, "Unknown interaction");
    pub(crate) const TOO_MANY_EMOJIS: Self =
        Self::new(400, 30008, "Maximum number of emojis reached (2000)");
    pub(crate) const TOO_MANY_COMMANDS: Self = Self::new(
        400,
        30032,
        "Maximum number of application commands reached (100)",
    );
    pub(crate) const ALREADY_ACKNOWLEDGED: Self =
        Self::new(400, 40060, "Interaction has already been acknowledged.");
    const OPENING_TOO_FAST: Self =
        Self::new(400, 40003, "You are opening direct messages too fast");
    /// The response to a request whose User-Agent does not have the required form.
    pub(crate) const BAD_USER_AGENT: Self = Self::new(403, 40333, "internal network error");
    pub(crate) const TOO_MANY_FOLLOW_UPS: Self =
        Self::new(400, 40094, "Maximum number of follow-up messages reached");
    pub(crate) const TOO_LARGE: Self = Self::new(413, 40005, "Request entity too large");
    pub(crate) const MISSING_ACCESS: Self = Self::new(403, 50001, "Missing Access");
    pub(crate) const NOT_THE_AUTHOR: Self =
        Self::new(403, 50005, "Cannot edit a message authored by another user");
    pub(crate) const EMPTY_MESSAGE: Self = Self::new(400, 50006, "Cannot send an empty message");
    pub(crate) const NO_DIRECT_MESSAGES: Self =
        Self::new(403, 50007, "Cannot send messages to this user");
    pub(crate) const NO_TEXT_CHANNEL: Self =
        Self::new(400, 50008, "Cannot send messages in a non-text channel");
    pub(crate) const MISSING_PERMISSIONS: Self = Self::new(403, 50013, "Missing Permissions");
    pub(crate) const WRONG_CHANNEL_TYPE: Self =
        Self::new(400, 50024, "Cannot execute action on this channel type");
    pub(crate) const INVALID_TOKEN: Self = Self::new(401, 50027, "Invalid Webhook Token");
    pub(crate) const THREAD_ARCHIVED: Self = Self::new(400, 50083, "Thread is archived");
    pub(crate) const NO_COMMON_GUILD: Self = Self::new(
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    );
    pub(crate) const INVALID_JSON: Self =
        Self::new(400, 50109, "The request body contains invalid JSON.");
    pub(crate) const THREAD_LOCKED: Self = Self::new(400, 160005, "Thread is locked");
    pub(crate) const TOO_MANY_THREADS: Self =
        Self::new(400, 160006, "Maximum number of active threads reached");
    pub(crate) const TITLE_BLOCKED: Self =
        Self::new(400, 200001, "Title was blocked by automatic moderation");
    const BLOCKED: Self = Self::new(400, 200_000, "Message was blocked by automatic moderation");
    const OLD_MESSAGE_EDITS: Self = Self::new(
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    );

    pub(crate) fn old_message_edits(milliseconds: u64) -> Self {
        Self {
            retry_after: Some((milliseconds, RateLimitScope::Shared)),
            ..Self::OLD_MESSAGE_EDITS
        }
    }

    pub(crate) fn invalid_form(errors: Value) -> Self {
        Self {
            errors: Some(errors),
            ..Self::new(400, 50035, "Invalid Form Body")
        }
    }

    /// Returns Discord's error for an unknown emoji on a button.
    pub(crate) fn invalid_emoji() -> Self {
        let error = json!([{"code": "COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]);
        let button = json!({"emoji": {"id": {"_errors": error}}});
        Self::invalid_form(json!({"components": {"0": {"components": {"0": button}}}}))
    }

    pub(crate) fn rate_limited(milliseconds: u64, scope: RateLimitScope) -> Self {
        Self {
            retry_after: Some((milliseconds, scope)),
            ..Self::new(429, 0, "You are being rate limited.")
        }
    }

    /// Returns an error for a fault whose code [`Self::from_code`] does not know.
    pub(crate) const fn injected(status: u16, code: u64) -> Self {
        Self::new(status, code, "Refused by a *fault*")
    }

    pub(crate) const fn server_error(status: u16) -> Self {
        Self::new(status, 0, "Internal Server Error")
    }

    /// Returns the error with this Discord code; `None` if the code is not known, so that a fault must give a status.
    pub(crate) fn from_code(code: u64) -> Option<Self> {
        let known = [
            Self::UNKNOWN_CHANNEL,
            Self::UNKNOWN_MESSAGE,
            Self::UNKNOWN_WEBHOOK,
            Self::UNKNOWN_INTERACTION,
            Self::ALREADY_ACKNOWLEDGED,
            Self::MISSING_ACCESS,
            Self::NO_DIRECT_MESSAGES,
            Self::MISSING_PERMISSIONS,
            Self::INVALID_TOKEN,
            Self::NO_COMMON_GUILD,
            Self::THREAD_ARCHIVED,
            Self::THREAD_LOCKED,
            Self::BLOCKED,
            Self::old_message_edits(1000),
            Self::TOO_MANY_EMOJIS,
            Self::OPENING_TOO_FAST,
            Self::TOO_MANY_THREADS,
            Self::TITLE_BLOCKED,
            Self::invalid_form(json!({"_errors": [{"code": "SANDBOX_FAULT"}]})),
        ];
        known.into_iter().find(|error| error.code == code)
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        if let Some((milliseconds, scope)) = self.retry_after {
            body["retry_after"] = json!(to_seconds(milliseconds));
            body["global"] = json!(scope == RateLimitScope::Global);
        }
        body
    }
}
