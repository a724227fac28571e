//! Takeovers: two processes on one PostgreSQL, of which one is stopped at any moment and goes on
//! later without knowing of it, while people play.

use std::time::Duration;

use futures_util::future::{join, try_join, try_join_all};
use journal::{Journal as _, StorageUrl, Store};
use postgres_server::{Server, ServerError};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{Connection as _, PgConnection};
use table::Table;
use table::config::TableConfig;
use table::ids::ChannelId;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::audit;
use super::game::Game;
use super::kills::series;
use super::person::{table_stamp, tables_in};
use super::process::Process;
use super::scene::Scene;
use super::{Plan, RealError, Report};

/// How long both processes run before one is stopped, in milliseconds.
const CALM: std::ops::Range<u64> = 200..1200;
const GLANCE: Duration = Duration::from_millis(150);
/// After this without a sign of life a process's tables are counted as left behind.
const LEFT_BEHIND: &str = "SELECT count(*) FROM tables JOIN processes ON processes.id = owner \
     WHERE stage = 'running' AND seen < now() - interval '2500 milliseconds'";
/// The channels in which tables stand.
const CHANNELS: &str = "SELECT channel FROM tables WHERE stage = 'running'";

/// Has tables taken over as often as planned, by two pairs of processes at the same time if the
/// place is ours to choose.
pub async fn take_over(plan: &Plan) -> Result<Report, RealError> {
    if let Some(address) = &plan.storage {
        return Pair::run(plan, address).await;
    }
    let server = Server::start().await?;
    let (one, other) = try_join(server.database("one"), server.database("other")).await?;
    let half = |times, seed| Plan {
        times,
        seed,
        ..plan.clone()
    };
    let (first, second) = (
        half(plan.times.div_ceil(2), plan.seed),
        half(plan.times / 2, plan.seed + 1),
    );
    let pairs = try_join(Pair::run(&first, &one), Pair::run(&second, &other));
    let (mut report, second) = pairs.await?;
    report.add(second);
    Ok(report)
}

/// Two processes, and whoever watches them.
struct Pair {
    scene: Scene,
    store: Store,
    database: PgConnection,
    chance: SmallRng,
    report: Report,
}

impl Pair {
    async fn run(plan: &Plan, address: &str) -> Result<Report, RealError> {
        let unfit = || RealError::Storage(address.to_owned());
        let storage = StorageUrl::read(address).ok_or_else(unfit)?;
        let StorageUrl::Postgres(url) = &storage else {
            return Err(unfit());
        };
        let store = Store::open(&storage).await?;
        let database = PgConnection::connect_with(&url.options()).await;
        let mut pair = Self {
            scene: Scene::start(&plan.program, address).await?,
            store,
            database: database.map_err(ServerError::from)?,
            chance: SmallRng::seed_from_u64(plan.seed),
            report: Report::default(),
        };
        let games = pair.stop_and_go(plan).await?;
        let Self {
            scene, mut report, ..
        } = pair;
        let shown = audit::look(&scene, &games).await?;
        report.add(audit::compare(&storage, &games, &shown).await?);
        scene.end().await;
        Ok(report)
    }

    async fn stop_and_go(&mut self, plan: &Plan) -> Result<Vec<Game>, RealError> {
        let Self {
            scene,
            store,
            database,
            chance,
            report,
        } = self;
        let processes = [scene.process()?, scene.process()?];
        let (going, goes) = watch::channel(true);
        let series = (0..plan.games).map(|first| series(scene, plan, first as u64, goes.clone()));
        let mut watch = Watch {
            scene,
            store,
            database,
            within: plan.within,
            report,
        };
        let stopping = async {
            scene.wait_for_commands().await?;
            let mut victims = processes.iter().cycle();
            while watch.report.times < plan.times {
                sleep(Duration::from_millis(chance.random_range(CALM))).await;
                if let Some(victim) = victims.next() {
                    watch.round(victim).await?;
                }
            }
            Ok(())
        };
        let stopping = async {
            let done: Result<(), RealError> = stopping.await;
            going.send_replace(false);
            done
        };
        let (stopped, played) = join(stopping, try_join_all(series)).await;
        stopped?;
        Ok(played?.into_iter().flatten().collect())
    }
}

/// Who looks whether everything is right.
struct Watch<'p> {
    scene: &'p Scene,
    store: &'p Store,
    database: &'p mut PgConnection,
    within: Duration,
    report: &'p mut Report,
}

impl Watch<'_> {
    /// One process stops, the other takes over, the first goes on.
    async fn round(&mut self, victim: &Process) -> Result<(), RealError> {
        victim.stop()?;
        let stopped = Instant::now();
        sleep(Duration::from_millis(2700)).await;
        let left = self.count_left_behind().await?;
        while self.count_left_behind().await? > 0 {
            if stopped.elapsed() > self.within {
                self.fault("tables were not taken over in time");
                break;
            }
            sleep(GLANCE).await;
        }
        if left > 0 {
            self.report.times += 1;
            let right = self.wait_until_right(stopped).await?;
            self.report.slowest = self.report.slowest.max(right);
        }
        victim.go_on()?;
        self.wait_until_right(Instant::now()).await.map(drop)
    }

    fn fault(&mut self, fault: &str) {
        self.report.faults.push(fault.to_owned());
    }

    async fn count_left_behind(&mut self) -> Result<i64, RealError> {
        let left = sqlx::query_scalar(LEFT_BEHIND).fetch_one(&mut *self.database);
        Ok(left.await.map_err(ServerError::from)?)
    }

    /// Each table that stands now is shown once, as it is now or later; gives back how long that
    /// took.
    async fn wait_until_right(&mut self, since: Instant) -> Result<Duration, RealError> {
        let channels = sqlx::query_scalar(CHANNELS).fetch_all(&mut *self.database);
        let channels: Vec<i64> = channels.await.map_err(ServerError::from)?;
        for channel in channels {
            let channel = ChannelId(channel.cast_unsigned());
            let Some(standing) = self.store.find_in_channel(channel).await? else {
                continue;
            };
            let table = standing.running.table;
            let entries = self.store.load(table).await?;
            let Ok(written) = Table::replay(&entries, TableConfig::default()) else {
                self.fault("a table cannot be read back");
                continue;
            };
            while !self.is_shown(channel, &written).await? {
                if since.elapsed() > self.within {
                    let shown = self.scene.look(None, &channel.to_string()).await?;
                    let (shown, revision) = (tables_in(&shown, table), written.revision());
                    self.fault(&format!(
                        "{table} at step {revision} was not right in time: {shown:?}"
                    ));
                    break;
                }
                sleep(GLANCE).await;
            }
        }
        Ok(since.elapsed())
    }

    async fn is_shown(&self, channel: ChannelId, written: &Table) -> Result<bool, RealError> {
        let view = self.scene.look(None, &channel.to_string()).await?;
        let newest = table_stamp(&view);
        let fits = |stamp: table::control::Stamp| {
            stamp.table != written.id() || stamp.revision >= written.revision()
        };
        Ok(newest.is_some_and(fits) && tables_in(&view, written.id()).len() <= 1)
    }
}
