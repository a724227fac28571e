//! Ghosts: with this option, the dead see the living players' hands in their panels. Nothing changes for the living.

use table::intent::OptionKind;

use crate::prelude::*;

/// Plays both games until a player has died, and opens all hands. Returns the dead player.
fn kill_one(worlds: &mut [Driver; 2]) -> UserId {
    let dead = worlds.each_mut().map(|world| {
        let dead = world.draw_to_first_death();
        for user in 1..=4 {
            world.click_message(UserId(user), Intent::OpenHand);
        }
        dead
    });
    dead[0]
}

fn worlds(options: TableOptions, seed: u64) -> [Driver; 2] {
    [true, false].map(|ghosts| {
        let options = options.with(OptionValue::Ghosts(ghosts));
        Driver::playing(options, 4, seed)
    })
}

/// Returns everything that the living can see or measure.
fn seen_by_the_living(driver: &Driver) -> String {
    let living = |user: UserId| driver.game().living().contains(driver.table_seat(user));
    let mut panels = driver.panels.clone();
    panels.retain(|user, _| living(*user));
    let refreshed: Vec<_> = driver
        .refreshed
        .iter()
        .filter(|(user, _)| living(**user))
        .collect();
    let (message, wake) = (&driver.message, driver.table.next_wake());
    format!(
        "{message:?} {panels:?} {refreshed:?} {:?} {wake:?} {:?}",
        driver.now, driver.hands
    )
}

#[test]
fn to_the_living_nothing_changes_when_the_dead_see_all_hands() {
    let expansions = [
        EditionId::ORIGINAL,
        EditionId::IMPLODING,
        EditionId::STREAKING,
        EditionId::BARKING,
    ];
    let mut told = 0;
    for (edition, seed) in expansions.into_iter().cycle().zip(0..24) {
        let mut worlds = worlds(options_of(edition), seed);
        let dead = kill_one(&mut worlds);
        while worlds[0].table.is_playing() {
            let seen = worlds.each_ref().map(seen_by_the_living);
            assert_eq!(seen[0], seen[1], "{edition}, {seed}");
            let [ghost, other] = worlds
                .each_ref()
                .map(|world| world.panels[&dead].to_string());
            assert!(!other.contains("What the living hold"), "{other}");
            told += u32::from(ghost.contains("What the living hold"));
            worlds.iter_mut().for_each(Driver::draw_or_wake);
        }
        let records = worlds.each_ref().map(|world| {
            let all = world.entries.iter().flat_map(|entry| entry.records.clone());
            all.filter(|record| matches!(record, Record::Game { .. }))
                .collect::<Vec<_>>()
        });
        assert!(records[0] == records[1], "the games differ");
        assert!(worlds[0].table.has_same_state(&worlds[0].replayed()));
    }
    assert!(told > 100, "{told} panels");
}

#[test]
fn a_ghost_sees_each_hand_as_it_is_now_and_nobody_else_does() {
    let mut worlds = worlds(options(), 5);
    let dead = kill_one(&mut worlds);
    let [mut driver, _] = worlds;
    for _ in 0..30 {
        if !driver.table.is_playing() {
            break;
        }
        let panel = driver.panels[&dead].to_string();
        for seat in driver.game().living().iter() {
            let name = format!("**Player {}**: ", driver.user(seat));
            let found = panel.lines().find(|line| line.contains(&name));
            let line = found.unwrap_or_else(|| panic!("{name} in {panel}"));
            for title in driver.game().hand(seat).titles() {
                let card = english().card_name(title, EditionId::ORIGINAL);
                assert!(line.contains(&card), "{card} in {line}");
            }
        }
        driver.draw_or_wake();
    }
    let watcher = driver.clone().click_message(UserId(90), Intent::OpenHand);
    assert!(!format!("{watcher:?}").contains("What the living hold"));
}

#[test]
fn only_the_host_calls_ghosts_and_the_lobby_says_so_for_recipes_and_editions() {
    let mut driver = Driver::open(options(), 1);
    driver.does(UserId(2), Intent::Join);
    driver.assert_says("the dead see all hands", false);
    let ghosts = Intent::SetOption(OptionValue::Ghosts(true));
    driver.refuses(UserId(2), ghosts, Refusal::HostOnly);
    driver.does(UserId(1), ghosts);
    driver.assert_says("the dead see all hands", true);
    driver.does(
        UserId(1),
        Intent::SetOption(OptionValue::Edition(EditionId::BARKING)),
    );
    driver.assert_says("the dead see all hands", true);
    driver.does(UserId(1), Intent::Start);
    driver.refuses(UserId(1), ghosts, Refusal::AlreadyStarted);
    assert_eq!(
        OptionValue::parse(OptionKind::Ghosts, "on"),
        Some(OptionValue::Ghosts(true))
    );
    assert_eq!(OptionValue::parse(OptionKind::Ghosts, "maybe"), None);
}
