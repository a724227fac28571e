//! The answer to a control call that cannot be carried out.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::people::ActionError;

/// The answer to a control call that cannot be carried out: a status and a reason.
#[derive(Debug)]
pub(crate) struct ControlError(ActionError);

impl ControlError {
    /// 400: the request makes no sense.
    pub(super) fn bad(reason: impl Into<String>) -> Self {
        Self(ActionError::invalid(reason))
    }

    /// 404: there is no such object.
    pub(super) fn missing(object: &'static str) -> Self {
        Self(ActionError::Unknown(object))
    }
}

impl From<ActionError> for ControlError {
    fn from(error: ActionError) -> Self {
        Self(error)
    }
}

impl IntoResponse for ControlError {
    fn into_response(self) -> Response {
        let status = match &self.0 {
            ActionError::Invalid(_) => StatusCode::BAD_REQUEST,
            ActionError::Unknown(_) => StatusCode::NOT_FOUND,
            ActionError::Refused(_) => StatusCode::CONFLICT,
        };
        (status, Json(json!({"error": self.0.to_string()}))).into_response()
    }
}
