//! How much one person may ask for: a bucket of actions that fills again with time. It stands
//! before the tables, so that nobody can drown one.

use std::time::Duration;

use dashmap::DashMap;
use table::ids::UserId;
use tokio::time::Instant;

/// People beyond this many are looked through for full buckets, which need not be kept.
const SWEEP_ABOVE: usize = 10_000;

/// The buckets of everybody who has asked for something lately.
pub struct Budget {
    at_once: f64,
    per_second: f64,
    buckets: DashMap<UserId, Bucket>,
}

#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    seen: Instant,
}

impl Budget {
    /// Buckets of so many actions that fill by so many a second.
    pub fn new(at_once: usize, per_second: usize) -> Self {
        // Both are at most a thousand, which a double holds exactly.
        Self {
            at_once: at_once as f64,
            per_second: per_second as f64,
            buckets: DashMap::new(),
        }
    }

    /// Takes one action out of a person's bucket; false if it is empty.
    pub fn take(&self, user: UserId, now: Instant) -> bool {
        if self.buckets.len() > SWEEP_ABOVE {
            let full = Duration::from_secs_f64(self.at_once / self.per_second);
            self.buckets
                .retain(|_, bucket| now.saturating_duration_since(bucket.seen) < full);
        }
        let mut bucket = self.buckets.entry(user).or_insert(Bucket {
            left: self.at_once,
            seen: now,
        });
        let passed = now.saturating_duration_since(bucket.seen).as_secs_f64();
        bucket.left = (bucket.left + passed * self.per_second).min(self.at_once);
        bucket.seen = now;
        let enough = bucket.left >= 1.0;
        if enough {
            bucket.left -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: UserId = UserId(1);

    #[test]
    fn a_burst_is_granted_and_then_no_more_until_time_passes() {
        let (budget, now) = (Budget::new(3, 2), Instant::now());
        assert!((0..3).all(|_| budget.take(USER, now)));
        assert!(!budget.take(USER, now));
        let later = now + Duration::from_millis(500);
        assert!(budget.take(USER, later));
        assert!(!budget.take(USER, later));
    }

    #[test]
    fn one_persons_haste_costs_nobody_else() {
        let (budget, now) = (Budget::new(1, 1), Instant::now());
        assert!(budget.take(USER, now));
        assert!(!budget.take(USER, now));
        assert!(budget.take(UserId(2), now));
    }
}
