//! Tracks each player's chance of surviving all of their draws, for the chart at the end of a game ([`Chart`]). Uses
//! only the public numbers of kittens and cards in the pile before each draw, as defined by `rules::Game::view`.

use rules::Seat;

use crate::screen::{Chart, ChartLine, ChartPoint, LineEnding, Outcome, Standing, percent};

/// The maximum number of points recorded for each seat. A full line is shortened before the next point is added.
const MAX_POINTS: usize = 64;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Survival {
    lines: Vec<Vec<ChartPoint>>,
    /// The risk of each seat's last draw, in percent; 0 before the first draw, and after the line was extended without
    /// a draw.
    risks: Vec<u32>,
}

impl Survival {
    /// Returns the lines of a new game, all at a chance of 100 percent.
    pub(crate) fn new(players: usize) -> Self {
        Self {
            lines: vec![vec![ChartPoint::START]; players],
            risks: vec![0; players],
        }
    }

    /// Multiplies a seat's chance by the chance of surviving a draw with this many kittens among the cards. `turn` is
    /// counted from 1.
    pub(crate) fn record_draw(&mut self, seat: Seat, turn: u32, kittens: u8, cards: u8) {
        let Some(line) = self.lines.get_mut(seat.index()) else {
            return;
        };
        self.risks[seat.index()] = percent(kittens.into(), cards.into());
        let before = line.last().map_or(ChartPoint::START, |point| *point);
        if line.len() == MAX_POINTS {
            thin_out(line);
        }
        line.push(ChartPoint {
            turn,
            chance: before.chance.after_draw(kittens, cards),
            rescued: false,
        });
    }

    /// Marks a seat's last point as a rescue, because its player survived a kitten.
    pub(crate) fn record_rescue(&mut self, seat: Seat) {
        let line = self.lines.get_mut(seat.index());
        if let Some(point) = line.and_then(|line| line.last_mut()) {
            point.rescued = true;
        }
    }

    /// Extends a seat's line to this turn without a draw. The chance stays the same.
    pub(crate) fn record_leave(&mut self, seat: Seat, turn: u32) {
        self.record_draw(seat, turn, 0, 1);
    }

    pub(crate) fn chart(&self, turns: u32, standings: &[Standing]) -> Chart {
        let lines = standings
            .iter()
            .filter_map(|standing| self.line(turns, *standing))
            .collect();
        Chart { turns, lines }
    }

    fn line(&self, turns: u32, standing: Standing) -> Option<ChartLine> {
        let mut points = self.lines.get(standing.seat.index())?.clone();
        let (seat, ending) = (standing.seat, ending(standing.outcome));
        let last = points.last().map_or(ChartPoint::START, |point| *point);
        // The winner's line continues to the last turn, even if their last draw was earlier.
        points.extend(
            matches!(ending, LineEnding::Won | LineEnding::StandInWon).then_some(ChartPoint {
                turn: turns,
                rescued: false,
                ..last
            }),
        );
        Some(ChartLine {
            seat,
            user: None,
            ending,
            points,
            risk: self.risks[standing.seat.index()],
        })
    }
}

fn ending(outcome: Outcome) -> LineEnding {
    match outcome {
        Outcome::Won => LineEnding::Won,
        Outcome::WonByComputer => LineEnding::StandInWon,
        Outcome::Exploded => LineEnding::Exploded,
        Outcome::Imploded => LineEnding::Imploded,
        Outcome::Left => LineEnding::Left,
    }
}

/// Removes every second point, except the last point and rescues. If that removes no point, removes the first rescue.
fn thin_out(line: &mut Vec<ChartPoint>) {
    let last = line.len().saturating_sub(1);
    let mut index = 0;
    line.retain(|point| {
        let is_kept = index == 0 || index == last || point.rescued || index % 2 == 0;
        index += 1;
        is_kept
    });
    if line.len() == MAX_POINTS {
        line.remove(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat::ALL[0];

    fn line(survival: &Survival, outcome: Outcome) -> Vec<ChartPoint> {
        let standing = Standing {
            seat: SEAT,
            outcome,
            hidden_by: None,
        };
        survival.chart(9, &[standing]).lines[0].points.clone()
    }

    #[test]
    fn a_line_falls_by_the_odds_of_each_draw_and_never_rises() {
        let mut survival = Survival::new(2);
        survival.record_draw(SEAT, 1, 1, 4);
        survival.record_draw(SEAT, 3, 1, 3);
        survival.record_rescue(SEAT);
        survival.record_draw(SEAT, 5, 2, 2);
        let points = line(&survival, Outcome::Exploded);
        let percents: Vec<_> = points.iter().map(|point| point.chance.percent()).collect();
        assert_eq!(percents, [100, 75, 50, 0]);
        let rescued: Vec<_> = points.iter().map(|point| point.rescued).collect();
        assert_eq!(rescued, [false, false, true, false]);
    }

    #[test]
    fn the_winners_line_reaches_the_end_and_a_leavers_the_turn_they_left_in() {
        let mut survival = Survival::new(1);
        survival.record_draw(SEAT, 2, 1, 10);
        let last = *line(&survival, Outcome::Won).last().unwrap();
        assert_eq!((last.turn, last.chance.percent()), (9, 90));
        survival.record_leave(SEAT, 6);
        let last = *line(&survival, Outcome::Left).last().unwrap();
        assert_eq!((last.turn, last.chance.percent()), (6, 90));
    }

    #[test]
    fn a_line_is_bounded_and_keeps_its_ends_and_its_rescues() {
        let mut survival = Survival::new(1);
        for turn in 1..=10_000 {
            survival.record_draw(SEAT, turn, 0, 10);
            if turn == 7 {
                survival.record_rescue(SEAT);
            }
        }
        let points = line(&survival, Outcome::Exploded);
        assert!(points.len() <= MAX_POINTS, "{}", points.len());
        assert_eq!(points[0], ChartPoint::START);
        assert_eq!(points.last().unwrap().turn, 10_000);
        assert!(points.iter().any(|point| point.turn == 7 && point.rescued));
        assert!(points.is_sorted_by_key(|point| point.turn));
    }

    #[test]
    fn a_line_of_rescues_alone_is_bounded_too() {
        let mut survival = Survival::new(1);
        for turn in 1..=1000 {
            survival.record_draw(SEAT, turn, 1, 200);
            survival.record_rescue(SEAT);
        }
        assert!(line(&survival, Outcome::Exploded).len() <= MAX_POINTS);
    }
}
