//! Limits how much one person may ask for: a token bucket per person, which refills with time. It
//! is spent in [`crate::dispatcher`] before any other work for an interaction, so that one person
//! can flood neither a table nor the database.

use std::time::Duration;

use dashmap::DashMap;
use table::ids::UserId;
use tokio::time::Instant;

/// Above this many buckets, full ones are dropped: a new bucket starts full anyway.
const SWEEP_ABOVE: usize = 10_000;

/// The token buckets of everybody who has recently asked for something.
pub struct Budget {
    burst: f64,
    per_second: f64,
    buckets: DashMap<UserId, Bucket>,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    refilled_at: Instant,
}

impl Budget {
    /// Creates buckets that hold `burst` actions and refill by `per_second`, which is at least 1.
    pub fn new(burst: usize, per_second: usize) -> Self {
        // Both are at most a thousand, which a double holds exactly.
        Self {
            burst: burst as f64,
            per_second: per_second as f64,
            buckets: DashMap::new(),
        }
    }

    /// Takes one action out of a person's bucket. Returns false if the bucket is empty.
    pub fn try_take(&self, user: UserId, now: Instant) -> bool {
        if self.buckets.len() > SWEEP_ABOVE {
            let refill_time = Duration::from_secs_f64(self.burst / self.per_second);
            self.buckets.retain(|_, bucket| {
                now.saturating_duration_since(bucket.refilled_at) < refill_time
            });
        }
        let mut bucket = self.buckets.entry(user).or_insert(Bucket {
            tokens: self.burst,
            refilled_at: now,
        });
        let elapsed = now.saturating_duration_since(bucket.refilled_at);
        let refilled = bucket.tokens + elapsed.as_secs_f64() * self.per_second;
        bucket.tokens = refilled.min(self.burst);
        bucket.refilled_at = now;
        let granted = bucket.tokens >= 1.0;
        if granted {
            bucket.tokens -= 1.0;
        }
        granted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: UserId = UserId(1);

    #[test]
    fn a_burst_is_granted_and_then_nothing_until_the_bucket_refills() {
        let (budget, now) = (Budget::new(3, 2), Instant::now());
        assert!((0..3).all(|_| budget.try_take(USER, now)));
        assert!(!budget.try_take(USER, now));
        let later = now + Duration::from_millis(500);
        assert!(budget.try_take(USER, later));
        assert!(!budget.try_take(USER, later));
    }

    #[test]
    fn an_empty_bucket_limits_only_its_owner() {
        let (budget, now) = (Budget::new(1, 1), Instant::now());
        assert!(budget.try_take(USER, now));
        assert!(!budget.try_take(USER, now));
        assert!(budget.try_take(UserId(2), now));
    }
}
