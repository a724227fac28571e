//! One process from its start to its end: the bot's own registry, drivers, dispatcher and outbox, on
//! a Tokio runtime with a paused clock, which advances only when every task waits. A process is
//! killed by dropping the runtime with all its tasks.

use std::sync::Arc;
use std::time::Duration;

use journal::MemoryJournal;
use table::Table;
use table::config::TableConfig;
use table::entry::Entry;
use table::ids::Millis;
use table::intent::Intent;
use table::preferences::MemoryPreferences;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout};

use super::checker::ANSWER_DEADLINE;
use super::discord::Access;
use super::disk::SimulatedJournal;
use super::fault::Fault;
use super::network::SimulatedNetwork;
use super::people::{CHANNEL, GUILD};
use super::record_kinds::RecordKinds;
use super::world::{Event, Phase, Shared, World};
use kittens::budget::Budget;
use kittens::choice_pool::ChoicePool;
use kittens::dispatcher::Dispatcher;
use kittens::failpoint::{Failpoint, Failpoints, Probe};
use kittens::outbox::RestClient;
use kittens::registry::{Env, Limits, Registry};
use kittens::rng_source::RngSource;

/// The time a process may take to shut down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// The reason a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProcessExit {
    /// Killed at a failpoint.
    Killed,
    /// Shut down because it was asked to.
    ShutDown,
    /// Still running when the game was over or an invariant was violated.
    GameOver,
}

/// Receives the failpoint hits of one process and kills it where the simulation says so.
struct WorldProbe {
    world: Shared,
    killed: Arc<Notify>,
}

impl Probe for WorldProbe {
    fn hit(&self, failpoint: Failpoint) {
        let mut world = self.world.lock();
        if world.alive && world.hit(failpoint) {
            self.killed.notify_one();
        }
    }

    fn entry_decided(&self, entry: &Entry) {
        let mut world = self.world.lock();
        if world.alive {
            world.last_records = RecordKinds::of(entry);
        }
    }

    fn entry_kept(&self, table: &Table) {
        let mut world = self.world.lock();
        if world.alive {
            world.check_table_state(table);
        }
    }
}

/// A running process.
struct Process {
    world: Shared,
    registry: Arc<Registry<SimulatedJournal>>,
    dispatcher: Arc<Dispatcher<SimulatedJournal>>,
}

/// Runs one process until it ends. Needs a Tokio runtime of its own with a paused clock.
pub(super) async fn run_process(world: &Shared, storage: &Arc<MemoryJournal>) -> ProcessExit {
    let killed = Arc::new(Notify::new());
    let probe = WorldProbe {
        world: world.clone(),
        killed: Arc::clone(&killed),
    };
    let failpoints = Failpoints::with_probe(Arc::new(probe));
    tokio::select! {
        biased;
        () = killed.notified() => ProcessExit::Killed,
        exit = run(world, storage, failpoints) => exit,
    }
}

async fn run(world: &Shared, storage: &Arc<MemoryJournal>, failpoints: Failpoints) -> ProcessExit {
    let Some(process) = Process::start(world, storage, failpoints).await else {
        return ProcessExit::GameOver;
    };
    loop {
        let next = {
            let world = world.lock();
            if world.phase == Phase::Done || world.violation.is_some() {
                return ProcessExit::GameOver;
            }
            world.next_event_at()
        };
        sleep_until(next).await;
        loop {
            world.lock().check_for_end();
            let Some(event) = world.lock().take_due_event() else {
                break;
            };
            if process.handle(event).await {
                return ProcessExit::ShutDown;
            }
        }
    }
}

impl Process {
    async fn start(
        world: &Shared,
        storage: &Arc<MemoryJournal>,
        failpoints: Failpoints,
    ) -> Option<Self> {
        let network = SimulatedNetwork {
            world: world.clone(),
            failpoints: failpoints.clone(),
        };
        let rest = RestClient::with_transport(network, failpoints.clone());
        let journal = SimulatedJournal {
            world: world.clone(),
            failpoints: failpoints.clone(),
            storage: Arc::clone(storage),
        };
        let registry = Registry::new(
            Arc::new(journal),
            rest.clone(),
            LIMITS,
            env(world, failpoints),
        );
        let registry = registry.await;
        let Ok(registry) = registry else {
            world
                .lock()
                .record_violation("the journal cannot be read at the start");
            return None;
        };
        registry.start();
        let dispatcher = Dispatcher::new(
            rest,
            Arc::clone(&registry),
            Arc::<MemoryPreferences>::default(),
            Budget::new(1_000, 1_000),
        );
        Some(Self {
            world: world.clone(),
            registry,
            dispatcher: Arc::new(dispatcher),
        })
    }

    /// Handles a scheduled event. Returns true if the process has shut down because of it.
    async fn handle(&self, event: Event) -> bool {
        match event {
            Event::PersonLooks { person } => self.world.lock().look(person),
            Event::Deliver { interaction } => self.deliver(interaction),
            Event::CheckAnswered {
                interaction,
                process,
            } => {
                let mut world = self.world.lock();
                if world.process == process {
                    world.check_answered_in_time(interaction);
                }
            }
            Event::ModeratorActs => self.act_as_moderator(),
            Event::RestorePermission => self.world.lock().restore_permission(),
            Event::GatewayReturns { since } => self.end_gateway_outage(since),
            Event::Shutdown { process } => return self.shut_down(process).await,
            Event::CheckSettled => self.world.lock().check_settled(),
            Event::CheckLastAnswer { interaction } => {
                self.world.lock().check_last_answer(interaction)
            }
        }
        false
    }

    /// Hands a click to the dispatcher, as the gateway does.
    fn deliver(&self, interaction: u64) {
        let Some(inbound) = self.world.lock().deliver_click(interaction) else {
            return;
        };
        let dispatcher = Arc::clone(&self.dispatcher);
        tokio::spawn(async move { dispatcher.serve(inbound).await });
    }

    fn act_as_moderator(&self) {
        let fault = self.world.lock().act_as_moderator();
        if fault == Some(Fault::ChannelDeleted) {
            self.registry.channel_gone(CHANNEL);
            self.registry.guild_gone(GUILD);
        }
    }

    fn end_gateway_outage(&self, since: Millis) {
        let outage = self.world.lock().now().since(since);
        let since = Instant::now() - Duration::from_millis(outage.0);
        self.registry.extend_deadlines(since, |_| true);
    }

    async fn shut_down(&self, process: u64) -> bool {
        if self.world.lock().process != process {
            return false;
        }
        if timeout(SHUTDOWN_TIMEOUT, self.registry.close())
            .await
            .is_err()
        {
            self.world
                .lock()
                .note(format_args!("the shutdown timed out"));
        }
        true
    }
}

const LIMITS: Limits = Limits {
    games_per_server: 25,
    clicks_waiting: 64,
};

fn env(world: &Shared, failpoints: Failpoints) -> Env {
    let mut world = world.lock();
    Env {
        table_config: TableConfig::default(),
        time: world.system_time(),
        rng_source: RngSource::seeded(world.rng.processes.seed()),
        choice_pool: ChoicePool::disabled(),
        failpoints,
    }
}

impl World {
    /// Converts a click for the dispatcher. During a gateway outage, schedules it for later instead.
    fn deliver_click(
        &mut self,
        interaction: u64,
    ) -> Option<kittens::discord::from_discord::IncomingInteraction> {
        let (now, down_until) = (self.now(), self.gateway_down_until);
        if now < down_until {
            self.schedule(
                down_until.since(now).after(Millis(20)),
                Event::Deliver { interaction },
            );
            return None;
        }
        self.count_delivery(interaction);
        self.inbound(interaction)
    }

    fn count_delivery(&mut self, interaction: u64) {
        self.totals.deliveries += 1;
        let overtaken = self.last_delivered > interaction;
        self.totals.reorderings += u64::from(overtaken);
        self.last_delivered = self.last_delivered.max(interaction);
        let clicked_at = self.discord.interaction(interaction).map(|asked| asked.at);
        let late = clicked_at.is_none_or(|at| self.now().since(at) > Millis(500));
        let Some(click) = self.clicks.get_mut(&interaction) else {
            return;
        };
        click.excused |= late;
        let again = std::mem::replace(&mut click.delivered, true);
        self.totals.duplicates += u64::from(again);
        let process = self.process;
        self.schedule(
            ANSWER_DEADLINE,
            Event::CheckAnswered {
                interaction,
                process,
            },
        );
    }

    /// Schedules the next act of a moderator, if this game has any.
    pub(super) fn schedule_moderator(&mut self) {
        let mean = self.plan.fault_rates.moderator_interval;
        if mean > 0 {
            let after = self.rng.moderator.between(1, 2 * mean);
            self.schedule(Millis::seconds(after.into()), Event::ModeratorActs);
        }
    }

    /// Injects one of the faults that come from outside of the bot, and returns it.
    fn act_as_moderator(&mut self) -> Option<Fault> {
        if self.phase != Phase::Faulty {
            return None;
        }
        self.schedule_moderator();
        let fault = match self.rng.moderator.below(100) {
            0..45 => Fault::MessageDeleted,
            45..70 => Fault::PermissionRevoked,
            70..99 => Fault::GatewayOutage,
            _ => Fault::ChannelDeleted,
        };
        self.record_fault(fault);
        let duration = Millis::seconds(self.rng.moderator.between(3, 40).into());
        match fault {
            Fault::MessageDeleted => self.discord.delete_table_message(),
            Fault::PermissionRevoked if self.discord.access == Access::Granted => {
                self.discord.access = Access::Denied;
                self.schedule(duration, Event::RestorePermission);
            }
            Fault::GatewayOutage => {
                let since = self.now();
                self.gateway_down_until = since.after(duration);
                self.schedule(duration, Event::GatewayReturns { since });
            }
            Fault::ChannelDeleted => self.discord.access = Access::ChannelDeleted,
            _ => {}
        }
        Some(fault)
    }

    fn restore_permission(&mut self) {
        if self.discord.access == Access::Denied {
            self.discord.access = Access::Granted;
        }
    }

    /// Ends the faulty phase once the game is over, and records a violation if it takes too long.
    fn check_for_end(&mut self) {
        if self.is_past_time_limit() {
            self.record_violation("the game did not end in time");
        }
        if self.phase == Phase::Faulty && self.is_over() {
            self.note(format_args!("the game is over"));
            self.restore_permission();
            self.gateway_down_until = Millis(0);
            self.begin_settling();
        }
    }

    /// Checks the channel and the journal, then sends one last command, which must be answered.
    fn check_settled(&mut self) {
        // After a refused write, the bot waits for the next click.
        if !self.write_refused {
            self.check_channel();
        }
        self.check_replay();
        if self.discord.access == Access::ChannelDeleted {
            self.phase = Phase::Done;
            return;
        }
        let last = self.command(0, Intent::PostTable);
        let interaction = self.click(last);
        self.schedule(Millis::seconds(30), Event::CheckLastAnswer { interaction });
    }

    fn check_last_answer(&mut self, interaction: u64) {
        let answered = self
            .discord
            .interaction(interaction)
            .is_some_and(|asked| asked.answered);
        if !answered {
            self.record_violation("the last click was not answered");
        }
        self.check_channel();
        self.phase = Phase::Done;
    }
}
