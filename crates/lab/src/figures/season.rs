//! A simulated season of ratings: how well the numbers order people by strength, and what someone gains from a
//! second account that loses on purpose. Explained in docs/ratings.md.

use std::collections::HashMap;
use std::error::Error;
use std::thread::available_parallelism;

use players::Strength;
use players::contest::{Contest, Contestant};
use ratings::{Rating, Weight, rate};
use rules::{Edition, EditionId, HouseRules, Randomness as _, Ruleset, SeededChance};
use simulator::simulated::in_parallel;

use super::Measured;

const PEOPLE: u32 = 300;
const SERVERS: u32 = 20;
const GAMES: usize = 20_000;
const DAYS: u32 = 90;
/// The number of servers on which a person plays.
const SERVERS_OF_PERSON: u32 = 2;
/// The maximum number of games that people play in an evening.
const MAX_GAMES_OF_EVENING: u32 = 9;
const MAX_PLAYERS: u32 = 5;
/// The contestants that represent people, weakest first. No tiger: a season of its searches takes most of a
/// day, and with a search that is short enough it is no stronger than a cat.
const PLAYERS: [Contestant; 3] = [
    Contestant::Random,
    Contestant::Computer(Strength::Kitten),
    Contestant::Computer(Strength::Cat),
];
const SEED: u64 = 1;
/// The number of rated games after which people see a number.
const PLACING_GAMES: u32 = 10;

const MIN_CORRELATION: f64 = 0.9;
const MAX_OBLIGED_POINTS: i32 = 150;
/// More than are counted on one day.
const OBLIGING_GAMES_A_DAY: u32 = 50;

/// A game with the people who play it.
struct Meeting {
    server: u32,
    day: u32,
    people: Vec<u32>,
}

/// The ratings of a season, as the journal would compute them.
#[derive(Default)]
struct Standings {
    /// By server and person: the rating, and the number of rated games.
    ratings: HashMap<(u32, u32), (Rating, u32)>,
    /// By server, day and two people: the number of games that they have played together.
    together: HashMap<(u32, u32, u32, u32), u32>,
}

pub(super) fn measure() -> Result<Measured, Box<dyn Error>> {
    let standings = play_season(GAMES)?;
    let (season, is_ordered) = describe_order(&standings);
    let (obliged, is_limited) = describe_obliged();
    Ok((format!("{season}\n{obliged}"), is_ordered && is_limited))
}

/// Plays a season and rates its games in order.
fn play_season(games: usize) -> Result<Standings, Box<dyn Error>> {
    let meetings = plan(games);
    let threads = available_parallelism()?.get();
    let places = in_parallel(meetings.len() as u64, threads, |number| {
        play(&meetings[number as usize], number)
    })?;
    let mut standings = Standings::default();
    for (meeting, places) in meetings.iter().zip(places) {
        standings.add(meeting, &places);
    }
    Ok(standings)
}

/// Returns the games of a season in order: evenings, each with a few people of one server.
fn plan(games: usize) -> Vec<Meeting> {
    let mut chance = SeededChance::new(SEED);
    let mut meetings = Vec::new();
    let members = members(&mut chance);
    while meetings.len() < games {
        let server = chance.below(SERVERS);
        let day = (meetings.len() * DAYS as usize / games) as u32;
        let mut people = members[server as usize].clone();
        let players = 2 + chance.below(MAX_PLAYERS - 1) as usize;
        shuffle(&mut people, &mut chance);
        people.truncate(players);
        for _ in 0..=chance.below(MAX_GAMES_OF_EVENING) {
            let people = people.clone();
            meetings.push(Meeting {
                server,
                day,
                people,
            });
        }
    }
    meetings.truncate(games);
    meetings
}

/// Returns the people of each server.
fn members(chance: &mut SeededChance) -> Vec<Vec<u32>> {
    let mut members = vec![Vec::new(); SERVERS as usize];
    for person in 0..PEOPLE {
        let first = chance.below(SERVERS);
        for further in 0..SERVERS_OF_PERSON {
            members[((first + further) % SERVERS) as usize].push(person);
        }
    }
    members
}

fn shuffle(people: &mut [u32], chance: &mut SeededChance) {
    for last in (1..people.len()).rev() {
        people.swap(last, chance.below(last as u32 + 1) as usize);
    }
}

/// Returns the true strength of a person: the index of the one of [`PLAYERS`] that represents them.
fn strength(person: u32) -> usize {
    person as usize % PLAYERS.len()
}

/// Plays a game. Returns its people in the order of their places.
fn play(meeting: &Meeting, number: u64) -> Result<Vec<u32>, rules::RulesetError> {
    let people = &meeting.people;
    let edition = Edition::built_in(EditionId::ORIGINAL);
    let rules = Ruleset::new(edition, HouseRules::default(), people.len())?;
    let contestants = people
        .iter()
        .map(|&person| PLAYERS[strength(person)])
        .collect();
    let contest = Contest::new(rules, contestants, SEED).expect("a contestant for each seat");
    let places = contest.places(number);
    Ok(places.into_iter().map(|index| people[index]).collect())
}

impl Standings {
    /// Rates a game.
    fn add(&mut self, meeting: &Meeting, places: &[u32]) {
        let (server, day) = (meeting.server, meeting.day);
        let game = (1..).zip(places).map(|(place, &person)| {
            let games = self.most_games_today(meeting, person);
            let (rating, _) = self.of(server, person);
            (rating, place, Weight::of_game(places.len(), games))
        });
        let after = rate(&game.collect::<Vec<_>>());
        for (&person, rating) in places.iter().zip(after) {
            let (_, games) = self.of(server, person);
            self.ratings.insert((server, person), (rating, games + 1));
            for &other in places.iter().filter(|&&other| other != person) {
                *self
                    .together
                    .entry((server, day, person, other))
                    .or_default() += 1;
            }
        }
    }

    fn of(&self, server: u32, person: u32) -> (Rating, u32) {
        let new = (Rating::NEW, 0);
        self.ratings.get(&(server, person)).copied().unwrap_or(new)
    }

    /// Returns how many games a person has played on this day with the other player they met most.
    fn most_games_today(&self, meeting: &Meeting, person: u32) -> u32 {
        let others = meeting.people.iter().filter(|&&other| other != person);
        let key = |&other: &u32| (meeting.server, meeting.day, person, other);
        let games = others.filter_map(|other| self.together.get(&key(other)));
        games.copied().max().unwrap_or(0)
    }

    /// Returns the strength and the rating of every person past their placement games, on one server or on all.
    fn shown(&self, server: Option<u32>) -> Vec<(usize, f64)> {
        let placed = self.ratings.iter().filter(|((at, _), (_, games))| {
            *games >= PLACING_GAMES && server.is_none_or(|server| server == *at)
        });
        placed
            .map(|((_, person), (rating, _))| (strength(*person), rating.shown().into()))
            .collect()
    }
}

fn describe_order(standings: &Standings) -> (String, bool) {
    let all = standings.shown(None);
    let correlation = spearman(&all);
    let servers = (0..SERVERS)
        .map(|server| spearman(&standings.shown(Some(server))))
        .collect::<Vec<_>>();
    let mean = servers.iter().sum::<f64>() / servers.len() as f64;
    let least = servers.iter().copied().fold(1.0, f64::min);
    let numbers = PLAYERS
        .iter()
        .enumerate()
        .map(|(strength, player)| {
            let of = all.iter().filter(|(at, _)| *at == strength);
            let shown = of.map(|(_, shown)| *shown).collect::<Vec<_>>();
            let mean = shown.iter().sum::<f64>() / shown.len().max(1) as f64;
            format!("{player} {mean:.0}")
        })
        .collect::<Vec<_>>();
    let text = format!(
        "{GAMES} games, {} numbers of {PEOPLE} people on {SERVERS} servers; on average: {}\n\
         Spearman's rank correlation with the true strength (ties share their mean rank): \
         {correlation:.3}, within a server {mean:.3}, at least {least:.3}",
        all.len(),
        numbers.join(", "),
    );
    (text, correlation >= MIN_CORRELATION)
}

/// Returns Spearman's rank correlation: the correlation of ranks, where equal values share their mean rank.
/// With three strengths of equally many people the maximum is the root of 8/9, which is 0.943.
fn spearman(pairs: &[(usize, f64)]) -> f64 {
    let first = ranks(pairs.iter().map(|(first, _)| *first as f64).collect());
    let second = ranks(pairs.iter().map(|(_, second)| *second).collect());
    let product = |one: &[f64], other: &[f64]| {
        let products = one.iter().zip(other).map(|(one, other)| one * other);
        products.sum::<f64>()
    };
    product(&first, &second) / (product(&first, &first) * product(&second, &second)).sqrt()
}

/// Returns the ranks of values, minus the mean of all ranks.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count() as f64;
        let above = values.iter().filter(|other| *other > value).count() as f64;
        (below - above) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Returns the maximum gain from a week with a second account that loses on purpose, by the ratings they
/// start with.
fn describe_obliged() -> (String, bool) {
    let rating = |mean, deviation| Rating { mean, deviation };
    let first = [
        ("nobody knows", Rating::NEW),
        ("has just been placed", rating(1040.0, 33.0)),
        ("has just been placed, weak", rating(980.0, 33.0)),
        ("is settled", rating(1040.0, 14.0)),
        ("is settled, weak", rating(950.0, 14.0)),
        (
            "is settled, weak, in a new season",
            rating(950.0, 14.0).after_seasons(1),
        ),
    ];
    let gains = first.map(|(name, first)| {
        let by_new = obliged_gain(first, &[Rating::NEW]);
        let by_settled = obliged_gain(first, &[rating(1040.0, 14.0)]);
        let text = format!(
            "- somebody who {name}: {by_new}; if the second account is settled: {by_settled}"
        );
        (text, by_new.max(by_settled))
    });
    let most = gains.iter().map(|(_, gain)| *gain).max().unwrap_or(0);
    let texts = gains.map(|(text, _)| text);
    let text = format!(
        "points in a week of {OBLIGING_GAMES_A_DAY} games a day that the second account loses, of \
         {MAX_OBLIGED_POINTS}\n{}",
        texts.join("\n")
    );
    (text, most <= MAX_OBLIGED_POINTS)
}

/// Returns how much a week gains an account that always wins against others that share the second place.
fn obliged_gain(first: Rating, others: &[Rating]) -> i32 {
    let mut now = [&[first], others].concat();
    for _day in 0..7 {
        for game in 0..OBLIGING_GAMES_A_DAY {
            let weight = Weight::of_game(now.len(), game);
            let places = std::iter::once(1).chain(std::iter::repeat(2));
            let people = now.iter().zip(places);
            now = rate(
                &people
                    .map(|(one, place)| (*one, place, weight))
                    .collect::<Vec<_>>(),
            );
        }
    }
    now[0].shown() - first.shown()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_obliging_second_account_is_not_worth_more_than_the_limit() {
        let (text, is_limited) = describe_obliged();
        assert!(is_limited, "{text}");
    }

    #[test]
    fn several_obliging_accounts_are_worth_what_the_document_says() {
        let rating = |mean, deviation| Rating { mean, deviation };
        let gain = |others| {
            let others = vec![rating(1040.0, 14.0); others];
            obliged_gain(rating(980.0, 33.0), &others)
        };
        assert_eq!([1, 2, 3, 4].map(gain), [135, 217, 243, 260]);
    }

    #[test]
    fn equal_orders_correlate_and_opposite_ones_do_the_other_way() {
        assert!((spearman(&[(1, 10.0), (2, 20.0), (3, 30.0)]) - 1.0).abs() < 1e-9);
        assert!((spearman(&[(1, 30.0), (2, 20.0), (3, 10.0)]) + 1.0).abs() < 1e-9);
        let ties = [(1, 1.0), (1, 2.0), (2, 3.0), (2, 4.0), (3, 5.0), (3, 6.0)];
        assert!((spearman(&ties) - (32.0_f64 / 35.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_short_season_tells_strengths_apart() {
        let standings = play_season(2_000).expect("a season");
        assert!(spearman(&standings.shown(None)) > 0.5);
    }
}
