//! The middle part of a finished game's picture: a card for each player who is out. It shows how they went out and,
//! unless they left, the risk of their last draw.

use table::screen::{Chart, ChartLine, LineEnding};

use super::art;
use super::canvas::Canvas;
use super::digits::{draw_number, draw_percent};
use super::palette::{CREAM, INK, Point, RED};

const MARGIN: f64 = 20.0;
const BETWEEN: f64 = 12.0;
const RADIUS: f64 = 18.0;
/// The offset of the player's place number from the card's corner, and the radius of the dot behind it.
const PLACE: f64 = 20.0;
const PLACE_RADIUS: f64 = 14.0;
const MAX_IN_A_ROW: usize = 4;
/// The maximum number of cards for the wide layout, which has the risk beside the picture.
const MAX_WIDE: usize = 2;
const WIDE: (f64, f64) = (294.0, 128.0);
/// The distance of the risk's centre from a wide card's left edge, and the risk's maximum width.
const WIDE_RISK: f64 = 214.0;
const WIDE_RISK_WIDTH: f64 = 122.0;
const TALL_WIDTH: f64 = 141.0;
const TALL_HEIGHT: f64 = 166.0;

pub(super) fn height(chart: &Chart) -> f64 {
    let count = dead(chart).count();
    match count {
        0 => 0.0,
        1..=MAX_WIDE => WIDE.1 + BETWEEN,
        _ => count.div_ceil(MAX_IN_A_ROW) as f64 * (TALL_HEIGHT + BETWEEN),
    }
}

pub(super) fn draw(canvas: &mut Canvas, width: f64, top: f64, chart: &Chart) {
    let survivors = chart.lines.len() - dead(chart).count();
    let dead: Vec<_> = dead(chart).zip(survivors as i32 + 1..).collect();
    let (size, columns) = match dead.len() {
        0..=MAX_WIDE => (WIDE, MAX_WIDE),
        // For example, five cards make rows of three and two, not four and one.
        count => ((TALL_WIDTH, TALL_HEIGHT), balanced(count)),
    };
    for (row, cards) in dead.chunks(columns).enumerate() {
        let all = cards.len() as f64 * (size.0 + BETWEEN) - BETWEEN;
        let mut corner = Point::new((width - all) / 2.0, top + row as f64 * (size.1 + BETWEEN));
        debug_assert!(corner.x >= MARGIN - 1.0, "the cards fit");
        for (line, place) in cards {
            canvas.fill(corner, size, RADIUS, CREAM);
            match dead.len() {
                0..=MAX_WIDE => draw_wide(canvas, corner, line),
                _ => draw_tall(canvas, corner, line),
            }
            draw_place(canvas, corner.shifted(PLACE, PLACE), *place);
            corner = corner.shifted(size.0 + BETWEEN, 0.0);
        }
    }
}

fn draw_place(canvas: &mut Canvas, centre: Point, place: i32) {
    canvas.dot(centre, PLACE_RADIUS, INK);
    draw_number(canvas, place, centre, (16.0, 15.0), CREAM);
}

fn dead(chart: &Chart) -> impl Iterator<Item = &ChartLine> {
    let lines = chart.lines.iter();
    lines.filter(|line| !line.has_survived())
}

/// Returns the number of cards per row that keeps the last row from being much shorter.
fn balanced(count: usize) -> usize {
    count.div_ceil(count.div_ceil(MAX_IN_A_ROW))
}

fn draw_wide(canvas: &mut Canvas, corner: Point, line: &ChartLine) {
    let middle = WIDE.1 / 2.0;
    canvas.stamp(
        art::ending(line.ending),
        corner.shifted(70.0, middle),
        104.0,
    );
    canvas.face(line.seat, corner.shifted(110.0, middle + 30.0), 52.0);
    const { assert!(WIDE_RISK + WIDE_RISK_WIDTH / 2.0 < WIDE.0 - MARGIN / 2.0) };
    let centre = corner.shifted(WIDE_RISK, middle);
    draw_risk(canvas, centre, (WIDE_RISK_WIDTH, 50.0), line);
}

fn draw_tall(canvas: &mut Canvas, corner: Point, line: &ChartLine) {
    let middle = TALL_WIDTH / 2.0;
    // The picture is centred if there is no number below it.
    let down = if line.ending == LineEnding::Left {
        18.0
    } else {
        0.0
    };
    let corner = corner.shifted(0.0, down);
    canvas.stamp(
        art::ending(line.ending),
        corner.shifted(middle - 10.0, 56.0),
        92.0,
    );
    canvas.face(line.seat, corner.shifted(middle + 36.0, 82.0), 50.0);
    draw_risk(canvas, corner.shifted(middle, 136.0), (112.0, 32.0), line);
}

/// Draws the risk of a player's last draw, or nothing for a player who left.
fn draw_risk(canvas: &mut Canvas, centre: Point, size: (f64, f64), line: &ChartLine) {
    if line.ending != LineEnding::Left {
        let is_even = line.risk >= 50;
        draw_percent(
            canvas,
            line.risk,
            centre,
            size,
            if is_even { RED } else { INK },
        );
    }
}
