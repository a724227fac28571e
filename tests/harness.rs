//! The setup of a test: a sandbox, the real bot connected to it through serenity, and people who use the sandbox's
//! control API to see messages and to click. They act only on what they can see, unless a test forces a click.

use std::fmt::Debug;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use journal::{RecordCipher, StoreError};
use kit::virtual_user::component::Component;
use kit::virtual_user::control_client::{ControlClient, User};
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::view::View;
use kittens::tables::rng_source::RngSource;
use kittens::{Bot, BotError, BotToken, Config, StartChecks};
use sandbox::SandboxConfig;
use serde_json::{Value, json};
use simulator::real::{Environment, Process};
use tempfile::TempDir;

pub(crate) const JOURNAL_KEY: &str =
    "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00";

/// Discord's code for a message that does not exist.
pub(crate) const UNKNOWN_MESSAGE: u64 = 10_008;
/// Discord's code for a second answer to an interaction.
const ALREADY_ANSWERED: u64 = 40_060;

/// The timeout of a wait in a test. It is much longer than a wait should take, so that no test fails on a slow machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// Settings with Nope windows of a second and very high limits on clicks, because virtual people need no time to think.
/// Turns and choices are so long that none times out on a busy machine.
pub(crate) const QUICK: &str = "
    paces.fast.window = 1
    paces.fast.turn = 3600
    paces.fast.choice = 3600
    limits.click_burst = 1000
    limits.clicks_per_second = 1000
";

pub(crate) struct Harness {
    pub(crate) client: ControlClient,
    /// The id of the server in which channels are created.
    pub(crate) guild: String,
    environment: Environment,
    /// `None` while the bot is down, or if it runs in a separate process.
    bot: Mutex<Option<Bot>>,
    pub(crate) process: Option<Process>,
}

impl Harness {
    /// Starts a sandbox, and the bot with these settings in addition to the default settings. Waits until the bot has
    /// registered its commands and connected.
    pub(crate) async fn start(settings: &str) -> Harness {
        Self::start_on(SandboxConfig::default(), settings, async |_| ()).await
    }

    /// Like [`Harness::start`], but repeatable: with the same seed, the same clicks lead to the same games.
    pub(crate) async fn start_seeded(settings: &str, seed: u64) -> Harness {
        let environment = create_environment(SandboxConfig::default(), settings).await;
        let bot = start_bot(&environment, RngSource::unproven(seed)).await;
        Self::ready(environment, Some(bot), None).await
    }

    /// Starts a sandbox with this configuration, calls `prepare`, and starts the bot like [`Harness::start`].
    pub(crate) async fn start_on(
        sandbox: SandboxConfig,
        settings: &str,
        prepare: impl AsyncFn(&ControlClient),
    ) -> Harness {
        let environment = create_environment(sandbox, settings).await;
        prepare(&environment.client).await;
        let bot = start_bot(&environment, RngSource::System).await;
        Self::ready(environment, Some(bot), None).await
    }

    /// Starts a sandbox, and the program `kittens` as a process that logs to this file.
    pub(crate) async fn start_process(
        sandbox: SandboxConfig,
        settings: &str,
        log: &Path,
    ) -> Harness {
        let environment = create_environment(sandbox, settings).await;
        let log = File::create(log).expect("the file of the log can be created");
        let mut command = environment.command();
        let process = Process::start(command.env("JOURNAL_KEY", JOURNAL_KEY).stderr(log));
        Self::ready(
            environment,
            None,
            Some(process.expect("the program starts")),
        )
        .await
    }

    /// Creates a server and waits until the bot has registered its commands and connected.
    async fn ready(
        environment: Environment,
        bot: Option<Bot>,
        process: Option<Process>,
    ) -> Harness {
        let client = environment.client.clone();
        let guild = client.create_guild("Test", "en-US").await;
        let harness = Harness {
            guild: guild.expect("the sandbox creates a server"),
            client,
            environment,
            bot: Mutex::new(bot),
            process,
        };
        let ready = tokio::time::timeout(TIMEOUT, harness.client.wait_for_commands()).await;
        succeed(ready.expect("the bot registers its commands"));
        // The bot may register its commands before it connects.
        let connected = tokio::time::timeout(TIMEOUT, harness.client.wait_for_session()).await;
        succeed(connected.expect("the bot connects"));
        harness
    }

    /// Shuts the bot down, runs `while_down`, restarts the bot with the same settings, and waits until it is ready.
    /// Games continue only if the settings configure persistent storage.
    pub(crate) async fn restart_bot(&self, while_down: impl Future<Output = ()>) {
        let bot = self.bot.lock().expect("no test panics with it").take();
        if let Some(bot) = bot {
            bot.shutdown().await;
        }
        while_down.await;
        let again = async {
            // On a busy machine the previous bot may not have released its file yet.
            loop {
                let chance = RngSource::System;
                match try_start_bot(&self.environment, chance).await {
                    Err(BotError::Store(StoreError::InUse(_))) => {}
                    started => return started,
                }
                tokio::task::yield_now().await;
            }
        };
        let restarted = tokio::time::timeout(TIMEOUT, again).await;
        let mut started = succeed(restarted.expect("the bot starts again"));
        let ready = tokio::time::timeout(TIMEOUT, started.wait_until_ready()).await;
        ready.expect("the bot gets ready again");
        *self.bot.lock().expect("no test panics with it") = Some(started);
    }

    pub(crate) async fn start_second_bot(&self) -> Bot {
        start_bot(&self.environment, RngSource::System).await
    }

    /// Returns the address of the bot's metrics. The bot must run in this process.
    pub(crate) fn monitor_address(&self) -> std::net::SocketAddr {
        let bot = self.bot.lock().expect("no test panics with it");
        let address = bot.as_ref().and_then(Bot::monitor_address);
        address.expect("the settings ask for a monitor")
    }

    /// Returns the bot's token, without the prefix `Bot`.
    pub(crate) fn bot_token(&self) -> String {
        self.environment.sandbox.token().to_owned()
    }

    pub(crate) async fn create_channel(&self, name: &str) -> String {
        succeed(self.client.create_channel(&self.guild, name).await)
    }

    pub(crate) async fn create_user(&self, name: &str, locale: &str) -> User {
        succeed(self.client.create_user(name, locale).await)
    }

    pub(crate) async fn create_users(&self, count: usize) -> Vec<User> {
        let mut users = Vec::new();
        for number in 0..count {
            let name = format!("player{number}");
            users.push(self.create_user(&name, "en-US").await);
        }
        users
    }

    pub(crate) async fn add_fault(&self, fault: Value) {
        succeed(self.client.add_fault(&fault).await);
    }

    /// Returns how often each fault has occurred.
    pub(crate) async fn count_strikes(&self) -> Vec<u64> {
        let faults = succeed(self.client.faults().await);
        let strikes = faults.iter().map(|fault| fault["struck"].as_u64());
        strikes.map(Option::unwrap_or_default).collect()
    }

    /// Returns the first value from `look`, which is called again after each change of the sandbox, or after a second.
    pub(crate) async fn wait_for<T>(&self, what: &str, look: impl AsyncFn() -> Option<T>) -> T {
        let waiting = async {
            let mut revision = 0;
            loop {
                if let Some(found) = look().await {
                    return found;
                }
                revision = self.wait_after(revision).await;
            }
        };
        let waited = tokio::time::timeout(TIMEOUT, waiting).await;
        waited.unwrap_or_else(|_| panic!("this did not happen: {what}"))
    }

    /// Waits at most a second for a change of the sandbox after this revision, and returns the current revision.
    pub(crate) async fn wait_after(&self, revision: u64) -> u64 {
        succeed(self.client.wait_after(revision).await)
    }

    /// Like [`Self::wait_after`], but for a change in this channel.
    pub(crate) async fn wait_in_channel(&self, channel: &str, revision: u64) -> u64 {
        succeed(self.client.wait_in_channel(channel, revision).await)
    }

    pub(crate) async fn send_command(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        options: Value,
    ) -> Outcome {
        let sent = self.client.send_command(user, channel, name, &options);
        succeed(sent.await)
    }

    pub(crate) async fn click(
        &self,
        user: &User,
        channel: &str,
        component: &Component,
        values: &[String],
    ) -> Outcome {
        let sent = self.client.send_click(user, channel, component, values);
        succeed(sent.await)
    }

    /// Clicks a component that this person may never have seen.
    pub(crate) async fn force_click(
        &self,
        user: &User,
        channel: &str,
        component: &Component,
        values: &[String],
    ) -> Outcome {
        let client = self.client.forcing();
        succeed(client.send_click(user, channel, component, values).await)
    }

    /// Returns the newest messages in a channel that this person can see.
    pub(crate) async fn view(&self, user: &User, channel: &str) -> View {
        succeed(self.client.view(Some(user), channel).await)
    }

    /// Asserts that the bot answered every interaction in time for Discord, and that the sandbox refused no request
    /// without an injected fault, apart from two kinds: a person may click a private message that has just been
    /// deleted, and the bot may repeat an answer that is slow to be confirmed.
    pub(crate) async fn assert_no_problems(&self) {
        self.assert_no_problems_but(&[]).await;
    }

    /// Like [`Self::assert_no_problems`], but allows refusals with these codes.
    pub(crate) async fn assert_no_problems_but(&self, codes: &[u64]) {
        self.assert_only_refused_with(codes).await;
        let problems = succeed(self.client.problems().await);
        assert_eq!(problems["unanswered"], json!([]), "unanswered");
    }

    /// Asserts that every refusal by the sandbox was injected, has one of these codes, or is of a kind that
    /// [`Self::assert_no_problems`] allows.
    pub(crate) async fn assert_only_refused_with(&self, codes: &[u64]) {
        let problems = succeed(self.client.problems().await);
        let refused = problems["refused"].as_array().cloned().unwrap_or_default();
        let mistakes: Vec<_> = refused
            .iter()
            .filter(|one| one["injected"] != true)
            .filter(|one| !codes.contains(&one["code"].as_u64().unwrap_or(0)))
            .filter(|one| !may_happen(one))
            .collect();
        assert_eq!(mistakes, Vec::<&Value>::new(), "the bot made mistakes");
    }

    pub(crate) async fn finish_refused_with(self, codes: &[u64]) {
        self.assert_only_refused_with(codes).await;
        self.stop().await;
    }

    pub(crate) async fn finish(self) {
        self.assert_no_problems().await;
        self.stop().await;
    }

    pub(crate) async fn stop(self) {
        if let Some(bot) = self.bot.into_inner().expect("no test panics with it") {
            bot.shutdown().await;
        }
        drop(self.process);
        self.environment.stop().await;
    }
}

/// A file in which a sandbox records the bot's requests.
pub(crate) struct Record(TempDir);

impl Record {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the record"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("record.jsonl")
    }

    /// Returns the configuration of a sandbox that writes the record.
    pub(crate) fn sandbox(&self) -> SandboxConfig {
        SandboxConfig {
            record: Some(self.path()),
            ..SandboxConfig::default()
        }
    }

    /// Returns the exchanges that were recorded, oldest first.
    pub(crate) fn exchanges(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.path()).expect("the sandbox writes a record");
        let exchanges = text.lines().map(serde_json::from_str);
        // The last line may be incomplete.
        exchanges.filter_map(Result::ok).collect()
    }
}

pub(crate) async fn count_sessions(client: &ControlClient) -> u64 {
    let state = succeed(client.state().await);
    let starts = &state["session_starts"];
    let number = |key: &str| starts[key].as_u64().expect("a number");
    number("total") - number("remaining")
}

/// Unwraps the result of a call that no test expects to fail.
pub(crate) fn succeed<T, E: Debug>(result: Result<T, E>) -> T {
    result.expect("the sandbox answers its control calls")
}

async fn start_bot(environment: &Environment, chance: RngSource) -> Bot {
    let bot = try_start_bot(environment, chance).await;
    bot.expect("the bot starts against the sandbox")
}

async fn try_start_bot(environment: &Environment, chance: RngSource) -> Result<Bot, BotError> {
    let config = Config::load(Some(environment.settings())).expect("the settings are valid");
    let token = BotToken::parse(environment.sandbox.token()).expect("the token is well formed");
    let checks = StartChecks::Skip;
    let cipher = RecordCipher::plain();
    Bot::start_with_chance(&config, &token, cipher, checks, chance).await
}

/// Starts a sandbox, and writes settings with which a bot connects to it.
pub(crate) async fn create_environment(sandbox: SandboxConfig, settings: &str) -> Environment {
    let mut text = String::new();
    // Uploads would affect the requests that a test counts, delays or refuses.
    for (key, value) in [
        ("storage.url", "\"memory:\""),
        ("discord.pictures", "false"),
        // Virtual users click immediately.
        ("limits.min_tap_delay_ms", "0"),
    ] {
        if !settings.contains(key) {
            text += &format!("{key} = {value}\n");
        }
    }
    let program = Path::new(env!("CARGO_BIN_EXE_kittens"));
    let created = Environment::create(program, sandbox, &(text + settings)).await;
    created.expect("the sandbox starts on a free port")
}

/// Returns [`QUICK`] settings that store games in this folder, so that they survive the bot.
pub(crate) fn stored_in(folder: &TempDir) -> String {
    let file = folder.path().join("kittens.db");
    format!("{QUICK}\nstorage.url = \"sqlite:{}\"", file.display())
}

/// Returns true for a refusal that a busy machine or a person's quick clicks may cause.
fn may_happen(refused: &Value) -> bool {
    let path = refused["path"].as_str().unwrap_or_default();
    let is_by_token = path.starts_with("/interactions/") || path.starts_with("/webhooks/");
    let is_repeated = path.ends_with("/callback") && refused["code"] == ALREADY_ANSWERED;
    is_repeated || is_by_token && refused["code"] == UNKNOWN_MESSAGE
}
