//! Takeovers: two processes per cluster share one PostgreSQL database while people play. The lease holder is killed,
//! shut down, or stopped with SIGSTOP and resumed later; the other process takes over.

use std::sync::Arc;
use std::time::Duration;

use journal::{Cluster, RecordCipher, Store};
use kit::virtual_user::view::View;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::PgConnection;
use table::Table;
use table::config::TableConfig;
use table::control::Stamp;
use table::ids::ChannelId;
use tokio::time::{Instant, sleep};

use super::audit::audit;
use super::environment::Environment;
use super::error::{RealError, TIMEOUT, within};
use super::game::play_while;
use super::plan::Plan;
use super::process::Process;
use super::report::Report;
use super::storage::{Storage, StorageKind, connect, parse_lasting};

/// The pause in milliseconds before each takeover is forced: long enough for a new process to begin waiting for the
/// lease, and for the five seconds that Discord requires between two sessions.
const RUN_MS: std::ops::Range<u64> = 5_000..6_500;
const POLL_INTERVAL: Duration = Duration::from_millis(100);
const HOLDER: &str =
    "SELECT coalesce((SELECT holder FROM leases WHERE cluster = $1 AND until > now()), 0)";
/// Selects true if the cluster's lease holder is not `$2` and has stored a click.
const PLAYS_ON: &str = "SELECT EXISTS (SELECT FROM leases JOIN entries ON writer = holder \
     WHERE cluster = $1 AND holder <> $2 AND interaction IS NOT NULL)";
const CHANNELS: &str = "SELECT channel FROM tables WHERE stage = 'running'";

/// How a holder loses its lease.
#[derive(Clone, Copy, Debug)]
enum Blow {
    Kill,
    Terminate,
    Stop,
}

impl Blow {
    const ALL: [Self; 3] = [Self::Kill, Self::Terminate, Self::Stop];

    fn name(self) -> &'static str {
        match self {
            Self::Kill => "killed",
            Self::Terminate => "ended in order",
            Self::Stop => "stopped",
        }
    }
}

/// Forces the planned number of takeovers, lets all games finish, and audits the result.
pub async fn take_over(plan: &Plan) -> Result<Report, RealError> {
    let own = match plan.storage {
        Some(_) => None,
        None => Some(Storage::create(StorageKind::Postgres).await?),
    };
    let own_address = own.as_ref().map(|own| &own.address);
    let address = plan.storage.as_ref().or(own_address);
    // Either the plan or the new storage has an address.
    let address = address.cloned().unwrap_or_default();
    let storage = parse_lasting(&address)?;
    let mut environment = Environment::start(&plan.program, &address).await?;
    environment.set_shards(plan.clusters, plan.clusters).await?;
    environment.create_guilds(plan.clusters).await?;
    let mut monitor = Monitor {
        environment: &environment,
        store: journal::open_cluster(&storage, RecordCipher::plain(), Cluster::WHOLE).await?,
        database: connect(&address).await?,
        within: plan.within,
        report: Report::default(),
    };
    let mut pairs = Vec::new();
    for number in 1..=plan.clusters {
        pairs.push(monitor.start_pair(number, plan.clusters).await?);
    }
    let striking = monitor.strike_in_turn(&mut pairs, plan);
    let (games, ()) = play_while(&environment, plan.games, plan.seed, striking).await?;
    let mut report = monitor.report;
    report.add(audit(environment, &storage, &games, pairs).await?);
    Ok(report)
}

struct Pair {
    number: u32,
    cluster: String,
    holder: Process,
    standby: Process,
}

fn start(environment: &Environment, cluster: &str) -> Result<Process, RealError> {
    environment.start_process_with(&[("KITTENS_DISCORD__CLUSTER", cluster.to_owned())])
}

struct Monitor<'p> {
    environment: &'p Environment,
    store: Arc<dyn Store>,
    database: PgConnection,
    within: Duration,
    report: Report,
}

impl Monitor<'_> {
    async fn strike_in_turn(&mut self, pairs: &mut [Pair], plan: &Plan) -> Result<(), RealError> {
        let mut rng = SmallRng::seed_from_u64(plan.seed);
        self.environment.wait_for_commands().await?;
        let blows = Blow::ALL.into_iter().cycle();
        for (number, blow) in (0..plan.times as usize).zip(blows) {
            sleep(Duration::from_millis(rng.random_range(RUN_MS))).await;
            let pair = &mut pairs[number / Blow::ALL.len() % plan.clusters as usize];
            self.strike(pair, blow).await?;
            self.report.times += 1;
        }
        Ok(())
    }

    /// Starts both processes of a cluster. The process that starts first holds the lease.
    async fn start_pair(&mut self, number: u32, clusters: u32) -> Result<Pair, RealError> {
        let cluster = format!("{number}/{clusters}");
        let holder = start(self.environment, &cluster)?;
        let holding = async {
            while self.holder(number).await? == 0 {
                sleep(POLL_INTERVAL).await;
            }
            Ok::<_, RealError>(())
        };
        within(TIMEOUT, "the first lease", holding).await??;
        Ok(Pair {
            number,
            standby: start(self.environment, &cluster)?,
            holder,
            cluster,
        })
    }

    async fn holder(&mut self, cluster: u32) -> Result<i64, RealError> {
        let holder = sqlx::query_scalar(HOLDER).bind(i64::from(cluster));
        Ok(holder.fetch_one(&mut self.database).await?)
    }

    /// Kills, shuts down or stops the holder. Waits until the other process has taken over, and starts a new standby.
    async fn strike(&mut self, pair: &mut Pair, blow: Blow) -> Result<(), RealError> {
        let before = self.holder(pair.number).await?;
        let struck = Instant::now();
        match blow {
            Blow::Kill => pair.holder.kill()?,
            Blow::Terminate => pair.holder.terminate().await?,
            Blow::Stop => pair.holder.stop()?,
        }
        while !self.plays_on(pair.number, before).await? {
            if struck.elapsed() > self.within {
                self.add_fault("nobody played on in time");
                break;
            }
            sleep(POLL_INTERVAL).await;
        }
        self.report.note_slowest(blow.name(), struck.elapsed());
        self.check_up_to_date().await?;
        if let Blow::Stop = blow {
            pair.holder.continue_stopped()?;
            let ended = pair.holder.wait_until_ended();
            within(TIMEOUT, "the end of a process without a lease", ended).await??;
            self.check_up_to_date().await?;
        }
        let next = start(self.environment, &pair.cluster)?;
        pair.holder = std::mem::replace(&mut pair.standby, next);
        Ok(())
    }

    async fn plays_on(&mut self, cluster: u32, before: i64) -> Result<bool, RealError> {
        let plays_on = sqlx::query_scalar(PLAYS_ON)
            .bind(i64::from(cluster))
            .bind(before);
        Ok(plays_on.fetch_one(&mut self.database).await?)
    }

    fn add_fault(&mut self, fault: &str) {
        self.report.faults.push(fault.to_owned());
    }

    /// Waits until each running table has a single message, which is up to date. Records a fault for each late table.
    async fn check_up_to_date(&mut self) -> Result<(), RealError> {
        let since = Instant::now();
        let channels: Vec<i64> = sqlx::query_scalar(CHANNELS)
            .fetch_all(&mut self.database)
            .await?;
        for channel in channels {
            let channel = ChannelId(channel.cast_unsigned());
            let Some(found) = self.store.find_in_channel(channel).await? else {
                continue;
            };
            let id = found.table;
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
        Ok(())
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
