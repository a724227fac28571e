//! `kittens-lab recipes`: simulates the built-in recipes for the README of `config/recipes`, and times *Try it out* and
//! the validation of random recipes. With `--random`, checks games of random recipes instead.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use kit::contest::{Contest, Contestant};
use players::{Strength, Trial, TrialResults};
use rules::simulation::any_recipe;
use rules::{Recipe, Ruleset, SeededChance};

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Instead of the table, play games of this many random recipes among cats, and check every step.
    #[arg(long, value_name = "RECIPES")]
    random: Option<u64>,
    /// How many quick games for each line of the table.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The seed of the games: the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The number of random recipes whose validation is timed.
const VALIDATED: u32 = 10_000;
/// The number of games played with each random recipe.
const RANDOM_GAMES: u64 = 5;
/// The maximum number of actions in a game of a random recipe.
const MAX_ACTIONS: u32 = 2_000;

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let mut out = io::stdout();
    match arguments.random {
        Some(recipes) => check_random(recipes, arguments.seed, &mut out),
        None => {
            print_table(arguments, &mut out)?;
            Ok(true)
        }
    }
}

fn print_table(
    arguments: &Arguments,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    writeln!(
        out,
        "| recipe | players | pile | first round | turns | wins by seat, in % | exploded, imploded, barked | s |\n\
         |---|---|---|---|---|---|---|---|"
    )?;
    let mut slowest = 0.0_f64;
    for (id, recipe) in Recipe::built_in() {
        let range = recipe.players()?;
        for players in range.min..=range.max {
            let rules = recipe.check(players.into())?;
            let started = Instant::now();
            let mut trial = Trial::new(rules, arguments.seed);
            trial.play(arguments.games);
            let seconds = started.elapsed().as_secs_f64();
            slowest = slowest.max(seconds);
            writeln!(
                out,
                "| {id} | {} | {seconds:.2} |",
                cells(&rules, trial.results())
            )?;
        }
    }
    for (id, recipe) in Recipe::built_in() {
        writeln!(out, "{id}: {}", recipe.code())?;
    }
    writeln!(out, "{} games: at most {slowest:.2} s", arguments.games)?;
    let mut chance = SeededChance::new(arguments.seed);
    let codes: Vec<_> = (0..VALIDATED)
        .map(|_| any_recipe(&mut chance).0.code())
        .collect();
    let started = Instant::now();
    for code in codes {
        Recipe::from_code(code.as_str())?.players()?;
    }
    let each = started.elapsed() / VALIDATED;
    writeln!(
        out,
        "reading a code and validating it for 2 to 9 players: {each:.1?}"
    )?;
    Ok(())
}

fn cells(rules: &Ruleset, results: &TrialResults) -> String {
    let share = |seat| format!("{:.0}", results.win_share(seat) * 100.0);
    let wins: Vec<String> = rules.seats().iter().map(share).collect();
    let dead: u32 = results.deaths.iter().sum();
    let deaths = results
        .deaths
        .map(|kind| format!("{:.0}", f64::from(kind) * 100.0 / f64::from(dead.max(1))));
    format!(
        "{} | {} | {:.0} % | {:.1} | {} | {} %",
        rules.players(),
        rules.cards_in_pile(),
        rules.first_round_explosion() * 100.0,
        results.mean_turns(),
        wins.join(" "),
        deaths.join(", "),
    )
}

/// Plays games of random recipes among cats. Prints each game that fails its check. Returns false if any game fails.
fn check_random(recipes: u64, seed: u64, out: &mut impl Write) -> Outcome {
    let (mut longest, mut actions, mut faults) = (0, 0, 0);
    let cat = Contestant::Computer(Strength::Cat);
    for number in 0..recipes {
        let (recipe, rules) = any_recipe(&mut SeededChance::stream(seed, number));
        let Some(contest) = Contest::new(rules, vec![cat; rules.players()], number) else {
            continue;
        };
        for game in 0..RANDOM_GAMES {
            match contest.check(game, MAX_ACTIONS) {
                Ok(length) => {
                    longest = longest.max(length);
                    actions += u64::from(length);
                }
                Err(error) => {
                    faults += 1;
                    writeln!(
                        out,
                        "{} for {}, game {game}: {error}",
                        recipe.code(),
                        rules.players()
                    )?;
                }
            }
        }
    }
    let games = recipes * RANDOM_GAMES;
    writeln!(
        out,
        "{recipes} recipes, {games} games, {actions} actions, longest game {longest}, {faults} faults"
    )?;
    Ok(faults == 0)
}
