//! The host of a lobby: for example, admitting and removing people, handing over the role, and calling players.

use table::fixed_time_limits::{HOST_AWAY, LOBBY_IDLE};
use table::intent::CALL_PLAYERS;

use crate::driver::START;
use crate::prelude::*;

const HOST: UserId = UserId(1);
const BOB: UserId = UserId(2);
const CLEO: UserId = UserId(3);

fn lobby() -> Driver {
    let mut driver = Driver::open(options(), 1);
    driver.does(BOB, Intent::Join);
    driver
}

/// Returns the people excluded from each call for players that the last input caused.
fn calls(driver: &Driver) -> Vec<Vec<UserId>> {
    let effects = driver.effects.iter();
    let calls = effects.filter_map(|effect| match effect {
        Effect::CallPlayers(call) => Some(call.excluded.clone()),
        _ => None,
    });
    calls.collect()
}

#[test]
fn somebody_who_was_removed_comes_back_by_no_door_until_the_next_game() {
    let mut driver = lobby();
    driver.does(CLEO, Intent::Join);
    driver.refuses(BOB, Intent::Remove(CLEO), Refusal::HostOnly);
    driver.refuses(HOST, Intent::Remove(HOST), Refusal::NotAtTheTable);
    driver.does(HOST, Intent::Remove(CLEO));
    let origin = ClickOrigin::Table(driver.stamp());
    for origin in [origin, ClickOrigin::Command] {
        for intent in [Intent::Join, Intent::Rematch] {
            let outcome = driver.click(person(CLEO), origin, intent);
            let expected = match intent {
                Intent::Join => Refusal::RemovedFromLobby,
                _ => Refusal::NotStarted,
            };
            outcome.assert_refused(expected);
        }
    }
    driver.refuses(CLEO, Intent::TakeOver, Refusal::NotSeated);
    driver.does(HOST, Intent::Start);
    driver.draw_to_the_end();
    driver.read_last_death();
    driver.does(HOST, Intent::NewTable);
    driver.does(CLEO, Intent::Join);
}

#[test]
fn at_a_closed_door_the_host_decides_and_is_called_once() {
    let mut driver = lobby();
    driver.does(HOST, Intent::SetDoor { closed: true });
    driver.assert_says("The door is closed", true);
    let asked = driver.click_message(CLEO, Intent::Join);
    let knocked = screen::notice(Notice::Knocked, english());
    assert_eq!(asked.answer, Answer::Note(knocked));
    driver.assert_replaced(Some(HOST));
    assert!(driver.message.mentions.contains(HOST));
    assert!(!driver.click_message(CLEO, Intent::Join).changed);
    driver.does(UserId(4), Intent::Join);
    driver.assert_updated(MessageUpdate::Edit);
    driver.refuses(BOB, Intent::LetIn(CLEO), Refusal::HostOnly);
    let offered = usable(&driver.message).into_iter();
    let let_in = offered.filter(|one| matches!(one.intent(), Intent::LetIn(_)));
    assert_eq!(let_in.count(), 2);
    driver.does(HOST, Intent::LetIn(CLEO));
    driver.does(HOST, Intent::Remove(UserId(4)));
    driver.refuses(UserId(4), Intent::Join, Refusal::RemovedFromLobby);
    driver.refuses(HOST, Intent::LetIn(UserId(4)), Refusal::NotAtTheTable);
    driver.assert_says("**3** players at the table", true);
    driver.does(HOST, Intent::SetDoor { closed: false });
    driver.does(UserId(5), Intent::Join);
    assert!(driver.table.has_same_state(&driver.replayed()));
}

#[test]
fn the_host_hands_the_crown_to_somebody_at_the_table() {
    let mut driver = lobby();
    driver.refuses(HOST, Intent::HandOver(CLEO), Refusal::NotAtTheTable);
    driver.does(HOST, Intent::HandOver(BOB));
    assert_eq!(driver.table.host(), BOB);
    driver.refuses(HOST, Intent::Start, Refusal::HostOnly);
    driver.does(BOB, Intent::Remove(HOST));
    assert_eq!(driver.table.host(), BOB);
}

#[test]
fn a_host_who_is_away_for_two_minutes_may_be_replaced_until_they_click() {
    let mut driver = lobby();
    assert_eq!(driver.until_wake(), HOST_AWAY);
    driver.refuses(BOB, Intent::TakeOver, Refusal::HostIsHere);
    driver.wake();
    driver.assert_says("The host seems to be away", true);
    driver.does(HOST, Intent::Rules(None));
    driver.assert_says("The host seems to be away", false);
    driver.wake();
    driver.refuses(CLEO, Intent::TakeOver, Refusal::NotSeated);
    driver.does(BOB, Intent::TakeOver);
    assert_eq!(driver.table.host(), BOB);
    driver.assert_says("The host seems to be away", false);
    assert!(driver.table.has_same_state(&driver.replayed()));
}

#[test]
fn only_its_host_and_new_players_keep_a_lobby_alive() {
    let mut driver = lobby();
    driver.wake();
    driver.now = START.after(Millis::minutes(10));
    assert!(!driver.click_message(BOB, Intent::Rules(None)).changed);
    driver.does(BOB, Intent::Leave { confirmed: false });
    let idle = driver.table.next_wake().unwrap().since(START);
    assert_eq!(idle, LOBBY_IDLE);
    driver.does(CLEO, Intent::Join);
    driver.now = START.after(Millis::minutes(20));
    driver.does(HOST, Intent::Rules(None));
    driver.wake();
    assert_eq!(driver.until_wake().after(HOST_AWAY), LOBBY_IDLE);
}

#[test]
fn the_host_has_players_called_once_a_table() {
    let mut driver = lobby();
    driver.refuses(BOB, Intent::CallPlayers, Refusal::HostOnly);
    driver.does(HOST, Intent::CallPlayers);
    assert_eq!(calls(&driver), [[HOST, BOB]]);
    driver.refuses(HOST, Intent::CallPlayers, Refusal::CalledAlready);
    assert!(calls(&driver).is_empty());
    driver.does(HOST, Intent::HandOver(BOB));
    driver.refuses(BOB, Intent::CallPlayers, Refusal::CalledAlready);
}

#[test]
fn a_lobby_offers_no_call_on_a_server_without_calls() {
    let offers = |are_calls_off| {
        let options = TableOptions {
            are_calls_off,
            ..options()
        };
        let menus = shown(&Driver::open(options, 1).message);
        menus.iter().any(|one| one.values == [CALL_PLAYERS])
    };
    assert!(offers(false) && !offers(true));
}

#[test]
fn a_call_reaches_nobody_who_sits_here_knocks_or_was_removed() {
    let mut driver = lobby();
    driver.does(CLEO, Intent::Join);
    driver.does(HOST, Intent::Remove(CLEO));
    driver.does(HOST, Intent::SetDoor { closed: true });
    driver.does(UserId(4), Intent::Join);
    driver.does(HOST, Intent::CallPlayers);
    assert_eq!(calls(&driver), [[HOST, BOB, UserId(4), CLEO]]);
}

#[test]
fn a_namesake_at_the_door_carries_a_mark_and_an_old_host_has_no_say() {
    let mut driver = lobby();
    driver.does(HOST, Intent::SetDoor { closed: true });
    let namesake = Clicker {
        name: person(BOB).name,
        ..person(CLEO)
    };
    let origin = ClickOrigin::Table(driver.stamp());
    driver.click(namesake, origin, Intent::Join);
    let mark = screen::Emoji::Seat(Seat::ALL[2]).unicode();
    let shown = driver.message.to_string();
    let let_in = shown.lines().find(|line| line.contains("Let "));
    assert!(let_in.is_some_and(|line| line.contains(mark)), "{shown}");
    driver.wake();
    driver.does(BOB, Intent::TakeOver);
    driver.refuses(BOB, Intent::TakeOver, Refusal::HostIsHere);
    for intent in [
        Intent::LetIn(CLEO),
        Intent::Remove(BOB),
        Intent::HandOver(HOST),
        Intent::SetDoor { closed: false },
        Intent::CallPlayers,
    ] {
        driver.refuses(HOST, intent, Refusal::HostOnly);
    }
    driver.does(BOB, Intent::LetIn(CLEO));
    assert!(driver.table.has_same_state(&driver.replayed()));
}
