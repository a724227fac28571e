//! `kittens-lab simulate`: plays whole games among computers and prints their results. `rules::simulation` and
//! `kit::contest` play the games; this module times them, divides them among threads, and exports files.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use kit::contest::{Contest, Contestant, UnknownContestantError};
use rules::simulation::{Policy, Simulation, SimulationTotals};
use rules::{Decks, EditionId, HouseRules, Ruleset, RulesetError};
use serde_json::{Value, json};

use crate::contest_runner::{self, ContestResults, ContestantStats, share_out};
use crate::edition_parser;
use crate::win_rate::WinRate;
use kittens::config::editions::{self, EditionsError};

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The rulebook.
    #[arg(long, default_value = "original", value_parser = edition_parser())]
    edition: EditionId,
    /// The number of players; six or more play classic with two decks. Defaults to the number of policies,
    /// or 4.
    #[arg(long)]
    players: Option<usize>,
    /// How many games to play.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of the games: the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One policy for all players, or one for each: passive (only draws, and puts kittens back anywhere), random (any
    /// legal action, all equally likely), kitten, cat, bold-cat (draws at any risk), timid-cat (avoids every risky draw
    /// that it can), tiger, reference-500, reference-2500 (a tree search with random playouts). The players of a list
    /// move by one seat from game to game.
    #[arg(long, default_value = "random", value_name = "POLICY[,POLICY…]")]
    policy: Policies,
    /// How many threads share the games.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Write each game as a scenario file into this folder.
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
}

#[derive(Clone, Debug)]
enum Policies {
    /// The same simple policy from the rules crate for all players.
    Simple(Policy),
    /// Contestants from `kit::contest`: one for all seats, or one for each seat.
    Contestants(Vec<Contestant>),
}

impl FromStr for Policies {
    type Err = UnknownContestantError;

    fn from_str(text: &str) -> Result<Policies, UnknownContestantError> {
        match text.parse() {
            Ok(policy) => Ok(Policies::Simple(policy)),
            Err(_) => {
                let list = text.split(',').map(str::parse);
                Ok(Policies::Contestants(list.collect::<Result<_, _>>()?))
            }
        }
    }
}

impl Policies {
    fn id(&self) -> String {
        match self {
            Policies::Simple(policy) => policy.id().to_owned(),
            Policies::Contestants(list) => {
                let ids: Vec<_> = list.iter().map(|one| one.id()).collect();
                ids.join(",")
            }
        }
    }
}

impl Arguments {
    fn players(&self) -> usize {
        match (&self.policy, self.players) {
            (_, Some(players)) => players,
            (Policies::Contestants(list), None) if list.len() > 1 => list.len(),
            _ => 4,
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum SimulateError {
    #[error(transparent)]
    Editions(#[from] EditionsError),
    #[error(transparent)]
    Rules(#[from] RulesetError),
    #[error("the games cannot be exported: {0}")]
    Export(#[from] io::Error),
    #[error("{policies} policies for {players} players: name one for all, or one for each")]
    Policies { policies: usize, players: usize },
}

struct Outcome {
    games: u64,
    decisions: u64,
    turns: u64,
    wins: Vec<u64>,
    seconds: f64,
    /// The results of each contestant; empty for a simple policy.
    policies: Vec<ContestantStats>,
}

impl From<ContestResults> for Outcome {
    fn from(results: ContestResults) -> Outcome {
        Outcome {
            games: results.games,
            decisions: results.decisions(),
            turns: results.turns,
            policies: results.by_contestant(),
            wins: results.wins_by_seat,
            seconds: results.seconds,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> crate::Outcome {
    let outcome = play(arguments)?;
    let text = if arguments.json {
        outcome.json(arguments).to_string()
    } else {
        outcome.text(arguments)
    };
    writeln!(io::stdout(), "{text}")?;
    Ok(true)
}

fn play(arguments: &Arguments) -> Result<Outcome, SimulateError> {
    let rules = rules(arguments)?;
    if let Some(folder) = &arguments.export {
        fs::create_dir_all(folder)?;
    }
    match &arguments.policy {
        Policies::Simple(policy) => play_policy(arguments, rules, *policy),
        Policies::Contestants(list) => play_contest(arguments, rules, list),
    }
}

fn rules(arguments: &Arguments) -> Result<Ruleset, SimulateError> {
    let editions = editions::load()?;
    let edition = editions.get(arguments.edition);
    let players = arguments.players();
    let one = edition.players(Decks::One);
    let too_many_for_one = one.is_some_and(|range| players > usize::from(range.max));
    let decks = match edition.players(Decks::Two) {
        Some(_) if too_many_for_one => Decks::Two,
        _ => Decks::One,
    };
    let house = HouseRules {
        decks,
        ..HouseRules::default()
    };
    Ok(Ruleset::new(edition, house, players)?)
}

/// Plays games with a simple policy, which needs no views.
fn play_policy(
    arguments: &Arguments,
    rules: Ruleset,
    policy: Policy,
) -> Result<Outcome, SimulateError> {
    let simulation = Simulation {
        rules,
        policy,
        seed: arguments.seed,
    };
    let started = Instant::now();
    let shares = share_out(arguments.games, arguments.threads, |numbers| {
        play_share(arguments, &simulation, numbers)
    })?;
    let mut totals = SimulationTotals::default();
    shares.iter().for_each(|share| totals.add(share));
    Ok(Outcome {
        games: totals.games,
        decisions: totals.decisions,
        turns: totals.turns,
        wins: totals.wins[..rules.players()].to_vec(),
        seconds: started.elapsed().as_secs_f64(),
        policies: Vec::new(),
    })
}

fn play_contest(
    arguments: &Arguments,
    rules: Ruleset,
    list: &[Contestant],
) -> Result<Outcome, SimulateError> {
    let players = rules.players();
    let contestants = match list {
        &[one] => vec![one; players],
        _ => list.to_vec(),
    };
    let wrong_count = SimulateError::Policies {
        policies: contestants.len(),
        players,
    };
    let contest = Contest::new(rules, contestants, arguments.seed).ok_or(wrong_count)?;
    let results = contest_runner::play_all(
        &contest,
        arguments.games,
        arguments.threads,
        |number, results| {
            let Some(folder) = &arguments.export else {
                contest_runner::play_one(&contest, number, results);
                return Ok::<_, SimulateError>(());
            };
            let (outcome, text) =
                contest.export(number, |index, decide| results.time_decision(index, decide));
            results.record(outcome);
            Ok(fs::write(folder.join(file_name(arguments, number)), &text)?)
        },
    )?;
    Ok(Outcome::from(results))
}

fn play_share(
    arguments: &Arguments,
    simulation: &Simulation,
    numbers: impl Iterator<Item = u64>,
) -> Result<SimulationTotals, SimulateError> {
    let mut totals = SimulationTotals::default();
    match &arguments.export {
        None => numbers.for_each(|number| simulation.play(number, &mut totals)),
        Some(folder) => {
            for number in numbers {
                let text = simulation.export(number, &mut totals);
                fs::write(folder.join(file_name(arguments, number)), &text)?;
            }
        }
    }
    Ok(totals)
}

fn file_name(arguments: &Arguments, number: u64) -> String {
    let Arguments {
        edition,
        seed,
        policy,
        ..
    } = arguments;
    let (players, policy) = (arguments.players(), policy.id().replace(',', "-"));
    format!("{edition}-{players}-{policy}-{seed}-{number:06}.scenario")
}

impl Outcome {
    fn per_second(&self, count: u64) -> f64 {
        (count as f64 / self.seconds.max(f64::MIN_POSITIVE)).round()
    }

    fn mean_turns(&self) -> f64 {
        self.turns as f64 / self.games as f64
    }

    fn json(&self, arguments: &Arguments) -> Value {
        let mut object = json!({
            "edition": arguments.edition.id(),
            "players": arguments.players(),
            "games": self.games,
            "seed": arguments.seed,
            "policy": arguments.policy.id(),
            "games_per_second": self.per_second(self.games),
            "decisions_per_second": self.per_second(self.decisions),
            "mean_turns": self.mean_turns(),
            "wins_by_seat": self.wins,
        });
        if !self.policies.is_empty() {
            let policies = self.policies.iter();
            object["wins_by_policy"] = policies.map(|stats| self.policy_json(stats)).collect();
        }
        object
    }

    fn policy_json(&self, stats: &ContestantStats) -> Value {
        let rate = WinRate::of(stats.wins, self.games);
        json!({
            "policy": stats.contestant.id(),
            "seats": stats.seats,
            "wins": stats.wins,
            "percent": rate.percent,
            "interval": [rate.low, rate.high],
            "decisions": stats.decision_times.decisions,
            "mean_microseconds": stats.decision_times.mean_micros(),
            "p99_microseconds": stats.decision_times.p99_micros(),
        })
    }

    fn text(&self, arguments: &Arguments) -> String {
        let Arguments {
            edition,
            seed,
            policy,
            ..
        } = arguments;
        let (games, players) = (self.games, arguments.players());
        let percent = |&wins: &u64| format!("{wins} ({:.1} %)", wins as f64 * 100.0 / games as f64);
        let wins: Vec<String> = self.wins.iter().map(percent).collect();
        let mut text = format!(
            "{games} games of {edition} with {players} players, {}, seed {seed}\n\
             games a second: {}\ndecisions a second: {}\nmean turns: {:.2}\nwins by seat: {}",
            policy.id(),
            self.per_second(games),
            self.per_second(self.decisions),
            self.mean_turns(),
            wins.join(", "),
        );
        for stats in &self.policies {
            text.push('\n');
            text.push_str(&self.policy_text(stats));
        }
        text
    }

    fn policy_text(&self, stats: &ContestantStats) -> String {
        let WinRate { percent, low, high } = WinRate::of(stats.wins, self.games);
        let ContestantStats {
            contestant,
            seats,
            wins,
            decision_times,
        } = stats;
        format!(
            "{contestant} on {seats} of {} seats: {wins} wins, {percent:.2} % ({low:.2} to {high:.2}), \
             {:.1} µs a decision, 99 of 100 within {:.1} µs",
            self.wins.len(),
            decision_times.mean_micros(),
            decision_times.p99_micros(),
        )
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct TestCommandLine {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn parse(words: &[&str]) -> Arguments {
        TestCommandLine::parse_from([&["simulate"], words].concat()).arguments
    }

    fn play_parsed(words: &[&str]) -> Outcome {
        play(&parse(words)).expect("games")
    }

    fn keys(object: &Value) -> Vec<&str> {
        let object = object.as_object().expect("an object");
        let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_results() {
        for policy in ["random", "cat,random,kitten"] {
            let [one, four] = ["1", "4"].map(|threads| {
                play_parsed(&["--games", "50", "--policy", policy, "--threads", threads])
            });
            assert_eq!(one.games, 50);
            assert_eq!(one.turns, four.turns);
            assert_eq!(one.wins, four.wins);
            assert_eq!(one.decisions, four.decisions);
        }
    }

    #[test]
    fn seven_players_get_two_decks_in_classic_and_six_are_refused_in_original() {
        for policy in ["random", "cat"] {
            let options = ["--edition", "classic", "--players", "7", "--games", "5"];
            let seven = play_parsed(&[&options[..], &["--policy", policy]].concat());
            assert_eq!(seven.wins.len(), 7);
            assert_eq!(seven.wins.iter().sum::<u64>(), 5);
            let six = ["--players", "6", "--policy", policy];
            assert!(matches!(play(&parse(&six)), Err(SimulateError::Rules(_))));
        }
    }

    #[test]
    fn a_policy_is_given_once_for_all_players_or_once_for_each() {
        assert_eq!(parse(&["--policy", "cat,random,cat"]).players(), 3);
        assert_eq!(parse(&["--policy", "cat"]).players(), 4);
        let three = parse(&["--policy", "cat,random,cat", "--players", "4"]);
        let refused = play(&three).err().map(|error| error.to_string());
        let expected = "3 policies for 4 players: name one for all, or one for each";
        assert_eq!(refused.as_deref(), Some(expected));
        for nonsense in ["dog", "cat,", "", "cat;cat"] {
            assert!(TestCommandLine::try_parse_from(["simulate", "--policy", nonsense]).is_err());
        }
    }

    const DOCUMENTED_KEYS: &str = "decisions_per_second edition games games_per_second mean_turns players \
        policy seed wins_by_seat";

    #[test]
    fn the_json_object_has_the_documented_keys_and_one_count_for_each_seat() {
        let arguments = parse(&["--games", "10", "--players", "3", "--policy", "passive"]);
        let mut outcome = play(&arguments).expect("games");
        outcome.seconds = 0.5;
        let object = outcome.json(&arguments);
        assert_eq!(keys(&object).join(" "), DOCUMENTED_KEYS);
        assert_eq!(object["games_per_second"], 20.0);
        assert_eq!(object["wins_by_seat"].as_array().map(Vec::len), Some(3));
    }

    #[test]
    fn the_json_object_of_a_contest_adds_the_wins_of_each_policy() {
        let arguments = parse(&["--games", "10", "--policy", "cat,random,random"]);
        let outcome = play(&arguments).expect("games");
        let object = outcome.json(&arguments);
        let mut rest = keys(&object);
        rest.retain(|key| !DOCUMENTED_KEYS.contains(key));
        assert_eq!(rest, ["wins_by_policy"]);
        let policies = object["wins_by_policy"].as_array().expect("a list");
        let wins = policies.iter().filter_map(|policy| policy["wins"].as_u64());
        assert_eq!(wins.sum::<u64>(), 10);
        assert_eq!(policies[1]["policy"], "random");
        assert_eq!(policies[1]["seats"], 2);
        assert_eq!(object["policy"], "cat,random,random");
    }
}
