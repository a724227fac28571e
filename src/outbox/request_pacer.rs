//! An even pace for the requests to all routes together. It hands out time slots and decides
//! nothing else: the limits of single routes and the pauses that Discord asks for are in
//! `rest_client`.
//!
//! No lock is held while a request waits. A request reserves its slot at once and then sleeps until
//! it; slots are handed out in the order in which they are asked for. A request that is cancelled
//! leaves its slot unused.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Hands out time slots: first a burst, then one slot per interval. Time is the runtime's, so that
/// a test with a paused clock controls it.
pub(super) struct RequestPacer {
    interval: Duration,
    /// How far an idle pacer may run ahead of the even pace: the burst's slots but the first.
    burst_allowance: Duration,
    /// The slot that the next request would get if there were no burst.
    next_even_slot: Mutex<Instant>,
}

/// All slots before the deadline are taken.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("no time slot is free before the deadline")]
pub(super) struct NoSlotError;

impl RequestPacer {
    /// Returns a pacer that grants `per_second` slots a second, and `burst` at once after a pause.
    pub(super) fn new(per_second: u32, burst: u32) -> Self {
        let interval = Duration::from_secs(1) / per_second;
        Self {
            interval,
            burst_allowance: interval * burst.saturating_sub(1),
            next_even_slot: Mutex::new(Instant::now()),
        }
    }

    /// Waits until the next free slot. Fails at once, and takes no slot, if that is after the
    /// deadline: otherwise requests that give up would use up the slots of those behind them.
    pub(super) async fn wait_for_slot(&self, deadline: Instant) -> Result<(), NoSlotError> {
        let slot = self.reserve(Instant::now(), deadline)?;
        sleep_until(slot).await;
        Ok(())
    }

    /// Takes the next free slot.
    fn reserve(&self, now: Instant, deadline: Instant) -> Result<Instant, NoSlotError> {
        // The one write below is whole, so a poisoned value is still valid.
        let mut next = self
            .next_even_slot
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let even_slot = (*next).max(now);
        let earliest = even_slot.checked_sub(self.burst_allowance).unwrap_or(now);
        let slot = earliest.max(now);
        if slot > deadline {
            return Err(NoSlotError);
        }
        *next = even_slot + self.interval;
        Ok(slot)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::mpsc;
    use tokio::time::timeout;

    use super::*;

    const INTERVAL: Duration = Duration::from_millis(100);
    const HOUR: Duration = Duration::from_secs(3_600);

    /// A pacer of ten requests a second with a burst of three.
    fn pacer() -> RequestPacer {
        RequestPacer::new(10, 3)
    }

    async fn wait(pacer: &RequestPacer) {
        pacer.wait_for_slot(Instant::now() + HOUR).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_goes_at_once_and_the_rest_at_an_even_pace() {
        let (pacer, start) = (pacer(), Instant::now());
        let mut elapsed = Vec::new();
        for _ in 0..6 {
            wait(&pacer).await;
            elapsed.push(start.elapsed().as_millis());
        }
        // Tokio's timer rounds up to a whole millisecond.
        let expected = [0, 0, 0, 100, 200, 300];
        let exact = elapsed
            .iter()
            .zip(expected)
            .all(|(&is, due)| (due..=due + 1).contains(&is));
        assert!(exact, "{elapsed:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn no_second_has_more_requests_than_a_burst_and_the_rate_together() {
        let (pacer, start) = (pacer(), Instant::now());
        tokio::time::sleep(HOUR).await;
        let mut slots = Vec::new();
        for _ in 0..40 {
            slots.push(pacer.reserve(Instant::now(), start + 2 * HOUR).unwrap());
        }
        let second = Duration::from_secs(1);
        for (index, &first) in slots.iter().enumerate() {
            let within = slots[index..].iter().filter(|&&slot| slot < first + second);
            assert!(within.count() <= 13);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_pause_a_whole_burst_goes_at_once_again() {
        let pacer = pacer();
        for _ in 0..5 {
            wait(&pacer).await;
        }
        tokio::time::sleep(4 * INTERVAL).await;
        let start = Instant::now();
        for _ in 0..3 {
            wait(&pacer).await;
        }
        assert_eq!(start.elapsed(), Duration::ZERO);
        wait(&pacer).await;
        assert!(start.elapsed() > Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_go_in_the_order_in_which_they_came() {
        let pacer = Arc::new(pacer());
        let (sender, mut order) = mpsc::unbounded_channel();
        for number in 0..50 {
            let (pacer, sender) = (Arc::clone(&pacer), sender.clone());
            tokio::spawn(async move {
                wait(&pacer).await;
                sender.send(number).unwrap();
            });
        }
        drop(sender);
        for expected in 0..50 {
            assert_eq!(order.recv().await, Some(expected));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_cancelled_request_delays_no_other_and_changes_no_order() {
        let pacer = Arc::new(pacer());
        for _ in 0..3 {
            wait(&pacer).await;
        }
        let start = Instant::now();
        let (sender, mut order) = mpsc::unbounded_channel();
        let requests: Vec<_> = (0..4)
            .map(|number| {
                let (pacer, sender) = (Arc::clone(&pacer), sender.clone());
                tokio::spawn(async move {
                    wait(&pacer).await;
                    sender.send((number, start.elapsed())).unwrap();
                })
            })
            .collect();
        tokio::task::yield_now().await;
        requests[0].abort();
        requests[2].abort();
        for number in [1, 3] {
            let (next, elapsed) = order.recv().await.unwrap();
            assert_eq!(next, number);
            // The slot of a cancelled request stays unused: the others do not move up.
            let due = INTERVAL * (number + 1);
            assert!(elapsed >= due && elapsed < due + INTERVAL, "{elapsed:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_with_no_slot_before_its_deadline_fails_at_once_and_takes_no_slot() {
        let (pacer, start) = (pacer(), Instant::now());
        for _ in 0..3 {
            wait(&pacer).await;
        }
        for _ in 0..1_000 {
            let refused = pacer.wait_for_slot(start + INTERVAL / 2).await;
            assert_eq!(refused, Err(NoSlotError));
        }
        assert_eq!(start.elapsed(), Duration::ZERO);
        timeout(2 * INTERVAL, wait(&pacer))
            .await
            .expect("the next slot is still free");
    }
}
