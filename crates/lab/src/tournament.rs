//! `kittens-lab tournament`: all strengths against each other in every edition, as tables in Markdown.

use std::convert::Infallible;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use players::Strength;
use players::contest::{Contest, Contestant};
use rules::{EditionId, HouseRules, Ruleset, RulesetError};

use crate::contest::{self, Share, Standings};
use kittens::editions::{self, EditionsError};

/// What `tournament` is told.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// One rulebook only.
    #[arg(long, value_parser = edition_parser())]
    edition: Option<EditionId>,
    /// How many games each match has.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How many games a match has in which a tiger plays, who takes his time.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    tiger_games: u64,
    /// What the games follow from: the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads share the games.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
}

fn edition_parser() -> impl TypedValueParser<Value = EditionId> {
    PossibleValuesParser::new(EditionId::ALL.map(EditionId::id))
        .try_map(|id| id.parse::<EditionId>())
}

/// Why there was no tournament.
#[derive(Debug, thiserror::Error)]
enum TournamentError {
    #[error(transparent)]
    Editions(#[from] EditionsError),
    #[error(transparent)]
    Rules(#[from] RulesetError),
    #[error("the tables cannot be written: {0}")]
    Output(#[from] io::Error),
}

const TIGER: Contestant = Contestant::Computer(Strength::Tiger);
const CAT: Contestant = Contestant::Computer(Strength::Cat);

/// The weakest first.
const FIELD: [Contestant; 4] = [
    Contestant::Random,
    Contestant::Computer(Strength::Kitten),
    CAT,
    TIGER,
];

/// The seats of the table at which one plays against many, where the edition has as many.
const TABLE: usize = 4;

/// Plays all matches and prints their tables, each edition's as soon as it is done.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match play(arguments, &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody listening is no reason to do more.
            let _ = writeln!(io::stderr(), "kittens-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play(arguments: &Arguments, out: &mut impl Write) -> Result<(), TournamentError> {
    let editions = editions::load()?;
    let wanted = |id: &EditionId| arguments.edition.is_none_or(|only| only == *id);
    for id in EditionId::ALL.into_iter().filter(wanted) {
        let edition = editions.get(id);
        let rules = |players| Ruleset::new(edition, HouseRules::default(), players);
        let table = rules(TABLE).or_else(|_| rules(2))?;
        writeln!(out, "### {id}\n")?;
        matches(arguments, rules(2)?, out)?;
        if table.players() > 2 {
            matches(arguments, table, out)?;
        }
        seats(arguments, table, out)?;
    }
    Ok(())
}

/// One of each row against as many as it takes of each column.
fn matches(
    arguments: &Arguments,
    rules: Ruleset,
    out: &mut impl Write,
) -> Result<(), TournamentError> {
    let others = rules.players() - 1;
    writeln!(
        out,
        "| one (of {}) wins, in % | {} |",
        rules.players(),
        FIELD
            .map(|one| format!("against {others} {one}"))
            .join(" | ")
    )?;
    writeln!(out, "|---|{}", "---|".repeat(FIELD.len()))?;
    for one in FIELD {
        let cells = FIELD.map(|other| match one == other {
            true => "–".to_owned(),
            false => cell(match_of(arguments, rules, one, other).first()),
        });
        writeln!(out, "| {one} | {} |", cells.join(" | "))?;
    }
    writeln!(out)?;
    Ok(())
}

fn cell(share: Share) -> String {
    format!(
        "{:.1} ± {:.1}",
        share.percent,
        (share.high - share.low) / 2.0
    )
}

fn match_of(
    arguments: &Arguments,
    rules: Ruleset,
    one: Contestant,
    other: Contestant,
) -> Standings {
    let mut contestants = vec![other; rules.players()];
    contestants[0] = one;
    let games = match contestants.contains(&TIGER) {
        true => arguments.tiger_games,
        false => arguments.games,
    };
    let contest = Contest::new(rules, contestants, arguments.seed)
        .expect("there are as many contestants as the rules have players");
    let played = contest::play_all(&contest, games, arguments.threads, |number, standings| {
        contest::play_one(&contest, number, standings);
        Ok::<(), Infallible>(())
    });
    match played {
        Ok(standings) => standings,
        Err(never) => match never {},
    }
}

/// What the place at the table is worth when all play alike.
fn seats(
    arguments: &Arguments,
    rules: Ruleset,
    out: &mut impl Write,
) -> Result<(), TournamentError> {
    let standings = match_of(arguments, rules, CAT, CAT);
    let shares = standings
        .wins_by_seat
        .iter()
        .map(|&wins| cell(Share::of(wins, standings.games)));
    let shares: Vec<String> = shares.collect();
    writeln!(
        out,
        "Cats only, wins by seat in %, the first to play first: {}; mean turns {:.1}.\n",
        shares.join(", "),
        standings.turns as f64 / standings.games as f64
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tournament_has_a_table_for_duels_and_one_for_four() {
        let arguments = Arguments {
            edition: Some(EditionId::Travel),
            games: 2,
            tiger_games: 1,
            seed: 3,
            threads: 2,
        };
        let mut text = Vec::new();
        play(&arguments, &mut text).expect("a tournament");
        let text = String::from_utf8(text).expect("text");
        assert_eq!(text.matches("| tiger |").count(), 2, "{text}");
        assert!(
            text.contains("against 3 cat") && text.contains("against 1 tiger"),
            "{text}"
        );
    }
}
