//! `kittens-lab simulate`: plays whole games without people and prints their results. `kit::contest` plays the games,
//! `contest_runner` divides them among threads and times the decisions, and this module writes the output.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use kit::contest::{Contest, Contestant, UnknownContestantError};
use rules::{Decks, EditionId, HouseRules, Ruleset, RulesetError};
use serde_json::{Value, json};

use crate::contest_runner::{self, ContestResults, ContestantStats};
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
    /// legal action, equally likely among those of a player), kitten, cat, bold-cat (draws at any risk), timid-cat
    /// (avoids every risky draw that it can), tiger, reference-500, reference-2500 (a tree search with random
    /// playouts). The players of a list move by one seat from game to game.
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

/// One contestant for all seats, or one for each seat.
#[derive(Clone, Debug)]
struct Policies(Vec<Contestant>);

impl FromStr for Policies {
    type Err = UnknownContestantError;

    fn from_str(text: &str) -> Result<Policies, UnknownContestantError> {
        let list = text.split(',').map(str::parse);
        Ok(Policies(list.collect::<Result<_, _>>()?))
    }
}

impl Policies {
    fn id(&self) -> String {
        let ids: Vec<_> = self.0.iter().map(|one| one.id()).collect();
        ids.join(",")
    }
}

impl Arguments {
    fn players(&self) -> usize {
        let listed = self.policy.0.len();
        self.players.unwrap_or(if listed > 1 { listed } else { 4 })
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

pub(crate) fn run(arguments: &Arguments) -> crate::Outcome {
    let results = play(arguments)?;
    let text = if arguments.json {
        json(&results, arguments).to_string()
    } else {
        text(&results, arguments)
    };
    writeln!(io::stdout(), "{text}")?;
    Ok(true)
}

fn play(arguments: &Arguments) -> Result<ContestResults, SimulateError> {
    let rules = rules(arguments)?;
    if let Some(folder) = &arguments.export {
        fs::create_dir_all(folder)?;
    }
    let players = rules.players();
    let contestants = match arguments.policy.0[..] {
        [one] => vec![one; players],
        ref list => list.to_vec(),
    };
    let wrong_count = SimulateError::Policies {
        policies: contestants.len(),
        players,
    };
    let contest = Contest::new(rules, contestants, arguments.seed).ok_or(wrong_count)?;
    contest_runner::play_all(
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
    )
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

fn per_second(results: &ContestResults, count: u64) -> f64 {
    (count as f64 / results.seconds.max(f64::MIN_POSITIVE)).round()
}

fn mean_turns(results: &ContestResults) -> f64 {
    results.turns as f64 / results.games as f64
}

fn json(results: &ContestResults, arguments: &Arguments) -> Value {
    let by_policy = results.by_contestant();
    let policies = by_policy
        .iter()
        .map(|stats| policy_json(stats, results.games));
    json!({
        "edition": arguments.edition.id(),
        "players": arguments.players(),
        "games": results.games,
        "seed": arguments.seed,
        "policy": arguments.policy.id(),
        "games_per_second": per_second(results, results.games),
        "decisions_per_second": per_second(results, results.decisions()),
        "mean_turns": mean_turns(results),
        "wins_by_seat": results.wins_by_seat,
        "wins_by_policy": policies.collect::<Vec<_>>(),
    })
}

fn policy_json(stats: &ContestantStats, games: u64) -> Value {
    let rate = WinRate::of(stats.wins, games);
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

fn text(results: &ContestResults, arguments: &Arguments) -> String {
    let Arguments {
        edition,
        seed,
        policy,
        ..
    } = arguments;
    let (games, players) = (results.games, arguments.players());
    let percent = |&wins: &u64| format!("{wins} ({:.1} %)", wins as f64 * 100.0 / games as f64);
    let wins: Vec<String> = results.wins_by_seat.iter().map(percent).collect();
    let mut text = format!(
        "{games} games of {edition} with {players} players, {}, seed {seed}\n\
         games a second: {}\ndecisions a second: {}\nmean turns: {:.2}\nwins by seat: {}",
        policy.id(),
        per_second(results, games),
        per_second(results, results.decisions()),
        mean_turns(results),
        wins.join(", "),
    );
    for stats in &results.by_contestant() {
        text.push('\n');
        text.push_str(&policy_text(stats, games, players));
    }
    text
}

fn policy_text(stats: &ContestantStats, games: u64, players: usize) -> String {
    let WinRate { percent, low, high } = WinRate::of(stats.wins, games);
    let ContestantStats {
        contestant,
        seats,
        wins,
        decision_times,
    } = stats;
    format!(
        "{contestant} on {seats} of {players} seats: {wins} wins, {percent:.2} % ({low:.2} to {high:.2}), \
         {:.1} µs a decision, 99 of 100 within {:.1} µs",
        decision_times.mean_micros(),
        decision_times.p99_micros(),
    )
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

    fn play_parsed(words: &[&str]) -> ContestResults {
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
        let [one, four] = ["1", "4"].map(|threads| {
            let games = ["--games", "50", "--threads", threads];
            play_parsed(&[&games[..], &["--policy", "cat,random,kitten"]].concat())
        });
        assert_eq!(one.games, 50);
        assert_eq!(one.turns, four.turns);
        assert_eq!(one.wins_by_seat, four.wins_by_seat);
        assert_eq!(one.decisions(), four.decisions());
    }

    #[test]
    fn seven_players_get_two_decks_in_classic_and_six_are_refused_in_original() {
        let seven = play_parsed(&["--edition", "classic", "--players", "7", "--games", "5"]);
        assert_eq!(seven.wins_by_seat.len(), 7);
        assert_eq!(seven.wins_by_seat.iter().sum::<u64>(), 5);
        let six = parse(&["--players", "6"]);
        assert!(matches!(play(&six), Err(SimulateError::Rules(_))));
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

    #[test]
    fn the_json_object_has_all_keys_and_the_wins_of_each_seat_and_policy() {
        let arguments = parse(&["--games", "10", "--policy", "cat,random,random"]);
        let mut results = play(&arguments).expect("games");
        results.seconds = 0.5;
        let object = json(&results, &arguments);
        assert_eq!(
            keys(&object).join(" "),
            "decisions_per_second edition games games_per_second mean_turns players policy seed \
             wins_by_policy wins_by_seat"
        );
        assert_eq!(object["games_per_second"], 20.0);
        assert_eq!(object["wins_by_seat"].as_array().map(Vec::len), Some(3));
        let policies = object["wins_by_policy"].as_array().expect("a list");
        let wins = policies.iter().filter_map(|policy| policy["wins"].as_u64());
        assert_eq!(wins.sum::<u64>(), 10);
        assert_eq!(policies[1]["policy"], "random");
        assert_eq!(policies[1]["seats"], 2);
        assert_eq!(object["policy"], "cat,random,random");
    }
}
