//! The files by which the bot is run as a service: the commands and settings in them exist, the systemd
//! unit is valid and locked down, and a process in such an environment lives through its day.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use sandbox::{Sandbox, SandboxConfig};
use tempfile::TempDir;
use tokio::process::Command as Process;
use tokio::time::timeout;

use crate::harness::{JOURNAL_KEY, TIMEOUT};

const UNIT: &str = include_str!("../deploy/kittens.service");
const FILES: [(&str, &str); 7] = [
    ("compose.yaml", include_str!("../compose.yaml")),
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
    ("haproxy", include_str!("../deploy/haproxy.cfg")),
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

/// Runs systemd-analyze, which a machine without systemd lacks.
fn systemd_analyze(arguments: &[&str], unit: &Path) -> Option<Output> {
    let mut command = Command::new("systemd-analyze");
    let output = command.args(arguments).arg(unit).output();
    match output {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        output => Some(output.expect("systemd-analyze can be run")),
    }
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
        let Some(output) = systemd_analyze(&arguments, &unit) else {
            return;
        };
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

/// A process with secrets in files and a folder of its own, as in a container.
struct Contained {
    sandbox: Sandbox,
    folder: TempDir,
    listen: String,
}

impl Contained {
    async fn new() -> Self {
        let sandbox = Sandbox::start(SandboxConfig::default()).await;
        let sandbox = sandbox.expect("the sandbox starts");
        let folder = tempfile::tempdir().expect("a folder for a test");
        for (name, secret) in [("token", sandbox.token()), ("key", JOURNAL_KEY)] {
            let file = folder.path().join(name);
            std::fs::write(&file, format!("{secret}\n")).expect("a secret is written");
            let mode = std::fs::Permissions::from_mode(0o400);
            std::fs::set_permissions(&file, mode).expect("it is made private");
        }
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let listen = free.local_addr().expect("it has an address").to_string();
        Self {
            sandbox,
            folder,
            listen,
        }
    }

    fn command(&self, arguments: &[&str]) -> Process {
        let path = |name: &str| self.folder.path().join(name);
        let mut command = Process::new(env!("CARGO_BIN_EXE_kittens"));
        command
            .args(arguments)
            .env_clear()
            .current_dir(self.folder.path())
            .env("DISCORD_TOKEN_FILE", path("token"))
            .env("JOURNAL_KEY_FILE", path("key"))
            .env("KITTENS_STORAGE__URL", "sqlite:games/kittens.db")
            .env("KITTENS_MONITOR__LISTEN", &self.listen)
            .env(
                "KITTENS_DISCORD__API_URL",
                format!("http://{}", self.sandbox.address()),
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
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contained_bot_gets_ready_is_backed_up_and_ends_by_a_signal() {
    let contained = Contained::new().await;
    let bot = contained.command(&["run"]).spawn();
    let mut bot = bot.expect("the bot starts");
    let getting_ready = async { while !contained.run(&["health", "--ready"]).await.0 {} };
    timeout(TIMEOUT, getting_ready)
        .await
        .expect("the bot gets ready");
    for arguments in [
        ["health"].as_slice(),
        &["doctor"],
        &["backup", "backup.db"],
        &["doctor", "--backup", "backup.db"],
    ] {
        let (succeeds, text) = contained.run(arguments).await;
        assert!(succeeds, "{arguments:?}: {text}");
    }
    let process = bot.id().expect("it runs").to_string();
    let signalled = Command::new("kill").args(["-TERM", &process]).status();
    assert!(signalled.expect("kill can be run").success());
    let ended = timeout(TIMEOUT, bot.wait()).await.expect("the bot ends");
    assert!(ended.expect("it was started here").success());
    assert!(!contained.run(&["health"]).await.0);
    contained.sandbox.shutdown().await;
}
