//! Tables of inputs and the requests for private panels that follow.

use serenity::model::id::MessageId;
use table::effect::Answer;
use table::ids::UserId;
use tokio::time::Duration;

use super::super::{BoardInput, InitialState};
use super::bench::{Bench, USER};
use super::support::{callback, public};
use crate::RequestError;
use crate::callback::TOKEN_LIFETIME;

impl Bench {
    /// Returns a board that has shown a person the panel 1.
    fn with_panel() -> Self {
        let mut bench = Self::new(&InitialState::NewTable);
        bench.open_panel(1, 1);
        bench.answered("answer 1 by panel: 1");
        bench.requests();
        bench
    }

    /// A click of the person that the table answers with their panel.
    fn open_panel(&mut self, interaction: u64, number: u32) {
        let clicked = Some(MessageId::new(100));
        let callback = callback(interaction, USER, clicked, self.now);
        self.input(BoardInput::Answer(callback, Answer::Panel(public(number))));
    }

    fn refresh_panel(&mut self, number: u32) {
        self.input(BoardInput::RefreshPanel(USER, public(number)));
    }
}

#[test]
fn a_panel_has_one_request_in_flight_and_then_gets_the_newest_screen() {
    let mut bench = Bench::new(&InitialState::NewTable);
    bench.open_panel(1, 1);
    bench.refresh_panel(2);
    bench.refresh_panel(3);
    bench.answered("answer 1 by panel: 1");
    assert_eq!(
        bench.requests(),
        ["answer 1 by panel: 1", "edit panel 1: 3"]
    );
    bench.answered("edit panel 1: 3");
    assert_eq!(bench.requests(), [""; 0]);
}

#[test]
fn a_panel_gets_four_edits_in_two_seconds_and_then_the_newest_screen() {
    let mut bench = Bench::with_panel();
    for number in 2..=5 {
        bench.refresh_panel(number);
        bench.answered(&format!("edit panel 1: {number}"));
    }
    bench.requests();
    bench.refresh_panel(6);
    bench.refresh_panel(7);
    assert_eq!(bench.requests(), [""; 0]);
    bench.pass_pause();
    assert_eq!(bench.requests(), ["edit panel 1: 7"]);
    bench.answered("edit panel 1: 7");
    bench.refresh_panel(8);
    assert_eq!(bench.requests(), ["edit panel 1: 8"]);
}

#[test]
fn of_more_panels_than_a_table_keeps_the_oldest_is_forgotten() {
    let mut bench = Bench::new(&InitialState::NewTable);
    for user in 1..=65 {
        bench.now += Duration::from_millis(1);
        let callback = callback(user, UserId(user), None, bench.now);
        bench.input(BoardInput::Answer(callback, Answer::Panel(public(1))));
        bench.answered(&format!("answer {user} by panel: 1"));
    }
    bench.requests();
    bench.input(BoardInput::RefreshPanel(UserId(1), public(2)));
    assert_eq!(bench.requests(), [""; 0]);
    bench.input(BoardInput::RefreshPanel(UserId(65), public(2)));
    assert_eq!(bench.requests(), ["edit panel 65: 2"]);
}

#[test]
fn a_panel_that_was_dismissed_gets_no_more_screens() {
    let mut bench = Bench::with_panel();
    bench.refresh_panel(2);
    bench.fail("edit panel 1: 2", RequestError::UnknownMessage);
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
    bench.fail("edit panel 1: 2", RequestError::OutcomeUnknown);
    assert_eq!(bench.last_request(), "edit panel 1: 3");
}

#[test]
fn a_newer_panel_replaces_an_older_one() {
    let mut bench = Bench::new(&InitialState::NewTable);
    bench.open_panel(1, 1);
    bench.open_panel(2, 2);
    bench.refresh_panel(3);
    bench.requests();
    bench.answered("answer 1 by panel: 1");
    assert_eq!(bench.requests(), [""; 0], "its panel is no longer known");
    bench.answered("answer 2 by panel: 2");
    assert_eq!(bench.requests(), ["edit panel 2: 3"]);
}

#[test]
fn a_panel_is_forgotten_when_its_token_has_expired() {
    let mut bench = Bench::with_panel();
    bench.requests();
    bench.now += TOKEN_LIFETIME;
    bench.refresh_panel(2);
    assert_eq!(bench.requests(), [""; 0]);
}
