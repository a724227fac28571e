//! The lower part of the picture: each player's chance to survive over the turns as a line. A line ends
//! at an explosion, where its player left, or at the right edge for the winner; a defused kitten is
//! marked on it. The row below shows which line is whose.

use rules::Seat;
use table::screen::{Chart, ChartLine, ChartPoint, LineEnding};

use super::art::{AWAY, DEFUSE, EXPLOSION, TOMBSTONE, WINNER, draw_line, mark};
use super::canvas::{CREAM, Canvas, GREY, INK, Pen, Place, RED};

const TOP: f64 = 232.0;
const LEFT: f64 = 20.0;
/// The lowest and the highest chance, the first and the last turn.
const BOTTOM_LINE: f64 = 470.0;
const TOP_LINE: f64 = 262.0;
const FIRST_TURN: f64 = 76.0;
const LAST_TURN: f64 = 548.0;
/// The row that shows which line is whose.
const LEGEND_TOP: f64 = 488.0;
const LEGEND_ROW: f64 = 44.0;
const LEGEND_COLUMNS: usize = 5;
const LEGEND_WIDTH: f64 = 108.0;
const MARGIN: f64 = 20.0;
/// The distance of two lines with equal chances, and the most that all lines take.
const MOST_BETWEEN_TRACKS: f64 = 8.0;
const ALL_TRACKS: f64 = 36.0;

/// The places of a mark beside the end of its line, the best first.
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
const EVENT: f64 = 36.0;
const RESCUE: f64 = 25.0;

pub(super) fn height(lines: usize) -> f64 {
    LEGEND_TOP + LEGEND_ROW * lines.div_ceil(LEGEND_COLUMNS) as f64 + 2.0 * MARGIN - 12.0
}

pub(super) fn draw(canvas: &mut Canvas, width: f64, chart: &Chart) {
    let panel = (width - 2.0 * LEFT, height(chart.lines.len()) - TOP - MARGIN);
    canvas.fill(Place::new(LEFT, TOP), panel, 18.0, CREAM);
    draw_grid(canvas, chart.turns);
    let tracks = tracks(chart);
    // The best are drawn last, above the others.
    for track in tracks.iter().rev() {
        let points = track.line.points.iter();
        let places: Vec<_> = points.map(|point| track.place_of(*point)).collect();
        draw_line(canvas, track.line.seat, &places);
    }
    let mut taken = draw_events(canvas, &tracks);
    for track in &tracks {
        draw_end_mark(canvas, track, &mut taken);
    }
    draw_legend(canvas, width, chart);
}

/// A line and its distance from the height that its chances give it. At the beginning all chances are
/// equal; side by side, the lines can be told apart.
struct Track<'c> {
    line: &'c ChartLine,
    turns: u32,
    offset: f64,
}

/// Returns the tracks of all lines, the best line's first.
fn tracks(chart: &Chart) -> Vec<Track<'_>> {
    let count = chart.lines.len() as f64;
    let distance = MOST_BETWEEN_TRACKS.min(ALL_TRACKS / count);
    let lines = chart.lines.iter().enumerate();
    let track = |(index, line)| Track {
        line,
        turns: chart.turns,
        offset: (index as f64 - (count - 1.0) / 2.0) * distance,
    };
    lines.map(track).collect()
}

impl Track<'_> {
    fn place_of(&self, point: ChartPoint) -> Place {
        let along = f64::from(point.turn) / f64::from(self.turns.max(1));
        let x = FIRST_TURN + (LAST_TURN - FIRST_TURN) * along.min(1.0);
        Place::new(x, height_of(point.chance.fraction()) + self.offset)
    }

    fn end(&self) -> Place {
        self.place_of(self.line.end())
    }
}

fn height_of(chance: f64) -> f64 {
    // The square root leaves more room for low chances, where most lines end.
    BOTTOM_LINE + (TOP_LINE - BOTTOM_LINE) * chance.sqrt()
}

fn draw_grid(canvas: &mut Canvas, turns: u32) {
    let thin = Pen {
        colour: GREY,
        width: 2.0,
        dashes: &[3.0, 6.0],
    };
    for halved in [1.0, 2.0, 4.0, 8.0, 16.0] {
        let y = height_of(1.0 / halved);
        canvas.line(&[Place::new(FIRST_TURN, y), Place::new(LAST_TURN, y)], thin);
    }
    let thick = Pen::solid(INK, 4.0);
    let corner = Place::new(FIRST_TURN, BOTTOM_LINE);
    canvas.line(&[corner, Place::new(LAST_TURN, BOTTOM_LINE)], thick);
    let step = tick_step(turns);
    let mut turn = step;
    while turn <= turns {
        let x = FIRST_TURN + (LAST_TURN - FIRST_TURN) * f64::from(turn) / f64::from(turns.max(1));
        let top = Place::new(x, BOTTOM_LINE);
        canvas.line(&[top, top.shifted(0.0, 8.0)], thick);
        turn += step;
    }
    draw_heart(canvas, Place::new(FIRST_TURN - 30.0, TOP_LINE));
    let bottom = Place::new(FIRST_TURN - 30.0, BOTTOM_LINE - 12.0);
    canvas.stamp(TOMBSTONE, bottom, 34.0);
}

/// Returns the number of turns between two ticks, of which there are at most ten.
fn tick_step(turns: u32) -> u32 {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    let fits = steps.into_iter().find(|step| turns / step <= 10);
    fits.unwrap_or(turns)
}

fn draw_heart(canvas: &mut Canvas, centre: Place) {
    for (size, colour) in [(1.0, INK), (0.66, RED)] {
        let at = |x: f64, y: f64| {
            let Place { x, y } = centre.shifted(x * size, y * size);
            format!("{x:.1} {y:.1}")
        };
        let path = format!(
            "M{}C{} {} {}C{} {} {}Z",
            at(0.0, 16.0),
            at(-30.0, -4.0),
            at(-14.0, -26.0),
            at(0.0, -9.0),
            at(14.0, -26.0),
            at(30.0, -4.0),
            at(0.0, 16.0),
        );
        canvas.outline(&path, colour);
    }
}

/// Draws rescues, explosions and departures on the lines, and returns the places that they take.
fn draw_events(canvas: &mut Canvas, tracks: &[Track<'_>]) -> Vec<(Place, f64)> {
    let mut taken = Vec::new();
    for track in tracks.iter().rev() {
        for point in track.line.points.iter().filter(|point| point.rescued) {
            let place = track.place_of(*point);
            canvas.stamp(DEFUSE, place, RESCUE);
            taken.push((place, RESCUE));
        }
    }
    for track in tracks.iter().rev() {
        let source = match track.line.ending {
            LineEnding::Exploded | LineEnding::Imploded => EXPLOSION,
            LineEnding::Left => AWAY,
            LineEnding::Won => continue,
        };
        let place = track.end();
        canvas.stamp(source, place, EVENT);
        taken.push((place, EVENT));
    }
    taken
}

/// Draws the mark of a line's player beside its end, where there is room.
fn draw_end_mark(canvas: &mut Canvas, track: &Track<'_>, taken: &mut Vec<(Place, f64)>) {
    let (line, end) = (track.line, track.end());
    if line.ending == LineEnding::Won {
        let place = end.shifted(32.0, 0.0);
        canvas.stamp(mark(line.seat), place, MARK + 8.0);
        canvas.stamp(WINNER, place.shifted(0.0, -28.0), 26.0);
        taken.push((place, MARK + 8.0));
        return;
    }
    let candidates = BESIDE.map(|(x, y)| end.shifted(x, y));
    let is_free = |place: &&Place| {
        let is_inside = place.y > TOP + MARK / 2.0 && place.y < LEGEND_TOP - MARK / 4.0;
        let is_right = place.x > FIRST_TURN - MARK / 2.0 && place.x < LAST_TURN + 40.0;
        is_inside && is_right && taken.iter().all(|other| !overlaps(**place, *other))
    };
    let place = candidates.iter().find(is_free);
    let place = place.copied().unwrap_or(candidates[0]);
    canvas.stamp(mark(line.seat), place, MARK);
    taken.push((place, MARK));
}

/// Returns true if a mark here would cover more than the edge of another picture.
fn overlaps(place: Place, (other, side): (Place, f64)) -> bool {
    let room = (MARK + side) / 2.0 * 0.8;
    (place.x - other.x).abs() < room && (place.y - other.y).abs() < room
}

fn draw_legend(canvas: &mut Canvas, width: f64, chart: &Chart) {
    let seats: Vec<Seat> = chart.lines.iter().map(|line| line.seat).collect();
    for (row, seats) in seats.chunks(LEGEND_COLUMNS).enumerate() {
        let left = (width - LEGEND_WIDTH * seats.len() as f64) / 2.0;
        let y = LEGEND_TOP + LEGEND_ROW * (row as f64 + 0.5);
        for (column, seat) in seats.iter().enumerate() {
            let x = left + LEGEND_WIDTH * column as f64;
            let ends = [Place::new(x + 10.0, y), Place::new(x + 56.0, y)];
            draw_line(canvas, *seat, &ends);
            canvas.stamp(mark(*seat), Place::new(x + 80.0, y), MARK);
        }
    }
}
