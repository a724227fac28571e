//! One process from its start to its end: the bot's own registry, drivers, pages and message boards, on a separate
//! Tokio runtime.
//!
//! Runtimes are driven manually, from one event of the world to the next. This way processes share the simulated time,
//! and nothing runs in a stopped process: a runtime that is not polled is like a process after SIGSTOP. Requests become
//! events in the world's schedule. A runtime stops at the next event that can affect its process, so no event reaches a
//! process that has already run past it. A process is killed by dropping its runtime with all its tasks.

use std::sync::{Arc, LazyLock, OnceLock};
use std::task::{Poll, Waker};
use std::time::Duration;

use journal::{Cluster, Lease};
use kit::memory_journal::{BlockingStore, MemoryJournal};
use parking_lot::Mutex;
use table::Table;
use table::config::TableConfig;
use table::entry::Entry;
use table::ids::Millis;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tokio::time::{Instant, advance, sleep_until, timeout};

use super::journal_client::SimulatedJournal;
use super::network::SimulatedNetwork;
use super::record_kinds::kinds_of;
use super::world::{ProcessId, Shared};
use discord::RestClient;
use discord::failpoint::{Failpoint, Failpoints, Probe};
use discord::pictures::EndPictures;
use kittens::background_tasks::BackgroundTasks;
use kittens::pages::Dispatcher;
use kittens::pages::click_rate_limit::ClickRateLimit;
use kittens::pages::personal_data::DataRequests;
use kittens::tables::game_quota::GameLimits;
use kittens::tables::lease::wait_for_lease;
use kittens::tables::outages::{Outage, Outages};
use kittens::tables::registry::{Env, Limits, Registry, ShardReady};
use kittens::tables::rng_source::RngSource;
use kittens::tables::search_pool::SearchPool;

/// An empty store: in a simulated game, nobody changes a server's settings or asks for a copy of their data.
static NOTHING: LazyLock<Arc<BlockingStore>> = LazyLock::new(Arc::default);

const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// The only shard, whose gateway connection delivers all clicks.
const THE_SHARD: Outage = Outage::Shard {
    shard: 0,
    shards: 1,
};

/// A one-pixel PNG: the picture of every finished game.
const PICTURE: &[u8] = include_bytes!("pixel.png");

const LIMITS: Limits = Limits {
    games: GameLimits {
        per_server: 25,
        per_person: 25,
        watched_per_server: 25,
    },
    mailbox_capacity: 64,
};

/// Observes the failpoint hits of one process, and interrupts the process as the simulation has planned.
struct WorldProbe {
    world: Shared,
    id: ProcessId,
}

impl WorldProbe {
    /// Calls a function with the world and the host, unless the process has been interrupted.
    fn while_running(&self, then: impl FnOnce(&mut super::world::World, usize)) {
        let mut world = self.world.lock();
        let host = &world.hosts[self.id.host];
        if host.is_running() && host.process == self.id.process {
            then(&mut world, self.id.host);
        }
    }
}

impl Probe for WorldProbe {
    fn hit(&self, failpoint: Failpoint) {
        self.while_running(|world, host| world.hit(host, failpoint));
    }

    fn entry_decided(&self, entry: &Entry) {
        self.while_running(|world, host| world.hosts[host].last_records = kinds_of(entry));
    }

    fn entry_appended(&self, table: &Table) {
        self.while_running(|world, _| world.check_table_state(table));
    }

    fn panic_recovered(&self) {
        self.while_running(|world, _| world.record_violation("a task of the bot panicked"));
    }
}

/// Detects that a runtime has nothing left to do at the current time.
#[derive(Default)]
struct IdleSignal(Mutex<IdleState>);

#[derive(Default)]
enum IdleState {
    #[default]
    Unwatched,
    Watched(Waker),
    Idle,
}

impl IdleSignal {
    /// Called by the runtime when no task can continue at the current time.
    fn on_park(&self) {
        let mut state = self.0.lock();
        if let IdleState::Watched(_) = *state
            && let IdleState::Watched(waker) = std::mem::replace(&mut *state, IdleState::Idle)
        {
            waker.wake();
        }
    }

    /// Drops the waker of the task that waits for the signal. The waker holds the runtime, whose callback holds this
    /// signal, so otherwise neither would ever be freed.
    fn forget_watcher(&self) {
        let mut state = self.0.lock();
        if let IdleState::Watched(_) = *state {
            *state = IdleState::Unwatched;
        }
    }

    /// Returns once every task waits for a later time or for an event outside the process.
    async fn wait(&self) {
        std::future::poll_fn(|context| {
            let mut state = self.0.lock();
            if let IdleState::Idle = *state {
                *state = IdleState::Unwatched;
                return Poll::Ready(());
            }
            *state = IdleState::Watched(context.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

struct Parts {
    registry: Arc<Registry>,
    dispatcher: Arc<Dispatcher>,
    storage: Arc<MemoryJournal>,
}

pub(super) struct Process {
    world: Shared,
    id: ProcessId,
    runtime: Runtime,
    idle: Arc<IdleSignal>,
    changed: Arc<Notify>,
    parts: Arc<OnceLock<Parts>>,
}

impl Process {
    pub(super) fn start(
        world: &Shared,
        host: usize,
        storage: Arc<MemoryJournal>,
    ) -> std::io::Result<Self> {
        let idle = Arc::<IdleSignal>::default();
        let signal = Arc::clone(&idle);
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .on_thread_park(move || signal.on_park())
            .build()?;
        let started = {
            let _inside = runtime.enter();
            Instant::now()
        };
        let (id, changed) = {
            let mut world = world.lock();
            let id = world.start_process(host, started);
            (id, Arc::clone(&world.hosts[host].changed))
        };
        let parts = Arc::<OnceLock<Parts>>::default();
        runtime.spawn(boot(world.clone(), id, storage, Arc::clone(&parts)));
        Ok(Self {
            world: world.clone(),
            id,
            runtime,
            idle,
            changed,
            parts,
        })
    }

    /// Runs the process up to the next event that can affect it, unless it is interrupted or stopped.
    pub(super) fn run_to_next_event(&self) {
        {
            let mut world = self.world.lock();
            let next = world.next_event_at();
            let host = &mut world.hosts[self.id.host];
            // The process may already have run past this event, if the event cannot affect it.
            let must_run = host.must_run || host.ran_until < next;
            if !host.is_running() || !must_run {
                return;
            }
            host.must_run = false;
            world.active_host = Some(self.id.host);
        }
        self.runtime.block_on(self.run());
        self.idle.forget_watcher();
        let mut world = self.world.lock();
        let ran_until = world.next_stop_of(self.id.host);
        world.hosts[self.id.host].ran_until = ran_until;
        world.active_host = None;
    }

    async fn run(&self) {
        while let Some((now, stop)) = self.now_and_next_stop() {
            let behind = now.saturating_duration_since(Instant::now());
            if !behind.is_zero() {
                // The process was stopped. All timers that expired in the meantime fire now.
                advance(behind).await;
            } else if stop > Instant::now() {
                tokio::select! {
                    biased;
                    () = self.changed.notified() => {}
                    () = sleep_until(stop) => {}
                }
            } else {
                tokio::select! {
                    biased;
                    () = self.changed.notified() => {}
                    () = self.idle.wait() => return,
                }
            }
        }
    }

    /// Returns the current time and the time of the next event that can affect this process, both as instants of its
    /// runtime; `None` if the process must not run.
    fn now_and_next_stop(&self) -> Option<(Instant, Instant)> {
        let world = self.world.lock();
        let host = &world.hosts[self.id.host];
        let runs = host.is_running() && world.violation.is_none();
        let clock = runs.then_some(host.clock)?;
        Some((
            clock.instant(world.now())?,
            clock.instant(world.next_stop_of(self.id.host))?,
        ))
    }

    pub(super) fn deliver(&self, interaction: u64) {
        if let Some(parts) = self.parts.get() {
            let (world, dispatcher) = (self.world.clone(), Arc::clone(&parts.dispatcher));
            self.runtime.spawn(async move {
                let inbound = world.lock().inbound(interaction);
                if let Some(inbound) = inbound {
                    dispatcher.serve(inbound).await;
                }
            });
        }
    }

    /// Notifies the bot that the channel and its server were deleted.
    pub(super) fn delete_channel(&self) {
        self.tell(|world, registry| {
            let (guild, channel) = {
                let discord = &world.lock().discord;
                (discord.guild(), discord.channel())
            };
            registry.channel_gone(channel);
            registry.guild_gone(guild);
        });
    }

    /// Notifies the bot that its gateway connection was lost at this time.
    pub(super) fn lose_gateway(&self, since: Millis) {
        self.change_outages(since, |_| ());
    }

    /// Notifies the bot that its gateway connection is back after an outage that began at this time.
    pub(super) fn regain_gateway(&self, since: Millis) {
        self.change_outages(since, |outages| outages.end(THE_SHARD));
    }

    fn change_outages(&self, since: Millis, change: impl FnOnce(&Outages) + Send + 'static) {
        self.tell(move |world, registry| {
            let outage = world.lock().now().since(since);
            let since = Instant::now() - Duration::from_millis(outage.0);
            registry.outages().begin(THE_SHARD, since);
            change(registry.outages());
        });
    }

    /// Spawns a task that calls the function inside the runtime. Does nothing if the bot has not started.
    fn tell(&self, news: impl FnOnce(&Shared, &Arc<Registry>) + Send + 'static) {
        if let Some(parts) = self.parts.get() {
            let (world, registry) = (self.world.clone(), Arc::clone(&parts.registry));
            self.runtime.spawn(async move { news(&world, &registry) });
        }
    }

    /// Asks the bot to shut down, and then ends the process.
    pub(super) fn shut_down(&self) {
        let (world, id, parts) = (self.world.clone(), self.id, Arc::clone(&self.parts));
        self.runtime.spawn(async move {
            if let Some(parts) = parts.get() {
                if timeout(SHUTDOWN_TIMEOUT, parts.registry.close())
                    .await
                    .is_err()
                {
                    world.lock().note(format_args!("the shutdown timed out"));
                }
                parts.storage.release_lease();
            }
            let mut world = world.lock();
            world.totals.shutdowns += 1;
            world.end_process(id.host, "shuts down");
        });
    }
}

async fn report_panic(world: Shared, background_tasks: BackgroundTasks) {
    let task = background_tasks.wait_until_failed().await;
    let mut world = world.lock();
    world.record_violation(format!("the task that {task} panicked"));
}

async fn boot(
    world: Shared,
    id: ProcessId,
    storage: Arc<MemoryJournal>,
    parts: Arc<OnceLock<Parts>>,
) {
    let probe = WorldProbe {
        world: world.clone(),
        id,
    };
    let failpoints = Failpoints::with_probe(Arc::new(probe));
    let is_shared = world.lock().is_shared();
    let env = env(&world, id, failpoints.clone());
    let lease = if is_shared {
        Lease::waiting(Cluster::WHOLE, Arc::clone(&env.system_clock))
    } else {
        Lease::unlimited()
    };
    let network = SimulatedNetwork {
        world: world.clone(),
        id,
        lease: lease.clone(),
    };
    let rest = RestClient::with_transport(network, failpoints.clone(), lease.clone());
    rest.emojis()
        .set(world.lock().discord.emojis.by_picture.clone());
    let journal = Arc::new(SimulatedJournal {
        world: world.clone(),
        id,
        failpoints,
        storage: Arc::clone(&storage),
        is_shared,
    });
    tokio::spawn(report_panic(world.clone(), env.background_tasks.clone()));
    // The simulated journal has one cluster, so this cannot fail.
    let _ = wait_for_lease(&*journal, &lease).await;
    tokio::spawn(end_without_lease(world.clone(), id, lease));
    let Ok(registry) = Registry::new(journal, rest.clone(), LIMITS, env).await else {
        return fail_to_start(&world, id);
    };
    // The simulated gateway has one shard with one server.
    let (bot, guild) = {
        let discord = &world.lock().discord;
        (discord.bot(), discord.guild())
    };
    registry.shard_ready(&ShardReady {
        bot,
        shard: 0,
        shards: 1,
        guilds: vec![guild],
    });
    registry.start();
    let dispatcher = Dispatcher::new(
        rest,
        Arc::clone(&registry),
        Arc::<MemoryJournal>::default(),
        Arc::<BlockingStore>::clone(&*NOTHING),
        // For people who open finished games.
        Arc::<MemoryJournal>::clone(&storage),
        Arc::new(DataRequests::new(Arc::<BlockingStore>::clone(&*NOTHING))),
        ClickRateLimit::new(1_000, 1_000),
    );
    // A process starts only once.
    let _ = parts.set(Parts {
        registry,
        dispatcher: Arc::new(dispatcher),
        storage,
    });
    world.lock().hosts[id.host].is_connected = true;
}

async fn end_without_lease(world: Shared, id: ProcessId, lease: Lease) {
    lease.wait_until_lost().await;
    world.wait_until_running(id).await;
    let mut world = world.lock();
    world.end_process(id.host, "has lost the lease and ends");
}

/// Called if the journal cannot be read at the start. With several hosts, ends the process; else records a violation.
fn fail_to_start(world: &Shared, id: ProcessId) {
    let mut world = world.lock();
    if world.is_shared() {
        world.end_process(id.host, "cannot read the journal and ends");
    } else {
        world.record_violation("the journal cannot be read at the start");
    }
}

fn env(world: &Shared, id: ProcessId, failpoints: Failpoints) -> Env {
    let clock = world.clone();
    let system_clock = move || clock.lock().system_time(id.host);
    let mut world = world.lock();
    Env {
        // Simulated people may click a control as soon as they see it.
        table_config: TableConfig {
            min_tap_delay: Millis(0),
            ..TableConfig::default()
        },
        system_clock: Arc::new(system_clock),
        rng_source: RngSource::seeded(world.rng.processes.seed()),
        search_pool: SearchPool::disabled(),
        end_pictures: EndPictures::fixed(Some(PICTURE)),
        background_tasks: BackgroundTasks::default(),
        failpoints,
        preferences: None,
        results: None,
        unload_after: world.plan.unload_after,
    }
}
