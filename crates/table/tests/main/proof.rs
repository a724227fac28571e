//! The proof of a game's randomness: its secret is fixed before the players' shares and revealed when the game is over.
//! Together, the secret and the shares produce the deal.

use fairness::{GameChance, GameId, GameKey, PickCounts, Secret};
use table::pages::PageIntent;
use table::pages::story::StoryPage;

use crate::prelude::*;

/// Returns the secret of the table's latest game, and the commitment to that secret.
fn newest_secret(driver: &Driver, game: u32) -> (Secret, String) {
    let secret = driver
        .records()
        .rev()
        .find_map(|record| match record {
            Record::Committed { secret } => Some(secret.clone()),
            _ => None,
        })
        .expect("a commitment");
    let commitment = secret.commitment(game_id(game)).to_string();
    (secret, commitment)
}

/// Returns the start of a commitment, as shown in public messages.
fn shown(commitment: &str) -> &str {
    &commitment[..10]
}

fn last_click(driver: &Driver) -> InteractionId {
    let last = driver.entries.last().expect("an entry");
    last.interaction.expect("a click")
}

fn game_id(game: u32) -> GameId {
    GameId {
        channel: 6,
        table: 1,
        game,
    }
}

#[test]
fn the_lobby_shows_the_start_of_the_commitment_and_a_running_game_all_of_it_on_request() {
    let mut driver = Driver::open(options(), 1);
    let (_, commitment) = newest_secret(&driver, 1);
    let line = format!("-# 🔒 {}", shown(&commitment));
    driver.assert_says(&line, true);
    driver.does(UserId(2), Intent::Join);
    driver.assert_says(&line, true);
    driver.does(UserId(1), Intent::Start);
    driver.assert_says("🔒", false);
    for intent in [Intent::Rules(None), Intent::Show(PanelStep::Explained)] {
        let whole = format!("🔒 1.1 {commitment}");
        let answer = format!("{:?}", driver.click_message(UserId(1), intent).answer);
        assert!(answer.contains(&whole), "{answer}");
    }
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
    assert!(told.contains('🔓') && told.len() <= 60, "{told}");
    assert!(!told.contains(&secret), "{told}");
}

#[test]
fn a_game_that_is_ended_tells_its_secret_too_and_has_a_story() {
    let mut driver = Driver::playing(options(), 3, 2);
    let secret = String::from(newest_secret(&driver, 1).0);
    driver.does_by_command(UserId(1), Intent::End { confirmed: true });
    driver.assert_says("🔓", true);
    driver.assert_says(&secret, false);
    let story = PageIntent::Story {
        game: 1,
        page: StoryPage::Cards,
    };
    let shown = format!("{:?}", driver.message);
    assert!(shown.contains(&format!("{story:?}")), "{shown}");
}

/// Asserts that this secret and these shares produce the latest deal.
#[track_caller]
fn assert_deal_follows(driver: &Driver, game: u32, secret: &Secret, shares: &[InteractionId]) {
    let dealt = driver.records().rev().find_map(|record| match record {
        Record::Dealt {
            rules,
            first,
            dealt,
            ..
        } => Some((**rules, *first, dealt)),
        _ => None,
    });
    let (rules, first, cards) = dealt.expect("a deal");
    let shares: Vec<u64> = shares.iter().map(|share| share.0).collect();
    let key = GameKey::derive(secret, game_id(game), &shares);
    let mut counts = PickCounts::default();
    let mut chance = GameChance::new(&key, &mut counts);
    if game == 1 {
        assert_eq!(chance.first_seat(rules.players()), first);
    }
    let (_, deal) = Game::deal(rules, first, &mut chance);
    assert_eq!(&DealtRecord::from(&deal), cards);
}

#[test]
fn a_deal_follows_from_the_secret_and_the_clicks_of_those_who_joined_and_started() {
    let driver = Driver::playing(options(), 3, 4);
    let is_share = |record: &Record| matches!(record, Record::Joined { .. } | Record::Dealt { .. });
    let shares = driver.entries.iter().filter_map(|entry| {
        let has_share = entry.records.iter().any(is_share);
        entry.interaction.filter(|_| has_share)
    });
    let secret = newest_secret(&driver, 1).0;
    assert_deal_follows(&driver, 1, &secret, &shares.collect::<Vec<_>>());
}

#[test]
fn a_rematch_of_one_person_with_computers_has_a_share_that_came_after_its_commitment() {
    let mut driver = Driver::playing_with(options(), 1, computers(2), 1);
    while driver.table.is_playing() {
        driver.draw_among_computers(UserId(1));
    }
    driver.read_last_death();
    let (secret, commitment) = newest_secret(&driver, 2);
    driver.assert_says(&format!("🔒 {}", shown(&commitment)), true);
    driver.does(UserId(1), Intent::Rematch);
    assert!(driver.table.is_playing());
    let rules = driver.click_message(UserId(1), Intent::Rules(None)).answer;
    assert!(format!("{rules:?}").contains(&format!("🔒 1.2 {commitment}")));
    assert_eq!(newest_secret(&driver, 2).0, secret);
    let click = last_click(&driver);
    assert_deal_follows(&driver, 2, &secret, &[click, click]);
}

#[test]
fn a_rematch_whose_time_ends_with_its_opener_alone_has_their_share() {
    let mut driver = Driver::playing(options(), 2, 3);
    driver.draw_to_the_end();
    let (secret, _) = newest_secret(&driver, 2);
    driver.does(UserId(2), Intent::Rematch);
    let click = last_click(&driver);
    driver.does(UserId(2), Intent::AddComputer(Strength::Cat));
    while !driver.table.is_playing() {
        driver.wake();
    }
    assert_deal_follows(&driver, 2, &secret, &[click]);
}

#[test]
fn each_game_of_a_table_has_a_secret_of_its_own() {
    let mut driver = Driver::playing(options(), 2, 3);
    let first = newest_secret(&driver, 1).0;
    driver.draw_to_the_end();
    driver.reopen(UserId(1), options());
    let (second, commitment) = newest_secret(&driver, 2);
    assert_ne!(first, second);
    driver.assert_says(&format!("🔒 {}", shown(&commitment)), true);
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
            // The table's own randomness must not affect the game.
            restarted.chance = SeededChance::new(restarted.now.0);
        }
        restarted.draw_or_wake();
    }
    assert_eq!(driver.game(), restarted.game());
}
