//! The sandbox, one process of the bot with the default limits of games, and the ways in which people use it.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use journal::StorageUrl;
use reserved_port::ReservedPort;
use sandbox::{Sandbox, SandboxConfig};
use serde_json::{Value, json};
use tempfile::{NamedTempFile, TempDir};
use tokio::time::sleep;
use virtual_user::component::Component;
use virtual_user::control_client::{Click, Command, ControlClient, User};
use virtual_user::outcome::Outcome;
use virtual_user::view::View;

use super::hostile_crowd::HostileCrowd;
use super::kind::Attack;
use super::report::{AttackReport, JournalGrowth, Measurements};
use crate::real::{Process, RealError, system_error, wait_for_port};

/// The newest messages of each kind that somebody looks at.
const MESSAGES_IN_VIEW: usize = 8;
/// Time in which a process that was started again has loaded the tables of an attack.
const UNTIL_LOADED: Duration = Duration::from_secs(10);
/// Nobody's turn runs out during an attack.
const SETTINGS: &str = "
paces.fast.turn = 600
paces.fast.choice = 600
paces.fast.window = 3
log.filter = \"error\"
";

/// The clicks of an hour need not take one.
const FAST_CLICKS: &str = "
limits.clicks_at_once = 1000
limits.clicks_per_second = 1000
";

/// A sandbox with one process of the bot.
pub(super) struct Arena {
    pub(super) client: ControlClient,
    // Serves until it is dropped.
    sandbox: Sandbox,
    process: Process,
    webhook: ReservedPort,
    program: PathBuf,
    // Deleted when dropped, as the folder.
    settings: NamedTempFile,
    /// Holds the journal, if that is not in memory.
    folder: Option<TempDir>,
}

impl Arena {
    /// Starts the bot in the way in which the attack needs it, with a journal that outlasts it if its growth
    /// is to be measured.
    pub(super) async fn start(program: &Path, attack: Attack) -> Result<Self, RealError> {
        let sandbox = Sandbox::start(SandboxConfig::default()).await?;
        let address = format!("http://{}", sandbox.address());
        let settings = NamedTempFile::new();
        let mut settings = settings.map_err(system_error("a temporary file cannot be created"))?;
        let folder = (attack == Attack::JournalGrowth).then(TempDir::new);
        let folder = folder.transpose();
        let folder = folder.map_err(system_error("a temporary folder cannot be created"))?;
        let storage = folder.as_ref().map_or("memory:".to_owned(), storage_url);
        let urls = format!(
            "discord.api_url = {address:?}\ndiscord.pictures = false\nstorage.url = {storage:?}\n"
        );
        let webhook = ReservedPort::reserve().map_err(RealError::Port)?;
        let listen = match attack.is_on_webhook() {
            true => format!("webhook.listen = \"{}\"\n", webhook.address()),
            false => String::new(),
        };
        let clicks = match attack {
            Attack::JournalGrowth => FAST_CLICKS,
            _ => "",
        };
        write!(settings, "{urls}{listen}{SETTINGS}{clicks}")
            .map_err(system_error("the settings cannot be written"))?;
        let client = ControlClient::new(&address)?;
        let process = Process::start(program, settings.path(), sandbox.token())?;
        client.wait_for_commands().await?;
        if attack.is_on_webhook() {
            wait_for_port(&webhook).await?;
            let url = format!("http://{}/", webhook.address());
            client.set_interactions_endpoint(Some(&url)).await?;
        }
        Ok(Self {
            client,
            sandbox,
            process,
            webhook,
            program: program.to_owned(),
            settings,
            folder,
        })
    }

    /// Returns the address at which the bot receives clicks in an attack on its webhook.
    pub(super) fn webhook_address(&self) -> SocketAddr {
        self.webhook.address()
    }

    /// Sends a command, if need be with options that no Discord client lets through.
    pub(super) async fn command(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        options: &Value,
    ) -> Result<Outcome, RealError> {
        let command = Command {
            name,
            options,
            force: true,
        };
        Ok(self.client.send_command(user, channel, command).await?)
    }

    pub(super) async fn click(
        &self,
        user: &User,
        channel: &str,
        component: &Component,
        values: &[String],
    ) -> Result<Outcome, RealError> {
        let click = Click {
            component,
            values,
            force: true,
        };
        Ok(self.client.send_click(user, channel, click).await?)
    }

    pub(super) async fn view(&self, user: &User, channel: &str) -> Result<View, RealError> {
        let view = self.client.view(Some(user), channel, MESSAGES_IN_VIEW);
        Ok(view.await?)
    }

    /// Opens a game among computers, if the bot allows it.
    pub(super) async fn open_watched(&self, user: &User, channel: &str) -> Result<(), RealError> {
        let options = json!({"computers": 4, "watch": true, "pace": "fast"});
        self.command(user, channel, "new", &options).await.map(drop)
    }

    /// Takes stock once the attack is over.
    pub(super) async fn report(
        self,
        crowd: &HostileCrowd,
        measured: Measurements,
    ) -> Result<AttackReport, RealError> {
        let problems = self.client.problems().await?;
        let invalid = problems["counts"]["invalid"].as_u64().unwrap_or(0);
        let memory = self.process.peak_memory_kib();
        let growth = self.measure_growth(crowd.clicks_of_opener()).await?;
        Ok(AttackReport {
            growth,
            ..AttackReport::new(crowd.attack_kind(), measured, invalid, memory)
        })
    }

    /// Counts the entries of each running table, and starts another process with this journal.
    async fn measure_growth(mut self, clicks: usize) -> Result<Option<JournalGrowth>, RealError> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        self.process.terminate().await?;
        let address = storage_url(folder);
        let url = StorageUrl::parse(&address).map_err(|_| RealError::Storage(address))?;
        let store = journal::open(&url).await?;
        let mut most_entries = 0;
        for running in store.running().await? {
            most_entries = most_entries.max(store.load(running.table).await?.len());
        }
        store.close().await;
        let token = self.sandbox.token();
        let process = Process::start(&self.program, self.settings.path(), token)?;
        sleep(UNTIL_LOADED).await;
        Ok(Some(JournalGrowth {
            clicks,
            most_entries,
            restart_peak_kib: process.peak_memory_kib(),
        }))
    }
}

fn storage_url(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("attack.db").display())
}
