//! `kittens-lab fuzz`: hostile inputs for everything that reads foreign data. Each input follows from its
//! number alone, so a failed one is made again by `--seed NUMBER --inputs 1`. A failure is a panic, a control
//! that is accepted without having been written by the bot, or an error that shows a password.
//!
//! - `mutation`: changes to valid inputs; `control_ids`: ids of controls in them
//! - `interactions`, `files`, `webhook_requests`: the targets
//! - ids of controls alone: the properties in `table::control`
//!
//! Inputs are made without the coverage of the code as a guide: that needs a nightly compiler.

mod control_ids;
mod files;
mod interactions;
mod mutation;
mod webhook_requests;

use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::{Args, ValueEnum};
use rules::SeededChance;

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The reader that is given hostile inputs; each of them without this.
    #[arg(long, value_enum)]
    target: Option<Target>,
    /// How many inputs each target gets. A million take minutes, of files longer.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    inputs: u64,
    /// The number of the first input.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// Something that reads foreign data.
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
    /// Requests to the webhook: forged, damaged, replayed, and some of Discord's own.
    Webhook,
}

enum Verdict {
    Accepted,
    Refused,
    /// It was read as something else than it says, or the error shows a secret. Says which.
    Wrong(String),
}

#[derive(Default)]
struct Totals {
    accepted: u64,
    refused: u64,
}

impl Target {
    fn make(self, chance: &mut SeededChance) -> String {
        match self {
            Self::Interactions => interactions::make(chance),
            Self::Gateway => interactions::make_frame(chance),
            Self::Config => files::make_settings(chance),
            Self::Editions => files::make_edition(chance),
            Self::Scenarios => files::make_scenario(chance),
            Self::Journal => files::make_journal(chance),
            Self::Webhook => webhook_requests::make(chance),
        }
    }

    fn judge(self, input: &str) -> Verdict {
        match self {
            Self::Interactions => interactions::judge(input),
            Self::Gateway => interactions::judge_frame(input),
            Self::Config => files::judge_settings(input),
            Self::Editions => files::judge_edition(input),
            Self::Scenarios => files::judge_scenario(input),
            Self::Journal => files::judge_journal(input),
            Self::Webhook => webhook_requests::judge(input),
        }
    }

    /// Gives the target so many inputs, from the one with this number on. Ends with a description of the first
    /// that goes wrong.
    fn run(self, first: u64, inputs: u64) -> Result<Totals, String> {
        let mut totals = Totals::default();
        for number in (first..).take(inputs as usize) {
            let input = self.make(&mut SeededChance::new(number));
            let judged = catch_unwind(AssertUnwindSafe(|| self.judge(&input)));
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

/// Gives the targets hostile inputs and prints what became of them; fails with the first that goes wrong.
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

    /// Inputs of the targets that read a line, and of those that read a file.
    const MANY: u64 = 10_000;
    const FEW: u64 = 1_500;

    #[track_caller]
    fn assert_safe(target: Target, inputs: u64) {
        let Totals { accepted, refused } = target.run(1, inputs).unwrap();
        assert!(accepted > inputs / 100 && refused > inputs / 100);
    }

    #[test]
    fn no_interaction_panics_and_no_control_in_one_is_read_as_another() {
        assert_safe(Target::Interactions, MANY);
    }

    #[test]
    fn no_frame_of_the_gateway_panics() {
        assert_safe(Target::Gateway, MANY);
    }

    #[test]
    fn no_file_of_settings_panics_or_shows_a_password() {
        assert_safe(Target::Config, FEW);
    }

    #[test]
    fn no_edition_panics() {
        assert_safe(Target::Editions, FEW);
    }

    #[test]
    fn no_scenario_panics() {
        assert_safe(Target::Scenarios, FEW);
    }

    #[test]
    fn no_journal_panics() {
        assert_safe(Target::Journal, FEW);
    }

    #[test]
    fn no_request_that_discord_has_not_signed_now_is_served() {
        assert_safe(Target::Webhook, FEW);
    }

    #[test]
    fn an_input_follows_from_its_number() {
        for &target in Target::value_variants() {
            let make = |number| target.make(&mut SeededChance::new(number));
            assert_eq!(make(7), make(7));
            assert_ne!(make(7), make(8));
        }
    }
}
