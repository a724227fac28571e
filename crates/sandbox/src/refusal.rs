//! What Discord says when it refuses: a status, a code of its own, a sentence.

use serde_json::{Value, json};

/// A REST answer that is not a success.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) code: u64,
    message: &'static str,
    pub(crate) errors: Option<Value>,
    pub(crate) pause: Option<Pause>,
}

/// How long, and why, a client that was too fast has to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pause {
    pub(crate) milliseconds: u64,
    pub(crate) scope: PauseScope,
}

/// What a 429 counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PauseScope {
    /// All of the bot's calls together.
    Global,
    /// The bot's calls of this kind.
    User,
    /// Everybody's calls on this resource.
    Shared,
}

impl PauseScope {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::User => "user",
            Self::Shared => "shared",
        }
    }
}

impl Refusal {
    const fn plain(status: u16, code: u64, message: &'static str) -> Self {
        Self {
            status,
            code,
            message,
            errors: None,
            pause: None,
        }
    }

    pub(crate) const UNAUTHORIZED: Self = Self::plain(401, 0, "401: Unauthorized");
    pub(crate) const NOT_FOUND: Self = Self::plain(404, 0, "404: Not Found");
    pub(crate) const WRONG_METHOD: Self = Self::plain(405, 0, "405: Method Not Allowed");
    pub(crate) const UNKNOWN_APPLICATION: Self = Self::plain(404, 10002, "Unknown Application");
    pub(crate) const UNKNOWN_CHANNEL: Self = Self::plain(404, 10003, "Unknown Channel");
    pub(crate) const UNKNOWN_GUILD: Self = Self::plain(404, 10004, "Unknown Guild");
    pub(crate) const UNKNOWN_MEMBER: Self = Self::plain(404, 10007, "Unknown Member");
    pub(crate) const UNKNOWN_MESSAGE: Self = Self::plain(404, 10008, "Unknown Message");
    pub(crate) const UNKNOWN_USER: Self = Self::plain(404, 10013, "Unknown User");
    pub(crate) const UNKNOWN_EMOJI: Self = Self::plain(404, 10014, "Unknown Emoji");
    pub(crate) const UNKNOWN_WEBHOOK: Self = Self::plain(404, 10015, "Unknown Webhook");
    pub(crate) const UNKNOWN_INTERACTION: Self = Self::plain(404, 10062, "Unknown interaction");
    pub(crate) const UNKNOWN_COMMAND: Self = Self::plain(404, 10063, "Unknown application command");
    pub(crate) const TOO_MANY_EMOJIS: Self =
        Self::plain(400, 30008, "Maximum number of emojis reached (2000)");
    pub(crate) const TOO_MANY_COMMANDS: Self = Self::plain(
        400,
        30032,
        "Maximum number of application commands reached (100)",
    );
    pub(crate) const ALREADY_ACKNOWLEDGED: Self =
        Self::plain(400, 40060, "Interaction has already been acknowledged.");
    pub(crate) const TOO_LARGE: Self = Self::plain(413, 40005, "Request entity too large");
    pub(crate) const MISSING_ACCESS: Self = Self::plain(403, 50001, "Missing Access");
    pub(crate) const NOT_THE_AUTHOR: Self =
        Self::plain(403, 50005, "Cannot edit a message authored by another user");
    pub(crate) const EMPTY_MESSAGE: Self = Self::plain(400, 50006, "Cannot send an empty message");
    pub(crate) const NO_DIRECT_MESSAGES: Self =
        Self::plain(403, 50007, "Cannot send messages to this user");
    pub(crate) const MISSING_PERMISSIONS: Self = Self::plain(403, 50013, "Missing Permissions");
    pub(crate) const WRONG_CHANNEL_TYPE: Self =
        Self::plain(400, 50024, "Cannot execute action on this channel type");
    pub(crate) const INVALID_TOKEN: Self = Self::plain(401, 50027, "Invalid Webhook Token");
    pub(crate) const THREAD_ARCHIVED: Self = Self::plain(400, 50083, "Thread is archived");
    pub(crate) const NO_COMMON_GUILD: Self = Self::plain(
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    );
    pub(crate) const INVALID_JSON: Self =
        Self::plain(400, 50109, "The request body contains invalid JSON.");
    pub(crate) const THREAD_EXISTS: Self = Self::plain(
        400,
        160004,
        "A thread has already been created for this message",
    );
    pub(crate) const THREAD_LOCKED: Self = Self::plain(400, 160005, "Thread is locked");
    /// Too many edits of messages over an hour old; more in `milliseconds`.
    pub(crate) fn old_message_edits(milliseconds: u64) -> Self {
        Self {
            pause: Some(Pause {
                milliseconds,
                scope: PauseScope::Shared,
            }),
            ..Self::plain(
                429,
                30046,
                "Maximum number of edits to messages older than 1 hour reached. Try again later.",
            )
        }
    }

    /// A body that does not fit; `errors` names each place and what is wrong.
    pub(crate) fn invalid_form(errors: Value) -> Self {
        Self {
            errors: Some(errors),
            ..Self::plain(400, 50035, "Invalid Form Body")
        }
    }

    /// A 429.
    pub(crate) fn too_fast(milliseconds: u64, scope: PauseScope) -> Self {
        Self {
            pause: Some(Pause {
                milliseconds,
                scope,
            }),
            ..Self::plain(429, 0, "You are being rate limited.")
        }
    }

    /// A server in trouble.
    pub(crate) const fn trouble(status: u16) -> Self {
        Self::plain(status, 0, "Internal Server Error")
    }

    /// The refusal that Discord knows by this code.
    pub(crate) fn of_code(code: u64) -> Option<Self> {
        let form = || Self::invalid_form(json!({"_errors": [{"code": "SANDBOX_FAULT"}]}));
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
            Self::old_message_edits(1000),
            form(),
        ];
        known.into_iter().find(|refusal| refusal.code == code)
    }

    /// The answer's body.
    pub(crate) fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        if let Some(pause) = self.pause {
            body["retry_after"] = json!(seconds(pause.milliseconds));
            body["global"] = json!(pause.scope == PauseScope::Global);
        }
        body
    }
}

/// Milliseconds as the seconds that Discord writes.
pub(crate) fn seconds(milliseconds: u64) -> f64 {
    std::time::Duration::from_millis(milliseconds).as_secs_f64()
}
