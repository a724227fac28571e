//! Draws numbers as lines, so that pictures need no font.

use super::canvas::Canvas;
use super::palette::{Pen, Point};

/// The strokes of each digit, in a box 0.6 wide and 1 high.
#[rustfmt::skip]
const DIGITS: [&[&[(f64, f64)]]; 10] = [
    &[&[(0.15, 0.0), (0.45, 0.0), (0.6, 0.18), (0.6, 0.82), (0.45, 1.0), (0.15, 1.0), (0.0, 0.82), (0.0, 0.18),
        (0.15, 0.0)]],
    &[&[(0.1, 0.2), (0.35, 0.0), (0.35, 1.0)]],
    &[&[(0.0, 0.2), (0.15, 0.0), (0.45, 0.0), (0.6, 0.16), (0.6, 0.38), (0.0, 1.0), (0.6, 1.0)]],
    &[&[(0.0, 0.12), (0.14, 0.0), (0.44, 0.0), (0.57, 0.14), (0.57, 0.34), (0.42, 0.46), (0.2, 0.46)],
      &[(0.42, 0.46), (0.6, 0.6), (0.6, 0.84), (0.45, 1.0), (0.13, 1.0), (0.0, 0.88)]],
    &[&[(0.45, 1.0), (0.45, 0.0), (0.0, 0.7), (0.62, 0.7)]],
    &[&[(0.55, 0.0), (0.07, 0.0), (0.04, 0.45), (0.4, 0.4), (0.6, 0.55), (0.6, 0.83), (0.44, 1.0), (0.14, 1.0),
        (0.0, 0.9)]],
    &[&[(0.54, 0.08), (0.42, 0.0), (0.18, 0.0), (0.0, 0.2), (0.0, 0.83), (0.15, 1.0), (0.45, 1.0), (0.6, 0.83),
        (0.6, 0.6), (0.45, 0.44), (0.15, 0.44), (0.0, 0.58)]],
    &[&[(0.0, 0.0), (0.6, 0.0), (0.2, 1.0)]],
    &[&[(0.15, 0.46), (0.03, 0.33), (0.03, 0.13), (0.15, 0.0), (0.45, 0.0), (0.57, 0.13), (0.57, 0.33),
        (0.45, 0.46), (0.15, 0.46), (0.0, 0.6), (0.0, 0.86), (0.15, 1.0), (0.45, 1.0), (0.6, 0.86), (0.6, 0.6),
        (0.45, 0.46)]],
    &[&[(0.06, 0.92), (0.18, 1.0), (0.42, 1.0), (0.6, 0.8), (0.6, 0.17), (0.45, 0.0), (0.15, 0.0), (0.0, 0.17),
        (0.0, 0.4), (0.15, 0.56), (0.45, 0.56), (0.6, 0.42)]],
];

#[rustfmt::skip]
const PERCENT: &[&[(f64, f64)]] = &[
    &[(0.66, 0.05), (0.14, 0.95)],
    &[(0.1, 0.02), (0.22, 0.14), (0.1, 0.3), (0.0, 0.14), (0.1, 0.02)],
    &[(0.7, 0.7), (0.82, 0.84), (0.7, 0.98), (0.6, 0.84), (0.7, 0.7)],
];

const MINUS: &[&[(f64, f64)]] = &[&[(0.08, 0.5), (0.52, 0.5)]];

const DIGIT_WIDTH: f64 = 0.6;
const PERCENT_WIDTH: f64 = 0.82;
const BETWEEN: f64 = 0.26;
const STROKE: f64 = 0.17;

/// Draws a percentage centred at a point, as large as fits into this width and height.
pub(super) fn draw_percent(
    canvas: &mut Canvas,
    percent: u32,
    centre: Point,
    most: (f64, f64),
    colour: &'static str,
) {
    let text = format!("{percent}%");
    let digits = (text.len() - 1) as f64;
    let width = digits * (DIGIT_WIDTH + BETWEEN) + PERCENT_WIDTH;
    draw_text(canvas, &text, width, centre, most, colour);
}

/// Draws a number centred at a point, as large as fits into this width and height.
pub(super) fn draw_number(
    canvas: &mut Canvas,
    number: i32,
    centre: Point,
    most: (f64, f64),
    colour: &'static str,
) {
    let text = number.to_string();
    let width = text.len() as f64 * (DIGIT_WIDTH + BETWEEN) - BETWEEN;
    draw_text(canvas, &text, width, centre, most, colour);
}

/// Draws a text as large as fits. `width` is its width at a height of 1.
fn draw_text(
    canvas: &mut Canvas,
    text: &str,
    width: f64,
    centre: Point,
    (most_width, most_height): (f64, f64),
    colour: &'static str,
) {
    let height = most_height.min(most_width / width);
    let mut corner = centre.shifted(-width * height / 2.0, -height / 2.0);
    for sign in text.bytes() {
        let strokes = match sign {
            b'0'..=b'9' => DIGITS[usize::from(sign - b'0')],
            b'%' => PERCENT,
            _ => MINUS,
        };
        draw_strokes(canvas, strokes, corner, height, colour);
        corner = corner.shifted((DIGIT_WIDTH + BETWEEN) * height, 0.0);
    }
}

fn draw_strokes(
    canvas: &mut Canvas,
    strokes: &[&[(f64, f64)]],
    corner: Point,
    height: f64,
    colour: &'static str,
) {
    for stroke in strokes {
        let places: Vec<_> = stroke
            .iter()
            .map(|(x, y)| corner.shifted(x * height, y * height))
            .collect();
        canvas.line(&places, Pen::solid(colour, STROKE * height));
    }
}
