//! Limits how often one person may act, with a token bucket per person. [`crate::pages`] checks the limit before it
//! serves an interaction, so that no one can flood a table or the database. A person who continues despite the refusals
//! gets no answers for a while, because each answer would cost a request. Each cluster counts separately.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dashmap::DashMap;
use table::ids::UserId;
use tokio::time::Instant;

/// Full buckets are dropped only if there are more buckets than this. Nothing is lost, because new buckets start full.
const SWEEP_ABOVE: usize = 10_000;
/// The number of refusals after which a person is ignored. A full bucket resets the count.
const MAX_REFUSALS: u32 = 10;
const IGNORED_FOR: Duration = Duration::from_secs(10);

/// The token buckets of the people who have recently clicked or sent a command.
pub struct ClickRateLimit {
    burst: f64,
    per_second: f64,
    buckets: DashMap<UserId, Bucket>,
    /// The number of buckets above which the next sweep takes place.
    sweep_above: AtomicUsize,
}

/// The decision about one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Granted,
    /// The person is asked to slow down.
    Refused,
    /// The person was asked to slow down often enough, and gets no answer.
    Ignored,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    refilled_at: Instant,
    /// The number of refusals since the bucket was last full or the person was last ignored.
    refusals: u32,
    ignored_until: Option<Instant>,
}

impl ClickRateLimit {
    /// Creates buckets that hold `burst` actions and are refilled at a rate of `per_second`, which is at
    /// least 1.
    pub fn new(burst: usize, per_second: usize) -> Self {
        // Both are at most a thousand, so a double represents them exactly.
        Self {
            burst: burst as f64,
            per_second: per_second as f64,
            buckets: DashMap::new(),
            sweep_above: AtomicUsize::new(SWEEP_ABOVE),
        }
    }

    /// Takes a token from a person's bucket, unless the person is being ignored. Without a token, refuses the request.
    pub fn take(&self, user: UserId, now: Instant) -> Verdict {
        self.sweep(now);
        let (burst, per_second) = (self.burst, self.per_second);
        let mut bucket = self.buckets.entry(user).or_insert(Bucket {
            tokens: burst,
            refilled_at: now,
            refusals: 0,
            ignored_until: None,
        });
        if bucket.ignored_until.is_some_and(|until| now < until) {
            return Verdict::Ignored;
        }
        bucket.refill(burst, per_second, now);
        bucket.take(now)
    }

    /// Drops full buckets if there are many. The next sweep is due once the remaining buckets have at least doubled in
    /// number, so that the cost per call stays low in a crowd.
    fn sweep(&self, now: Instant) {
        if self.buckets.len() <= self.sweep_above.load(Ordering::Relaxed) {
            return;
        }
        let refill_time = Duration::from_secs_f64(self.burst / self.per_second);
        let kept = refill_time.max(IGNORED_FOR);
        self.buckets
            .retain(|_, bucket| now.saturating_duration_since(bucket.refilled_at) < kept);
        let next = SWEEP_ABOVE.max(2 * self.buckets.len());
        self.sweep_above.store(next, Ordering::Relaxed);
    }
}

impl Bucket {
    fn refill(&mut self, burst: f64, per_second: f64, now: Instant) {
        let elapsed = now.saturating_duration_since(self.refilled_at);
        let refilled = self.tokens + elapsed.as_secs_f64() * per_second;
        self.tokens = refilled.min(burst);
        self.refilled_at = now;
        if refilled >= burst {
            self.refusals = 0;
        }
    }

    fn take(&mut self, now: Instant) -> Verdict {
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return Verdict::Granted;
        }
        self.refusals += 1;
        if self.refusals >= MAX_REFUSALS {
            self.refusals = 0;
            self.ignored_until = Some(now + IGNORED_FOR);
        }
        Verdict::Refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: UserId = UserId(1);

    fn takes(click_rate_limit: &ClickRateLimit, times: usize, now: Instant) -> Vec<Verdict> {
        (0..times)
            .map(|_| click_rate_limit.take(USER, now))
            .collect()
    }

    #[test]
    fn a_burst_is_granted_and_then_nothing_until_the_bucket_refills() {
        let (click_rate_limit, now) = (ClickRateLimit::new(3, 2), Instant::now());
        assert_eq!(takes(&click_rate_limit, 3, now), [Verdict::Granted; 3]);
        assert_eq!(click_rate_limit.take(USER, now), Verdict::Refused);
        let later = now + Duration::from_millis(500);
        assert_eq!(click_rate_limit.take(USER, later), Verdict::Granted);
        assert_eq!(click_rate_limit.take(USER, later), Verdict::Refused);
    }

    #[test]
    fn an_empty_bucket_limits_only_its_owner() {
        let (click_rate_limit, now) = (ClickRateLimit::new(1, 1), Instant::now());
        assert_eq!(click_rate_limit.take(USER, now), Verdict::Granted);
        assert_eq!(click_rate_limit.take(USER, now), Verdict::Refused);
        assert_eq!(click_rate_limit.take(UserId(2), now), Verdict::Granted);
    }

    #[test]
    fn a_person_who_continues_despite_refusals_gets_no_answer_for_ten_seconds() {
        let (click_rate_limit, now) = (ClickRateLimit::new(1, 1), Instant::now());
        assert_eq!(click_rate_limit.take(USER, now), Verdict::Granted);
        let refused = MAX_REFUSALS as usize;
        assert_eq!(
            takes(&click_rate_limit, refused, now),
            [Verdict::Refused; 10]
        );
        assert_eq!(
            takes(&click_rate_limit, 1_000, now),
            [Verdict::Ignored; 1_000]
        );
        let end = now + IGNORED_FOR;
        assert_eq!(
            click_rate_limit.take(USER, end - Duration::from_millis(1)),
            Verdict::Ignored
        );
        assert_eq!(click_rate_limit.take(USER, end), Verdict::Granted);
    }

    #[test]
    fn a_flood_of_an_hour_gets_few_answers() {
        let (click_rate_limit, start) = (ClickRateLimit::new(20, 5), Instant::now());
        let flood = (0..3_600 * 100).map(|number| start + Duration::from_millis(10 * number));
        let answered = flood.filter(|now| click_rate_limit.take(USER, *now) != Verdict::Ignored);
        // Each round of ten seconds has at most a full bucket of granted actions and ten refusals.
        let rounds = 3_600 / 10;
        assert!(answered.count() <= rounds * (20 + 10 + 2));
    }

    #[test]
    fn a_person_who_slows_down_is_never_ignored() {
        let (click_rate_limit, mut now) = (ClickRateLimit::new(2, 1), Instant::now());
        for _ in 0..100 {
            takes(&click_rate_limit, 4, now);
            now += Duration::from_secs(2);
            assert_eq!(click_rate_limit.take(USER, now), Verdict::Granted);
            now += Duration::from_secs(2);
        }
    }

    #[test]
    fn full_buckets_are_dropped_when_there_are_many() {
        let (click_rate_limit, now) = (ClickRateLimit::new(2, 1), Instant::now());
        for user in 0..=SWEEP_ABOVE as u64 {
            click_rate_limit.take(UserId(user), now);
        }
        click_rate_limit.take(USER, now + 2 * IGNORED_FOR);
        assert_eq!(click_rate_limit.buckets.len(), 1);
    }
}
