//! An even pace over all routes. It counts by the runtime's own clock, so that whoever stops that
//! stops this too.

use governor::clock::Clock;
use governor::state::{InMemoryState, NotKeyed};
use governor::{NotUntil, Quota, RateLimiter};
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

/// The pace that all requests together keep.
pub(super) struct Pace(RateLimiter<NotKeyed, InMemoryState, RuntimeClock>);

impl Pace {
    /// Not more than this.
    pub(super) fn new(quota: Quota) -> Self {
        Self(RateLimiter::direct_with_clock(quota, RuntimeClock))
    }

    /// Waits until one more may go.
    pub(super) async fn turn(&self) {
        while let Err(early) = self.0.check() {
            let early: NotUntil<_> = early;
            sleep(early.wait_time_from(RuntimeClock.now())).await;
        }
    }
}
