//! Shards by lease: several processes on one PostgreSQL share the shards of the gateway while people play.
//! Every few seconds one joins or dies. Every shard has to be held by one process soon, and be received.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use journal::{HEARTBEAT_TIMEOUT, LEASE};
use sqlx::PgConnection;
use tokio::time::{Instant, sleep};

use super::audit::audit;
use super::environment::Environment;
use super::error::{RealError, TIMEOUT, within};
use super::game::{Game, play_while};
use super::plan::{default_program, seconds};
use super::player::AnswerKind;
use super::process::Process;
use super::report::Report;
use super::storage::{Storage, StorageKind, connect, parse_lasting};

const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Added to the time for which a lease lasts without being renewed.
const LEASE_MARGIN: Duration = Duration::from_millis(200);
/// A process that had a click for longer before it was killed should have answered it: the click is lost.
const TIME_TO_ANSWER_MS: u64 = 500;
/// Counts the shards that a living process holds and receives. Takes the milliseconds after which a heartbeat
/// counts as stopped, as [`SHARES`] does.
const SERVED: &str = "SELECT count(*) FROM shards JOIN processes ON processes.id = holder \
     WHERE until > now() AND connected AND seen >= now() - $1 * interval '1 millisecond'";
/// Counts the most and the fewest shards that living processes hold.
const SHARES: &str = "SELECT coalesce(max(held), 0), coalesce(min(held), 0) FROM \
     (SELECT count(shard) AS held FROM processes LEFT JOIN shards ON processes.id = holder AND until > now() \
      WHERE serves_gateway AND seen >= now() - $1 * interval '1 millisecond' GROUP BY processes.id) AS shares";

/// The extent of a run.
#[derive(Args, Clone, Debug)]
pub struct ShardPlan {
    /// How many shards there are.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u32).range(1..))]
    pub shards: u32,
    /// How many processes share them.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(2..))]
    pub processes: u32,
    /// How often a process dies or joins, in turn.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub changes: u32,
    /// After how many seconds the next process dies or joins.
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub between_changes: Duration,
    /// Within how many seconds every shard has to be held and received again.
    #[arg(long, value_name = "SECONDS", default_value = "15", value_parser = seconds)]
    pub within: Duration,
    /// How many games are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u32).range(1..))]
    pub games: u32,
    /// In how many buckets Discord lets a session begin every five seconds.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u32).range(1..))]
    pub max_concurrency: u32,
    /// The seed of the players' choices.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The program `kittens`.
    #[arg(long, value_name = "FILE", default_value_os_t = default_program())]
    pub program: PathBuf,
}

#[derive(Clone, Debug, Default)]
pub struct ShardReport {
    /// The games, the clicks, and what differs between journal, messages and answers.
    pub games: Report,
    pub joins: u32,
    pub deaths: u32,
    /// The clicks without an answer while every shard was received, with their time since the last change.
    pub lost: Vec<String>,
    /// The times at which a process joined or died, by the clock of the sandbox's ids.
    pub changed_at: Vec<(u64, &'static str)>,
    /// Number of clicks without an answer that nobody received.
    pub undelivered: usize,
    /// Number of clicks without an answer that only processes received that were killed soon afterwards.
    pub cut_off: usize,
    /// The longest time in milliseconds that such a process had for a click.
    pub longest_cut_off_ms: u64,
    /// The longest time after which every shard was held and received again.
    pub slowest: Duration,
    /// The most and the fewest shards that a process held after each change.
    pub shares: Vec<(i64, i64)>,
    pub early_starts: u64,
}

impl ShardReport {
    pub fn is_good(&self) -> bool {
        self.lost.is_empty() && self.games.faults.is_empty() && self.early_starts == 0
    }
}

impl fmt::Display for ShardReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}", self.games)?;
        let (joins, deaths) = (self.joins, self.deaths);
        writeln!(formatter, "processes joined: {joins}, killed: {deaths}")?;
        let shares = self.shares.iter();
        let shares: Vec<String> = shares
            .map(|(most, fewest)| format!("{fewest} to {most}"))
            .collect();
        writeln!(formatter, "shards of a process: {}", shares.join(", "))?;
        let seconds = self.slowest.as_secs_f32();
        writeln!(
            formatter,
            "slowest until every shard was received: {seconds:.1} s"
        )?;
        writeln!(formatter, "sessions begun too early: {}", self.early_starts)?;
        for lost in &self.lost {
            writeln!(formatter, "LOST: {lost}")?;
        }
        write!(
            formatter,
            "clicks lost: {}; clicks that nobody received: {}; that only processes received that were killed \
             at most {} ms later: {}",
            self.lost.len(),
            self.undelivered,
            self.longest_cut_off_ms,
            self.cut_off
        )
    }
}

/// Lets people play while processes join and die as often as planned, and audits the result.
pub async fn play_by_shards(plan: &ShardPlan) -> Result<ShardReport, RealError> {
    let database = Storage::create(StorageKind::Postgres).await?;
    let storage = parse_lasting(&database.address)?;
    let mut environment = Environment::start(&plan.program, &database.address).await?;
    environment
        .set_shards(plan.shards, plan.max_concurrency)
        .await?;
    environment.create_guilds(plan.shards).await?;
    let first = environment.start_process()?;
    environment.wait_for_commands().await?;
    let mut changes = Changes {
        plan,
        environment: &environment,
        database: connect(&database.address).await?,
        processes: vec![first],
        report: ShardReport::default(),
    };
    changes.grow().await?;
    let playing = play_while(&environment, plan.games as usize, plan.seed, changes.run());
    let (games, ()) = playing.await?;
    let Changes {
        processes,
        mut report,
        ..
    } = changes;
    report.early_starts = environment.early_session_starts().await?;
    let unreceived = environment.unreceived().await?;
    let audited = audit(environment, &storage, &games, processes).await?;
    report.games.add(audited);
    count_missing(&games, &unreceived, &mut report);
    Ok(report)
}

/// Tells clicks that were lost from those that nobody could answer.
fn count_missing(games: &[Game], unreceived: &HashMap<u64, Option<u64>>, report: &mut ShardReport) {
    for sent in games.iter().flat_map(Game::interactions) {
        if sent.answer != AnswerKind::Missing {
            continue;
        }
        match unreceived.get(&sent.id.0) {
            Some(None) => {
                report.undelivered += 1;
                continue;
            }
            Some(&Some(had_ms)) if had_ms <= TIME_TO_ANSWER_MS => {
                report.cut_off += 1;
                report.longest_cut_off_ms = report.longest_cut_off_ms.max(had_ms);
                continue;
            }
            Some(Some(_)) | None => {}
        }
        // The upper bits of an interaction's id are the millisecond in which it was sent.
        let when = since_change(sent.id.0 >> 22, report);
        report.lost.push(format!("{}{when}", sent.id));
    }
}

fn since_change(at: u64, report: &ShardReport) -> String {
    let change = report.changed_at.iter().rev().find(|(when, _)| *when <= at);
    let after = change.map(|(when, kind)| format!(" ({} ms after {kind})", at - when));
    after.unwrap_or_else(|| " (before the first change)".to_owned())
}

struct Changes<'e> {
    plan: &'e ShardPlan,
    environment: &'e Environment,
    database: PgConnection,
    processes: Vec<Process>,
    report: ShardReport,
}

impl Changes<'_> {
    /// Starts all processes, and waits until they share the shards.
    async fn grow(&mut self) -> Result<(), RealError> {
        while self.processes.len() < self.plan.processes as usize {
            self.processes.push(self.environment.start_process()?);
        }
        self.wait_for_all().await
    }

    /// Waits until every shard is received by a living process.
    async fn wait_for_all(&mut self) -> Result<(), RealError> {
        let waiting = async {
            while self.served().await? < i64::from(self.plan.shards) {
                sleep(POLL_INTERVAL).await;
            }
            Ok(())
        };
        within(TIMEOUT, "the service of all shards", waiting).await?
    }

    async fn run(&mut self) -> Result<(), RealError> {
        for change in 0..self.plan.changes {
            sleep(self.plan.between_changes).await;
            let before = self.environment.id_time().await?;
            let changed = Instant::now();
            let kind = if change % 2 == 0 { "a death" } else { "a join" };
            self.report.changed_at.push((before, kind));
            if change % 2 == 0 {
                self.processes.remove(0).kill()?;
                self.report.deaths += 1;
            } else {
                self.processes.push(self.environment.start_process()?);
                self.report.joins += 1;
            }
            // The leases of a killed process have to end before its shards count as lost; a process that
            // joins takes its share within that time.
            sleep(Duration::from_millis(LEASE.0) + LEASE_MARGIN).await;
            self.wait_until_served(changed).await?;
            sleep(Duration::from_secs(5)).await;
            let shares: (i64, i64) = sqlx::query_as(SHARES)
                .bind(HEARTBEAT_TIMEOUT.0.cast_signed())
                .fetch_one(&mut self.database)
                .await?;
            self.report.shares.push(shares);
        }
        Ok(())
    }

    /// Waits until every shard is received by a living process, and records how long that took.
    async fn wait_until_served(&mut self, since: Instant) -> Result<(), RealError> {
        self.wait_for_all().await?;
        let elapsed = since.elapsed();
        self.report.slowest = self.report.slowest.max(elapsed);
        if elapsed > self.plan.within {
            let seconds = elapsed.as_secs_f32();
            let fault = format!("shards were not received for {seconds:.1} s");
            self.report.games.faults.push(fault);
        }
        Ok(())
    }

    async fn served(&mut self) -> Result<i64, RealError> {
        let served = sqlx::query_scalar(SERVED)
            .bind(HEARTBEAT_TIMEOUT.0.cast_signed())
            .fetch_one(&mut self.database);
        Ok(served.await?)
    }
}
