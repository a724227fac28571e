//! `kittens-lab picture`: draws the picture of a finished game for each number of players and prints how
//! large it is and how long that takes on one core. With `--out` it keeps the pictures to be looked at.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use outbox::end_picture;
use rules::{Chance as _, Seat, SeededChance};
use table::screen::{Chart, ChartLine, ChartPoint, LineEnding};

/// How often each picture is drawn; the median of the times is printed.
const ROUNDS: usize = 9;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The games are invented from this number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the pictures into this folder.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Draws and measures the pictures.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    for players in 2..=Seat::COUNT {
        let mut chance = SeededChance::new(arguments.seed + players as u64);
        let chart = invent_game(players, &mut chance);
        let (png, time) = match measure(&chart) {
            Ok(measured) => measured,
            Err(error) => {
                println!("{players} players: {error}");
                return ExitCode::FAILURE;
            }
        };
        println!(
            "{players} players: {} bytes, {} ms",
            png.len(),
            time.as_millis()
        );
        let Some(folder) = &arguments.out else {
            continue;
        };
        if let Err(error) = fs::write(folder.join(format!("game-{players}.png")), &png) {
            println!("{}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Returns the picture and the median of the times that it took.
fn measure(chart: &Chart) -> Result<(Vec<u8>, Duration), end_picture::DrawError> {
    let mut png = Vec::new();
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        png = end_picture::draw(chart)?;
        times.push(started.elapsed());
    }
    times.sort_unstable();
    Ok((png, times[ROUNDS / 2]))
}

/// Invents the course of a game: everybody draws in turn and has one Defuse.
fn invent_game(players: usize, chance: &mut SeededChance) -> Chart {
    let mut lines: Vec<ChartLine> = Seat::ALL[..players].iter().map(new_line).collect();
    let mut living: Vec<usize> = (0..players).collect();
    let mut places = Vec::new();
    let (mut turn, mut kittens, mut cards) = (0, players as u8 - 1, 9 * players as u8);
    while living.len() > 1 {
        let player = living[turn as usize % living.len()];
        turn += 1;
        let line = &mut lines[player];
        let explodes = chance.below(u32::from(cards)) < u32::from(kittens);
        let has_defuse = line.rescues() == 0;
        line.points.push(ChartPoint {
            turn,
            chance: line.end().chance.after_draw(kittens, cards),
            rescued: explodes && has_defuse,
        });
        if explodes && !has_defuse {
            line.ending = LineEnding::Exploded;
            living.retain(|other| *other != player);
            places.push(player);
            kittens -= 1;
        }
        cards -= u8::from(!explodes || !has_defuse);
    }
    for player in living {
        let last = lines[player].end();
        lines[player].points.push(ChartPoint {
            turn,
            rescued: false,
            ..last
        });
        places.push(player);
    }
    let lines = places.iter().rev().map(|player| lines[*player].clone());
    Chart {
        turns: turn,
        lines: lines.collect(),
    }
}

fn new_line(seat: &Seat) -> ChartLine {
    ChartLine {
        seat: *seat,
        ending: LineEnding::Won,
        points: vec![ChartPoint::START],
    }
}
