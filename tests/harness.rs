//! The setup of a test: a sandbox, the real bot connected to it through serenity, and people who see and
//! click through the sandbox's control API. People act only on what they can see.

use std::fmt::Debug;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use journal::{RecordCipher, StoreError};
use kit::virtual_user::component::Component;
use kit::virtual_user::control_client::{ControlClient, User};
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::view::View;
use kittens::tables::rng_source::RngSource;
use kittens::{Bot, BotError, BotToken, Config, StartChecks};
use rustix::process::{Pid, Signal, kill_process};
use sandbox::{Sandbox, SandboxConfig};
use serde_json::{Value, json};
use tempfile::NamedTempFile;
use tokio::process::{Child, Command as Process};

/// The key with which a process encrypts its journal.
pub(crate) const JOURNAL_KEY: &str =
    "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00";

/// Discord's code for a message that does not exist.
pub(crate) const UNKNOWN_MESSAGE: u64 = 10_008;
/// Discord's code for a second answer to an interaction.
const ALREADY_ANSWERED: u64 = 40_060;

/// The timeout of every wait in a test, much longer than any of them takes, so that no test fails on a
/// slow machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// Nope windows of a second and no limit on clicks, because virtual people need no time to think. Turns are so long
/// that none times out on a busy machine.
pub(crate) const QUICK: &str = "
    paces.fast.window = 1
    paces.fast.turn = 3600
    paces.fast.choice = 3600
    limits.click_burst = 1000
    limits.clicks_per_second = 1000
";

pub(crate) struct Harness {
    pub(crate) client: ControlClient,
    /// The id of the only server.
    pub(crate) guild: String,
    sandbox: Sandbox,
    settings: NamedTempFile,
    /// `None` while the bot is down, or if it runs in a separate process.
    bot: Mutex<Option<Bot>>,
    process: Option<Child>,
}

impl Harness {
    /// Starts a sandbox, and the bot with these settings in addition to the default ones. Waits until the bot
    /// has registered its commands.
    pub(crate) async fn start(settings: &str) -> Harness {
        Self::start_on(SandboxConfig::default(), settings, async |_| ()).await
    }

    /// Like [`Harness::start`], but the same clicks lead to the same games.
    pub(crate) async fn start_seeded(settings: &str, seed: u64) -> Harness {
        let parts = start_sandbox(SandboxConfig::default(), settings).await;
        let bot = start_bot(&parts.1, &parts.2, RngSource::unproven(seed)).await;
        Self::ready(parts, Some(bot), None).await
    }

    /// Starts a sandbox with this configuration, prepares it, and starts the bot as [`Harness::start`] does.
    pub(crate) async fn start_on(
        sandbox: SandboxConfig,
        settings: &str,
        prepare: impl AsyncFn(&ControlClient),
    ) -> Harness {
        let parts = start_sandbox(sandbox, settings).await;
        prepare(&parts.0).await;
        let bot = start_bot(&parts.1, &parts.2, RngSource::System).await;
        Self::ready(parts, Some(bot), None).await
    }

    /// Starts a sandbox, and the program `kittens` as a process that logs to this file.
    pub(crate) async fn start_process(
        sandbox: SandboxConfig,
        settings: &str,
        log: &Path,
    ) -> Harness {
        let parts = start_sandbox(sandbox, settings).await;
        let log = File::create(log).expect("the file of the log can be created");
        let process = program(&parts.1, &parts.2)
            .env("JOURNAL_KEY", JOURNAL_KEY)
            .stderr(log)
            .spawn();
        Self::ready(parts, None, Some(process.expect("the program starts"))).await
    }

    /// Creates a server and waits until the bot has registered its commands.
    async fn ready(
        (client, sandbox, settings): (ControlClient, Sandbox, NamedTempFile),
        bot: Option<Bot>,
        process: Option<Child>,
    ) -> Harness {
        let guild = client.create_guild("Test", "en-US").await;
        let harness = Harness {
            guild: guild.expect("the sandbox creates a server"),
            client,
            sandbox,
            settings,
            bot: Mutex::new(bot),
            process,
        };
        let ready = tokio::time::timeout(TIMEOUT, harness.client.wait_for_commands()).await;
        succeed(ready.expect("the bot registers its commands"));
        // With PostgreSQL, the bot connects only after it has registered them.
        let connected = tokio::time::timeout(TIMEOUT, harness.client.wait_for_session()).await;
        succeed(connected.expect("the bot connects"));
        harness
    }

    /// Shuts the bot down, changes something, and restarts the bot with the same settings. Games continue
    /// only if the settings configure a storage.
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
                match try_start_bot(&self.sandbox, &self.settings, chance).await {
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

    /// Starts a second bot with the same settings, as another process would.
    pub(crate) async fn start_second_bot(&self) -> Bot {
        start_bot(&self.sandbox, &self.settings, RngSource::System).await
    }

    /// Returns the address of the bot's metrics. The bot must run in this process.
    pub(crate) fn monitor_address(&self) -> std::net::SocketAddr {
        let bot = self.bot.lock().expect("no test panics with it");
        let address = bot.as_ref().and_then(Bot::monitor_address);
        address.expect("the settings ask for a monitor")
    }

    /// Returns the bot's token, without the prefix `Bot`.
    pub(crate) fn bot_token(&self) -> String {
        self.sandbox.token().to_owned()
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

    /// Returns the first `Some` from `look`, which is called again whenever the sandbox has changed.
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

    /// Waits until the sandbox has changed after this revision, for at most a second.
    pub(crate) async fn wait_after(&self, revision: u64) -> u64 {
        succeed(self.client.wait_after(revision).await)
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

    /// Sends a command with options that no Discord client would allow.
    pub(crate) async fn force_command(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        options: Value,
    ) -> Outcome {
        let client = self.client.forcing();
        succeed(client.send_command(user, channel, name, &options).await)
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

    /// Asserts that the sandbox refused no request and that the bot answered every interaction in time for Discord.
    /// Unusually slow answers are allowed, because the machine may be busy. Two kinds of refusals are allowed: a click
    /// may hit a private message that has just been deleted, which the bot answers with a new one; and an answer that
    /// is slow to be confirmed is sent again.
    pub(crate) async fn assert_no_problems(&self) {
        self.assert_only_refused_with(&[]).await;
        let problems = succeed(self.client.problems().await);
        assert_eq!(problems["unanswered"], json!([]), "unanswered");
    }

    /// Asserts that the sandbox refused requests only because of an injected fault, with one of these codes, or as
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

    /// Sends a signal to the bot, which must run in a separate process.
    pub(crate) fn signal(&self, signal: Signal) {
        let process = self.process.as_ref().and_then(Child::id);
        let process = Pid::from_raw(process.expect("the process runs") as i32);
        let sent = kill_process(process.expect("an id"), signal);
        sent.expect("the process is there");
    }

    pub(crate) async fn stop(self) {
        if let Some(bot) = self.bot.into_inner().expect("no test panics with it") {
            bot.shutdown().await;
        }
        if let Some(mut process) = self.process {
            process.kill().await.expect("the process ends");
        }
        self.sandbox.shutdown().await;
    }
}

/// Unwraps the result of a control call, which no test expects to fail.
pub(crate) fn succeed<T, E: Debug>(result: Result<T, E>) -> T {
    result.expect("the sandbox answers its control calls")
}

/// Returns a description of how to run the program `kittens` with these settings.
fn program(sandbox: &Sandbox, settings: &NamedTempFile) -> Process {
    let mut program = Process::new(env!("CARGO_BIN_EXE_kittens"));
    program
        .args(["run", "--config"])
        .arg(settings.path())
        .env("DISCORD_TOKEN", sandbox.token())
        .kill_on_drop(true);
    program
}

async fn start_bot(sandbox: &Sandbox, settings: &NamedTempFile, chance: RngSource) -> Bot {
    let bot = try_start_bot(sandbox, settings, chance).await;
    bot.expect("the bot starts against the sandbox")
}

async fn try_start_bot(
    sandbox: &Sandbox,
    settings: &NamedTempFile,
    chance: RngSource,
) -> Result<Bot, BotError> {
    let config = Config::load(Some(settings.path())).expect("the settings are valid");
    let token = BotToken::parse(sandbox.token()).expect("the token is well formed");
    let checks = StartChecks::Skip;
    let cipher = RecordCipher::plain();
    Bot::start_with_chance(&config, &token, cipher, checks, chance).await
}

/// Starts a sandbox and its client, and writes a settings file with which a bot connects to it.
async fn start_sandbox(
    sandbox: SandboxConfig,
    settings: &str,
) -> (ControlClient, Sandbox, NamedTempFile) {
    let sandbox = Sandbox::start(sandbox)
        .await
        .expect("the sandbox starts on a free port");
    let address = format!("http://{}", sandbox.address());
    let client = ControlClient::new(&address).expect("there is an HTTP client");
    let mut text = format!("discord.api_url = {address:?}\n");
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
    (client, sandbox, settings_file(&(text + settings)))
}

fn settings_file(text: &str) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("there is a file for the settings");
    let written = file.write_all(text.as_bytes());
    written.expect("the settings are written");
    file
}

/// Returns true for a refusal that a busy machine or a person's quick clicks may cause.
fn may_happen(refused: &Value) -> bool {
    let path = refused["path"].as_str().unwrap_or_default();
    let is_by_token = path.starts_with("/interactions/") || path.starts_with("/webhooks/");
    let is_repeated = path.ends_with("/callback") && refused["code"] == ALREADY_ANSWERED;
    is_repeated || is_by_token && refused["code"] == UNKNOWN_MESSAGE
}
