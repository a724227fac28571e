//! Takeovers: of two processes on one PostgreSQL, one is stopped at any moment and continued later
//! without being told, while people play.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join;
use journal::Store;
use postgres_server::Server;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::PgConnection;
use table::Table;
use table::config::TableConfig;
use table::control::Stamp;
use table::ids::ChannelId;
use tokio::time::{Instant, sleep};
use virtual_user::view::View;

use super::audit::audit;
use super::environment::Environment;
use super::error::RealError;
use super::game::play_while;
use super::plan::Plan;
use super::process::Process;
use super::report::Report;
use super::storage::{connect, parse_lasting};

/// Time for which both processes run before one is stopped, in milliseconds.
const RUN_MS: std::ops::Range<u64> = 200..1200;
/// Time after which a stopped process's tables count as orphaned, see [`ORPHANED`], with a margin.
const ORPHANED_AFTER: Duration = Duration::from_millis(2700);
const POLL_INTERVAL: Duration = Duration::from_millis(150);
/// Counts the tables whose owner has sent no heartbeat for 2.5 seconds.
const ORPHANED: &str = "SELECT count(*) FROM tables JOIN processes ON processes.id = owner \
     WHERE stage = 'running' AND seen < now() - interval '2500 milliseconds'";
const CHANNELS: &str = "SELECT channel FROM tables WHERE stage = 'running'";

/// Lets tables be taken over as often as planned; by two pairs of processes at the same time if the
/// plan names no storage.
pub async fn take_over(plan: &Plan) -> Result<Report, RealError> {
    if let Some(address) = &plan.storage {
        return run_pair(plan, address).await;
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
    let pairs = try_join(run_pair(&first, &one), run_pair(&second, &other));
    let (mut report, second) = pairs.await?;
    report.add(second);
    Ok(report)
}

async fn run_pair(plan: &Plan, address: &str) -> Result<Report, RealError> {
    let storage = parse_lasting(address)?;
    let environment = Environment::start(&plan.program, address).await?;
    let processes = [environment.start_process()?, environment.start_process()?];
    let mut monitor = Monitor {
        environment: &environment,
        store: journal::open(&storage).await?,
        database: connect(address).await?,
        within: plan.within,
        report: Report::default(),
    };
    let stopping = monitor.stop_in_turn(&processes, plan);
    let (games, ()) = play_while(&environment, plan.games, plan.seed, stopping).await?;
    let mut report = monitor.report;
    report.add(audit(environment, &storage, &games, processes).await?);
    Ok(report)
}

struct Monitor<'p> {
    environment: &'p Environment,
    store: Arc<dyn Store>,
    database: PgConnection,
    within: Duration,
    report: Report,
}

impl Monitor<'_> {
    async fn stop_in_turn(&mut self, processes: &[Process], plan: &Plan) -> Result<(), RealError> {
        let mut rng = SmallRng::seed_from_u64(plan.seed);
        self.environment.wait_for_commands().await?;
        for victim in processes.iter().cycle() {
            if self.report.times >= plan.times {
                break;
            }
            sleep(Duration::from_millis(rng.random_range(RUN_MS))).await;
            self.stop_and_continue(victim).await?;
        }
        Ok(())
    }

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
        let orphaned = sqlx::query_scalar(ORPHANED).fetch_one(&mut self.database);
        Ok(orphaned.await?)
    }

    /// Waits until each running table is shown once, in its current state or a later one. Returns the
    /// time since `since`.
    async fn wait_until_up_to_date(&mut self, since: Instant) -> Result<Duration, RealError> {
        let channels = sqlx::query_scalar(CHANNELS).fetch_all(&mut self.database);
        let channels: Vec<i64> = channels.await?;
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
                    let view = self.view(channel).await?;
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

    async fn view(&self, channel: ChannelId) -> Result<View, RealError> {
        let client = &self.environment.client;
        Ok(client.view(None, &channel.to_string()).await?)
    }

    async fn is_shown(&self, channel: ChannelId, table: &Table) -> Result<bool, RealError> {
        let view = self.view(channel).await?;
        let is_current =
            |stamp: Stamp| stamp.table != table.id() || stamp.revision >= table.revision();
        let current = view.table_stamp().is_some_and(is_current);
        Ok(current && view.messages_of(table.id()).len() <= 1)
    }
}
