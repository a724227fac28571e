//! Hands as direct messages: which request follows from which input.

use std::time::Duration;

use table::direct_hand::{DirectMessage, HandId, HandPlace};
use table::effect::{Answer, Effect};
use table::ids::{ChannelId, UserId};

use super::bench::Bench;
use super::support::{name_of, public};
use crate::RequestError;
use crate::callback::Callback;
use crate::message_board::direct_hands::CALM_INTERVAL;
use crate::message_board::{BoardEvent, InitialState, Op, Outcome, Reply};
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
const LATER: Duration = Duration::from_secs(120);

fn bench() -> Bench {
    Bench::new(&InitialState::NewTable)
}

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

    /// Returns the next write, by the number of its screen and its place.
    fn written(&mut self) -> Option<(String, HandPlace)> {
        let request = self.write()?;
        Some((name_of(&request.screen).to_owned(), request.place))
    }

    fn with_hand() -> Self {
        let mut bench = bench();
        bench.show_hand(ADA, 1, HandPlace::New, true);
        assert_eq!(bench.written(), Some(("1".to_owned(), HandPlace::New)));
        bench.hand_shown(ADA, Ok(Outcome::Hand(MESSAGE)));
        let posted = BoardEvent::HandPosted(ADA, MESSAGE);
        assert_eq!(bench.board.poll_event(), Some(posted));
        bench
    }
}

fn edit(number: u32) -> Option<(String, HandPlace)> {
    Some((number.to_string(), HandPlace::Known(MESSAGE)))
}

fn click(interaction: u64, message: u64) -> Callback {
    samples::click(interaction, ADA.user, message, false)
}

#[tokio::test]
async fn screens_that_come_during_a_write_are_skipped_but_for_the_newest() {
    let mut bench = bench();
    bench.show_hand(ADA, 1, HandPlace::New, true);
    for number in 2..5 {
        bench.show_hand(ADA, number, HandPlace::New, true);
    }
    assert_eq!(bench.written(), Some(("1".to_owned(), HandPlace::New)));
    assert_eq!(bench.written(), None, "one write at a time");
    bench.hand_shown(ADA, Ok(Outcome::Hand(MESSAGE)));
    assert_eq!(bench.written(), edit(4));
    bench.hand_shown(ADA, Ok(Outcome::Hand(MESSAGE)));
    assert_eq!(bench.written(), None);
}

#[tokio::test]
async fn a_screen_that_asks_for_nothing_waits_and_one_that_asks_does_not() {
    let mut bench = Bench::with_hand();
    bench.show_hand(ADA, 2, HandPlace::Known(MESSAGE), false);
    assert_eq!(bench.written(), None);
    assert_eq!(bench.board.poll_timeout(), Some(bench.now + CALM_INTERVAL));
    bench.wait(CALM_INTERVAL);
    assert_eq!(bench.written(), edit(2));
    bench.hand_shown(ADA, Ok(Outcome::Hand(MESSAGE)));
    bench.show_hand(ADA, 3, HandPlace::Known(MESSAGE), false);
    bench.show_hand(ADA, 4, HandPlace::Known(MESSAGE), true);
    assert_eq!(bench.written(), edit(4));
}

#[tokio::test]
async fn the_table_is_told_of_the_message_until_it_knows_it() {
    let mut bench = Bench::with_hand();
    let told = Some(BoardEvent::HandPosted(ADA, MESSAGE));
    bench.show_hand(ADA, 2, HandPlace::Unknown, true);
    assert_eq!(bench.board.poll_event(), told, "the journal refused it");
    bench.show_hand(ADA, 3, HandPlace::Known(MESSAGE), true);
    assert_eq!(bench.board.poll_event(), None);
}

#[tokio::test]
async fn after_an_unknown_outcome_the_message_is_looked_for() {
    let mut bench = bench();
    bench.show_hand(ADA, 1, HandPlace::New, true);
    bench.write();
    bench.hand_shown(ADA, Err(RequestError::OutcomeUnknown));
    assert_eq!(bench.written(), None, "it backs off");
    bench.wait(LATER);
    assert_eq!(bench.written(), Some(("1".to_owned(), HandPlace::Unknown)));
}

#[tokio::test]
async fn a_person_who_takes_no_direct_messages_is_reported_once_and_gets_none() {
    for error in [
        RequestError::NoDirectMessages,
        RequestError::MissingPermissions,
        RequestError::ChannelGone,
    ] {
        let mut bench = bench();
        bench.show_hand(ADA, 1, HandPlace::New, true);
        bench.write();
        bench.hand_shown(ADA, Err(error));
        let refused = Some(BoardEvent::HandRefused(ADA));
        assert_eq!(bench.board.poll_event(), refused);
        bench.wait(LATER);
        assert_eq!((bench.written(), bench.board.poll_event()), (None, None));
    }
}

#[tokio::test]
async fn a_deleted_message_is_posted_anew_with_another_nonce() {
    let mut bench = Bench::with_hand();
    bench.show_hand(ADA, 2, HandPlace::Known(MESSAGE), true);
    bench.write();
    bench.hand_shown(ADA, Err(RequestError::UnknownMessage));
    bench.wait(LATER);
    let again = bench.write().expect("it is posted anew");
    assert_eq!((again.place, again.lost), (HandPlace::Unknown, 1));
    assert!(again.may_post);
}

#[tokio::test]
async fn a_click_is_answered_by_an_edit_that_a_later_write_confirms_if_they_overlap() {
    let mut bench = Bench::with_hand();
    let answer = Answer::Hand(ADA, public(7));
    bench.answer(click(9, MESSAGE.message), answer.clone());
    assert_eq!(bench.requests(), ["answer 9 by edit: 7"]);
    bench.show_hand(ADA, 8, HandPlace::Known(MESSAGE), true);
    assert_eq!(bench.written(), None, "the answer is on its way");
    bench.done("answer 9 by edit: 7");
    assert_eq!(bench.written(), edit(8));
    bench.answer(click(10, MESSAGE.message), answer);
    assert_eq!(bench.last_request(), "answer 10 by edit: 7");
    bench.hand_shown(ADA, Ok(Outcome::Hand(MESSAGE)));
    bench.done("answer 10 by edit: 7");
    assert_eq!(bench.written(), edit(7), "whichever arrived last");
}

#[tokio::test]
async fn a_click_on_another_message_never_gets_the_hand() {
    let mut bench = Bench::with_hand();
    let answer = Answer::Hand(ADA, public(7));
    bench.answer(click(9, 999), answer);
    let acknowledged = bench.next_request().map(|request| request.op);
    assert!(matches!(
        acknowledged,
        Some(Op::Answer(_, Reply::Acknowledge))
    ));
    assert_eq!(bench.written(), edit(7));
}

#[tokio::test]
async fn an_answer_that_fails_is_followed_by_an_edit() {
    let mut bench = Bench::with_hand();
    let answer = Answer::Hand(ADA, public(7));
    bench.answer(click(9, MESSAGE.message), answer);
    bench.next_request();
    bench.fail("answer 9 by edit: 7", RequestError::UnknownInteraction);
    assert_eq!(bench.written(), edit(7));
}

#[tokio::test]
async fn the_end_waits_for_the_post_and_nothing_is_posted_for_it() {
    let mut bench = bench();
    bench.show_hand(ADA, 1, HandPlace::New, true);
    bench.write();
    bench.finish(ADA, 2, HandPlace::Unknown);
    assert!(!bench.is_settled());
    bench.hand_shown(ADA, Ok(Outcome::Hand(MESSAGE)));
    let last = bench.write().expect("the end is shown");
    assert_eq!(last.place, HandPlace::Known(MESSAGE));
    assert!(!last.may_post);
    bench.hand_shown(ADA, Ok(Outcome::Hand(MESSAGE)));
    assert!(bench.is_settled());

    bench.finish(BOB, 2, HandPlace::New);
    assert_eq!(bench.written(), None, "there is no message");
    assert!(bench.is_settled());
}

#[tokio::test]
async fn each_game_has_a_message_of_its_own() {
    let mut bench = Bench::with_hand();
    bench.finish(ADA, 2, HandPlace::Known(MESSAGE));
    let next = HandId { game: 2, ..ADA };
    bench.show_hand(next, 3, HandPlace::New, true);
    let (last, first) = (bench.write().unwrap(), bench.write().unwrap());
    assert_eq!((last.hand, last.place), (ADA, HandPlace::Known(MESSAGE)));
    assert_eq!((first.hand, first.place), (next, HandPlace::New));
}

#[tokio::test]
async fn a_closed_board_sends_what_waits_and_gives_up_after_a_failure() {
    let mut bench = Bench::with_hand();
    bench.show_hand(ADA, 2, HandPlace::Known(MESSAGE), false);
    bench.finish(ADA, 3, HandPlace::Known(MESSAGE));
    bench.close();
    assert_eq!(bench.written(), edit(3));
    bench.hand_shown(ADA, Err(RequestError::OutcomeUnknown));
    assert_eq!(bench.written(), None);
    assert!(!bench.is_settled(), "the next process closes it");
}
