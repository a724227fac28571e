//! Tests of the requests after a restart, a takeover or a post of unknown outcome.

use journal::PostedMessages;
use table::effect::MessageUpdate;

use super::super::InitialState;
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
    bench.done("record 103 in place of [100]");
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
    bench.created("answer 1 by post: 3", 105);
    bench.done("record 105 in place of [100]");
    bench.done("delete 100");
    bench.show(4, REPLACE);
    bench.fail("scan from 100", RequestError::DeadlineExceeded);
    bench.created("post after 105: 4", 106);
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
    bench.created("post after 100: 1", 101);
    bench.done("record 101 in place of [100]");
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
    bench.done("record 101 in place of [100]");
    bench.done("delete 100");
    assert!(bench.is_settled());
}

#[test]
fn a_message_that_was_not_recorded_is_recorded_when_the_table_closes_its_board() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.fail("record 101 in place of [100]", RequestError::OutcomeUnknown);
    bench.requests();
    bench.close();
    assert_eq!(bench.requests(), ["record 101 in place of [100]"]);
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
    bench.done("answer 1 by edit: 1");
    bench.done("record 100");
    assert_eq!(bench.recorded_message(), Some(100));
    bench.show_screen(public(2), REPLACE);
    // The nonce of a first post could make Discord return message 100.
    assert!(bench.has_requested("post after 100: 2"));
}

#[test]
fn a_post_that_returns_a_known_message_is_followed_by_an_edit() {
    let mut bench = Bench::new(&uncertain(100, &[]));
    bench.show_screen(game_end(5), REPLACE);
    bench.scanned("scan from 100", &[ended(100, 1), ended(101, 2)]);
    bench.created("post after 100: 5", 101);
    bench.done("record 101 in place of [100]");
    assert!(bench.has_requested("edit 101: 5"));
}
