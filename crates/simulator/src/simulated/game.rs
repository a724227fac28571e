//! Plays one simulated game: runs its processes from one event of the world to the next, and starts one process
//! after another on each host, until the final checks have run or an invariant is violated.

use std::io;
use std::sync::Arc;

use kit::memory_journal::MemoryJournal;
use rules::EditionId;
use table::ids::Millis;

use super::fault::Fault;
use super::game_plan::GamePlan;
use super::host::{Host, HostState};
use super::interruption::KillTarget;
use super::process::Process;
use super::rng::SimRng;
use super::schedule::Event;
use super::totals::Totals;
use super::world::{Phase, Shared, World};

/// A pause longer than this breaks the gateway connection, because it exceeds the heartbeat interval.
const GATEWAY_TIMEOUT: Millis = Millis::seconds(45);

/// A simulated game, fully determined by the seed, the number of writers and the targets.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) seed: u64,
    /// The number of processes that run concurrently on one journal.
    pub(super) writers: usize,
    /// One process is interrupted at each target, in addition to the interruptions drawn from the seed.
    pub(super) targets: Vec<KillTarget>,
    /// If true, keeps the lines of the transcript rather than only their digest.
    pub(super) with_transcript: bool,
}

impl Game {
    /// Plays the game. Returns its totals and the lines of its transcript, which are empty unless they are kept.
    pub(super) fn play(&self) -> io::Result<(Totals, Vec<String>)> {
        let mut table = Machines {
            world: Shared::new(self.world()),
            storage: Arc::default(),
            processes: (0..self.writers).map(|_| None).collect(),
        };
        while table.run_to_next_event()? {}
        let Machines {
            world, processes, ..
        } = table;
        drop(processes);
        Ok(finish(&world))
    }

    pub(super) fn edition(&self) -> Option<EditionId> {
        self.plan().opening.edition
    }

    fn plan(&self) -> GamePlan {
        GamePlan::draw(&mut SimRng::stream(self.seed, 0), self.writers)
    }

    fn world(&self) -> World {
        let mut world = World::new(self.seed, self.plan());
        world.targets.clone_from(&self.targets);
        world.transcript.lines = self.with_transcript.then(Vec::new);
        world.schedule_first_events();
        for host in 0..self.writers {
            world.plan_start(host);
        }
        world
    }
}

/// The hosts of one game and the journal that their processes use.
struct Machines {
    world: Shared,
    storage: Arc<MemoryJournal>,
    processes: Vec<Option<Process>>,
}

impl Machines {
    /// Runs all processes to the next event and handles it. Returns false after the game's end or a violation.
    fn run_to_next_event(&mut self) -> io::Result<bool> {
        self.clear_ended();
        self.start_due()?;
        for process in self.processes.iter().flatten() {
            process.run_to_next_event();
        }
        let event = {
            let mut world = self.world.lock();
            if world.phase == Phase::Done || world.violation.is_some() {
                return Ok(false);
            }
            let has_ended = |host: &Host| host.state == HostState::Ended;
            if world.hosts.iter().any(has_ended) {
                return Ok(true);
            }
            world.served_process = None;
            let phase = world.phase;
            world.check_for_end();
            if world.phase != phase {
                // The processes were run up to an event that has now been cancelled.
                return Ok(true);
            }
            world.take_next_event()
        };
        if let Some(event) = event {
            self.handle(event);
        }
        Ok(true)
    }

    fn clear_ended(&mut self) {
        for host in 0..self.processes.len() {
            let has_ended = self.world.lock().hosts[host].state == HostState::Ended;
            if has_ended {
                self.processes[host] = None;
                self.world.lock().plan_start(host);
            }
        }
    }

    fn start_due(&mut self) -> io::Result<()> {
        for host in 0..self.processes.len() {
            let (state, now) = {
                let world = self.world.lock();
                (world.hosts[host].state, world.now())
            };
            let HostState::Down { starts_at } = state else {
                continue;
            };
            if starts_at <= now {
                let storage = self.storage_for_process(now);
                self.processes[host] = Some(Process::start(&self.world, host, storage)?);
            }
        }
        Ok(())
    }

    /// Returns the journal for a new process: with one host, its predecessor's; with several, a new connection, which
    /// must acquire the lease.
    fn storage_for_process(&self, now: Millis) -> Arc<MemoryJournal> {
        self.storage.set_time(now);
        match self.processes.len() {
            0 | 1 => Arc::clone(&self.storage),
            _ => Arc::new(self.storage.join()),
        }
    }

    fn handle(&self, event: Event) {
        match event {
            Event::PersonLooks { person } => self.world.lock().look(person),
            Event::Deliver { interaction, host } => {
                let is_delivered = self.world.lock().deliver_click(interaction, host);
                if is_delivered {
                    self.tell(host, |process| process.deliver(interaction));
                }
            }
            Event::CheckAnswered {
                interaction,
                process,
            } => {
                let mut world = self.world.lock();
                if world.host_of(process).is_some() {
                    world.check_answered_in_time(interaction);
                }
            }
            Event::ModeratorActs => self.act_as_moderator(),
            Event::RestorePermission => self.world.lock().restore_permission(),
            Event::GatewayLost { host, since } => {
                if self.is_gateway_down(host) {
                    self.tell(host, |process| process.lose_gateway(since));
                }
            }
            Event::GatewayReturns { host, since } => {
                // A later outage may have begun in the meantime.
                if !self.is_gateway_down(host) {
                    self.tell(host, |process| process.regain_gateway(since));
                }
            }
            Event::HostDisturbed { host } => self.world.lock().disturb(host),
            Event::Continue { process, since } => self.go_on(process, since),
            Event::Shutdown { process } => self.shut_down(process),
            Event::RequestArrives { number } => self.world.lock().on_request_arrives(number),
            Event::ResponseArrives { number } => self.world.lock().on_response_arrives(number),
            Event::JournalServes { number } => self.serve_journal(number),
            Event::CheckQuiet => self.world.lock().check_quiet(),
            Event::CheckSettled => self.world.lock().check_settled(),
            Event::CheckLastAnswer { interaction } => {
                self.world.lock().check_last_answer(interaction);
            }
        }
    }

    fn tell(&self, host: usize, news: impl FnOnce(&Process)) {
        if let Some(process) = &self.processes[host] {
            news(process);
            self.world.lock().hosts[host].must_run = true;
        }
    }

    fn act_as_moderator(&self) {
        let fault = self.world.lock().act_as_moderator();
        if fault == Some(Fault::ChannelDeleted) {
            for host in 0..self.processes.len() {
                self.tell(host, Process::delete_channel);
            }
        }
    }

    /// Resumes a process after a pause. After a long pause, it must reconnect to the gateway.
    fn go_on(&self, process: u64, since: Millis) {
        let host = {
            let mut world = self.world.lock();
            let Some(host) = world.host_of(process) else {
                return;
            };
            world.end_pause(host, since);
            (world.now().since(since) > GATEWAY_TIMEOUT).then_some(host)
        };
        if let Some(host) = host {
            self.tell(host, |process| process.regain_gateway(since));
        }
    }

    fn is_gateway_down(&self, host: usize) -> bool {
        let world = self.world.lock();
        world.hosts[host].gateway_down_until > world.now()
    }

    fn shut_down(&self, process: u64) {
        let host = {
            let mut world = self.world.lock();
            let Some(host) = world.host_of(process) else {
                return;
            };
            // A stopped process does not react.
            if world.hosts[host].state != HostState::Running {
                return;
            }
            world.hosts[host].state = HostState::ShuttingDown;
            host
        };
        self.tell(host, Process::shut_down);
    }

    fn serve_journal(&self, number: u64) {
        let (operation, now) = {
            let mut world = self.world.lock();
            (world.on_journal_serves(number), world.now())
        };
        self.storage.set_time(now);
        if let Some(operation) = operation {
            operation();
        }
    }
}

fn finish(world: &Shared) -> (Totals, Vec<String>) {
    let mut world = world.lock();
    // The calls hold the world, which holds the calls; without this, neither would ever be freed.
    let unfinished = std::mem::take(&mut world.journal_calls);
    let mut totals = std::mem::take(&mut world.totals);
    totals.games = 1;
    totals.digest = world.transcript.digest;
    totals.closed = u64::from(world.disk.newest().is_none_or(|table| table.is_closed()));
    totals.violations.extend(world.violation.take());
    let transcript = world.transcript.lines.take().unwrap_or_default();
    // Dropped after the world is unlocked, because this may drop the last handle to a process.
    drop(world);
    drop(unfinished);
    (totals, transcript)
}
