//! The number of sessions that may start per day. Discord revokes the token of a bot that exceeds it.

use serde_json::{Value, json};

/// Default limit.
const SESSIONS_PER_DAY: u32 = 1000;
/// One day, in milliseconds.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The sessions that may still start until the next reset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionStartLimit {
    total: u32,
    remaining: u32,
    /// The next reset, in milliseconds since 1970; `None` before the first session of a period.
    resets_at_ms: Option<u64>,
    /// The number of buckets of shards; a bucket is a shard's number modulo this.
    max_concurrency: u64,
}

impl Default for SessionStartLimit {
    fn default() -> Self {
        Self {
            total: SESSIONS_PER_DAY,
            remaining: SESSIONS_PER_DAY,
            resets_at_ms: None,
            max_concurrency: 1,
        }
    }
}

impl SessionStartLimit {
    /// Creates a limit of which `remaining` sessions are left until `resets_at_ms`.
    pub(crate) fn new(total: u32, remaining: u32, resets_at_ms: u64) -> Self {
        Self {
            total,
            remaining,
            resets_at_ms: Some(resets_at_ms),
            max_concurrency: 1,
        }
    }

    pub(crate) fn with_max_concurrency(self, max_concurrency: u64) -> Self {
        Self {
            max_concurrency: max_concurrency.max(1),
            ..self
        }
    }

    pub(crate) fn max_concurrency(self) -> u64 {
        self.max_concurrency
    }

    /// Counts a session start and returns whether it is within the limit.
    pub(crate) fn try_consume(&mut self, now: u64) -> bool {
        self.reset_if_due(now);
        self.resets_at_ms.get_or_insert(now + DAY_MS);
        let allowed = self.remaining > 0;
        self.remaining = self.remaining.saturating_sub(1);
        allowed
    }

    fn reset_if_due(&mut self, now: u64) {
        if self.resets_at_ms.is_some_and(|at| at <= now) {
            self.remaining = self.total;
            self.resets_at_ms = None;
        }
    }

    pub(crate) fn to_json(self, now: u64) -> Value {
        let mut limit = self;
        limit.reset_if_due(now);
        json!({
            "total": limit.total,
            "remaining": limit.remaining,
            "reset_after": limit.resets_at_ms.map_or(DAY_MS, |at| at - now),
            "max_concurrency": limit.max_concurrency,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_session_starts_beyond_the_limit_until_the_limit_resets() {
        let mut limit = SessionStartLimit::new(3, 1, 500);
        assert!(limit.try_consume(100));
        assert!(!limit.try_consume(200));
        assert_eq!(limit.to_json(200)["reset_after"], 300);
        assert_eq!(limit.to_json(500)["remaining"], 3);
        assert!(limit.try_consume(500));
        assert_eq!(limit.to_json(500)["remaining"], 2);
    }
}
