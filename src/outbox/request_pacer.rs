//! An even pace over all routes. It counts by the runtime's own clock, so that whoever stops that
//! stops this too.

use governor::clock::Clock;
use governor::state::{InMemoryState, NotKeyed};
use governor::{NotUntil, Quota, RateLimiter};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

/// The runtime's clock, as the counter wants to read it.
#[derive(Clone, Debug)]
struct RuntimeClock;

impl Clock for RuntimeClock {
    type Instant = std::time::Instant;

    fn now(&self) -> Self::Instant {
        Instant::now().into_std()
    }
}

/// The pace that all requests together keep, in the order in which they came.
pub(super) struct Pace {
    counter: RateLimiter<NotKeyed, InMemoryState, RuntimeClock>,
    /// Whoever is the next; the others queue for it.
    next: Mutex<()>,
}

impl Pace {
    /// Not more than this.
    pub(super) fn new(quota: Quota) -> Self {
        Self {
            counter: RateLimiter::direct_with_clock(quota, RuntimeClock),
            next: Mutex::default(),
        }
    }

    /// Waits until one more may go.
    pub(super) async fn turn(&self) {
        let _next = self.next.lock().await;
        while let Err(early) = self.counter.check() {
            let early: NotUntil<_> = early;
            sleep(early.wait_time_from(RuntimeClock.now())).await;
        }
    }
}
