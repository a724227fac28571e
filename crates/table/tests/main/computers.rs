//! Computer players at the table: for example, adding and removing them, their delays, whole games, and stand-ins for
//! people who are away or have been voted away.

use std::collections::BTreeSet;

use table::game_file::{CheckedGame, PlayedGame};
use table::pages::story::story_fair;

use crate::game_files::reader;
use crate::prelude::*;
use crate::whole_games::tables;

fn setup(computers: u8, strength: Strength) -> ComputerSetup {
    ComputerSetup {
        count: computers,
        strength,
        watch: false,
    }
}

fn wake_until_computer(driver: &mut Driver) {
    while driver.game().turn().expect("the game runs").seat != Seat::ALL[1] {
        driver.wake();
    }
}

/// Opens a table with one person and up to this many computers, and starts its game.
fn against(computers: u8, strength: Strength, seed: u64) -> Driver {
    let mut driver = Driver::open_with(options(), setup(computers, strength), seed);
    driver.does(UserId(1), Intent::Start);
    driver
}

/// Plays a game to its end. Some of the computers' searches finish in time, and people let every deadline pass.
fn to_the_end(driver: &mut Driver) {
    let mut steps = 0;
    while driver.table.is_playing() {
        if steps % 8 == 0 {
            driver.run_choice_jobs();
        }
        driver.choice_jobs.clear();
        driver.wake();
        steps += 1;
        assert!(steps < 5000, "a game without an end");
    }
    driver.read_last_death();
    driver.choice_jobs.clear();
}

#[track_caller]
fn replayed(driver: &Driver) {
    let is_same = driver.replayed().has_same_state(&driver.table);
    assert!(is_same, "the journal disagrees");
}

#[test]
fn the_host_adds_and_removes_computers() {
    let mut driver = Driver::open(options(), 1);
    let (host, guest) = (UserId(1), UserId(2));
    driver.refuses(host, Intent::RemoveComputer, Refusal::NoComputer);
    for strength in Strength::ALL {
        driver.does(host, Intent::AddComputer(strength));
    }
    driver.assert_says("· tiger", true);
    driver.refuses(guest, Intent::AddComputer(Strength::Cat), Refusal::HostOnly);
    driver.refuses(guest, Intent::RemoveComputer, Refusal::HostOnly);
    driver.does(guest, Intent::Join);
    driver.refuses(host, Intent::AddComputer(Strength::Cat), Refusal::TableFull);
    driver.refuses(UserId(3), Intent::Join, Refusal::TableFull);
    driver.does(host, Intent::RemoveComputer);
    driver.assert_says("tiger", false);
    driver.does(UserId(3), Intent::Join);
    replayed(&driver);
}

#[test]
fn a_lobby_closes_when_the_last_person_leaves_even_with_computers_in_it() {
    let mut driver = Driver::open_with(options(), setup(2, Strength::Cat), 1);
    let leave = Intent::Leave { confirmed: false };
    driver.does(UserId(1), leave);
    assert!(driver.closed);
}

#[test]
fn computers_never_take_the_last_seat_unless_somebody_wants_to_watch() {
    let mut driver = Driver::open_with(options(), setup(4, Strength::Cat), 1);
    assert!(!driver.table.is_playing());
    driver.refuses(UserId(2), Intent::Join, Refusal::TableFull);
    let watched = Driver::open_with(options(), setup(5, Strength::Cat), 1);
    assert!(watched.table.is_playing());
    assert_eq!(watched.game().living().len(), 5);
}

#[test]
fn a_setup_tells_of_every_table_whether_it_is_watched() {
    let editions = TableConfig::default().editions;
    for edition in EditionId::all() {
        let options = options_of(edition);
        for (count, watch) in (0..=10).flat_map(|count| [(count, false), (count, true)]) {
            let computers = ComputerSetup {
                watch,
                ..setup(count, Strength::Kitten)
            };
            let opened = Driver::open_with(options, computers, 1);
            assert_eq!(
                computers.is_watched(&options, &editions),
                opened.table.is_watched(),
                "{edition}: {computers:?}"
            );
        }
    }
}

#[test]
fn computers_of_every_strength_play_every_edition_to_its_end_while_somebody_watches() {
    for (number, (options, players)) in tables().into_iter().enumerate() {
        let strength = Strength::ALL[number % 3];
        let setup = watched(players as u8, strength);
        let mut driver = Driver::open_with(options, setup, number as u64);
        assert_eq!(driver.game().living().len(), players);
        let posts = driver.posts;
        to_the_end(&mut driver);
        assert!(driver.table.is_over(), "{players} of {strength}");
        assert_eq!(driver.posts, posts, "spectators are not pinged");
        replayed(&driver);
        driver.does(UserId(1), Intent::Rematch);
        assert!(driver.table.is_playing());
        driver.refuses(UserId(2), Intent::Draw, Refusal::NotSeated);
    }
}

#[test]
fn a_game_that_people_only_watch_leaves_two_and_a_half_seconds_for_each_thing_to_read() {
    for (pace, strength) in [(Pace::Fast, Strength::Cat), (Pace::Normal, Strength::Tiger)] {
        let options = options().with(OptionValue::Pace(pace));
        let mut driver = Driver::open_with(options, watched(4, strength), 1);
        driver.does(UserId(1), Intent::WatchAt(WatchSpeed::Fast));
        let begun = driver.now;
        while driver.table.is_playing() {
            let before = driver.now;
            driver.wake();
            let took = driver.now.since(before);
            assert!(
                [2500, 3000].contains(&took.0),
                "{took:?}: {}",
                driver.text()
            );
        }
        assert!(driver.now.since(begun) < Millis::minutes(10));
    }
}

#[test]
fn the_host_of_a_watched_game_sets_its_speed_which_outlasts_a_restart() {
    let mut driver = Driver::open_with(options(), watched(4, Strength::Cat), 1);
    let [slower, faster] = [WatchSpeed::Slow, WatchSpeed::Fast].map(Intent::WatchAt);
    driver.refuses(UserId(2), slower, Refusal::HostOnly);
    for (speed, interval) in [(faster, Millis(2500)), (slower, Millis(6000))] {
        driver.click_message(UserId(1), speed);
        replayed(&driver);
        driver.replay_by(TableConfig::default());
        let before = driver.now;
        driver.wake();
        assert_eq!(driver.now.since(before), interval);
    }
}

#[test]
fn a_watched_game_has_buttons_that_its_host_can_use_and_no_others() {
    let driver = Driver::open_with(options(), watched(4, Strength::Cat), 1);
    let offered: Vec<_> = usable(&driver.message).iter().map(Usable::intent).collect();
    let expected = [
        Intent::WatchAt(WatchSpeed::Slow),
        Intent::WatchAt(WatchSpeed::Fast),
        Intent::OpenHand,
        Intent::Rules(None),
        Intent::End { confirmed: false },
    ];
    assert_eq!(offered, expected);
    assert!(!driver.text().contains("Auto-draw"), "{}", driver.text());
}

#[test]
fn one_person_and_four_computers_play_to_the_end_even_if_the_person_never_clicks() {
    for seed in 0..6 {
        let mut driver = against(4, Strength::ALL[seed as usize % 3], seed);
        while driver.table.is_playing() && driver.game().living().contains(Seat::ALL[0]) {
            driver.choice_jobs.clear();
            driver.wake();
            if driver.until_wake() > Millis::hours(1) {
                // The game has paused because its only person does not play.
                driver.does(UserId(1), Intent::OpenHand);
            }
        }
        to_the_end(&mut driver);
        replayed(&driver);
    }
}

#[test]
fn computers_of_one_person_wait_about_a_second_before_every_action_in_nope_windows_too() {
    let (mut windows, mut turns) = (0, 0);
    for seed in 0..6 {
        let mut driver = against(4, Strength::Cat, seed);
        let mut since = driver.now;
        while driver.table.is_playing() && driver.game().living().contains(Seat::ALL[0]) {
            let (revision, phase) = (driver.stamp().revision, driver.game().phase().clone());
            let mine = driver.game().awaited().contains(Seat::ALL[0]);
            if driver.wake().entry.is_none() {
                // No entry is created if, for example, a beat ends and the computers' delays start, or a hand folds.
                since = driver.now;
                if driver.until_wake() > Millis::hours(1) {
                    driver.click_message(UserId(1), Intent::OpenHand);
                }
                continue;
            }
            let took = driver.now.since(since);
            if driver.table.is_playing() && driver.stamp().revision != revision {
                since = driver.now;
            }
            if driver.until_wake() > Millis::hours(1) {
                driver.click_message(UserId(1), Intent::OpenHand);
                since = driver.now;
            }
            match phase {
                Phase::Window(_) => {
                    windows += 1;
                    let acted = (700..=1400).contains(&took.0);
                    assert!(acted || took == Pace::Normal.window(), "{took:?}");
                }
                _ if !mine => {
                    turns += 1;
                    assert!((700..=1400).contains(&took.0), "{took:?}");
                }
                _ => {}
            }
        }
    }
    assert!(
        windows > 30 && turns > 30,
        "{windows} windows, {turns} turns"
    );
}

#[test]
fn a_tiger_is_asked_once_per_revision_and_acts_exactly_after_its_delay() {
    let mut driver = against(1, Strength::Tiger, 2);
    wake_until_computer(&mut driver);
    assert_eq!(driver.choice_jobs.len(), 1);
    let again = driver.handle(Input::Wake);
    let thinks = |effect: &Effect| matches!(effect, Effect::ComputeChoice(_));
    assert!(!again.effects.iter().any(thinks));
    let wake = driver.table.next_wake();
    driver.run_choice_jobs();
    assert_eq!(driver.table.next_wake(), wake);
    assert!(driver.wake().entry.is_some());
}

#[test]
fn a_tiger_without_a_result_makes_the_quick_choice_after_the_same_delay() {
    let mut thinking = against(1, Strength::Tiger, 2);
    wake_until_computer(&mut thinking);
    let mut late = thinking.clone();
    let stale = thinking.choice_jobs[0].run();
    thinking.run_choice_jobs();
    assert!(thinking.wake().entry.is_some());
    assert!(late.wake().entry.is_some());
    assert_eq!(thinking.now, late.now);
    // The stale choice was made for an earlier revision.
    late.choice_jobs.clear();
    assert!(late.handle(stale).entry.is_none());
}

#[test]
fn an_unrequested_or_illegal_choice_is_ignored() {
    let mut driver = against(1, Strength::Tiger, 2);
    wake_until_computer(&mut driver);
    let revision = driver.stamp().revision;
    let theirs = rules::Action::Draw { seat: Seat::ALL[0] };
    let stop = rules::Action::Choose {
        seat: Seat::ALL[1],
        answer: rules::ChoiceAnswer::Stop,
    };
    for (seat, revision, action) in [
        (Seat::ALL[0], revision, theirs),
        (Seat::ALL[1], Revision(revision.0 + 1), stop),
        (Seat::ALL[1], revision, theirs),
        (Seat::ALL[1], revision, stop),
    ] {
        let forged = Input::SearchFinished {
            seat,
            revision,
            action: Some(action),
        };
        assert!(driver.handle(forged).entry.is_none());
    }
    assert!(driver.wake().entry.is_some());
    replayed(&driver);
}

#[test]
fn after_a_restart_a_tiger_is_asked_again_and_remembers_what_its_seat_has_seen() {
    let mut driver = against(3, Strength::Tiger, 5);
    for _ in 0..25 {
        driver.run_choice_jobs();
        driver.wake();
        if driver.until_wake() > Millis::hours(1) {
            driver.click_message(UserId(1), Intent::OpenHand);
        }
    }
    while driver.choice_jobs.is_empty() {
        driver.wake();
    }
    let mut restarted = driver.clone();
    restarted.choice_jobs.clear();
    restarted.replay();
    let since = restarted.now;
    restarted.handle(Input::Resumed { since });
    let seats = |driver: &Driver| -> Vec<String> {
        let shown = |job| format!("{job:?}");
        driver.choice_jobs.iter().map(shown).collect()
    };
    assert_eq!(seats(&restarted), seats(&driver));
    assert!(restarted.table.has_same_state(&{
        let mut table = driver.table.clone();
        let mut chance = driver.chance.clone();
        let _ = table.handle(since, Input::Resumed { since }, &mut chance);
        table
    }));
}

#[test]
fn a_stand_in_plays_cards_and_the_owner_gets_the_seat_back_at_the_next_click() {
    let mut played = false;
    for seed in 0..40 {
        let options = options_at(Pace::Fast);
        let mut driver = Driver::playing(options, 3, seed);
        let leaver = driver.on_turn();
        let seat = driver.table_seat(leaver);
        driver.click_panel(leaver, Intent::Leave { confirmed: true });
        let before = driver.entries.len();
        driver.wake();
        let acted = &driver.entries[before];
        let game = |record: &Record| matches!(record, Record::Game { .. });
        assert!(acted.records.iter().any(game));
        played |= matches!(driver.game().phase(), Phase::Window(_));
        driver.does(leaver, Intent::OpenHand);
        let awaited = driver.game().awaited().contains(seat);
        let soon = driver.until_deadline() <= Millis(4000);
        assert!(!(awaited && soon), "a stand-in plays for the person");
    }
    assert!(played, "in forty games no computer played a card");
}

/// Returns a table whose player on turn has used half of their time. Also returns that player and the other players.
fn with_slow_player(players: usize) -> (Driver, UserId, Vec<UserId>) {
    let mut driver = Driver::playing(options(), players, 4);
    let slow_player = driver.on_turn();
    let others = driver.others();
    driver.wait(Millis(Pace::Normal.turn().0 / 2));
    (driver, slow_player, others)
}

#[test]
fn a_majority_votes_a_slow_player_away_until_that_player_clicks() {
    let (mut driver, slow_player, others) = with_slow_player(4);
    let against = driver.table_seat(slow_player);
    let vote = Intent::VoteAway(against);
    driver.does_on_panel(others[0], vote);
    driver.assert_says("**1** vote of 2", true);
    driver.refuses_on_panel(others[0], vote, Refusal::VotedAlready);
    let outcome = driver.command(others[1], vote);
    assert!(outcome.changed);
    let notice = screen::notice(Notice::VotedAway, english());
    assert_eq!(outcome.answer, Answer::Note(notice));
    driver.assert_says("away", true);
    let acted = driver.wake();
    assert!(acted.entry.is_some());
    driver.does(slow_player, Intent::OpenHand);
    driver.assert_says("away", false);
    replayed(&driver);
}

#[test]
fn the_vote_against_a_slow_player_is_offered_once_it_would_count() {
    let mut driver = Driver::playing(options(), 3, 4);
    let seat = driver.table_seat(driver.on_turn());
    let voter = driver.others()[0];
    driver.click_message(voter, Intent::OpenHand);
    let offers = |driver: &Driver| {
        let buttons = usable(&driver.panels[&voter]);
        buttons
            .iter()
            .any(|button| button.intent() == Intent::VoteAway(seat))
    };
    assert!(!offers(&driver));
    assert_eq!(driver.until_wake(), Millis(Pace::Normal.turn().0 / 2));
    let offered = driver.wake();
    assert!(offers(&driver) && offered.entry.is_none());
    assert_eq!(driver.until_wake(), Millis(Pace::Normal.turn().0 / 2));
    driver.does_on_panel(voter, Intent::VoteAway(seat));
}

#[test]
fn any_click_of_the_slow_player_clears_the_votes() {
    let (mut driver, slow_player, others) = with_slow_player(4);
    let vote = Intent::VoteAway(driver.table_seat(slow_player));
    driver.does_on_panel(others[0], vote);
    driver.does(slow_player, Intent::OpenHand);
    driver.assert_says("vote of", false);
    driver.does_on_panel(others[1], vote);
    driver.assert_says("**1** vote of 2", true);
}

#[test]
fn votes_are_refused_if_too_early_or_about_the_wrong_player_or_by_the_wrong_person() {
    let (mut driver, slow_player, others) = with_slow_player(3);
    let seat = driver.table_seat(slow_player);
    let idle = driver.table_seat(others[0]);
    let mut early = Driver::playing(options(), 3, 4);
    let from = early.now.after(Millis(Pace::Normal.turn().0 / 2));
    let too_soon = Refusal::VoteTooSoon { from };
    early.refuses_on_panel(others[0], Intent::VoteAway(seat), too_soon);
    driver.refuses_on_panel(UserId(50), Intent::VoteAway(seat), Refusal::NotSeated);
    for (user, against) in [
        (slow_player, seat),
        (others[1], idle),
        (others[1], Seat::ALL[8]),
    ] {
        driver.refuses_on_panel(user, Intent::VoteAway(against), Refusal::NobodyWaits);
    }
    let stale = ClickOrigin::Panel(driver.stamp());
    driver.does(slow_player, Intent::Draw);
    let vote = driver.click(person(others[0]), stale, Intent::VoteAway(seat));
    vote.assert_refused(Refusal::MovedOn);
}

#[test]
fn votes_in_a_nope_window_or_about_a_computer_are_refused() {
    let mut driver = against(2, Strength::Cat, 7);
    while driver.game().turn().unwrap().seat == Seat::ALL[0]
        || *driver.game().phase() != Phase::Turn
    {
        driver.wake();
    }
    let computer = driver.game().turn().unwrap().seat;
    driver.refuses_on_panel(UserId(1), Intent::VoteAway(computer), Refusal::NobodyWaits);
    let mut window = Driver::holding(options(), 3, Title::Shuffle);
    let user = window.on_turn();
    window.does(user, Intent::Play(Play::single(Title::Shuffle)));
    window.wait(Millis(Pace::Normal.window().0 / 2));
    let others = window.others();
    let vote = Intent::VoteAway(window.table_seat(others[1]));
    window.refuses_on_panel(others[0], vote, Refusal::NobodyWaits);
}

#[test]
fn the_end_the_proof_and_the_file_tell_a_win_by_a_stand_in_from_a_win_by_a_present_player() {
    let mut seen = BTreeSet::new();
    for seed in 0..400 {
        let mut driver = Driver::playing(options(), 2, seed);
        driver.does(UserId(1), Intent::Leave { confirmed: true });
        driver.draw_without(UserId(1));
        let winner = driver.game().winner().unwrap();
        let finished = driver.text().contains("the stand-in won");
        assert_eq!(finished, winner == Seat::ALL[0], "{}", driver.text());
        let found = PlayedGame::find(&driver.entries, 1).expect("entries");
        let game = found.expect("a game that is over");
        let file = game.to_file().expect("a file");
        let checked = CheckedGame::read(file.as_bytes()).expect("a right game");
        assert_eq!(checked.is_won_by_stand_in, finished);
        let proof = story_fair(&game, &file, reader()).to_string();
        assert_eq!(proof.contains("the stand-in won"), finished, "{proof}");
        seen.insert(winner);
        replayed(&driver);
        if seen.len() == 2 {
            return;
        }
    }
    panic!("only {seen:?} wins");
}

#[test]
fn computers_make_remarks_and_always_the_same_about_the_same_event() {
    let mut spoken = 0;
    let mut screens = 0;
    for seed in 0..8 {
        let setup = watched(4, Strength::Cat);
        let mut driver = Driver::open_with(options(), setup, seed);
        while driver.table.is_playing() {
            driver.wake();
            screens += 1;
            let lines = driver.text();
            spoken += usize::from(lines.contains('“'));
            driver.handle(Input::DeliveryFailed(DeliveryFailure::MessageLost));
            assert_eq!(lines, driver.text());
        }
    }
    assert!(spoken * 50 > screens, "{spoken} of {screens}");
    assert!(spoken * 10 < screens * 9, "{spoken} of {screens}");
}

#[test]
fn dismissing_the_question_about_ending_a_watched_game_leads_back_to_it() {
    let mut driver = Driver::open_with(options(), watched(3, Strength::Cat), 1);
    let end = Intent::End { confirmed: false };
    let Answer::Refusal(question) = driver.click_message(UserId(1), end).answer else {
        panic!("no question");
    };
    let cancel = usable(&question)
        .pop()
        .expect("a button to cancel")
        .intent();
    let outcome = driver.click_panel(UserId(1), cancel);
    assert!(!outcome.changed && driver.table.is_playing());
    let link = outcome.panel();
    assert!(texts(&link)[0].contains("/channels/5/6"), "{link}");
}

#[test]
fn everything_that_a_lobby_with_computers_offers_can_be_used() {
    let mut driver = Driver::open_with(options(), setup(2, Strength::Kitten), 1);
    for offered in usable(&driver.message) {
        let mut copy = driver.clone();
        let outcome = copy.click_message(UserId(1), offered.intent());
        assert_ne!(outcome.answer, Answer::Acknowledge, "{offered:?}");
    }
    let two = Intent::SetOption(OptionValue::Edition(EditionId::TWO_PLAYER));
    driver.refuses_on_panel(UserId(1), two, Refusal::MorePeopleThanThat);
}
