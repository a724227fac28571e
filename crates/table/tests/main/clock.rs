//! Time at a table: for example, exact deadlines, outages, absent players, idle tables, and lost or refused messages.

use table::fixed_time_limits::{HOST_AWAY, LOBBY_IDLE, OVER_IDLE, PAUSE_END, REPOST_AFTER};

use crate::driver::START;
use crate::prelude::*;

const TICK: Millis = Millis(1);

fn with_open_window(pace: Pace, players: usize) -> Driver {
    with_window_in(pace, players, |_| true)
}

/// Returns a game with a deal that satisfies `fits`, in which the player on turn has just played a Skip.
fn with_window_in(pace: Pace, players: usize, fits: impl Fn(&Game) -> bool) -> Driver {
    let mut driver = Driver::dealt(options_at(pace), players, |game| {
        game.hand(seat_on_turn(game)).has(Title::Skip) && fits(game)
    });
    let user = driver.on_turn();
    driver.does_on_panel(user, Intent::Play(Play::single(Title::Skip)));
    driver
}

fn with_nope(game: &Game) -> Vec<Seat> {
    let mut seats: Vec<Seat> = game.living().iter().collect();
    seats.retain(|&seat| game.hand(seat).has(Title::Nope));
    seats
}

fn just_before(driver: &mut Driver) {
    driver.now = Millis(driver.now.after(driver.until_wake()).0 - 1);
}

#[test]
fn every_pace_gives_a_turn_its_full_time_limit() {
    for pace in Pace::ALL {
        let mut driver = Driver::playing(options_at(pace), 3, 1);
        driver.handle(Input::MessagePosted { at: driver.now });
        let mut waited = Millis(0);
        let cards = driver.game().draw_pile().len();
        while driver.game().draw_pile().len() == cards {
            waited = waited.after(driver.until_wake());
            just_before(&mut driver);
            assert!(driver.handle(Input::Wake).entry.is_none());
            driver.now = driver.now.after(TICK);
            let _ = driver.handle(Input::Wake);
        }
        assert_eq!(waited, pace.turn());
    }
}

#[test]
fn a_nope_window_closes_exactly_at_its_deadline() {
    for pace in Pace::ALL {
        let mut driver = with_open_window(pace, 3);
        let user = driver.on_turn();
        driver.now = Millis(driver.now.0 + pace.window().0 - 1);
        assert!(driver.handle(Input::Wake).entry.is_none());
        assert!(matches!(driver.game().phase(), Phase::Window(_)));
        assert!(driver.wait(TICK).entry.is_some());
        assert_eq!(*driver.game().phase(), Phase::Turn);
        assert_ne!(driver.on_turn(), user, "the Skip has ended the turn");
    }
}

#[test]
fn a_click_at_the_deadline_is_too_late_and_one_a_millisecond_earlier_is_not() {
    let fits = |game: &Game| {
        let turn = seat_on_turn(game);
        with_nope(game).iter().any(|seat| *seat != turn)
    };
    for (early, counts) in [(1, true), (0, false)] {
        let mut driver = with_window_in(Pace::Normal, 3, fits);
        driver.now = Millis(driver.now.after(driver.until_wake()).0 - early);
        let mut nopers = driver.others().into_iter();
        let noper = nopers
            .find(|&user| driver.held(user, Title::Nope) > 0)
            .expect("the deal fits");
        let nopes = driver.held(noper, Title::Nope);
        let outcome = driver.click_message(noper, Intent::Nope { layer: 0 });
        let left = driver.held(noper, Title::Nope);
        assert_eq!(left, nopes - u8::from(counts));
        if !counts {
            // The entry contains the end of the window, but not the Nope.
            assert!(outcome.changed);
            let sentence = screen::refusal(&Refusal::WindowOver, english());
            assert_eq!(outcome.answer, Answer::Refusal(sentence));
        }
    }
}

#[test]
fn a_nope_restarts_the_window_and_a_pass_does_not() {
    let mut driver = with_window_in(Pace::Normal, 4, |game| with_nope(game).len() == 4);
    let deadline = driver.table.next_wake().unwrap();
    let others = driver.others();
    driver.now = driver.now.after(Millis(3000));
    driver.does(others[0], Intent::Pass);
    assert_eq!(driver.table.next_wake(), Some(deadline));
    driver.does(others[1], Intent::Nope { layer: 0 });
    assert_eq!(driver.until_wake(), Pace::Normal.window());
}

#[test]
fn two_missed_turns_make_a_player_away_and_any_click_gives_the_seat_back() {
    let mut driver = Driver::playing(options_at(Pace::Normal), 2, 3);
    let absent = driver.on_turn();
    let missed = |driver: &Driver| {
        let missed = |record: &&Record| matches!(record, Record::TurnMissed { .. });
        driver.records().filter(missed).count()
    };
    while missed(&driver) < 2 || driver.on_turn() != absent || !driver.is_turn() {
        if driver.on_turn() == absent {
            driver.wake();
        } else {
            driver.draw_or_wake();
        }
        assert!(driver.table.is_playing(), "this deal ends too early");
    }
    // The computer acts within two seconds instead of using the minute that a turn may take.
    let wait = driver.until_wake();
    assert!((1000..=2000).contains(&wait.0), "{wait:?}");
    driver.does(absent, Intent::Rules(None));
    let records = &driver.entries.last().unwrap().records;
    let returns = |record: &Record| matches!(record, Record::Returned { .. });
    assert!(records.iter().any(returns));
    assert!(driver.until_wake() > Millis(2000));
}

#[test]
fn a_game_without_any_present_player_pauses_and_closes_after_a_day() {
    let mut driver = Driver::playing(options_at(Pace::Fast), 5, 8);
    driver.replay();
    while driver.until_wake() < PAUSE_END {
        driver.wake();
        assert!(driver.table.is_playing(), "it ended instead of pausing");
    }
    assert_eq!(driver.until_wake(), PAUSE_END);
    let mut other = driver.clone();
    just_before(&mut driver);
    assert!(driver.handle(Input::Wake).entry.is_none());
    driver.wait(TICK);
    assert!(driver.closed);
    // In a copy of the game, a player clicks within the day, and the game continues.
    other.now = other.now.after(Millis::hours(23));
    other.does(UserId(2), Intent::OpenHand);
    assert!(other.until_wake() <= Pace::Fast.turn());
}

#[test]
fn a_lobby_closes_a_quarter_of_an_hour_after_its_hosts_last_click() {
    let mut driver = Driver::open(options_at(Pace::Normal), 1);
    driver.now = driver.now.after(Millis::minutes(10));
    driver.does(UserId(2), Intent::Join);
    driver.now = driver.now.after(Millis::minutes(10));
    // When the host opens the rules, the timeout restarts too.
    driver.does(UserId(1), Intent::Rules(None));
    driver.wake();
    assert_eq!(driver.until_wake().after(HOST_AWAY), LOBBY_IDLE);
    just_before(&mut driver);
    assert!(driver.handle(Input::Wake).entry.is_none());
    let origin = ClickOrigin::Table(driver.stamp());
    let handled = driver.wait(TICK);
    assert_eq!(handled.effects.last(), Some(&Effect::Close));
    driver.assert_updated(MessageUpdate::Edit);
    let why = CloseReason::LobbyIdle;
    assert_eq!(handled.entry.unwrap().records, [Record::Closed { why }]);
    assert_eq!(driver.table.next_wake(), None);
    driver
        .click(person(UserId(1)), origin, Intent::Join)
        .assert_refused(Refusal::Closed);
}

#[test]
fn a_finished_table_closes_silently_after_an_idle_hour() {
    let mut driver = Driver::playing(options_at(Pace::Fast), 2, 3);
    driver.draw_to_the_end();
    let message = driver.message.clone();
    let beat = Millis::seconds(2);
    assert_eq!(driver.until_wake().after(beat), OVER_IDLE);
    let handled = driver.wake();
    assert_eq!(handled.effects, [Effect::Close]);
    assert_eq!(driver.message, message);
}

#[test]
fn an_old_message_is_replaced_only_while_it_is_edited_often() {
    let mut driver = Driver::open(options(), 3);
    driver.handle(Input::MessagePosted { at: driver.now });
    while driver.now < START.after(REPOST_AFTER) {
        driver.now = driver.now.after(Millis::minutes(10));
        driver.does(UserId(1), Intent::Rules(None));
    }
    assert_eq!(driver.posts, 1, "one edit every ten minutes is seldom");
    for click in 0..2 {
        assert_eq!(driver.posts, 1, "{click}");
        driver.does(UserId(2), Intent::Join);
        driver.does(UserId(2), Intent::Leave { confirmed: false });
    }
    assert_eq!(driver.posts, 2);
    assert!(driver.pinged.is_empty());
    driver.does(UserId(2), Intent::Join);
    assert_eq!(driver.posts, 2, "the new message is not old");
}

#[test]
fn the_message_of_a_slow_game_stays_where_it_is_while_nothing_happens() {
    let mut driver = Driver::playing(options_at(Pace::Slow), 2, 3);
    driver.replay();
    driver.handle(Input::MessagePosted { at: driver.now });
    assert_eq!(driver.until_wake(), Millis(Pace::Slow.turn().0 / 4 * 3));
}

#[test]
fn an_outage_extends_every_deadline_by_its_length() {
    let mut driver = with_open_window(Pace::Fast, 3);
    let deadline = driver.table.next_wake().unwrap();
    let since = driver.now.after(Millis(500));
    driver.now = driver.now.after(Millis::minutes(3));
    let posts = driver.posts;
    let mut restarted = driver.clone();
    restarted.replay();
    restarted.handle(Input::Resumed { since });
    assert_eq!(restarted.posts, posts + 1, "replaced once");
    driver.handle(Input::Resumed { since });
    assert!(matches!(driver.game().phase(), Phase::Window(_)));
    let extended = deadline.after(driver.now.since(since));
    assert_eq!(driver.table.next_wake(), Some(extended));
    assert_eq!(restarted.table.next_wake(), driver.table.next_wake());
    assert_eq!(driver.posts, posts);
}

#[test]
fn an_outage_extends_a_deadline_by_the_part_in_which_the_table_already_waited() {
    let mut driver = with_open_window(Pace::Fast, 3);
    let (began, deadline) = (driver.now, driver.table.next_wake().unwrap());
    let lost = [
        // The first outage began before the window opened.
        (Millis(began.0 - 75_000), 3_000, 3_000),
        (began.after(Millis(5_000)), 20_000, 15_000),
    ];
    let mut extended = deadline;
    for (since, until, overlap) in lost {
        driver.now = began.after(Millis(until));
        driver.handle(Input::Resumed { since });
        extended = extended.after(Millis(overlap));
        assert_eq!(driver.table.next_wake(), Some(extended));
    }
}

#[test]
fn deadlines_that_are_held_pass_neither_by_themselves_nor_before_a_click() {
    let mut driver = Driver::playing(options_at(Pace::Fast), 2, 4);
    let (since, user) = (driver.now, driver.on_turn());
    driver.table.hold_deadlines(true);
    driver.now = since.after(Millis::minutes(3));
    assert_eq!(driver.table.next_wake(), None);
    assert!(driver.handle(Input::Wake).entry.is_none());
    let click = driver.click_message(user, Intent::OpenHand);
    assert!(!click.changed, "the turn is not over");
    assert_eq!(driver.on_turn(), user);
    driver.handle(Input::Resumed { since });
    driver.table.hold_deadlines(false);
    let whole = driver.now.after(Pace::Fast.turn());
    assert_eq!(driver.table.next_wake(), Some(whole));
}

#[test]
fn a_restart_reposts_the_end_of_a_game_only_within_the_first_minute() {
    let mut driver = Driver::playing(options_at(Pace::Fast), 2, 4);
    driver.draw_to_the_end();
    let ended = driver.now;
    let mut posts = Vec::new();
    for _ in 0..20 {
        let before = driver.posts;
        let since = driver.now;
        driver.now = since.after(Millis::seconds(10));
        driver.replay();
        driver.handle(Input::Resumed { since });
        if driver.posts > before {
            posts.push(since.since(ended));
        }
    }
    let soon: Vec<_> = (0..6).map(|time| Millis::seconds(10 * time)).collect();
    assert_eq!(posts, soon);
}

/// Returns a refusal with a long text from Discord.
fn blocked() -> WriteRefusal {
    WriteRefusal::other(200_000, &format!("Blocked\n *here* {}", "x".repeat(100)))
}

#[track_caller]
fn assert_tells_why(screen: &Screen, expected: bool) {
    let why = screen::refusal(&Refusal::CannotWrite(blocked()), english());
    assert_eq!(says(screen, &why), expected, "{screen:?}");
}

#[test]
fn a_refused_message_pauses_a_game_until_it_is_posted_and_each_click_is_answered_with_why() {
    let mut driver = Driver::playing(options_at(Pace::Fast), 3, 3);
    let user = driver.on_turn();
    driver.click_message(user, Intent::OpenHand);
    unwritable(&mut driver);
    assert_tells_why(&driver.panels[&user], true);
    assert!(texts(&driver.panels[&user])[0].contains("Blocked \\*here\\* xxx"));
    let posts = driver.posts;
    driver.now = driver.now.after(Millis::hours(2));
    assert!(driver.handle(Input::Wake).entry.is_none());
    assert_eq!(driver.posts, posts + 1, "it tries by itself too");
    driver.assert_says("It wakes by itself", true);
    driver.may_post = false;
    let posts = driver.posts;
    assert!(!driver.click_message(user, Intent::Rules(None)).changed);
    for (may_post, attempts) in [(false, 0), (true, 1), (true, 1)] {
        driver.may_post = may_post;
        driver.now = driver.now.after(Millis::seconds(4));
        let drawn = driver.click_panel(user, Intent::Draw);
        assert!(!drawn.changed, "no one would see it");
        assert_tells_why(&driver.panels[&user], true);
        driver.refuses(
            UserId(99),
            Intent::OpenHand,
            Refusal::CannotWrite(blocked()),
        );
        driver.refuses_command(
            UserId(99),
            Intent::PostTable,
            Refusal::CannotWrite(blocked()),
        );
        assert_eq!(driver.posts, posts + attempts, "one in five seconds");
    }
    let restored = posted(&mut driver).entry.expect("the game goes on");
    assert_eq!(restored.records, [Record::ChannelRestored]);
    assert_tells_why(&driver.panels[&user], false);
    assert_eq!(driver.until_wake(), Pace::Fast.turn());
    driver.does_on_panel(user, Intent::Draw);
}

#[test]
fn a_lobby_whose_message_is_refused_begins_no_game() {
    let mut driver = Driver::open(options_at(Pace::Fast), 1);
    driver.does(UserId(2), Intent::Join);
    unwritable(&mut driver);
    driver.now = driver.now.after(Millis::minutes(1));
    driver.refuses(UserId(1), Intent::Start, Refusal::CannotWrite(blocked()));
    assert_eq!(driver.posts, 2, "it is tried again");
    posted(&mut driver);
    driver.does(UserId(1), Intent::Start);
}

#[test]
fn a_game_that_is_posted_again_while_everybody_is_away_sleeps_on() {
    let mut driver = Driver::playing(options_at(Pace::Fast), 2, 3);
    unwritable(&mut driver);
    for user in [1, 2] {
        driver.does(UserId(user), Intent::Leave { confirmed: true });
    }
    posted(&mut driver);
    assert!(driver.closed || driver.table.is_paused());
}

/// Returns a game of four computers that is paused because Discord refused its message.
fn paused_watched_game() -> Driver {
    let computers = watched(4, Strength::Cat);
    let mut driver = Driver::open_with(options_at(Pace::Normal), computers, 1);
    driver.wake();
    driver.wake();
    unwritable(&mut driver);
    driver
}

fn unwritable(driver: &mut Driver) -> Handled {
    let failure = DeliveryFailure::ChannelUnwritable(blocked());
    driver.handle(Input::DeliveryFailed(failure))
}

fn posted(driver: &mut Driver) -> Handled {
    driver.handle(Input::MessagePosted { at: driver.now })
}

/// Asserts that the table's next wake comes within four seconds and continues the game.
#[track_caller]
fn assert_goes_on(driver: &mut Driver) {
    let before = driver.now;
    assert!(driver.wake().entry.is_some());
    assert!(driver.now.since(before) < Millis::seconds(4));
}

#[test]
fn a_paused_game_among_computers_tries_to_show_itself_again_and_goes_on_once_it_is_shown() {
    let mut driver = paused_watched_game();
    let posts = driver.posts;
    just_before(&mut driver);
    assert!(driver.handle(Input::Wake).effects.is_empty());
    let handled = driver.wait(TICK);
    assert!(handled.entry.is_none());
    assert_eq!(driver.posts, posts + 1);
    driver.assert_says("It wakes by itself", true);
    driver.now = driver.now.after(Millis::seconds(2));
    let handled = posted(&mut driver);
    assert_eq!(handled.entry.unwrap().records, [Record::ChannelRestored]);
    assert_eq!(handled.effects.len(), 1);
    driver.assert_updated(MessageUpdate::Edit);
    driver.assert_says("sleeps", false);
    assert_goes_on(&mut driver);
}

#[test]
fn a_paused_game_among_computers_tries_more_and_more_rarely_and_ends_after_a_day() {
    let mut driver = paused_watched_game();
    let paused = driver.now;
    let mut attempts = Vec::new();
    loop {
        let posts = driver.posts;
        let handled = driver.wake();
        if driver.closed {
            let why = CloseReason::Abandoned;
            assert_eq!(handled.entry.unwrap().records, [Record::Closed { why }]);
            break;
        }
        assert_eq!(driver.posts, posts + 1);
        attempts.push(driver.now.since(paused));
        assert_eq!(unwritable(&mut driver).entry, None, "it is paused already");
    }
    let minutes = [1, 3, 7, 15, 31, 63, 123, 183].map(Millis::minutes);
    assert_eq!(attempts[..8], minutes);
    assert!(attempts.len() < 30, "{attempts:?}");
    assert_eq!(driver.now, paused.after(PAUSE_END));
}

#[test]
fn a_game_among_computers_that_is_paused_at_a_restart_shows_itself_at_once_and_goes_on() {
    let mut driver = paused_watched_game();
    let since = driver.now.after(Millis::minutes(2));
    driver.now = since.after(Millis::hours(3));
    driver.replay();
    let posts = driver.posts;
    driver.handle(Input::Resumed { since });
    assert_eq!(driver.posts, posts + 1);
    let mut unreachable = driver.clone();
    assert!(posted(&mut driver).entry.is_some());
    assert_goes_on(&mut driver);
    // In a copy of the game, the bot still cannot write to the channel.
    assert!(unwritable(&mut unreachable).entry.is_none());
    let wait = unreachable.table.next_wake().unwrap();
    assert!(wait.since(unreachable.now) <= Millis::minutes(3));
    unreachable.wake();
    assert_eq!(unreachable.posts, posts + 2);
}

#[test]
fn any_click_of_a_spectator_lets_a_paused_game_among_computers_show_itself_again() {
    for intent in [
        Intent::OpenHand,
        Intent::Draw,
        Intent::Pass,
        Intent::PostTable,
    ] {
        let mut driver = paused_watched_game();
        let posts = driver.posts;
        driver.now = driver.now.after(Millis::seconds(5));
        driver.refuses(UserId(99), intent, Refusal::CannotWrite(blocked()));
        assert_eq!(driver.posts, posts + 1);
        posted(&mut driver);
        assert_goes_on(&mut driver);
    }
}

fn finished_game() -> Driver {
    let mut driver = Driver::playing(options_at(Pace::Fast), 2, 4);
    driver.draw_to_the_end();
    driver
}

#[test]
fn the_end_of_a_game_whose_message_is_lost_is_posted_again_once() {
    let mut driver = finished_game();
    let end = driver.message.clone();
    let lost = Input::DeliveryFailed(DeliveryFailure::MessageLost);
    driver.handle(lost.clone());
    driver.assert_updated(MessageUpdate::EditOrPost);
    assert_eq!(driver.message, end);
    // After a player has left, the message is lost again. This time, it is not reposted.
    driver.does_by_command(UserId(2), Intent::Leave { confirmed: true });
    assert!(driver.handle(lost.clone()).effects.is_empty());
    // The end of the next game is reposted too.
    driver.play_anew();
    driver.draw_to_the_end();
    driver.handle(lost);
    driver.assert_updated(MessageUpdate::EditOrPost);
}

#[test]
fn a_refused_end_is_posted_at_the_next_click_of_anybody_where_the_bot_may_post() {
    let spectator = UserId(9);
    let mut driver = finished_game();
    assert!(unwritable(&mut driver).effects.is_empty());
    driver.now = driver.now.after(Millis::minutes(1));
    for (may_post, attempts) in [(false, 0), (true, 1)] {
        let posts = driver.posts;
        driver.may_post = may_post;
        driver.refuses_command(
            spectator,
            Intent::PostTable,
            Refusal::CannotWrite(blocked()),
        );
        assert_eq!(driver.posts, posts + attempts);
    }
    posted(&mut driver);
    driver.effects.clear();
    driver.command(spectator, Intent::PostTable);
    let updates = |effect: &Effect| matches!(effect, Effect::UpdateMessage { .. });
    assert!(!driver.effects.iter().any(updates));
}

#[test]
fn the_last_screen_of_a_game_that_somebody_ends_is_posted_if_its_message_is_gone() {
    let last_update_of = |mut driver: Driver| {
        let end = Intent::End { confirmed: true };
        driver.does_by_command(UserId(1), end);
        assert!(driver.closed);
        driver.updates().pop()
    };
    let playing = Driver::playing(options_at(Pace::Fast), 2, 3);
    assert_eq!(last_update_of(playing), Some(MessageUpdate::EditOrPost));
    let lobby = Driver::open(options_at(Pace::Fast), 1);
    assert_eq!(last_update_of(lobby), Some(MessageUpdate::Edit));
    assert_eq!(last_update_of(finished_game()), None);
}

#[test]
fn a_lost_message_is_replaced_and_a_deleted_channel_closes_the_table() {
    let mut driver = Driver::playing(options_at(Pace::Fast), 3, 3);
    // A newer screen may already have been posted. In that case, `EditOrPost` edits it instead of posting it again.
    let lost = (DeliveryFailure::MessageLost, MessageUpdate::EditOrPost);
    let replace = MessageUpdate::Replace {
        ping: UserSet::EMPTY,
    };
    for (failure, update) in [lost, (DeliveryFailure::MessageUnusable, replace)] {
        let handled = driver.handle(Input::DeliveryFailed(failure));
        assert!(handled.entry.is_none());
        driver.assert_updated(update);
    }
    let handled = driver.handle(Input::ChannelGone);
    assert_eq!(handled.effects, [Effect::Close]);
    assert!(driver.table.is_closed());
}
