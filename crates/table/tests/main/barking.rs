//! Games of *Barking Kittens*: for example, cards that can be played on any turn, a deal with a stash, buried cards,
//! and Barking Kittens that take effect without a Nope window.

use rules::{ChoiceAnswer, ChoiceKind, Illegal, Order};

use crate::prelude::*;

const NOW: Play = Play::Single {
    title: Title::AlterTheFutureNow,
    on: None,
};

fn barking_without_stand_ins() -> TableOptions {
    options_of(EditionId::BARKING).with(OptionValue::Leavers(LeaverPolicy::Out))
}

fn dealt(players: usize, fits: impl Fn(&Game, Seat) -> bool) -> Driver {
    let fits = |game: &Game| fits(game, seat_on_turn(game));
    Driver::dealt(options_of(EditionId::BARKING), players, fits)
}

/// Returns a game of three and the two players not on turn, who hold an Alter the Future Now and have open panels.
fn two_others_with_a_now_card() -> (Driver, Vec<UserId>) {
    let mut driver = dealt(3, |game, seat| {
        let mut others = game.living().without(seat).iter();
        others.all(|other| game.hand(other).has(Title::AlterTheFutureNow))
    });
    let others = driver.others();
    for &user in &others {
        driver.click_message(user, Intent::OpenHand);
    }
    (driver, others)
}

fn leave_order(driver: &mut Driver, user: UserId) {
    let order = ChoiceAnswer::Order(Order::unchanged(3));
    driver.does_on_panel(user, Intent::Answer(order));
}

#[test]
fn the_first_of_two_cards_for_any_turn_counts_and_the_clock_starts_again() {
    let (mut driver, others) = two_others_with_a_now_card();
    let (user, whole) = (driver.on_turn(), driver.until_deadline());
    driver.wait(Millis::seconds(9));
    let old = driver.panels[&others[1]].clone();
    driver.does_on_panel(others[0], Intent::Play(NOW));
    let other = usable(&old)
        .into_iter()
        .find(|usable| usable.intent() == Intent::Play(NOW))
        .expect("a button on another's turn");
    let outcome = driver.use_panel(others[1], &other);
    assert!(!outcome.changed, "{outcome:?}");
    assert_eq!(driver.held(others[1], Title::AlterTheFutureNow), 1);
    driver.close_window();
    // No card can be drawn or played until the order has been chosen.
    for intent in [Intent::Draw, Intent::Play(NOW)] {
        assert!(!driver.click_panel(user, intent).changed);
    }
    leave_order(&mut driver, others[0]);
    assert_eq!(driver.on_turn(), user);
    assert_eq!(driver.until_deadline(), whole);
    // The panel was refreshed with a button for the current revision.
    driver.does_on_panel(others[1], Intent::Play(NOW));
}

#[test]
fn a_card_for_any_turn_is_refused_to_strangers_to_the_dead_and_to_whoever_holds_none() {
    let mut driver = Driver::dealt(barking_without_stand_ins(), 3, |game| {
        let mut others = game.living().without(seat_on_turn(game)).iter();
        !others.any(|other| game.hand(other).has(Title::AlterTheFutureNow))
    });
    let others = driver.others();
    let refusal = Refusal::Rules(Illegal::NoSuchCard);
    driver.refuses_on_panel(others[0], Intent::Play(NOW), refusal);
    let stranger = driver.click_panel(UserId(77), Intent::Play(NOW));
    assert!(!stranger.changed, "{stranger:?}");
    driver.does(others[0], Intent::Leave { confirmed: true });
    let left = driver.click_panel(others[0], Intent::Play(NOW));
    assert!(!left.changed, "{left:?}");
}

#[test]
fn a_player_who_puts_cards_in_order_still_holds_them_when_another_player_leaves() {
    let title = Title::ShareTheFuture;
    let mut driver = Driver::holding(barking_without_stand_ins(), 3, title);
    let user = driver.on_turn();
    driver.click_message(user, Intent::OpenHand);
    driver.does_on_panel(user, Intent::Play(Play::single(Title::ShareTheFuture)));
    driver.close_window();
    let seat = seat_on_turn(driver.game());
    let first_steps = |driver: &Driver| {
        let offered = usable(&driver.panels[&user]);
        let is_step = |one: &&Usable| matches!(one.intent(), Intent::Show(PanelStep::Order(_)));
        offered.iter().filter(is_step).count()
    };
    assert_eq!(first_steps(&driver), 3);
    let other = driver.others()[0];
    driver.does(other, Intent::Leave { confirmed: true });
    let left = driver.game().look(seat).len();
    assert!((2..=3).contains(&left), "{left}");
    assert_eq!(first_steps(&driver), left);
    let order = ChoiceAnswer::Order(Order::unchanged(left as u8));
    driver.does_on_panel(user, Intent::Answer(order));
}

#[test]
fn a_player_whose_turn_begins_while_cards_are_put_in_order_is_called_afterwards() {
    let mut driver = Driver::dealt(barking_without_stand_ins(), 3, |game| {
        let mut others = game.living().without(seat_on_turn(game)).iter();
        others.all(|other| game.hand(other).has(Title::AlterTheFutureNow))
    });
    let (user, others) = (driver.on_turn(), driver.others());
    driver.does_on_panel(others[1], Intent::Play(NOW));
    driver.close_window();
    driver.does(user, Intent::Leave { confirmed: true });
    let next = driver.user(seat_on_turn(driver.game()));
    assert_ne!(next, user);
    let cards = driver.game().look(driver.table_seat(others[1])).len() as u8;
    let order = ChoiceAnswer::Order(Order::unchanged(cards));
    driver.does_on_panel(others[1], Intent::Answer(order));
    driver.assert_replaced(Some(next));
}

#[test]
fn turns_that_a_player_added_have_that_as_their_reason() {
    let mut driver = dealt(3, |game, seat| {
        let is_safe = |card: &rules::PileCard| card.title().hazard().is_none();
        let mut top = game.draw_pile().cards().iter().rev().take(2);
        game.hand(seat).has(Title::PersonalAttack) && top.all(is_safe)
    });
    let user = driver.on_turn();
    driver.does_on_panel(user, Intent::Play(Play::single(Title::PersonalAttack)));
    driver.close_window();
    driver.does(user, Intent::Draw);
    assert_eq!(driver.on_turn(), user);
    driver.assert_says("all by their own doing", true);
    driver.assert_says("drew a card and lives", false);
}

#[test]
fn a_game_with_a_stash_is_replayed_with_the_same_stash() {
    let mut driver = dealt(4, |game, seat| game.hand(seat).has(Title::TowerOfPower));
    let user = driver.on_turn();
    let stash = *driver.game().stash();
    assert_eq!(stash.total(), 6);
    driver.does_on_panel(user, Intent::Play(Play::single(Title::TowerOfPower)));
    driver.close_window();
    assert_eq!(driver.game().tower(), Some(driver.table_seat(user)));
    driver.replay();
    assert_eq!(*driver.game().stash(), stash);
    driver.assert_says("6", true);
}

#[test]
fn a_buried_card_goes_anywhere_and_to_no_place_that_is_not_there() {
    let mut driver = dealt(3, |game, seat| game.hand(seat).has(Title::Bury));
    let user = driver.on_turn();
    let cards = driver.game().draw_pile().len() as u8;
    driver.does_on_panel(user, Intent::Play(Play::single(Title::Bury)));
    driver.close_window();
    assert_eq!(driver.game().phase().choice(), Some(ChoiceKind::Bury));
    let place = |place| Intent::Answer(ChoiceAnswer::Place(place));
    for other in driver.others() {
        assert!(!driver.click_panel(other, place(0)).changed);
        assert!(!driver.click_panel(other, Intent::PlaceAnywhere).changed);
    }
    assert!(!driver.click_panel(user, place(cards)).changed);
    driver.does_on_panel(user, place(cards - 1));
    assert_eq!(driver.game().draw_pile().len() as u8, cards);
    assert_ne!(driver.on_turn(), user);
}

#[test]
fn a_potluck_goes_on_without_who_leaves_or_sleeps() {
    let mut driver = dealt(3, |game, seat| game.hand(seat).has(Title::Potluck));
    let (user, others) = (driver.on_turn(), driver.others());
    let pile = driver.game().draw_pile().len();
    driver.does_on_panel(user, Intent::Play(Play::single(Title::Potluck)));
    driver.close_window();
    let title = driver.game().hand(driver.table_seat(others[0])).nth(0);
    let put = Intent::Answer(ChoiceAnswer::Put(title.expect("a card")));
    driver.does_on_panel(others[0], put);
    assert!(!driver.click_panel(others[0], put).changed);
    driver.wait(driver.until_deadline());
    assert_eq!(driver.game().draw_pile().len(), pile + 3);
    assert_eq!(driver.on_turn(), user);
}

#[test]
fn a_barking_pair_takes_effect_at_once_and_an_old_button_does_nothing_more() {
    let mut driver = dealt(3, |game, seat| {
        game.hand(seat).count(Title::BarkingKitten) == 2
    });
    let user = driver.on_turn();
    let on = driver.table_seat(driver.others()[0]);
    let bark = Intent::Play(Play::aimed(Title::BarkingKitten, on));
    let alone = Intent::Play(Play::single(Title::BarkingKitten));
    assert!(!driver.click_panel(user, alone).changed);
    let stamp = driver.stamp();
    driver.does_on_panel(user, bark);
    assert!(driver.is_turn());
    assert_eq!(driver.on_turn(), user);
    assert_eq!(driver.game().hand(on).count(Title::Defuse), 0);
    assert_eq!(driver.game().discard().count(Title::BarkingKitten), 2);
    let again = driver.click(person(user), ClickOrigin::Panel(stamp), bark);
    assert!(!again.changed, "{again:?}");
    let nope = driver.click_message(driver.others()[0], Intent::Nope { layer: 0 });
    assert!(!nope.changed, "{nope:?}");
}

#[test]
fn computers_play_whole_games_of_the_edition_and_cards_on_others_turns() {
    let mut off_turn = 0;
    for seed in 0..30 {
        let setup = watched(4, Strength::Cat);
        let mut driver = Driver::open_with(options_of(EditionId::BARKING), setup, seed);
        while driver.table.is_playing() {
            let turn = driver.game().turn().map(|turn| turn.seat);
            driver.wake();
            let entry = driver.entries.last().expect("an entry");
            let records = entry.records.iter();
            let played = records.filter_map(|record| match record {
                Record::Game { events, .. } => events.first(),
                _ => None,
            });
            let plays =
                |event: &&Event| matches!(event, Event::Played { seat, .. } if Some(*seat) != turn);
            off_turn += played.filter(plays).count();
        }
    }
    assert!(off_turn > 0, "no computer played on another's turn");
}
