//! The beat after a death or a rescue, in which the public message shows only that event.

use rules::AnswerKind;

use crate::prelude::*;

const DEATH: Millis = Millis::seconds(3);
const RESCUE: Millis = Millis::seconds(2);
const KITTEN: Title = Title::ExplodingKitten;
const DEFUSE: Title = Title::Defuse;

/// Returns the same game, dealt with a kitten on top of the pile and at most one Defuse in each hand.
fn with_kitten_on_top(driver: &Driver) -> Driver {
    driver.redealt(|dealt: &mut DealtRecord| {
        let kitten = dealt.pile.iter().position(|&card| card == KITTEN);
        dealt.pile.swap(0, kitten.expect("a kitten is in the pile"));
        for hand in &mut dealt.hands {
            for card in hand.iter_mut().filter(|card| **card == DEFUSE).skip(1) {
                let mut pile = dealt.pile.iter_mut().rev();
                let harmless = pile.find(|card| ![KITTEN, DEFUSE].contains(card));
                std::mem::swap(card, harmless.expect("the pile has other cards"));
            }
        }
    })
}

fn place_on_top() -> Intent {
    Intent::Answer(rules::ChoiceAnswer::Place(0))
}

fn after_rescue(options: TableOptions, players: usize) -> Driver {
    let mut driver = with_kitten_on_top(&Driver::playing(options, players, 2));
    let first = driver.on_turn();
    driver.does_on_panel(first, Intent::Draw);
    driver
}

/// Returns a game in which the first player has just exploded: all players have drawn the same kitten in turn, and the
/// first player has drawn it again.
fn after_death(options: TableOptions, players: usize) -> Driver {
    let mut driver = after_rescue(options, players);
    for _ in 0..players {
        driver.wait(RESCUE);
        let rescued = driver.on_turn();
        driver.does_on_panel(rescued, place_on_top());
        let next = driver.on_turn();
        driver.does_on_panel(next, Intent::Draw);
    }
    assert_eq!(driver.game().deaths().len(), 1);
    driver
}

fn shows_beat(driver: &Driver) -> bool {
    let texts = texts(&driver.message);
    let shown = driver.table.screen() == driver.message;
    shown && texts.len() == 1 && texts[0].starts_with("## ")
}

fn deadline_of(driver: &Driver) -> Millis {
    driver.now.after(driver.until_deadline())
}

#[test]
fn a_death_is_shown_alone_for_three_seconds_or_two_if_fast_and_then_the_next_player_is_pinged() {
    for (pace, beat) in [(Pace::Normal, DEATH), (Pace::Fast, Millis::seconds(2))] {
        let mut driver = after_death(options_at(pace), 3);
        let next = driver.on_turn();
        driver.assert_updated(MessageUpdate::Edit);
        assert!(shows_beat(&driver), "{}", driver.message);
        driver.assert_says("The Exploding Kitten gets", true);
        assert_eq!(driver.table.next_wake(), Some(driver.now.after(beat)));
        assert!(driver.wait(Millis(beat.0 - 1)).effects.is_empty());
        let over = driver.wait(Millis(1));
        assert!(over.entry.is_none());
        driver.assert_replaced(Some(next));
        assert!(!shows_beat(&driver));
        assert!(driver.wait(Millis(1)).effects.is_empty(), "only once");
    }
}

#[test]
fn a_rescue_is_shown_alone_for_two_seconds_and_pings_nobody() {
    let mut driver = after_rescue(options_at(Pace::Normal), 3);
    driver.assert_updated(MessageUpdate::Edit);
    assert!(shows_beat(&driver), "{}", driver.message);
    driver.assert_says("defuses", true);
    assert!(driver.wait(Millis(1999)).effects.is_empty());
    driver.wait(Millis(1));
    driver.assert_updated(MessageUpdate::Edit);
    assert!(!shows_beat(&driver));
}

#[test]
fn the_turn_after_a_rescue_tells_of_it_once() {
    let mut driver = after_rescue(options_at(Pace::Normal), 3);
    driver.wait(RESCUE);
    let rescued = driver.on_turn();
    driver.does_on_panel(rescued, place_on_top());
    let told = texts(&driver.message).join("\n");
    let lines = told.lines().filter(|line| line.contains("Player 1"));
    // The player is named in the reason for the turn and on the line of their seat.
    assert_eq!(lines.count(), 2, "{told}");
}

#[test]
fn the_last_death_is_shown_alone_before_the_result() {
    let mut driver = after_death(options_at(Pace::Normal), 2);
    driver.assert_updated(MessageUpdate::Edit);
    assert!(shows_beat(&driver), "{}", driver.message);
    assert!(driver.message.chart().is_none());
    driver.refuses(UserId(1), Intent::Rematch, Refusal::NotOver);
    driver.refuses(UserId(1), Intent::NewTable, Refusal::NotOver);
    driver.refuses(
        UserId(1),
        Intent::End { confirmed: true },
        Refusal::GameOver,
    );
    assert!(driver.wait(Millis(2999)).effects.is_empty());
    assert!(driver.wait(Millis(1)).entry.is_none());
    driver.assert_updated(MessageUpdate::Edit);
    assert!(driver.message.chart().is_some());
    assert!(driver.wait(DEATH).effects.is_empty(), "only once");
    driver.does(UserId(1), Intent::Rematch);
}

#[test]
fn a_restart_during_the_last_beat_or_after_it_shows_the_result() {
    let mut driver = after_death(options_at(Pace::Normal), 2);
    driver.now = driver.now.after(Millis(400));
    let mut later = driver.clone();
    restart(&mut driver, Millis(500));
    driver.assert_replaced(None);
    assert!(driver.message.chart().is_some());
    later.wait(DEATH);
    restart(&mut later, Millis::minutes(3));
    assert!(later.message.chart().is_some());
    later.handle(Input::MessagePosted { at: later.now });
    assert!(later.wait(DEATH).effects.is_empty());
}

#[test]
fn an_outage_that_the_table_outlives_cuts_the_last_beat_short() {
    for held in [Millis(400), DEATH] {
        let mut driver = after_death(options_at(Pace::Normal), 2);
        driver.handle(Input::MessagePosted { at: driver.now });
        let since = driver.now.after(held);
        driver.now = since.after(Millis(500));
        driver.handle(Input::Resumed { since });
        driver.assert_updated(MessageUpdate::Edit);
        assert!(driver.message.chart().is_some());
    }
}

#[test]
fn the_result_is_shown_although_deadlines_are_held() {
    let mut driver = after_death(options_at(Pace::Normal), 2);
    driver.replay();
    driver.table.hold_deadlines(true);
    driver.wait(DEATH);
    driver.command(UserId(1), Intent::PostTable);
    assert!(driver.message.chart().is_some());
}

#[test]
fn a_watched_game_has_its_beats_the_last_one_too() {
    let mut driver = Driver::open_with(options(), watched(3, Strength::Cat), 4);
    let (mut deaths, mut began) = (0, None);
    while driver.table.is_playing() || shows_beat(&driver) {
        if shows_beat(&driver) {
            let since: Millis = *began.get_or_insert(driver.now);
            driver.wake();
            assert!(driver.now.since(since) >= Millis(2500));
        } else {
            began = None;
            driver.wake();
            let exploded = driver.text().contains("The Exploding Kitten gets");
            deaths += usize::from(shows_beat(&driver) && exploded);
        }
    }
    assert_eq!(deaths, 2);
    assert!(driver.message.chart().is_some());
}

#[test]
fn a_death_tells_who_hid_the_kitten_only_if_everybody_can_know() {
    // In a game of two, the players have taken turns drawing the only kitten and putting it back.
    let known = after_death(options_at(Pace::Normal), 2);
    known.assert_says("hid it just now", true);
    // In a game of three, the pile contains a second kitten, which no player hid.
    let unknown = after_death(options_at(Pace::Normal), 3);
    assert!(shows_beat(&unknown));
    unknown.assert_says("hid it", false);
}

#[test]
fn a_beat_takes_no_time_from_what_follows_it() {
    let pace = Pace::Normal;
    let driver = after_death(options_at(pace), 3);
    let whole = driver.now.after(DEATH).after(pace.turn());
    assert_eq!(deadline_of(&driver), whole);
    let driver = after_rescue(options_at(pace), 3);
    let whole = driver.now.after(RESCUE).after(pace.choice());
    assert_eq!(deadline_of(&driver), whole);
}

/// Plays until the computer in the third seat has just defused a kitten; `None` if it never does.
fn after_rescue_of_computer(mut driver: Driver) -> Option<Driver> {
    let computer = Seat::ALL[2];
    while driver.table.is_playing() {
        match driver.game().phase() {
            Phase::Choice(choice)
                if choice.owner == computer && choice.kind.answer_kind() == AnswerKind::Place =>
            {
                return Some(driver);
            }
            Phase::Turn if driver.on_turn() != driver.user(computer) => {
                driver.click_panel(driver.on_turn(), Intent::Draw);
            }
            _ => drop(driver.wake()),
        }
    }
    None
}

#[test]
fn a_computer_waits_for_the_end_of_the_beat() {
    let options = options_at(Pace::Normal);
    let mut games = (0..50).map(|seed| Driver::playing_with(options, 2, computers(1), seed));
    let found = games.find_map(after_rescue_of_computer);
    let mut driver = found.expect("the computer draws a kitten in one of that many games");
    assert!(shows_beat(&driver), "{}", driver.message);
    let rescued = driver.now;
    assert_eq!(driver.table.next_wake(), Some(rescued.after(RESCUE)));
    driver.wake();
    assert!(!shows_beat(&driver));
    let acts = driver.table.next_wake().expect("the computer acts");
    let delay = acts.since(rescued.after(RESCUE));
    assert!((1000..=2000).contains(&delay.0), "{delay:?}");
}

#[test]
fn a_draw_or_a_place_during_the_beat_is_served_and_ends_it() {
    let options = options_at(Pace::Normal);
    for (mut driver, intent) in [
        (after_death(options, 3), Intent::Draw),
        (after_rescue(options, 3), place_on_top()),
    ] {
        let user = driver.on_turn();
        driver.now = driver.now.after(Millis(300));
        driver.does_on_panel(user, intent);
        assert_eq!(*driver.game().phase(), Phase::Turn, "not a kitten");
        let ping = Some(driver.on_turn());
        assert_ne!(ping, Some(user));
        driver.assert_replaced(ping);
        assert!(!shows_beat(&driver));
    }
}

#[test]
fn a_refused_click_changes_nothing_of_the_beat() {
    let mut driver = after_death(options_at(Pace::Normal), 3);
    let next = driver.on_turn();
    let until = driver.table.next_wake();
    let other = driver.others()[0];
    driver.now = driver.now.after(Millis(300));
    assert!(!driver.click_message(other, Intent::Draw).changed);
    assert!(shows_beat(&driver));
    assert_eq!(driver.table.next_wake(), until);
    driver.wake();
    driver.assert_replaced(Some(next));
}

#[test]
fn a_player_who_leaves_during_the_beat_takes_no_ping_along() {
    let options = options_at(Pace::Normal).with(OptionValue::Leavers(LeaverPolicy::Out));
    let mut driver = after_death(options, 4);
    let next = driver.on_turn();
    let mut others = driver.game().living().iter().map(|seat| driver.user(seat));
    let leaver = others.find(|&user| user != next).expect("three live");
    driver.does_by_command(leaver, Intent::Leave { confirmed: true });
    driver.assert_replaced(Some(next));
}

#[test]
fn a_message_that_is_lost_during_the_beat_is_posted_without_a_ping_and_the_beat_goes_on() {
    let mut driver = after_death(options_at(Pace::Normal), 3);
    let next = driver.on_turn();
    driver.handle(Input::DeliveryFailed(DeliveryFailure::MessageLost));
    driver.assert_updated(MessageUpdate::EditOrPost);
    assert!(shows_beat(&driver));
    driver.wait(DEATH);
    driver.assert_replaced(Some(next));
}

/// Replays and resumes the table as in a new process, once the time `after` has passed.
fn restart(driver: &mut Driver, after: Millis) {
    let since = driver.now;
    driver.now = since.after(after);
    driver.replay();
    driver.handle(Input::Resumed { since });
}

#[test]
fn a_restart_during_the_beat_goes_on_with_it() {
    let mut driver = after_death(options_at(Pace::Normal), 3);
    let next = driver.on_turn();
    driver.now = driver.now.after(Millis(400));
    restart(&mut driver, Millis::minutes(3));
    driver.assert_replaced(None);
    assert!(shows_beat(&driver));
    assert_eq!(
        driver.table.next_wake(),
        Some(driver.now.after(Millis(2600)))
    );
    driver.wake();
    driver.assert_replaced(Some(next));
    let turn = driver.now.after(Pace::Normal.turn());
    assert_eq!(driver.table.next_wake(), Some(turn));
}

#[test]
fn an_outage_that_begins_during_the_beat_extends_what_follows_by_its_whole_length() {
    for mut driver in [
        after_death(options_at(Pace::Normal), 3),
        after_rescue(options_at(Pace::Normal), 3),
    ] {
        let (began, deadline) = (driver.now, deadline_of(&driver));
        driver.now = began.after(Millis::minutes(1));
        let since = began.after(Millis(400));
        driver.handle(Input::Resumed { since });
        let outage = driver.now.since(since);
        assert_eq!(deadline_of(&driver), deadline.after(outage));
    }
}

#[test]
fn a_restart_after_the_beat_neither_repeats_it_nor_pings_again() {
    let mut driver = after_death(options_at(Pace::Slow), 3);
    driver.wake();
    driver.now = driver.now.after(Millis::seconds(5));
    restart(&mut driver, Millis::minutes(3));
    driver.assert_replaced(None);
    assert!(!shows_beat(&driver));
    driver.handle(Input::MessagePosted { at: driver.now });
    assert!(driver.wait(Millis::seconds(5)).effects.is_empty());
    // The same is true after a conflict between two processes, without an outage.
    driver.replay();
    assert!(driver.handle(Input::Wake).effects.is_empty());
    assert!(texts(&driver.table.screen()).len() > 1);
}
