//! Takeovers: of two processes on one PostgreSQL, one is stopped at any moment and continued later
//! without being told, while people play.

use std::time::Duration;

use futures_util::future::{join, try_join, try_join_all};
use journal::{Journal as _, StorageUrl, Store};
use postgres_server::{Server, ServerError};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{Connection as _, PgConnection};
use table::Table;
use table::config::TableConfig;
use table::control::Stamp;
use table::ids::ChannelId;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::audit;
use super::environment::Environment;
use super::error::RealError;
use super::game::Game;
use super::kills::play_series;
use super::plan::Plan;
use super::process::Process;
use super::report::Report;

/// Time for which both processes run before one is stopped, in milliseconds.
const RUN_MS: std::ops::Range<u64> = 200..1200;
/// Time after which a stopped process's tables count as orphaned, see [`ORPHANED`], with a margin.
const ORPHANED_AFTER: Duration = Duration::from_millis(2700);
/// Time between two checks of the same condition.
const POLL_INTERVAL: Duration = Duration::from_millis(150);
/// Counts the tables whose owner has sent no heartbeat for 2.5 seconds.
const ORPHANED: &str = "SELECT count(*) FROM tables JOIN processes ON processes.id = owner \
     WHERE stage = 'running' AND seen < now() - interval '2500 milliseconds'";
/// Lists the channels of all running tables.
const CHANNELS: &str = "SELECT channel FROM tables WHERE stage = 'running'";

/// Lets tables be taken over as often as planned; by two pairs of processes at the same time if the
/// plan names no storage.
///
/// # Errors
/// Those of [`RealError`] that keep the run from finishing; lost clicks are faults of the report.
pub async fn take_over(plan: &Plan) -> Result<Report, RealError> {
    if let Some(address) = &plan.storage {
        return Pair::run(plan, address).await;
    }
    let server = Server::start().await?;
    let databases = try_join(
        server.create_database("one"),
        server.create_database("other"),
    );
    let (one, other) = databases.await?;
    let half = |times, seed| Plan {
        times,
        seed,
        ..plan.clone()
    };
    let first = half(plan.times.div_ceil(2), plan.seed);
    let second = half(plan.times / 2, plan.seed + 1);
    let pairs = try_join(Pair::run(&first, &one), Pair::run(&second, &other));
    let (mut report, second) = pairs.await?;
    report.add(second);
    Ok(report)
}

/// Two processes on one database, and a connection to watch them.
struct Pair {
    environment: Environment,
    store: Store,
    database: PgConnection,
    rng: SmallRng,
    report: Report,
}

impl Pair {
    async fn run(plan: &Plan, address: &str) -> Result<Report, RealError> {
        let unsuitable = || RealError::Storage(address.to_owned());
        let storage = StorageUrl::parse(address).map_err(|_| unsuitable())?;
        let StorageUrl::Postgres(url) = &storage else {
            return Err(unsuitable());
        };
        let store = Store::open(&storage).await?;
        let database = PgConnection::connect_with(&url.options()).await;
        let mut pair = Self {
            environment: Environment::start(&plan.program, address).await?,
            store,
            database: database.map_err(ServerError::from)?,
            rng: SmallRng::seed_from_u64(plan.seed),
            report: Report::default(),
        };
        let games = pair.play(plan).await?;
        let Self {
            environment,
            mut report,
            ..
        } = pair;
        let shown = audit::read_channels(&environment, &games).await?;
        report.add(audit::compare(&storage, &games, &shown).await?);
        environment.stop().await;
        Ok(report)
    }

    /// Stops one process after the other as often as planned while games are played; returns the
    /// games once all have ended.
    async fn play(&mut self, plan: &Plan) -> Result<Vec<Game>, RealError> {
        let Self {
            environment,
            store,
            database,
            rng,
            report,
        } = self;
        let processes = [environment.start_process()?, environment.start_process()?];
        let (running, runs) = watch::channel(true);
        let series =
            (0..plan.games).map(|first| play_series(environment, plan, first as u64, runs.clone()));
        let mut monitor = Monitor {
            environment,
            store,
            database,
            within: plan.within,
            report,
        };
        let stopping = async {
            environment.wait_for_commands().await?;
            let mut victims = processes.iter().cycle();
            while monitor.report.times < plan.times {
                sleep(Duration::from_millis(rng.random_range(RUN_MS))).await;
                if let Some(victim) = victims.next() {
                    monitor.stop_and_continue(victim).await?;
                }
            }
            Ok(())
        };
        let stopping = async {
            let stopped: Result<(), RealError> = stopping.await;
            running.send_replace(false);
            stopped
        };
        let (stopped, played) = join(stopping, try_join_all(series)).await;
        stopped?;
        Ok(played?.into_iter().flatten().collect())
    }
}

/// Checks tables while the processes run.
struct Monitor<'p> {
    environment: &'p Environment,
    store: &'p Store,
    database: &'p mut PgConnection,
    within: Duration,
    report: &'p mut Report,
}

impl Monitor<'_> {
    /// Stops one process, waits until the other has taken its tables over, and continues it.
    async fn stop_and_continue(&mut self, victim: &Process) -> Result<(), RealError> {
        victim.stop()?;
        let stopped = Instant::now();
        sleep(ORPHANED_AFTER).await;
        let orphaned = self.count_orphaned().await?;
        while self.count_orphaned().await? > 0 {
            if stopped.elapsed() > self.within {
                self.add_fault("tables were not taken over in time");
                break;
            }
            sleep(POLL_INTERVAL).await;
        }
        if orphaned > 0 {
            self.report.times += 1;
            let elapsed = self.wait_until_up_to_date(stopped).await?;
            self.report.slowest = self.report.slowest.max(elapsed);
        }
        victim.continue_stopped()?;
        self.wait_until_up_to_date(Instant::now()).await.map(drop)
    }

    fn add_fault(&mut self, fault: &str) {
        self.report.faults.push(fault.to_owned());
    }

    async fn count_orphaned(&mut self) -> Result<i64, RealError> {
        let orphaned = sqlx::query_scalar(ORPHANED).fetch_one(&mut *self.database);
        Ok(orphaned.await.map_err(ServerError::from)?)
    }

    /// Waits until each running table is shown once, in its current state or a later one. Returns the
    /// time since `since`.
    async fn wait_until_up_to_date(&mut self, since: Instant) -> Result<Duration, RealError> {
        let channels = sqlx::query_scalar(CHANNELS).fetch_all(&mut *self.database);
        let channels: Vec<i64> = channels.await.map_err(ServerError::from)?;
        for channel in channels {
            let channel = ChannelId(channel.cast_unsigned());
            let Some(found) = self.store.find_in_channel(channel).await? else {
                continue;
            };
            let id = found.running.table;
            let entries = self.store.load(id).await?;
            let Ok(table) = Table::replay(&entries, TableConfig::default()) else {
                self.add_fault("a table cannot be replayed");
                continue;
            };
            while !self.is_shown(channel, &table).await? {
                if since.elapsed() > self.within {
                    let view = self.environment.view(None, &channel.to_string()).await?;
                    let (shown, revision) = (view.messages_of(id), table.revision());
                    self.add_fault(&format!(
                        "{id} at revision {revision} was not up to date in time: {shown:?}"
                    ));
                    break;
                }
                sleep(POLL_INTERVAL).await;
            }
        }
        Ok(since.elapsed())
    }

    async fn is_shown(&self, channel: ChannelId, table: &Table) -> Result<bool, RealError> {
        let view = self.environment.view(None, &channel.to_string()).await?;
        let is_current =
            |stamp: Stamp| stamp.table != table.id() || stamp.revision >= table.revision();
        let current = view.table_stamp().is_some_and(is_current);
        Ok(current && view.messages_of(table.id()).len() <= 1)
    }
}
