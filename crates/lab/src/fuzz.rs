//! `kittens-lab fuzz`: hostile inputs for everything that reads external data. Each input is determined by its
//! number, so a failed one is reproduced with `--seed NUMBER --inputs 1`. A failure is a panic, an accepted
//! control that the bot did not write, or an error that shows a password.
//!
//! - `mutation`: changes to valid inputs; `control_ids`: control ids in them
//! - `interactions`, `files`: the targets
//! - control ids alone: the properties in `table::control`
//!
//! Inputs are generated without coverage guidance, which would need a nightly compiler.

mod control_ids;
mod files;
mod interactions;
mod mutation;

use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::{Args, ValueEnum};
use rules::SeededChance;

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The target of the hostile inputs; all of them by default.
    #[arg(long, value_enum)]
    target: Option<Target>,
    /// How many inputs each target gets. A million takes minutes, longer for files.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    inputs: u64,
    /// The number of the first input.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// Code that reads external data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Interactions as JSON.
    Interactions,
    /// Frames of the gateway as JSON.
    Gateway,
    /// Files of settings.
    Config,
    /// Files of editions.
    Editions,
    /// Scenario files.
    Scenarios,
    /// Entries of journals.
    Journal,
    /// Files of finished games.
    Games,
}

enum Verdict {
    Accepted,
    Refused,
    /// An input that should have been refused was accepted, or an error shows a secret. Says which.
    Wrong(String),
}

#[derive(Default)]
struct Totals {
    accepted: u64,
    refused: u64,
}

/// Generates an input for a target, and runs the target on one.
type Functions = (fn(&mut SeededChance) -> String, fn(&str) -> Verdict);

impl Target {
    fn functions(self) -> Functions {
        match self {
            Self::Interactions => (interactions::make, interactions::judge),
            Self::Gateway => (interactions::make_frame, interactions::judge_frame),
            Self::Config => (files::make_settings, files::judge_settings),
            Self::Editions => (files::make_edition, files::judge_edition),
            Self::Scenarios => (files::make_scenario, files::judge_scenario),
            Self::Journal => (files::make_journal, files::judge_journal),
            Self::Games => (files::make_game, files::judge_game),
        }
    }

    /// Runs the target on this many inputs, starting with this number. Stops with a description of the
    /// first failure.
    fn run(self, first: u64, inputs: u64) -> Result<Totals, String> {
        let (make, judge) = self.functions();
        let mut totals = Totals::default();
        for number in (first..).take(inputs as usize) {
            let input = make(&mut SeededChance::new(number));
            let judged = catch_unwind(AssertUnwindSafe(|| judge(&input)));
            match judged {
                Ok(Verdict::Accepted) => totals.accepted += 1,
                Ok(Verdict::Refused) => totals.refused += 1,
                Ok(Verdict::Wrong(why)) => {
                    return Err(format!("{self:?} {number}: {why}: {input:?}"));
                }
                // The panic is printed above.
                Err(_) => return Err(format!("{self:?} {number}: it panicked: {input:?}")),
            }
        }
        Ok(totals)
    }
}

/// Runs the targets on hostile inputs and prints the totals; fails at the first failure.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    for &target in Target::value_variants() {
        if arguments.target.is_none_or(|chosen| chosen == target) {
            let Totals { accepted, refused } = target.run(arguments.seed, arguments.inputs)?;
            let counts = format!("{accepted} accepted, {refused} refused, none treated wrongly");
            writeln!(io::stdout(), "{target:?}: {counts}")?;
        }
    }
    Ok(true)
}

/// A short run of each target.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_hostile_input_panics_is_read_as_another_or_shows_a_password() {
        for &target in Target::value_variants() {
            // Interactions and frames are read faster than files.
            let inputs = match target {
                Target::Interactions | Target::Gateway => 10_000,
                _ => 1_500,
            };
            let Totals { accepted, refused } = target.run(1, inputs).unwrap();
            let least = inputs / 100;
            assert!(accepted > least && refused > least, "{target:?}");
        }
    }

    #[test]
    fn an_input_follows_from_its_number() {
        for &target in Target::value_variants() {
            let make = |number| target.functions().0(&mut SeededChance::new(number));
            assert_eq!(make(7), make(7));
            assert_ne!(make(7), make(8));
        }
    }
}
