//! Draws a rating over time as a curve. The newest rating is printed on the right; the lowest and the highest are
//! printed on the left if they differ enough.

use super::canvas::Canvas;
use super::digits::draw_number;
use super::palette::{BLUE, CREAM, GREEN, GREY, INK, ORANGE, Pen, Point, RED};

const SIZE: (f64, f64) = (640.0, 300.0);
const MARGIN: f64 = 16.0;
const RADIUS: f64 = 28.0;
/// The edges of the area that contains the curve.
const LEFT: f64 = 118.0;
const RIGHT: f64 = 522.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 244.0;
/// The horizontal positions of the numbers, and their maximum size.
const LEFT_NUMBER: f64 = 66.0;
const RIGHT_NUMBER: f64 = 578.0;
const NUMBER: (f64, f64) = (74.0, 24.0);
/// The minimum number of rating points between the lower and upper edges, so that small changes do not look large.
const MIN_RANGE: f64 = 40.0;

/// The minimum difference between the highest and lowest ratings at which both numbers fit.
const MIN_DIFFERENCE: i32 = 6;

pub(super) fn compose(points: &[i32]) -> Canvas {
    let mut canvas = Canvas::new(SIZE.0, SIZE.1);
    canvas.fill(Point::new(0.0, 0.0), SIZE, RADIUS, INK);
    let panel = (SIZE.0 - 2.0 * MARGIN, SIZE.1 - 2.0 * MARGIN);
    canvas.fill(Point::new(MARGIN, MARGIN), panel, RADIUS - 10.0, CREAM);
    draw_grid(&mut canvas);
    let places = places(points);
    let highest = (0..points.len()).rev().max_by_key(|&index| points[index]);
    let lowest = (0..points.len()).min_by_key(|&index| points[index]);
    let newest = points.len().checked_sub(1);
    canvas.line(&places, Pen::solid(INK, 11.0));
    canvas.line(&places, Pen::solid(BLUE, 5.0));
    let mut mark = |index: Option<usize>, x: f64, colour| {
        let Some(index) = index else {
            return;
        };
        let number = Point::new(x, places[index].y);
        draw_number(&mut canvas, points[index], number, NUMBER, INK);
        canvas.dot(places[index], 12.0, INK);
        canvas.dot(places[index], 8.0, colour);
    };
    let difference =
        |(highest, lowest): (usize, usize)| points[highest].saturating_sub(points[lowest]);
    if highest.zip(lowest).map_or(0, difference) >= MIN_DIFFERENCE {
        mark(lowest, LEFT_NUMBER, RED);
        mark(highest, LEFT_NUMBER, GREEN);
    }
    mark(newest, RIGHT_NUMBER, ORANGE);
    canvas
}

fn draw_grid(canvas: &mut Canvas) {
    let thin = Pen {
        colour: GREY,
        width: 2.0,
        dashes: &[3.0, 6.0],
    };
    for part in 0..4 {
        let y = TOP + (BOTTOM - TOP) * f64::from(part) / 3.0;
        canvas.line(&[Point::new(LEFT, y), Point::new(RIGHT, y)], thin);
    }
}

fn places(points: &[i32]) -> Vec<Point> {
    let number = |points: Option<&i32>| points.map_or(0.0, |points| f64::from(*points));
    let (lowest, highest) = (number(points.iter().min()), number(points.iter().max()));
    let range = (highest - lowest).max(MIN_RANGE);
    let middle = f64::midpoint(lowest, highest);
    let last = points.len().saturating_sub(1);
    let place = |(index, points): (usize, &i32)| {
        // The newest point, which may be the only one, is drawn at the right edge.
        let back = (last - index) as f64 / last.max(1) as f64;
        let risen = (f64::from(*points) - middle) / range;
        let y = f64::midpoint(TOP, BOTTOM) - (BOTTOM - TOP) * risen;
        Point::new(RIGHT - (RIGHT - LEFT) * back, y)
    };
    points.iter().enumerate().map(place).collect()
}

#[cfg(test)]
mod tests {
    use table::screen::Picture;

    use super::super::AvatarFiles;
    use super::super::studio::draw_page as draw;
    use super::*;

    #[test]
    fn a_curve_of_any_points_is_a_small_png_that_is_the_same_each_time() {
        let many: Vec<i32> = (0..100).map(|game| 1000 + game * 37 % 211).collect();
        for points in [
            &[][..],
            &[1000],
            &[1000; 9],
            &[i32::MIN, i32::MAX, -1000],
            &many,
        ] {
            let drawn = || draw(&Picture::Curve(points.to_vec()), &AvatarFiles::new()).unwrap();
            let picture = drawn();
            assert!(picture.starts_with(b"\x89PNG") && picture.len() < 60_000);
            assert!(picture == drawn());
        }
    }

    #[test]
    fn a_curve_rises_with_its_points_and_ends_at_the_right() {
        let places = places(&[1000, 1100, 1050]);
        let at = |x, y| Point::new(x, y);
        let (middle, half) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, BOTTOM));
        assert_eq!(places, [at(LEFT, BOTTOM), at(middle, TOP), at(RIGHT, half)]);
        assert_eq!(super::places(&[1000]), [at(RIGHT, half)]);
    }
}
