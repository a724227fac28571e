//! The results of games: for example, their figures, places, badges and ratings, also after a restart in the middle of
//! a game.

use std::collections::BTreeSet;

use table::options::RatingPolicy;
use table::results::{
    Badge, GameResult, PlayerEnding, PlayerResult, RatingChange, ResultPlayer, ShownRating,
};

use crate::prelude::*;
use crate::whole_games::{Habit, play, play_as, tables};

fn results(driver: &Driver) -> Vec<GameResult> {
    let entries = driver.entries.iter();
    let carried = entries.filter_map(|entry| entry.result.clone());
    carried.map(|result| *result).collect()
}

fn of_user(result: &GameResult, user: u64) -> &PlayerResult {
    let who = ResultPlayer::Person(UserId(user));
    let mut players = result.players.iter();
    players.find(|player| player.who == who).expect("a player")
}

#[test]
fn a_result_agrees_with_itself_in_every_edition() {
    for (options, players) in tables() {
        let driver = play(options, players, 1);
        let [result] = &results(&driver)[..] else {
            panic!("one game was won")
        };
        let sum = |count: fn(&PlayerResult) -> u32| result.players.iter().map(count).sum::<u32>();
        assert_eq!(sum(|one| one.nopes), sum(|one| one.noped));
        assert_eq!(sum(|one| one.taken), sum(|one| one.lost));
        assert_eq!(sum(|one| one.turns), result.turns);
        assert_eq!(sum(|one| one.turns_by_computer), 0);
        let places: Vec<usize> = result.players.iter().map(|one| one.place.into()).collect();
        assert_eq!(places, (1..=players).collect::<Vec<_>>());
        let winner = driver.game().winner();
        assert_eq!(Some(result.players[0].seat), winner);
        let won = result
            .players
            .iter()
            .filter(|one| one.fate == PlayerEnding::Won);
        assert_eq!(won.count(), 1);
        assert!(result.rated && result.began <= result.ended);
        badges_agree_with_the_result(&driver, result);
        assert_eq!((result.game, result.edition), (1, options.edition));
    }
}

fn badges_agree_with_the_result(driver: &Driver, result: &GameResult) {
    for player in &result.players {
        let has = |badge| player.badges.contains(&badge);
        let (won, seat) = (player.fate == PlayerEnding::Won, player.seat);
        assert_eq!(has(Badge::LastPurr), won);
        assert_eq!(has(Badge::BlackHole), player.fate == PlayerEnding::Imploded);
        assert_eq!(has(Badge::Boomerang), player.killer == Some(seat));
        let others = result.players.iter().filter(|other| other.seat != seat);
        let victims = others.filter(|other| other.killer == Some(seat)).count();
        assert_eq!(has(Badge::ThoughtfulHost), victims >= 1);
        assert_eq!(has(Badge::Gardener), victims >= 2);
        let cards = driver.game().hand(seat).total();
        assert_eq!(has(Badge::Hoarder), won && cards >= 10);
        assert_eq!(has(Badge::FishBone), won && cards == 0);
        let in_first_turn = player.turns == 1 && player.fate == PlayerEnding::Exploded;
        assert_eq!(has(Badge::EarlyExit), in_first_turn);
    }
}

#[test]
fn every_badge_comes_up_in_games_of_people_who_click_anything() {
    let mut missing = BTreeSet::from(Badge::ALL);
    let editions: Vec<EditionId> = EditionId::all().collect();
    for seed in 0..600 {
        let mut chance = SeededChance::new(seed);
        let mut any_of = |count: usize| chance.below(count as u32) as usize;
        let options = options_of(editions[any_of(editions.len())]);
        let players: Vec<usize> = options.players(&Editions::built_in()).collect();
        let habit = [Habit::Random, Habit::DrawLast, Habit::DrawFirst][any_of(3)];
        let players = players[any_of(players.len())];
        let driver = play_as(habit, options, players, seed);
        let result = results(&driver).remove(0);
        let earned = |badge: &Badge| result.players.iter().any(|one| one.badges.contains(badge));
        missing.retain(|badge| !earned(badge));
        if missing.is_empty() {
            return;
        }
    }
    panic!("nobody has earned {missing:?}");
}

#[test]
fn each_game_of_a_table_has_a_result_and_one_that_is_ended_before_a_death_has_none() {
    let mut driver = play(options(), 2, 5);
    driver.play_again(&[1, 2]);
    assert!(driver.table.is_playing());
    driver.draw_to_the_end();
    driver.play_again(&[1, 2]);
    driver.does_by_command(UserId(1), Intent::End { confirmed: true });
    let games: Vec<u16> = results(&driver).iter().map(|one| one.game).collect();
    assert_eq!(games, [1, 2]);
}

#[test]
fn a_player_who_leaves_alive_is_last_even_with_a_stand_in_and_one_who_leaves_dead_keeps_their_place()
 {
    for seed in 0..20 {
        let mut driver = Driver::playing(options(), 4, seed);
        driver.does_on_panel(UserId(2), Intent::Leave { confirmed: true });
        driver.draw_without(UserId(2));
        let result = results(&driver).remove(0);
        let leaver = of_user(&result, 2);
        assert_eq!((leaver.place, leaver.fate), (4, PlayerEnding::Left));
        assert!(leaver.badges.is_empty());

        let (mut driver, first_dead) = after_first_death(seed);
        driver.does_by_command(first_dead, Intent::Leave { confirmed: true });
        driver.draw_to_the_end();
        let result = results(&driver).remove(0);
        let player = of_user(&result, first_dead.0);
        assert!(
            player.place == 4 && player.fate != PlayerEnding::Left,
            "{player:?}"
        );
    }
}

/// Returns a restarted game of four in which one person has died, and that person.
fn after_first_death(seed: u64) -> (Driver, UserId) {
    let mut driver = Driver::playing(options(), 4, seed);
    let dead = driver.draw_to_first_death();
    driver.replay();
    (driver, dead)
}

/// Sends the command to end the game as this person, who may manage messages. Returns the answer.
fn end(driver: &mut Driver, by: UserId, confirmed: bool) -> String {
    let end = Intent::End { confirmed };
    let ended = driver.click(moderator(by), ClickOrigin::Command, end);
    format!("{:?}", ended.answer)
}

#[test]
fn a_rated_game_that_is_ended_after_a_death_has_a_result_and_whoever_ends_it_alive_is_last() {
    let counts = "The game counts";
    let stranger = UserId(9);
    for seed in 0..5 {
        let (driver, dead) = after_first_death(seed);
        let living = driver.on_turn();
        for by in [Some(dead), Some(living), Some(stranger), None] {
            let (mut driver, _) = after_first_death(seed);
            if let Some(by) = by {
                assert!(end(&mut driver, by, false).contains(counts));
                end(&mut driver, by, true);
                driver.assert_says(counts, true);
            } else {
                driver.handle(Input::ChannelGone);
            }
            let result = results(&driver).remove(0);
            let of = |user: UserId| {
                let player = of_user(&result, user.0);
                (player.place, player.fate)
            };
            let (place_of_dead, expected, survivors) = if by == Some(living) {
                (3, (4, PlayerEnding::Left), 2)
            } else {
                (4, (1, PlayerEnding::Survived), 3)
            };
            assert_eq!(
                (of(dead), of(living)),
                ((place_of_dead, PlayerEnding::Exploded), expected)
            );
            let first = result.players.iter().filter(|one| one.place == 1);
            assert_eq!((first.count(), result.rated), (survivors, true));
        }
    }
}

#[test]
fn a_rated_game_that_everybody_leaves_or_that_cannot_go_on_after_a_death_has_a_result() {
    let (mut driver, dead) = after_first_death(1);
    for user in 1..=4 {
        driver.does_by_command(UserId(user), Intent::Leave { confirmed: true });
    }
    assert!(driver.closed);
    let left = results(&driver).remove(0);
    assert_eq!(of_user(&left, dead.0).fate, PlayerEnding::Exploded);
    let places = left.players.iter().map(|one| (one.place, one.fate));
    let last = (4, PlayerEnding::Left);
    assert_eq!(
        places.collect::<Vec<_>>(),
        [(1, PlayerEnding::Exploded), last, last, last]
    );

    let (mut driver, dead) = after_first_death(1);
    let refusal = DeliveryFailure::ChannelUnwritable(WriteRefusal::MissingPermission);
    driver.handle(Input::DeliveryFailed(refusal));
    while !driver.closed {
        driver.wake();
    }
    let paused = results(&driver).remove(0);
    assert_eq!(of_user(&paused, dead.0).place, 4);
    let first = paused
        .players
        .iter()
        .filter(|one| one.fate == PlayerEnding::Survived);
    assert_eq!(first.count(), 3);
}

#[test]
fn the_last_person_whom_an_ended_game_leaves_alive_wins_it() {
    let mut driver = Driver::playing(options(), 3, 1);
    driver.draw_to_first_death();
    let by = driver.on_turn();
    end(&mut driver, by, true);
    let fates: Vec<_> = results(&driver)
        .remove(0)
        .players
        .iter()
        .map(|one| (one.place, one.fate))
        .collect();
    assert_eq!(
        fates,
        [
            (1, PlayerEnding::Won),
            (2, PlayerEnding::Exploded),
            (3, PlayerEnding::Left)
        ]
    );
}

#[test]
fn players_who_left_for_good_and_players_who_are_away_share_the_last_place() {
    let mut driver = Driver::playing(without_stand_ins(), 4, 3);
    for user in [1, 3] {
        driver.does_on_panel(UserId(user), Intent::Leave { confirmed: true });
    }
    driver.draw_to_the_end();
    let result = results(&driver).remove(0);
    let places: Vec<u8> = result.players.iter().map(|one| one.place).collect();
    assert_eq!(places, [1, 2, 4, 4]);
    let fates = [1, 3].map(|user| of_user(&result, user).fate);
    assert_eq!(fates, [PlayerEnding::Left; 2]);
}

#[test]
fn a_game_of_one_person_is_not_rated_and_a_watched_one_has_no_result() {
    for (people, watch) in [(1, false), (0, true)] {
        let strength = Strength::Kitten;
        let setup = ComputerSetup {
            count: 3,
            strength,
            watch,
        };
        let mut driver = Driver::open_with(options(), setup, 4);
        if people == 1 {
            driver.does(UserId(1), Intent::Start);
        }
        let mut wakes = 0;
        while driver.table.is_playing() && wakes < 3000 {
            driver.wake();
            driver.run_choice_jobs();
            wakes += 1;
            if driver.table.is_paused() {
                driver.click_message(UserId(1), Intent::OpenHand);
            }
        }
        assert!(driver.table.is_over());
        if people == 0 {
            assert_eq!(results(&driver), []);
            continue;
        }
        let result = results(&driver).remove(0);
        assert!(!result.rated && result.players.iter().all(|one| one.badges.is_empty()));
        let computers = result
            .players
            .iter()
            .filter(|one| one.who == ResultPlayer::Computer(strength));
        assert_eq!(computers.count(), 3);
    }
}

#[test]
fn a_friendly_game_counts_but_is_not_rated_and_no_host_overrules_the_server() {
    for (policy, rated) in [
        (RatingPolicy::Rated, true),
        (RatingPolicy::Friendly, false),
        (RatingPolicy::Off, false),
    ] {
        let driver = play(options().with(OptionValue::Rating(policy)), 2, 5);
        let results = results(&driver);
        assert_eq!((results.len(), results[0].rated), (1, rated), "{policy:?}");
    }
    for (by_server, chosen) in [
        (RatingPolicy::Off, RatingPolicy::Rated),
        (RatingPolicy::Off, RatingPolicy::Friendly),
        (RatingPolicy::Rated, RatingPolicy::Off),
    ] {
        let options = options().with(OptionValue::Rating(by_server));
        let mut driver = Driver::open(options, 6);
        let choice = Intent::SetOption(OptionValue::Rating(chosen));
        driver.refuses(UserId(1), choice, Refusal::NotRatedHere);
    }
}

fn rated(game: u16) -> Input {
    let change = |user, before, after| RatingChange {
        person: UserId(user),
        before,
        after,
        badge: (user != 1).then_some(Badge::Idler),
        killer: None,
    };
    let changes = vec![
        change(2, ShownRating::Points(1500), ShownRating::Points(1514)),
        change(
            1,
            ShownRating::Placing { games: 3 },
            ShownRating::Placing { games: 4 },
        ),
        // This person has no seat.
        change(77, ShownRating::Points(1500), ShownRating::Points(1490)),
    ];
    Input::Rated { game, changes }
}

#[test]
fn the_end_tells_how_ratings_changed_once_the_last_death_was_shown() {
    let mut driver = Driver::playing(options(), 2, 5);
    while driver.table.is_playing() {
        driver.draw_or_wake();
    }
    assert!(driver.table.shows_last_death());
    driver.handle(rated(1));
    driver.assert_says("Ratings", false);
    driver.read_last_death();
    let text = driver.text();
    assert!(
        text.contains("**1514** (+14)") && text.contains("placing 4/10"),
        "{text}"
    );
    assert!(!text.contains("1490"), "{text}");
    assert_eq!(text.matches("Purrfect Idler").count(), 1, "{text}");
    driver.play_again(&[1, 2]);
    driver.assert_says("Ratings", false);
}

#[test]
fn ratings_that_come_late_are_added_and_those_of_another_game_are_not() {
    let mut driver = play(options(), 2, 5);
    driver.handle(rated(2));
    driver.assert_says("Ratings", false);
    driver.handle(rated(1));
    driver.assert_says("**1514** (+14)", true);
    assert_eq!(driver.updates().len(), 1);
}
