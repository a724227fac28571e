//! One process from its start to its end: the bot's own registry, drivers, desk and outbox, on a
//! runtime whose clock stands still until nothing more can be done. It dies by being dropped with
//! everything in it.

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

use super::discord::Access;
use super::disk::SimulatedJournal;
use super::fault::Fault;
use super::judge::ANSWERED_WITHIN;
use super::kinds::Kinds;
use super::people::{CHANNEL, GUILD};
use super::wire::SimulatedWire;
use super::world::{Event, Shared, Stage, World};
use kittens::budget::Budget;
use kittens::choice_pool::ChoicePool;
use kittens::dispatcher::Dispatcher;
use kittens::failpoint::{Failpoint, Failpoints, Probe};
use kittens::outbox::RestClient;
use kittens::registry::{Env, Limits, Registry};
use kittens::rng_source::RngSource;

/// A process ends within this once it is told to.
const ENDS_WITHIN: Duration = Duration::from_secs(10);

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It was killed.
    Killed,
    /// It was told to end, and did.
    Stopped,
    /// All is over.
    Over,
}

/// Whoever watches a process from outside of the world.
struct Watcher {
    world: Shared,
    killed: Arc<Notify>,
}

impl Probe for Watcher {
    fn hit(&self, point: Failpoint) {
        let mut world = self.world.lock();
        if world.alive && world.pass(point) {
            self.killed.notify_one();
        }
    }

    fn entry_decided(&self, entry: &Entry) {
        let mut world = self.world.lock();
        if world.alive {
            world.latest = Kinds::of(entry);
        }
    }

    fn entry_kept(&self, table: &Table) {
        let mut world = self.world.lock();
        if world.alive {
            world.believed(table);
        }
    }
}

/// A process that runs.
struct Life {
    world: Shared,
    registry: Arc<Registry<SimulatedJournal>>,
    dispatcher: Arc<Dispatcher<SimulatedJournal>>,
}

/// Runs one process until it ends. Needs a runtime of its own, with its clock stopped.
pub(super) async fn live(world: &Shared, kept: &Arc<MemoryJournal>) -> End {
    let killed = Arc::new(Notify::new());
    let watcher = Watcher {
        world: world.clone(),
        killed: Arc::clone(&killed),
    };
    let points = Failpoints::with_probe(Arc::new(watcher));
    tokio::select! {
        biased;
        () = killed.notified() => End::Killed,
        end = run(world, kept, points) => end,
    }
}

async fn run(world: &Shared, kept: &Arc<MemoryJournal>, points: Failpoints) -> End {
    let Some(life) = Life::begin(world, kept, points).await else {
        return End::Over;
    };
    loop {
        let next = {
            let world = world.lock();
            if world.stage == Stage::Done || world.violation.is_some() {
                return End::Over;
            }
            world.next()
        };
        sleep_until(next).await;
        loop {
            world.lock().look_for_the_end();
            let Some(event) = world.lock().take_due() else {
                break;
            };
            if life.happens(event).await {
                return End::Stopped;
            }
        }
    }
}

impl Life {
    async fn begin(world: &Shared, kept: &Arc<MemoryJournal>, points: Failpoints) -> Option<Self> {
        let wire = SimulatedWire {
            world: world.clone(),
            points: points.clone(),
        };
        let rest = RestClient::with_transport(wire, points.clone());
        let journal = SimulatedJournal {
            world: world.clone(),
            points: points.clone(),
            kept: Arc::clone(kept),
        };
        let registry = Registry::new(
            Arc::new(journal),
            rest.clone(),
            LIMITS,
            means(world, points),
        );
        let registry = registry.await;
        let Ok(registry) = registry else {
            world
                .lock()
                .violate("the journal cannot be read at the start");
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

    /// Something happens. Returns whether the process has ended by it.
    async fn happens(&self, event: Event) -> bool {
        match event {
            Event::Look { person } => self.world.lock().look(person),
            Event::Deliver { interaction } => self.deliver(interaction),
            Event::Expect { interaction, life } => {
                let mut world = self.world.lock();
                if world.life == life {
                    world.judge_silence(interaction);
                }
            }
            Event::Deed => self.deed(),
            Event::Permit => self.world.lock().permit(),
            Event::Hear { since } => self.hear(since),
            Event::Stop { life } => return self.stop(life).await,
            Event::Settle => self.world.lock().settle(),
            Event::Conclude { interaction } => self.world.lock().conclude(interaction),
        }
        false
    }

    /// A click comes in by the gateway.
    fn deliver(&self, interaction: u64) {
        let Some(incoming) = self.world.lock().arrive(interaction) else {
            return;
        };
        let dispatcher = Arc::clone(&self.dispatcher);
        tokio::spawn(async move { dispatcher.serve(incoming).await });
    }

    fn deed(&self) {
        let deed = self.world.lock().deed();
        if deed == Some(Fault::ChannelDeleted) {
            self.registry.channel_gone(CHANNEL);
            self.registry.guild_gone(GUILD);
        }
    }

    fn hear(&self, since: Millis) {
        let gone = self.world.lock().now().since(since);
        let since = Instant::now() - Duration::from_millis(gone.0);
        self.registry.extend_deadlines(since, |_| true);
    }

    async fn stop(&self, life: u64) -> bool {
        if self.world.lock().life != life {
            return false;
        }
        if timeout(ENDS_WITHIN, self.registry.close()).await.is_err() {
            self.world
                .lock()
                .note(format_args!("something in hand was not finished"));
        }
        true
    }
}

const LIMITS: Limits = Limits {
    games_per_server: 25,
    clicks_waiting: 64,
};

fn means(world: &Shared, points: Failpoints) -> Env {
    let mut world = world.lock();
    Env {
        time: world.system_time(),
        rng_source: RngSource::seeded(world.dice.fate.seed()),
        choice_pool: ChoicePool::disabled(),
        failpoints: points,
        table_config: TableConfig::default(),
    }
}

impl World {
    /// A click reaches the process, unless nothing is heard just now.
    fn arrive(
        &mut self,
        interaction: u64,
    ) -> Option<kittens::discord::from_discord::IncomingInteraction> {
        let (now, deaf_until) = (self.now(), self.deaf_until);
        if now < deaf_until {
            self.plan(
                deaf_until.since(now).after(Millis(20)),
                Event::Deliver { interaction },
            );
            return None;
        }
        self.count_delivery(interaction);
        self.inbound(interaction)
    }

    fn count_delivery(&mut self, interaction: u64) {
        self.tally.deliveries += 1;
        let later = self.last_delivered > interaction;
        self.tally.reorderings += u64::from(later);
        self.last_delivered = self.last_delivered.max(interaction);
        let asked = self.discord.interaction(interaction).map(|asked| asked.at);
        let late = asked.is_none_or(|at| self.now().since(at) > Millis(500));
        let Some(click) = self.clicks.get_mut(&interaction) else {
            return;
        };
        click.troubled |= late;
        let again = std::mem::replace(&mut click.delivered, true);
        self.tally.duplicates += u64::from(again);
        let life = self.life;
        self.plan(ANSWERED_WITHIN, Event::Expect { interaction, life });
    }

    /// Puts the next deed of outsiders into the calendar.
    pub(super) fn plan_deed(&mut self) {
        let mean = self.plan.weather.deeds;
        if mean > 0 {
            let after = self.dice.deeds.between(1, 2 * mean);
            self.plan(Millis::seconds(after.into()), Event::Deed);
        }
    }

    /// An outsider does something; what it was.
    fn deed(&mut self) -> Option<Fault> {
        if self.stage != Stage::Rough {
            return None;
        }
        self.plan_deed();
        let fault = match self.dice.deeds.below(100) {
            0..45 => Fault::MessageDeleted,
            45..70 => Fault::PermissionTaken,
            70..99 => Fault::Deafness,
            _ => Fault::ChannelDeleted,
        };
        self.strike(fault);
        let lasts = Millis::seconds(self.dice.deeds.between(3, 40).into());
        match fault {
            Fault::MessageDeleted => self.discord.delete_table(),
            Fault::PermissionTaken if self.discord.access == Access::Granted => {
                self.discord.access = Access::Taken;
                self.plan(lasts, Event::Permit);
            }
            Fault::Deafness => {
                let since = self.now();
                self.deaf_until = since.after(lasts);
                self.plan(lasts, Event::Hear { since });
            }
            Fault::ChannelDeleted => self.discord.access = Access::Gone,
            _ => {}
        }
        Some(fault)
    }

    fn permit(&mut self) {
        if self.discord.access == Access::Taken {
            self.discord.access = Access::Granted;
        }
    }

    /// When the game has come to its end, nothing more goes wrong, and a while later the channel
    /// has to show it.
    fn look_for_the_end(&mut self) {
        if self.is_stuck() {
            self.violate("the game does not end");
        }
        if self.stage == Stage::Rough && self.is_over() {
            self.note(format_args!("the game is over"));
            self.permit();
            self.deaf_until = Millis(0);
            self.begin_to_settle();
        }
    }

    /// All is quiet.
    fn settle(&mut self) {
        // Where the bot was told that it may not write, it waits for the next click.
        if !self.silenced {
            self.judge_channel();
        }
        self.judge_replay();
        if self.discord.access == Access::Gone {
            self.stage = Stage::Done;
            return;
        }
        let last = self.command(0, Intent::PostTable);
        let interaction = self.click(last);
        self.plan(Millis::seconds(30), Event::Conclude { interaction });
    }

    fn conclude(&mut self, interaction: u64) {
        let answered = self
            .discord
            .interaction(interaction)
            .is_some_and(|asked| asked.answered);
        if !answered {
            self.violate("the last click was not answered");
        }
        self.judge_channel();
        self.stage = Stage::Done;
    }
}
