//! The starts of processes: when a host starts its next process, with which clock, and how the process will
//! be interrupted.

use table::ids::Millis;
use tokio::time::Instant;

use super::fault::Fault;
use super::host::{Host, HostClock, HostState, TRUE_RATE};
use super::interruption::Interruption;
use super::schedule::{Affects, Event};
use super::world::{Phase, ProcessId, World};

/// The maximum downtime of a process while others are running, in minutes.
const MAX_SHARED_DOWNTIME: u32 = 20;
/// The maximum jump of a host's clock, in either direction, if several processes run concurrently.
const MAX_SHARED_SKEW_MS: i64 = 2_000;

impl World {
    /// Schedules the start of a host's next process: the first process at once, later ones after a downtime. With
    /// several hosts, there is no downtime once faults have ended.
    pub(super) fn plan_start(&mut self, host: usize) {
        let is_first = self.hosts[host].process == 0;
        let is_shared = self.is_shared();
        let rng = &mut self.rng.processes;
        let most = if is_shared { MAX_SHARED_DOWNTIME } else { 180 };
        let downtime = match (is_first, rng.one_in(8)) {
            (true, _) => Millis(0),
            (false, true) => Millis::minutes(rng.between(1, most).into()),
            (false, false) => Millis::seconds(rng.between(1, 60).into()),
        };
        self.jump_clock(host);
        self.hosts[host].interruption = self.draw_interruption();
        let starts_at = self.now().after(downtime);
        self.hosts[host].state = HostState::Down { starts_at };
        if is_shared && self.phase != Phase::Faulty {
            let starts_at = self.now();
            self.hosts[host].state = HostState::Down { starts_at };
        }
    }

    fn jump_clock(&mut self, host: usize) {
        // Deadlines are checked against the clock of the process that handles them. The jumps are smaller if processes
        // run concurrently, because operators keep the clocks of their machines synchronized.
        let most_ms = if self.is_shared() {
            MAX_SHARED_SKEW_MS
        } else {
            3_600_000
        };
        let rng = &mut self.rng.processes;
        let jump_ms = rng
            .one_in(6)
            .then(|| i64::from(rng.between(0, 7_200)) * most_ms / 3_600 - most_ms);
        if let Some(jump_ms) = jump_ms.filter(|_| self.phase == Phase::Faulty) {
            self.hosts[host].skew_ms += jump_ms;
            self.totals.record_fault(Fault::ClockJump);
        }
    }

    fn draw_interruption(&mut self) -> Interruption {
        let faulty_processes = u64::from(self.plan.faulty_processes);
        if self.processes >= faulty_processes || self.phase != Phase::Faulty {
            return Interruption::Never;
        }
        Interruption::draw(&mut self.rng.processes)
    }

    /// Draws the rate of a process's clock. With several processes, about half of the clocks are fast or slow.
    fn draw_clock_rate(&mut self) -> u64 {
        if !self.is_shared() {
            return TRUE_RATE;
        }
        let rng = &mut self.rng.disturbances;
        let error = match rng.below(8) {
            0..4 => return TRUE_RATE,
            4..7 => 1_000,
            _ => 10_000,
        };
        TRUE_RATE - u64::from(error) + u64::from(rng.between(0, 2 * error))
    }

    pub(super) fn start_process(&mut self, host: usize, started: Instant) -> ProcessId {
        let now = self.now();
        self.processes += 1;
        self.totals.processes += 1;
        let process = self.processes;
        let clock = HostClock::start(now, started, self.draw_clock_rate());
        let starting = &mut self.hosts[host];
        starting.process = process;
        starting.state = HostState::Running;
        starting.clock = clock;
        starting.must_run = true;
        starting.is_connected = false;
        let interruption = starting.interruption;
        self.last_fault_at = self.last_fault_at.max(now);
        if self.phase == Phase::Quiet {
            self.begin_settling();
        }
        if let Interruption::Shutdown { seconds } = interruption {
            self.schedule(
                Millis::seconds(seconds.into()),
                Affects::Host(host),
                Event::Shutdown { process },
            );
        }
        self.note(format_args!("process {process} starts"));
        ProcessId { host, process }
    }

    /// Returns the system time of a host. Must be called inside its runtime.
    pub(super) fn system_time(&self, host: usize) -> Millis {
        let Host { clock, skew_ms, .. } = &self.hosts[host];
        Millis(clock.shown().0.saturating_add_signed(*skew_ms))
    }
}
