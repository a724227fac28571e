//! Whole games, played by clicking the controls on the screens shown to each player.

use crate::prelude::*;

pub(crate) fn tables() -> Vec<(TableOptions, usize)> {
    let editions = Editions::built_in();
    let mut tables = Vec::new();
    for edition in EditionId::all() {
        for decks in [Decks::One, Decks::Two] {
            let options = options_of(edition).with(OptionValue::Decks(decks));
            tables.extend(options.players(&editions).map(|players| (options, players)));
        }
    }
    assert!(tables.iter().any(|(_, players)| *players == 9));
    tables
}

/// Returns true if a player who wants to keep playing would use this control.
fn plays_on(usable: &Usable) -> bool {
    !matches!(
        usable.intent(),
        Intent::End { .. }
            | Intent::Leave { .. }
            | Intent::Rules(_)
            | Intent::PostTable
            | Intent::AutoPass(false)
    )
}

/// How players choose among the controls of their panels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Habit {
    Random,
    /// Almost never draws voluntarily, and so plays nearly all cards first.
    DrawLast,
    /// Draws whenever possible, and so keeps nearly all cards.
    DrawFirst,
}

/// Clicks a control on the panel of an awaited player, or opens their hand if the panel is missing or outdated.
fn move_on(driver: &mut Driver, chance: &mut SeededChance, habit: Habit) {
    let awaited = driver.game().awaited();
    let seat = awaited
        .nth(chance.below(awaited.len() as u32) as usize)
        .unwrap_or(Seat::ALL[0]);
    let user = driver.user(seat);
    let mut offered = driver.panels.get(&user).map(usable).unwrap_or_default();
    offered.retain(plays_on);
    let draws = |one: &Usable| one.intent() == Intent::Draw;
    match habit {
        Habit::DrawLast if !offered.iter().all(draws) && chance.below(20) > 0 => {
            offered.retain(|one| !draws(one));
        }
        Habit::DrawFirst if offered.iter().any(draws) => offered.retain(draws),
        Habit::Random | Habit::DrawLast | Habit::DrawFirst => {}
    }
    let watches =
        driver.game().phase().window().is_some() && driver.game().legal(seat).can_nope().is_none();
    let is_outdated = |one: &Usable| one.control.stamp != driver.stamp();
    if offered.is_empty() || (watches && offered.iter().any(is_outdated)) {
        assert!(matches!(
            driver.click_message(user, Intent::OpenHand).answer,
            Answer::Panel(_)
        ));
        return;
    }
    let chosen = &offered[chance.below(offered.len() as u32) as usize];
    assert_eq!(
        chosen.control.stamp,
        driver.stamp(),
        "the panel of an awaited player is out of date"
    );
    let acts = !matches!(chosen.intent(), Intent::Show(_) | Intent::OpenHand);
    let outcome = driver.use_panel(user, chosen);
    assert!(outcome.changed || !acts, "{chosen:?}: {outcome:?}");
}

pub(crate) fn play(options: TableOptions, players: usize, seed: u64) -> Driver {
    play_as(Habit::Random, options, players, seed)
}

pub(crate) fn play_as(habit: Habit, options: TableOptions, players: usize, seed: u64) -> Driver {
    let mut driver = Driver::playing(options, players, seed);
    let mut chance = SeededChance::new(!seed);
    let mut clicks = 0;
    while driver.table.is_playing() {
        move_on(&mut driver, &mut chance, habit);
        clicks += 1;
        assert!(clicks < 50_000, "no end in sight");
    }
    driver.read_last_death();
    driver
}

#[test]
fn every_edition_and_number_of_players_can_be_played_to_the_end_from_panels_alone() {
    for (options, players) in tables() {
        for seed in 0..3 {
            let driver = play(options, players, seed);
            let winner = driver.game().winner().expect("somebody has won");
            assert!(matches!(driver.game().phase(), Phase::Won { .. }));
            driver.assert_says(&format!("Player {}", driver.user(winner)), true);
        }
    }
}

#[test]
fn a_finished_table_becomes_a_new_lobby_hosted_by_the_person_who_asks() {
    let options = options_of(EditionId::TWO_PLAYER);
    let mut driver = play(options, 2, 5);
    let outcome = driver.click_message(UserId(9), Intent::NewTable);
    assert!(outcome.changed);
    assert!(!driver.table.is_playing());
    driver.does(UserId(1), Intent::Join);
    driver.refuses(UserId(1), Intent::Start, Refusal::HostOnly);
    driver.does(UserId(9), Intent::Start);
    assert!(driver.table.is_playing());
}

#[test]
fn the_command_for_a_new_table_reuses_only_a_finished_one_and_sets_its_options() {
    let options = options_of(EditionId::TWO_PLAYER);
    let mut running = Driver::playing(options, 2, 5);
    let travel = options_of(EditionId::TRAVEL);
    running
        .reopen(UserId(3), travel)
        .assert_refused(Refusal::NotOver);
    let mut driver = play(options, 2, 5);
    let posts = driver.posts;
    assert!(driver.reopen(UserId(3), travel).changed);
    assert_eq!(driver.posts, posts + 1);
    for user in [1, 2] {
        driver.does(UserId(user), Intent::Join);
    }
    driver.does(UserId(3), Intent::Start);
    assert_eq!(driver.game().rules().edition(), EditionId::TRAVEL);
}
