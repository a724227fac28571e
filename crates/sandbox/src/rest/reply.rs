//! The world's reply to a REST call.

use serde_json::Value;

use crate::api_error::{ApiError, to_seconds};
use crate::world::BucketState;

/// A success, before it becomes a reply.
#[derive(Debug)]
pub(crate) struct Success {
    pub(crate) status: u16,
    pub(crate) body: Option<Value>,
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

/// The result of a call: a success or Discord's error, and the state of its rate limit.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) result: Result<Success, ApiError>,
    pub(crate) bucket: Option<BucketState>,
}

impl Outcome {
    /// Returns an outcome that no rate limit has counted.
    pub(crate) fn new(result: Result<Success, ApiError>) -> Self {
        Self {
            result,
            bucket: None,
        }
    }

    /// Returns the reply as the bot receives it, and keeps the outcome without the body of a success.
    pub(crate) fn take_reply(&mut self) -> Reply {
        let headers = self.headers();
        let (status, body) = match &mut self.result {
            Ok(success) => (success.status, success.body.take()),
            Err(error) => (error.status, Some(error.to_json())),
        };
        Reply {
            status,
            headers,
            body,
        }
    }

    fn headers(&self) -> Vec<(&'static str, String)> {
        let bucket = self.bucket.as_ref();
        let mut headers = bucket.map(BucketState::headers).unwrap_or_default();
        let retry_after = self.result.as_ref().err();
        if let Some(retry_after) = retry_after.and_then(|error| error.retry_after) {
            let scope = retry_after.scope.name();
            let seconds = to_seconds(retry_after.milliseconds).ceil();
            headers.push(("retry-after", format!("{seconds:.0}")));
            headers.push(("x-ratelimit-scope", scope.to_owned()));
            if scope == "global" {
                headers.push(("x-ratelimit-global", "true".to_owned()));
            }
        }
        headers
    }
}

/// The reply to a REST call.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The headers of rate limits; none without rate limits.
    pub headers: Vec<(&'static str, String)>,
    /// The body; `None` for a reply without one, such as a 204.
    pub body: Option<Value>,
}

impl Reply {
    /// Returns Discord's error code; 0 for a success.
    #[must_use]
    pub fn code(&self) -> u64 {
        let code = self.body.as_ref().map(|body| &body["code"]);
        code.and_then(Value::as_u64).unwrap_or_default()
    }
}
