//! Tests of the public message: inputs and the resulting requests.

use table::effect::MessageUpdate;
use table::ids::UserId;
use table::input::{DeliveryFailure, WriteRefusal};
use table::screen::Screen;
use table::user_set::UserSet;
use tokio::time::Duration;

use super::super::BoardEvent;
use super::super::slot::UNATTENDED_INTERVAL;
use super::bench::{Bench, REPLACE, USER, live};
use super::support::{game_end, public, with_picture};
use crate::RequestError;

const APPEND: MessageUpdate = MessageUpdate::Append {
    ping: UserSet::EMPTY,
};
const PING: MessageUpdate = MessageUpdate::Replace {
    ping: UserSet::only(USER),
};

fn turn_of(user: UserId, number: u32) -> Screen {
    Screen {
        mentions: UserSet::only(user),
        ..public(number)
    }
}

#[test]
fn only_the_newest_of_several_screens_during_an_edit_is_sent() {
    let mut bench = Bench::with_message();
    for number in 2..=5 {
        bench.show(number, MessageUpdate::Edit);
    }
    assert_eq!(bench.requests(), ["edit 100: 2"]);
    bench.done("edit 100: 2");
    assert_eq!(bench.requests(), ["edit 100: 5"]);
    bench.done("edit 100: 5");
    assert_eq!(bench.requests(), [""; 0]);
    assert!(bench.is_settled());
}

#[test]
fn the_answer_that_ends_a_game_waits_for_no_picture_and_an_edit_brings_it() {
    let mut bench = Bench::with_message();
    bench.click_for(1, 100, with_picture(2));
    assert_eq!(bench.requests(), ["answer 1 by edit: 2"]);
    bench.done("answer 1 by edit: 2");
    assert_eq!(bench.requests(), ["edit 100: 2"]);
    bench.done("edit 100: 2");
    assert!(bench.is_settled());
    bench.command(2, with_picture(3));
    assert_eq!(bench.requests(), ["answer 2 by post: 3"]);
    bench.created("answer 2 by post: 3", 101);
    bench.requests();
    bench.done("record 101 in place of [100]");
    assert_eq!(bench.requests(), ["delete 100", "edit 101: 3"]);
}

#[test]
fn a_table_that_nobody_sits_at_is_edited_every_two_seconds_at_most() {
    let mut bench = Bench::with_message();
    bench.show_unattended(2);
    bench.done("edit 100: 2");
    bench.show_unattended(3);
    bench.show_unattended(4);
    assert_eq!(bench.requests(), ["edit 100: 2"]);
    assert!(!bench.is_settled());
    assert_eq!(bench.pass_pause(), UNATTENDED_INTERVAL);
    assert_eq!(bench.requests(), ["edit 100: 4"]);
    bench.done("edit 100: 4");
    bench.show_unattended(5);
    bench.show(6, MessageUpdate::Edit);
    assert_eq!(bench.requests(), ["edit 100: 6"], "somebody waits for this");
}

#[test]
fn a_replaced_message_is_deleted_after_the_new_one_is_recorded() {
    let mut bench = Bench::with_message();
    bench.replace();
    assert_eq!(bench.recorded_message(), Some(101));
    bench.show(3, MessageUpdate::Edit);
    assert_eq!(
        bench.requests(),
        ["post after 100: 2", "record 101 in place of [100]"],
        "nothing else is written before the record"
    );
    bench.done("record 101 in place of [100]");
    assert_eq!(bench.requests(), ["delete 100", "edit 101: 3"]);
    bench.done("delete 100");
    assert_eq!(bench.requests(), ["record 101 alone"]);
}

#[test]
fn nothing_is_written_until_the_journal_says_whose_message_it_is() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.show(3, MessageUpdate::Edit);
    bench.requests();
    for _ in 0..20 {
        bench.fail("record 101 in place of [100]", RequestError::OutcomeUnknown);
        assert_eq!(bench.requests(), [""; 0]);
        assert_eq!(bench.events(), []);
        assert!(!bench.is_settled());
        bench.pass_pause();
        assert_eq!(bench.requests(), ["record 101 in place of [100]"]);
    }
    bench.done("record 101 in place of [100]");
    assert_eq!(bench.requests(), ["delete 100", "edit 101: 3"]);
}

#[test]
fn a_message_before_an_appended_one_stays() {
    let mut bench = Bench::with_message();
    bench.show(2, APPEND);
    bench.created("post after 100: 2", 101);
    bench.done("record 101");
    assert_eq!(bench.requests(), ["post after 100: 2", "record 101"]);
}

#[test]
fn a_finished_games_message_gets_its_last_screen_with_the_next_post() {
    let mut bench = Bench::with_message();
    bench.show(2, MessageUpdate::Edit);
    bench.show(3, MessageUpdate::Edit);
    bench.show(4, APPEND);
    bench.done("edit 100: 2");
    let post = "post after 100 with 3 left on 100: 4";
    assert_eq!(bench.requests(), ["edit 100: 2", post]);
}

#[test]
fn the_last_screen_is_left_on_the_message_that_is_there_when_the_next_game_is_posted() {
    let mut bench = Bench::with_message();
    bench.show(2, REPLACE);
    bench.show(3, MessageUpdate::Edit);
    bench.show(4, APPEND);
    bench.created("post after 100: 2", 101);
    bench.done("record 101 in place of [100]");
    assert_eq!(bench.last_request(), "post after 101 with 3 left on 101: 4");
}

#[test]
fn a_commands_answer_beside_an_appended_message_replaces_it_and_not_the_finished_games() {
    let mut bench = Bench::with_message();
    bench.show(2, APPEND);
    bench.command(1, public(3));
    bench.created("answer 1 by post: 3", 102);
    bench.done("record 102 in place of [100]");
    bench.created("post after 100: 2", 101);
    bench.done("record 102 in place of [101]");
    assert!(!bench.has_requested("delete 100"));
    assert!(bench.has_requested("delete 101"));
}

#[test]
fn the_journal_names_a_replaced_message_until_it_is_known_to_be_gone() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.done("record 101 in place of [100]");
    bench.fail("delete 100", RequestError::OutcomeUnknown);
    bench.show(3, REPLACE);
    bench.created("post after 101: 3", 102);
    bench.done("record 102 in place of [100, 101]");
    bench.done("delete 100");
    bench.done("delete 101");
    bench.done("record 102 alone");
    assert!(bench.is_settled());
}

#[test]
fn the_end_of_a_game_that_was_refused_is_shown_before_the_next_game_is_appended() {
    let mut bench = Bench::with_message();
    bench.show_screen(game_end(2), MessageUpdate::Edit);
    bench.fail("edit 100: 2", RequestError::MissingPermissions);
    bench.show(3, APPEND);
    assert_eq!(bench.last_request(), "post after 100 with 2 left on 100: 3");
}

#[test]
fn a_deletion_of_unknown_outcome_is_repeated_after_a_pause() {
    let mut bench = Bench::with_message();
    bench.replace();
    bench.done("record 101 in place of [100]");
    bench.fail("delete 100", RequestError::OutcomeUnknown);
    bench.requests();
    assert_eq!(bench.pass_pause(), Duration::from_secs(2));
    assert_eq!(bench.requests(), ["delete 100"]);
}

#[test]
fn only_the_post_at_the_start_of_a_turn_pings() {
    let mut bench = Bench::with_message();
    bench.show_screen(turn_of(USER, 2), PING);
    bench.created("post after 100, pinging 9: 2", 101);
    bench.done("record 101 in place of [100]");
    bench.requests();
    bench.show_screen(turn_of(USER, 3), REPLACE);
    assert_eq!(bench.requests(), ["post after 101: 3"]);
}

#[test]
fn a_newer_screen_of_the_same_turn_keeps_the_ping_and_one_of_another_turn_does_not() {
    for (newest, post) in [
        (turn_of(USER, 4), "post after 100, pinging 9: 4"),
        (turn_of(UserId(10), 4), "post after 100: 4"),
        (public(4), "post after 100: 4"),
    ] {
        let mut bench = Bench::with_message();
        bench.show(2, MessageUpdate::Edit);
        bench.show_screen(turn_of(USER, 3), PING);
        bench.show_screen(newest, MessageUpdate::Edit);
        bench.done("edit 100: 2");
        assert_eq!(bench.requests(), ["edit 100: 2", post]);
    }
}

#[test]
fn a_command_whose_answer_comes_before_a_pinging_post_pings_instead() {
    let mut bench = Bench::with_message();
    bench.show(2, MessageUpdate::Edit);
    bench.show_screen(turn_of(USER, 3), PING);
    bench.command(1, turn_of(USER, 3));
    let answer = "answer 1 by post, pinging 9: 3";
    assert_eq!(bench.requests(), ["edit 100: 2", answer]);
}

#[test]
fn a_pinging_post_of_unknown_outcome_pings_again_after_the_same_message_only() {
    let mut bench = Bench::with_message();
    let post = "post after 100, pinging 9: 2";
    bench.show_screen(turn_of(USER, 2), PING);
    bench.fail(post, RequestError::OutcomeUnknown);
    assert_eq!(bench.pass_pause(), Duration::from_secs(2));
    assert_eq!(bench.requests(), [post, post]);
    bench.created(post, 101);
    bench.done("record 101 in place of [100]");
    let record = "record 101 in place of [100]";
    assert_eq!(bench.requests(), [record, "scan from 100", "delete 100"]);
    bench.scanned("scan from 100", &[live(101)]);
    let edit = bench.requests();
    assert_eq!(edit, ["edit 101: 2"], "it may show an older screen");
}

#[test]
fn a_ping_of_a_command_whose_answer_may_exist_is_not_repeated() {
    for (error, post) in [
        (RequestError::OutcomeUnknown, "post after 100: 2"),
        (
            RequestError::UnknownInteraction,
            "post after 100, pinging 9: 2",
        ),
    ] {
        let mut bench = Bench::with_message();
        bench.show(1, MessageUpdate::Edit);
        bench.show_screen(turn_of(USER, 2), PING);
        bench.command(1, turn_of(USER, 2));
        bench.done("edit 100: 1");
        bench.requests();
        bench.fail("answer 1 by post, pinging 9: 2", error);
        assert_eq!(bench.requests(), [post]);
    }
}

#[test]
fn the_last_screen_of_a_game_is_posted_if_its_message_cannot_be_edited() {
    for (error, record) in [
        (RequestError::UnknownMessage, "record 101"),
        (RequestError::TooManyEdits, "record 101 in place of [100]"),
    ] {
        let mut bench = Bench::with_message();
        bench.show(2, MessageUpdate::EditOrPost);
        bench.fail("edit 100: 2", error);
        bench.created("post after 100: 2", 101);
        let expected = ["edit 100: 2", "post after 100: 2", record];
        assert_eq!(bench.requests(), expected);
        assert_eq!(bench.events(), []);
    }
}

#[test]
fn the_last_screen_of_a_game_is_only_an_edit_if_its_message_is_there() {
    let mut bench = Bench::with_message();
    bench.show(2, MessageUpdate::EditOrPost);
    bench.done("edit 100: 2");
    assert_eq!(bench.requests(), ["edit 100: 2"]);
    assert!(bench.is_settled());
}

#[test]
fn the_end_of_a_game_is_posted_once_if_its_message_was_lost_just_before() {
    let mut bench = Bench::with_message();
    bench.show(2, MessageUpdate::Edit);
    bench.show(3, MessageUpdate::Edit);
    bench.fail("edit 100: 2", RequestError::UnknownMessage);
    let lost = BoardEvent::Undelivered(DeliveryFailure::MessageLost);
    assert_eq!(bench.events(), [lost]);
    // The table replies before it knows that the end is being posted.
    bench.show(3, MessageUpdate::EditOrPost);
    bench.created("post after 100: 3", 101);
    bench.done("record 101");
    bench.done("edit 101: 3");
    let [edit, post, record] = ["edit 100: 2", "post after 100: 3", "record 101"];
    assert_eq!(bench.requests(), [edit, post, record, "edit 101: 3"]);
    assert!(bench.is_settled());
}

#[test]
fn a_click_on_the_public_message_is_answered_by_an_edit_of_it_and_nothing_more() {
    let mut bench = Bench::with_message();
    bench.click(1, 100, 2);
    bench.done("answer 1 by edit: 2");
    assert_eq!(bench.requests(), ["answer 1 by edit: 2"]);
}

#[test]
fn a_click_on_an_old_message_edits_the_present_one() {
    let mut bench = Bench::with_message();
    bench.click(1, 66, 2);
    let mut requests = bench.requests();
    requests.sort();
    assert_eq!(requests, ["acknowledge 1", "edit 100: 2"]);
}

#[test]
fn answers_in_flight_at_the_same_time_are_followed_by_one_edit() {
    let mut bench = Bench::with_message();
    bench.click(1, 100, 2);
    bench.click(2, 100, 3);
    bench.done("answer 2 by edit: 3");
    bench.done("answer 1 by edit: 2");
    let answers = ["answer 1 by edit: 2", "answer 2 by edit: 3", "edit 100: 3"];
    assert_eq!(bench.requests(), answers);
}

#[test]
fn an_answer_that_comes_too_late_is_followed_by_an_edit() {
    let mut bench = Bench::with_message();
    bench.click(1, 100, 2);
    bench.fail("answer 1 by edit: 2", RequestError::UnknownInteraction);
    assert_eq!(bench.requests(), ["answer 1 by edit: 2", "edit 100: 2"]);
}

#[test]
fn a_commands_public_answer_becomes_the_tables_message() {
    let mut bench = Bench::with_message();
    bench.command(1, public(2));
    bench.created("answer 1 by post: 2", 103);
    bench.done("record 103 in place of [100]");
    assert_eq!(bench.events(), [BoardEvent::Shown]);
    assert_eq!(bench.last_request(), "delete 100");
}

#[test]
fn an_edit_of_a_message_that_a_commands_answer_has_replaced_may_fail() {
    let mut bench = Bench::with_message();
    bench.show(2, MessageUpdate::Edit);
    bench.command(1, public(3));
    bench.created("answer 1 by post: 3", 103);
    bench.fail("edit 100: 2", RequestError::UnknownMessage);
    bench.done("record 103 in place of [100]");
    assert_eq!(bench.events(), [BoardEvent::Shown]);
    assert_eq!(bench.last_request(), "edit 103: 3");
}

#[test]
fn the_reason_why_an_edit_failed_is_reported_to_the_table() {
    let unwritable = |refusal| BoardEvent::Undelivered(DeliveryFailure::ChannelUnwritable(refusal));
    let [lost, unusable] = [
        DeliveryFailure::MessageLost,
        DeliveryFailure::MessageUnusable,
    ]
    .map(BoardEvent::Undelivered);
    let words = "Message was blocked by automatic moderation";
    let refused = RequestError::Refused {
        status: 400,
        code: 200_000,
        words: words.to_owned(),
    };
    for (error, expected) in [
        (RequestError::UnknownMessage, lost),
        (RequestError::TooManyEdits, unusable),
        (RequestError::ThreadArchived, unusable),
        (RequestError::ChannelGone, BoardEvent::ChannelGone),
        (
            RequestError::MissingAccess,
            unwritable(WriteRefusal::NoAccess),
        ),
        (
            RequestError::MissingPermissions,
            unwritable(WriteRefusal::MissingPermission),
        ),
        (
            RequestError::ThreadLocked,
            unwritable(WriteRefusal::ThreadLocked),
        ),
        (
            RequestError::InvalidBody("components.0".to_owned()),
            unwritable(WriteRefusal::other(50_035, "Invalid Form Body")),
        ),
        (refused, unwritable(WriteRefusal::other(200_000, words))),
    ] {
        let mut bench = Bench::with_message();
        bench.show(2, MessageUpdate::Edit);
        bench.fail("edit 100: 2", error);
        assert_eq!(bench.events(), [expected]);
    }
}

#[test]
fn an_archived_thread_that_a_post_does_not_open_is_locked() {
    let mut bench = Bench::with_message();
    bench.show(2, REPLACE);
    bench.fail("post after 100: 2", RequestError::ThreadArchived);
    let locked = DeliveryFailure::ChannelUnwritable(WriteRefusal::ThreadLocked);
    assert_eq!(bench.events(), [BoardEvent::Undelivered(locked)]);
}

#[test]
fn the_end_of_a_game_in_an_archived_thread_is_posted() {
    let mut bench = Bench::with_message();
    bench.show(2, MessageUpdate::EditOrPost);
    bench.fail("edit 100: 2", RequestError::ThreadArchived);
    assert_eq!(bench.last_request(), "post after 100: 2");
}

#[test]
fn each_failure_in_a_row_doubles_the_pause_up_to_a_minute() {
    let mut bench = Bench::with_message();
    bench.show(2, MessageUpdate::Edit);
    for seconds in [2, 4, 8, 16, 32, 60, 60] {
        bench.fail("edit 100: 2", RequestError::OutcomeUnknown);
        assert_eq!(bench.pass_pause(), Duration::from_secs(seconds));
    }
    bench.done("edit 100: 2");
    assert!(bench.is_settled());
}

#[test]
fn a_newer_screen_ends_the_pause_after_a_failure() {
    let mut bench = Bench::with_message();
    bench.show(2, MessageUpdate::Edit);
    bench.fail("edit 100: 2", RequestError::DeadlineExceeded);
    assert_eq!(bench.requests(), ["edit 100: 2"]);
    bench.show(3, MessageUpdate::Edit);
    assert_eq!(bench.requests(), ["edit 100: 3"]);
}
