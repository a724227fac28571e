//! Rate limits: a fixed window per bucket, a global window, and a sliding window for edits of old messages.

use std::collections::HashMap;

use axum::http::Method;

use super::World;
use crate::api_error::{ApiError, RateLimitScope};
use crate::format::to_seconds;
use crate::id::Id;

/// The age, in milliseconds, from which edits of a message have an additional rate limit.
const OLD_MESSAGE_MS: u64 = 60 * 60 * 1000;

#[derive(Clone, Copy, Debug)]
struct RateLimit {
    calls: u32,
    milliseconds: u64,
}

const fn limit(calls: u32, milliseconds: u64) -> RateLimit {
    RateLimit {
        calls,
        milliseconds,
    }
}

/// New messages and edits, each per channel.
const WRITES: RateLimit = limit(5, 5000);
/// Edits of messages over an hour old, per channel.
const OLD_EDITS: RateLimit = limit(3, 6000);
/// Calls with an interaction token, except first responses, per token.
const INTERACTION_TOKEN: RateLimit = limit(5, 2000);
/// Calls on any other route, per method, route, and channel or server.
const OTHER: RateLimit = limit(50, 1000);
/// All of the bot's calls, except calls with an interaction token.
const GLOBAL: RateLimit = limit(50, 1000);

/// A group of calls that share one rate limit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bucket {
    CreateMessage(Id),
    EditMessage(Id),
    InteractionToken(String),
    /// First responses to interactions. Not limited, because each interaction allows only one.
    Callback,
    Other(Method, String, Option<Id>),
}

#[derive(Debug, Default)]
pub(crate) struct LimitCheck {
    /// The headers that report the bucket's state, if any.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// The 429, if the bucket's or the global limit is exceeded.
    pub(crate) error: Option<ApiError>,
}

#[derive(Clone, Copy, Debug)]
struct WindowCount {
    used: u32,
    resets_at_ms: u64,
}

#[derive(Debug)]
pub(crate) struct RateLimiter {
    is_on: bool,
    counts: HashMap<Bucket, WindowCount>,
    global: Option<WindowCount>,
}

impl RateLimiter {
    pub(crate) fn new(is_on: bool) -> Self {
        Self {
            is_on,
            counts: HashMap::new(),
            global: None,
        }
    }

    fn count_call(&mut self, bucket: &Bucket, now: u64) -> LimitCheck {
        let is_limited_globally = !bucket.belongs_to_interaction();
        if is_limited_globally && let Err(wait) = count_in_window(&mut self.global, GLOBAL, now) {
            return LimitCheck {
                headers: Vec::new(),
                error: Some(ApiError::rate_limited(wait, RateLimitScope::Global)),
            };
        }
        let Some(limit) = bucket.limit() else {
            return LimitCheck::default();
        };
        if self.counts.len() > 1000 {
            self.counts.retain(|_, count| count.resets_at_ms > now);
        }
        let mut count = self.counts.get(bucket).copied();
        let counted = count_in_window(&mut count, limit, now);
        let headers = match count.filter(|_| is_limited_globally) {
            Some(count) => bucket.headers(limit, count, now),
            None => Vec::new(),
        };
        self.counts
            .extend(count.map(|count| (bucket.clone(), count)));
        let exceeded = |wait| ApiError::rate_limited(wait, RateLimitScope::User);
        LimitCheck {
            headers,
            error: counted.err().map(exceeded),
        }
    }
}

/// Counts a call in its window. If the window is full, the error is the number of milliseconds to wait.
fn count_in_window(
    window: &mut Option<WindowCount>,
    limit: RateLimit,
    now: u64,
) -> Result<(), u64> {
    let mut count = window
        .filter(|count| count.resets_at_ms > now)
        .unwrap_or(WindowCount {
            used: 0,
            resets_at_ms: now + limit.milliseconds,
        });
    let is_full = count.used >= limit.calls;
    count.used += u32::from(!is_full);
    *window = Some(count);
    if is_full {
        Err(count.resets_at_ms - now)
    } else {
        Ok(())
    }
}

impl Bucket {
    fn belongs_to_interaction(&self) -> bool {
        matches!(self, Self::InteractionToken(_) | Self::Callback)
    }

    fn limit(&self) -> Option<RateLimit> {
        match self {
            Self::CreateMessage(_) | Self::EditMessage(_) => Some(WRITES),
            Self::InteractionToken(_) => Some(INTERACTION_TOKEN),
            Self::Callback => None,
            Self::Other(..) => Some(OTHER),
        }
    }

    /// Returns an opaque name. Like Discord's, the name is the same for all channels of a route.
    fn name(&self) -> String {
        let route = match self {
            Self::CreateMessage(_) => "create-message",
            Self::EditMessage(_) => "edit-message",
            Self::InteractionToken(_) => "interaction-token",
            Self::Callback => "callback",
            Self::Other(_, route, _) => route,
        };
        let hash = route.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    fn headers(
        &self,
        limit: RateLimit,
        count: WindowCount,
        now: u64,
    ) -> Vec<(&'static str, String)> {
        let seconds = |milliseconds| format!("{:.3}", to_seconds(milliseconds));
        vec![
            ("x-ratelimit-limit", limit.calls.to_string()),
            (
                "x-ratelimit-remaining",
                (limit.calls - count.used).to_string(),
            ),
            ("x-ratelimit-reset", seconds(count.resets_at_ms)),
            ("x-ratelimit-reset-after", seconds(count.resets_at_ms - now)),
            ("x-ratelimit-bucket", self.name()),
        ]
    }
}

impl World {
    /// Counts a call in a bucket. `bucket` is called only if rate limits are enabled.
    pub(crate) fn count_call(&mut self, bucket: impl FnOnce() -> Bucket) -> LimitCheck {
        if self.rate_limiter.is_on {
            self.rate_limiter.count_call(&bucket(), self.now())
        } else {
            LimitCheck::default()
        }
    }

    /// Counts an edit of a message that was created at `created_ms`, if the message is over an hour old.
    ///
    /// # Errors
    /// Returns 30046 if the channel has had too many such edits recently, or 10003 if the channel does not exist.
    pub(crate) fn count_edit(&mut self, channel: Id, created_ms: u64) -> Result<(), ApiError> {
        let now = self.now();
        if !self.rate_limiter.is_on || now < created_ms + OLD_MESSAGE_MS {
            return Ok(());
        }
        let channel = self.channels.get_mut(&channel);
        let edits = &mut channel.ok_or(ApiError::UNKNOWN_CHANNEL)?.old_edits;
        edits.retain(|at| now < at + OLD_EDITS.milliseconds);
        match edits.front() {
            Some(oldest) if edits.len() >= OLD_EDITS.calls as usize => {
                let wait = (oldest + OLD_EDITS.milliseconds).saturating_sub(now);
                Err(ApiError::old_message_edits(wait))
            }
            _ => {
                edits.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel() -> Bucket {
        Bucket::CreateMessage(Id::new(1).expect("an id"))
    }

    #[test]
    fn each_channel_has_its_own_window() {
        let mut limiter = RateLimiter::new(true);
        for number in 0..6 {
            let refused = limiter.count_call(&channel(), 1000).error;
            assert_eq!(refused.is_some(), number == 5);
        }
        let other = Bucket::CreateMessage(Id::new(2).expect("an id"));
        assert!(limiter.count_call(&other, 1000).error.is_none());
    }

    #[test]
    fn interactions_are_exempt_from_the_global_limit() {
        let mut limiter = RateLimiter::new(true);
        for number in 0..200 {
            let bucket = Bucket::InteractionToken(number.to_string());
            assert!(limiter.count_call(&bucket, 1000).error.is_none());
        }
        assert!(limiter.count_call(&channel(), 1000).error.is_none());
    }

    #[test]
    fn the_fifty_first_call_in_a_second_exceeds_the_global_limit() {
        let mut limiter = RateLimiter::new(true);
        for number in 0..50 {
            let bucket = Bucket::Other(Method::GET, "route".to_owned(), Id::new(number));
            assert!(limiter.count_call(&bucket, 1000).error.is_none());
        }
        let error = limiter
            .count_call(&channel(), 1000)
            .error
            .expect("fifty calls were made");
        assert_eq!(error.to_json()["global"], true);
    }
}
