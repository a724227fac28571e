//! The clock that tables use: the system time, read at the start and advanced by the monotonic clock, so that setting
//! the system clock back does not affect deadlines. The two clocks are compared at least once a second, which reveals
//! that the process was stopped (for example by SIGSTOP) or that the machine slept. The monotonic clock stops while the
//! machine sleeps, so the tables' time then follows the system clock. Stops and sleeps count as outages (see `outages`
//! and `driver::follow_outages`).

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parking_lot::RwLock;
use table::ids::Millis;
use tokio::time::Instant;

use crate::tables::outages::PastOutage;

/// While the process runs, the clocks are compared at least this often.
pub(crate) const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// The time without a comparison of the clocks after which the process counts as stopped.
const STANDSTILL: Duration = Duration::from_secs(2);
/// The tables' time follows the system clock only if the system clock is ahead by at least this much.
const MIN_SLEEP: Millis = Millis::seconds(1);
/// The maximum jump of the system clock that is followed. A clock that jumps by years is wrong, and the tables' time
/// could not go back afterwards.
const MAX_SLEEP: Millis = Millis::hours(31 * 24);
/// The maximum number of past sleeps that are remembered.
const MAX_SEGMENTS: usize = 1_024;

/// A function that returns the system time. The simulator and tests provide their own.
pub(crate) type SystemClock = Arc<dyn Fn() -> Millis + Send + Sync>;

/// Returns the system time, in milliseconds since 1970.
pub(crate) fn system_time() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// A clock that never goes back. Clones share the timeline.
#[derive(Clone)]
pub(crate) struct Clock {
    system: SystemClock,
    timeline: Arc<RwLock<Timeline>>,
}

struct Timeline {
    first: Segment,
    /// The segments that began with a sleep, in order.
    later: VecDeque<Segment>,
    /// When the clocks were last compared; `None` until they are compared regularly.
    looked_at: Option<Instant>,
}

/// Maps instants to times, until the next segment begins.
#[derive(Clone, Copy)]
struct Segment {
    from: Instant,
    time: Millis,
}

impl Segment {
    fn at(self, instant: Instant) -> Millis {
        let passed = instant.saturating_duration_since(self.from).as_millis();
        self.time
            .after(Millis(u64::try_from(passed).unwrap_or(u64::MAX)))
    }
}

impl Timeline {
    fn at(&self, instant: Instant) -> Millis {
        let mut newest_first = self.later.iter().rev();
        let found = newest_first.find(|segment| segment.from < instant);
        found.unwrap_or(&self.first).at(instant)
    }

    fn skip(&mut self, since: Instant, slept: Millis) {
        let time = self.at(since).after(slept);
        if self.later.len() == MAX_SEGMENTS {
            self.first = self.later.pop_front().unwrap_or(self.first);
        }
        self.later.push_back(Segment { from: since, time });
    }
}

impl Clock {
    /// Returns a clock that starts at the system time, or at `after` if that is later, because the system clock
    /// may have been set back since an earlier process read it.
    pub(crate) fn start(system: SystemClock, after: Option<Millis>) -> Self {
        let timeline = Timeline {
            first: Segment {
                time: system().max(after.unwrap_or_default()),
                from: Instant::now(),
            },
            later: VecDeque::new(),
            looked_at: None,
        };
        Self {
            system,
            timeline: Arc::new(RwLock::new(timeline)),
        }
    }

    pub(crate) fn now(&self) -> Millis {
        self.at(Instant::now())
    }

    /// Converts an instant of the monotonic clock to a time.
    pub(crate) fn at(&self, instant: Instant) -> Millis {
        self.timeline.read().at(instant)
    }

    /// Converts a time to an instant of the monotonic clock. A time before the current segment is mapped to the start
    /// of the segment.
    pub(crate) fn instant(&self, time: Millis) -> Instant {
        let timeline = self.timeline.read();
        let Segment { from, time: start } = *timeline.later.back().unwrap_or(&timeline.first);
        from + Duration::from_millis(time.since(start).0)
    }

    /// From now on, expects a call to [`Self::look`] every [`LOOK_INTERVAL`].
    pub(crate) fn expect_looks(&self) {
        self.timeline.write().looked_at = Some(Instant::now());
    }

    /// Compares both clocks, and follows the system clock if the machine slept. Returns the period since the previous
    /// comparison if the process was stopped or the machine slept during a part of it.
    pub(crate) fn look(&self) -> Option<PastOutage> {
        // Read before the other clock, so that a stop between the two readings does not look like a sleep.
        let system = (self.system)();
        let mut timeline = self.timeline.write();
        let until = Instant::now();
        let since = timeline.looked_at.filter(|since| *since < until)?;
        timeline.looked_at = Some(until);
        let slept = system.since(timeline.at(until));
        let has_slept = (MIN_SLEEP..=MAX_SLEEP).contains(&slept);
        if has_slept {
            timeline.skip(since, slept);
        }
        let stood_still = has_slept || until >= since + STANDSTILL;
        stood_still.then_some(PastOutage { since, until })
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;
    use crate::fakes::ClockJumps;

    const NOW: Millis = Millis(1_800_000_000_000);
    const SECOND: Duration = Duration::from_secs(1);

    fn watched() -> (Clock, ClockJumps) {
        let jumps = ClockJumps::default();
        let clock = Clock::start(jumps.clock(NOW), None);
        clock.expect_looks();
        (clock, jumps)
    }

    #[tokio::test(start_paused = true)]
    async fn only_a_late_look_reports_a_standstill() {
        let (clock, _) = watched();
        for (after, is_late) in [(1_000, false), (1_900, false), (60_000, true), (1, false)] {
            let since = Instant::now();
            advance(Duration::from_millis(after)).await;
            let until = Instant::now();
            assert_eq!(clock.look(), is_late.then_some(PastOutage { since, until }));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_sleep_the_time_is_the_systems_and_earlier_instants_keep_theirs() {
        let (clock, jumps) = watched();
        let slept = Millis::hours(8);
        for nights in 1..=2 {
            advance(SECOND).await;
            let before = Instant::now();
            assert_eq!((clock.look(), clock.at(before)), (None, (clock.system)()));
            let earlier = clock.now();
            jumps.add(slept.0 as i64);
            advance(SECOND / 2).await;
            let (since, until) = (before, Instant::now());
            assert_eq!(clock.look(), Some(PastOutage { since, until }));
            assert_eq!(clock.at(before), earlier);
            assert_eq!(clock.now(), (clock.system)());
            assert_eq!(
                clock.now().since(earlier),
                slept.after(Millis(500)),
                "{nights}"
            );
            assert_eq!(
                clock.instant(clock.now().after(Millis(5))),
                until + Duration::from_millis(5)
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_system_clock_that_is_set_back_or_jumps_by_years_is_not_followed() {
        for jump in [-3_600_000, 999, 73 * 365 * 86_400_000] {
            let (clock, jumps) = watched();
            jumps.add(jump);
            advance(SECOND).await;
            assert_eq!(
                (clock.look(), clock.now()),
                (None, NOW.after(Millis(1_000)))
            );
        }
    }
}
