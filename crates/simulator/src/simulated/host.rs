//! A machine on which one simulated process after another runs: its clock, its connections, and the state of
//! its process.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use table::ids::Millis;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::interruption::Interruption;
use super::record_kinds::RecordKind;

/// The rate of a perfect clock, in millionths.
pub(super) const TRUE_RATE: u64 = 1_000_000;

pub(super) struct Host {
    pub(super) state: HostState,
    /// The number of the host's current or last process, unique in the game and counted from 1; 0 before the first.
    pub(super) process: u64,
    pub(super) interruption: Interruption,
    pub(super) clock: HostClock,
    /// The offset of the system clock from the simulated time when a process starts, in milliseconds.
    pub(super) skew_ms: i64,
    /// The kinds of records in the latest entry that the host's process decided on.
    pub(super) last_records: BTreeSet<RecordKind>,
    /// Until this time, the gateway delivers nothing to the host. The next two fields are for the journal and Discord.
    pub(super) gateway_down_until: Millis,
    pub(super) journal_down_until: Millis,
    pub(super) discord_down_until: Millis,
    /// The period in which the host's process was last stopped, in milliseconds since 1970, less a margin at each end.
    /// Deadlines that fell due in this period must be extended.
    pub(super) stood_still: Range<u64>,
    /// True once the host's process receives clicks.
    pub(super) is_connected: bool,
    /// Clicks that arrived while the process was stopped, which it receives when it is resumed.
    pub(super) waiting_clicks: Vec<u64>,
    /// True if the host's process may have something to do at the current time.
    pub(super) must_run: bool,
    pub(super) ran_until: Millis,
    /// Wakes the process's runtime when it schedules an event, or when the process is stopped or ends.
    pub(super) changed: Arc<Notify>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostState {
    /// The process was killed or has shut down, and must still be cleaned up.
    Ended,
    /// There is no process. The next process starts at this time.
    Down {
        starts_at: Millis,
    },
    Running,
    Paused,
    /// The process is running and has been asked to shut down.
    ShuttingDown,
}

impl Host {
    pub(super) fn new(starts_at: Millis) -> Self {
        Self {
            state: HostState::Down { starts_at },
            process: 0,
            interruption: Interruption::Never,
            clock: HostClock::stopped(starts_at),
            skew_ms: 0,
            last_records: BTreeSet::new(),
            gateway_down_until: Millis(0),
            journal_down_until: Millis(0),
            discord_down_until: Millis(0),
            stood_still: 0..0,
            is_connected: false,
            waiting_clicks: Vec::new(),
            must_run: false,
            ran_until: Millis(0),
            changed: Arc::default(),
        }
    }

    /// Returns true if the host's process has not ended, even if it is stopped.
    pub(super) fn is_alive(&self) -> bool {
        !matches!(self.state, HostState::Ended | HostState::Down { .. })
    }

    /// Returns true if the host has a process that is not stopped. The process may be shutting down.
    pub(super) fn is_running(&self) -> bool {
        matches!(self.state, HostState::Running | HostState::ShuttingDown)
    }

    pub(super) fn reconnect(&mut self) {
        self.gateway_down_until = Millis(0);
        self.journal_down_until = Millis(0);
        self.discord_down_until = Millis(0);
    }

    pub(super) fn is_cut_off(&self, now: Millis) -> bool {
        let down = self.gateway_down_until.max(self.journal_down_until);
        now < down.max(self.discord_down_until)
    }
}

/// The clock of a process's runtime. It starts with the runtime and may run fast or slow.
#[derive(Clone, Copy, Debug)]
pub(super) struct HostClock {
    started_at: Millis,
    started: Option<Instant>,
    rate: u64,
    /// How long the machine has slept since the start.
    slept: Millis,
}

impl HostClock {
    pub(super) fn stopped(at: Millis) -> Self {
        Self {
            started_at: at,
            started: None,
            rate: TRUE_RATE,
            slept: Millis(0),
        }
    }

    /// Starts the clock of a runtime at a simulated time, with its rate in millionths.
    pub(super) fn start(at: Millis, started: Instant, rate: u64) -> Self {
        Self {
            started_at: at,
            started: Some(started),
            rate,
            slept: Millis(0),
        }
    }

    /// Returns the simulated time. Must be called inside the runtime.
    pub(super) fn now(&self) -> Millis {
        self.after_rate(self.rate)
    }

    /// Returns the time according to this clock, which may run fast or slow. Must be called inside
    /// the runtime.
    pub(super) fn shown(&self) -> Millis {
        self.after_rate(TRUE_RATE)
    }

    fn after_rate(&self, rate: u64) -> Millis {
        let elapsed = self.started.map_or(Duration::ZERO, |start| start.elapsed());
        let passed = u64::try_from(elapsed.as_nanos() / u128::from(rate)).unwrap_or(u64::MAX);
        self.started_at.after(self.slept).after(Millis(passed))
    }

    /// Lets the machine sleep for this long, during which the runtime's clock stops.
    pub(super) fn sleep(&mut self, length: Millis) {
        self.slept = self.slept.after(length);
    }

    /// Returns the runtime's instant at a simulated time; `None` if the clock is stopped.
    pub(super) fn instant(&self, at: Millis) -> Option<Instant> {
        let awake = at.since(self.started_at).since(self.slept);
        let passed = awake.0.saturating_mul(self.rate);
        Some(self.started? + Duration::from_nanos(passed))
    }
}
