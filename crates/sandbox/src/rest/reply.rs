//! The reply to a REST call: its status, body and rate limit headers.

use serde_json::Value;

use crate::api_error::{ApiError, RateLimitScope};
use crate::format::to_seconds;

#[derive(Debug)]
pub(crate) struct Success {
    status: u16,
    body: Option<Value>,
}

impl Success {
    pub(super) fn ok(body: Value) -> Self {
        Self {
            status: 200,
            body: Some(body),
        }
    }

    pub(super) fn created(body: Value) -> Self {
        Self {
            status: 201,
            body: Some(body),
        }
    }

    pub(crate) fn empty() -> Self {
        Self {
            status: 204,
            body: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub status: u16,
    /// The rate limit headers, if any.
    pub headers: Vec<(&'static str, String)>,
    pub body: Option<Value>,
    pub(crate) error: Option<ApiError>,
}

impl Reply {
    /// Creates a reply whose only rate limit headers are those of its error.
    pub(crate) fn new(result: Result<Success, ApiError>) -> Self {
        match result {
            Ok(Success { status, body }) => Self {
                status,
                headers: Vec::new(),
                body,
                error: None,
            },
            Err(error) => Self {
                status: error.status,
                headers: retry_headers(&error),
                body: Some(error.to_json()),
                error: Some(error),
            },
        }
    }

    /// Returns Discord's error code; 0 for a success, and for errors without a specific code.
    pub fn code(&self) -> u64 {
        self.error.as_ref().map_or(0, |error| error.code)
    }
}

fn retry_headers(error: &ApiError) -> Vec<(&'static str, String)> {
    let Some((milliseconds, scope)) = error.retry_after else {
        return Vec::new();
    };
    let seconds = to_seconds(milliseconds).ceil();
    let mut headers = vec![
        ("retry-after", format!("{seconds:.0}")),
        ("x-ratelimit-scope", scope.name().to_owned()),
    ];
    if scope == RateLimitScope::Global {
        headers.push(("x-ratelimit-global", "true".to_owned()));
    }
    headers
}
