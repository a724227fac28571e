//! Discord bans an address for a while after ten thousand answers of 401, 403 or 429 within ten
//! minutes. This counts them, and says stop a long way before.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::StatusCode;
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::error;

/// How long Discord remembers.
const WINDOW: Duration = Duration::from_secs(600);
/// How many invalid answers within it are enough.
const MOST: usize = 1_000;

/// Counts invalid answers.
pub(super) struct Breaker {
    answers: Mutex<VecDeque<Instant>>,
    /// Nothing is sent before this.
    open_until: watch::Sender<Option<Instant>>,
}

impl Breaker {
    pub(super) fn new() -> Self {
        Self {
            answers: Mutex::default(),
            open_until: watch::Sender::new(None),
        }
    }

    /// Until when nothing may be sent, if that is so at this time.
    pub(super) fn open_until(&self, now: Instant) -> Option<Instant> {
        self.open_until.borrow().filter(|&until| now < until)
    }

    /// Told whenever it begins to say stop.
    pub(super) fn watch(&self) -> watch::Receiver<Option<Instant>> {
        self.open_until.subscribe()
    }

    /// Counts an answer, if it is one that Discord counts. A limit shared with other bots is not
    /// this one's fault, and Discord does not count it.
    pub(super) fn note(&self, status: StatusCode, shared: bool, now: Instant) {
        let refused = status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN;
        if !refused && (status != StatusCode::TOO_MANY_REQUESTS || shared) {
            return;
        }
        let mut answers = self.answers();
        while answers.front().is_some_and(|&at| at + WINDOW <= now) {
            answers.pop_front();
        }
        answers.push_back(now);
        if answers.len() >= MOST && self.open_until(now).is_none() {
            // Until half of them are forgotten, or the next one would say stop again.
            let until = answers[answers.len() / 2] + WINDOW;
            error!(
                pause_s = (until - now).as_secs(),
                "too many requests were refused; nothing is sent for a while"
            );
            self.open_until.send_replace(Some(until));
        }
    }

    fn answers(&self) -> MutexGuard<'_, VecDeque<Instant>> {
        // A list of times is whole between any two statements here.
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuse(breaker: &Breaker, count: usize, at: Instant) {
        for _ in 0..count {
            breaker.note(StatusCode::FORBIDDEN, false, at);
        }
    }

    #[tokio::test]
    async fn a_thousand_refusals_in_ten_minutes_stop_everything_until_they_are_forgotten() {
        let (breaker, start) = (Breaker::new(), Instant::now());
        refuse(&breaker, MOST - 1, start);
        assert_eq!(breaker.open_until(start), None);
        let later = start + Duration::from_secs(60);
        refuse(&breaker, 1, later);
        assert_eq!(breaker.open_until(later), Some(start + WINDOW));
        assert_eq!(breaker.open_until(start + WINDOW), None);
    }

    #[tokio::test]
    async fn refusals_spread_over_more_than_ten_minutes_stop_nothing() {
        let (breaker, start) = (Breaker::new(), Instant::now());
        refuse(&breaker, MOST - 1, start);
        refuse(&breaker, MOST - 1, start + WINDOW);
        assert_eq!(breaker.open_until(start + WINDOW), None);
    }

    #[tokio::test]
    async fn what_discord_does_not_count_is_not_counted() {
        let (breaker, now) = (Breaker::new(), Instant::now());
        for _ in 0..2 * MOST {
            breaker.note(StatusCode::TOO_MANY_REQUESTS, true, now);
            breaker.note(StatusCode::NOT_FOUND, false, now);
            breaker.note(StatusCode::OK, false, now);
        }
        assert_eq!(breaker.open_until(now), None);
        for _ in 0..MOST {
            breaker.note(StatusCode::TOO_MANY_REQUESTS, false, now);
        }
        assert_eq!(breaker.open_until(now), Some(now + WINDOW));
    }
}
