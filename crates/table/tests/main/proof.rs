//! The proof of a game's chance: fixed before the players' shares, told when the game is over, and right.

use fairness::{DrawCounts, GameChance, GameId, GameKey, Secret};

use crate::prelude::*;
use crate::whole_games;

/// Returns the secret of the table's newest game and its commitment, as the table shows it.
fn newest_secret(driver: &Driver, game: u32) -> (Secret, String) {
    let records = driver.entries.iter().flat_map(|entry| &entry.records);
    let secret = records.rev().find_map(|record| match record {
        Record::Committed { secret } => Some(secret.clone()),
        _ => None,
    });
    let secret = secret.expect("a commitment");
    let commitment = secret.commitment(game_id(game)).to_string();
    (secret, commitment)
}

fn game_id(game: u32) -> GameId {
    GameId {
        channel: 6,
        table: 1,
        game,
    }
}

#[test]
fn the_lobby_shows_the_commitment_from_its_first_post_and_the_table_the_same() {
    let mut driver = Driver::open(options(), 1);
    let (_, commitment) = newest_secret(&driver, 1);
    let line = format!("-# 🔒 1.1 {commitment}");
    assert!(
        line.strip_prefix("-# ")
            .expect("small print")
            .chars()
            .count()
            <= 40
    );
    driver.assert_says(&line, true);
    driver.does(UserId(2), Intent::Join);
    driver.assert_says(&line, true);
    driver.does(UserId(1), Intent::Start);
    driver.assert_says(&line, true);
    driver.draw_or_wake();
    driver.assert_says(&line, true);
}

#[test]
fn the_secret_is_told_when_the_game_is_over_and_never_before() {
    let mut driver = Driver::playing(options(), 3, 2);
    let secret = String::from(newest_secret(&driver, 1).0);
    while driver.table.is_playing() {
        assert!(!format!("{:?}", driver.effects).contains(&secret));
        assert!(!format!("{:?}{:?}", driver.table, driver.panels).contains(&secret));
        driver.draw_or_wake();
    }
    driver.read_last_death();
    let told = texts(&driver.message).pop().expect("the proof");
    assert!(told.contains(&secret) && told.len() <= 300, "{told}");
}

#[test]
fn a_game_that_is_ended_tells_its_secret_too() {
    let mut driver = Driver::playing(options(), 3, 2);
    let secret = String::from(newest_secret(&driver, 1).0);
    driver.does_by_command(UserId(1), Intent::End { confirmed: true });
    driver.assert_says(&secret, true);
}

#[test]
fn a_deal_follows_from_the_secret_and_the_clicks_of_those_who_joined_and_started() {
    let driver = Driver::playing(options(), 3, 4);
    let mut shares = Vec::new();
    let mut dealt = None;
    for entry in &driver.entries {
        for record in &entry.records {
            match record {
                Record::Joined { .. } => shares.extend(entry.interaction),
                Record::Dealt {
                    rules,
                    first,
                    dealt: cards,
                    ..
                } => {
                    shares.extend(entry.interaction);
                    dealt = Some((Ruleset::try_from(&**rules).expect("rules"), *first, cards));
                }
                _ => {}
            }
        }
    }
    let (rules, first, cards) = dealt.expect("a deal");
    let shares: Vec<u64> = shares.into_iter().map(|share| share.0).collect();
    let key = GameKey::derive(&newest_secret(&driver, 1).0, game_id(1), &shares);
    let mut counts = DrawCounts::default();
    let mut chance = GameChance::new(&key, &mut counts);
    assert_eq!(chance.first_seat(rules.players()), first);
    let (_, deal) = Game::deal(rules, first, &mut chance);
    assert_eq!(&DealtRecord::from(&deal), cards);
}

#[test]
fn each_game_of_a_table_has_a_secret_of_its_own() {
    let mut driver = whole_games::play(options(), 2, 3);
    let first = newest_secret(&driver, 1).0;
    driver.reopen(UserId(1), options());
    let (second, commitment) = newest_secret(&driver, 2);
    assert_ne!(first, second);
    driver.assert_says(&format!("🔒 1.2 {commitment}"), true);
}

#[test]
fn other_interactions_give_another_deal_of_the_same_secret() {
    let deal = |before: u64| {
        let mut driver = Driver::open(options(), 9);
        for _ in 0..before {
            driver.command(UserId(1), Intent::OpenHand);
        }
        driver.does(UserId(2), Intent::Join);
        driver.does(UserId(1), Intent::Start);
        let hand = *driver.game().hand(Seat::ALL[0]);
        (newest_secret(&driver, 1).0, hand)
    };
    let ((secret, hand), (same, other)) = (deal(0), deal(1));
    assert_eq!(secret, same);
    assert_ne!(hand, other);
}

#[test]
fn a_restart_in_each_turn_draws_what_would_have_been_drawn() {
    let mut driver = Driver::playing(options(), 3, 6);
    let mut restarted = driver.clone();
    driver.draw_to_the_end();
    while restarted.table.is_playing() {
        if restarted.is_turn() {
            restarted.replay();
            // The table's own source decides nothing of the game.
            restarted.chance = SeededChance::new(restarted.now.0);
        }
        restarted.draw_or_wake();
    }
    assert_eq!(driver.game(), restarted.game());
}
