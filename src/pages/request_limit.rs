//! Limits how often one person may make an expensive request.

use std::collections::HashMap;
use std::time::Duration;

use table::ids::UserId;
use tokio::time::Instant;

/// The default minimum time between two requests by one person.
const INTERVAL: Duration = Duration::from_secs(60);
/// The maximum number of people whose last request is remembered. When it is reached, further people are
/// refused until some entries have expired.
const CAPACITY: usize = 10_000;

/// The time of each person's last request. Expired entries are removed only at [`CAPACITY`].
pub(crate) struct RequestLimit {
    interval: Duration,
    last: HashMap<UserId, Instant>,
}

impl Default for RequestLimit {
    fn default() -> Self {
        Self::every(INTERVAL)
    }
}

impl RequestLimit {
    pub(crate) fn every(interval: Duration) -> Self {
        let last = HashMap::new();
        Self { interval, last }
    }

    /// Counts the request and returns true, unless the person has to wait or too many people are remembered.
    pub(crate) fn try_take(&mut self, user: UserId, now: Instant) -> bool {
        let interval = self.interval;
        let is_recent = |last: &Instant| now < *last + interval;
        if self.last.len() >= CAPACITY {
            self.last.retain(|_, last| is_recent(last));
        }
        if self.last.get(&user).is_some_and(is_recent) || self.last.len() >= CAPACITY {
            return false;
        }
        self.last.insert(user, now);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_may_ask_once_a_minute_regardless_of_others() {
        let (mut limit, now) = (RequestLimit::default(), Instant::now());
        assert!(limit.try_take(UserId(1), now));
        assert!(!limit.try_take(UserId(1), now + INTERVAL / 2));
        assert!(limit.try_take(UserId(2), now));
        assert!(limit.try_take(UserId(1), now + INTERVAL));
    }

    #[test]
    fn the_number_of_remembered_people_is_bounded() {
        let (mut limit, now) = (RequestLimit::default(), Instant::now());
        for user in 0..CAPACITY as u64 {
            assert!(limit.try_take(UserId(user), now));
        }
        assert!(!limit.try_take(UserId(u64::MAX), now));
        assert!(limit.try_take(UserId(u64::MAX), now + INTERVAL));
        assert_eq!(limit.last.len(), 1);
    }
}
