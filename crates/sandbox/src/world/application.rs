//! The settings of the bot's application, as set by its owner and Discord, and the number of sessions it
//! may start.

use serde_json::{Value, json};

const SESSIONS_PER_DAY: u32 = 1000;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

#[derive(Clone, Debug)]
pub(crate) struct ApplicationSettings {
    pub(crate) session_start_limit: SessionStartLimit,
    /// The number of buckets for session starts; a shard's bucket is its number modulo this.
    pub(crate) max_concurrency: u64,
    pub(crate) advised_shards: u64,
}

impl Default for ApplicationSettings {
    fn default() -> Self {
        Self {
            session_start_limit: SessionStartLimit {
                total: SESSIONS_PER_DAY,
                remaining: SESSIONS_PER_DAY,
                resets_at_ms: None,
            },
            max_concurrency: 1,
            advised_shards: 1,
        }
    }
}

impl ApplicationSettings {
    pub(crate) fn session_starts_json(&self, now: u64) -> Value {
        let mut limit = self.session_start_limit;
        limit.reset_if_due(now);
        json!({
            "total": limit.total,
            "remaining": limit.remaining,
            "reset_after": limit.resets_at_ms.map_or(DAY_MS, |at| at - now),
            "max_concurrency": self.max_concurrency,
        })
    }
}

/// The number of sessions that may still be started before the next reset. Discord revokes the token of a bot
/// that exceeds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionStartLimit {
    pub(crate) total: u32,
    pub(crate) remaining: u32,
    /// The next reset, in milliseconds since 1970; `None` before the first session of a period.
    pub(crate) resets_at_ms: Option<u64>,
}

impl SessionStartLimit {
    /// Counts a session start. Returns true if it is within the limit.
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
}
