//! Tables of inputs and requests after a restart, a takeover or a post of unknown outcome.

use journal::PostedMessages;
use table::effect::MessageUpdate;

use super::super::{BoardEvent, BoardInput, InitialState};
use super::bench::{Bench, REPLACE, ended, live, uncertain};
use super::support::{game_end, public};
use crate::RequestError;
use crate::tests::samples::posted;

#[test]
fn a_message_that_an_earlier_process_replaced_is_deleted() {
    let mut bench = Bench::new(&InitialState::Known(posted(100, &[90])));
    assert_eq!(bench.requests(), ["delete 90"]);
    bench.done("delete 90");
    assert_eq!(bench.requests(), ["record 100 alone"]);
    bench.show(1, REPLACE);
    assert_eq!(bench.requests(), ["post after 100: 1"]);
}

#[test]
fn a_message_that_an_earlier_process_did_not_record_is_found() {
    let mut bench = Bench::new(&uncertain(100, &[]));
    bench.show(1, MessageUpdate::Edit);
    assert_eq!(bench.requests(), ["scan from 100"]);
    bench.scanned("scan from 100", &[live(100), ended(101, 1), live(103)]);
    assert_eq!(
        bench.requests(),
        ["record 103 in place of [100]"],
        "a finished game's message stays"
    );
    bench.recorded("record 103 in place of [100]");
    assert_eq!(bench.requests(), ["delete 100", "edit 103: 1"]);
}

#[test]
fn a_scan_begins_at_the_oldest_message_that_the_journal_names() {
    for (state, line) in [
        (uncertain(100, &[90, 95]), "scan from 90"),
        (uncertain(100, &[90, 0]), "scan"),
        (InitialState::Uncertain(PostedMessages::default()), "scan"),
    ] {
        let mut bench = Bench::new(&state);
        bench.show(1, MessageUpdate::Edit);
        assert!(bench.has_requested(line), "{state:?}");
    }
}

#[test]
fn while_a_post_is_unknown_the_journal_names_the_message_before_it() {
    let mut bench = Bench::with_message();
    bench.show(2, REPLACE);
    bench.command(1, public(3));
    bench.fail("post after 100: 2", RequestError::OutcomeUnknown);
    bench.posted("answer 1 by post: 3", 105);
    bench.recorded("record 105 in place of [100]");
    bench.done("delete 100");
    bench.show(4, REPLACE);
    bench.fail("scan from 100", RequestError::DeadlineExceeded);
    bench.posted("post after 105: 4", 106);
    assert!(bench.has_requested("record 106 in place of [105, 100]"));
}

#[test]
fn a_table_is_shown_even_if_the_channel_cannot_be_scanned() {
    let mut bench = Bench::new(&uncertain(100, &[]));
    bench.show(1, MessageUpdate::Edit);
    bench.fail("scan from 100", RequestError::MissingPermissions);
    assert_eq!(bench.requests(), ["scan from 100", "edit 100: 1"]);
}

#[test]
fn a_scan_that_failed_follows_the_next_post() {
    let mut bench = Bench::new(&uncertain(100, &[]));
    bench.show(1, REPLACE);
    bench.fail("scan from 100", RequestError::DeadlineExceeded);
    bench.posted("post after 100: 1", 101);
    bench.recorded("record 101 in place of [100]");
    assert!(bench.has_requested("scan from 100"));
}

#[test]
fn the_end_of_a_game_is_not_posted_again_where_it_is_shown_already() {
    for (found, expected) in [
        (ended(100, 1), vec!["scan from 100"]),
        (ended(100, 2), vec!["scan from 100", "post after 100: 1"]),
    ] {
        let mut bench = Bench::new(&uncertain(100, &[]));
        bench.show_screen(game_end(1), REPLACE);
        bench.scanned("scan from 100", &[found]);
        assert_eq!(bench.requests(), expected);
    }
}

#[test]
fn an_unrecorded_message_that_shows_the_end_of_a_game_is_found() {
    let mut bench = Bench::new(&uncertain(100, &[]));
    bench.show_screen(game_end(1), REPLACE);
    bench.scanned("scan from 100", &[live(100), ended(101, 1)]);
    bench.recorded("record 101 in place of [100]");
    bench.done("delete 100");
    assert!(bench.is_settled());
}

#[test]
fn after_a_takeover_the_previous_owners_unrecorded_message_is_found() {
    let mut bench = Bench::with_message();
    let state = InitialState::Uncertain(PostedMessages::default());
    bench.input(BoardInput::Reset(state));
    bench.show(2, REPLACE);
    bench.scanned("scan", &[live(90)]);
    bench.recorded("record 90");
    assert_eq!(bench.requests(), ["scan", "record 90", "post after 90: 2"]);
}

#[test]
fn the_result_of_a_scan_from_before_a_reset_is_ignored() {
    let mut bench = Bench::new(&uncertain(100, &[]));
    bench.show(1, MessageUpdate::Edit);
    bench.input(BoardInput::Reset(InitialState::Known(posted(200, &[]))));
    bench.scanned("scan from 100", &[live(100)]);
    assert_eq!(bench.requests(), ["scan from 100"]);
    assert_eq!(bench.recorded_message(), Some(200));
}

#[test]
fn a_process_that_follows_another_deletes_and_records_none_of_its_messages() {
    let mut bench = Bench::with_message();
    bench.input(BoardInput::Reset(InitialState::of_other(posted(
        200,
        &[190],
    ))));
    assert_eq!(bench.requests(), [""; 0]);
    assert_eq!(bench.recorded_message(), Some(200));
}

#[test]
fn a_post_from_before_a_reset_is_withdrawn() {
    let mut bench = Bench::with_message();
    bench.show(2, REPLACE);
    bench.input(BoardInput::Reset(InitialState::Known(posted(200, &[]))));
    bench.posted("post after 100: 2", 201);
    assert_eq!(bench.requests(), ["post after 100: 2", "withdraw 201"]);
}

#[test]
fn a_post_of_unknown_outcome_is_looked_for_when_another_process_owns_the_table() {
    let of_other = || BoardInput::Reset(InitialState::of_other(posted(200, &[])));
    let mut failed_before = Bench::with_message();
    failed_before.show(2, REPLACE);
    failed_before.fail("post after 100: 2", RequestError::OutcomeUnknown);
    failed_before.requests();
    failed_before.input(of_other());
    let mut failed_after = Bench::with_message();
    failed_after.show(2, REPLACE);
    failed_after.input(of_other());
    failed_after.fail("post after 100: 2", RequestError::OutcomeUnknown);
    assert_eq!(failed_before.requests(), ["withdraw what came after 100"]);
    assert!(failed_after.has_requested("withdraw what came after 100"));
}

#[test]
fn a_post_of_unknown_outcome_is_found_by_the_scan_if_the_process_has_the_table_again() {
    let mut bench = Bench::with_message();
    bench.show(2, REPLACE);
    bench.input(BoardInput::Reset(uncertain(200, &[])));
    bench.show(3, REPLACE);
    bench.fail("post after 100: 2", RequestError::OutcomeUnknown);
    assert_eq!(bench.requests(), ["post after 100: 2", "scan from 100"]);
}

#[test]
fn a_message_that_was_not_recorded_before_a_reset_is_withdrawn() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.record_failed("record 101 in place of [100]");
    bench.requests();
    bench.input(BoardInput::Reset(InitialState::Known(posted(200, &[]))));
    assert_eq!(bench.requests(), ["withdraw 101"]);
}

#[test]
fn a_record_from_before_a_reset_that_fails_is_followed_by_a_withdrawal() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.input(BoardInput::Reset(InitialState::Known(posted(200, &[]))));
    bench.requests();
    bench.record_failed("record 101 in place of [100]");
    assert_eq!(bench.requests(), ["withdraw 101"]);
}

#[test]
fn a_message_that_the_scan_after_a_reset_finds_is_not_withdrawn() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.record_failed("record 101 in place of [100]");
    bench.requests();
    bench.input(BoardInput::Reset(uncertain(100, &[])));
    bench.show(3, MessageUpdate::Edit);
    bench.scanned("scan from 100", &[live(100), live(101)]);
    bench.recorded("record 101 in place of [100]");
    assert!(!bench.has_requested("withdraw 101"));
    assert_eq!(bench.recorded_message(), Some(101));
}

#[test]
fn a_message_that_was_not_recorded_is_recorded_when_the_table_closes_its_board() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.record_failed("record 101 in place of [100]");
    bench.requests();
    bench.input(BoardInput::Closed);
    assert_eq!(bench.requests(), ["record 101 in place of [100]"]);
}

#[test]
fn a_table_that_another_process_owns_is_reported_and_its_messages_are_taken() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.not_owner("record 101 in place of [100]", 200);
    assert_eq!(bench.events(), [BoardEvent::Superseded]);
    assert_eq!(bench.recorded_message(), Some(200));
}

#[test]
fn a_record_from_before_a_reset_is_followed_by_one_of_the_present_message() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.input(BoardInput::Reset(InitialState::Known(posted(200, &[]))));
    bench.requests();
    bench.recorded("record 101 in place of [100]");
    assert_eq!(bench.requests(), ["record 200 in place of [101]"]);
}

#[test]
fn a_click_before_the_scan_of_a_new_process_edits_nothing() {
    let mut bench = Bench::new(&uncertain(100, &[]));
    bench.click(1, 100, 2);
    let mut requests = bench.requests();
    requests.sort();
    assert_eq!(requests, ["acknowledge 1", "scan from 100"]);
}

#[test]
fn a_message_that_nobody_recorded_becomes_the_tables_when_it_is_clicked() {
    let mut bench = Bench::new(&InitialState::NewTable);
    bench.click(1, 100, 1);
    let mut requests = bench.requests();
    requests.sort();
    assert_eq!(requests, ["answer 1 by edit: 1", "record 100"]);
}

#[test]
fn a_post_that_returns_a_known_message_is_followed_by_an_edit() {
    let mut bench = Bench::new(&uncertain(100, &[]));
    bench.show_screen(game_end(5), REPLACE);
    bench.scanned("scan from 100", &[ended(100, 1), ended(101, 2)]);
    bench.posted("post after 100: 5", 101);
    bench.recorded("record 101 in place of [100]");
    assert!(bench.has_requested("edit 101: 5"));
}
