//! The real process, killed and stopped in the middle of games, and whether anything that a person
//! was told has been lost.

use std::path::PathBuf;
use std::time::Duration;

use simulator::real::{Plan, Report, kill, take_over};

fn plan(times: u32, games: usize) -> Plan {
    Plan {
        times,
        games,
        storage: None,
        within: Duration::from_secs(60),
        seed: 1,
        program: PathBuf::from(env!("CARGO_BIN_EXE_kittens")),
    }
}

fn nothing_was_lost(report: &Report, times: u32) {
    assert_eq!(report.faults, Vec::<String>::new(), "{report}");
    assert_eq!(report.times, times, "{report}");
    assert!(report.acknowledged > 0, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_by_a_hundred_kills_of_the_process_in_the_middle_of_games() {
    let report = kill(&plan(100, 4)).await.expect("the games are played");
    nothing_was_lost(&report, 100);
}

/// How soon depends on the machine, so the time allowed is generous; the figure is printed by
/// `kittens-lab torture --real --takeovers N`.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_one_of_two_processes_is_stopped_and_the_other_takes_over() {
    let report = take_over(&plan(12, 2)).await.expect("the games are played");
    nothing_was_lost(&report, 12);
}
