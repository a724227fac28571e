//! The lobby for a rematch: who is asked, who may join, and when the game starts.

use crate::prelude::*;

const ADA: UserId = UserId(1);
const BEN: UserId = UserId(2);
const EVE: UserId = UserId(3);
const BYSTANDER: UserId = UserId(9);

fn over(players: usize) -> Driver {
    let mut driver = Driver::playing(options(), players, 5);
    driver.draw_to_the_end();
    driver
}

/// Returns the lobby for a rematch of three players, opened by the second player.
fn asked() -> Driver {
    let mut driver = over(3);
    driver.does(BEN, Intent::Rematch);
    driver
}

fn first_seat(driver: &Driver) -> usize {
    let first = driver.records().rev().find_map(|record| match record {
        Record::Dealt { first, .. } => Some(first.index()),
        _ => None,
    });
    first.expect("a deal")
}

/// Returns the players in seat order, as the running game's message lists them.
fn seated(driver: &Driver) -> Vec<UserId> {
    assert!(driver.table.is_playing());
    let text = driver.text();
    let place = |user: &UserId| text.rfind(&format!("**Player {user}**"));
    let mut seated: Vec<UserId> = [ADA, BEN, EVE, BYSTANDER].into();
    seated.retain(|user| place(user).is_some());
    seated.sort_by_key(place);
    seated
}

#[test]
fn a_rematch_asks_the_others_of_the_last_game_by_name_in_a_message_of_its_own() {
    let driver = asked();
    assert!(!driver.table.is_playing(), "nobody is dealt in unasked");
    let ping = [ADA, EVE].into_iter().collect();
    driver.assert_updated(MessageUpdate::Append { ping });
    driver.assert_says("Another round, <@1> and <@3>?", true);
    assert_eq!(driver.until_wake(), Millis::seconds(75));
}

#[test]
fn a_rematch_starts_as_soon_as_all_have_sat_down_in_their_old_order_and_the_start_moves_on() {
    let mut driver = over(3);
    let before = first_seat(&driver);
    driver.does(BEN, Intent::Rematch);
    driver.does(EVE, Intent::Join);
    assert!(!driver.table.is_playing());
    // A click on the button of the previous game's message joins too.
    driver.does(ADA, Intent::Rematch);
    assert!(driver.table.is_playing());
    assert_eq!(seated(&driver), [ADA, BEN, EVE]);
    assert_eq!(first_seat(&driver), (before + 1) % 3);
    driver.assert_replaced(Some(driver.on_turn()));
    driver.refuses(EVE, Intent::Rematch, Refusal::NotOver);
}

#[test]
fn a_rematch_starts_without_those_who_are_away_when_its_time_is_over() {
    let mut driver = asked();
    driver.does(BYSTANDER, Intent::Join);
    driver.wait(Millis::seconds(74));
    assert!(!driver.table.is_playing());
    driver.wait(Millis::seconds(1));
    assert_eq!(seated(&driver), [BEN, BYSTANDER], "newcomers sit last");
    driver.refuses(ADA, Intent::Draw, Refusal::NotSeated);
}

#[test]
fn a_rematch_without_enough_players_stays_as_a_lobby() {
    let mut driver = asked();
    driver.wait(Millis::seconds(75));
    driver.assert_says("Another round", false);
    driver.does(EVE, Intent::Join);
    assert!(!driver.table.is_playing(), "its host starts it");
    driver.replay();
    driver.does(BEN, Intent::Start);
    assert_eq!(seated(&driver), [BEN, EVE]);
}

#[test]
fn a_rematch_does_not_wait_for_a_player_who_left_its_lobby() {
    let mut driver = asked();
    driver.does(EVE, Intent::Join);
    driver.does(ADA, Intent::Leave { confirmed: false });
    assert_eq!(seated(&driver), [BEN, EVE]);
    driver.refuses(ADA, Intent::Draw, Refusal::NotSeated);
}

#[test]
fn a_seat_is_kept_for_whoever_is_asked() {
    let two = options_of(EditionId::TWO_PLAYER);
    let mut driver = Driver::playing(two, 2, 5);
    driver.draw_to_the_end();
    driver.does(ADA, Intent::Rematch);
    driver.refuses(BYSTANDER, Intent::Join, Refusal::TableFull);
    driver.does(BEN, Intent::Join);
    assert_eq!(seated(&driver), [ADA, BEN]);
}

#[test]
fn a_question_that_was_left_open_in_an_earlier_game_is_asked_again() {
    let mut driver = Driver::playing(options(), 2, 4);
    let old = ClickOrigin::Panel(driver.stamp());
    driver.draw_to_the_end();
    driver.play_again(&[1, 2]);
    for intent in [
        Intent::End { confirmed: true },
        Intent::Leave { confirmed: true },
    ] {
        let outcome = driver.click(person(UserId(1)), old, intent);
        assert!(!outcome.changed, "{outcome:?}");
        assert!(matches!(outcome.answer, Answer::Refusal(_)), "{outcome:?}");
    }
    driver.does(UserId(1), Intent::End { confirmed: true });
    assert!(driver.table.is_closed());
}

#[test]
fn an_outage_does_not_shorten_the_time_to_answer() {
    let mut driver = asked();
    driver.wait(Millis::seconds(10));
    let since = driver.now;
    driver.now = driver.now.after(Millis::minutes(5));
    driver.handle(Input::Resumed { since });
    assert_eq!(driver.until_deadline(), Millis::seconds(65));
}

#[test]
fn another_process_reads_the_same_rematch_from_the_journal() {
    let mut driver = asked();
    driver.does(BYSTANDER, Intent::Join);
    assert!(driver.table.has_same_state(&driver.replayed()));
    driver.replay();
    driver.wait(Millis::seconds(75));
    assert!(driver.table.has_same_state(&driver.replayed()));
}

/// Returns how often each of two players has killed the other, according to the results of their games.
fn kills(driver: &Driver) -> [usize; 2] {
    let results = driver
        .entries
        .iter()
        .filter_map(|entry| entry.result.as_ref());
    let dead = results.flat_map(|result| &result.players);
    let killers: Vec<_> = dead
        .filter_map(|player| player.killer.filter(|killer| *killer != player.seat))
        .collect();
    [0, 1].map(|index| killers.iter().filter(|seat| seat.index() == index).count())
}

#[test]
fn a_death_says_how_often_the_same_person_has_killed_that_player_in_these_games() {
    let mut told = 0;
    for seed in 0..6 {
        let mut driver = Driver::playing(options(), 2, seed);
        for _ in 0..8 {
            while driver.table.is_playing() {
                driver.draw_or_wake();
            }
            let (text, before) = (driver.text(), kills(&driver));
            if text.contains("this evening") {
                let is_told = |killer: usize, times: &str| {
                    let pair = format!(
                        "**Player {}** has killed **Player {}**",
                        killer + 1,
                        2 - killer
                    );
                    text.contains(&format!("{pair} {times} this evening."))
                };
                let is_right = |killer: usize| match before[killer] {
                    2 => is_told(killer, "twice"),
                    times => is_told(killer, &format!("{times} times")),
                };
                assert!(is_right(0) || is_right(1), "{before:?}: {text}");
                told += 1;
            }
            driver.read_last_death();
            driver.play_again(&[1, 2]);
        }
    }
    assert!(told > 0);
}
