//! Draws an evening: the players and their wins, a row for each game and, if there was one, the closest shave.

use rules::Seat;
use table::screen::{EveningPicture, LineEnding};

use super::art::{self, WINNER};
use super::canvas::Canvas;
use super::digits::{draw_number, draw_percent};
use super::palette::{CREAM, INK, Point, YELLOW};
use super::player_card::draw_star;

const WIDTH: f64 = 640.0;
const RADIUS: f64 = 28.0;
const HEADER: f64 = 166.0;
const MAX_FACE: f64 = 96.0;
const ROW: f64 = 62.0;
const ROW_MARGIN: f64 = 20.0;
const FIRST_IN_ROW: f64 = 104.0;
const WIDTH_OF_FACES: f64 = 531.0;
const MAX_BETWEEN: f64 = 88.0;
const SHAVE: f64 = 78.0;
const MARGIN: f64 = 14.0;

pub(super) fn compose(evening: &EveningPicture) -> Canvas {
    let rows = evening.games.len() as f64 * ROW;
    let footer = if evening.shave.is_some() {
        SHAVE
    } else {
        MARGIN
    };
    let size = (WIDTH, HEADER + rows + footer);
    let mut canvas = Canvas::new(size.0, size.1);
    canvas.fill(Point::new(0.0, 0.0), size, RADIUS, INK);
    draw_wins(&mut canvas, evening);
    for (index, ends) in evening.games.iter().enumerate() {
        draw_game(&mut canvas, index, ends);
    }
    if let Some((seat, percent)) = evening.shave {
        let middle = HEADER + rows + SHAVE / 2.0;
        draw_star(&mut canvas, Point::new(200.0, middle), 22.0);
        canvas.face(seat, Point::new(262.0, middle), 56.0);
        let centre = Point::new(370.0, middle);
        draw_percent(&mut canvas, percent, centre, (130.0, 36.0), YELLOW);
    }
    canvas
}

fn draw_wins(canvas: &mut Canvas, evening: &EveningPicture) {
    let width = (WIDTH - 2.0 * ROW_MARGIN) / evening.wins.len().max(1) as f64;
    let face = MAX_FACE.min(width * 0.86);
    let most = evening.wins.iter().max();
    for (seat, wins) in Seat::ALL.into_iter().zip(&evening.wins) {
        let x = ROW_MARGIN + width * (seat.index() as f64 + 0.5);
        let centre = Point::new(x, 66.0);
        canvas.face(seat, centre, face);
        if *wins > 0 {
            let below = centre.shifted(0.0, face / 2.0 + 22.0);
            draw_number(
                canvas,
                wins.cast_signed(),
                below,
                (width * 0.8, 26.0),
                CREAM,
            );
        }
        if *wins > 0 && Some(wins) == most {
            let above = centre.shifted(face * 0.56, -face * 0.36);
            canvas.stamp(WINNER, above, face * 0.42);
        }
    }
}

fn draw_game(canvas: &mut Canvas, index: usize, ends: &[(Seat, LineEnding)]) {
    let top = HEADER + index as f64 * ROW;
    let panel = (WIDTH - 2.0 * ROW_MARGIN, ROW - 8.0);
    canvas.fill(Point::new(ROW_MARGIN, top), panel, 14.0, CREAM);
    let middle = top + panel.1 / 2.0;
    let number = Point::new(48.0, middle);
    draw_number(canvas, index as i32 + 1, number, (30.0, 22.0), INK);
    let between = MAX_BETWEEN.min(WIDTH_OF_FACES / ends.len().max(1) as f64);
    for (place, &(seat, ending)) in ends.iter().enumerate() {
        let centre = Point::new(FIRST_IN_ROW + place as f64 * between, middle);
        canvas.face(seat, centre, 36.0);
        canvas.stamp(art::ending(ending), centre.shifted(27.0, 6.0), 26.0);
    }
}

#[cfg(test)]
mod tests {
    use table::ids::UserId;
    use table::screen::Picture;

    use super::super::AvatarFiles;
    use super::super::studio::draw_page as draw;
    use super::*;

    #[test]
    fn an_evening_of_any_size_is_a_small_png_without_text() {
        let endings = [LineEnding::Won, LineEnding::Exploded, LineEnding::Left];
        for (players, games) in [(2, 1), (4, 5), (Seat::COUNT, 8), (0, 0)] {
            let seats = Seat::ALL[..players].iter().copied();
            let game: Vec<_> = seats.zip(endings.into_iter().cycle()).collect();
            let evening = EveningPicture {
                people: vec![Some(UserId(1)); players],
                wins: (0..players as u32).rev().collect(),
                games: vec![game; games],
                shave: (games > 1).then_some((Seat::ALL[0], 67)),
            };
            assert!(!compose(&evening).svg().contains("<text"));
            let picture = draw(&Picture::Evening(evening), &AvatarFiles::new()).unwrap();
            assert!(picture.starts_with(b"\x89PNG") && picture.len() < 250_000);
        }
    }
}
