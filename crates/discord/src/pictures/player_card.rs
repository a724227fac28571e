//! Draws a player's card: their face, their rating or progress towards one (if any), medals for the first three places,
//! and shelves of badges. Medals and badges that the player has not earned are shown as shadows.

use table::results::{Badge, PLACING_GAMES, ShownRating};
use table::screen::PlayerCard;

use super::art::badge;
use super::canvas::Canvas;
use super::digits::draw_number;
use super::palette::{BROWN, CREAM, GREY, INK, ORANGE, Point, RED, SHADOW, YELLOW};

const SIZE: (f64, f64) = (640.0, 336.0);
const RADIUS: f64 = 28.0;
const FACE: (Point, f64) = (Point { x: 110.0, y: 104.0 }, 160.0);
const STAR: (Point, f64) = (Point { x: 228.0, y: 104.0 }, 24.0);
const POINTS: Point = Point { x: 336.0, y: 104.0 };
const PLACING: Point = Point { x: 302.0, y: 86.0 };
const NUMBER: (f64, f64) = (140.0, 54.0);
/// The position of the first dot, and the distance between dots. Each dot represents a game needed for a rating.
const FIRST_DOT: Point = Point { x: 221.0, y: 146.0 };
const BETWEEN_DOTS: f64 = 18.0;
/// The positions of the first medal, and the distances between medals, with and without a rating (or the progress
/// towards one) beside them.
const FIRST_MEDAL: Point = Point { x: 450.0, y: 90.0 };
const FIRST_MEDAL_ALONE: Point = Point { x: 280.0, y: 90.0 };
const BETWEEN_MEDALS: f64 = 68.0;
const BETWEEN_MEDALS_ALONE: f64 = 120.0;
const MEDAL_RADIUS: f64 = 28.0;
const IN_A_ROW: usize = Badge::ALL.len().div_ceil(2);
const BADGE: f64 = 50.0;
const FIRST_SHELF: f64 = 228.0;
const BETWEEN_SHELVES: f64 = 70.0;
const MARGIN: f64 = 24.0;

pub(super) fn compose(card: &PlayerCard) -> Canvas {
    let mut canvas = Canvas::new(SIZE.0, SIZE.1);
    canvas.fill(Point::new(0.0, 0.0), SIZE, RADIUS, INK);
    canvas.face(card.mark(), FACE.0, FACE.1);
    match card.rating {
        Some(ShownRating::Points(points)) => draw_points(&mut canvas, points),
        Some(ShownRating::Placing { games }) => draw_placing(&mut canvas, games),
        None => {}
    }
    let (first, between) = match card.rating {
        Some(_) => (FIRST_MEDAL, BETWEEN_MEDALS),
        None => (FIRST_MEDAL_ALONE, BETWEEN_MEDALS_ALONE),
    };
    for (place, times) in card.places.into_iter().enumerate() {
        draw_medal(
            &mut canvas,
            first.shifted(place as f64 * between, 0.0),
            place,
            times,
        );
    }
    draw_shelves(&mut canvas, card);
    canvas
}

fn draw_points(canvas: &mut Canvas, points: i32) {
    draw_star(canvas, STAR.0, STAR.1);
    draw_number(canvas, points, POINTS, NUMBER, YELLOW);
}

pub(super) fn draw_star(canvas: &mut Canvas, centre: Point, radius: f64) {
    let corners = (0..10).map(|corner: u8| {
        let is_outer = corner.is_multiple_of(2);
        let length = if is_outer { radius } else { radius * 0.45 };
        let (sin, cos) = (f64::from(corner) * std::f64::consts::PI / 5.0).sin_cos();
        let corner = centre.shifted(length * sin, -length * cos);
        format!("{:.1} {:.1}", corner.x, corner.y)
    });
    let path = corners.collect::<Vec<_>>().join("L");
    canvas.outline(&format!("M{path}Z"), YELLOW);
}

fn draw_placing(canvas: &mut Canvas, games: u32) {
    draw_number(canvas, games.cast_signed(), PLACING, NUMBER, CREAM);
    for dot in 0..PLACING_GAMES {
        let centre = FIRST_DOT.shifted(f64::from(dot) * BETWEEN_DOTS, 0.0);
        canvas.dot(centre, 6.5, if dot < games { YELLOW } else { SHADOW });
    }
}

/// Draws the medal for a place, counted from 0, above the number of times it was won, or as a shadow if it was
/// never won.
fn draw_medal(canvas: &mut Canvas, centre: Point, place: usize, times: u32) {
    let is_won = times > 0;
    let coloured = |colour| if is_won { colour } else { SHADOW };
    let ribbon = |side: f64, colour| {
        let at = |x: f64, y: f64| format!("{:.1} {:.1}", centre.x + side * x, centre.y + y);
        let corners = [
            at(2.0, -18.0),
            at(10.0, -58.0),
            at(28.0, -58.0),
            at(20.0, -14.0),
        ];
        (format!("M{}Z", corners.join("L")), coloured(colour))
    };
    for (path, colour) in [ribbon(-1.0, RED), ribbon(1.0, ORANGE)] {
        canvas.outline(&path, colour);
    }
    canvas.dot(centre, MEDAL_RADIUS, INK);
    canvas.dot(centre, MEDAL_RADIUS - 2.0, coloured(CREAM));
    let metal = [YELLOW, GREY, BROWN].get(place).copied().unwrap_or(GREY);
    canvas.dot(centre, MEDAL_RADIUS - 5.0, coloured(metal));
    let number = place as i32 + 1;
    draw_number(canvas, number, centre, (26.0, 24.0), INK);
    if is_won {
        let below = centre.shifted(0.0, 56.0);
        draw_number(canvas, times.cast_signed(), below, (60.0, 26.0), CREAM);
    }
}

fn draw_shelves(canvas: &mut Canvas, card: &PlayerCard) {
    let width = SIZE.0 - 2.0 * MARGIN;
    for (row, badges) in Badge::ALL.chunks(IN_A_ROW).enumerate() {
        let middle = FIRST_SHELF + row as f64 * BETWEEN_SHELVES;
        let board = Point::new(MARGIN, middle + BADGE / 2.0 + 1.0);
        canvas.fill(board, (width, 6.0), 3.0, BROWN);
        for (column, one) in badges.iter().enumerate() {
            let x = MARGIN + width * (column as f64 + 0.5) / IN_A_ROW as f64;
            let centre = Point::new(x, middle);
            if card.badges.contains(one) {
                canvas.stamp(badge(*one), centre, BADGE);
            } else {
                canvas.shadow(badge(*one), centre, BADGE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use table::ids::UserId;
    use table::screen::Picture;

    use super::super::AvatarFiles;
    use super::super::studio::draw_page as draw;
    use super::*;

    fn card(rating: Option<ShownRating>, badges: usize) -> PlayerCard {
        PlayerCard {
            person: UserId(7),
            rating,
            places: [12, 0, 1234],
            badges: Badge::ALL[..badges].iter().copied().collect(),
        }
    }

    #[test]
    fn a_card_is_a_small_png_without_text_that_shows_what_the_player_has() {
        let ratings = [
            None,
            Some(ShownRating::Points(i32::MIN)),
            Some(ShownRating::Points(1084)),
            Some(ShownRating::Placing { games: 3 }),
        ];
        let cards = ratings.map(|rating| card(rating, 5)).into_iter();
        let mut drawn = Vec::new();
        for card in cards.chain([card(None, 0), card(None, Badge::ALL.len())]) {
            assert!(!compose(&card).svg().contains("<text"));
            let picture = draw(&Picture::Card(card), &AvatarFiles::new()).unwrap();
            assert!(picture.starts_with(b"\x89PNG") && picture.len() < 100_000);
            assert!(!drawn.contains(&picture));
            drawn.push(picture);
        }
    }
}
