//! One or two people among computers. In a Nope window, the table passes for its only person if they hold no Nope.

use players::Computer;
use rules::Action;

use crate::prelude::*;

fn against(count: u8, seed: u64) -> Driver {
    let mut driver = Driver::open_with(options(), computers(count), seed);
    driver.does(ADA, Intent::Start);
    driver
}

const ADA: UserId = UserId(1);

fn is_alive(driver: &Driver) -> bool {
    driver.game().living().contains(driver.table_seat(ADA))
}

fn draw_until_dead(driver: &mut Driver) {
    while driver.table.is_playing() && is_alive(driver) {
        driver.draw_among_computers(ADA);
    }
}

#[test]
fn a_game_that_no_person_survives_is_over_as_soon_as_the_last_death_has_been_shown() {
    let mut finished = 0;
    for seed in 0..20 {
        let mut driver = against(4, seed);
        draw_until_dead(&mut driver);
        if !driver.table.is_playing() {
            continue;
        }
        assert!(driver.until_wake() <= Millis::seconds(3));
        driver.wake();
        assert!(driver.table.is_over() && !driver.table.shows_last_death());
        assert!(driver.game().deaths().len() >= 2);
        assert!(driver.replayed().has_same_state(&driver.table));
        finished += 1;
    }
    assert!(finished >= 5, "{finished} games");
}

#[test]
fn a_game_in_which_another_person_lives_goes_on_at_its_pace() {
    let mut driver = Driver::playing_with(options(), 2, computers(1), 3);
    draw_until_dead(&mut driver);
    if driver.table.is_playing() {
        driver.wake();
        assert!(driver.table.is_playing());
    }
}

/// Plays on until a window waits for Ada. Returns true if Ada then holds a Nope; `None` if Ada dies or the game
/// ends first.
fn window_for_ada(driver: &mut Driver) -> Option<bool> {
    while driver.table.is_playing() && is_alive(driver) {
        let seat = driver.table_seat(ADA);
        let waits = driver.game().awaited().contains(seat);
        if waits && matches!(driver.game().phase(), Phase::Window(_)) {
            return Some(driver.held(ADA, Title::Nope) > 0);
        }
        driver.draw_among_computers(ADA);
    }
    None
}

#[test]
fn a_window_waits_for_a_person_alone_only_if_they_hold_a_nope() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..30 {
        let mut driver = against(2, seed);
        let Some(holds_nope) = window_for_ada(&mut driver) else {
            continue;
        };
        let revision = driver.table.revision();
        let seat = driver.table_seat(ADA);
        driver.wait(Millis(1500));
        let still_waits =
            driver.table.revision() == revision && driver.game().awaited().contains(seat);
        if holds_nope {
            with += 1;
        } else {
            assert!(!still_waits, "seed {seed}");
            without += 1;
        }
    }
    assert!(
        with > 0 && without > 0,
        "{with} with a Nope, {without} without"
    );
}

#[test]
fn two_people_among_computers_each_have_the_whole_window() {
    for seed in 0..30 {
        let mut driver = Driver::playing_with(options(), 2, computers(1), seed);
        if window_for_ada(&mut driver) != Some(false) {
            continue;
        }
        let layer = driver.game().phase().window().map(|window| window.passed);
        driver.wait(Millis(3000));
        let now = driver.game().phase().window().map(|window| window.passed);
        let seat = driver.table_seat(ADA);
        assert!(layer.is_none() || now.is_none_or(|passed| !passed.contains(seat)));
    }
}

#[test]
fn an_unanswered_favor_is_given_as_a_substitute_would() {
    let holds_favor = |game: &Game| {
        let turn = seat_on_turn(game);
        let other = game.living().without(turn).iter().next().unwrap();
        game.hand(turn).has(Title::Favor)
            && game.hand(other).has(Title::Defuse)
            && game.hand(other).total() > 1
    };
    let mut driver = Driver::dealt(options(), 2, holds_favor);
    let (taker, giver) = (driver.on_turn(), driver.others()[0]);
    let on = driver.table_seat(giver);
    driver.does_on_panel(taker, Intent::Play(Play::aimed(Title::Favor, on)));
    driver.does(giver, Intent::Pass);
    assert!(driver.game().phase().choice().is_some());
    let defuses = driver.held(giver, Title::Defuse);
    driver.wait(Millis::seconds(30));
    assert!(driver.game().phase().choice().is_none());
    assert_eq!(driver.held(giver, Title::Defuse), defuses);
}

#[test]
fn the_host_who_sits_alone_plays_at_once_against_two_computers_and_sees_their_hand() {
    let mut driver = Driver::open(options(), 1);
    driver.refuses(UserId(2), Intent::PlayNow, Refusal::HostOnly);
    let outcome = driver.click_message(ADA, Intent::PlayNow);
    assert!(matches!(outcome.answer, Answer::Panel(_)), "{outcome:?}");
    assert_eq!(driver.game().living().len(), 3);
    driver.refuses(ADA, Intent::PlayNow, Refusal::AlreadyStarted);
}

#[test]
fn nobody_plays_at_once_while_others_sit_there() {
    let mut driver = Driver::open(options(), 1);
    driver.does(UserId(2), Intent::Join);
    driver.refuses(ADA, Intent::PlayNow, Refusal::MovedOn);
}

#[test]
fn a_first_game_is_the_easiest_edition_against_gentle_computers() {
    let first = options().for_first_game(true);
    assert_eq!(first.edition, EditionId::CLASSIC);
    let chosen = options().for_first_game(false);
    assert_eq!(chosen.edition, EditionId::ORIGINAL);
    let mut driver = Driver::open(first, 1);
    driver.does(ADA, Intent::PlayNow);
    let gentle = driver.entries.iter().flat_map(|entry| &entry.records);
    let strengths = gentle.filter_map(|record| match record {
        Record::ComputerAdded { strength, .. } => Some(*strength),
        _ => None,
    });
    assert!(strengths.eq([Strength::Kitten; 2]));
}

#[test]
fn a_person_among_computers_does_not_wait_for_a_rematch_even_if_a_friend_is_away() {
    let mut driver = Driver::playing_with(options(), 2, computers(1), 1);
    while driver.table.is_playing() {
        driver.draw_among_computers(ADA);
    }
    driver.read_last_death();
    driver.does(ADA, Intent::Rematch);
    assert!(driver.table.is_playing());
    assert_eq!(driver.game().living().len(), 2, "the computer sits down");
}

/// Returns the click that a sensible person would make at once in Ada's place, or `None` if they would wait. A person
/// without a Nope lets a window close by itself.
fn click_at_once(driver: &Driver, chance: &mut SeededChance) -> Option<Intent> {
    let seat = driver.table_seat(ADA);
    let game = driver.game();
    let view = game.view(Some(seat));
    let chosen = Computer::new(Strength::Cat, seat, &view).choose(&view, chance);
    match chosen.filter(|_| game.awaited().contains(seat))? {
        Action::Play { play, .. } => Some(Intent::Play(play)),
        Action::Nope { layer, .. } => Some(Intent::Nope { layer }),
        Action::Pass { .. } if driver.held(ADA, Title::Nope) > 0 => Some(Intent::Pass),
        Action::Draw { .. } => Some(Intent::Draw),
        Action::Choose { answer, .. } => Some(Intent::Answer(answer)),
        Action::Pass { .. }
        | Action::PickBlindly { .. }
        | Action::Leave { .. }
        | Action::TimeOut => None,
    }
}

#[test]
fn whoever_plays_without_a_pause_against_two_computers_waits_for_less_than_a_minute() {
    let mut waits: Vec<u64> = (0..20)
        .map(|seed| {
            let (mut driver, mut chance) = (against(2, seed), SeededChance::new(seed));
            let began = driver.now;
            while driver.table.is_playing() {
                driver.run_choice_jobs();
                match click_at_once(&driver, &mut chance) {
                    Some(intent) => driver.does(ADA, intent),
                    None => drop(driver.wake()),
                }
            }
            driver.read_last_death();
            driver.now.since(began).0 / 1000
        })
        .collect();
    waits.sort_unstable();
    let mean = waits.iter().sum::<u64>() / 20;
    println!("seconds of waiting in 20 games: {mean} on average; {waits:?}");
    assert!(mean <= 60, "{waits:?}");
}
