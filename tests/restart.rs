//! The real process is killed or stopped in the middle of games, and no acknowledged click is lost.

use std::path::PathBuf;
use std::time::Duration;

use simulator::real::{Plan, Report, kill, take_over};

fn plan(times: u32, games: usize) -> Plan {
    Plan {
        times,
        clusters: 1,
        games,
        storage: None,
        within: Duration::from_secs(60),
        seed: 1,
        program: PathBuf::from(env!("CARGO_BIN_EXE_kittens")),
    }
}

fn assert_nothing_lost(report: &Report, times: u32) {
    assert_eq!(report.faults, Vec::<String>::new(), "{report}");
    assert_eq!(report.times, times, "{report}");
    assert!(report.acknowledged > 0, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_click_is_lost_in_a_hundred_kills_of_the_process() {
    let report = kill(&plan(100, 4)).await.expect("the games are played");
    assert_nothing_lost(&report, 100);
}

/// The time limit for a takeover depends on the machine and is generous here; `kittens-lab torture --real
/// --takeovers N` prints the measured time.
#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_click_is_lost_when_a_lease_holder_is_killed_shut_down_or_stopped() {
    let report = take_over(&plan(6, 2)).await.expect("the games are played");
    assert_nothing_lost(&report, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn clusters_are_not_affected_when_others_lose_their_process() {
    let clusters = Plan {
        clusters: 2,
        ..plan(6, 2)
    };
    let report = take_over(&clusters).await.expect("the games are played");
    assert_nothing_lost(&report, 6);
}
