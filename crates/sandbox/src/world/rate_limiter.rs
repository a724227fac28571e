//! Rate limits: a fixed window per bucket, and a global one.

use std::collections::HashMap;

use crate::api_error::{ApiError, RateLimitScope, to_seconds};
use crate::config::{RateLimit, RateLimits};

/// A group of calls that share one rate limit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bucket {
    /// New messages in a channel.
    CreateMessage(String),
    /// Edits of messages in a channel.
    EditMessage(String),
    /// Calls with an interaction's token.
    InteractionToken(String),
    /// First responses to interactions. Not limited, since each interaction allows one.
    Callback,
    /// Any other route, with the id of its channel or server.
    Other(&'static str, String),
}

/// The state of a bucket, for the headers of a response.
#[derive(Clone, Debug)]
pub(crate) struct BucketState {
    limit: u32,
    remaining: u32,
    resets_at_ms: u64,
    resets_after_ms: u64,
    name: String,
}

/// The result of counting a call.
#[derive(Debug, Default)]
pub(crate) struct LimitCheck {
    /// The state to report to the client; `None` for buckets without headers.
    pub(crate) state: Option<BucketState>,
    /// The 429, if the bucket's or the global limit is exceeded.
    pub(crate) error: Option<ApiError>,
}

#[derive(Clone, Copy, Debug)]
struct WindowCount {
    used: u32,
    resets_at_ms: u64,
}

/// Counts calls per bucket and refuses those above the limits.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    limits: Option<RateLimits>,
    counts: HashMap<Bucket, WindowCount>,
    global: Option<WindowCount>,
}

impl RateLimiter {
    pub(crate) fn new(limits: Option<RateLimits>) -> Self {
        Self {
            limits,
            counts: HashMap::new(),
            global: None,
        }
    }

    /// Returns the configured limits; `None` if rate limiting is off.
    pub(crate) fn limits(&self) -> Option<RateLimits> {
        self.limits
    }

    /// Counts a call at `now`, in milliseconds since 1970.
    pub(crate) fn count_call(&mut self, bucket: &Bucket, now: u64) -> LimitCheck {
        let Some(limits) = self.limits else {
            return LimitCheck::default();
        };
        if let Some(error) = self.count_global(bucket, limits.global, now) {
            return LimitCheck {
                state: None,
                error: Some(error),
            };
        }
        let Some(limit) = bucket.limit(&limits) else {
            return LimitCheck::default();
        };
        self.drop_expired(now);
        let (count, is_within_limit) =
            count_in_window(self.counts.get(bucket).copied(), limit, now);
        self.counts.insert(bucket.clone(), count);
        let state = bucket.state(limit, count, now);
        let wait = count.resets_at_ms - now;
        LimitCheck {
            state: Some(state).filter(|_| !bucket.belongs_to_interaction()),
            error: (!is_within_limit).then(|| ApiError::rate_limited(wait, RateLimitScope::User)),
        }
    }

    fn count_global(&mut self, bucket: &Bucket, limit: RateLimit, now: u64) -> Option<ApiError> {
        if bucket.belongs_to_interaction() {
            return None;
        }
        let (count, is_within_limit) = count_in_window(self.global, limit, now);
        self.global = Some(count);
        let wait = count.resets_at_ms - now;
        (!is_within_limit).then(|| ApiError::rate_limited(wait, RateLimitScope::Global))
    }

    fn drop_expired(&mut self, now: u64) {
        if self.counts.len() > 1000 {
            self.counts.retain(|_, count| count.resets_at_ms > now);
        }
    }
}

fn count_in_window(known: Option<WindowCount>, limit: RateLimit, now: u64) -> (WindowCount, bool) {
    let mut count = known
        .filter(|count| count.resets_at_ms > now)
        .unwrap_or(WindowCount {
            used: 0,
            resets_at_ms: now + limit.milliseconds,
        });
    let is_within_limit = count.used < limit.calls;
    if is_within_limit {
        count.used += 1;
    }
    (count, is_within_limit)
}

impl Bucket {
    fn belongs_to_interaction(&self) -> bool {
        matches!(self, Self::InteractionToken(_) | Self::Callback)
    }

    fn limit(&self, limits: &RateLimits) -> Option<RateLimit> {
        match self {
            Self::CreateMessage(_) => Some(limits.create_message),
            Self::EditMessage(_) => Some(limits.edit_message),
            Self::InteractionToken(_) => Some(limits.interaction_token),
            Self::Callback => None,
            Self::Other(..) => Some(limits.other),
        }
    }

    /// Returns an opaque name. Like Discord's, it is the same for all channels of a route.
    fn name(&self) -> String {
        let route = match self {
            Self::CreateMessage(_) => "create-message",
            Self::EditMessage(_) => "edit-message",
            Self::InteractionToken(_) => "interaction-token",
            Self::Callback => "callback",
            Self::Other(route, _) => route,
        };
        let hash = route.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    fn state(&self, limit: RateLimit, count: WindowCount, now: u64) -> BucketState {
        BucketState {
            limit: limit.calls,
            remaining: limit.calls - count.used,
            resets_at_ms: count.resets_at_ms,
            resets_after_ms: count.resets_at_ms.saturating_sub(now),
            name: self.name(),
        }
    }
}

impl BucketState {
    pub(crate) fn headers(&self) -> Vec<(&'static str, String)> {
        vec![
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.remaining.to_string()),
            (
                "x-ratelimit-reset",
                format!("{:.3}", to_seconds(self.resets_at_ms)),
            ),
            (
                "x-ratelimit-reset-after",
                format!("{:.3}", to_seconds(self.resets_after_ms)),
            ),
            ("x-ratelimit-bucket", self.name.clone()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel() -> Bucket {
        Bucket::CreateMessage("1".to_owned())
    }

    #[test]
    fn the_sixth_message_in_five_seconds_is_rate_limited() {
        let mut limiter = RateLimiter::new(Some(RateLimits::default()));
        for _ in 0..5 {
            assert!(limiter.count_call(&channel(), 1000).error.is_none());
        }
        let error = limiter
            .count_call(&channel(), 2000)
            .error
            .expect("the window is full");
        assert_eq!(error.status, 429);
        assert_eq!(error.to_json()["retry_after"], 4.0);
        assert!(limiter.count_call(&channel(), 6000).error.is_none());
    }

    #[test]
    fn each_channel_has_its_own_window() {
        let mut limiter = RateLimiter::new(Some(RateLimits::default()));
        for _ in 0..5 {
            assert!(limiter.count_call(&channel(), 1000).error.is_none());
        }
        let other = Bucket::CreateMessage("2".to_owned());
        assert!(limiter.count_call(&other, 1000).error.is_none());
    }

    #[test]
    fn interactions_are_exempt_from_the_global_limit() {
        let mut limiter = RateLimiter::new(Some(RateLimits::default()));
        for number in 0..200 {
            let bucket = Bucket::InteractionToken(number.to_string());
            assert!(limiter.count_call(&bucket, 1000).error.is_none());
        }
        assert!(limiter.count_call(&channel(), 1000).error.is_none());
    }

    #[test]
    fn the_fifty_first_call_in_a_second_exceeds_the_global_limit() {
        let mut limiter = RateLimiter::new(Some(RateLimits::default()));
        for number in 0..50 {
            let bucket = Bucket::Other("route", number.to_string());
            assert!(limiter.count_call(&bucket, 1000).error.is_none());
        }
        let error = limiter
            .count_call(&channel(), 1000)
            .error
            .expect("fifty calls were made");
        assert_eq!(error.to_json()["global"], true);
    }
}
