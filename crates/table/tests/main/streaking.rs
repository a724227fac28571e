//! Tables of *Streaking Kittens*: for example, blind players, cards that everyone gives up at once, and kittens that go
//! off on another player's turn.

use rules::{ChoiceAnswer, ChoiceKind};

use crate::prelude::*;

/// Returns a game of three people with a deal that satisfies `fits`, and the person on turn.
fn dealt(fits: impl Fn(&Game, Seat) -> bool) -> (Driver, UserId) {
    let options = options_of(EditionId::STREAKING);
    let fits = |game: &Game| fits(game, seat_on_turn(game));
    let driver = Driver::dealt(options, 3, fits);
    let user = driver.on_turn();
    (driver, user)
}

fn next_of(seat: Seat) -> Seat {
    Seat::ALL[(seat.index() + 1) % 3]
}

/// Plays a card for the person on turn, and waits until the Nope window has closed.
fn plays(driver: &mut Driver, user: UserId, play: Play) {
    driver.does_on_panel(user, Intent::Play(play));
    driver.close_window();
}

/// Lets the person on turn curse the next player and draw. Returns the cursed person and their panel before the curse.
fn cursed() -> (Driver, UserId, Screen) {
    let (mut driver, user) = dealt(|game, seat| {
        let is_safe = |card: rules::PileCard| card.title().hazard().is_none();
        let holds = game.hand(seat).has(Title::CurseOfTheCatButt);
        holds && game.draw_pile().top().is_some_and(is_safe)
    });
    let on = next_of(driver.table_seat(user));
    let blind = driver.user(on);
    driver.click_message(blind, Intent::OpenHand);
    let panel = driver.panels[&blind].clone();
    plays(&mut driver, user, Play::aimed(Title::CurseOfTheCatButt, on));
    driver.does_on_panel(user, Intent::Draw);
    (driver, blind, panel)
}

/// Asserts that a screen neither names a card held by this person nor offers to play one.
#[track_caller]
fn assert_tells_no_card(driver: &Driver, user: UserId, screen: &Screen) {
    let hand = driver.game().hand(driver.table_seat(user));
    let shown = texts(screen).join("\n");
    for title in hand.titles() {
        let name = english().card_name(title, EditionId::STREAKING);
        assert!(!shown.contains(&name), "{name} in {shown}");
    }
    let plays = |usable: &Usable| matches!(usable.intent(), Intent::Play(_) | Intent::Nope { .. });
    assert!(!usable(screen).iter().any(plays), "{screen}");
}

#[test]
fn an_old_panel_of_a_cursed_player_neither_plays_nor_tells() {
    let (mut driver, blind, old) = cursed();
    assert!(!usable(&old).is_empty());
    for usable in shown(&old) {
        let origin = ClickOrigin::Panel(usable.control.stamp);
        let outcome = driver.click(person(blind), origin, usable.intent());
        assert!(!outcome.changed, "{usable:?}: {outcome:?}");
        if let Answer::Panel(screen) = &outcome.answer {
            assert_tells_no_card(&driver, blind, screen);
        }
    }
}

#[test]
fn a_cursed_player_is_refused_every_card_by_name_and_may_play_one_blindly() {
    let (mut driver, blind, _) = cursed();
    assert_eq!(driver.on_turn(), blind);
    let hand = *driver.game().hand(driver.table_seat(blind));
    let other = next_of(driver.table_seat(blind));
    for title in hand.titles() {
        let pair = Play::Pair {
            title,
            wild: 0,
            on: other,
        };
        for play in [Play::single(title), Play::aimed(title, other), pair] {
            let outcome = driver.click_panel(blind, Intent::Play(play));
            assert!(!outcome.changed, "{play:?}: {outcome:?}");
        }
    }
    for title in hand.titles() {
        let steps = [PanelStep::Title(title), PanelStep::Explained];
        for step in steps {
            let screen = driver.click_panel(blind, Intent::Show(step)).panel();
            assert_tells_no_card(&driver, blind, &screen);
        }
    }
    for user in driver.others() {
        assert!(!driver.click_panel(user, Intent::PickBlindly).changed);
    }
    let cards = hand.total();
    // A blind tap counts only once the person can have seen the step.
    driver.wait(Millis::seconds(2));
    driver.does_on_panel(blind, Intent::PickBlindly);
    let left = driver.game().hand(driver.table_seat(blind)).total();
    assert_eq!(left, cards - 1);
}

fn hand_of(driver: &mut Driver, user: UserId) -> Screen {
    match driver.command(user, Intent::OpenHand).answer {
        Answer::Panel(screen) | Answer::PanelBelow(screen) => screen,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cursed_player_is_no_longer_told_which_card_they_drew_before() {
    let (mut driver, user) = dealt(|game, seat| {
        let is_safe = |card: rules::PileCard| card.title().hazard().is_none();
        let holds = game.hand(next_of(seat)).has(Title::CurseOfTheCatButt);
        holds && game.draw_pile().top().is_some_and(is_safe)
    });
    driver.does(user, Intent::Draw);
    let is_told = |screen: &Screen| texts(screen).join("\n").contains("You drew");
    assert!(is_told(&hand_of(&mut driver, user)));
    let (next, on) = (driver.on_turn(), driver.table_seat(user));
    plays(&mut driver, next, Play::aimed(Title::CurseOfTheCatButt, on));
    let hand = hand_of(&mut driver, user);
    assert!(!is_told(&hand), "{hand}");
    assert_tells_no_card(&driver, user, &hand);
}

#[test]
fn each_card_that_is_turned_up_blindly_begins_the_turn_anew() {
    let (mut driver, blind, _) = cursed();
    let whole = driver.until_deadline();
    driver.wait(Millis::seconds(2));
    let old = driver.stamp();
    driver.does_on_panel(blind, Intent::PickBlindly);
    assert_ne!(driver.stamp(), old);
    if driver.is_turn() {
        assert_eq!(driver.until_deadline(), whole);
    }
    driver.wait(Millis::seconds(2));
    let cards = |driver: &Driver| driver.game().hand(driver.table_seat(blind)).total();
    let left = cards(&driver);
    let again = driver.click(person(blind), ClickOrigin::Panel(old), Intent::PickBlindly);
    assert!(!again.changed, "{again:?}");
    assert_eq!(cards(&driver), left);
}

#[test]
fn a_player_who_could_keep_a_kitten_draws_without_risk_and_only_they_see_it() {
    let (mut driver, user) = dealt(|game, seat| game.hand(seat).has(Title::StreakingKitten));
    let hand = hand_of(&mut driver, user).to_string();
    assert!(
        hand.contains("Draw (0%)") && hand.contains("risk up to **0%**"),
        "{hand}"
    );
    assert!(!driver.text().contains("**0%**"));
}

#[test]
fn after_a_catomic_bomb_everybody_knows_the_risk_of_the_next_draw() {
    let (mut driver, user) = dealt(|game, seat| {
        game.hand(seat).has(Title::CatomicBomb) && game.hand(next_of(seat)).has(Title::Defuse)
    });
    plays(&mut driver, user, Play::single(Title::CatomicBomb));
    driver.assert_says("risk up to **100%**", true);
    let next = driver.on_turn();
    driver.does(next, Intent::Draw);
    let odds = driver.game().view(None).kitten_odds();
    assert_eq!(odds, (1, 1), "the others still lie there");
    driver.wake();
    driver.does_on_panel(next, Intent::Answer(ChoiceAnswer::Place(0)));
    assert_ne!(driver.game().view(None).kitten_odds(), (1, 1));
}

#[test]
fn the_stored_data_of_a_cursed_player_has_none_of_their_cards() {
    let stored_cards = |driver: &Driver, user| {
        let records = driver.own_records(user).into_iter();
        let cards = records.map(|record| match record {
            Record::Dealt { dealt, .. } => dealt.hands.iter().flatten().count(),
            _ => 0,
        });
        cards.sum::<usize>()
    };
    let (driver, blind, _) = cursed();
    assert_eq!(stored_cards(&driver, blind), 0);
    for user in driver.others() {
        assert_eq!(stored_cards(&driver, user), 8);
    }
}

#[test]
fn a_garbage_collection_calls_everybody_else_once_and_goes_on_without_who_leaves() {
    let (mut driver, user) = dealt(|game, seat| game.hand(seat).has(Title::GarbageCollection));
    driver.does_on_panel(user, Intent::Play(Play::single(Title::GarbageCollection)));
    let mut called = Vec::new();
    while driver.game().phase().window().is_some() {
        driver.wake();
        called.extend(driver.pings());
    }
    let mut others = driver.others();
    others.sort_unstable();
    called.sort_unstable();
    assert_eq!(called, others);
    let pile = driver.game().draw_pile().len();
    let puts = |driver: &mut Driver, user: UserId| {
        let title = driver.game().hand(driver.table_seat(user)).nth(0);
        let put = ChoiceAnswer::Put(title.expect("a card"));
        driver.does_on_panel(user, Intent::Answer(put));
    };
    puts(&mut driver, others[0]);
    assert!(driver.pings().is_empty());
    // A second card from the same person is refused.
    let again = ChoiceAnswer::Put(Title::Defuse);
    assert!(!driver.click_panel(others[0], Intent::Answer(again)).changed);
    puts(&mut driver, user);
    assert!(driver.pings().is_empty());
    assert_eq!(driver.game().draw_pile().len(), pile);
    driver.wait(driver.until_deadline());
    assert_eq!(driver.game().draw_pile().len(), pile + 3);
    assert_eq!(driver.on_turn(), user);
}

/// A player keeps an Exploding Kitten thanks to a Streaking Kitten, which the next player then demands.
#[test]
fn a_kitten_that_goes_off_on_anothers_turn_calls_its_player_after_the_beat() {
    let options = options_of(EditionId::STREAKING);
    let fits = |game: &Game| {
        let asker = seat_on_turn(game);
        let holder = next_of(asker);
        let top = game.draw_pile().from_top().nth(1);
        let is_second = top.is_some_and(|card| card.title() == Title::ExplodingKitten);
        let is_first_safe = game
            .draw_pile()
            .top()
            .is_some_and(|card| card.title().hazard().is_none());
        let hand = game.hand(holder);
        let saved = hand.has(Title::StreakingKitten) && hand.has(Title::Defuse);
        is_second && is_first_safe && saved && !game.hand(next_of(holder)).holding(3).is_empty()
    };
    let mut driver = Driver::dealt(options, 3, fits);
    driver.does_on_panel(driver.on_turn(), Intent::Draw);
    let holder = driver.on_turn();
    driver.does_on_panel(holder, Intent::Draw);
    let (asker, on) = (driver.on_turn(), driver.table_seat(holder));
    assert!(
        driver.game().hand(on).has(Title::ExplodingKitten),
        "it is sheltered"
    );
    let hand = driver.game().hand(driver.table_seat(asker));
    let title = hand.holding(3).nth(0).expect("three of a kind");
    let naming = Title::StreakingKitten;
    let triple = Play::Triple {
        title,
        wild: 0,
        on,
        naming,
    };
    driver.does_on_panel(asker, Intent::Play(triple));
    let mut called = Vec::new();
    while driver.game().phase().window().is_some() || called.is_empty() {
        driver.wake();
        called.extend(driver.pings());
    }
    assert_eq!(called, [holder]);
    let choice = driver.game().phase().choice();
    assert!(matches!(choice, Some(ChoiceKind::Place(_))), "{choice:?}");
    assert!(
        driver.text().contains(&format!("<@{holder}>")),
        "{}",
        driver.text()
    );
    driver.does_on_panel(holder, Intent::PlaceAnywhere);
    assert_eq!(driver.on_turn(), asker);
    assert!(driver.is_turn());
}
