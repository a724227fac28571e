//! The lower part of a finished game's picture: a line for each player's chance of survival over the turns, on an axis
//! from the lowest chance to 100%. A player who exploded, imploded or left is marked at the end of their line, and
//! defused kittens are marked along the lines.

use rules::Seat;
use table::screen::{Chart, ChartLine, ChartPoint};

use super::art::{self, DEFUSE, pattern};
use super::canvas::Canvas;
use super::digits::draw_percent;
use super::palette::{CREAM, GREY, INK, Pen, Point};

const LEFT: f64 = 20.0;
const HEIGHT: f64 = 226.0;
/// The distances of the lowest and highest chances from the plot's upper edge, and the x coordinates of the start and
/// the last turn.
const BOTTOM_LINE: f64 = 190.0;
const TOP_LINE: f64 = 38.0;
const FIRST_TURN: f64 = 100.0;
const LAST_TURN: f64 = 556.0;
/// The plot is drawn only if the game has at least `MIN_TURNS` turns, and at least one line ends `MIN_DISTANCE` or more
/// from the winner's chance in that turn.
const MIN_TURNS: u32 = 6;
const MIN_DISTANCE: f64 = 0.08;
/// The maximum distance between neighbouring lines with equal chances, and the maximum for all lines together.
const MAX_BETWEEN_TRACKS: f64 = 6.0;
const ALL_TRACKS: f64 = 28.0;

/// The possible positions of a mark beside the end of its line, best first.
const BESIDE: [(f64, f64); 10] = [
    (28.0, -20.0),
    (0.0, -34.0),
    (-28.0, -20.0),
    (34.0, 8.0),
    (-34.0, 10.0),
    (0.0, 34.0),
    (30.0, 30.0),
    (-30.0, 30.0),
    (0.0, -66.0),
    (-62.0, -8.0),
];
const MARK: f64 = 36.0;
const EVENT: f64 = 32.0;
const RESCUE: f64 = 25.0;
const NUMBER: (f64, f64) = (62.0, 18.0);
/// The width of a line with and without its outline.
const OUTER_WIDTH: f64 = 8.0;
const INNER_WIDTH: f64 = 4.5;

/// Returns the plot's height, or 0 if the game was too short or the players' chances differed too little.
pub(super) fn height(chart: &Chart) -> f64 {
    let tells = chart.turns >= MIN_TURNS && distance(chart) >= MIN_DISTANCE;
    if tells { HEIGHT } else { 0.0 }
}

/// Returns the maximum distance between the end of a line and the winner's chance in that turn.
fn distance(chart: &Chart) -> f64 {
    let Some((winner, others)) = chart.lines.split_first() else {
        return 0.0;
    };
    let distance = |line: &ChartLine| {
        let end = line.end();
        let mut earlier = winner.points.iter().rev();
        let then = earlier
            .find(|point| point.turn <= end.turn)
            .map_or(ChartPoint::START, |point| *point);
        (end.chance.fraction() - then.chance.fraction()).abs()
    };
    others.iter().map(distance).fold(0.0, f64::max)
}

fn lowest(chart: &Chart) -> f64 {
    let ends = chart.lines.iter().map(|line| line.end().chance.fraction());
    ends.fold(1.0, f64::min)
}

pub(super) fn draw(canvas: &mut Canvas, width: f64, top: f64, chart: &Chart) {
    let panel = (width - 2.0 * LEFT, HEIGHT);
    canvas.fill(Point::new(LEFT, top), panel, 18.0, CREAM);
    draw_grid(canvas, top, chart);
    let tracks = tracks(chart, top);
    // The best lines are drawn last, on top of the others.
    for track in tracks.iter().rev() {
        let points = track.line.points.iter();
        let places: Vec<_> = points.map(|point| track.place_of(*point)).collect();
        draw_line(canvas, track.line.seat, &places);
    }
    let mut taken = draw_events(canvas, &tracks);
    for track in &tracks {
        draw_end_mark(canvas, track, top, &mut taken);
    }
}

fn draw_line(canvas: &mut Canvas, seat: Seat, places: &[Point]) {
    let (colour, between, dashes) = pattern(seat);
    canvas.line(places, Pen::solid(INK, OUTER_WIDTH));
    canvas.line(places, Pen::solid(between, INNER_WIDTH));
    let solid = Pen::solid(colour, INNER_WIDTH);
    canvas.line(places, Pen { dashes, ..solid });
}

/// A line with a vertical offset, which keeps lines with equal chances apart. All chances are equal at the start.
struct Track<'c> {
    line: &'c ChartLine,
    turns: u32,
    top: f64,
    lowest: f64,
    offset: f64,
}

/// Returns the tracks of all lines, starting with the best.
fn tracks(chart: &Chart, top: f64) -> Vec<Track<'_>> {
    let count = chart.lines.len() as f64;
    let distance = MAX_BETWEEN_TRACKS.min(ALL_TRACKS / count);
    let lines = chart.lines.iter().enumerate();
    let lowest = lowest(chart);
    let track = |(index, line)| Track {
        line,
        turns: chart.turns,
        top,
        lowest,
        offset: (index as f64 - (count - 1.0) / 2.0) * distance,
    };
    lines.map(track).collect()
}

impl Track<'_> {
    fn place_of(&self, point: ChartPoint) -> Point {
        let along = f64::from(point.turn) / f64::from(self.turns.max(1));
        let x = FIRST_TURN + (LAST_TURN - FIRST_TURN) * along.min(1.0);
        let range = (1.0 - self.lowest).max(f64::EPSILON);
        let risen = (point.chance.fraction() - self.lowest) / range;
        let y = BOTTOM_LINE + (TOP_LINE - BOTTOM_LINE) * risen;
        Point::new(x, self.top + y + self.offset)
    }

    fn end(&self) -> Point {
        self.place_of(self.line.end())
    }
}

fn draw_grid(canvas: &mut Canvas, top: f64, chart: &Chart) {
    let thin = Pen {
        colour: GREY,
        width: 2.0,
        dashes: &[3.0, 6.0],
    };
    for part in 0..4 {
        let y = top + TOP_LINE + (BOTTOM_LINE - TOP_LINE) * f64::from(part) / 4.0;
        canvas.line(&[Point::new(FIRST_TURN, y), Point::new(LAST_TURN, y)], thin);
    }
    let thick = Pen::solid(INK, 4.0);
    let bottom = top + BOTTOM_LINE + ALL_TRACKS / 2.0;
    let corner = Point::new(FIRST_TURN, bottom);
    canvas.line(&[corner, Point::new(LAST_TURN, bottom)], thick);
    let (turns, step) = (chart.turns, tick_step(chart.turns));
    let mut turn = step;
    while turn <= turns {
        let x = FIRST_TURN + (LAST_TURN - FIRST_TURN) * f64::from(turn) / f64::from(turns.max(1));
        let top = Point::new(x, bottom);
        canvas.line(&[top, top.shifted(0.0, 7.0)], thick);
        turn += step;
    }
    let percent = (lowest(chart) * 100.0).round() as u32;
    let number = |y: f64| Point::new((LEFT + FIRST_TURN) / 2.0 - 2.0, top + y);
    draw_percent(canvas, 100, number(TOP_LINE), NUMBER, INK);
    draw_percent(canvas, percent, number(BOTTOM_LINE), NUMBER, INK);
}

/// Returns the number of turns between two ticks, chosen so that there are at most ten ticks.
fn tick_step(turns: u32) -> u32 {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    let fits = steps.into_iter().find(|step| turns / step <= 10);
    fits.unwrap_or(turns)
}

/// Draws rescues, explosions, implosions and departures on the lines. Returns the positions and sizes of these marks.
fn draw_events(canvas: &mut Canvas, tracks: &[Track<'_>]) -> Vec<(Point, f64)> {
    let mut taken = Vec::new();
    for track in tracks.iter().rev() {
        for point in track.line.points.iter().filter(|point| point.rescued) {
            let place = track.place_of(*point);
            canvas.stamp(DEFUSE, place, RESCUE);
            taken.push((place, RESCUE));
        }
    }
    let out = tracks.iter().rev();
    for track in out.filter(|track| !track.line.has_survived()) {
        let place = track.end();
        canvas.stamp(art::ending(track.line.ending), place, EVENT);
        taken.push((place, EVENT));
    }
    taken
}

/// Draws the player's face beside the end of the line: to the right for a survivor, else in the best free position.
fn draw_end_mark(canvas: &mut Canvas, track: &Track<'_>, top: f64, taken: &mut Vec<(Point, f64)>) {
    let (line, end) = (track.line, track.end());
    if line.has_survived() {
        let place = end.shifted(28.0, 0.0);
        canvas.face(line.seat, place, MARK + 8.0);
        taken.push((place, MARK + 8.0));
        return;
    }
    let candidates = BESIDE.map(|(x, y)| end.shifted(x, y));
    let is_free = |place: &&Point| {
        let down = place.y - top;
        let is_inside = down > MARK / 2.0 && down < HEIGHT - MARK / 2.0;
        let is_right = place.x > FIRST_TURN - MARK / 2.0 && place.x < LAST_TURN + 40.0;
        is_inside && is_right && taken.iter().all(|other| !overlaps(**place, *other))
    };
    let place = candidates
        .iter()
        .find(is_free)
        .copied()
        .unwrap_or(candidates[0]);
    canvas.face(line.seat, place, MARK);
    taken.push((place, MARK));
}

/// Returns true if a mark at this position would cover more than the edge of another picture.
fn overlaps(place: Point, (other, side): (Point, f64)) -> bool {
    let room = (MARK + side) / 2.0 * 0.8;
    (place.x - other.x).abs() < room && (place.y - other.y).abs() < room
}

#[cfg(test)]
mod tests {
    use rules::Seat;
    use table::screen::LineEnding;

    use super::*;

    fn line(seat: Seat, ending: LineEnding, kittens: u8) -> ChartLine {
        let chance = ChartPoint::START.chance.after_draw(kittens, 20);
        let points = vec![
            ChartPoint::START,
            ChartPoint {
                turn: 5,
                chance,
                ..ChartPoint::START
            },
        ];
        ChartLine {
            seat,
            user: None,
            ending,
            points,
            risk: 5,
        }
    }

    #[test]
    fn lines_are_drawn_only_where_they_part() {
        let chart = |kittens| Chart {
            turns: 10,
            lines: vec![
                line(Seat::ALL[0], LineEnding::Won, 2),
                line(Seat::ALL[1], LineEnding::Exploded, kittens),
            ],
        };
        assert_eq!(
            [2, 3, 6].map(|kittens| height(&chart(kittens))),
            [0.0, 0.0, HEIGHT]
        );
    }
}
