//! The sandbox's report on one click or command.

use serde_json::Value;
use table::ids::InteractionId;

use crate::virtual_user::component::is_private;
use crate::virtual_user::view::text_of;

/// The callback type `DEFERRED_UPDATE_MESSAGE`: the bot only acknowledges a click. The sandbox then reports the clicked
/// message, although the answer did not change it.
const ACKNOWLEDGED: i64 = 6;

/// The result of a click or a command, as seen by the person.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The sandbox sent nothing to the bot: for example, the person can no longer see or use the control.
    NotSent {
        /// The sandbox's explanation.
        reason: String,
    },
    /// The bot did not answer within the three seconds that Discord allows.
    Unanswered {
        /// The id under which the bot received the interaction.
        interaction: InteractionId,
    },
    /// The bot answered in time.
    Answered {
        interaction: InteractionId,
        /// The message that the answer posted or changed; null if it did neither.
        message: Value,
    },
}

impl Outcome {
    /// Reads the sandbox's JSON; `None` if it is neither an interaction nor an error.
    pub(crate) fn read(body: &Value) -> Option<Self> {
        if let Some(reason) = body["error"].as_str() {
            return Some(Self::NotSent {
                reason: reason.to_owned(),
            });
        }
        let interaction = body["interaction_id"].as_str()?.parse().ok()?;
        Some(if body["answered"] == Value::Bool(true) {
            Self::Answered {
                interaction,
                message: if body["callback_type"] == ACKNOWLEDGED {
                    Value::Null
                } else {
                    body["message"].clone()
                },
            }
        } else {
            Self::Unanswered { interaction }
        })
    }

    /// Returns the id of the interaction; `None` if it was not sent.
    pub fn interaction(&self) -> Option<InteractionId> {
        match self {
            Self::NotSent { .. } => None,
            Self::Unanswered { interaction } | Self::Answered { interaction, .. } => {
                Some(*interaction)
            }
        }
    }

    pub fn is_answered(&self) -> bool {
        matches!(self, Self::Answered { .. })
    }

    /// Returns true if the sandbox sent the interaction to the bot, answered or not.
    pub fn is_sent(&self) -> bool {
        self.interaction().is_some()
    }

    /// Returns the message that the answer posted or changed; null if there is none, for example because a click was
    /// only acknowledged.
    pub fn message(&self) -> &Value {
        match self {
            Self::Answered { message, .. } => message,
            Self::NotSent { .. } | Self::Unanswered { .. } => &Value::Null,
        }
    }

    pub fn text(&self) -> String {
        text_of(self.message())
    }

    /// Returns true if only this person can see [`Self::message`].
    pub fn is_private(&self) -> bool {
        is_private(self.message())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_click_that_is_only_acknowledged_has_no_message() {
        let answer = |callback: i64| {
            let message = json!({"id": "2", "flags": 64});
            let body = json!({
                "interaction_id": "1", "answered": true, "callback_type": callback, "message": message,
            });
            Outcome::read(&body).expect("an outcome")
        };
        let (acknowledged, updated) = (answer(6), answer(7));
        assert!(acknowledged.is_answered() && acknowledged.message().is_null());
        assert!(!acknowledged.is_private() && updated.is_private());
    }
}
