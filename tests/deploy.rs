//! The files by which the bot is run as a service: the commands and settings in them exist, the systemd
//! unit is valid and locked down, HAProxy and Kubernetes accept what is meant for them, and processes in
//! such an environment live through their day.

mod manifests;
mod yaml;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use sandbox::{Sandbox, SandboxConfig};
use tempfile::TempDir;
use tokio::process::{Child, Command as Process};
use tokio::time::timeout;

use crate::harness::{JOURNAL_KEY, TIMEOUT};

const UNIT: &str = include_str!("../deploy/kittens.service");
const COMPOSE: &str = include_str!("../compose.yaml");
const HAPROXY: &str = include_str!("../deploy/haproxy.cfg");
const FILES: [(&str, &str); 7] = [
    ("compose.yaml", COMPOSE),
    ("Dockerfile", include_str!("../Dockerfile")),
    ("kittens.service", UNIT),
    (
        "kubernetes",
        include_str!("../deploy/kubernetes/kittens.yaml"),
    ),
    (
        "kubernetes, webhook",
        include_str!("../deploy/kubernetes/webhook.yaml"),
    ),
    ("haproxy", HAPROXY),
    ("README.md", include_str!("../README.md")),
];
/// The words before the arguments of `kittens` in these files.
const CALLS: [&str; 8] = [
    "docker compose run --rm bot ",
    "docker compose exec bot kittens ",
    "ExecStart=/usr/local/bin/kittens ",
    "target/release/kittens ",
    "cargo run --release -- ",
    "cargo run --profile play -- ",
    "    kittens ",
    "`kittens ",
];
/// The exposure that `systemd-analyze security` may find at most, in tenths.
const MAX_EXPOSURE: &str = "20";

/// Returns the arguments of `kittens` in a text.
fn calls_in(text: &str) -> BTreeSet<Vec<&str>> {
    let mut calls = BTreeSet::new();
    for line in text.lines() {
        for call in CALLS {
            for (start, _) in line.match_indices(call) {
                let arguments = &line[start + call.len()..];
                let end = arguments.find(['`', '#']).unwrap_or(arguments.len());
                let words = arguments[..end].split_whitespace();
                // "ID" stands for a number.
                calls.insert(
                    words
                        .map(|word| if word == "ID" { "1" } else { word })
                        .collect(),
                );
            }
        }
    }
    calls
}

#[test]
fn every_command_in_the_files_exists() {
    let mut count = 0;
    for (file, text) in FILES {
        for arguments in calls_in(text) {
            let help = Command::new(env!("CARGO_BIN_EXE_kittens"))
                .args(&arguments)
                .arg("--help")
                .output()
                .expect("the program can be run");
            let errors = String::from_utf8_lossy(&help.stderr);
            assert!(
                help.status.success(),
                "{file}: kittens {arguments:?}: {errors}"
            );
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} commands were found");
}

/// Returns the environment variables of settings in a text.
fn variables_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter_map(|word| word.strip_prefix("KITTENS_"))
}

#[test]
fn every_setting_in_the_files_exists() {
    let defaults: toml::Table = kittens::config::DEFAULT.parse().expect("it is TOML");
    let mut count = 0;
    for (file, text) in FILES {
        for variable in variables_in(text) {
            let path = variable.to_lowercase();
            let (table, key) = path.split_once("__").expect("a table and a key");
            let exists = defaults[table].get(key).is_some();
            assert!(exists, "{file}: KITTENS_{variable}");
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} settings were found");
}

#[test]
fn every_base_image_is_pinned_by_its_digest() {
    let dockerfile = include_str!("../Dockerfile");
    let images = dockerfile
        .lines()
        .filter_map(|line| line.strip_prefix("FROM "));
    let images: Vec<_> = images.filter(|image| *image != "scratch").collect();
    assert!(!images.is_empty());
    for image in images {
        let digest = image
            .split_once("@sha256:")
            .and_then(|(_, end)| end.split_whitespace().next());
        let digits = digest.unwrap_or_default().bytes();
        let count = digits.filter(u8::is_ascii_hexdigit).count();
        assert_eq!(count, 64, "{image}");
    }
}

#[test]
fn the_secrets_of_an_operator_are_left_out_of_the_image_and_of_commits() {
    let secrets = COMPOSE
        .lines()
        .filter_map(|line| line.trim().strip_prefix("file: "));
    let secrets: Vec<_> = secrets.chain([".env"]).collect();
    assert_eq!(secrets, ["discord.token", "journal.key", ".env"]);
    for (file, text) in [
        (".dockerignore", include_str!("../.dockerignore")),
        (".gitignore", include_str!("../.gitignore")),
    ] {
        for secret in &secrets {
            let is_ignored = text
                .lines()
                .any(|line| line.trim_start_matches('/') == *secret);
            assert!(is_ignored, "{file}: {secret}");
        }
    }
}

fn systemd_analyze(arguments: &[&str], unit: &Path) -> Output {
    let mut command = Command::new("systemd-analyze");
    let output = command.args(arguments).arg(unit).output();
    output.expect("systemd-analyze runs (`cargo xtask deploy-tools` installs it)")
}

#[test]
fn the_systemd_unit_is_valid_and_exposes_little() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let unit = folder.path().join("kittens.service");
    // The program has to exist for the check.
    let installed = UNIT.replace("/usr/local/bin/kittens", env!("CARGO_BIN_EXE_kittens"));
    assert_ne!(installed, UNIT);
    std::fs::write(&unit, installed).expect("the unit is written");
    let threshold = format!("--threshold={MAX_EXPOSURE}");
    for arguments in [
        vec!["verify"],
        vec!["security", "--offline=true", &threshold],
    ] {
        let output = systemd_analyze(&arguments, &unit);
        let text = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.status.success(), "{arguments:?}: {text}");
        let complains = arguments == ["verify"] && text.contains("kittens.service:");
        assert!(!complains, "{text}");
    }
}

#[test]
fn haproxy_accepts_its_settings() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let file = folder.path().join("haproxy.cfg");
    // The certificate is the operator's.
    let settings = HAPROXY.replace(" ssl crt /etc/haproxy/discord.pem", "");
    assert_ne!(settings, HAPROXY);
    std::fs::write(&file, settings).expect("the settings are written");
    let output = Command::new("haproxy")
        .arg("-c")
        .arg("-f")
        .arg(&file)
        .output();
    let output = output.expect("HAProxy runs (`cargo xtask deploy-tools` installs it)");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && !text.contains("[WARNING]"),
        "{text}"
    );
}

/// Where processes are run as containers are: secrets in files, a folder of their own, no other settings.
struct Contained {
    sandbox: Sandbox,
    folder: TempDir,
    storage: String,
}

/// A container: its commands, and the address of its monitor.
struct Container<'c> {
    contained: &'c Contained,
    listen: String,
}

impl Contained {
    async fn new(storage: &str) -> Self {
        let sandbox = Sandbox::start(SandboxConfig::default()).await;
        let sandbox = sandbox.expect("the sandbox starts");
        let folder = tempfile::tempdir().expect("a folder for a test");
        for (name, secret) in [("token", sandbox.token()), ("key", JOURNAL_KEY)] {
            let file = folder.path().join(name);
            std::fs::write(&file, format!("{secret}\n")).expect("a secret is written");
            let mode = std::fs::Permissions::from_mode(0o400);
            std::fs::set_permissions(&file, mode).expect("it is made private");
        }
        let storage = storage.to_owned();
        Self {
            sandbox,
            folder,
            storage,
        }
    }

    fn container(&self) -> Container<'_> {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let listen = free.local_addr().expect("it has an address").to_string();
        Container {
            contained: self,
            listen,
        }
    }
}

impl Container<'_> {
    fn command(&self, arguments: &[&str]) -> Process {
        let Contained {
            sandbox,
            folder,
            storage,
        } = self.contained;
        let path = |name: &str| folder.path().join(name);
        let mut command = Process::new(program());
        command
            .args(arguments)
            .env_clear()
            .current_dir(folder.path())
            .env("DISCORD_TOKEN_FILE", path("token"))
            .env("JOURNAL_KEY_FILE", path("key"))
            .env("KITTENS_STORAGE__URL", storage)
            .env("KITTENS_MONITOR__LISTEN", &self.listen)
            .env(
                "KITTENS_DISCORD__API_URL",
                format!("http://{}", sandbox.address()),
            )
            .kill_on_drop(true);
        command
    }

    /// Runs a command to its end. Returns true if it succeeds, and its output.
    async fn run(&self, arguments: &[&str]) -> (bool, String) {
        let output = timeout(TIMEOUT, self.command(arguments).output()).await;
        let output = output.expect("it ends").expect("it can be run");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        (output.status.success(), text)
    }

    /// Runs a command to its end, which has to be a good one.
    async fn succeed(&self, arguments: &[&str]) {
        let (succeeds, text) = self.run(arguments).await;
        assert!(succeeds, "{arguments:?}: {text}");
    }

    /// Starts the bot, and waits until it is ready.
    async fn up(&self) -> Child {
        let bot = self.command(&["run"]).spawn();
        self.wait_until_ready().await;
        bot.expect("the bot starts")
    }

    async fn wait_until_ready(&self) {
        let getting_ready = async { while !self.run(&["health", "--ready"]).await.0 {} };
        let ready = timeout(TIMEOUT, getting_ready).await;
        ready.expect("the bot gets ready");
    }
}

/// Returns the program in the containers: that of this build, or another one that is to be checked.
fn program() -> OsString {
    let other = std::env::var_os("KITTENS_TEST_PROGRAM");
    other.unwrap_or_else(|| env!("CARGO_BIN_EXE_kittens").into())
}

/// Returns the commands for an operator in the head of compose.yaml, in their order. The folder of
/// backups is the working directory here.
fn compose_steps() -> impl Iterator<Item = Vec<&'static str>> {
    let calls = [
        "docker compose run --rm bot ",
        "docker compose exec bot kittens ",
    ];
    COMPOSE.lines().filter_map(move |line| {
        let arguments = calls.iter().find_map(|call| line.split_once(call))?.1;
        let words = arguments.split_whitespace();
        Some(
            words
                .map(|word| word.trim_start_matches("/backups/"))
                .collect(),
        )
    })
}

/// Sends the signal by which containers are stopped, and waits for a good end.
async fn stop(mut bot: Child) {
    let process = bot.id().expect("it runs").to_string();
    let signalled = Command::new("kill").args(["-TERM", &process]).status();
    assert!(signalled.expect("kill can be run").success());
    let ended = timeout(TIMEOUT, bot.wait()).await.expect("the bot ends");
    assert!(ended.expect("it was started here").success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contained_bot_lives_through_the_steps_of_the_compose_file_and_ends_by_a_signal() {
    let contained = Contained::new("sqlite:games/kittens.db").await;
    let container = contained.container();
    let bot = container.up().await;
    container.succeed(&["health"]).await;
    let mut count = 0;
    for arguments in compose_steps() {
        container.succeed(&arguments).await;
        count += 1;
    }
    assert_eq!(count, 4);
    stop(bot).await;
    assert!(!container.run(&["health"]).await.0);
    contained.sandbox.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_contained_bots_share_a_database_and_one_goes_on_without_the_other() {
    let server = postgres_server::Server::start().await;
    let server = server.expect("PostgreSQL starts");
    let storage = server.create_database("contained").await;
    let contained = Contained::new(&storage.expect("a database")).await;
    let [one, other] = [contained.container(), contained.container()];
    let (first, second) = (one.up().await, other.up().await);
    one.succeed(&["doctor"]).await;
    stop(first).await;
    other.wait_until_ready().await;
    stop(second).await;
    contained.sandbox.shutdown().await;
}
