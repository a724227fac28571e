//! Tests of answers to refused clicks, and of the resulting deletions.

use serenity::model::id::MessageId;
use table::effect::Answer;
use table::ids::UserId;
use table::screen::Screen;
use tokio::time::Duration;

use super::super::InitialState;
use super::bench::{Bench, USER};
use super::support::{callback, private_click, public};
use crate::RequestError;
use crate::callback::TOKEN_LIFETIME;

impl Bench {
    /// Makes this person click on the table's message. The table refuses each click in different words.
    fn refuse(&mut self, user: UserId, interaction: u64) {
        self.refuse_with(user, interaction, public(interaction as u32));
    }

    fn refuse_with(&mut self, user: UserId, interaction: u64, screen: Screen) {
        self.now += Duration::from_millis(1);
        let clicked = Some(MessageId::new(100));
        let callback = callback(interaction, user, clicked, self.now);
        self.answer(callback, Answer::Refusal(screen));
    }

    /// Refuses a click and lets the answer arrive.
    fn show_refusal(&mut self, user: UserId, interaction: u64) {
        self.refuse(user, interaction);
        self.done(&line(interaction));
    }
}

fn line(interaction: u64) -> String {
    format!("answer {interaction} by note: {interaction}")
}

fn bench() -> Bench {
    Bench::new(&InitialState::NewTable)
}

#[test]
fn a_refusal_takes_the_place_of_the_one_before() {
    let mut bench = bench();
    bench.show_refusal(USER, 1);
    bench.refuse(USER, 2);
    let requests = bench.requests();
    assert_eq!(requests, [line(1), line(2)], "nothing is deleted yet");
    bench.done(&line(2));
    assert_eq!(bench.requests(), ["delete answer 1"]);
    bench.done("delete answer 1");
    bench.show_refusal(USER, 3);
    assert_eq!(bench.requests(), [line(3), "delete answer 2".to_owned()]);
}

#[test]
fn a_click_refused_in_the_words_just_shown_gets_no_second_message() {
    let mut bench = bench();
    bench.show_refusal(USER, 1);
    bench.refuse_with(USER, 2, public(1));
    bench.refuse_with(UserId(10), 3, public(1));
    let [shown, other] = [&*line(1), "answer 3 by note: 1"];
    assert_eq!(bench.requests(), [shown, "acknowledge 2", other]);
}

#[test]
fn the_same_words_are_sent_again_after_a_while_after_other_words_and_to_a_command() {
    let mut bench = bench();
    bench.show_refusal(USER, 1);
    bench.now += Duration::from_secs(1);
    bench.refuse_with(USER, 2, public(1));
    assert_eq!(bench.requests(), [&*line(1), "answer 2 by note: 1"]);
    bench.done("answer 2 by note: 1");
    bench.show_refusal(USER, 3);
    bench.requests();
    bench.refuse_with(USER, 4, public(1));
    assert_eq!(bench.last_request(), "answer 4 by note: 1");
    bench.done("answer 4 by note: 1");
    bench.requests();
    let command = callback(5, USER, None, bench.now);
    bench.answer(command, Answer::Refusal(public(1)));
    assert_eq!(bench.last_request(), "answer 5 by note: 1");
}

#[test]
fn the_refusals_of_different_people_stay() {
    let mut bench = bench();
    bench.show_refusal(USER, 1);
    bench.show_refusal(UserId(10), 2);
    assert_eq!(bench.requests(), [line(1), line(2)]);
}

#[test]
fn a_refusal_goes_when_another_private_message_comes() {
    for answer in [Answer::Note(public(2)), Answer::Panel(public(2))] {
        let mut bench = bench();
        bench.show_refusal(USER, 1);
        let callback = callback(2, USER, Some(MessageId::new(100)), bench.now);
        bench.answer(callback, answer);
        let line = bench.last_request();
        bench.done(&line);
        assert_eq!(bench.requests(), ["delete answer 1"]);
    }
}

#[test]
fn a_refusal_stays_beside_a_panel_that_is_edited() {
    let mut bench = bench();
    let clicked = Some(MessageId::new(100));
    let open = callback(1, USER, clicked, bench.now);
    bench.answer(open, Answer::Panel(public(1)));
    bench.created("answer 1 by panel: 1", 50);
    bench.show_refusal(USER, 2);
    let click = private_click(3, USER, bench.now);
    bench.answer(click, Answer::Panel(public(3)));
    bench.done("answer 3 by panel: 3");
    bench.requests();
    bench.show_refusal(USER, 4);
    assert_eq!(bench.requests(), [line(4), "delete answer 2".to_owned()]);
}

#[test]
fn a_notice_that_was_clicked_is_the_panel_and_no_longer_deleted_as_a_notice() {
    let mut bench = bench();
    bench.show_refusal(USER, 1);
    let click = private_click(2, USER, bench.now);
    bench.answer(click, Answer::Panel(public(2)));
    bench.done("answer 2 by panel: 2");
    bench.requests();
    bench.show_refusal(USER, 3);
    assert_eq!(bench.requests(), [line(3)]);
}

#[test]
fn a_refusal_that_discord_did_not_confirm_is_never_deleted_and_deletes_nothing() {
    for error in [
        RequestError::AlreadyAnswered,
        RequestError::OutcomeUnknown,
        RequestError::UnknownInteraction,
        RequestError::DeadlineExceeded,
    ] {
        let mut bench = bench();
        bench.show_refusal(USER, 1);
        bench.refuse(USER, 2);
        bench.fail(&line(2), error);
        assert_eq!(bench.requests(), [line(1), line(2)]);
        bench.show_refusal(USER, 3);
        assert_eq!(bench.requests(), [line(3), "delete answer 1".to_owned()]);
    }
}

#[test]
fn the_newer_of_two_refusals_stays_even_if_they_arrive_in_the_wrong_order() {
    let mut bench = bench();
    bench.refuse(USER, 1);
    bench.refuse(USER, 2);
    bench.done(&line(2));
    bench.done(&line(1));
    let [first, second] = [line(1), line(2)];
    assert_eq!(bench.requests(), [&*first, &*second, "delete answer 1"]);
    bench.show_refusal(USER, 3);
    assert_eq!(bench.requests(), [line(3), "delete answer 2".to_owned()]);
}

#[test]
fn a_refusal_whose_token_has_expired_is_left_alone() {
    let mut bench = bench();
    bench.show_refusal(USER, 1);
    bench.now += TOKEN_LIFETIME;
    bench.show_refusal(USER, 2);
    assert_eq!(bench.requests(), [line(1), line(2)]);
}

#[test]
fn the_oldest_refusal_is_forgotten_once_a_table_keeps_too_many() {
    let mut bench = bench();
    for user in 1..=65 {
        bench.show_refusal(UserId(user), user);
    }
    bench.requests();
    bench.show_refusal(UserId(1), 101);
    assert_eq!(bench.requests(), [line(101)]);
    bench.show_refusal(UserId(65), 102);
    assert_eq!(bench.requests(), [&*line(102), "delete answer 65"]);
}
