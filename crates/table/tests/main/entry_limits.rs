//! Repeating an action cannot make a table's journal grow without limit.

use table::display_mode::DisplayMode;
use table::entry_limits::{MAX_ENTRIES, MAX_ENTRIES_BEFORE_DEAL, MAX_REPEATS};
use table::screen_format::ScreenFormat;

use crate::prelude::*;
use crate::whole_games::{Habit, play_as, tables};

const ADA: UserId = UserId(1);
const BOB: UserId = UserId(2);
const EVE: UserId = UserId(3);

/// The pause between two clicks of one person at the default rate limit of five per second.
const PAUSE: Millis = Millis(200);
/// The number of clicks that the default rate limit allows one person in an hour.
const CLICKS: u32 = 20 + 5 * 3600;

fn lobby() -> Driver {
    Driver::open(options(), 1)
}

fn game() -> Driver {
    Driver::playing(options(), 3, 1)
}

/// Repeats an action for an hour, or until the table is closed. Asserts that there are at most [`MAX_ENTRIES`] entries.
fn repeat_for_an_hour(mut driver: Driver, mut act: impl FnMut(&mut Driver, u32)) -> Driver {
    for number in 0..CLICKS {
        driver.now = driver.now.after(PAUSE);
        if driver.table.next_wake().is_some_and(|at| at <= driver.now) {
            driver.handle(Input::Wake);
        }
        if !driver.closed {
            act(&mut driver, number);
        }
        if driver.closed {
            break;
        }
    }
    let entries = driver.entries.len() as u64;
    assert!(entries <= MAX_ENTRIES, "{entries} entries");
    driver
}

fn toggle_hand(driver: &mut Driver, user: UserId, number: u32) {
    let direct_hand = number.is_multiple_of(2);
    let chosen = PersonPreferences {
        direct_hand,
        ..PersonPreferences::default()
    };
    driver.preferences.insert(user, chosen);
    driver.handle(Input::PreferencesChanged {
        user,
        format: person(user).format(),
        direct_hand,
        reminders_off: false,
    });
}

fn leave(driver: &mut Driver, user: UserId) {
    driver.command(user, Intent::Leave { confirmed: true });
}

fn closed_by_limit(driver: &Driver) -> bool {
    let last = driver.entries.last().and_then(|entry| entry.records.last());
    let why = CloseReason::EntryLimit;
    last == Some(&Record::Closed { why })
}

#[test]
fn an_hour_of_changing_preferences_makes_few_entries_at_any_stage() {
    for mut driver in [lobby(), game()] {
        driver.now = driver.now.after(PAUSE);
        let before = driver.entries.clone();
        let driver = repeat_for_an_hour(driver, |driver, number| {
            toggle_hand(driver, ADA, number);
            driver.command(ADA, Intent::Rules(None));
        });
        // Only the toggles count: the game adds other records too, for example when a turn times out.
        let changes = driver
            .entries
            .iter()
            .skip(before.len())
            .flat_map(|entry| &entry.records)
            .filter(|one| matches!(one, Record::DirectHand { .. }));
        assert!(changes.count() <= MAX_REPEATS.into());
    }
}

#[test]
fn a_person_who_has_changed_their_preferences_too_often_can_still_do_without_their_hand() {
    let mut driver = game();
    let mut prefer = |text_first: bool, direct_hand: bool| {
        let format = ScreenFormat {
            display_mode: DisplayMode::of(text_first),
            ..person(ADA).format()
        };
        let changed = driver.handle(Input::PreferencesChanged {
            user: ADA,
            format,
            direct_hand,
            reminders_off: false,
        });
        changed.entry.is_some()
    };
    for number in 0..MAX_REPEATS {
        assert!(prefer(number.is_multiple_of(2), true));
    }
    assert!(!prefer(true, true));
    assert!(prefer(true, false), "they do without");
    assert!(!prefer(true, true), "and want it in the next game");
}

#[test]
fn a_person_who_joins_and_leaves_for_an_hour_is_stopped_and_others_can_still_join() {
    let mut driver = repeat_for_an_hour(lobby(), |driver, number| {
        if number.is_multiple_of(2) {
            driver.command(EVE, Intent::Join);
        } else {
            leave(driver, EVE);
        }
        driver.now = driver.now.after(Millis(1));
        if number.is_multiple_of(3000) {
            driver.command(ADA, Intent::OpenOptions(OptionPage::Game));
        }
    });
    assert!(!driver.closed);
    driver.refuses_command(EVE, Intent::Join, Refusal::TooOften);
    driver.does_by_command(BOB, Intent::Join);
    driver.does_by_command(ADA, Intent::Start);
    assert!(driver.entries.len() < 200, "{}", driver.entries.len());
}

#[test]
fn a_lobby_that_is_changed_for_an_hour_closes_and_says_why() {
    let set = |driver: &mut Driver, number: u32| {
        let value = OptionValue::SelfNope(number.is_multiple_of(2));
        driver.click_message(ADA, Intent::SetOption(value));
    };
    let computers = |driver: &mut Driver, number: u32| {
        let intent = match number % 2 {
            0 => Intent::AddComputer(Strength::Cat),
            _ => Intent::RemoveComputer,
        };
        driver.click_message(ADA, intent);
    };
    for act in [&set as &dyn Fn(&mut Driver, u32), &computers] {
        let driver = repeat_for_an_hour(lobby(), act);
        assert!(driver.closed && closed_by_limit(&driver));
        // Removing a computer is still allowed at the limit and adds an entry.
        assert!(driver.entries.len() as u64 <= MAX_ENTRIES_BEFORE_DEAL + 2);
        driver.assert_says("worn out", true);
    }
}

#[test]
fn a_player_who_leaves_and_returns_too_often_stays_replaced_until_the_next_game() {
    let mut driver = game();
    for _ in 1..MAX_REPEATS {
        leave(&mut driver, EVE);
        driver.does_by_command(EVE, Intent::Join);
    }
    leave(&mut driver, EVE);
    for intent in [Intent::Join, Intent::OpenHand, Intent::Draw] {
        let before = driver.entries.len();
        driver.refuses_command(EVE, intent, Refusal::TooOften);
        assert_eq!(driver.entries.len(), before);
    }
    driver = repeat_for_an_hour(driver, |driver, number| {
        if number.is_multiple_of(2) {
            driver.command(EVE, Intent::Join);
        } else {
            leave(driver, EVE);
        }
    });
    assert!(!closed_by_limit(&driver));
}

#[test]
fn votes_and_the_clicks_that_clear_them_end() {
    let driver = repeat_for_an_hour(game(), |driver, number| {
        if driver.is_turn() {
            let user = driver.on_turn();
            let against = driver.table_seat(user);
            let voter = if user == EVE { ADA } else { EVE };
            driver.command(voter, Intent::VoteAway(against));
            if number.is_multiple_of(2) {
                driver.command(user, Intent::OpenHand);
            }
        }
    });
    assert!(!closed_by_limit(&driver));
}

#[test]
fn games_that_are_given_up_at_once_and_repeated_for_an_hour_end() {
    let playing = Driver::playing_with(without_stand_ins(), 1, computers(1), 1);
    let driver = repeat_for_an_hour(playing, |driver, number| match number % 2 {
        0 => leave(driver, ADA),
        _ => drop(driver.command(ADA, Intent::Rematch)),
    });
    assert!(driver.closed && closed_by_limit(&driver));
    assert!(driver.entries.len() as u64 <= MAX_ENTRIES_BEFORE_DEAL + 2);
}

#[test]
fn a_finished_table_that_is_left_and_returned_to_for_an_hour_makes_few_entries() {
    let mut driver = game();
    driver.draw_to_the_end();
    let before = driver.entries.len();
    leave(&mut driver, BOB);
    leave(&mut driver, ADA);
    let driver = repeat_for_an_hour(driver, |driver, number| match number % 2 {
        0 => leave(driver, EVE),
        _ => drop(driver.command(EVE, Intent::Rematch)),
    });
    assert!(driver.entries.len() < before + 200, "{before}");
}

#[test]
fn a_moderator_who_takes_and_gives_permissions_reaches_the_limit_and_no_more() {
    let driver = repeat_for_an_hour(game(), |driver, _| {
        let unwritable = DeliveryFailure::ChannelUnwritable(WriteRefusal::MissingPermission);
        driver.handle(Input::DeliveryFailed(unwritable));
        driver.click_message(ADA, Intent::OpenHand);
        driver.handle(Input::MessagePosted { at: driver.now });
    });
    assert!(driver.closed && closed_by_limit(&driver));
    assert_eq!(driver.entries.len() as u64, MAX_ENTRIES);
}

#[test]
fn outages_without_end_reach_the_limit_and_no_more() {
    for driver in [lobby(), game()] {
        let driver = repeat_for_an_hour(driver, |driver, _| {
            let since = driver.now;
            driver.handle(Input::Resumed { since });
        });
        assert!(driver.closed && closed_by_limit(&driver));
        assert_eq!(driver.entries.len() as u64, MAX_ENTRIES);
    }
}

#[test]
fn hostile_people_together_do_not_get_beyond_the_limit() {
    let largest = tables().into_iter().max_by_key(|(_, players)| *players);
    let (options, players) = largest.expect("there are tables");
    for seed in 0..4 {
        let mut chance = SeededChance::new(seed);
        let driver = Driver::playing(options, players, seed);
        repeat_for_an_hour(driver, |driver, number| {
            let mut anybody = || UserId(u64::from(chance.below(players as u32)) + 1);
            let (user, against) = (anybody(), anybody());
            match chance.below(8) {
                0 => leave(driver, user),
                1 => drop(driver.command(user, Intent::Join)),
                2 => toggle_hand(driver, user, number),
                3 => drop(driver.command(user, Intent::Rematch)),
                4 => drop(driver.command(user, Intent::NewTable)),
                5 => drop(driver.command(user, Intent::Pass)),
                6 => drop(driver.command(user, Intent::Start)),
                _ => {
                    let against = driver.table_seat(against);
                    driver.command(user, Intent::VoteAway(against));
                }
            }
        });
    }
}

#[test]
fn a_game_of_any_size_fits_into_what_is_left_for_it() {
    let mut tables = tables();
    tables.sort_by_key(|(_, players)| *players);
    let largest = tables.split_off(tables.len() - 2);
    let entries = |habit, tables: &[(TableOptions, usize)]| {
        let games = tables.iter().map(|&(options, players)| {
            let driver = play_as(habit, options, players, 1);
            driver.entries.len() as u64
        });
        games.max().expect("there are tables")
    };
    let usual = entries(Habit::Random, &tables);
    let longest = entries(Habit::Random, &largest).max(entries(Habit::DrawLast, &largest));
    let most = usual.max(longest);
    assert!(most < 800, "{most} entries");
    const { assert!(MAX_ENTRIES_BEFORE_DEAL + 800 < MAX_ENTRIES) };
}
