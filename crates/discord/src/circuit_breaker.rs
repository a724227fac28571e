//! Stops requests before Discord bans the bot's IP address: a temporary ban follows ten thousand 401, 403 or 429
//! responses within ten minutes. The breaker opens for messages well before that. Answers to interactions are refused
//! only when a ban is near, because a person is waiting for each answer. With several clusters, each cluster's breaker
//! opens at its share of these limits, because the clusters may share an address.
//!
//! Individual channels and servers are paused much earlier (`paused_destinations`), so that no single server can open
//! the breaker. When the breaker opens, `registry` pauses all games; while it is open, `rest_client` sends no messages.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::Mutex;
use reqwest::StatusCode;
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::error;

/// How long Discord counts an invalid response.
const WINDOW: Duration = Duration::from_secs(600);
/// The number of invalid responses within the window that opens the breaker for messages.
const THRESHOLD: usize = 5_000;
/// The number of invalid responses within the window at which paused channels and servers are no longer probed.
const PROBES_THRESHOLD: usize = 1_000;
/// The number of invalid responses within the window at which not even answers to interactions are sent.
const ANSWERS_THRESHOLD: usize = 9_000;

/// Counts the responses that Discord considers invalid, and opens when there are too many.
pub(super) struct CircuitBreaker {
    clusters: u32,
    /// The times of the invalid responses within the window, oldest first.
    invalid_responses: Mutex<VecDeque<Instant>>,
    open_until: watch::Sender<Option<Instant>>,
}

impl CircuitBreaker {
    pub(super) fn new(clusters: u32) -> Self {
        Self {
            clusters,
            invalid_responses: Mutex::default(),
            open_until: watch::Sender::new(None),
        }
    }

    /// Returns the time until which messages must not be sent; `None` if the breaker is closed.
    pub(super) fn open_until(&self, now: Instant) -> Option<Instant> {
        self.open_until.borrow().filter(|&until| now < until)
    }

    pub(super) fn refuses_answers(&self, now: Instant) -> bool {
        self.invalid_count(now) >= self.share(ANSWERS_THRESHOLD)
    }

    pub(super) fn invalid_count(&self, now: Instant) -> usize {
        let mut responses = self.invalid_responses.lock();
        drop_expired(&mut responses, now);
        responses.len()
    }

    /// Returns true if requests may be sent to find out whether a channel or server still refuses them.
    pub(super) fn allows_probes(&self, now: Instant) -> bool {
        self.invalid_count(now) < self.share(PROBES_THRESHOLD)
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<Option<Instant>> {
        self.open_until.subscribe()
    }

    /// Counts a response if Discord counts it as invalid. A `shared` 429, for a limit that the bot shares with others,
    /// does not count.
    pub(super) fn record_response(&self, status: StatusCode, shared: bool, now: Instant) {
        let refused = status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN;
        if !refused && (status != StatusCode::TOO_MANY_REQUESTS || shared) {
            return;
        }
        let mut responses = self.invalid_responses.lock();
        drop_expired(&mut responses, now);
        responses.push_back(now);
        if responses.len() >= self.share(THRESHOLD) && self.open_until(now).is_none() {
            // Stays open until half of the responses have left the window. Otherwise the next refusal would open the
            // breaker again.
            let until = responses[responses.len() / 2] + WINDOW;
            error!(
                pause_s = (until - now).as_secs(),
                "Discord refused too many requests; no request is sent during the pause"
            );
            self.open_until.send_replace(Some(until));
        }
    }

    fn share(&self, most: usize) -> usize {
        most / self.clusters as usize
    }
}

fn drop_expired(responses: &mut VecDeque<Instant>, now: Instant) {
    while responses.front().is_some_and(|&at| at + WINDOW <= now) {
        responses.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaker() -> CircuitBreaker {
        CircuitBreaker::new(1)
    }

    fn record_refusals(breaker: &CircuitBreaker, count: usize, at: Instant) {
        for _ in 0..count {
            breaker.record_response(StatusCode::FORBIDDEN, false, at);
        }
    }

    #[tokio::test]
    async fn too_many_refusals_in_ten_minutes_open_the_breaker_until_they_are_out_of_the_window() {
        let (breaker, start) = (breaker(), Instant::now());
        record_refusals(&breaker, THRESHOLD - 1, start);
        assert_eq!(breaker.open_until(start), None);
        let later = start + Duration::from_secs(60);
        record_refusals(&breaker, 1, later);
        assert_eq!(breaker.open_until(later), Some(start + WINDOW));
        assert_eq!(breaker.invalid_count(later), THRESHOLD);
        assert_eq!(breaker.open_until(start + WINDOW), None);
        assert_eq!(breaker.invalid_count(start + WINDOW), 1);
    }

    #[tokio::test]
    async fn refusals_spread_over_more_than_ten_minutes_leave_the_breaker_closed() {
        let (breaker, start) = (breaker(), Instant::now());
        record_refusals(&breaker, THRESHOLD - 1, start);
        record_refusals(&breaker, THRESHOLD - 1, start + WINDOW);
        assert_eq!(breaker.open_until(start + WINDOW), None);
    }

    #[tokio::test]
    async fn answers_are_sent_until_discords_own_limit_is_near() {
        let (breaker, start) = (breaker(), Instant::now());
        record_refusals(&breaker, ANSWERS_THRESHOLD - 1, start);
        assert!(breaker.open_until(start).is_some());
        assert!(!breaker.refuses_answers(start));
        record_refusals(&breaker, 1, start);
        assert!(breaker.refuses_answers(start));
        assert!(!breaker.refuses_answers(start + WINDOW));
    }

    #[tokio::test]
    async fn three_clusters_at_one_address_together_open_before_discord_bans_it() {
        let (breaker, start) = (CircuitBreaker::new(3), Instant::now());
        record_refusals(&breaker, THRESHOLD / 3, start);
        assert!(breaker.open_until(start).is_some());
        assert!(!breaker.refuses_answers(start));
        record_refusals(&breaker, (ANSWERS_THRESHOLD - THRESHOLD) / 3 + 1, start);
        assert!(breaker.refuses_answers(start));
        assert!(3 * breaker.invalid_count(start) < 10_000);
    }

    #[tokio::test]
    async fn responses_that_discord_does_not_count_are_not_counted() {
        let (breaker, now) = (breaker(), Instant::now());
        for _ in 0..2 * THRESHOLD {
            breaker.record_response(StatusCode::TOO_MANY_REQUESTS, true, now);
            breaker.record_response(StatusCode::NOT_FOUND, false, now);
            breaker.record_response(StatusCode::OK, false, now);
        }
        assert_eq!(breaker.open_until(now), None);
        for _ in 0..THRESHOLD {
            breaker.record_response(StatusCode::TOO_MANY_REQUESTS, false, now);
        }
        assert_eq!(breaker.open_until(now), Some(now + WINDOW));
    }
}
