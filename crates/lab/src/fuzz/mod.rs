//! `kittens-lab fuzz`: hostile inputs for everything that reads foreign data. Each input follows from its
//! number alone, so a failed one is made again by `--seed NUMBER --inputs 1`. A failure is a panic, a control
//! that is accepted without having been written by the bot, or an error that shows a password.
//!
//! - `mutation`: changes to valid inputs
//! - `control_ids`, `interactions`, `files`, `webhook_requests`: the targets
//!
//! Inputs are made without the coverage of the code as a guide: that needs a nightly compiler.

mod control_ids;
mod files;
mod interactions;
mod mutation;
#[cfg(test)]
mod tests;
mod verdict;
mod webhook_requests;

use std::fmt;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use rules::SeededChance;
use verdict::Verdict;

/// The message of the last panic, for the report; empty in tests, which print it themselves.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());
/// The failures that are printed in full.
const MAX_SHOWN: usize = 5;

/// The arguments of `fuzz`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The reader that is given hostile inputs; each of them without this.
    #[arg(long, value_enum)]
    target: Option<Target>,
    /// How many inputs each target gets; without this, as many as fit into the time.
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,
    /// How long each target is given inputs.
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// The number of the first input.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// Something that reads foreign data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Ids of buttons and menus.
    ControlIds,
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

/// How long a target is given inputs.
#[derive(Clone, Copy)]
enum Amount {
    Inputs(u64),
    Time(Duration),
}

/// The inputs of one target so far.
#[derive(Default)]
struct Totals {
    inputs: u64,
    accepted: u64,
    refused: u64,
    wrong: u64,
    panics: u64,
    /// The first failures: the number of the input, what happened, the input.
    failures: Vec<(u64, String, String)>,
}

impl Target {
    fn make(self, chance: &mut SeededChance) -> String {
        match self {
            Self::ControlIds => control_ids::make(chance),
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
            Self::ControlIds => control_ids::judge(input),
            Self::Interactions => interactions::judge(input),
            Self::Gateway => interactions::judge_frame(input),
            Self::Config => files::judge_settings(input),
            Self::Editions => files::judge_edition(input),
            Self::Scenarios => files::judge_scenario(input),
            Self::Journal => files::judge_journal(input),
            Self::Webhook => webhook_requests::judge(input),
        }
    }

    /// Gives the target this amount of inputs, from the one with this number on.
    fn run(self, first: u64, amount: Amount) -> Totals {
        let started = Instant::now();
        let mut totals = Totals::default();
        loop {
            let is_done = match amount {
                Amount::Inputs(count) => totals.inputs >= count,
                Amount::Time(time) => started.elapsed() >= time,
            };
            if is_done {
                return totals;
            }
            let number = first.wrapping_add(totals.inputs);
            let input = self.make(&mut SeededChance::new(number));
            let verdict = catch_unwind(AssertUnwindSafe(|| self.judge(&input)));
            totals.add(number, input, verdict.ok());
        }
    }
}

impl Totals {
    /// Adds an input; without a verdict, its reader has panicked.
    fn add(&mut self, number: u64, input: String, verdict: Option<Verdict>) {
        self.inputs += 1;
        let failure = match verdict {
            Some(Verdict::Accepted) => return self.accepted += 1,
            Some(Verdict::Refused) => return self.refused += 1,
            Some(Verdict::Wrong(why)) => {
                self.wrong += 1;
                why
            }
            None => {
                self.panics += 1;
                let message = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
                format!("panicked: {message}")
            }
        };
        if self.failures.len() < MAX_SHOWN {
            self.failures.push((number, failure, input));
        }
    }

    fn has_failed(&self) -> bool {
        self.wrong + self.panics > 0
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            inputs,
            accepted,
            refused,
            wrong,
            panics,
            failures,
        } = self;
        write!(
            formatter,
            "{inputs} inputs: {accepted} accepted, {refused} refused, {wrong} wrong, {panics} panics"
        )?;
        for (number, why, input) in failures {
            write!(formatter, "\n  input {number}: {why}\n    {input:?}")?;
        }
        Ok(())
    }
}

/// Gives the targets hostile inputs and prints what became of them; fails if any went wrong.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    // A panic is counted, and its input printed.
    set_hook(Box::new(|info| {
        let mut message = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        *message = info.to_string();
    }));
    let amount = match arguments.inputs {
        Some(inputs) => Amount::Inputs(inputs),
        None => Amount::Time(Duration::from_secs(arguments.seconds)),
    };
    let mut has_failed = false;
    for &target in Target::value_variants() {
        if arguments.target.is_some_and(|chosen| chosen != target) {
            continue;
        }
        let totals = target.run(arguments.seed, amount);
        has_failed |= totals.has_failed();
        let name = target.to_possible_value();
        let name = name.as_ref().map_or("", |value| value.get_name());
        if writeln!(io::stdout(), "{name}: {totals}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    match has_failed {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}
