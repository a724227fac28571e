//! Tests of hands as direct messages: inputs and the resulting requests.

use std::time::Duration;

use table::direct_hand::{DirectMessage, HandId, HandPlace};
use table::effect::{Answer, Effect};
use table::ids::{ChannelId, UserId};

use super::bench::{Bench, live};
use super::support::public;
use crate::RequestError;
use crate::callback::Callback;
use crate::message_board::slot::MIN_WRITE_INTERVAL;
use crate::message_board::{BoardEvent, InitialState, Outcome};
use crate::tests::samples;

const ADA: HandId = HandId {
    user: UserId(1),
    game: 1,
};
const BOB: HandId = HandId {
    user: UserId(2),
    game: 1,
};
const MESSAGE: DirectMessage = DirectMessage {
    channel: ChannelId(50),
    message: 60,
};
const KNOWN: HandPlace = HandPlace::Known(MESSAGE);
const OPEN: &str = "open direct messages of 1";
const POST: &str = "post of 1: 1";
const NOTHING: [&str; 0] = [];
const LATER: Duration = Duration::from_secs(120);

impl Bench {
    fn show_hand(&mut self, hand: HandId, number: u32, place: HandPlace, urgent: bool) {
        let screen = public(number);
        self.effect(Effect::ShowHand {
            hand,
            screen,
            place,
            urgent,
        });
    }

    fn finish(&mut self, hand: HandId, number: u32, place: HandPlace) {
        let screen = public(number);
        self.effect(Effect::FinishHand {
            hand,
            screen,
            place,
        });
    }

    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.time_out();
    }

    fn opened(&mut self) {
        self.complete(OPEN, Ok(Outcome::Opened(MESSAGE.channel)));
    }

    /// Returns a board with an open channel in which a hand is about to be posted.
    fn with_channel() -> Self {
        let mut bench = Self::new(&InitialState::NewTable);
        bench.show_hand(ADA, 1, HandPlace::New, true);
        bench.opened();
        assert_eq!(bench.requests(), [OPEN, POST]);
        bench
    }

    fn with_hand() -> Self {
        let mut bench = Self::with_channel();
        bench.created(POST, MESSAGE.message);
        assert_eq!(bench.events(), [BoardEvent::HandPosted(ADA, MESSAGE)]);
        assert_eq!(bench.requests(), NOTHING);
        bench
    }
}

fn click(interaction: u64, message: u64) -> Callback {
    samples::click(interaction, ADA.user, message, false)
}

#[tokio::test]
async fn screens_that_come_during_a_write_are_skipped_but_for_the_newest() {
    let mut bench = Bench::with_channel();
    for number in 2..5 {
        bench.show_hand(ADA, number, HandPlace::New, true);
    }
    assert_eq!(bench.requests(), NOTHING, "one write at a time");
    bench.created(POST, MESSAGE.message);
    assert_eq!(bench.requests(), ["edit 60 of 1: 4"]);
    bench.done("edit 60 of 1: 4");
    assert_eq!(bench.requests(), NOTHING);
}

#[tokio::test]
async fn a_screen_that_asks_for_nothing_waits_and_one_that_asks_does_not() {
    let mut bench = Bench::with_hand();
    bench.show_hand(ADA, 2, KNOWN, false);
    assert_eq!(bench.requests(), NOTHING);
    assert_eq!(bench.pass_pause(), MIN_WRITE_INTERVAL);
    assert_eq!(bench.requests(), ["edit 60 of 1: 2"]);
    bench.done("edit 60 of 1: 2");
    bench.show_hand(ADA, 3, KNOWN, false);
    bench.show_hand(ADA, 4, KNOWN, true);
    assert_eq!(bench.requests(), ["edit 60 of 1: 4"]);
}

#[tokio::test]
async fn the_table_is_told_of_the_message_until_it_knows_it() {
    let mut bench = Bench::with_hand();
    bench.show_hand(ADA, 2, HandPlace::Unknown, true);
    let told = [BoardEvent::HandPosted(ADA, MESSAGE)];
    assert_eq!(bench.events(), told, "it wanted none meanwhile");
    bench.show_hand(ADA, 3, KNOWN, true);
    assert_eq!(bench.events(), []);
}

#[tokio::test]
async fn after_an_unknown_outcome_the_message_is_looked_for() {
    let mut bench = Bench::with_channel();
    bench.fail(POST, RequestError::OutcomeUnknown);
    assert_eq!(bench.requests(), NOTHING, "it backs off");
    bench.wait(LATER);
    assert_eq!(bench.requests(), [POST], "with the nonce of the first");
    bench.created(POST, 61);
    assert_eq!(bench.requests(), ["scan of 1"]);
    bench.scanned("scan of 1", &[live(60), live(61)]);
    assert_eq!(bench.requests(), ["delete 60 of 1", "edit 61 of 1: 1"]);
}

#[tokio::test]
async fn a_message_that_an_earlier_process_may_have_posted_is_looked_for_first() {
    for (found, next) in [(&[live(60)][..], "edit 60 of 1: 1"), (&[], POST)] {
        let mut bench = Bench::new(&InitialState::NewTable);
        bench.show_hand(ADA, 1, HandPlace::Unknown, true);
        bench.opened();
        assert_eq!(bench.requests(), [OPEN, "scan of 1"]);
        bench.scanned("scan of 1", found);
        assert_eq!(bench.requests(), [next]);
    }
}

#[tokio::test]
async fn a_person_who_takes_no_direct_messages_is_reported_once_and_gets_none() {
    for error in [
        RequestError::NoDirectMessages,
        RequestError::MissingPermissions,
        RequestError::ChannelGone,
    ] {
        let mut bench = Bench::with_channel();
        bench.fail(POST, error);
        assert_eq!(bench.events(), [BoardEvent::HandRefused(ADA)]);
        bench.wait(LATER);
        assert_eq!(bench.requests(), NOTHING);
        assert_eq!(bench.events(), []);
    }
}

#[tokio::test]
async fn a_deleted_message_is_posted_anew_with_another_nonce() {
    let mut bench = Bench::with_hand();
    bench.show_hand(ADA, 2, KNOWN, true);
    bench.fail("edit 60 of 1: 2", RequestError::UnknownMessage);
    bench.requests();
    bench.wait(LATER);
    assert_eq!(bench.requests(), ["scan from 60 of 1"]);
    bench.scanned("scan from 60 of 1", &[]);
    assert_eq!(bench.requests(), ["post after 60 of 1: 2"]);
}

#[tokio::test]
async fn a_click_is_answered_by_an_edit_that_a_later_write_confirms_if_they_overlap() {
    let mut bench = Bench::with_hand();
    let answer = Answer::Hand(ADA, public(7));
    bench.answer(click(9, MESSAGE.message), answer.clone());
    assert_eq!(bench.requests(), ["answer 9 by edit: 7"]);
    bench.show_hand(ADA, 8, KNOWN, true);
    assert_eq!(bench.requests(), NOTHING, "the answer is on its way");
    bench.done("answer 9 by edit: 7");
    assert_eq!(bench.requests(), ["edit 60 of 1: 8"]);
    bench.answer(click(10, MESSAGE.message), answer);
    assert_eq!(bench.requests(), ["answer 10 by edit: 7"]);
    bench.done("edit 60 of 1: 8");
    bench.done("answer 10 by edit: 7");
    assert_eq!(
        bench.requests(),
        ["edit 60 of 1: 7"],
        "whichever arrived last"
    );
}

#[tokio::test]
async fn a_click_on_another_message_never_gets_the_hand() {
    let mut bench = Bench::with_hand();
    bench.answer(click(9, 999), Answer::Hand(ADA, public(7)));
    assert_eq!(bench.requests(), ["acknowledge 9", "edit 60 of 1: 7"]);
}

#[tokio::test]
async fn an_answer_that_fails_is_followed_by_an_edit() {
    let mut bench = Bench::with_hand();
    bench.answer(click(9, MESSAGE.message), Answer::Hand(ADA, public(7)));
    bench.requests();
    bench.fail("answer 9 by edit: 7", RequestError::UnknownInteraction);
    assert_eq!(bench.requests(), ["edit 60 of 1: 7"]);
}

#[tokio::test]
async fn the_end_waits_for_the_post_and_nothing_is_posted_for_it() {
    let mut bench = Bench::with_channel();
    bench.finish(ADA, 2, HandPlace::Unknown);
    assert!(!bench.is_settled());
    bench.created(POST, MESSAGE.message);
    assert_eq!(bench.requests(), ["edit 60 of 1: 2"]);
    bench.done("edit 60 of 1: 2");
    assert!(bench.is_settled());

    bench.finish(BOB, 2, HandPlace::New);
    assert_eq!(bench.requests(), NOTHING, "there is no message");
    assert!(bench.is_settled());

    bench.finish(ADA, 3, KNOWN);
    bench.fail("edit 60 of 1: 3", RequestError::UnknownMessage);
    assert_eq!(bench.requests(), ["edit 60 of 1: 3"], "it was deleted");
    assert!(bench.is_settled());
}

#[tokio::test]
async fn each_game_has_a_message_of_its_own() {
    let mut bench = Bench::with_hand();
    bench.finish(ADA, 2, KNOWN);
    let next = HandId { game: 2, ..ADA };
    bench.show_hand(next, 3, HandPlace::New, true);
    assert_eq!(bench.requests(), ["edit 60 of 1: 2", OPEN]);
    bench.opened();
    assert_eq!(bench.requests(), ["post of 1: 3"]);
    bench.created("post of 1: 3", 61);
    let message = DirectMessage {
        message: 61,
        ..MESSAGE
    };
    assert_eq!(bench.events(), [BoardEvent::HandPosted(next, message)]);
}

#[tokio::test]
async fn a_closed_board_sends_what_waits_and_gives_up_after_a_failure() {
    let mut bench = Bench::with_hand();
    bench.show_hand(ADA, 2, KNOWN, false);
    bench.finish(ADA, 3, KNOWN);
    bench.close();
    assert_eq!(bench.requests(), ["edit 60 of 1: 3"]);
    bench.fail("edit 60 of 1: 3", RequestError::OutcomeUnknown);
    assert_eq!(bench.requests(), NOTHING);
    assert!(!bench.is_settled(), "the next process closes it");
}
