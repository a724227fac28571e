//! Runs the bot in a container-like environment, with the commands in the header of compose.yaml, in order.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use kit::postgres_server::Server;
use kit::reserved_port::ReservedPort;
use sandbox::{Sandbox, SandboxConfig};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;
use tokio::process::{Child, Command as Process};
use tokio::time::timeout;

use super::compose::{Step, steps};
use crate::harness::{JOURNAL_KEY, TIMEOUT};

/// The statement that marks a database's state at the time of a backup.
const CREATE_MOMENTS: &str = "CREATE TABLE moments AS SELECT 'the backup' AS moment";

/// An environment like a container's: secrets in files, a separate folder, and no inherited variables.
struct Contained {
    sandbox: Sandbox,
    folder: TempDir,
    storage: String,
    /// The containers by the name of their service.
    services: BTreeMap<&'static str, Container>,
}

struct Container {
    port: ReservedPort,
    bot: Option<Child>,
}

impl Contained {
    async fn new(storage: &str, services: &[&'static str]) -> Self {
        let sandbox = Sandbox::start(SandboxConfig::default())
            .await
            .expect("the sandbox starts");
        let folder = tempfile::tempdir().expect("a folder for a test");
        for (name, secret) in [("token", sandbox.token()), ("key", JOURNAL_KEY)] {
            let file = folder.path().join(name);
            std::fs::write(&file, format!("{secret}\n")).expect("a secret is written");
            let mode = std::fs::Permissions::from_mode(0o400);
            std::fs::set_permissions(&file, mode).expect("it is made private");
        }
        let services = services.iter().map(|name| (*name, Container::new()));
        Self {
            sandbox,
            folder,
            storage: storage.to_owned(),
            services: services.collect(),
        }
    }

    fn command(&self, service: &str, arguments: &[&str]) -> Process {
        let path = |name: &str| self.folder.path().join(name);
        let mut command = Process::new(program());
        command
            .args(arguments)
            .env_clear()
            .current_dir(self.folder.path())
            .env("DISCORD_TOKEN_FILE", path("token"))
            .env("JOURNAL_KEY_FILE", path("key"))
            .env("KITTENS_STORAGE__URL", &self.storage)
            .env(
                "KITTENS_MONITOR__LISTEN",
                self.services[service].port.address().to_string(),
            )
            .env(
                "KITTENS_DISCORD__API_URL",
                format!("http://{}", self.sandbox.address()),
            )
            .kill_on_drop(true);
        command
    }

    /// Runs `kittens` to its end. Returns true if it succeeded, together with its output.
    async fn run(&self, service: &str, arguments: &[&str]) -> (bool, String) {
        let output = timeout(TIMEOUT, self.command(service, arguments).output())
            .await
            .expect("it ends")
            .expect("it can be run");
        let printed = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&printed).into_owned();
        (output.status.success(), text)
    }

    async fn succeed(&self, service: &str, arguments: &[&str]) {
        let (succeeds, text) = self.run(service, arguments).await;
        assert!(succeeds, "{arguments:?}: {text}");
    }

    /// Starts the bot in a container, and waits until the bot is ready.
    async fn up(&mut self, service: &str) {
        let bot = self
            .command(service, &["run"])
            .spawn()
            .expect("the bot starts");
        let container = self.services.get_mut(service).expect("it is known");
        container.bot = Some(bot);
        self.wait_until_ready(service).await;
    }

    async fn wait_until_ready(&self, service: &str) {
        let getting_ready = async { while !self.run(service, &["health", "--ready"]).await.0 {} };
        let ready = timeout(TIMEOUT, getting_ready).await;
        ready.expect("the bot gets ready");
    }

    /// Sends the signal that stops containers, and waits for a clean exit.
    async fn stop(&mut self, service: &str) {
        let container = self.services.get_mut(service).expect("it is known");
        let mut bot = container.bot.take().expect("it is up");
        let process = bot.id().expect("it runs").to_string();
        let signalled = Command::new("kill").args(["-TERM", &process]).status();
        assert!(signalled.expect("kill can be run").success());
        let ended = timeout(TIMEOUT, bot.wait()).await.expect("the bot ends");
        assert!(ended.expect("it was started here").success());
    }

    /// Runs a command from the header of compose.yaml.
    async fn take(&mut self, step: &Step, database: Option<&Server>) {
        match step {
            Step::Up => {
                let names: Vec<_> = self.services.keys().copied().collect();
                for name in names {
                    self.up(name).await;
                }
            }
            Step::Start(services) => {
                for service in services {
                    self.up(service).await;
                }
            }
            Step::Stop(services) => {
                for service in services {
                    self.stop(service).await;
                }
            }
            Step::Kittens { service, arguments } => {
                // The backups folder is the working directory here.
                let arguments: Vec<_> = arguments
                    .iter()
                    .map(|word| word.trim_start_matches("/backups/"))
                    .collect();
                self.succeed(service, &arguments).await;
            }
            Step::Database(script) => {
                let mut shell = database.expect("there is a database").shell(script);
                let output = shell
                    .current_dir(self.folder.path())
                    .output()
                    .expect("a shell can be run");
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{script}: {errors}");
            }
        }
    }
}

impl Container {
    fn new() -> Self {
        let port = ReservedPort::reserve().expect("a free port");
        Self { port, bot: None }
    }
}

/// Returns the program to run: the value of `KITTENS_TEST_PROGRAM` if it is set, and otherwise this build's program.
fn program() -> OsString {
    let other = std::env::var_os("KITTENS_TEST_PROGRAM");
    other.unwrap_or_else(|| env!("CARGO_BIN_EXE_kittens").into())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_survives_the_steps_in_the_compose_file_and_exits_on_a_signal() {
    let mut contained = Contained::new("sqlite:games/kittens.db", &["bot"]).await;
    let steps = steps("sqlite");
    assert_eq!(steps.len(), 8);
    for step in &steps {
        contained.take(step, None).await;
    }
    let kept = contained
        .folder
        .path()
        .join("games/kittens.db.before-restore-1");
    assert!(kept.exists(), "the games from before are kept");
    contained.succeed("bot", &["health"]).await;
    contained.stop("bot").await;
    assert!(!contained.run("bot", &["health"]).await.0);
    contained.sandbox.shutdown().await;
}

/// Returns the marker in a database, which shows whether its state is from the time of the backup.
async fn moment(server: &Server, database: &str) -> String {
    let mut connection = PgConnection::connect(&server.address(database))
        .await
        .expect("the database is there");
    let moment = sqlx::query_scalar("SELECT moment FROM moments").fetch_one(&mut connection);
    moment.await.expect("the moment is there")
}

async fn execute(server: &Server, statement: &'static str) {
    let mut connection = PgConnection::connect(&server.address("kittens"))
        .await
        .expect("the database is there");
    let executed = connection.execute(statement).await;
    executed.expect("the database accepts the statement");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_that_share_a_database_survive_the_steps_and_one_continues_without_the_other() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let created = server.create_database("kittens").await;
    let address = created.expect("a database");
    // The account that compose.yaml creates in the service `database`.
    execute(&server, "CREATE ROLE kittens SUPERUSER LOGIN").await;
    let storage = address.replace("postgres@", "kittens@");
    let mut contained = Contained::new(&storage, &["bot-1", "bot-2"]).await;
    let steps = steps("postgres");
    assert_eq!(steps.len(), 8);
    for step in &steps {
        contained.take(step, Some(&server)).await;
        match step {
            Step::Up => execute(&server, CREATE_MOMENTS).await,
            Step::Database(script) if script.starts_with("pg_dump") => {
                execute(&server, "UPDATE moments SET moment = 'after it'").await;
            }
            _ => {}
        }
    }
    assert_eq!(moment(&server, "kittens").await, "the backup");
    assert_eq!(moment(&server, "before").await, "after it");
    contained.succeed("bot-1", &["doctor"]).await;
    contained.stop("bot-1").await;
    contained.wait_until_ready("bot-2").await;
    contained.stop("bot-2").await;
    contained.sandbox.shutdown().await;
}
