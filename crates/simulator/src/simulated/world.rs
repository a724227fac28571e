//! The state of a simulated game that outlives its processes, such as the simulated time, Discord, the disk, the
//! hosts, the people and the requests in flight. The bot's code reaches it only through the simulated network, journal,
//! clock and failpoints.

use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::sync::Arc;

use discord::failpoint::Failpoint;
use parking_lot::{Mutex, MutexGuard};
use table::ids::{Millis, UserId};
use tokio::task::yield_now;

use super::discord::Discord;
use super::disk::Disk;
use super::fault::{Fault, FaultRates};
use super::game_plan::GamePlan;
use super::host::{Host, HostState};
use super::interruption::{Blow, Interruption, KillTarget};
use super::person::{Click, Person};
use super::request::Request;
use super::rng::SimRng;
use super::schedule::{Affects, Event, Schedule};
use super::totals::{Totals, Violation};
use super::transcript::Transcript;

pub(super) const START_TIME: Millis = Millis(1_800_000_000_000);

/// The time without faults after which the channel must be up to date. It is long enough for all retries.
const SETTLE_TIME: Millis = Millis::seconds(400);
/// The time without faults before an additional, earlier check, which takes place if nothing is being retried.
const QUIET_TIME: Millis = Millis::seconds(10);
/// Like [`SETTLE_TIME`], if the bot may have paused the channel.
const PAUSED_SETTLE_TIME: Millis = Millis::minutes(90);
/// The bot pauses a channel after this many refusals within ten minutes.
const REFUSALS_BEFORE_PAUSE: u32 = 5;
/// Like [`SETTLE_TIME`], if nothing is being retried.
const SHORT_SETTLE_TIME: Millis = Millis::seconds(60);
/// The milliseconds at each end of a pause that are not checked, because an entry may be in flight.
const UNNOTICED_MS: u64 = 2_000;
/// The time after a fault in which a request may still be retried or held back, because of timeouts and backoff.
const RETRY_AFTERMATH: Millis = Millis::seconds(150);

pub(super) struct RngStreams {
    pub(super) people: SimRng,
    pub(super) network: SimRng,
    pub(super) disk: SimRng,
    pub(super) processes: SimRng,
    pub(super) moderator: SimRng,
    pub(super) disturbances: SimRng,
}

impl RngStreams {
    fn of(seed: u64) -> Self {
        let stream = |number| SimRng::stream(seed, number);
        Self {
            people: stream(1),
            network: stream(2),
            disk: stream(3),
            processes: stream(4),
            moderator: stream(5),
            disturbances: stream(6),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// People play while faults are injected.
    Faulty,
    /// The game is over. There are no more faults, and people no longer act on their own.
    Quiet,
    /// The final checks have run.
    Done,
}

/// An operation that is on its way to the journal.
pub(super) struct JournalCall {
    pub(super) host: usize,
    pub(super) process: u64,
    /// True if the operation is performed even if its process is killed first.
    pub(super) survives: bool,
    /// Performs the operation, and responds if the argument is true.
    pub(super) run: Box<dyn FnOnce(bool) + Send>,
}

pub(super) struct World {
    pub(super) seed: u64,
    pub(super) plan: GamePlan,
    pub(super) rng: RngStreams,
    pub(super) discord: Discord,
    pub(super) disk: Disk,
    pub(super) people: Vec<Person>,
    pub(super) clicks: BTreeMap<u64, Click>,
    pub(super) phase: Phase,
    pub(super) hosts: Vec<Host>,
    pub(super) processes: u64,
    /// The host whose process is running right now, on its own clock; `None` between two runs.
    pub(super) active_host: Option<usize>,
    /// The process whose request or operation is being performed, for the transcript.
    pub(super) served_process: Option<u64>,
    /// The targets that no process has hit yet. Each interrupts the first process that hits it, in addition to the
    /// hosts' interruptions.
    pub(super) targets: Vec<KillTarget>,
    pub(super) totals: Totals,
    /// The time of the last fault or other event that excuses late answers.
    pub(super) last_fault_at: Millis,
    /// The time of the last fault that causes retries with backoff.
    pub(super) last_retried_fault_at: Millis,
    /// True once a write to the channel was refused: the table then waits for a click before it posts again.
    pub(super) write_refused: bool,
    /// True once Discord has refused a direct message: the last screen of a hand may be missing.
    pub(super) hand_refused: bool,
    /// True once a fault or the end of a process may have prevented an open hand from being deleted.
    pub(super) panel_lost: bool,
    /// The number of requests answered with 403. After several, the bot sends nothing to the channel for a while.
    pub(super) refusals: u32,
    /// True once a read of the channel was refused: messages of earlier processes may be left over.
    pub(super) read_refused: bool,
    /// The newest interaction that has been delivered to any process.
    pub(super) last_delivered: u64,
    pub(super) requests: BTreeMap<u64, Request>,
    pub(super) journal_calls: BTreeMap<u64, JournalCall>,
    pub(super) journal_calls_sent: u64,
    pub(super) violation: Option<Violation>,
    /// The process that acquired the lease last, if several share the journal.
    pub(super) holder: Option<u64>,
    /// When each process sent its last request.
    pub(super) last_sent: BTreeMap<u64, Millis>,
    /// When each person was last shown a refusal.
    pub(super) refused_at: BTreeMap<UserId, Millis>,
    /// The clicks that were acknowledged without an entry or a message, until they are checked.
    pub(super) silent_answers: BTreeSet<u64>,
    pub(super) transcript: Transcript,
    schedule: Schedule,
    /// The simulated time of the last event or process start; the active process may have run ahead of it.
    time: Millis,
}

impl World {
    pub(super) fn new(seed: u64, plan: GamePlan) -> Self {
        let (mut discord, users) = Discord::new(START_TIME, plan.people);
        let people: Vec<_> = users
            .into_iter()
            .enumerate()
            .map(|(index, user)| Person::new(index, seed, user))
            .collect();
        for person in people.iter().filter(|person| person.refuses_direct) {
            discord.refuse_direct_messages(person.user, START_TIME);
        }
        Self {
            seed,
            rng: RngStreams::of(seed),
            discord,
            disk: Disk::default(),
            people,
            clicks: BTreeMap::new(),
            phase: Phase::Faulty,
            hosts: (0..plan.writers).map(|_| Host::new(START_TIME)).collect(),
            processes: 0,
            active_host: None,
            served_process: None,
            targets: Vec::new(),
            totals: Totals::default(),
            last_fault_at: Millis(0),
            last_retried_fault_at: Millis(0),
            write_refused: false,
            hand_refused: false,
            panel_lost: false,
            refusals: 0,
            read_refused: false,
            last_delivered: 0,
            requests: BTreeMap::new(),
            journal_calls: BTreeMap::new(),
            journal_calls_sent: 0,
            violation: None,
            holder: None,
            last_sent: BTreeMap::new(),
            refused_at: BTreeMap::new(),
            silent_answers: BTreeSet::new(),
            transcript: Transcript::default(),
            schedule: Schedule::new(plan.writers),
            time: START_TIME,
            plan,
        }
    }

    pub(super) fn now(&self) -> Millis {
        match self.active_host {
            Some(host) => self.hosts[host].clock.now().max(self.time),
            None => self.time,
        }
    }

    pub(super) fn age(&self) -> Millis {
        self.now().since(START_TIME)
    }

    pub(super) fn is_shared(&self) -> bool {
        self.hosts.len() > 1
    }

    pub(super) fn schedule(&mut self, after: Millis, affects: Affects, event: Event) {
        let at = self.now().after(after);
        self.schedule.add(at, affects, event);
        if let Some(host) = self.active_host {
            self.hosts[host].changed.notify_one();
        }
    }

    /// Returns the time of the next event or process start.
    pub(super) fn next_event_at(&self) -> Millis {
        self.next_stop(self.schedule.next_at())
    }

    /// Returns the time up to which a host's process can run before something affects it.
    pub(super) fn next_stop_of(&self, host: usize) -> Millis {
        self.next_stop(self.schedule.next_at_host(host))
    }

    fn next_stop(&self, event_at: Option<Millis>) -> Millis {
        let has_ended = |host: &Host| host.state == HostState::Ended;
        let ended = self.hosts.iter().any(has_ended).then_some(self.time);
        let stops = self.next_start().into_iter().chain(ended).chain(event_at);
        let no_event = || self.time.after(Millis::hours(1));
        stops.min().unwrap_or_else(no_event).max(self.time)
    }

    /// Advances the simulated time to the next event and returns the event; `None` if a process starts first. While no
    /// process is alive, events wait for the next start.
    pub(super) fn take_next_event(&mut self) -> Option<Event> {
        let waits = !self.hosts.iter().any(Host::is_alive);
        let start = self.next_start().unwrap_or(Millis(u64::MAX));
        if waits || start <= self.next_event_at() {
            self.time = self.time.max(start);
            return None;
        }
        self.time = self.next_event_at();
        let (affects, event) = self.schedule.take_due(self.time)?;
        if let Affects::Host(host) = affects {
            self.hosts[host].must_run = true;
        }
        Some(event)
    }

    fn next_start(&self) -> Option<Millis> {
        let starts = self.hosts.iter().filter_map(|host| match host.state {
            HostState::Down { starts_at } => Some(starts_at),
            _ => None,
        });
        starts.min()
    }

    /// Ends all faults and clicks, and schedules the final checks.
    pub(super) fn begin_settling(&mut self) {
        let (now, retried_at) = (self.now(), self.last_retried_fault_at);
        self.phase = Phase::Quiet;
        self.schedule.clear();
        self.hosts.iter_mut().for_each(Host::reconnect);
        for host in &mut self.hosts {
            if let HostState::Down { starts_at } = &mut host.state {
                *starts_at = now.min(*starts_at);
            }
        }
        for host in 0..self.hosts.len() {
            self.go_on(host);
        }
        let mut settle_time = SETTLE_TIME;
        if self.refusals >= REFUSALS_BEFORE_PAUSE {
            settle_time = PAUSED_SETTLE_TIME;
        } else if self.is_shared() && now.since(retried_at) > RETRY_AFTERMATH {
            self.schedule(QUIET_TIME, Affects::Nobody, Event::CheckQuiet);
            settle_time = SHORT_SETTLE_TIME;
        }
        self.schedule(settle_time, Affects::Everyone, Event::CheckSettled);
    }

    /// Ends a pause that began at `since`. With a probability of one half, the machine slept during the pause.
    pub(super) fn end_pause(&mut self, host: usize, since: Millis) {
        let now = self.now();
        if self.hosts[host].state != HostState::Paused {
            return;
        }
        self.hosts[host].stood_still = since.0 + UNNOTICED_MS..now.0.saturating_sub(UNNOTICED_MS);
        if self.rng.disturbances.one_in(2) {
            self.hosts[host].clock.sleep(now.since(since));
            self.record_fault(Fault::MachineSlept);
        }
        self.go_on(host);
    }

    /// Resumes a process if it is paused.
    pub(super) fn go_on(&mut self, host: usize) {
        if self.hosts[host].state != HostState::Paused {
            return;
        }
        self.hosts[host].state = HostState::Running;
        self.hosts[host].must_run = true;
        self.last_fault_at = self.now();
        let process = self.hosts[host].process;
        self.note(format_args!("process {process} goes on"));
        for interaction in std::mem::take(&mut self.hosts[host].waiting_clicks) {
            let again = Event::Deliver { interaction, host };
            self.schedule(Millis(20), Affects::Host(host), again);
        }
    }

    /// Stops a running process for a while, as with SIGSTOP.
    pub(super) fn pause(&mut self, host: usize, length: Millis) {
        if self.hosts[host].state != HostState::Running {
            return;
        }
        let (process, since) = (self.hosts[host].process, self.now());
        self.record_fault(Fault::ProcessPaused);
        self.note(format_args!(
            "process {process} stands still for {} ms",
            length.0
        ));
        // In the meantime, tokens can expire and requests can fail.
        self.panel_lost = true;
        self.last_retried_fault_at = since;
        self.hosts[host].state = HostState::Paused;
        self.hosts[host].changed.notify_one();
        self.schedule(
            length,
            Affects::Host(host),
            Event::Continue { process, since },
        );
    }

    pub(super) fn end_process(&mut self, host: usize, how: &str) {
        let process = self.hosts[host].process;
        self.note(format_args!("process {process} {how}"));
        self.hosts[host].state = HostState::Ended;
        self.hosts[host].waiting_clicks.clear();
        self.hosts[host].changed.notify_one();
        self.last_fault_at = self.now();
        self.panel_lost = true;
    }

    /// Returns the host whose process has this number; `None` if the process has ended.
    pub(super) fn host_of(&self, process: u64) -> Option<usize> {
        let is_meant = |host: &Host| host.process == process && host.is_alive();
        self.hosts.iter().position(is_meant)
    }

    /// Counts a failpoint hit by a host's process, and interrupts the process if that is planned.
    pub(super) fn hit(&mut self, host: usize, failpoint: Failpoint) {
        let records = &self.hosts[host].last_records;
        let mut targets = self.targets.iter();
        let target = targets
            .position(|target| target.matches(failpoint, records))
            .map(|index| self.targets.swap_remove(index));
        let due = (self.phase == Phase::Faulty)
            .then(|| self.hosts[host].interruption.blow_at(failpoint))
            .flatten();
        let blow = target.map(|target| target.blow(self.hosts.len())).or(due);
        let records = &self.hosts[host].last_records;
        self.totals.record_hit(failpoint, records, blow.is_some());
        match blow {
            None => {}
            Some(Blow::Kill) => {
                self.totals.kills += 1;
                self.end_process(host, &format!("is killed at {failpoint}"));
            }
            Some(Blow::Pause(length)) => {
                self.note(format_args!("a pause at {failpoint}"));
                self.pause(host, length);
                self.hosts[host].interruption = Interruption::draw(&mut self.rng.processes);
            }
        }
    }

    pub(super) fn fault_rates(&self) -> FaultRates {
        match self.phase {
            Phase::Faulty => self.plan.fault_rates,
            Phase::Quiet | Phase::Done => FaultRates {
                delivery: 0,
                ..FaultRates::duplicates_only()
            },
        }
    }

    pub(super) fn record_fault(&mut self, fault: Fault) {
        self.last_fault_at = self.last_fault_at.max(self.now());
        self.panel_lost |= fault == Fault::ClockJump;
        self.totals.record_fault(fault);
        self.note(format_args!("fault: {fault}"));
    }

    /// Records a violated invariant. Keeps only a game's first violation, because later ones may result from it.
    pub(super) fn record_violation(&mut self, description: impl Into<String>) {
        let description = description.into();
        self.note(format_args!("VIOLATION: {description}"));
        let seed = self.seed;
        self.violation
            .get_or_insert(Violation { seed, description });
    }

    pub(super) fn note(&mut self, line: std::fmt::Arguments<'_>) {
        let at = self.age().0;
        let active = self.active_host.map(|host| self.hosts[host].process);
        match active.or(self.served_process).filter(|_| self.is_shared()) {
            Some(process) => self.transcript.note(format!("{at:>10} [{process}] {line}")),
            None => self.transcript.note(format!("{at:>10} {line}")),
        }
    }

    /// Adds a line for readers only, which is not part of the digest.
    pub(super) fn note_detail(&mut self, line: std::fmt::Arguments<'_>) {
        if self.transcript.lines.is_some() {
            self.transcript.note_detail(format!("{:>10} {line}", ""));
        }
    }
}

#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<World>>);

/// Identifies the process that uses a simulated network, journal, clock or failpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProcessId {
    pub(super) host: usize,
    pub(super) process: u64,
}

impl Shared {
    pub(super) fn new(world: World) -> Self {
        Self(Arc::new(Mutex::new(world)))
    }

    /// Locks the world. Callers must not hold the lock across an await, or while they call `Failpoints::hit`, which
    /// locks it too.
    pub(super) fn lock(&self) -> MutexGuard<'_, World> {
        self.0.lock()
    }

    /// Waits while the process is stopped. Never returns if the process has ended.
    pub(super) async fn wait_until_running(&self, id: ProcessId) {
        loop {
            let (is_alive, is_paused) = {
                let world = self.lock();
                let host = &world.hosts[id.host];
                let is_alive = host.is_alive() && host.process == id.process;
                (is_alive, host.state == HostState::Paused)
            };
            match (is_alive, is_paused) {
                (false, _) => pending().await,
                (true, false) => return,
                // The runtime is not polled until the process is resumed.
                (true, true) => yield_now().await,
            }
        }
    }
}
