//! The real process, killed in the middle of games: `kittens torture --real` tries it,
//! and says whether anything that anybody was told has been lost.

use std::process::Command;

/// Runs the command to its end; it fails if anything was not as it should be.
fn torture(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kittens"));
    let done = command.args(["torture", "--real"]).args(arguments).output();
    let done = done.expect("the program starts");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}\n{complaint}");
    said
}

#[test]
fn nothing_is_lost_by_a_hundred_kills_of_the_process_in_the_middle_of_games() {
    let said = torture(&["--kills", "100", "--games", "4"]);
    assert!(said.contains("times: 100"), "{said}");
    assert!(!said.contains("acknowledged: 0"), "{said}");
}

/// How soon depends on the machine; what depends on nothing is that it comes, and what is lost.
#[test]
fn nothing_is_lost_when_one_of_two_processes_is_stopped_and_the_other_takes_over() {
    let said = torture(&["--takeovers", "12", "--games", "2", "--within", "60"]);
    assert!(said.contains("times: 12"), "{said}");
    assert!(!said.contains("acknowledged: 0"), "{said}");
}
