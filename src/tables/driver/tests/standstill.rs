//! Tables of a process that was stopped, whose machine slept, or whose system clock was adjusted.

use super::*;
use crate::tables::clock::LOOK_INTERVAL;

impl Running {
    /// Starts comparing the clocks every [`LOOK_INTERVAL`].
    fn watch_clock(&self) {
        let services = Arc::clone(&self.services);
        services.clock.expect_looks();
        tokio::spawn(async move {
            loop {
                sleep(LOOK_INTERVAL).await;
                services.notice_standstill();
            }
        });
    }
}

#[tokio::test(start_paused = true)]
async fn a_deadline_that_passed_while_the_process_stood_still_is_extended_by_that_time() {
    let (running, at) = Running::open_and_wait().await;
    running.watch_clock();
    sleep(LOOK_INTERVAL).await;
    // After a SIGCONT, all timers that expired in the meantime fire at once.
    tokio::time::advance(OUTAGE).await;
    sleep_until(at + OUTAGE + JUST_BEFORE - Duration::from_millis(1)).await;
    assert!(!running.task.is_finished());
    assert_eq!(running.interactions().await, [Some(1), None]);
    sleep(2 * LOOK_INTERVAL).await;
    assert!(matches!(running.exit().await, Exit::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_standstill_while_the_extension_of_a_loaded_table_is_stored_extends_it_again() {
    let opened = Running::open().await;
    opened.task.abort();
    opened.journal.hold_appends(true);
    let (table, _) = new_table(&open_request(1, HOST));
    let start = Start::Loaded(LastRun::Ended(NOW));
    let running = Running::spawn(&opened.journal, table, start, InitialState::NewTable);
    running.watch_clock();
    sleep(LOOK_INTERVAL).await;
    tokio::time::advance(OUTAGE).await;
    running.journal.hold_appends(false);
    settle().await;
    assert_eq!(running.interactions().await, [Some(1), None, None]);
}

#[tokio::test(start_paused = true)]
async fn a_click_after_a_sleep_of_the_machine_has_the_right_day_and_the_deadline_its_rest() {
    const SLEPT: Millis = Millis::hours(20);
    let (running, at) = Running::open_and_wait().await;
    running.watch_clock();
    sleep(LOOK_INTERVAL).await;
    running.clock_jumps.add(SLEPT.0 as i64);
    sleep(Duration::from_millis(1)).await;
    running.request(2, 2, Intent::Rules(None));
    sleep_until(at + JUST_BEFORE - Duration::from_millis(1)).await;
    assert!(!running.task.is_finished());
    let entries = running.journal.stored(TABLE).await;
    assert!(entries[1].at > NOW.after(SLEPT));
    sleep(2 * LOOK_INTERVAL).await;
    assert!(matches!(running.exit().await, Exit::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_set_back_an_hour_and_forth_again_moves_no_deadline() {
    for (back, forth) in [(true, true), (true, false), (false, true)] {
        let (running, at) = Running::open_and_wait().await;
        running.watch_clock();
        for (jump, applies) in [(-3_600_000, back), (3_600_000, forth)] {
            running.clock_jumps.add(if applies { jump } else { 0 });
            sleep(2 * LOOK_INTERVAL).await;
        }
        sleep_until(at + JUST_BEFORE - Duration::from_millis(1)).await;
        assert!(!running.task.is_finished(), "{back} {forth}");
        sleep(2 * LOOK_INTERVAL).await;
        assert!(running.task.is_finished(), "{back} {forth}");
    }
}
