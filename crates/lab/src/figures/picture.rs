//! How large the picture of a finished game is, for each number of players, and how long it takes on one core.

use std::time::Instant;

use outbox::end_picture::{AvatarFiles, DrawError, draw};
use rules::{Randomness as _, Seat, SeededChance};
use table::screen::{Chart, ChartLine, ChartPoint, LineEnding};

/// How often each picture is drawn; the median of the times counts.
const ROUNDS: usize = 9;

/// Draws the pictures and returns a line for each.
pub(super) fn measure() -> Result<String, DrawError> {
    let mut lines = Vec::new();
    for players in 2..=Seat::COUNT {
        let chart = invent_game(players, &mut SeededChance::new(players as u64));
        let mut bytes = 0;
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let started = Instant::now();
            bytes = draw(&chart, &AvatarFiles::new())?.len();
            times.push(started.elapsed());
        }
        times.sort_unstable();
        let time = times[ROUNDS / 2].as_millis();
        lines.push(format!("{players} players: {bytes} bytes, {time} ms"));
    }
    Ok(lines.join("\n"))
}

/// Invents the course of a game: all players draw in turn and have one Defuse.
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
        line.risk = u32::from(kittens) * 100 / u32::from(cards);
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
        user: None,
        points: vec![ChartPoint::START],
        risk: 0,
    }
}
