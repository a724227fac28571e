//! Invalid clicks, such as repeated, stale or forged clicks, which do not change the table.

use rules::ChoiceAnswer;

use crate::driver::Outcome;
use crate::prelude::*;

fn game_intents() -> Vec<Intent> {
    let mut intents = vec![
        Intent::Draw,
        Intent::Nope { layer: 0 },
        Intent::Nope { layer: 255 },
        Intent::Pass,
        Intent::Answer(ChoiceAnswer::Place(0)),
        Intent::Answer(ChoiceAnswer::Place(255)),
        Intent::PlaceAnywhere,
        Intent::Answer(ChoiceAnswer::Stop),
        Intent::Answer(ChoiceAnswer::Aim(Seat::ALL[1])),
        Intent::PickBlindly,
        Intent::Answer(ChoiceAnswer::Order(rules::Order::unchanged(3))),
    ];
    for title in Title::ALL {
        intents.push(Intent::Answer(ChoiceAnswer::Give(title)));
        intents.push(Intent::Answer(ChoiceAnswer::Take(title)));
        intents.push(Intent::Answer(ChoiceAnswer::Put(title)));
        intents.push(Intent::Play(Play::single(title)));
        intents.push(Intent::Play(Play::Five { titles: [title; 5] }));
        for on in Seat::ALL {
            intents.push(Intent::Play(Play::Pair { title, wild: 0, on }));
            intents.push(Intent::Play(Play::Triple {
                title,
                wild: 0,
                on,
                naming: Title::Defuse,
            }));
            intents.push(Intent::Play(Play::aimed(Title::Favor, on)));
        }
    }
    intents
}

#[test]
fn only_the_player_on_turn_can_take_the_actions_of_that_turn_and_others_are_refused_in_private() {
    for players in 2..=5 {
        let mut driver = Driver::playing(options(), players, 4);
        let (on_turn, message) = (driver.on_turn(), driver.message.clone());
        let stamp = driver.stamp();
        let users = (1..=players as u64 + 1).map(UserId);
        for user in users.filter(|&user| user != on_turn) {
            for intent in game_intents() {
                for origin in [ClickOrigin::Table(stamp), ClickOrigin::Panel(stamp)] {
                    let outcome = driver.click(person(user), origin, intent);
                    assert_privately_refused(&outcome);
                    assert_eq!(driver.message, message, "{intent:?} of {user}");
                }
            }
        }
    }
}

#[track_caller]
fn assert_privately_refused(outcome: &Outcome) {
    let is_private = matches!(
        outcome.answer,
        Answer::Refusal(_) | Answer::Obsolete(_) | Answer::Panel(_)
    );
    assert!(is_private && !outcome.changed, "{outcome:?}");
}

/// Asserts that a person who forges controls is refused in private, with no other effect.
#[track_caller]
fn assert_forged(driver: &mut Driver, user: UserId, intents: &[Intent]) {
    let message = driver.message.clone();
    for &intent in intents {
        assert_privately_refused(&driver.click_panel(user, intent));
        assert_eq!(driver.message, message, "{intent:?}");
    }
}

fn order(places: &[u8]) -> Intent {
    let order = rules::Order::new(places).expect("an order as a button can hold it");
    Intent::Answer(ChoiceAnswer::Order(order))
}

/// Covers the order of an Alter the Future, the targets of an Attack, and the places for the Imploding Kitten.
#[test]
fn forged_answers_are_refused_in_private_and_change_nothing() {
    let imploding = options_of(EditionId::IMPLODING);
    let mut driver = Driver::holding(imploding, 3, Title::AlterTheFuture);
    let user = driver.on_turn();
    let play = Intent::Play(Play::single(Title::AlterTheFuture));
    let others = driver.others();
    driver.does_on_panel(user, play);
    driver.wake();
    let repeated: [&[u8]; 4] = [&[0, 0, 1], &[1, 1, 1], &[0, 1], &[]];
    let foreign: [&[u8]; 3] = [&[1, 2, 3], &[2, 1, 200], &[0, 1, 2, 3]];
    assert_forged(&mut driver, user, &repeated.map(order));
    assert_forged(&mut driver, user, &foreign.map(order));
    for other in others {
        assert_forged(&mut driver, other, &[order(&[2, 1, 0])]);
    }
    driver.does_on_panel(user, order(&[2, 0, 1]));
    // The cards have already been put in order.
    assert_forged(&mut driver, user, &[order(&[2, 1, 0])]);

    let mut driver = Driver::holding(imploding, 3, Title::TargetedAttack);
    let user = driver.on_turn();
    let (own, others) = (driver.table_seat(user), driver.others());
    let next = Seat::ALL[(own.index() + 1) % 3];
    let attack = |on| Intent::Play(Play::aimed(Title::TargetedAttack, on));
    let untargeted = Intent::Play(Play::single(Title::TargetedAttack));
    let absent = [attack(Seat::ALL[3]), attack(Seat::ALL[8])];
    assert_forged(
        &mut driver,
        user,
        &[&absent[..], &[attack(own), untargeted]].concat(),
    );
    for other in others {
        assert_forged(&mut driver, other, &[attack(own), attack(next)]);
    }
    driver.does_on_panel(user, attack(next));
    assert_forged(&mut driver, user, &[attack(next)]);

    let mut driver = Driver::dealt(imploding, 3, |game| {
        let top = game.draw_pile().from_top().next();
        top == Some(Title::ImplodingKitten.into())
    });
    let (user, others) = (driver.on_turn(), driver.others());
    let place = |place| Intent::Answer(ChoiceAnswer::Place(place));
    let give = Intent::Answer(ChoiceAnswer::Give(Title::Nope));
    driver.does_on_panel(user, Intent::Draw);
    assert_forged(
        &mut driver,
        user,
        &[place(76), place(255), order(&[0, 1, 2]), give],
    );
    for other in others {
        assert_forged(&mut driver, other, &[place(0), Intent::PlaceAnywhere]);
    }
    driver.does_on_panel(user, place(0));
    assert_forged(&mut driver, user, &[place(1)]);
}

#[test]
fn a_person_without_a_seat_is_refused() {
    let mut driver = Driver::playing(options(), 3, 4);
    for intent in game_intents() {
        driver.refuses(UserId(99), intent, Refusal::NotSeated);
    }
    driver.refuses(UserId(99), Intent::Join, Refusal::AlreadyStarted);
    driver.refuses_command(
        UserId(99),
        Intent::Leave { confirmed: true },
        Refusal::NotSeated,
    );
}

#[test]
fn a_control_of_another_revision_or_another_table_changes_nothing() {
    let mut driver = Driver::playing(options(), 3, 4);
    let user = driver.on_turn();
    let now = driver.stamp();
    let [earlier, later] = [now.revision.0 - 1, now.revision.0 + 1].map(Revision);
    let table = TableId(TABLE.0 + 1);
    let stamps = [earlier, later].map(|revision| Stamp { revision, ..now });
    for stamp in stamps.into_iter().chain([Stamp { table, ..now }]) {
        for origin in [ClickOrigin::Table(stamp), ClickOrigin::Panel(stamp)] {
            let outcome = driver.click(person(user), origin, Intent::Draw);
            outcome.assert_refused(Refusal::MovedOn);
            assert!(matches!(outcome.answer, Answer::Panel(_)), "a fresh panel");
        }
    }
}

#[test]
fn the_second_of_two_clicks_on_draw_is_refused_even_when_two_turns_are_owed() {
    let mut driver = Driver::dealt(options(), 2, |game| {
        let seat = seat_on_turn(game);
        let kitten = |place: usize| {
            game.draw_pile().from_top().nth(place) == Some(Title::ExplodingKitten.into())
        };
        game.hand(seat).has(Title::Attack) && !kitten(0) && !kitten(1)
    });
    let user = driver.on_turn();
    let other = UserId(3 - user.0);
    driver.does_on_panel(user, Intent::Play(Play::single(Title::Attack)));
    driver.does(other, Intent::Pass);
    assert_eq!(driver.on_turn(), other);
    let origin = ClickOrigin::Table(driver.stamp());
    assert!(driver.click(person(other), origin, Intent::Draw).changed);
    assert_eq!(driver.on_turn(), other, "one more is owed");
    driver
        .click(person(other), origin, Intent::Draw)
        .assert_refused(Refusal::MovedOn);
}

#[test]
fn a_click_delivered_twice_is_applied_once_and_answered_twice() {
    let mut driver = Driver::playing(options(), 3, 4);
    let user = driver.on_turn();
    let origin = ClickOrigin::Table(driver.stamp());
    let cards = driver.game().draw_pile().len();
    assert!(driver.click(person(user), origin, Intent::Draw).changed);
    let again = driver.last_interaction();
    // The driver numbers interactions and replies with the same counter.
    let first = driver.entries.last().unwrap().interaction.unwrap();
    assert!(again >= first);
    for _ in 0..3 {
        let outcome = driver.deliver(first, person(user), origin, Intent::Draw);
        assert!(!outcome.changed);
        assert_eq!(outcome.answer, Answer::Table(driver.message.clone()));
    }
    assert_eq!(driver.game().draw_pile().len(), cards - 1);
}

#[test]
fn game_actions_are_refused_before_and_after_the_game() {
    let mut lobby = Driver::open(options(), 1);
    for intent in game_intents() {
        lobby.refuses(UserId(1), intent, Refusal::NotStarted);
    }
    lobby.refuses(UserId(1), Intent::Rematch, Refusal::NotStarted);
    lobby.refuses(UserId(1), Intent::NewTable, Refusal::NotStarted);

    let mut over = Driver::playing(options(), 2, 4);
    over.refuses(UserId(1), Intent::Rematch, Refusal::NotOver);
    for intent in [Intent::Start, Intent::OpenOptions(OptionPage::Game)] {
        over.refuses(UserId(1), intent, Refusal::AlreadyStarted);
    }
    let mut old = Vec::new();
    while over.table.is_playing() {
        old.push(over.stamp());
        over.draw_or_wake();
    }
    for intent in game_intents()
        .into_iter()
        .chain([Intent::OpenHand, Intent::Join, Intent::Start])
    {
        over.refuses(UserId(1), intent, Refusal::GameOver);
    }
    for stamp in old {
        for intent in [Intent::Rematch, Intent::NewTable] {
            over.click(person(UserId(1)), ClickOrigin::Table(stamp), intent)
                .assert_refused(Refusal::MovedOn);
        }
    }
}
