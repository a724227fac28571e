//! The state of one simulated game that outlives its processes: the simulated time, Discord, the
//! disk, the people, requests in flight and the totals. A process reaches it only through its ports,
//! and no longer once it has been killed. The faults themselves are in `fault`, the invariants in
//! `checker`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::ids::Millis;
use tokio::time::Instant;

use super::discord::Discord;
use super::disk::Disk;
use super::fault::{Fault, FaultRates};
use super::game_plan::GamePlan;
use super::network::InFlight;
use super::people::{Click, Person};
use super::record_kinds::RecordKinds;
use super::rng::SimRng;
use super::termination::{KillTarget, Termination};
use super::totals::{Totals, Violation};
use kittens::failpoint::Failpoint;

/// The simulated time at which every game starts.
const START_TIME: Millis = Millis(1_800_000_000_000);

/// Longer than any request is retried: after this without faults, the channel has to be up to date.
const SETTLE_TIME: Millis = Millis::seconds(400);

/// One random number generator for each part of the simulation, so that a draw of one part does not
/// change the others.
pub(super) struct RngStreams {
    pub(super) people: SimRng,
    pub(super) network: SimRng,
    pub(super) disk: SimRng,
    pub(super) processes: SimRng,
    pub(super) moderator: SimRng,
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
        }
    }
}

/// Something scheduled for a simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A person looks at the channel and may click.
    PersonLooks { person: usize },
    /// A click is delivered to the process that is running at that time.
    Deliver { interaction: u64 },
    /// Checks that a click has been answered, if the process that received it is still running.
    CheckAnswered { interaction: u64, process: u64 },
    /// A moderator or the network interferes with the channel.
    ModeratorActs,
    /// Gives the bot back the permission to write.
    RestorePermission,
    /// The gateway connection is back after an outage that began at `since`.
    GatewayReturns { since: Millis },
    /// Asks the process of this number to shut down.
    Shutdown { process: u64 },
    /// Checks that the channel shows the journal's state, after a long time without faults.
    CheckSettled,
    /// Checks that the last click of the game has been answered, and ends the game.
    CheckLastAnswer { interaction: u64 },
}

/// The phase of a simulated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// People play while faults are injected.
    Faulty,
    /// The game is over: no more faults, no more clicks.
    Quiet,
    /// The final checks have run.
    Done,
}

/// The state of one simulated game.
pub(super) struct World {
    pub(super) seed: u64,
    pub(super) plan: GamePlan,
    pub(super) rng: RngStreams,
    pub(super) discord: Discord,
    pub(super) disk: Disk,
    pub(super) people: Vec<Person>,
    pub(super) clicks: BTreeMap<u64, Click>,
    pub(super) phase: Phase,
    pub(super) termination: Termination,
    /// Kills the first process that hits this failpoint with this kind of record, in addition to
    /// `termination`.
    pub(super) target: Option<KillTarget>,
    pub(super) totals: Totals,
    /// The number of the current process, counted from 1; 0 before the first.
    pub(super) process: u64,
    pub(super) alive: bool,
    /// The kinds of records in the entry that the table decided on last.
    pub(super) last_records: RecordKinds,
    /// The offset of the system clock from the simulated time, in milliseconds.
    pub(super) clock_skew_ms: i64,
    /// The time of the last fault that can delay answers.
    pub(super) last_fault_at: Millis,
    /// Set once a write to the channel was refused: the table then waits for a click before it posts.
    pub(super) write_refused: bool,
    /// Set once a read of the channel was refused: messages of earlier processes may be left over.
    pub(super) read_refused: bool,
    /// The newest interaction that has been delivered to any process.
    pub(super) last_delivered: u64,
    /// Clicks are not delivered before this time.
    pub(super) gateway_down_until: Millis,
    /// Requests that were in flight when their process was killed.
    pub(super) in_flight: Vec<InFlight>,
    pub(super) violation: Option<Violation>,
    pub(super) transcript: Transcript,
    schedule: BTreeMap<(Millis, u64), Event>,
    events_scheduled: u64,
    /// The simulated time at which the process started; the current time if none is running.
    process_start_time: Millis,
    process_started: Option<Instant>,
}

/// The log of a game: always a digest of all lines, and the lines themselves if they are wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    digest: u64,
    pub(super) lines: Option<Vec<String>>,
}

impl Transcript {
    fn note(&mut self, line: String) {
        let mut hasher = DefaultHasher::new();
        (self.digest, &line).hash(&mut hasher);
        self.digest = hasher.finish();
        self.note_detail(line);
    }

    fn note_detail(&mut self, line: String) {
        if let Some(lines) = &mut self.lines {
            lines.push(line);
        }
    }

    /// Returns a hash of all lines so far: equal for equal games.
    pub(super) fn digest(&self) -> u64 {
        self.digest
    }
}

impl World {
    pub(super) fn new(seed: u64, plan: GamePlan) -> Self {
        let people = (0..plan.people).map(|index| Person::new(index, seed));
        let mut world = Self {
            seed,
            rng: RngStreams::of(seed),
            discord: Discord::default(),
            disk: Disk::default(),
            people: people.collect(),
            clicks: BTreeMap::new(),
            phase: Phase::Faulty,
            termination: Termination::Never,
            target: None,
            totals: Totals::default(),
            process: 0,
            alive: false,
            last_records: RecordKinds::default(),
            clock_skew_ms: 0,
            last_fault_at: Millis(0),
            write_refused: false,
            read_refused: false,
            last_delivered: 0,
            gateway_down_until: Millis(0),
            in_flight: Vec::new(),
            violation: None,
            transcript: Transcript::default(),
            schedule: BTreeMap::new(),
            events_scheduled: 0,
            process_start_time: START_TIME,
            process_started: None,
            plan,
        };
        world.schedule_first_events();
        world
    }

    fn schedule_first_events(&mut self) {
        for person in 0..self.people.len() {
            self.schedule_look(person);
        }
        self.schedule_moderator();
    }

    /// Returns the simulated time.
    pub(super) fn now(&self) -> Millis {
        self.process_start_time
            .after(elapsed_since(self.process_started))
    }

    /// Returns the simulated time since the game started.
    pub(super) fn age(&self) -> Millis {
        self.now().since(START_TIME)
    }

    /// Starts the next process, after no process was running for `downtime`.
    pub(super) fn start_process(&mut self, downtime: Millis, termination: Termination) {
        self.process_start_time = self.process_start_time.after(downtime);
        self.process_started = Some(Instant::now());
        self.alive = true;
        self.termination = termination;
        self.process += 1;
        self.totals.processes += 1;
        self.last_fault_at = self.now();
        if self.phase == Phase::Quiet {
            self.begin_settling();
        }
        if let Termination::Shutdown { seconds } = termination {
            let process = self.process;
            self.schedule(Millis::seconds(seconds.into()), Event::Shutdown { process });
        }
        let process = self.process;
        self.note(format_args!("process {process} starts"));
    }

    /// Ends all faults and clicks, and schedules the final checks.
    pub(super) fn begin_settling(&mut self) {
        self.phase = Phase::Quiet;
        self.schedule.clear();
        self.schedule(SETTLE_TIME, Event::CheckSettled);
    }

    /// Marks the process as gone. The simulated time stands still until the next one starts.
    pub(super) fn end_process(&mut self, how: &str) {
        let process = self.process;
        self.note(format_args!("process {process} {how}"));
        self.process_start_time = self.now();
        self.process_started = None;
        self.alive = false;
    }

    /// Counts a process that has shut down as it was asked to.
    pub(super) fn record_shutdown(&mut self) {
        self.totals.shutdowns += 1;
        self.end_process("shuts down");
    }

    /// Returns the time of the system clock, which may be wrong.
    pub(super) fn system_time(&self) -> Millis {
        Millis(self.now().0.saturating_add_signed(self.clock_skew_ms))
    }

    /// Schedules an event after this much simulated time.
    pub(super) fn schedule(&mut self, after: Millis, event: Event) {
        self.events_scheduled += 1;
        let at = self.now().after(after);
        self.schedule.insert((at, self.events_scheduled), event);
    }

    /// Returns the time of the next event by the clock of the running process.
    pub(super) fn next_event_at(&self) -> Instant {
        let (start_time, started) = (
            self.process_start_time,
            self.process_started.unwrap_or_else(Instant::now),
        );
        let no_event = || (self.now().after(Millis::hours(1)), 0);
        let (at, _) = self
            .schedule
            .keys()
            .next()
            .copied()
            .unwrap_or_else(no_event);
        started + Duration::from_millis(at.since(start_time).0)
    }

    /// Removes the next event from the schedule and returns it, if it is due.
    pub(super) fn take_due_event(&mut self) -> Option<Event> {
        let now = self.now();
        let due = self.schedule.first_entry()?;
        (due.key().0 <= now).then(|| due.remove())
    }

    /// Counts a hit of a failpoint. Returns true if the process is killed there.
    pub(super) fn hit(&mut self, failpoint: Failpoint) -> bool {
        let is_target = self
            .target
            .is_some_and(|target| target.matches(failpoint, self.last_records));
        let is_due = self.phase == Phase::Faulty && self.termination.is_due_at(failpoint);
        let is_killed = is_target || is_due;
        if is_target {
            self.target = None;
        }
        self.totals
            .record_hit(failpoint, self.last_records, is_killed);
        if is_killed {
            self.end_process(&format!("is killed at {failpoint}"));
        }
        is_killed
    }

    /// Returns the fault rates of the current phase.
    pub(super) fn fault_rates(&self) -> FaultRates {
        match self.phase {
            Phase::Faulty => self.plan.fault_rates,
            Phase::Quiet | Phase::Done => FaultRates {
                delivery: 0,
                ..FaultRates::duplicates_only()
            },
        }
    }

    /// Counts and logs a fault.
    pub(super) fn record_fault(&mut self, fault: Fault) {
        self.last_fault_at = self.now();
        self.totals.record_fault(fault);
        self.note(format_args!("fault: {fault}"));
    }

    /// Records a violated invariant. Only the first one of a game is kept: later ones may follow from it.
    pub(super) fn record_violation(&mut self, description: impl Into<String>) {
        let description = description.into();
        self.note(format_args!("VIOLATION: {description}"));
        let seed = self.seed;
        self.violation
            .get_or_insert(Violation { seed, description });
    }

    /// Adds a line with the current time to the transcript.
    pub(super) fn note(&mut self, line: std::fmt::Arguments<'_>) {
        let at = self.age().0;
        self.transcript.note(format!("{at:>10} {line}"));
    }

    /// Adds a line that only readers need: it is not part of the digest.
    pub(super) fn note_detail(&mut self, line: std::fmt::Arguments<'_>) {
        if self.transcript.lines.is_some() {
            self.transcript.note_detail(format!("{:>10} {line}", ""));
        }
    }
}

/// Returns the time since this moment; zero if there is none.
fn elapsed_since(start: Option<Instant>) -> Millis {
    let elapsed = start.map_or(Duration::ZERO, |start| start.elapsed());
    Millis(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
}

/// A shared handle to a [`World`].
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<World>>);

impl Shared {
    pub(super) fn new(world: World) -> Self {
        Self(Arc::new(Mutex::new(world)))
    }

    /// Locks the world. Callers must not hold the lock across an await or while they hit a failpoint,
    /// which locks it too.
    pub(super) fn lock(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
