//! `kittens-lab load`: simulated people click on a fixed schedule over real connections, while the bot's response
//! times, CPU time and memory are measured.

use std::io::{self, Write as _};

use clap::Args;
use simulator::real::{LoadPlan, LoadReport, find_most, put_under_load};
use tokio::runtime::Runtime;

use crate::{Outcome, report};

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    plan: LoadPlan,
    /// Search for the highest rate of clicks per second at which 99 of 100 are answered within half a second.
    #[arg(long)]
    find_most: bool,
}

/// Simulates clicks and prints reports. Fails if the bot did not sustain the rate or, with `find_most`, any rate.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    if !arguments.find_most {
        return report(put_under_load(&arguments.plan), LoadReport::is_sustained);
    }
    let note = |report: &LoadReport| {
        // If standard output is closed, the exit code still reports the result.
        let _ = writeln!(io::stdout(), "{report}\n");
    };
    let most = Runtime::new()?.block_on(find_most(&arguments.plan, note))?;
    match &most {
        Some(most) => writeln!(io::stdout(), "The most that was sustained:\n{most}")?,
        None => writeln!(io::stdout(), "nothing was sustained")?,
    }
    Ok(most.is_some())
}
