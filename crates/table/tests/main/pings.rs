//! Pings: one when a person's turn begins, reminders at the slower paces, and none when the message is merely reposted.

use table::screen::{TableLink, notice};

use crate::prelude::*;

fn playing(players: usize) -> Driver {
    playing_at(Pace::Normal, players)
}

fn playing_at(pace: Pace, players: usize) -> Driver {
    Driver::playing(options_at(pace), players, 2)
}

#[test]
fn a_turn_that_passes_to_a_person_pings_them_once_in_a_whole_game() {
    let games = (2..=5).flat_map(|players| Pace::ALL.map(|pace| (players, pace)));
    for (players, pace) in games {
        let mut driver = playing_at(pace, players);
        let mut on_turn = driver.on_turn();
        assert_eq!(driver.pings(), [on_turn], "at the start");
        while driver.table.is_playing() {
            if driver.is_turn() {
                driver.click_panel(on_turn, Intent::Draw);
            } else {
                driver.wake();
            }
            let before = on_turn;
            if driver.table.is_playing() {
                on_turn = driver.on_turn();
            }
            let passed = (on_turn != before).then_some(on_turn);
            let expected: Vec<_> = passed.into_iter().collect();
            let mut pinged = driver.pings();
            let is_beat = texts(&driver.message)[0].starts_with("## ");
            if driver.table.is_playing() && is_beat {
                assert!(pinged.is_empty(), "no one is pinged during a beat");
                driver.wake();
                pinged = driver.pings();
            }
            assert_eq!(pinged, expected);
            for pinged in expected {
                assert_ping_says_why(&driver, pinged);
            }
        }
    }
}

/// Asserts that the text that mentions a person also says what the previous player did.
#[track_caller]
fn assert_ping_says_why(driver: &Driver, pinged: UserId) {
    let texts = texts(&driver.message);
    let mention = format!("<@{pinged}>");
    let mentioning = texts.iter().find(|text| text.contains(&mention));
    let text = mentioning.expect("the message mentions the person it pings");
    let second = text.lines().nth(1).expect("a reason below the heading");
    let (drew, rescued) = ("drew a card and lives.", "has hidden the kitten.");
    let mut reasons = [drew, rescued, "exploded."].into_iter();
    assert!(reasons.any(|reason| second.ends_with(reason)), "{text}");
}

#[test]
fn a_message_that_is_posted_again_pings_nobody() {
    let mut driver = playing(3);
    driver.handle(Input::DeliveryFailed(DeliveryFailure::MessageLost));
    driver.assert_updated(MessageUpdate::EditOrPost);
    driver.now = driver.now.after(Millis::seconds(15));
    driver.click_message(UserId(2), Intent::PostTable);
    driver.assert_replaced(None);
    let since = driver.now;
    driver.now = since.after(Millis::minutes(1));
    driver.replay();
    driver.handle(Input::Resumed { since });
    driver.assert_replaced(None);
}

fn command(driver: &mut Driver, person: &Clicker) -> Answer {
    let outcome = driver.click(person.clone(), ClickOrigin::Command, Intent::PostTable);
    outcome.answer
}

fn is_link(driver: &Driver, answer: &Answer) -> bool {
    let link = TableLink {
        guild: driver.table.guild(),
        channel: driver.table.channel(),
        message: None,
    };
    *answer == Answer::Note(notice(Notice::TableAt(link), english()))
}

#[test]
fn players_host_and_moderators_move_the_table_every_fifteen_seconds_and_others_get_a_link() {
    let mut driver = playing(3);
    let stranger = person(UserId(99));
    for mover in [person(UserId(2)), moderator(UserId(98))] {
        driver.now = driver.now.after(Millis::seconds(15));
        let answer = command(&mut driver, &stranger);
        assert!(is_link(&driver, &answer), "{answer:?}");
        let answer = command(&mut driver, &mover);
        assert!(matches!(answer, Answer::Public(_)), "{answer:?}");
        for _ in 0..10 {
            driver.now = driver.now.after(Millis(1_400));
            let answer = command(&mut driver, &mover);
            assert!(is_link(&driver, &answer), "{answer:?}");
            // An edit reveals whether the message still exists.
            driver.assert_updated(MessageUpdate::Edit);
        }
    }
}

#[test]
fn a_command_that_posts_the_table_when_a_turn_runs_out_still_pings_the_next_player() {
    let mut driver = playing(3);
    let before = driver.on_turn();
    let outcome = loop {
        driver.now = driver.now.after(driver.until_wake());
        let outcome = driver.command(UserId(2), Intent::PostTable);
        if driver.on_turn() != before {
            break outcome;
        }
    };
    assert!(matches!(outcome.answer, Answer::Note(_)), "{outcome:?}");
    assert_eq!(driver.pings(), [driver.on_turn()]);
}

/// Returns a game of three at this pace, and the two players who are not on turn. The player on turn has just opened a
/// Nope window.
fn with_window(pace: Pace, reminders_off: Option<UserId>) -> (Driver, Vec<UserId>) {
    let mut driver = Driver::dealt(options_at(pace), 3, |game| {
        let turn = game.turn().expect("the game runs");
        let nopes = |seat| game.hand(seat).has(Title::Nope);
        game.hand(turn.seat).has(Title::Skip) && game.living().iter().all(nopes)
    });
    driver.handle(Input::MessagePosted { at: driver.now });
    if let Some(user) = reminders_off {
        let off = PersonPreferences {
            reminders_off: true,
            ..PersonPreferences::default()
        };
        driver.preferences.insert(user, off);
        driver.does(user, Intent::OpenHand);
    }
    let user = driver.on_turn();
    driver.does_on_panel(user, Intent::Play(Play::single(Title::Skip)));
    let others = driver.others();
    (driver, others)
}

#[test]
fn a_slow_games_window_calls_each_who_has_yet_to_decide_once() {
    for pace in [Pace::Fast, Pace::Normal] {
        assert_eq!(with_window(pace, None).0.pings(), []);
    }
    for pace in [Pace::Relaxed, Pace::Slow] {
        let (mut driver, others) = with_window(pace, None);
        assert_eq!(driver.pings(), others);
        assert!(
            others
                .iter()
                .all(|user| driver.message.mentions.contains(*user))
        );
        let player = driver.on_turn();
        driver.does_on_panel(others[0], Intent::Nope { layer: 0 });
        assert_eq!(driver.pings(), [player], "the others were called before");
        driver.does_on_panel(player, Intent::Nope { layer: 1 });
        assert_eq!(driver.pings(), []);
        let (driver, others) = with_window(pace, Some(others[0]));
        assert_eq!(driver.pings(), [others[1]], "one wants no reminders");
        assert!(driver.table.has_same_state(&driver.replayed()));
    }
}

#[test]
fn the_player_on_a_slow_turn_is_reminded_once_when_a_quarter_is_left() {
    for pace in [Pace::Relaxed, Pace::Slow] {
        let mut driver = playing_at(pace, 2);
        driver.handle(Input::MessagePosted { at: driver.now });
        let (on_turn, began) = (driver.on_turn(), driver.now);
        // The table may wake earlier, for example to offer a vote in an open hand.
        while driver.now < began.after(Millis(pace.turn().0 / 4 * 3)) {
            assert!(driver.message.mentions.contains(on_turn));
            driver.wake();
        }
        assert_eq!(driver.now.since(began), Millis(pace.turn().0 / 4 * 3));
        assert_eq!(driver.pings(), [on_turn]);
        assert!(driver.message.mentions.contains(on_turn));
        assert_eq!(driver.until_wake(), Millis(pace.turn().0 / 4), "only once");
        // If the person has turned reminders off, no reminder is sent, and the turn times out as usual.
        let mut driver = playing_at(pace, 2);
        driver.handle(Input::MessagePosted { at: driver.now });
        let off = Input::PreferencesChanged {
            user: on_turn,
            format: person(on_turn).format(),
            direct_hand: false,
            reminders_off: true,
        };
        driver.handle(off);
        let began = driver.now;
        while driver.now < began.after(pace.turn()) {
            driver.wake();
            assert!(driver.now == began.after(pace.turn()) || driver.pings().is_empty());
        }
    }
}
