//! `kittens-lab tournament`: plays matches between random players, computer players of all strengths and the tree
//! search of `kit::reference` in every edition, and prints the win rates as Markdown tables.

use std::convert::Infallible;
use std::error::Error;
use std::io::{self, Write};

use clap::Args;
use kit::contest::{Contest, Contestant};
use players::Strength;
use rules::{EditionId, HouseRules, Ruleset};

use crate::contest_runner::{self, ContestResults};
use crate::win_rate::WinRate;
use crate::{Outcome, edition_parser};
use kittens::config::editions;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Play only this edition.
    #[arg(long, value_parser = edition_parser())]
    edition: Option<EditionId>,
    /// How many games each match has.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How many games a match with a tiger has, because tigers are slow.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    tiger_games: u64,
    /// How many games a match with the reference has; with 0, it does not play.
    #[arg(long, default_value_t = 50)]
    reference_games: u64,
    /// The seed of the games: the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads share the games.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
}

const TIGER: Contestant = Contestant::Computer(Strength::Tiger);
const CAT: Contestant = Contestant::Computer(Strength::Cat);

/// The contestants that play one another, weakest first.
const FIELD: [Contestant; 4] = [
    Contestant::Random,
    Contestant::Computer(Strength::Kitten),
    CAT,
    TIGER,
];

/// The reference player with two search budgets. Each version plays duels against all `CHALLENGERS`.
const REFERENCES: [Contestant; 2] = [Contestant::Reference500, Contestant::Reference2500];
const CHALLENGERS: [Contestant; 3] = [Contestant::Random, CAT, TIGER];

/// The number of players, if the edition allows it, in matches against several opponents and when comparing seats.
const GROUP_PLAYERS: usize = 4;

/// Plays all matches, and prints each line of the tables as soon as it is complete.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    play(arguments, &mut io::stdout())?;
    Ok(true)
}

fn play(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let editions = editions::load()?;
    let wanted = |id: &EditionId| arguments.edition.is_none_or(|only| only == *id);
    for id in EditionId::all().filter(wanted) {
        let edition = editions.get(id);
        let rules = |players| Ruleset::new(edition, HouseRules::default(), players);
        let group_rules = rules(GROUP_PLAYERS).or_else(|_| rules(2))?;
        writeln!(out, "### {id}\n")?;
        print_matches(arguments, rules(2)?, &FIELD, &FIELD, out)?;
        if arguments.reference_games > 0 {
            print_matches(arguments, rules(2)?, &CHALLENGERS, &REFERENCES, out)?;
        }
        if group_rules.players() > 2 {
            print_matches(arguments, group_rules, &FIELD, &FIELD, out)?;
        }
        print_seats(arguments, group_rules, out)?;
    }
    Ok(())
}

/// Prints a table of win rates: each row's contestant plays against one or more copies of the column's contestant.
fn print_matches(
    arguments: &Arguments,
    rules: Ruleset,
    rows: &[Contestant],
    columns: &[Contestant],
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let players = rules.players();
    let name = |one: &Contestant| format!("against {} {one}", players - 1);
    let names = columns.iter().map(name).collect::<Vec<_>>().join(" | ");
    writeln!(out, "| one (of {players}) wins, in % | {names} |")?;
    writeln!(out, "|---|{}", "---|".repeat(columns.len()))?;
    for &one in rows {
        let cells = columns.iter().map(|&other| {
            if one == other {
                "–".to_owned()
            } else {
                cell(play_match(arguments, rules, one, other).first_win_rate())
            }
        });
        let cells = cells.collect::<Vec<_>>().join(" | ");
        writeln!(out, "| {one} | {cells} |")?;
    }
    writeln!(out)?;
    Ok(())
}

fn cell(rate: WinRate) -> String {
    format!("{:.1} ± {:.1}", rate.percent, (rate.high - rate.low) / 2.0)
}

fn play_match(
    arguments: &Arguments,
    rules: Ruleset,
    one: Contestant,
    other: Contestant,
) -> ContestResults {
    let mut contestants = vec![other; rules.players()];
    contestants[0] = one;
    let games = if REFERENCES.contains(&other) {
        arguments.reference_games
    } else if contestants.contains(&TIGER) {
        arguments.tiger_games
    } else {
        arguments.games
    };
    let contest = Contest::new(rules, contestants, arguments.seed)
        .expect("there are as many contestants as the rules have players");
    let played = contest_runner::play_all(&contest, games, arguments.threads, |number, results| {
        contest_runner::play_one(&contest, number, results);
        Ok::<(), Infallible>(())
    });
    match played {
        Ok(results) => results,
        Err(never) => match never {},
    }
}

/// Prints the win rate of each seat and the mean number of turns when only cats play.
fn print_seats(
    arguments: &Arguments,
    rules: Ruleset,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let results = play_match(arguments, rules, CAT, CAT);
    let wins = results.wins_by_seat.iter();
    let rates = wins
        .map(|&wins| cell(WinRate::of(wins, results.games)))
        .collect::<Vec<_>>()
        .join(", ");
    let turns = results.turns as f64 / results.games as f64;
    writeln!(
        out,
        "Cats only, wins by seat in %, the first to play first: {rates}; mean turns {turns:.1}.\n"
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tournament_prints_a_table_for_two_players_and_one_for_four() {
        let arguments = Arguments {
            edition: Some(EditionId::TRAVEL),
            games: 2,
            tiger_games: 1,
            reference_games: 0,
            seed: 3,
            threads: 2,
        };
        let mut text = Vec::new();
        play(&arguments, &mut text).expect("a tournament");
        let text = String::from_utf8(text).expect("text");
        assert_eq!(text.matches("| tiger |").count(), 2, "{text}");
        for column in ["against 3 cat", "against 1 tiger"] {
            assert!(text.contains(column), "{text}");
        }
    }
}
