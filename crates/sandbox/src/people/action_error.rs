//! The error of an action that a person cannot take.

/// The reason why a Discord client would not allow an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// The action makes no sense.
    #[error("{0}")]
    Invalid(String),
    /// There is no such object.
    #[error("there is no such {0}")]
    Unknown(&'static str),
    /// The action is not allowed now.
    #[error("{0}")]
    Refused(String),
}

impl ActionError {
    pub(crate) fn invalid(reason: impl Into<String>) -> Self {
        Self::Invalid(reason.into())
    }

    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }
}
