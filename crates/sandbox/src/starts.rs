//! How many sessions may begin in a day. Whoever begins more loses his token.

use serde_json::{Value, json};

/// Sessions a day, where nothing else is said.
const TOTAL: u32 = 1000;
/// Milliseconds of a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The sessions that may still begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts {
    total: u32,
    left: u32,
    /// When they are counted anew; a day after the first one that counts, if it is not known yet.
    resets_at_ms: Option<u64>,
}

impl Default for Starts {
    fn default() -> Self {
        Self {
            total: TOTAL,
            left: TOTAL,
            resets_at_ms: None,
        }
    }
}

impl Starts {
    /// So many of so many are left until then.
    pub(crate) fn new(total: u32, left: u32, resets_at_ms: u64) -> Self {
        Self {
            total,
            left,
            resets_at_ms: Some(resets_at_ms),
        }
    }

    /// Counts a session that begins; whether it may.
    pub(crate) fn take(&mut self, now: u64) -> bool {
        self.renew(now);
        self.resets_at_ms.get_or_insert(now + DAY_MS);
        let may = self.left > 0;
        self.left = self.left.saturating_sub(1);
        may
    }

    fn renew(&mut self, now: u64) {
        if self.resets_at_ms.is_some_and(|at| at <= now) {
            self.left = self.total;
            self.resets_at_ms = None;
        }
    }

    /// What Discord tells of it.
    pub(crate) fn to_json(self, now: u64) -> Value {
        let mut starts = self;
        starts.renew(now);
        json!({
            "total": starts.total,
            "remaining": starts.left,
            "reset_after": starts.resets_at_ms.map_or(DAY_MS, |at| at - now),
            "max_concurrency": 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_sessions_begin_than_are_left_until_they_are_counted_anew() {
        let mut starts = Starts::new(3, 1, 500);
        assert!(starts.take(100));
        assert!(!starts.take(200));
        assert_eq!(starts.to_json(200)["reset_after"], 300);
        assert_eq!(starts.to_json(500)["remaining"], 3);
        assert!(starts.take(500));
        assert_eq!(starts.to_json(500)["remaining"], 2);
    }
}
