//! Waits for the lease of this process's cluster, and renews the lease until it is lost. `journal::Lease` decides when
//! a term may be over. Without a lease, `discord::RestClient` sends nothing and the journal accepts no entry. A process
//! that has lost its lease ends; the next holder continues as after a restart.

use std::time::Duration;

use discord::failpoint::{Failpoint, Failpoints};
use journal::{Acquired, Cluster, Journal, Lease};
use tokio::time::{Instant, sleep};
use tracing::{info, warn};

use crate::tables::clock::Clock;
use crate::tables::outages::{Outage, Outages};

/// How often the lease is renewed, well before its term ends.
pub(crate) const RENEWAL_INTERVAL: Duration = Duration::from_secs(1);
/// How often a waiting process asks for the lease.
const WAITING_INTERVAL: Duration = Duration::from_millis(500);
/// How often a waiting process logs that it is waiting.
const REPORT_INTERVAL: Duration = Duration::from_mins(5);
/// How often the process records that it is running ([`Journal::record_alive`]). After a restart, deadlines
/// are extended by the time since the last record.
const ALIVE_INTERVAL: Duration = Duration::from_secs(5);

/// A process that divides the database among a different number of clusters is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "discord.cluster = \"{wanted}\" names {} clusters, and the database has {found}, of which a process is running: \
     stop all processes before the number changes",
    wanted.count()
)]
pub struct OtherClustersError {
    wanted: Cluster,
    found: u32,
}

/// Waits until this process holds the lease of its cluster. Retries while the database does not answer.
///
/// # Errors
/// [`OtherClustersError`] if a process with a different number of clusters is running.
pub async fn wait_for_lease(
    journal: &dyn Journal,
    lease: &Lease,
) -> Result<(), OtherClustersError> {
    let (cluster, mut reported_at) = (lease.cluster(), None::<Instant>);
    loop {
        let asked = lease.now();
        match journal.acquire_lease().await {
            Ok(Acquired::Held) => {
                lease.grant(asked);
                info!(%cluster, "this process serves the cluster");
                return Ok(());
            }
            Ok(Acquired::OtherClusters(found)) => {
                let wanted = cluster;
                return Err(OtherClustersError { wanted, found });
            }
            Ok(Acquired::Elsewhere) => {
                if reported_at.is_none_or(|at| at.elapsed() >= REPORT_INTERVAL) {
                    reported_at = Some(Instant::now());
                    info!(%cluster, "another process serves the cluster; waiting until its lease ends");
                }
            }
            Err(error) => warn!(%error, "could not ask for the lease"),
        }
        sleep(WAITING_INTERVAL).await;
    }
}

/// Renews the lease until it is lost. A failed renewal starts a journal outage, dated from the last success; the next
/// success ends the outage.
pub(crate) async fn hold_lease(journal: &dyn Journal, lease: &Lease, outages: &Outages) {
    let mut last = Instant::now();
    loop {
        let asked = lease.now();
        match journal.renew_lease().await {
            Ok(true) => {
                lease.grant(asked);
                last = Instant::now();
                outages.end(Outage::Journal);
            }
            Ok(false) => {
                warn!("another process serves the cluster now, or the lease was deleted");
                return lease.lose();
            }
            Err(error) => {
                warn!(%error, "could not renew the lease");
                outages.begin(Outage::Journal, last);
            }
        }
        sleep(RENEWAL_INTERVAL).await;
    }
}

/// Periodically records that this process is running. Never returns.
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

#[cfg(test)]
mod tests {
    use journal::TERM;
    use table::ids::Millis;
    use tokio::time::timeout;

    use super::*;
    use crate::fakes::{FakeJournal, system_clock};

    const NOW: Millis = Millis(1_800_000_000_000);

    fn lease() -> Lease {
        Lease::waiting(Cluster::WHOLE, system_clock(NOW))
    }

    #[test]
    fn another_number_of_clusters_is_refused_with_what_to_do() {
        let error = OtherClustersError {
            wanted: "2/4".parse().expect("a cluster"),
            found: 1,
        };
        let sentence = "discord.cluster = \"2/4\" names 4 clusters, and the database has 1, of which a process is \
             running: stop all processes before the number changes";
        assert_eq!(error.to_string(), sentence);
    }

    #[tokio::test(start_paused = true)]
    async fn a_process_renews_its_lease_each_second_and_records_its_time_every_five() {
        let (journal, clock) = (FakeJournal::new(), Clock::start(system_clock(NOW), None));
        let (lease, outages, failpoints) = (lease(), Outages::default(), Failpoints::default());
        let loops = async {
            tokio::join!(
                hold_lease(&**journal, &lease, &outages),
                record_alive_loop(&**journal, &clock, &failpoints)
            )
        };
        let ended = timeout(Duration::from_millis(9_500), loops).await;
        assert!(ended.is_err(), "the loops never return");
        assert_eq!(journal.faults().renewals, 10);
        assert!(lease.is_held());
        let alive = journal.last_alive().await.expect("the journal is there");
        assert_eq!(alive, Some(Millis(NOW.0 + 5_000)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_process_that_cannot_renew_its_lease_regains_it_unless_another_took_over() {
        let (journal, lease, outages) = (FakeJournal::new(), lease(), Outages::default());
        let waited = wait_for_lease(&**journal, &lease).await;
        assert_eq!(waited, Ok(()));
        journal.faults().away = true;
        let holding = hold_lease(&**journal, &lease, &outages);
        let checking = async {
            sleep(TERM).await;
            assert!(!lease.is_held(), "its term may be over");
            sleep(Duration::from_mins(1)).await;
            journal.faults().away = false;
            // A millisecond longer, so that the renewal that is due by then has run.
            sleep(RENEWAL_INTERVAL + Duration::from_millis(1)).await;
            assert!(lease.is_held());
        };
        tokio::select! {
            () = holding => panic!("nobody has taken it"),
            () = checking => {}
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_process_waits_until_the_lease_of_another_one_has_expired() {
        let journal = FakeJournal::new();
        let (late, next) = (journal.other_process(), journal.other_process());
        let (late_lease, next_lease) = (lease(), lease());
        assert_eq!(wait_for_lease(&**late, &late_lease).await, Ok(()));
        let waiting = wait_for_lease(&**next, &next_lease);
        let waited = timeout(Duration::from_mins(1), waiting).await;
        assert!(
            waited.is_err(),
            "by the clock of the journal no time has passed"
        );
        assert!(!next_lease.is_held());
        journal.set_time(Millis(5_001));
        assert_eq!(wait_for_lease(&**next, &next_lease).await, Ok(()));
        assert!(next_lease.is_held());
        hold_lease(&**late, &late_lease, &Outages::default()).await;
        late_lease.wait_until_lost().await;
    }
}
