//! Sets an even pace for all requests except those with interaction tokens: after an initial burst, it grants one time
//! slot per interval. The servers take turns (`fair_queue`), so that a server delays another server's request by at
//! most one slot. The limits of individual routes and the pauses that Discord asks for are in `rest_client`.
//!
//! A request that gives up uses no slot.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::RequestError;
use super::fair_queue::{FairQueue, Lane};

/// The queue is not swept for abandoned requests until it is longer than this.
const SWEEP_ABOVE: usize = 1_024;

/// Hands out time slots. Uses the runtime's clock, which tests can pause. Its task ends when the pacer is dropped.
pub(super) struct RequestPacer {
    requests: mpsc::UnboundedSender<SlotRequest>,
}

/// A request waiting for a slot. The receiver of `granted` is dropped when the request gives up.
struct SlotRequest {
    lane: Lane,
    granted: oneshot::Sender<()>,
}

impl RequestPacer {
    /// Returns a pacer that grants `per_second` slots a second, and `burst` at once after a pause; with several
    /// clusters, it grants its share of both. Needs a Tokio runtime.
    pub(super) fn new(per_second: u32, burst: u32, clusters: u32) -> Self {
        let (requests, inbox) = mpsc::unbounded_channel();
        let pace = EvenPace::new(per_second, burst, clusters, Instant::now());
        tokio::spawn(grant_slots(pace, inbox));
        Self { requests }
    }

    /// Completes once the task that grants slots has panicked.
    pub(super) async fn wait_until_failed(&self) {
        self.requests.closed().await;
    }

    /// Waits for a slot. Fails if there is none before the deadline.
    pub(super) async fn wait_for_slot(
        &self,
        lane: Lane,
        deadline: Instant,
    ) -> Result<(), RequestError> {
        let (granted, grant) = oneshot::channel();
        // If the task has panicked, the request fails without waiting.
        let _ = self.requests.send(SlotRequest { lane, granted });
        match timeout_at(deadline, grant).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(RequestError::DeadlineExceeded),
        }
    }
}

async fn grant_slots(mut pace: EvenPace, mut inbox: mpsc::UnboundedReceiver<SlotRequest>) {
    let mut queue = FairQueue::new();
    let mut sweep_at = SWEEP_ABOVE;
    loop {
        let slot = pace.next_slot(Instant::now());
        tokio::select! {
            biased;
            request = inbox.recv() => match request {
                Some(request) => queue.push(request.lane, request.granted),
                None => return,
            },
            () = sleep_until(slot), if !queue.is_empty() => {
                if grant_next(&mut queue) {
                    pace.take_slot(Instant::now());
                }
            }
        }
        if queue.len() > sweep_at {
            queue.retain(|granted| !granted.is_closed());
            sweep_at = SWEEP_ABOVE.max(2 * queue.len());
        }
    }
}

/// Gives a slot to the next request that is still waiting. Returns false if there is none.
fn grant_next(queue: &mut FairQueue<oneshot::Sender<()>>) -> bool {
    while let Some(granted) = queue.pop() {
        if granted.send(()).is_ok() {
            return true;
        }
    }
    false
}

/// Computes the times of the slots. Has no clock of its own: callers pass the time.
struct EvenPace {
    interval: Duration,
    /// How far an idle pacer may run ahead of the even pace: all slots of the burst except the first.
    burst_allowance: Duration,
    /// The earliest slot that the next request could get without a burst.
    next_even_slot: Instant,
}

impl EvenPace {
    fn new(per_second: u32, burst: u32, clusters: u32, now: Instant) -> Self {
        let interval = Duration::from_secs(1) * clusters / per_second;
        Self {
            interval,
            burst_allowance: interval * (burst / clusters).saturating_sub(1),
            next_even_slot: now,
        }
    }

    fn next_slot(&self, now: Instant) -> Instant {
        let even_slot = self.next_even_slot.max(now);
        let earliest = even_slot.checked_sub(self.burst_allowance).unwrap_or(now);
        earliest.max(now)
    }

    fn take_slot(&mut self, now: Instant) {
        self.next_even_slot = self.next_even_slot.max(now) + self.interval;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serenity::model::id::GuildId;
    use table::effect::Urgency;
    use tokio::sync::mpsc;
    use tokio::task::yield_now;
    use tokio::time::timeout;

    use super::*;

    const INTERVAL: Duration = Duration::from_millis(100);
    const HOUR: Duration = Duration::from_secs(3_600);

    fn pacer() -> RequestPacer {
        RequestPacer::new(10, 3, 1)
    }

    async fn wait(pacer: &RequestPacer) {
        wait_in(pacer, Lane::OWN).await;
    }

    async fn wait_in(pacer: &RequestPacer, lane: Lane) {
        let deadline = Instant::now() + HOUR;
        pacer.wait_for_slot(lane, deadline).await.unwrap();
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

    #[test]
    fn no_second_has_more_requests_than_a_burst_and_the_rate_together() {
        let start = Instant::now();
        let mut pace = EvenPace::new(10, 3, 1, start);
        let mut slots = Vec::new();
        let mut now = start + HOUR;
        for _ in 0..40 {
            now = pace.next_slot(now);
            pace.take_slot(now);
            slots.push(now);
        }
        let second = Duration::from_secs(1);
        for (index, &first) in slots.iter().enumerate() {
            let within = slots[index..].iter().filter(|&&slot| slot < first + second);
            assert!(within.count() <= 13);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn three_clusters_together_keep_the_pace_of_one() {
        let (sender, mut sent) = mpsc::unbounded_channel();
        for _ in 0..3 {
            let sender = sender.clone();
            tokio::spawn(async move {
                let pacer = RequestPacer::new(38, 10, 3);
                loop {
                    wait(&pacer).await;
                    sender.send(Instant::now()).unwrap();
                }
            });
        }
        let mut slots = Vec::new();
        while slots.len() < 400 {
            slots.push(sent.recv().await.unwrap());
        }
        let second = Duration::from_secs(1);
        for (index, &first) in slots.iter().enumerate() {
            let within = slots[index..]
                .iter()
                .take_while(|&&slot| slot < first + second);
            assert!(within.count() <= 50, "Discord allows no more");
        }
        let took = slots[399] - slots[0];
        assert!(
            took < Duration::from_secs(11),
            "none waits without need: {took:?}"
        );
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
        assert!(start.elapsed() < INTERVAL / 2);
        wait(&pacer).await;
        assert!(start.elapsed() >= INTERVAL / 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_servers_thousand_requests_delay_anothers_by_one_slot() {
        let pacer = Arc::new(pacer());
        for _ in 0..1_000 {
            let pacer = Arc::clone(&pacer);
            let flood = Lane::of(GuildId::new(1), Urgency::Urgent);
            tokio::spawn(async move { wait_in(&pacer, flood).await });
        }
        tokio::time::sleep(20 * INTERVAL).await;
        for _ in 0..10 {
            let asked = Instant::now();
            wait_in(&pacer, Lane::of(GuildId::new(2), Urgency::Routine)).await;
            assert!(asked.elapsed() <= 2 * INTERVAL + INTERVAL / 10);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn requests_that_give_up_use_no_slot() {
        let pacer = Arc::new(pacer());
        for _ in 0..3 {
            wait(&pacer).await;
        }
        let requests: Vec<_> = (0..3_000)
            .map(|_| {
                let pacer = Arc::clone(&pacer);
                tokio::spawn(async move { wait(&pacer).await })
            })
            .collect();
        yield_now().await;
        requests.iter().for_each(tokio::task::JoinHandle::abort);
        timeout(2 * INTERVAL, wait(&pacer))
            .await
            .expect("the next slot is still free");
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_without_a_slot_before_its_deadline_fails_at_the_deadline() {
        let (pacer, start) = (pacer(), Instant::now());
        for _ in 0..3 {
            wait(&pacer).await;
        }
        let refused = pacer.wait_for_slot(Lane::OWN, start + INTERVAL / 2).await;
        assert_eq!(refused, Err(RequestError::DeadlineExceeded));
        assert!(start.elapsed() < INTERVAL);
    }
}
