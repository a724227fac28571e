//! The whole picture: the podium above the plot, as PNG.

use rules::Seat;
use table::screen::Chart;

use super::canvas::{Canvas, INK, Place};
use super::error::DrawError;
use super::{indexed_png, plot, podium};

/// The width of the picture in units of length; its height follows from the number of players.
const WIDTH: f64 = 640.0;
/// Pixels for each unit of length: sharp at twice the pixels of a phone.
const SCALE: f64 = 1.75;
const RADIUS: f64 = 28.0;

/// Draws a chart as PNG. Takes some ten milliseconds of one core in a release build.
pub fn draw(chart: &Chart) -> Result<Vec<u8>, DrawError> {
    indexed_png::encode(&compose(chart).render(SCALE)?)
}

fn compose(chart: &Chart) -> Canvas {
    let height = plot::height(chart.lines.len());
    let mut canvas = Canvas::new(WIDTH, height);
    canvas.fill(Place::new(0.0, 0.0), (WIDTH, height), RADIUS, INK);
    let seats: Vec<Seat> = chart.lines.iter().map(|line| line.seat).collect();
    podium::draw(&mut canvas, WIDTH / 2.0, &seats);
    plot::draw(&mut canvas, WIDTH, chart);
    canvas
}

#[cfg(test)]
mod tests {
    use table::screen::{ChartLine, ChartPoint, LineEnding};

    use super::*;

    /// Returns a chart of so many players who all have as many points as a line can have.
    fn chart(players: usize) -> Chart {
        let line = |seat: &Seat| {
            let mut points = vec![ChartPoint::START];
            for turn in 1..64 {
                points.push(ChartPoint {
                    turn: turn * (10 + seat.index() as u32),
                    chance: points[points.len() - 1].chance.after_draw(1, 20),
                    rescued: turn % 8 == 0,
                });
            }
            let ending = [LineEnding::Won, LineEnding::Exploded, LineEnding::Left];
            ChartLine {
                seat: *seat,
                ending: ending[seat.index() % 3],
                points,
            }
        };
        Chart {
            turns: 1200,
            lines: Seat::ALL[..players].iter().map(line).collect(),
        }
    }

    #[test]
    fn a_picture_of_any_game_is_a_png_below_150_kb() {
        for players in 2..=Seat::COUNT {
            let picture = draw(&chart(players)).unwrap();
            assert_eq!(&picture[1..4], b"PNG");
            let kb = picture.len() / 1000;
            assert!(kb < 150, "{players} players: {kb} KB");
        }
    }

    #[test]
    fn the_same_chart_gives_the_same_picture() {
        assert_eq!(draw(&chart(5)).unwrap(), draw(&chart(5)).unwrap());
    }

    #[test]
    fn a_picture_contains_no_text_and_nothing_from_outside() {
        let svg = compose(&chart(9)).svg();
        for tag in ["<text", "<image", "href", "font", "url("] {
            assert!(!svg.contains(tag), "{tag}");
        }
    }

    #[test]
    fn a_chart_without_turns_or_lines_is_drawn_too() {
        let mut chart = chart(2);
        chart.turns = 0;
        draw(&chart).unwrap();
        chart.lines.clear();
        draw(&chart).unwrap();
    }
}
