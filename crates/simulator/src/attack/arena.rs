//! A sandbox and one bot process with the default limits on games. Sends people's commands and makes the report.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use kit::virtual_user::control_client::{ControlClient, User};
use serde_json::Value;
use tempfile::TempDir;
use tokio::time::sleep;

use super::kind::Attack;
use super::report::{AttackReport, JournalGrowth, Measurements};
use crate::real::{
    Environment, Process, RealError, Storage, StorageKind, parse_lasting, system_error,
};

/// How long to wait for a restarted process to load an attack's tables.
const UNTIL_LOADED: Duration = Duration::from_secs(10);
/// Turns are so long that they rarely run out during an attack.
const SETTINGS: &str = "
discord.pictures = false
paces.fast.turn = 600
paces.fast.choice = 600
paces.fast.window = 3
log.filter = \"error\"
";

/// Allows an hour's worth of clicks in less time.
const FAST_CLICKS: &str = "
limits.click_burst = 1000
limits.clicks_per_second = 1000
limits.min_tap_delay_ms = 0
";

pub(super) struct Arena {
    /// Can also send requests that no Discord client would send.
    pub(super) client: ControlClient,
    environment: Environment,
    process: Process,
    storage: Storage,
    /// The folder with the library that slows down the disk.
    _slow_sync: Option<TempDir>,
}

impl Arena {
    /// Starts the bot as the attack requires. For attacks on the journal or the disk, the journal is an SQLite file;
    /// otherwise it is in memory.
    pub(super) async fn start(program: &Path, attack: Attack) -> Result<Self, RealError> {
        let storage = Storage::create(match attack {
            Attack::JournalGrowth | Attack::SlowDisk => StorageKind::Sqlite,
            _ => StorageKind::Memory,
        })
        .await?;
        let clicks = match attack {
            Attack::JournalGrowth => FAST_CLICKS,
            _ => "",
        };
        let settings = format!("{SETTINGS}{clicks}");
        let environment =
            Environment::start_with(program, &storage.address, &settings, true).await?;
        let slow_sync = match attack {
            Attack::SlowDisk => Some(build_slow_sync()?),
            _ => None,
        };
        let library = slow_sync.as_ref().map(library_in);
        let variables = library.map(|library| ("LD_PRELOAD", library));
        let process = environment.start_process_with(variables.as_slice())?;
        environment.wait_for_commands().await?;
        let client = environment.client.forcing();
        Ok(Self {
            client,
            environment,
            process,
            storage,
            _slow_sync: slow_sync,
        })
    }

    /// Sends a command and ignores the answer.
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

    pub(super) async fn report(
        self,
        attack: Attack,
        opener_clicks: usize,
        measured: Measurements,
    ) -> Result<AttackReport, RealError> {
        let problems = self.client.problems().await?;
        Ok(AttackReport {
            attack,
            measured,
            invalid_requests: problems["counts"]["invalid"].as_u64().unwrap_or(0),
            peak_memory_kib: self.process.peak_memory_kib(),
            growth: match attack {
                Attack::JournalGrowth => Some(self.measure_growth(opener_clicks).await?),
                _ => None,
            },
        })
    }

    /// Stops the process, finds the longest journal of a running table, and restarts the process to measure its memory.
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

/// Compiles the library that slows down file syncs. Returns the temporary folder with the library.
fn build_slow_sync() -> Result<TempDir, RealError> {
    const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/attack/slow_sync.c");
    let failed = "the slow disk needs a C compiler, `cc`";
    let folder = TempDir::new().map_err(system_error(failed))?;
    let library = library_in(&folder);
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o", &library, SOURCE]);
    let status = compiler.status().map_err(system_error(failed))?;
    if status.success() {
        Ok(folder)
    } else {
        Err(system_error(failed)(std::io::ErrorKind::Other.into()))
    }
}

fn library_in(folder: &TempDir) -> String {
    folder.path().join("slow_sync.so").display().to_string()
}
