//! Clicks by HTTP: several processes behind a load balancer (HAProxy), of which one is killed or restarted
//! every few seconds, while people play. Every click has to be answered in time, and every game to end.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use clap::{Args, value_parser};
use futures_util::future::join;
use futures_util::stream::{StreamExt as _, TryStreamExt as _, iter};
use reserved_port::ReservedPort;
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::audit::audit;
use super::environment::Environment;
use super::error::{RealError, TIMEOUT, system_error, within};
use super::game::{Game, Manner};
use super::plan::{default_program, seconds};
use super::player::AnswerKind;
use super::process::Process;
use super::report::Report;
use super::storage::{Storage, StorageKind, parse_lasting};

/// The settings of HAProxy that operators get.
const SETTINGS: &str = include_str!("../../../../deploy/haproxy.cfg");
/// Answers later than this are too late for comfort: Discord gives up after three seconds.
const LATE_MS: u64 = 2_500;
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The extent of a run.
#[derive(Args, Clone, Debug)]
pub struct WebhookPlan {
    /// How many games are played to their end.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub games: u64,
    /// How many of them at the same time.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    pub at_once: u32,
    /// How many processes stand behind the load balancer.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    pub replicas: u32,
    /// After how many seconds the next process is killed or restarted, in turn.
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub between_ends: Duration,
    /// The seed of the players' choices.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The program `kittens`.
    #[arg(long, value_name = "FILE", default_value_os_t = default_program())]
    pub program: PathBuf,
    /// The program `haproxy`.
    #[arg(long, value_name = "FILE", default_value = "haproxy")]
    pub haproxy: PathBuf,
}

#[derive(Clone, Debug, Default)]
pub struct WebhookReport {
    /// The games, the clicks, and what differs between journal, messages and answers.
    pub games: Report,
    pub kills: u32,
    /// Number of processes that were ended in order and started again.
    pub restarts: u32,
    /// Number of clicks without an answer within three seconds.
    pub unanswered: usize,
    /// Number of answers after more than two and a half seconds.
    pub late: usize,
    /// The time that the slowest answer took, if one took more than a second.
    pub slowest_answer_ms: Option<u64>,
}

impl WebhookReport {
    pub fn is_good(&self) -> bool {
        self.unanswered + self.late + self.games.faults.len() == 0
    }
}

impl fmt::Display for WebhookReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}", self.games)?;
        let (kills, restarts) = (self.kills, self.restarts);
        writeln!(
            formatter,
            "processes killed: {kills}, restarted: {restarts}"
        )?;
        let slowest = match self.slowest_answer_ms {
            Some(slowest) => format!("{slowest} ms"),
            None => "at most a second".to_owned(),
        };
        write!(
            formatter,
            "clicks lost: {}; answers after 2.5 s: {}; slowest answer: {slowest}",
            self.unanswered, self.late
        )
    }
}

/// Lets people play as many games as planned, and audits the result.
pub async fn play_by_webhook(plan: &WebhookPlan) -> Result<WebhookReport, RealError> {
    let database = Storage::create(StorageKind::Postgres).await?;
    let storage = parse_lasting(&database.address)?;
    let environment = Environment::start(&plan.program, &database.address).await?;
    let mut replicas = Replicas::start(&environment, plan).await?;
    environment.wait_for_commands().await?;
    let balancer = Balancer::start(&plan.haproxy, &replicas.ports)?;
    balancer.wait_until_ready(&environment).await?;
    let (running, runs) = watch::channel(true);
    let playing = async {
        let games = play_all(&environment, plan).await;
        running.send_replace(false);
        games
    };
    let ending = replicas.end_repeatedly(plan.between_ends, runs);
    let (games, ended) = join(playing, ending).await;
    let (games, (kills, restarts)) = (games?, ended?);
    let problems = environment.client.problems().await?;
    let processes = (replicas.processes, balancer);
    let audited = audit(environment, &storage, &games, processes).await?;
    Ok(report(audited, &games, &problems, (kills, restarts)))
}

async fn play_all(environment: &Environment, plan: &WebhookPlan) -> Result<Vec<Game>, RealError> {
    let games = iter(0..plan.games).map(|number| async move {
        let mut game = Game::create(environment, number, Manner::QUICK, plan.seed).await?;
        game.play(environment).await?;
        Ok(game)
    });
    games
        .buffer_unordered(plan.at_once as usize)
        .try_collect()
        .await
}

fn report(
    games: Report,
    played: &[Game],
    problems: &Value,
    (kills, restarts): (u32, u32),
) -> WebhookReport {
    let interactions = played.iter().flat_map(Game::interactions);
    let missing = interactions.filter(|sent| sent.answer == AnswerKind::Missing);
    let slow = problems["slow"].as_array().into_iter().flatten();
    let slow: Vec<u64> = slow
        .filter_map(|slow| slow["elapsed_ms"].as_u64())
        .collect();
    WebhookReport {
        games,
        kills,
        restarts,
        unanswered: missing.count(),
        late: slow.iter().filter(|elapsed| **elapsed > LATE_MS).count(),
        slowest_answer_ms: slow.into_iter().max(),
    }
}

struct Replicas<'e> {
    environment: &'e Environment,
    ports: Vec<ReplicaPorts>,
    processes: Vec<Process>,
}

#[derive(Debug)]
struct ReplicaPorts {
    webhook: ReservedPort,
    monitor: ReservedPort,
}

impl ReplicaPorts {
    fn reserve() -> Result<Self, RealError> {
        Ok(Self {
            webhook: ReservedPort::reserve().map_err(RealError::Port)?,
            monitor: ReservedPort::reserve().map_err(RealError::Port)?,
        })
    }
}

impl<'e> Replicas<'e> {
    async fn start(environment: &'e Environment, plan: &WebhookPlan) -> Result<Self, RealError> {
        let ports = (0..plan.replicas).map(|_| ReplicaPorts::reserve());
        let mut replicas = Self {
            environment,
            ports: ports.collect::<Result<_, _>>()?,
            processes: Vec::new(),
        };
        for ports in &replicas.ports {
            replicas.processes.push(start_replica(environment, ports)?);
            wait_for_port(&ports.webhook).await?;
        }
        Ok(replicas)
    }

    /// Ends one process after the other, alternately by force and in order, and starts it again, as long as
    /// `runs` is true. Returns how many ended in either way.
    async fn end_repeatedly(
        &mut self,
        between_ends: Duration,
        mut runs: watch::Receiver<bool>,
    ) -> Result<(u32, u32), RealError> {
        let (mut kills, mut restarts) = (0, 0);
        loop {
            if timeout(between_ends, runs.wait_for(|runs| !runs))
                .await
                .is_ok()
            {
                return Ok((kills, restarts));
            }
            let next = (kills + restarts) as usize % self.processes.len();
            if kills <= restarts {
                self.processes[next].kill()?;
                kills += 1;
            } else {
                self.processes[next].terminate().await?;
                restarts += 1;
            }
            self.processes[next] = start_replica(self.environment, &self.ports[next])?;
        }
    }
}

fn start_replica(environment: &Environment, ports: &ReplicaPorts) -> Result<Process, RealError> {
    let address = |port: &ReservedPort| port.address().to_string();
    environment.start_process_with(&[
        ("KITTENS_WEBHOOK__LISTEN", address(&ports.webhook)),
        ("KITTENS_MONITOR__LISTEN", address(&ports.monitor)),
    ])
}

pub(crate) async fn wait_for_port(port: &ReservedPort) -> Result<(), RealError> {
    let connecting = async {
        while TcpStream::connect(port.address()).await.is_err() {
            sleep(POLL_INTERVAL).await;
        }
    };
    within(TIMEOUT, "the start of a process", connecting).await
}

/// A running HAProxy, killed when dropped.
struct Balancer {
    child: Child,
    port: ReservedPort,
    _folder: TempDir,
}

impl Balancer {
    fn start(program: &Path, replicas: &[ReplicaPorts]) -> Result<Self, RealError> {
        let folder = TempDir::new();
        let folder = folder.map_err(system_error("a temporary folder cannot be created"))?;
        let port = ReservedPort::reserve().map_err(RealError::Port)?;
        let file = folder.path().join("haproxy.cfg");
        let written = std::fs::write(&file, settings(&port, replicas));
        written.map_err(system_error("HAProxy's settings cannot be written"))?;
        let mut command = Command::new(program);
        command.arg("-db").arg("-f").arg(&file);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = command.stderr(Stdio::null()).spawn();
        let missing = "the program `haproxy` does not start (`apt-get install haproxy`)";
        Ok(Self {
            child: child.map_err(system_error(missing))?,
            port,
            _folder: folder,
        })
    }

    /// Waits until Discord's check of the endpoint succeeds.
    async fn wait_until_ready(&self, environment: &Environment) -> Result<(), RealError> {
        let url = format!("http://{}/", self.port.address());
        let setting = async {
            let client = &environment.client;
            while client.set_interactions_endpoint(Some(&url)).await.is_err() {
                sleep(POLL_INTERVAL).await;
            }
        };
        within(TIMEOUT, "an answer through HAProxy", setting).await
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        // Fails if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the settings that operators get, with this port and these replicas in the place of theirs.
fn settings(port: &ReservedPort, replicas: &[ReplicaPorts]) -> String {
    let mut settings = String::new();
    for line in SETTINGS.lines() {
        match line.split_whitespace().next() {
            // The certificate is the operator's.
            Some("bind") => settings.push_str(&format!("    bind {}\n", port.address())),
            Some("server") => {}
            _ => settings.extend([line, "\n"]),
        }
    }
    // The replicas are the end of the file.
    for (number, ReplicaPorts { webhook, monitor }) in replicas.iter().enumerate() {
        let (webhook, monitor) = (webhook.address(), monitor.number());
        let server = format!("server r{number} {webhook} check port {monitor}");
        settings.push_str(&format!("    {server}\n"));
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_addresses_differ_from_the_settings_that_operators_get() {
        let balancer = ReservedPort::reserve().expect("a port");
        let replicas = [0, 1].map(|_| ReplicaPorts::reserve().expect("two ports"));
        let changed = settings(&balancer, &replicas);
        let lines = |text: &'static str| text.lines().map(str::trim).collect::<Vec<_>>();
        let is_address = |line: &str| line.starts_with("bind ") || line.starts_with("server ");
        let (theirs, ours) = (lines(SETTINGS), lines(changed.leak()));
        let without = |lines: &[&'static str]| {
            let kept = lines.iter().filter(|line| !is_address(line));
            kept.copied().collect::<Vec<_>>()
        };
        assert_eq!(without(&theirs), without(&ours));
        assert_eq!(theirs.len() - without(&theirs).len(), 4);
        assert!(theirs.last().is_some_and(|line| is_address(line)));
        let addresses: Vec<_> = ours.into_iter().filter(|line| is_address(line)).collect();
        let bind = format!("bind {}", balancer.address());
        let [first, second] = replicas.map(|ReplicaPorts { webhook, monitor }| {
            format!("{} check port {}", webhook.address(), monitor.number())
        });
        let servers = [format!("server r0 {first}"), format!("server r1 {second}")];
        assert_eq!(addresses, [&bind, &servers[0], &servers[1]]);
    }
}
