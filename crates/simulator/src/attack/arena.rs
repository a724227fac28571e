//! The sandbox, one process of the bot with the default limits of games, and the ways in which people use it.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;
use virtual_user::control_client::{ControlClient, User};

use super::hostile_crowd::HostileCrowd;
use super::kind::Attack;
use super::report::{AttackReport, JournalGrowth, Measurements};
use crate::real::{Environment, Process, RealError, Storage, StorageKind, parse_lasting};

/// Time in which a process that was started again has loaded the tables of an attack.
const UNTIL_LOADED: Duration = Duration::from_secs(10);
/// Nobody's turn runs out during an attack.
const SETTINGS: &str = "
discord.pictures = false
paces.fast.turn = 600
paces.fast.choice = 600
paces.fast.window = 3
log.filter = \"error\"
";

/// The clicks of an hour need not take one.
const FAST_CLICKS: &str = "
limits.clicks_at_once = 1000
limits.clicks_per_second = 1000
limits.step_seen_after_ms = 0
";

pub(super) struct Arena {
    /// Sends also what no Discord client lets through.
    pub(super) client: ControlClient,
    environment: Environment,
    process: Process,
    storage: Storage,
}

impl Arena {
    /// Starts the bot in the way in which the attack needs it, with a journal that outlasts it if its growth
    /// is to be measured.
    pub(super) async fn start(program: &Path, attack: Attack) -> Result<Self, RealError> {
        let storage = Storage::create(match attack {
            Attack::JournalGrowth => StorageKind::Sqlite,
            _ => StorageKind::Memory,
        });
        let storage = storage.await?;
        let clicks = match attack {
            Attack::JournalGrowth => FAST_CLICKS,
            _ => "",
        };
        let settings = format!("{SETTINGS}{clicks}");
        let environment =
            Environment::start_with(program, &storage.address, &settings, true).await?;
        let process = environment.start_process()?;
        environment.wait_for_commands().await?;
        let client = environment.client.forcing();
        Ok(Self {
            client,
            environment,
            process,
            storage,
        })
    }

    /// Sends a command, whatever the answer is.
    pub(super) async fn command(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        options: &Value,
    ) -> Result<(), RealError> {
        let sent = self.client.send_command(user, channel, name, options);
        Ok(sent.await.map(drop)?)
    }

    /// Opens a game among computers, if the bot allows it.
    pub(super) async fn open_watched(&self, user: &User, channel: &str) -> Result<(), RealError> {
        let options = json!({"computers": 4, "watch": true, "pace": "fast"});
        self.command(user, channel, "new", &options).await
    }

    pub(super) async fn report(
        self,
        crowd: &HostileCrowd,
        measured: Measurements,
    ) -> Result<AttackReport, RealError> {
        let problems = self.client.problems().await?;
        let attack = crowd.attack_kind();
        Ok(AttackReport {
            attack,
            measured,
            invalid_requests: problems["counts"]["invalid"].as_u64().unwrap_or(0),
            peak_memory_kib: self.process.peak_memory_kib(),
            growth: match attack {
                Attack::JournalGrowth => Some(self.measure_growth(crowd.clicks_of_opener()).await?),
                _ => None,
            },
        })
    }

    /// Counts the entries of each running table, and starts another process with this journal.
    async fn measure_growth(mut self, clicks: usize) -> Result<JournalGrowth, RealError> {
        self.process.terminate().await?;
        let store = journal::open(&parse_lasting(&self.storage.address)?).await?;
        let mut most_entries = 0;
        for running in store.running().await? {
            most_entries = most_entries.max(store.load(running.table).await?.len());
        }
        store.close().await;
        let process = self.environment.start_process()?;
        sleep(UNTIL_LOADED).await;
        Ok(JournalGrowth {
            clicks,
            most_entries,
            restart_peak_kib: process.peak_memory_kib(),
        })
    }
}
