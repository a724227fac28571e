//! Tests of private panels: inputs and the resulting requests.

use serenity::model::id::MessageId;
use table::effect::{Answer, Effect};
use table::ids::UserId;
use tokio::time::Duration;

use super::super::InitialState;
use super::super::panels::POST_LIMIT;
use super::bench::{Bench, REPLACE, USER};
use super::support::{callback, private_click, public};
use crate::RequestError;
use crate::callback::TOKEN_LIFETIME;

impl Bench {
    /// Returns a board that has shown panel 1 to a person.
    fn with_panel() -> Self {
        let mut bench = Self::new(&InitialState::NewTable);
        bench.open_panel(1, 1);
        bench.done("answer 1 by panel: 1");
        bench.requests();
        bench
    }

    /// Clicks on the table's message. The table answers with the person's panel.
    fn open_panel(&mut self, interaction: u64, number: u32) {
        let clicked = Some(MessageId::new(100));
        let callback = callback(interaction, USER, clicked, self.now);
        self.answer(callback, Answer::Panel(public(number)));
    }

    /// Makes the person click on the private message 50.
    fn click_panel(&mut self, interaction: u64, answer: Answer) {
        let callback = private_click(interaction, USER, self.now);
        self.answer(callback, answer);
    }

    /// Shows a screen that the person must see in their panel.
    fn need_panel(&mut self, number: u32) {
        self.refresh(USER, number, true);
    }

    fn refresh_panel(&mut self, number: u32) {
        self.refresh(USER, number, false);
    }

    fn refresh(&mut self, user: UserId, number: u32, below: bool) {
        let screen = public(number);
        self.effect(Effect::RefreshPanel {
            user,
            screen,
            below,
        });
    }
}

#[test]
fn a_panel_has_one_request_in_flight_and_then_gets_the_newest_screen() {
    let mut bench = Bench::new(&InitialState::NewTable);
    bench.open_panel(1, 1);
    bench.refresh_panel(2);
    bench.refresh_panel(3);
    bench.done("answer 1 by panel: 1");
    assert_eq!(
        bench.requests(),
        ["answer 1 by panel: 1", "edit answer 1: 3"]
    );
    bench.done("edit answer 1: 3");
    assert_eq!(bench.requests(), [""; 0]);
}

#[test]
fn a_panel_gets_four_edits_in_two_seconds_and_then_the_newest_screen() {
    let mut bench = Bench::with_panel();
    for number in 2..=5 {
        bench.refresh_panel(number);
        bench.done(&format!("edit answer 1: {number}"));
    }
    bench.requests();
    bench.refresh_panel(6);
    bench.refresh_panel(7);
    assert_eq!(bench.requests(), [""; 0]);
    bench.pass_pause();
    assert_eq!(bench.requests(), ["edit answer 1: 7"]);
    bench.done("edit answer 1: 7");
    bench.refresh_panel(8);
    assert_eq!(bench.requests(), ["edit answer 1: 8"]);
}

#[test]
fn the_oldest_panel_is_forgotten_once_a_table_has_too_many() {
    let mut bench = Bench::new(&InitialState::NewTable);
    for user in 1..=65 {
        bench.now += Duration::from_millis(1);
        let callback = callback(user, UserId(user), None, bench.now);
        bench.answer(callback, Answer::Panel(public(1)));
        bench.done(&format!("answer {user} by panel: 1"));
    }
    bench.requests();
    bench.refresh(UserId(1), 2, false);
    assert_eq!(bench.requests(), [""; 0]);
    bench.refresh(UserId(65), 2, false);
    assert_eq!(bench.requests(), ["edit answer 65: 2"]);
}

#[test]
fn a_panel_that_was_dismissed_gets_no_more_screens() {
    let mut bench = Bench::with_panel();
    bench.refresh_panel(2);
    bench.fail("edit answer 1: 2", RequestError::UnknownMessage);
    bench.requests();
    bench.refresh_panel(3);
    assert_eq!(bench.requests(), [""; 0]);
}

#[test]
fn a_token_whose_answer_failed_is_never_used_again() {
    for error in [
        RequestError::AlreadyAnswered,
        RequestError::OutcomeUnknown,
        RequestError::UnknownInteraction,
        RequestError::DeadlineExceeded,
    ] {
        let mut bench = Bench::new(&InitialState::NewTable);
        bench.open_panel(1, 1);
        bench.refresh_panel(2);
        bench.fail("answer 1 by panel: 1", error);
        bench.refresh_panel(3);
        assert_eq!(bench.requests(), ["answer 1 by panel: 1"]);
    }
}

#[test]
fn an_edit_of_unknown_outcome_does_not_end_a_panel() {
    let mut bench = Bench::with_panel();
    bench.refresh_panel(2);
    bench.refresh_panel(3);
    bench.fail("edit answer 1: 2", RequestError::OutcomeUnknown);
    assert_eq!(bench.last_request(), "edit answer 1: 3");
}

#[test]
fn a_newer_panel_replaces_an_older_one() {
    let mut bench = Bench::with_panel();
    bench.open_panel(2, 2);
    bench.refresh_panel(3);
    assert_eq!(bench.requests(), ["answer 2 by panel: 2"]);
    bench.done("answer 2 by panel: 2");
    assert_eq!(bench.requests(), ["delete answer 1", "edit answer 2: 3"]);
}

#[test]
fn a_panel_that_is_shown_after_a_newer_one_is_deleted() {
    let mut bench = Bench::new(&InitialState::NewTable);
    bench.open_panel(1, 1);
    bench.open_panel(2, 2);
    bench.requests();
    bench.done("answer 2 by panel: 2");
    assert_eq!(bench.requests(), [""; 0]);
    bench.done("answer 1 by panel: 1");
    assert_eq!(bench.requests(), ["delete answer 1"]);
}

#[test]
fn two_clicks_on_one_panel_leave_it_in_place() {
    let mut bench = Bench::with_panel();
    bench.click_panel(2, Answer::Panel(public(2)));
    bench.click_panel(3, Answer::Panel(public(3)));
    bench.done("answer 2 by panel: 2");
    bench.done("answer 3 by panel: 3");
    let answers = ["answer 2 by panel: 2", "answer 3 by panel: 3"];
    assert_eq!(bench.requests(), answers);
}

#[test]
fn a_click_on_an_old_panel_shows_the_hand_there_and_deletes_the_newer_one() {
    let mut bench = Bench::new(&InitialState::NewTable);
    bench.open_panel(1, 1);
    bench.created("answer 1 by panel: 1", 60);
    bench.click_panel(2, Answer::Panel(public(2)));
    bench.done("answer 2 by panel: 2");
    assert_eq!(bench.last_request(), "delete answer 1");
}

#[test]
fn a_draw_is_acknowledged_and_the_hand_follows_below_the_table() {
    let mut bench = Bench::with_message();
    bench.show(2, REPLACE);
    bench.click_panel(1, Answer::PanelBelow(public(3)));
    bench.done("acknowledge 1");
    assert_eq!(bench.requests(), ["post after 100: 2", "acknowledge 1"]);
    bench.created("post after 100: 2", 101);
    let below = ["follow 1 up by panel: 3", "record 101 in place of [100]"];
    assert_eq!(bench.requests(), below);
    bench.created("follow 1 up by panel: 3", 102);
    assert_eq!(bench.requests(), ["delete answer 1"]);
    bench.refresh_panel(4);
    assert_eq!(bench.requests(), ["edit follow-up 102: 4"]);
}

#[test]
fn a_draw_on_the_table_brings_the_hand_below_it_and_deletes_the_one_above() {
    let mut bench = Bench::with_message();
    bench.open_panel(1, 1);
    bench.created("answer 1 by panel: 1", 50);
    bench.show(2, REPLACE);
    let click = callback(2, USER, Some(MessageId::new(100)), bench.now);
    bench.answer(click, Answer::PanelBelow(public(3)));
    bench.created("post after 100: 2", 101);
    bench.requests();
    bench.done("acknowledge 2");
    bench.created("follow 2 up by panel: 3", 102);
    let requests = ["follow 2 up by panel: 3", "delete answer 1"];
    assert_eq!(bench.requests(), requests);
}

#[test]
fn a_panel_that_must_be_seen_moves_only_from_above_the_table() {
    let mut bench = Bench::with_message();
    bench.open_panel(1, 1);
    bench.created("answer 1 by panel: 1", 101);
    bench.need_panel(2);
    assert_eq!(bench.last_request(), "edit answer 1: 2");
    bench.done("edit answer 1: 2");
    bench.show(2, REPLACE);
    bench.need_panel(3);
    bench.created("post after 100: 2", 102);
    assert!(bench.has_requested("follow 1 up by panel: 3"));
    bench.created("follow 1 up by panel: 3", 103);
    assert_eq!(bench.last_request(), "delete answer 1");
}

#[test]
fn a_refresh_that_nobody_must_see_leaves_a_panel_above_the_table() {
    let mut bench = Bench::with_message();
    bench.open_panel(1, 1);
    bench.created("answer 1 by panel: 1", 101);
    bench.show(2, REPLACE);
    bench.created("post after 100: 2", 102);
    bench.refresh_panel(3);
    assert_eq!(bench.last_request(), "edit answer 1: 3");
}

#[test]
fn a_refusal_in_a_panel_above_the_table_is_shown_at_once_and_then_comes_below_it() {
    let mut bench = Bench::with_message();
    bench.click_panel(1, Answer::RefusalBelow(public(2)));
    bench.done("answer 1 by panel: 2");
    let requests = ["answer 1 by panel: 2", "follow 1 up by panel: 2"];
    assert_eq!(bench.requests(), requests);
}

#[test]
fn a_hand_waits_two_seconds_for_a_post_that_hangs() {
    let mut bench = Bench::with_message();
    bench.show(2, REPLACE);
    bench.click_panel(1, Answer::PanelBelow(public(3)));
    bench.done("acknowledge 1");
    assert_eq!(bench.pass_pause(), POST_LIMIT);
    assert_eq!(bench.last_request(), "follow 1 up by panel: 3");
}

#[test]
fn a_hand_comes_at_once_if_the_post_is_refused() {
    let mut bench = Bench::with_message();
    bench.show(2, REPLACE);
    bench.click_panel(1, Answer::PanelBelow(public(3)));
    bench.done("acknowledge 1");
    bench.fail("post after 100: 2", RequestError::MissingPermissions);
    assert_eq!(bench.last_request(), "follow 1 up by panel: 3");
}

#[test]
fn a_hand_that_could_not_follow_is_forgotten() {
    for error in [RequestError::TokenExpired, RequestError::OutcomeUnknown] {
        let mut bench = Bench::with_message();
        bench.click_panel(1, Answer::PanelBelow(public(2)));
        bench.done("acknowledge 1");
        bench.fail("follow 1 up by panel: 2", error);
        bench.requests();
        bench.refresh_panel(3);
        assert_eq!(bench.requests(), [""; 0]);
    }
}

#[test]
fn a_panel_is_deleted_when_its_game_is_over() {
    let mut bench = Bench::with_panel();
    bench.click_panel(2, Answer::Acknowledge);
    bench.effect(Effect::DeletePanel { user: USER });
    assert_eq!(bench.requests(), ["acknowledge 2"]);
    bench.done("acknowledge 2");
    assert_eq!(bench.requests(), ["delete answer 2"]);
}

#[test]
fn a_panel_that_is_shown_after_its_game_and_a_newer_panel_ended_is_deleted() {
    let mut bench = Bench::with_message();
    bench.open_panel(1, 1);
    bench.created("answer 1 by panel: 1", 50);
    bench.show(2, REPLACE);
    bench.need_panel(2);
    bench.created("post after 100: 2", 101);
    bench.click_panel(2, Answer::Acknowledge);
    bench.effect(Effect::DeletePanel { user: USER });
    bench.done("acknowledge 2");
    bench.requests();
    bench.created("follow 1 up by panel: 2", 102);
    assert_eq!(bench.requests(), ["delete follow-up 102"]);
}

#[test]
fn a_panel_is_forgotten_when_its_token_has_expired() {
    let mut bench = Bench::with_panel();
    bench.requests();
    bench.now += TOKEN_LIFETIME;
    bench.refresh_panel(2);
    assert_eq!(bench.requests(), [""; 0]);
}

#[test]
fn a_click_on_a_panel_that_has_gone_is_answered_in_a_new_message() {
    let mut bench = Bench::with_message();
    bench.click_panel(1, Answer::PanelBelow(public(2)));
    bench.done("acknowledge 1");
    bench.created("follow 1 up by panel: 2", 101);
    bench.requests();
    bench.click_panel(2, Answer::Panel(public(3)));
    assert_eq!(bench.requests(), ["answer 2 by panel: 3"]);
    bench.created("answer 2 by panel: 3", 102);
    assert_eq!(bench.requests(), ["delete follow-up 101"]);
    bench.effect(Effect::DeletePanel { user: USER });
    bench.click_panel(3, Answer::Acknowledge);
    assert_eq!(bench.requests(), ["delete answer 2", "acknowledge 3"]);
}

#[test]
fn an_interaction_delivered_again_or_late_leaves_the_panel_of_a_later_one() {
    let mut bench = Bench::with_panel();
    bench.open_panel(3, 3);
    bench.done("answer 3 by panel: 3");
    bench.requests();
    bench.open_panel(3, 4);
    assert_eq!(bench.requests(), ["edit answer 3: 4"]);
    bench.open_panel(2, 5);
    assert_eq!(bench.requests(), ["acknowledge 2"]);
    bench.done("edit answer 3: 4");
    assert_eq!(bench.requests(), ["edit answer 3: 5"]);
}

#[test]
fn a_command_that_comes_after_a_later_click_brings_a_panel_and_deletes_that_of_the_click() {
    let mut bench = Bench::new(&InitialState::NewTable);
    bench.open_panel(3, 3);
    bench.done("answer 3 by panel: 3");
    bench.requests();
    let late = callback(2, USER, None, bench.now);
    bench.answer(late, Answer::Panel(public(4)));
    bench.done("answer 2 by panel: 4");
    assert_eq!(
        bench.requests(),
        ["answer 2 by panel: 4", "delete answer 3"]
    );
}

#[test]
fn a_panel_that_could_not_be_shown_leaves_the_one_before() {
    let mut bench = Bench::with_panel();
    bench.open_panel(2, 2);
    bench.refresh_panel(3);
    bench.requests();
    bench.fail("answer 2 by panel: 2", RequestError::UnknownInteraction);
    assert_eq!(bench.requests(), ["edit answer 1: 3"]);
}
