//! The number of taps that a turn takes. An additional step in the hand would cost everyone a tap on every turn.

use rules::ChoiceAnswer;
use table::intent::TargetedPlay;

use crate::prelude::*;

/// Given a control's intent, returns true if it is the control to tap.
type Tap = fn(Intent) -> bool;

const READING: Millis = Millis(600);

/// Plays a turn from a hand with at least this many cards of this title: makes the taps in `path`, then draws. Returns
/// the number of taps, including those for opening the hand and drawing.
fn taps(edition: EditionId, (title, copies): (Title, u8), path: &[Tap]) -> usize {
    let fits = |game: &Game| game.hand(seat_on_turn(game)).count(title) >= copies;
    let mut driver = Driver::dealt(options_of(edition), 3, fits);
    let user = driver.on_turn();
    driver.click_message(user, Intent::OpenHand);
    for tap in path {
        driver.wait(READING);
        let chosen = usable(&driver.panels[&user])
            .into_iter()
            .rfind(|one| tap(one.intent()))
            .expect("the hand offers it");
        driver.use_panel(user, &chosen);
        while !driver.is_turn() && !driver.game().awaited().contains(driver.table_seat(user)) {
            driver.wake();
        }
    }
    assert_eq!(driver.on_turn(), user);
    driver.wait(READING);
    driver.does_on_panel(user, Intent::Draw);
    1 + path.len() + 1
}

#[test]
fn a_turn_takes_no_tap_more_than_its_cards_need() {
    let original = EditionId::ORIGINAL;
    let play: Tap = |intent| matches!(intent, Intent::Play(_));
    let aim: Tap = |intent| matches!(intent, Intent::Show(PanelStep::Target(_)));
    let shuffle: Tap = |intent| intent == Intent::Play(Play::single(Title::Shuffle));
    assert_eq!(taps(original, (Title::Shuffle, 1), &[]), 2, "look and draw");
    assert_eq!(taps(original, (Title::Shuffle, 1), &[shuffle]), 3, "a card");
    assert_eq!(taps(original, (Title::Favor, 1), &[aim, play]), 4, "Favor");
    let cat: Tap = |intent| intent == Intent::Show(PanelStep::Title(Title::Tacocat));
    let pair: Tap =
        |intent| intent == Intent::Show(PanelStep::Target(TargetedPlay::Pair(Title::Tacocat, 0)));
    assert_eq!(
        taps(original, (Title::Tacocat, 2), &[cat, pair, play]),
        5,
        "a pair"
    );
    let alter: Tap = |intent| intent == Intent::Play(Play::single(Title::AlterTheFuture));
    let order: Tap = |intent| matches!(intent, Intent::Show(PanelStep::Order(_)));
    let ordered: Tap = |intent| matches!(intent, Intent::Answer(ChoiceAnswer::Order(_)));
    let altered = taps(
        EditionId::IMPLODING,
        (Title::AlterTheFuture, 1),
        &[alter, order, order, ordered],
    );
    assert_eq!(altered, 6, "Alter the Future");
}
