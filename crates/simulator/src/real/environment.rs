//! The environment of a real bot process, also used by the bot's integration tests: a sandbox, a settings file, and a
//! client of the sandbox's control API, through which simulated people see and click.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kit::virtual_user::control_client::ControlClient;
use sandbox::{LocalClient, Sandbox, SandboxConfig};
use serde_json::json;
use tempfile::NamedTempFile;

use super::error::{RealError, TIMEOUT, system_error, within};
use super::process::Process;

/// Turns are short, so that deadlines fire, and clicks are not limited.
const SETTINGS: &str = "
discord.pictures = false
paces.fast.turn = 6
paces.fast.choice = 5
paces.fast.window = 1
limits.click_burst = 1000
limits.clicks_per_second = 1000
limits.min_tap_delay_ms = 0
limits.games_per_server = 10000
limits.games_per_person = 10000
limits.watched_games_per_server = 10000
log.filter = \"error\"
";
/// The number of allowed gateway sessions, more than any run starts.
const MAX_SESSIONS: u32 = 1_000_000;

pub struct Environment {
    pub client: ControlClient,
    /// The servers for new games, assigned round-robin.
    guilds: Vec<String>,
    pub sandbox: Sandbox,
    settings: NamedTempFile,
    program: PathBuf,
}

impl Environment {
    pub(super) async fn start(program: &Path, storage: &str) -> Result<Self, RealError> {
        // No rate limits, because a process that is killed every second cannot know how many calls its
        // predecessors made.
        Self::start_with(program, storage, SETTINGS, false).await
    }

    pub(crate) async fn start_with(
        program: &Path,
        storage: &str,
        settings_text: &str,
        has_rate_limits: bool,
    ) -> Result<Self, RealError> {
        let config = SandboxConfig {
            has_rate_limits,
            ..SandboxConfig::default()
        };
        let settings = format!("storage.url = {storage:?}\n{settings_text}");
        let mut environment = Self::create(program, config, &settings).await?;
        let client = &environment.client;
        // Each process starts a session, and a run may start more processes than Discord allows sessions in a day.
        let starts =
            json!({"total": MAX_SESSIONS, "left": MAX_SESSIONS, "reset_after_ms": 86_400_000});
        client.change_gateway(&json!({"starts": starts})).await?;
        environment.guilds = vec![client.create_guild("Torture", "en-US").await?];
        Ok(environment)
    }

    /// Starts a sandbox without additional servers. The settings need not contain the sandbox's address.
    pub async fn create(
        program: &Path,
        config: SandboxConfig,
        settings_text: &str,
    ) -> Result<Self, RealError> {
        let sandbox = Sandbox::start(config).await?;
        let address = format!("http://{}", sandbox.address());
        let mut settings =
            NamedTempFile::new().map_err(system_error("a temporary file cannot be created"))?;
        write!(settings, "discord.api_url = {address:?}\n{settings_text}")
            .map_err(system_error("the settings cannot be written"))?;
        Ok(Self {
            client: ControlClient::new(&address)?,
            guilds: Vec::new(),
            sandbox,
            settings,
            program: program.to_owned(),
        })
    }

    pub fn settings(&self) -> &Path {
        self.settings.path()
    }

    /// Returns a command that runs the bot in this environment.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("run").arg("--config").arg(self.settings());
        command.env("DISCORD_TOKEN", self.sandbox.token());
        command.stdin(Stdio::null());
        command
    }

    pub(super) fn local_client(&self) -> LocalClient {
        self.sandbox.local_client()
    }

    pub(crate) fn start_process(&self) -> Result<Process, RealError> {
        self.start_process_with(&[])
    }

    pub(crate) fn start_process_with(
        &self,
        variables: &[(&str, String)],
    ) -> Result<Process, RealError> {
        let variables = variables.iter().map(|(name, value)| (name, value));
        Process::start(self.command().envs(variables))
    }

    pub(crate) async fn wait_for_commands(&self) -> Result<(), RealError> {
        let ready = within(TIMEOUT, "the bot's start", self.client.wait_for_commands());
        Ok(ready.await??)
    }

    /// Divides the servers among this many shards, of which `max_concurrency` may connect every five seconds.
    pub(super) async fn set_shards(
        &self,
        shards: u32,
        max_concurrency: u32,
    ) -> Result<(), RealError> {
        let settings = json!({"shards": shards, "max_concurrency": max_concurrency});
        Ok(self.client.change_gateway(&settings).await?)
    }

    /// Creates servers until each shard has one. Games created later are played in these servers.
    pub(super) async fn create_guilds(&mut self, shards: u32) -> Result<(), RealError> {
        let mut guilds: Vec<Option<String>> = vec![None; shards as usize];
        while guilds.contains(&None) {
            let id = self.client.create_guild("Sharded", "en-US").await?;
            let shard = (id.parse::<u64>().unwrap_or_default() >> 22) % u64::from(shards);
            guilds[shard as usize] = Some(id);
        }
        self.guilds = guilds.into_iter().flatten().collect();
        Ok(())
    }

    pub(super) async fn create_channel(&self, game: u64) -> Result<String, RealError> {
        let guild = &self.guilds[game as usize % self.guilds.len()];
        let name = format!("game-{game}");
        Ok(self.client.create_channel(guild, &name).await?)
    }

    pub async fn stop(self) {
        self.sandbox.shutdown().await;
    }
}
