//! `kittens-lab simulate`: plays whole games with nobody at the table and tells what came of them.
//! How a game goes, `rules::simulation` knows; here is the clock, the threads and the files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::thread;
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use players::contest::{Contest, Contestant, UnknownContestantError};
use rules::simulation::{Policy, Simulation, SimulationTotals};
use rules::{Decks, EditionId, HouseRules, Ruleset, RulesetError};
use serde_json::{Value, json};

use crate::contest::{self, Share, Standing, Standings};
use kittens::editions::{self, EditionsError};

/// What `simulate` is told.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The rulebook.
    #[arg(long, default_value = "original", value_parser = edition_parser())]
    edition: EditionId,
    /// How many play; six and more play classic with two decks. As many as there are policies, or 4.
    #[arg(long)]
    players: Option<usize>,
    /// How many games.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// What the games follow from: the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One for all, or one for each player: passive (draws only, and puts kittens back anywhere),
    /// random (any legal action, each as likely), kitten, cat, tiger. Players of a list move on by
    /// a seat from game to game.
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

fn edition_parser() -> impl TypedValueParser<Value = EditionId> {
    PossibleValuesParser::new(EditionId::ALL.map(EditionId::id))
        .try_map(|id| id.parse::<EditionId>())
}

/// How the players choose.
#[derive(Clone, Debug)]
enum Policies {
    /// All the same, without thought.
    Plain(Policy),
    /// Each in his own way; one for all, or one for each.
    Mixed(Vec<Contestant>),
}

impl FromStr for Policies {
    type Err = UnknownContestantError;

    fn from_str(text: &str) -> Result<Policies, UnknownContestantError> {
        match text.parse() {
            Ok(policy) => Ok(Policies::Plain(policy)),
            Err(_) => text
                .split(',')
                .map(str::parse)
                .collect::<Result<_, _>>()
                .map(Policies::Mixed),
        }
    }
}

impl Policies {
    fn id(&self) -> String {
        match self {
            Policies::Plain(policy) => policy.id().to_owned(),
            Policies::Mixed(list) => list
                .iter()
                .map(|one| one.id())
                .collect::<Vec<_>>()
                .join(","),
        }
    }
}

impl Arguments {
    fn players(&self) -> usize {
        match (&self.policy, self.players) {
            (_, Some(players)) => players,
            (Policies::Mixed(list), None) if list.len() > 1 => list.len(),
            _ => 4,
        }
    }
}

/// Why no games were played.
#[derive(Debug, thiserror::Error)]
enum SimulateError {
    #[error(transparent)]
    Editions(#[from] EditionsError),
    #[error(transparent)]
    Rules(#[from] RulesetError),
    #[error("{}: {reason}", path.display())]
    Export { path: PathBuf, reason: io::Error },
    #[error("{policies} policies for {players} players: name one for all, or one for each")]
    Policies { policies: usize, players: usize },
    #[error("the outcome cannot be written: {0}")]
    Output(io::Error),
}

/// What came of all games, and how long they took.
struct Outcome {
    games: u64,
    decisions: u64,
    turns: u64,
    wins: Vec<u64>,
    seconds: f64,
    /// What players of each kind did, where they differ.
    policies: Vec<Standing>,
}

impl From<Standings> for Outcome {
    fn from(standings: Standings) -> Outcome {
        Outcome {
            games: standings.games,
            decisions: standings.choices(),
            turns: standings.turns,
            policies: standings.by_kind(),
            wins: standings.wins_by_seat,
            seconds: standings.seconds,
        }
    }
}

/// Plays the games and prints what came of them.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match simulate(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody listening is no reason to do more.
            let _ = writeln!(io::stderr(), "kittens-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn simulate(arguments: &Arguments) -> Result<(), SimulateError> {
    let outcome = play(arguments)?;
    let text = match arguments.json {
        true => outcome.json(arguments).to_string(),
        false => outcome.text(arguments),
    };
    writeln!(io::stdout(), "{text}").map_err(SimulateError::Output)
}

fn play(arguments: &Arguments) -> Result<Outcome, SimulateError> {
    let rules = rules(arguments)?;
    if let Some(folder) = &arguments.export {
        let failed = |reason| SimulateError::Export {
            path: folder.clone(),
            reason,
        };
        fs::create_dir_all(folder).map_err(failed)?;
    }
    match &arguments.policy {
        Policies::Plain(policy) => plain(arguments, rules, *policy),
        Policies::Mixed(list) => mixed(arguments, rules, list),
    }
}

fn rules(arguments: &Arguments) -> Result<Ruleset, SimulateError> {
    let editions = editions::load()?;
    let edition = editions.get(arguments.edition);
    let players = arguments.players();
    let too_many_for_one = edition
        .players(Decks::One)
        .is_some_and(|range| players > usize::from(range.max));
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

/// Games whose players need no thought, and no views either.
fn plain(arguments: &Arguments, rules: Ruleset, policy: Policy) -> Result<Outcome, SimulateError> {
    let simulation = Simulation {
        rules,
        policy,
        seed: arguments.seed,
    };
    let start = Instant::now();
    let tally = play_all(arguments, &simulation)?;
    Ok(Outcome {
        games: tally.games,
        decisions: tally.decisions,
        turns: tally.turns,
        wins: tally.wins[..rules.players()].to_vec(),
        seconds: start.elapsed().as_secs_f64(),
        policies: Vec::new(),
    })
}

/// Games among computer players.
fn mixed(
    arguments: &Arguments,
    rules: Ruleset,
    list: &[Contestant],
) -> Result<Outcome, SimulateError> {
    let players = rules.players();
    let each = match list {
        &[one] => vec![one; players],
        _ => list.to_vec(),
    };
    let wrong = SimulateError::Policies {
        policies: each.len(),
        players,
    };
    let contest = Contest::new(rules, each, arguments.seed).ok_or(wrong)?;
    let standings = contest::play_all(
        &contest,
        arguments.games,
        arguments.threads,
        |number, standings| {
            let Some(folder) = &arguments.export else {
                contest::play_one(&contest, number, standings);
                return Ok(());
            };
            let (outcome, text) =
                contest.export(number, |place, choose| standings.time(place, choose));
            standings.note(outcome);
            write_game(&folder.join(file_name(arguments, number)), &text)
        },
    )?;
    Ok(Outcome::from(standings))
}

fn play_all(
    arguments: &Arguments,
    simulation: &Simulation,
) -> Result<SimulationTotals, SimulateError> {
    let share = |first: u64| {
        let step = usize::try_from(arguments.threads).unwrap_or(usize::MAX);
        play_share(
            arguments,
            simulation,
            (first..arguments.games).step_by(step),
        )
    };
    let shares = thread::scope(|scope| {
        let others: Vec<_> = (1..arguments.threads)
            .map(|first| scope.spawn(move || share(first)))
            .collect();
        let own = share(0);
        let others = others.into_iter().map(|other| {
            other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        std::iter::once(own).chain(others).collect::<Vec<_>>()
    });
    shares
        .into_iter()
        .try_fold(SimulationTotals::default(), |mut sum, tally| {
            sum.add(&tally?);
            Ok(sum)
        })
}

fn play_share(
    arguments: &Arguments,
    simulation: &Simulation,
    numbers: impl Iterator<Item = u64>,
) -> Result<SimulationTotals, SimulateError> {
    let mut tally = SimulationTotals::default();
    match &arguments.export {
        None => numbers.for_each(|number| simulation.play(number, &mut tally)),
        Some(folder) => {
            for number in numbers {
                let text = simulation.export(number, &mut tally);
                write_game(&folder.join(file_name(arguments, number)), &text)?;
            }
        }
    }
    Ok(tally)
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

fn write_game(path: &Path, text: &str) -> Result<(), SimulateError> {
    fs::write(path, text).map_err(|reason| SimulateError::Export {
        path: path.to_owned(),
        reason,
    })
}

impl Outcome {
    fn a_second(&self, count: u64) -> f64 {
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
            "games_per_second": self.a_second(self.games),
            "decisions_per_second": self.a_second(self.decisions),
            "mean_turns": self.mean_turns(),
            "wins_by_seat": self.wins,
        });
        if !self.policies.is_empty() {
            object["wins_by_policy"] = self
                .policies
                .iter()
                .map(|standing| self.policy_json(standing))
                .collect();
        }
        object
    }

    fn policy_json(&self, standing: &Standing) -> Value {
        let share = Share::of(standing.wins, self.games);
        json!({
            "policy": standing.contestant.id(),
            "seats": standing.seats,
            "wins": standing.wins,
            "percent": share.percent,
            "interval": [share.low, share.high],
            "decisions": standing.thinking.choices,
            "mean_microseconds": standing.thinking.mean(),
            "p99_microseconds": standing.thinking.slowest(),
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
            self.a_second(games),
            self.a_second(self.decisions),
            self.mean_turns(),
            wins.join(", "),
        );
        for standing in &self.policies {
            text.push('\n');
            text.push_str(&self.policy_text(standing));
        }
        text
    }

    fn policy_text(&self, standing: &Standing) -> String {
        let Share { percent, low, high } = Share::of(standing.wins, self.games);
        let Standing {
            contestant,
            seats,
            wins,
            thinking,
        } = standing;
        format!(
            "{contestant} on {seats} of {} seats: {wins} wins, {percent:.2} % ({low:.2} to {high:.2}), \
             {:.1} µs a decision, 99 of 100 within {:.1} µs",
            self.wins.len(),
            thinking.mean(),
            thinking.slowest(),
        )
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn arguments(words: &[&str]) -> Arguments {
        Line::parse_from([&["simulate"], words].concat()).arguments
    }

    fn outcome(words: &[&str]) -> Outcome {
        play(&arguments(words)).expect("games")
    }

    fn keys(object: &Value) -> Vec<&str> {
        let object = object.as_object().expect("an object");
        let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn threads_share_the_same_games() {
        for policy in ["random", "cat,random,kitten"] {
            let [one, four] = ["1", "4"].map(|threads| {
                outcome(&["--games", "50", "--policy", policy, "--threads", threads])
            });
            assert_eq!(one.games, 50);
            assert_eq!(one.turns, four.turns);
            assert_eq!(one.wins, four.wins);
            assert_eq!(one.decisions, four.decisions);
        }
    }

    #[test]
    fn seven_play_classic_with_two_decks_and_six_do_not_play_original() {
        for policy in ["random", "cat"] {
            let seven = ["--edition", "classic", "--players", "7", "--games", "5"];
            let seven = outcome(&[&seven[..], &["--policy", policy]].concat());
            assert_eq!(seven.wins.len(), 7);
            assert_eq!(seven.wins.iter().sum::<u64>(), 5);
            let six = [
                "--edition",
                "original",
                "--players",
                "6",
                "--policy",
                policy,
            ];
            assert!(matches!(
                play(&arguments(&six)),
                Err(SimulateError::Rules(_))
            ));
        }
    }

    #[test]
    fn policies_are_one_for_all_or_one_for_each() {
        assert_eq!(arguments(&["--policy", "cat,random,cat"]).players(), 3);
        assert_eq!(arguments(&["--policy", "cat"]).players(), 4);
        let three = arguments(&["--policy", "cat,random,cat", "--players", "4"]);
        assert!(matches!(
            play(&three),
            Err(SimulateError::Policies {
                policies: 3,
                players: 4
            })
        ));
        for nonsense in ["dog", "cat,", "", "cat;cat"] {
            assert!(Line::try_parse_from(["simulate", "--policy", nonsense]).is_err());
        }
    }

    const PROMISED: [&str; 9] = [
        "decisions_per_second",
        "edition",
        "games",
        "games_per_second",
        "mean_turns",
        "players",
        "policy",
        "seed",
        "wins_by_seat",
    ];

    #[test]
    fn the_object_has_the_promised_keys_and_one_count_a_seat() {
        let arguments = arguments(&["--games", "10", "--players", "3", "--policy", "passive"]);
        let mut outcome = play(&arguments).expect("games");
        outcome.seconds = 0.5;
        let object = outcome.json(&arguments);
        assert_eq!(keys(&object), PROMISED);
        assert_eq!(object["games_per_second"], 20.0);
        assert_eq!(object["wins_by_seat"].as_array().map(Vec::len), Some(3));
    }

    #[test]
    fn the_object_of_a_contest_tells_the_wins_of_each_policy_besides() {
        let arguments = arguments(&["--games", "10", "--policy", "cat,random,random"]);
        let outcome = play(&arguments).expect("games");
        let object = outcome.json(&arguments);
        let rest: Vec<&str> = keys(&object)
            .into_iter()
            .filter(|key| !PROMISED.contains(key))
            .collect();
        assert_eq!(rest, ["wins_by_policy"]);
        let policies = object["wins_by_policy"].as_array().expect("a list");
        let wins = policies.iter().filter_map(|policy| policy["wins"].as_u64());
        assert_eq!(wins.sum::<u64>(), 10);
        assert_eq!(policies[1]["policy"], "random");
        assert_eq!(policies[1]["seats"], 2);
        assert_eq!(object["policy"], "cat,random,random");
    }
}
