//! The reasons why a request can fail, distinguished where senders such as `message_board` react differently.

use reqwest::StatusCode;
use serde_json::Value;
use table::input::WriteRefusal;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The answer reached Discord too late.
    #[error("the interaction is no longer known")]
    UnknownInteraction,
    /// This process or another program has already answered the interaction.
    #[error("the interaction has been answered already")]
    AlreadyAnswered,
    #[error("the interaction's token is no longer valid")]
    TokenExpired,
    #[error("the message has been deleted")]
    UnknownMessage,
    #[error("the channel has been deleted")]
    ChannelGone,
    /// The bot cannot see the channel, for example a private thread that it is not a member of.
    #[error("the bot has no access there")]
    MissingAccess,
    #[error("the bot may not write there")]
    MissingPermissions,
    /// So many requests have been refused in the channel or its server that sending is paused for a while.
    #[error("nothing is sent there for a while after too many refusals")]
    ChannelPaused,
    /// A new message reopens the thread; an edit does not.
    #[error("the thread is archived")]
    ThreadArchived,
    #[error("the thread is locked")]
    ThreadLocked,
    /// The person does not accept direct messages from the bot, has blocked it, or does not share a server with it.
    #[error("the person takes no direct messages")]
    NoDirectMessages,
    /// Discord limits edits of a message that is more than an hour old.
    #[error("the message is too old for so many edits")]
    TooManyEdits,
    /// Discord considered the body invalid, usually because of a bug in the bot. Contains the invalid fields, if named.
    #[error("Discord refused the body: {0}")]
    InvalidBody(String),
    /// The application's owner may have deleted the emoji.
    #[error("Discord does not know an emoji of the body")]
    UnknownEmoji,
    /// Discord refused the request for another reason.
    #[error("Discord refused with status {status} and code {code}")]
    Refused {
        status: u16,
        /// Discord's error code, or 0 if missing.
        code: u64,
        /// Discord's error message, or empty if missing.
        words: String,
    },
    /// For example, responses were lost, had a 5xx status or could not be read. The request may have taken effect.
    #[error("Discord did not answer")]
    OutcomeUnknown,
    /// The request did not get through in time, for example because of rate limits, the circuit breaker or a
    /// missing lease.
    #[error("rate limits last longer than the request may wait")]
    DeadlineExceeded,
}

impl RequestError {
    pub fn from_response(status: StatusCode, body: &Value) -> Self {
        let code = body.get("code").and_then(Value::as_u64).unwrap_or(0);
        match code {
            10_062 => Self::UnknownInteraction,
            40_060 => Self::AlreadyAnswered,
            50_027 | 10_015 => Self::TokenExpired,
            10_008 => Self::UnknownMessage,
            10_003 => Self::ChannelGone,
            50_001 => Self::MissingAccess,
            50_013 => Self::MissingPermissions,
            50_007 | 50_278 => Self::NoDirectMessages,
            50_083 => Self::ThreadArchived,
            160_005 => Self::ThreadLocked,
            30_046 => Self::TooManyEdits,
            50_035 | 50_006 | 50_109 => {
                let errors = body.get("errors").unwrap_or(&Value::Null);
                let fields = invalid_fields(errors);
                if !fields.is_empty() && fields.iter().all(|one| one.ends_with("_INVALID_EMOJI")) {
                    return Self::UnknownEmoji;
                }
                Self::InvalidBody(fields.join(", "))
            }
            _ => Self::Refused {
                status: status.as_u16(),
                code,
                words: (body.get("message").and_then(Value::as_str))
                    .unwrap_or_default()
                    .to_owned(),
            },
        }
    }

    /// Converts this error to the reason why the table cannot write messages.
    pub(crate) fn write_refusal(&self) -> WriteRefusal {
        let code = |code: u64| u32::try_from(code).unwrap_or_default();
        match self {
            Self::MissingAccess => WriteRefusal::NoAccess,
            Self::MissingPermissions => WriteRefusal::MissingPermission,
            Self::ThreadLocked | Self::ThreadArchived => WriteRefusal::ThreadLocked,
            Self::ChannelPaused => WriteRefusal::Unknown,
            Self::Refused { words, status, .. } if words.is_empty() => {
                WriteRefusal::other(u32::from(*status), "HTTP")
            }
            Self::Refused {
                words, code: own, ..
            } => WriteRefusal::other(code(*own), words),
            Self::InvalidBody(_) => WriteRefusal::other(50_035, "Invalid Form Body"),
            other => WriteRefusal::other(0, &other.to_string()),
        }
    }
}

/// Returns the invalid fields and their errors, for example `components.0.label: BASE_TYPE_BAD_LENGTH`. Omits the
/// refused values, which may come from a player.
fn invalid_fields(errors: &Value) -> Vec<String> {
    let Some(fields) = errors.as_object() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, inner) in fields {
        match (name.as_str(), inner.as_array()) {
            ("_errors", Some(list)) => {
                found.extend(
                    list.iter()
                        .filter_map(|error| error.get("code")?.as_str())
                        .map(|code| format!(": {code}")),
                );
            }
            _ => found.extend(invalid_fields(inner).into_iter().map(|rest| {
                match rest.strip_prefix(": ") {
                    Some(_) => format!("{name}{rest}"),
                    None => format!("{name}.{rest}"),
                }
            })),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_code_of_discord_is_the_error_that_the_sender_can_do_something_about() {
        let refused = |code| RequestError::Refused {
            status: 403,
            code,
            words: String::new(),
        };
        for (code, expected) in [
            (10_062, RequestError::UnknownInteraction),
            (40_060, RequestError::AlreadyAnswered),
            (50_027, RequestError::TokenExpired),
            (10_015, RequestError::TokenExpired),
            (10_008, RequestError::UnknownMessage),
            (10_003, RequestError::ChannelGone),
            (50_001, RequestError::MissingAccess),
            (50_013, RequestError::MissingPermissions),
            (50_007, RequestError::NoDirectMessages),
            (50_278, RequestError::NoDirectMessages),
            (50_083, RequestError::ThreadArchived),
            (160_005, RequestError::ThreadLocked),
            (30_046, RequestError::TooManyEdits),
            (40_005, refused(40_005)),
        ] {
            let error =
                RequestError::from_response(StatusCode::FORBIDDEN, &json!({ "code": code }));
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn an_invalid_body_is_reported_with_the_fields_that_discord_names() {
        let body = json!({
            "code": 50035,
            "errors": { "components": { "0": { "label": {
                "_errors": [{ "code": "BASE_TYPE_BAD_LENGTH", "message": "Must be 80 or fewer" }],
            } } } },
        });
        let error = RequestError::from_response(StatusCode::BAD_REQUEST, &body);
        assert_eq!(
            error,
            RequestError::InvalidBody("components.0.label: BASE_TYPE_BAD_LENGTH".to_owned())
        );
    }

    #[test]
    fn a_body_is_refused_for_its_emojis_only_if_nothing_else_is_wrong() {
        let refused = |codes: &[&str]| {
            let fields: serde_json::Map<_, _> = codes
                .iter()
                .enumerate()
                .map(|(index, code)| {
                    let error = json!({ "emoji": { "id": { "_errors": [{ "code": code }] } } });
                    (index.to_string(), error)
                })
                .collect();
            let body = json!({ "code": 50035, "errors": { "components": fields } });
            RequestError::from_response(StatusCode::BAD_REQUEST, &body)
        };
        let emoji = "BUTTON_COMPONENT_INVALID_EMOJI";
        assert_eq!(refused(&[emoji, emoji]), RequestError::UnknownEmoji);
        for codes in [&[emoji, "BASE_TYPE_REQUIRED"][..], &[]] {
            assert!(
                matches!(refused(codes), RequestError::InvalidBody(_)),
                "{codes:?}"
            );
        }
    }

    #[test]
    fn a_refusal_without_a_body_keeps_its_status() {
        let error = RequestError::from_response(StatusCode::FORBIDDEN, &Value::Null);
        let (status, code, words) = (403, 0, String::new());
        assert_eq!(
            error,
            RequestError::Refused {
                status,
                code,
                words
            }
        );
    }
}
