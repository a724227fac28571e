//! The upper part of a finished game's picture: the podium, with the faces of the first three players.

use rules::Seat;

use super::canvas::Canvas;
use super::digits::draw_number;
use super::palette::{BROWN, CREAM, GREEN, GREY, INK, ORANGE, PINK, Point, YELLOW};

/// The y coordinate of the floor under the podium.
pub(super) const FLOOR: f64 = 258.0;
const BLOCK_WIDTH: f64 = 134.0;
const OUTLINE: f64 = 4.0;
const PLACE_HEIGHT: f64 = 28.0;

/// A block: its left edge relative to the picture's middle, its height and colour, and the diameter of the face on it.
type Block = (f64, f64, &'static str, f64);

/// The blocks for first, second and third place.
const BLOCKS: [Block; 3] = [
    (-BLOCK_WIDTH / 2.0, 66.0, YELLOW, 140.0),
    (-BLOCK_WIDTH * 1.5, 48.0, GREY, 84.0),
    (BLOCK_WIDTH / 2.0, 34.0, BROWN, 74.0),
];

const WINNER_SIDE: f64 = 60.0;

/// Pieces of confetti: position, rotation in degrees, and colour.
const CONFETTI: [(f64, f64, f64, &str); 14] = [
    (58.0, 40.0, 20.0, PINK),
    (108.0, 84.0, -35.0, YELLOW),
    (150.0, 34.0, 60.0, GREEN),
    (196.0, 66.0, 10.0, ORANGE),
    (236.0, 30.0, -20.0, GREY),
    (76.0, 128.0, 50.0, ORANGE),
    (36.0, 92.0, -15.0, GREEN),
    (582.0, 40.0, -20.0, YELLOW),
    (532.0, 84.0, 35.0, PINK),
    (490.0, 34.0, -60.0, ORANGE),
    (444.0, 66.0, -10.0, GREEN),
    (404.0, 30.0, 20.0, PINK),
    (564.0, 128.0, -50.0, GREY),
    (606.0, 92.0, 15.0, YELLOW),
];

/// Draws the podium, with confetti and a crown beside the winner. `seats` are in finishing order.
pub(super) fn draw(canvas: &mut Canvas, middle: f64, seats: &[Seat], crown: &'static str) {
    for (x, y, angle, colour) in CONFETTI {
        let (sin, cos) = f64::to_radians(angle).sin_cos();
        let [right, down] = [(7.0 * cos, 7.0 * sin), (-3.0 * sin, 3.0 * cos)];
        let corner = |across: f64, along: f64| {
            let x = x + across * right.0 + along * down.0;
            let y = y + across * right.1 + along * down.1;
            format!("{x:.1} {y:.1}")
        };
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(across, along)| corner(across, along));
        canvas.outline(&format!("M{}Z", corners.join("L")), colour);
    }
    for (place, (block, seat)) in BLOCKS.iter().zip(seats).enumerate() {
        let &(left, block_height, colour, side) = block;
        let corner = Point::new(middle + left, FLOOR - block_height);
        draw_block(canvas, corner, colour, place + 1);
        let edge = corner.shifted(BLOCK_WIDTH / 2.0, 0.0);
        canvas.face(*seat, edge.shifted(0.0, 3.0 - side / 2.0), side);
        if place == 0 {
            let beside = edge.shifted(side * 0.42, -side * 0.86);
            canvas.stamp(crown, beside.shifted(22.0, 0.0), WINNER_SIDE);
        }
    }
    let floor = Point::new(24.0, FLOOR - OUTLINE / 2.0);
    let size = (2.0 * (middle - 24.0), OUTLINE);
    canvas.fill(floor, size, OUTLINE / 2.0, CREAM);
}

/// Draws a block, marked with its place's number, from this upper left corner down to the floor.
fn draw_block(canvas: &mut Canvas, corner: Point, colour: &str, place: usize) {
    let height = FLOOR - corner.y;
    canvas.fill(corner, (BLOCK_WIDTH, height), 12.0, CREAM);
    let inner = (BLOCK_WIDTH - 2.0 * OUTLINE, height - 2.0 * OUTLINE);
    canvas.fill(corner.shifted(OUTLINE, OUTLINE), inner, 9.0, colour);
    let centre = corner.shifted(BLOCK_WIDTH / 2.0, height / 2.0);
    let size = (BLOCK_WIDTH, (height - 4.0 * OUTLINE).min(PLACE_HEIGHT));
    draw_number(canvas, place as i32, centre, size, INK);
}
