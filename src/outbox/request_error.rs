//! What can become of a request that Discord did not grant, told apart by what is to be done.

use reqwest::StatusCode;
use serde_json::Value;

/// Why a request came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// The interaction is unknown: answered too late, or elsewhere.
    #[error("the interaction is no longer known")]
    UnknownInteraction,
    /// The interaction has been answered already.
    #[error("the interaction has been answered already")]
    AlreadyAnswered,
    /// The interaction's token is no longer good.
    #[error("the interaction's token is no longer good")]
    TokenExpired,
    /// The message is gone.
    #[error("the message is gone")]
    UnknownMessage,
    /// The channel is gone.
    #[error("the channel is gone")]
    ChannelGone,
    /// The bot may not see the channel, or not write there.
    #[error("the bot may not write there")]
    NotAllowed,
    /// The thread is archived or locked.
    #[error("the thread is archived or locked")]
    ThreadClosed,
    /// The message is too old for so many edits.
    #[error("the message is too old for so many edits")]
    TooManyEdits,
    /// Discord does not understand the body: a mistake of ours.
    #[error("Discord refused the body: {0}")]
    Malformed(String),
    /// Discord said no for another reason.
    #[error("Discord refused with status {status} and code {code}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's own code, 0 if it named none.
        code: u64,
    },
    /// No answer, or one of a server in trouble, twice. Whether it took effect is unknown.
    #[error("Discord did not answer")]
    Unreachable,
    /// Discord asked for more patience than the request has.
    #[error("Discord asked to wait for longer than it makes sense")]
    TooSlow,
}

impl Failure {
    /// Reads a refusal's status and body.
    pub(crate) fn read(status: StatusCode, body: &Value) -> Self {
        let code = body.get("code").and_then(Value::as_u64).unwrap_or(0);
        match code {
            10_062 => Self::UnknownInteraction,
            40_060 => Self::AlreadyAnswered,
            50_027 | 10_015 => Self::TokenExpired,
            10_008 => Self::UnknownMessage,
            10_003 => Self::ChannelGone,
            50_001 | 50_013 => Self::NotAllowed,
            50_083 | 160_005 => Self::ThreadClosed,
            30_046 => Self::TooManyEdits,
            50_035 | 50_006 | 50_109 => {
                Self::Malformed(paths(body.get("errors").unwrap_or(&Value::Null)).join(", "))
            }
            _ => Self::Refused {
                status: status.as_u16(),
                code,
            },
        }
    }
}

/// The places that a refusal names, as `components.0.label: BASE_TYPE_BAD_LENGTH`. Values that
/// were refused are left out, as they may be a player's.
fn paths(errors: &Value) -> Vec<String> {
    let Some(fields) = errors.as_object() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, inner) in fields {
        match (name.as_str(), inner.as_array()) {
            ("_errors", Some(list)) => {
                found.extend(
                    list.iter()
                        .filter_map(|one| one.get("code")?.as_str())
                        .map(|code| format!(": {code}")),
                );
            }
            _ => found.extend(
                paths(inner)
                    .into_iter()
                    .map(|rest| match rest.strip_prefix(": ") {
                        Some(_) => format!("{name}{rest}"),
                        None => format!("{name}.{rest}"),
                    }),
            ),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_refused_body_is_told_by_the_places_that_discord_names() {
        let body = json!({
            "code": 50035,
            "errors": { "components": { "0": { "label": {
                "_errors": [{ "code": "BASE_TYPE_BAD_LENGTH", "message": "Must be 80 or fewer" }],
            } } } },
        });
        let told = Failure::read(StatusCode::BAD_REQUEST, &body);
        assert_eq!(
            told,
            Failure::Malformed("components.0.label: BASE_TYPE_BAD_LENGTH".to_owned())
        );
    }

    #[test]
    fn a_refusal_without_a_body_keeps_its_status() {
        let told = Failure::read(StatusCode::FORBIDDEN, &Value::Null);
        assert_eq!(
            told,
            Failure::Refused {
                status: 403,
                code: 0
            }
        );
    }
}
