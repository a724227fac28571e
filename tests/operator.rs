//! The operator's commands, run as processes: errors say what is wrong and what to do, and the bot does not connect
//! when it should not.

use std::path::PathBuf;

use journal::StorageUrl;
use sandbox::SandboxConfig;
use serde_json::{Value, json};
use simulator::real::Environment;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::time::timeout;

use crate::harness::{Harness, JOURNAL_KEY, TIMEOUT, count_sessions, create_environment, succeed};
use crate::monitor::get;

/// The checks that find no problem for a bot that has never run.
const CHECKS: &str =
    "settings editions reachability clock token application intents gateway database space latency";

/// A sandbox, and the folder in which `kittens` runs and stores its games.
struct Operator {
    environment: Environment,
    folder: TempDir,
}

pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) errors: String,
}

impl Operator {
    async fn start() -> Self {
        let environment = create_environment(SandboxConfig::default(), "").await;
        Self {
            environment,
            folder: tempfile::tempdir().expect("a folder for a test"),
        }
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("kittens.db")
    }

    async fn run_with(&self, args: &[&str], variables: &[(&str, &str)]) -> Ended {
        let storage = format!("sqlite:{}", self.database().display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_kittens"));
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("DISCORD_TOKEN", self.environment.sandbox.token())
            .env("KITTENS_STORAGE__URL", storage)
            .env(
                "KITTENS_DISCORD__API_URL",
                self.environment.client.address(),
            )
            .envs(variables.iter().copied())
            .kill_on_drop(true);
        Ended::of(&mut command).await
    }

    async fn run(&self, args: &[&str]) -> Ended {
        self.run_with(args, &[]).await
    }

    /// Asserts that `kittens run` refuses to connect, with a sentence that starts with the first of `parts` and
    /// contains all others. Also asserts that the doctor's report names a problem for `check`, but none for `other`.
    /// Returns the sentence and the report.
    async fn assert_named(
        &self,
        variables: &[(&str, &str)],
        (check, other): (&str, &str),
        parts: &[&str],
    ) -> String {
        let ended = self.run_with(&["run"], variables).await;
        let errors = ended.errors.lines();
        let sentences = errors.filter_map(|line| line.strip_prefix("kittens: "));
        let [sentence] = sentences.collect::<Vec<_>>()[..] else {
            panic!("one sentence: {}", ended.errors);
        };
        assert_eq!(ended.code, Some(1), "{sentence}");
        assert_eq!(
            count_sessions(&self.environment.client).await,
            0,
            "the bot has connected"
        );
        assert!(sentence.starts_with(parts[0]), "{sentence}");
        for part in parts {
            assert!(sentence.contains(part), "{part}: {sentence}");
        }
        let doctor = self.run_with(&["doctor", "--json"], variables).await;
        let report = read_report(&doctor);
        assert_eq!(doctor.code, Some(1), "{report}");
        assert_eq!(finding(&report, check).0, "problem", "{report}");
        assert_eq!(finding(&report, other).0, "ok", "the other checks go on");
        format!("{sentence}\n{report}")
    }

    async fn doctor(&self, args: &[&str]) -> (Option<i32>, Value) {
        let args: Vec<_> = ["doctor", "--json"].iter().chain(args).copied().collect();
        let ended = self.run(&args).await;
        (ended.code, read_report(&ended))
    }
}

impl Ended {
    pub(crate) async fn of(command: &mut Command) -> Self {
        let ended = timeout(TIMEOUT, command.output()).await;
        let output = ended.expect("the command ends").expect("it can be run");
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

fn finding<'r>(report: &'r Value, check: &str) -> (&'r str, &'r str) {
    let checks = report["checks"].as_array().expect("a list");
    let found = checks
        .iter()
        .find(|finding| finding["check"] == check)
        .unwrap_or_else(|| panic!("{check} was checked: {report}"));
    let text = |name: &str| found[name].as_str().expect("a text");
    (text("health"), text("says"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_healthy_bot_has_no_problem_before_its_first_start() {
    let operator = Operator::start().await;
    let (code, report) = operator.doctor(&[]).await;
    assert_eq!(code, Some(0), "{report}");
    assert_eq!(report["ok"], true);
    for check in CHECKS.split_whitespace() {
        assert_eq!(finding(&report, check).0, "ok", "{report}");
    }
    for check in ["commands", "emojis", "keys"] {
        assert_eq!(finding(&report, check).0, "warning");
    }
    let key = [("JOURNAL_KEY", JOURNAL_KEY)];
    let token = operator.environment.sandbox.token();
    let encrypted = operator.run_with(&["doctor", "--json"], &key).await;
    assert_eq!(finding(&read_report(&encrypted), "keys").0, "ok");
    let lines = operator.run(&["doctor"]).await;
    assert_eq!(lines.code, Some(0));
    let line = "\nok       token        is that of sandbox-bot";
    assert!(lines.output.contains(line), "{}", lines.output);
    assert!(!lines.output.contains(token));
    assert!(!operator.database().exists(), "the doctor changes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    let parts = ["", "does not accept the token: copy"];
    let (token, checks) = ([("DISCORD_TOKEN", "another-token")], ("token", "database"));
    let naming = operator.assert_named(&token, checks, &parts);
    assert!(!naming.await.contains("another-token"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_reset_while_the_bot_runs_ends_it_with_a_sentence() {
    let operator = Operator::start().await;
    let reset_token = async {
        while count_sessions(&operator.environment.client).await == 0 {
            tokio::task::yield_now().await;
        }
        succeed(
            operator
                .environment
                .client
                .disconnect_gateway(Some(4004))
                .await,
        );
    };
    let (ended, ()) = tokio::join!(operator.run(&["run"]), reset_token);
    assert_eq!(ended.code, Some(1), "{}", ended.errors);
    let sentence = "does not accept the token: it may have been reset. Copy it once more";
    assert!(ended.errors.contains(sentence), "{}", ended.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_of_another_application_leaves_the_games_alone() {
    let operator = Operator::start().await;
    let store = journal::open(&StorageUrl::Sqlite(operator.database()))
        .await
        .expect("a new file opens");
    store.claim_application(42).await.expect("it is free");
    store.close().await;
    let parts = [
        "",
        "belong to application 42",
        "use the token of application 42",
    ];
    operator
        .assert_named(&[], ("owner", "settings"), &parts)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_a_minute_off_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    operator.environment.sandbox.advance(61_000);
    let parts = [
        "this machine's clock is 6",
        " s behind that of http://127.0.0.1:",
        "timedatectl set-ntp true",
    ];
    operator
        .assert_named(&[], ("clock", "settings"), &parts)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_or_hangs_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    // One port accepts connections but never responds. Nothing listens on the other.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let hanging = silent.local_addr().expect("it has an address").to_string();
    for (address, why) in [("127.0.0.1:1", ""), (&*hanging, "it does not answer)")] {
        let url = format!("postgres://bot:hunter2@{address}/kittens");
        let start = format!("the database postgres://{address}/kittens cannot be reached ({why}");
        let checks = ("database", "gateway");
        let variables = [("KITTENS_STORAGE__URL", &*url)];
        let parts = [&*start, "check that it runs"];
        let naming = operator.assert_named(&variables, checks, &parts);
        assert!(!naming.await.contains("hunter2"), "{address}");
    }
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
    let parts = ["", "a newer version of Kittens", "start that version"];
    operator
        .assert_named(&[], ("database", "settings"), &parts)
        .await;
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
    operator
        .assert_named(&[], ("editions", "settings"), &[expected])
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_occupied_port_is_named_before_the_bot_connects() {
    let operator = Operator::start().await;
    let occupied = operator.environment.sandbox.address().to_string();
    let listen = [("KITTENS_MONITOR__LISTEN", occupied.as_str())];
    let ended = operator.run_with(&["run"], &listen).await;
    let start = format!("monitor.listen: {occupied} cannot be used (Address already in use");
    assert_eq!(ended.code, Some(1), "{}", ended.errors);
    let says = ended.errors.contains(&start) && ended.errors.contains("choose another port");
    assert!(says, "{}", ended.errors);
    assert_eq!(count_sessions(&operator.environment.client).await, 0);
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
        Ended::of(&mut command).await
    };
    assert_eq!(ask(&address, &[]).await.output, "ok\n");
    let (client, closed) = (&harness.client, json!({"takes_connections": false}));
    succeed(client.change_gateway(&closed).await);
    succeed(client.disconnect_gateway(None).await);
    let waiting = async {
        loop {
            let ended = ask(&address, &["--ready"]).await;
            if ended.code == Some(1) {
                return ended.errors;
            }
        }
    };
    let sentence = timeout(TIMEOUT, waiting).await.expect("it is not ready");
    let expected = "kittens: the bot is not ready: not connected to Discord\n";
    assert_eq!(sentence, expected);
    assert_eq!(ask(&address, &[]).await.code, Some(0), "it lives");
    // The shards are polled periodically.
    let is_counted = async || {
        let (_, metrics) = get(harness.monitor_address(), "/metrics").await;
        let disconnected = "\nkittens_shard_connected{shard=\"0\"} 0";
        metrics.contains(disconnected).then_some(())
    };
    harness.wait_for("the shard is counted", is_counted).await;
    harness.stop().await;
    for (listen, says) in [
        (&*address, "no bot answers at 127.0.0.1:"),
        ("off", "monitor.listen is off: set it"),
    ] {
        let ended = ask(listen, &[]).await;
        assert_eq!(ended.code, Some(1));
        assert!(ended.errors.contains(says), "{}", ended.errors);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_in_a_channel_is_named() {
    let operator = Operator::start().await;
    let state = succeed(operator.environment.client.state().await);
    let channel = state["guilds"][0]["channels"][0]["id"]
        .as_str()
        .expect("an id");
    let (code, report) = operator.doctor(&["--channel", channel]).await;
    let health = finding(&report, "channel").0;
    assert_eq!((code, health), (Some(0), "ok"), "{report}");
    // Leaves the bot only View Channels and Send Messages.
    let client = &operator.environment.client;
    let changed = client.set_bot_permissions(channel, 1 << 10 | 1 << 11);
    changed.await.expect("the sandbox answers");
    let (code, report) = operator.doctor(&["--channel", channel]).await;
    let (health, says) = finding(&report, "channel");
    assert_eq!((code, health), (Some(1), "problem"));
    assert!(says.contains("Embed Links, Attach Files"), "{says}");
    for (channel, expected) in [("1", "no such channel"), ("nonsense", "")] {
        let ended = operator.run(&["doctor", "--channel", channel]).await;
        assert_ne!(ended.code, Some(0));
        assert!(ended.output.contains(expected), "{}", ended.output);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_invitation_names_the_application_of_the_token() {
    let operator = Operator::start().await;
    let state = succeed(operator.environment.client.state().await);
    let application = state["application"]["id"].as_str().expect("an id");
    for args in [vec!["invite"], vec!["invite", "--application", application]] {
        let ended = operator.run(&args).await;
        assert_eq!(ended.code, Some(0), "{}", ended.errors);
        let client = format!("/oauth2/authorize?client_id={application}&scope=bot+applications");
        assert!(ended.output.contains(&client), "{}", ended.output);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_shows_every_change_before_it_is_made_and_then_there_is_none() {
    let operator = Operator::start().await;
    let doctor = async |check: &str| {
        let (code, report) = operator.doctor(&[]).await;
        assert_eq!(code, Some(0), "{report}");
        let (health, says) = finding(&report, check);
        (health.to_owned(), says.to_owned())
    };
    let shown = operator.run(&["publish"]).await;
    assert_eq!(shown.code, Some(0), "{}", shown.errors);
    for part in [
        "description\n  now: \"\"\n  new: \"Unofficial",
        "tags\n  now: []\n  new: [\"card game\"",
        "integration_types_config\n  now: {\"0\":",
    ] {
        assert!(shown.output.contains(part), "{part}: {}", shown.output);
    }
    assert_eq!(
        doctor("install link").await.0,
        "warning",
        "nothing is changed"
    );
    assert!(doctor("profile").await.1.contains("description"));
    let published = operator.run(&["publish", "--yes"]).await;
    assert_eq!(published.code, Some(0), "{}", published.errors);
    assert!(
        published
            .output
            .starts_with(shown.output.lines().next().expect("a line"))
    );
    assert_eq!(doctor("install link").await.0, "ok");
    let (_, says) = doctor("profile").await;
    assert!(
        !says.contains("description") && says.contains("icon"),
        "{says}"
    );
    let again = operator.run(&["publish", "--yes"]).await;
    assert_eq!(again.output, "There is nothing to change.\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_are_printed_without_secrets() {
    let operator = Operator::start().await;
    let url = "postgres://robot:hunter2@localhost/kittens";
    let variables = [("KITTENS_STORAGE__URL", url), ("JOURNAL_KEY", "5ec4e7")];
    let ended = operator.run_with(&["config"], &variables).await;
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    for line in [
        "storage.url = \"postgres://localhost:5432/kittens\" # environment, KITTENS_STORAGE__URL",
        "log.format = \"text\"                          # built in",
        "# DISCORD_TOKEN: set, not shown",
        "# JOURNAL_KEY: set, not shown",
    ] {
        let is_printed = ended.output.lines().any(|found| found == line);
        assert!(is_printed, "{line}\n{}", ended.output);
    }
    for secret in [
        "robot",
        "hunter2",
        operator.environment.sandbox.token(),
        "5ec4e7",
    ] {
        assert!(!ended.output.contains(secret), "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_and_restore_without_a_database_file_say_what_to_do() {
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
        let ended = operator.run_with(&[command, file], &variables).await;
        assert_eq!(ended.code, Some(1));
        assert!(ended.errors.contains(expected), "{}", ended.errors);
        assert!(!ended.errors.contains("hunter2"), "{}", ended.errors);
    }
    assert!(!target.exists());
}
