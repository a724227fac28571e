//! `kittens-lab oracle`: measures computers and the coach in small positions with known solutions.

use std::io::{self, Write};

use clap::Args;
use kit::oracle::OracleFigures;

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many positions to solve.
    #[arg(long, default_value_t = 500)]
    positions: u32,
    /// The seed of the first candidate position; consecutive seeds are tried until enough suitable positions are found.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let mut figures = OracleFigures::default();
    for seed in arguments.seed.. {
        if figures.positions >= arguments.positions {
            break;
        }
        figures.add(seed);
    }
    print(&figures, &mut io::stdout())?;
    Ok(true)
}

fn print(figures: &OracleFigures, out: &mut impl Write) -> io::Result<()> {
    let positions = f64::from(figures.positions.max(1));
    let mean = |sum: f64| sum / positions;
    writeln!(
        out,
        "{} positions, solved to {:.2} points",
        figures.positions,
        mean(figures.gap)
    )?;
    for (name, [sum, worst]) in [("tiger", figures.tiger), ("cat", figures.cat)] {
        writeln!(
            out,
            "{name}: loses {:.2} points, {worst:.1} at most",
            mean(sum)
        )?;
    }
    let [planted, named] = figures.blunders;
    writeln!(
        out,
        "coach: names {named} of {planted} planted blunders first"
    )?;
    let [reviewed, accused] = figures.accused;
    writeln!(
        out,
        "coach: accuses the oracle of more than three points in {accused} of {reviewed} reviews, {:.1} at most",
        figures.worst_accusation
    )
}
