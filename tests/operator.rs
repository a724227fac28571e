//! The commands of an operator, as processes: each says what is wrong and what to do, and the bot does
//! not connect where it should not.

use std::path::PathBuf;
use std::process::Output;

use journal::StorageUrl;
use sandbox::{Sandbox, SandboxConfig};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::time::timeout;
use virtual_user::control_client::ControlClient;

use crate::harness::{Harness, JOURNAL_KEY, TIMEOUT, succeed};
use crate::monitor::get;

/// A sandbox, and a folder in which the program `kittens` runs and stores its games.
struct Operator {
    sandbox: Sandbox,
    folder: TempDir,
}

/// The result of a command.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) errors: String,
}

impl Operator {
    async fn start() -> Self {
        let sandbox = Sandbox::start(SandboxConfig::default()).await;
        Self {
            sandbox: sandbox.expect("the sandbox starts"),
            folder: tempfile::tempdir().expect("a folder for a test"),
        }
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("kittens.db")
    }

    /// Runs the program with this token and these variables until it ends.
    async fn run_with(&self, args: &[&str], token: &str, variables: &[(&str, &str)]) -> Ended {
        let storage = format!("sqlite:{}", self.database().display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_kittens"));
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("DISCORD_TOKEN", token)
            .env("KITTENS_STORAGE__URL", storage)
            .env(
                "KITTENS_DISCORD__API_URL",
                format!("http://{}", self.sandbox.address()),
            )
            .envs(variables.iter().copied())
            .kill_on_drop(true);
        let ended = timeout(TIMEOUT, command.output()).await;
        ended
            .expect("the command ends")
            .expect("it can be run")
            .into()
    }

    async fn run(&self, args: &[&str]) -> Ended {
        self.run_with(args, self.sandbox.token(), &[]).await
    }

    /// Runs `kittens run`, which must refuse to connect, and returns its sentence.
    async fn refusal(&self, token: &str, variables: &[(&str, &str)]) -> String {
        let ended = self.run_with(&["run"], token, variables).await;
        assert_eq!(ended.code, Some(1), "{}", ended.errors);
        let sentences = ended
            .errors
            .lines()
            .filter_map(|line| line.strip_prefix("kittens: "));
        let sentences: Vec<_> = sentences.collect();
        assert_eq!(sentences.len(), 1, "{}", ended.errors);
        assert_eq!(self.session_starts().await, 0, "the bot has connected");
        sentences[0].to_owned()
    }

    /// Returns how many gateway sessions the bot has started.
    async fn session_starts(&self) -> u64 {
        let state = self.client().state().await.expect("the sandbox answers");
        let starts = &state["session_starts"];
        let number = |name: &str| starts[name].as_u64().expect("a number");
        number("total") - number("remaining")
    }

    fn client(&self) -> ControlClient {
        let client = ControlClient::new(&format!("http://{}", self.sandbox.address()));
        client.expect("there is an HTTP client")
    }

    /// Runs `kittens doctor --json` and returns its report.
    async fn doctor(&self, args: &[&str]) -> (Option<i32>, Value) {
        let args: Vec<_> = ["doctor", "--json"].iter().chain(args).copied().collect();
        let ended = self.run(&args).await;
        (ended.code, read_report(&ended))
    }

    async fn stop(self) {
        self.sandbox.shutdown().await;
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

fn read_report(ended: &Ended) -> Value {
    let report = serde_json::from_str(&ended.output);
    report.unwrap_or_else(|error| panic!("{error}: {} {}", ended.output, ended.errors))
}

/// Returns the health of a check, and the sentence with it.
fn finding<'r>(report: &'r Value, check: &str) -> (&'r str, &'r str) {
    let checks = report["checks"].as_array().expect("a list");
    let found = checks.iter().find(|finding| finding["check"] == check);
    let found = found.unwrap_or_else(|| panic!("{check} was checked: {report}"));
    let text = |name: &str| found[name].as_str().expect("a text");
    (text("health"), text("says"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_healthy_bot_has_no_problem_before_its_first_start() {
    let operator = Operator::start().await;
    let (code, report) = operator.doctor(&[]).await;
    assert_eq!(code, Some(0), "{report}");
    assert_eq!(report["ok"], true);
    for check in [
        "settings",
        "editions",
        "reachability",
        "clock",
        "token",
        "application",
        "intents",
        "gateway",
        "database",
        "space",
        "latency",
    ] {
        assert_eq!(finding(&report, check).0, "ok", "{report}");
    }
    assert_eq!(finding(&report, "commands").0, "warning");
    assert_eq!(finding(&report, "emojis").0, "warning");
    assert_eq!(finding(&report, "keys").0, "warning");
    let key = [("JOURNAL_KEY", JOURNAL_KEY)];
    let token = operator.sandbox.token();
    let encrypted = operator.run_with(&["doctor", "--json"], token, &key).await;
    assert_eq!(finding(&read_report(&encrypted), "keys").0, "ok");
    let lines = operator.run(&["doctor"]).await;
    assert_eq!(lines.code, Some(0));
    assert!(
        lines
            .output
            .contains("\nok       token        is that of sandbox-bot"),
        "{}",
        lines.output
    );
    assert!(!lines.output.contains(operator.sandbox.token()));
    assert!(!operator.database().exists(), "the doctor changes nothing");
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    let sentence = operator.refusal("another-token", &[]).await;
    assert!(
        sentence.contains("does not accept the token: copy"),
        "{sentence}"
    );
    let ended = operator
        .run_with(&["doctor", "--json"], "another-token", &[])
        .await;
    assert_eq!(ended.code, Some(1));
    let report = read_report(&ended);
    assert_eq!(finding(&report, "token").0, "problem");
    assert_eq!(
        finding(&report, "database").0,
        "ok",
        "the other checks go on"
    );
    assert!(!ended.output.contains("another-token"));
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_reset_while_the_bot_runs_ends_it_with_a_sentence() {
    let operator = Operator::start().await;
    let reset_token = async {
        while operator.session_starts().await == 0 {
            tokio::task::yield_now().await;
        }
        succeed(operator.client().disconnect_gateway(Some(4004)).await);
    };
    let (ended, ()) = tokio::join!(operator.run(&["run"]), reset_token);
    assert_eq!(ended.code, Some(1), "{}", ended.errors);
    let sentence = "does not accept the token: it may have been reset. Copy it once more";
    assert!(ended.errors.contains(sentence), "{}", ended.errors);
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_of_another_application_leaves_the_games_alone() {
    let operator = Operator::start().await;
    let store = journal::open(&StorageUrl::Sqlite(operator.database())).await;
    let store = store.expect("a new file opens");
    store.claim_application(42).await.expect("it is free");
    store.close().await;
    let sentence = operator.refusal(operator.sandbox.token(), &[]).await;
    assert!(sentence.contains("belong to application 42"), "{sentence}");
    assert!(
        sentence.contains("use the token of application 42"),
        "{sentence}"
    );
    let (code, report) = operator.doctor(&[]).await;
    assert_eq!((code, finding(&report, "owner").0), (Some(1), "problem"));
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_a_minute_off_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    operator.sandbox.advance(61_000);
    let sentence = operator.refusal(operator.sandbox.token(), &[]).await;
    assert!(
        sentence.starts_with("this machine's clock is 6"),
        "{sentence}"
    );
    assert!(
        sentence.contains(" s behind that of http://127.0.0.1:"),
        "{sentence}"
    );
    assert!(sentence.contains("timedatectl set-ntp true"), "{sentence}");
    let (code, report) = operator.doctor(&[]).await;
    assert_eq!((code, finding(&report, "clock").0), (Some(1), "problem"));
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    // Nothing listens on this port.
    let away = (
        "KITTENS_STORAGE__URL",
        "postgres://bot:hunter2@127.0.0.1:1/kittens",
    );
    let sentence = operator.refusal(operator.sandbox.token(), &[away]).await;
    let start = "the database postgres://127.0.0.1:1/kittens cannot be reached (";
    assert!(sentence.starts_with(start), "{sentence}");
    assert!(sentence.contains("check that it runs"), "{sentence}");
    assert!(!sentence.contains("hunter2"), "{sentence}");
    let args = ["doctor", "--json"];
    let ended = operator
        .run_with(&args, operator.sandbox.token(), &[away])
        .await;
    let report = read_report(&ended);
    assert_eq!(
        (ended.code, finding(&report, "database").0),
        (Some(1), "problem")
    );
    assert_eq!(
        finding(&report, "gateway").0,
        "ok",
        "the other checks go on"
    );
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_hangs_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    // The system accepts connections in its place, and nobody answers.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = silent.local_addr().expect("it has an address");
    let address = format!("postgres://bot@{address}/kittens");
    let hangs = ("KITTENS_STORAGE__URL", address.as_str());
    let sentence = operator.refusal(operator.sandbox.token(), &[hangs]).await;
    let expected = format!("the database {address} cannot be reached (it does not answer)");
    let expected = expected.replace("bot@", "");
    assert!(sentence.starts_with(&expected), "{sentence}");
    let args = ["doctor", "--json"];
    let ended = operator
        .run_with(&args, operator.sandbox.token(), &[hangs])
        .await;
    let report = read_report(&ended);
    assert_eq!(
        (ended.code, finding(&report, "database").0),
        (Some(1), "problem")
    );
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_version_is_named_before_the_bot_connects() {
    const NEWER: &str = "INSERT INTO _sqlx_migrations \
         (version, description, success, checksum, execution_time) VALUES (99, 'later', 1, x'00', 0)";
    let operator = Operator::start().await;
    let store = journal::open(&StorageUrl::Sqlite(operator.database())).await;
    store.expect("a new file opens").close().await;
    let file = SqliteConnectOptions::new().filename(operator.database());
    let mut connection = file.connect().await.expect("it opens");
    let written = sqlx::query(NEWER).execute(&mut connection).await;
    written.expect("it is written");
    connection.close().await.expect("it closes");
    let sentence = operator.refusal(operator.sandbox.token(), &[]).await;
    assert!(
        sentence.contains("a newer version of Kittens"),
        "{sentence}"
    );
    assert!(sentence.contains("start that version"), "{sentence}");
    let (code, report) = operator.doctor(&[]).await;
    assert_eq!((code, finding(&report, "database").0), (Some(1), "problem"));
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_edition_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    let editions = operator.folder.path().join("config/editions");
    std::fs::create_dir_all(&editions).expect("a folder for editions");
    let travel = include_str!("../config/editions/travel.toml");
    let broken = travel.replace("future-depth = 2", "future-depth = 9");
    assert_ne!(broken, travel);
    std::fs::write(editions.join("travel.toml"), broken).expect("the file is written");
    let expected = "config/editions/travel.toml: rules.future-depth: found 9, expected a whole number \
                    from 1 to 3";
    let sentence = operator.refusal(operator.sandbox.token(), &[]).await;
    assert_eq!(sentence, expected);
    let (code, report) = operator.doctor(&[]).await;
    assert_eq!(code, Some(1));
    assert_eq!(finding(&report, "editions"), ("problem", expected));
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_occupied_port_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    let occupied = operator.sandbox.address().to_string();
    for (variable, key) in [
        ("KITTENS_MONITOR__LISTEN", "monitor.listen"),
        ("KITTENS_WEBHOOK__LISTEN", "webhook.listen"),
    ] {
        let listen = (variable, occupied.as_str());
        let sentence = operator.refusal(operator.sandbox.token(), &[listen]).await;
        let start = format!("{key}: {occupied} cannot be used (Address already in use");
        assert!(sentence.starts_with(&start), "{sentence}");
        assert!(sentence.contains("choose another port"), "{sentence}");
    }
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_health_of_a_bot_is_told_by_an_exit_code() {
    let harness = Harness::start("monitor.listen = \"127.0.0.1:0\"\n").await;
    let address = harness.monitor_address().to_string();
    let ask = async |listen: &str, args: &[&str]| -> Ended {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kittens"));
        command
            .arg("health")
            .args(args)
            .env("KITTENS_MONITOR__LISTEN", listen);
        let ended = timeout(TIMEOUT, command.output()).await;
        ended
            .expect("the command ends")
            .expect("it can be run")
            .into()
    };
    assert_eq!(ask(&address, &[]).await.output, "ok\n");
    succeed(
        harness
            .client
            .change_gateway(&json!({"takes_connections": false}))
            .await,
    );
    succeed(harness.client.disconnect_gateway(None).await);
    let waiting = async {
        loop {
            let ended = ask(&address, &["--ready"]).await;
            if ended.code == Some(1) {
                return ended.errors;
            }
        }
    };
    let sentence = timeout(TIMEOUT, waiting).await.expect("it is not ready");
    assert_eq!(
        sentence,
        "kittens: the bot is not ready: not connected to Discord\n"
    );
    assert_eq!(ask(&address, &[]).await.code, Some(0), "it lives");
    let (_, metrics) = get(harness.monitor_address(), "/metrics").await;
    let disconnected = "\nkittens_shard_connected{shard=\"0\"} 0";
    assert!(metrics.contains(disconnected), "{metrics}");
    harness.stop().await;
    let ended = ask(&address, &[]).await;
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.errors.contains("no bot answers at 127.0.0.1:"),
        "{}",
        ended.errors
    );
    let ended = ask("off", &[]).await;
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.errors.contains("monitor.listen is off: set it"),
        "{}",
        ended.errors
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_in_a_channel_is_named() {
    let operator = Operator::start().await;
    let state = operator
        .client()
        .state()
        .await
        .expect("the sandbox answers");
    let channel = state["guilds"][0]["channels"][0]["id"]
        .as_str()
        .expect("an id");
    let (code, report) = operator.doctor(&["--channel", channel]).await;
    assert_eq!(
        (code, finding(&report, "channel").0),
        (Some(0), "ok"),
        "{report}"
    );
    // View Channels and Send Messages only.
    let permissions = 1 << 10 | 1 << 11;
    let changed = operator
        .client()
        .set_bot_permissions(channel, permissions)
        .await;
    changed.expect("the sandbox answers");
    let (code, report) = operator.doctor(&["--channel", channel]).await;
    assert_eq!(code, Some(1));
    let (health, says) = finding(&report, "channel");
    assert_eq!(health, "problem");
    assert!(says.contains("Embed Links, Attach Files"), "{says}");
    for (channel, expected) in [("1", "no such channel"), ("nonsense", "")] {
        let ended = operator.run(&["doctor", "--channel", channel]).await;
        assert_ne!(ended.code, Some(0));
        assert!(ended.output.contains(expected), "{}", ended.output);
    }
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_invitation_names_the_application_of_the_token() {
    let operator = Operator::start().await;
    let state = operator
        .client()
        .state()
        .await
        .expect("the sandbox answers");
    let application = state["application"]["id"].as_str().expect("an id");
    for args in [vec!["invite"], vec!["invite", "--application", application]] {
        let ended = operator.run(&args).await;
        assert_eq!(ended.code, Some(0), "{}", ended.errors);
        let client = format!("/oauth2/authorize?client_id={application}&scope=bot+applications");
        assert!(ended.output.contains(&client), "{}", ended.output);
    }
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_are_printed_without_secrets() {
    let operator = Operator::start().await;
    let url = "postgres://robot:hunter2@localhost/kittens";
    let variables = [("KITTENS_STORAGE__URL", url), ("JOURNAL_KEY", "5ec4e7")];
    let ended = operator.run_with(&["config"], "t0ken", &variables).await;
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    for line in [
        "storage.url = \"postgres://localhost:5432/kittens\" # environment, KITTENS_STORAGE__URL",
        "log.format = \"text\"                          # built in",
        "# DISCORD_TOKEN: set, not shown",
        "# JOURNAL_KEY: set, not shown",
    ] {
        assert!(
            ended.output.lines().any(|found| found == line),
            "{line}\n{}",
            ended.output
        );
    }
    for secret in ["robot", "hunter2", "t0ken", "5ec4e7"] {
        assert!(!ended.output.contains(secret), "{secret}");
    }
    operator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_file_of_games_a_backup_and_a_restore_say_what_to_do() {
    const POSTGRES: &str = "postgres://bot:hunter2@127.0.0.1:1/kittens";
    let operator = Operator::start().await;
    let target = operator.folder.path().join("backup.db");
    let file = target.to_str().expect("a text");
    for (command, storage, expected) in [
        ("backup", POSTGRES, "pg_dump --format=custom --file=FILE"),
        ("backup", "memory:", "nothing to back up"),
        ("restore", POSTGRES, "pg_restore --dbname=ADDRESS"),
        ("restore", "memory:", "nothing to restore"),
    ] {
        let variables = [("KITTENS_STORAGE__URL", storage)];
        let args = [command, file];
        let ended = operator.run_with(&args, "a-token", &variables).await;
        assert_eq!(ended.code, Some(1));
        assert!(ended.errors.contains(expected), "{}", ended.errors);
        assert!(!ended.errors.contains("hunter2"), "{}", ended.errors);
    }
    assert!(!target.exists());
    operator.stop().await;
}
