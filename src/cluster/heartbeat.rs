//! Records that this process is running: for the next process on the journal, and for those that
//! share it now. Of what others have recorded it takes in only how many they are.

use std::time::Duration;

use journal::Journal;
use outbox::failpoint::{Failpoint, Failpoints};
use tokio::time::{Instant, sleep};
use tracing::warn;

use crate::clock::Clock;
use crate::outages::{Outage, Outages};
use outbox::live_processes::LiveProcesses;

/// How often the time is recorded from which deadlines are extended after a
/// restart ([`Journal::record_alive`]).
const ALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// How often this process records the heartbeat that other processes watch, and looks for orphaned tables.
pub(crate) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Records, every few seconds, that a process is running; the next one extends deadlines by the
/// time since then. Never returns.
pub(crate) async fn record_alive_loop(
    journal: &dyn Journal,
    clock: &Clock,
    failpoints: &Failpoints,
) {
    loop {
        failpoints.hit(Failpoint::AliveRecording);
        if let Err(error) = journal.record_alive(clock.now()).await {
            warn!(%error, "could not record that the process is running");
        }
        failpoints.hit(Failpoint::AliveRecorded);
        sleep(ALIVE_INTERVAL).await;
    }
}

/// Records this process's heartbeat for those that share the journal, and takes in how many do, for ever. From
/// one that fails until the next that does not, the journal counts as away since the last one before.
pub(crate) async fn heartbeat_loop(
    journal: &dyn Journal,
    clock: &Clock,
    live: &LiveProcesses,
    outages: &Outages,
) {
    let mut last = Instant::now();
    loop {
        let now = Instant::now();
        match journal.record_heartbeat(clock.at(now)).await {
            Ok(processes) => {
                live.set(processes);
                last = now;
                outages.end(Outage::Journal);
            }
            Err(error) => {
                warn!(%error, "could not record the heartbeat");
                outages.begin(Outage::Journal, last);
            }
        }
        sleep(HEARTBEAT_INTERVAL).await;
    }
}
