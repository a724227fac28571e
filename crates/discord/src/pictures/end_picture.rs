//! Draws a finished game's whole picture as a PNG: the podium, a card for each player who is out, and the plot.

use rules::Seat;
use table::screen::{Chart, ChartLine, LineEnding};

use super::DrawError;
use super::art::{STAND_IN_WON, WINNER};
use super::canvas::Canvas;
use super::faces::Faces;
use super::palette::{INK, Point};
use super::{AvatarFiles, cards, indexed_png, plot, podium};

/// The width of the picture in units of length; its height depends on the chart.
const WIDTH: f64 = 640.0;
/// Pixels per unit of length, for sharp pictures on high-density phone screens. With many players, a lower scale limits
/// the file's size.
const SCALE: f64 = 1.75;
const SCALE_OF_MANY: f64 = 1.5;
const MANY: usize = 7;
const RADIUS: f64 = 28.0;
const MARGIN: f64 = 18.0;

/// Draws a chart with these avatars as a PNG. Takes about ten milliseconds of CPU time in a release build.
pub fn draw(chart: &Chart, avatars: &AvatarFiles) -> Result<Vec<u8>, DrawError> {
    let faces = Faces::decode(avatars);
    let scale = match chart.lines.len() {
        0..MANY => SCALE,
        _ => SCALE_OF_MANY,
    };
    indexed_png::encode(&compose(chart).render(scale, &faces)?)
}

fn compose(chart: &Chart) -> Canvas {
    let cards_top = podium::FLOOR + MARGIN;
    let plot_top = cards_top + cards::height(chart);
    let plot_height = plot::height(chart);
    let bottom = plot_top + plot_height;
    let height = bottom
        + if plot_height > 0.0 {
            MARGIN
        } else {
            MARGIN / 2.0
        };
    let mut canvas = Canvas::new(WIDTH, height);
    canvas.fill(Point::new(0.0, 0.0), (WIDTH, height), RADIUS, INK);
    let seats: Vec<Seat> = chart.lines.iter().map(|line| line.seat).collect();
    let is_stand_in = |line: &ChartLine| line.ending == LineEnding::StandInWon;
    let crown = if chart.lines.iter().any(is_stand_in) {
        STAND_IN_WON
    } else {
        WINNER
    };
    podium::draw(&mut canvas, WIDTH / 2.0, &seats, crown);
    cards::draw(&mut canvas, WIDTH, cards_top, chart);
    if plot_height > 0.0 {
        plot::draw(&mut canvas, WIDTH, plot_top, chart);
    }
    canvas
}

#[cfg(test)]
mod tests {
    use table::screen::ChartPoint;

    use super::*;

    /// Returns a chart of this many players, each with the maximum number of points in a line.
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
                user: None,
                risk: 33,
            }
        };
        Chart {
            turns: 1200,
            lines: Seat::ALL[..players].iter().map(line).collect(),
        }
    }

    /// Returns an avatar with photo-like colours and grain.
    fn photo(number: usize) -> Vec<u8> {
        const SIDE: usize = 128;
        let pixel = |index: usize| {
            let (x, y) = (index % SIDE, index / SIDE);
            let grain = index.wrapping_mul(2_654_435_761 + number) >> 7 & 15;
            let inside = (x.abs_diff(64).pow(2) + y.abs_diff(70).pow(2)) < 40 * 40;
            let light = if inside { 90 } else { 0 };
            [
                x + light / 2 + grain,
                y * (number + 1) % 128 + light + grain,
                (x + y) / 2 + grain,
            ]
        };
        let bytes = (0..SIDE * SIDE)
            .flat_map(pixel)
            .map(|part| part.min(255) as u8);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, SIDE as u32, SIDE as u32);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&bytes.collect::<Vec<_>>()).unwrap();
        writer.finish().unwrap();
        file
    }

    #[test]
    fn an_avatar_shows_and_a_file_that_is_none_does_not() {
        let (chart, seat) = (chart(2), Seat::ALL[0]);
        let drawn = |file: Vec<u8>| draw(&chart, &[(seat, file)].into()).unwrap();
        let plain = draw(&chart, &AvatarFiles::new()).unwrap();
        assert_ne!(drawn(photo(0)), plain);
        let mut cut = photo(0);
        cut.truncate(900);
        for file in [Vec::new(), b"GIF89a".to_vec(), cut, plain.clone()] {
            assert!(drawn(file) == plain);
        }
    }

    #[test]
    fn a_picture_of_any_game_is_a_png_below_150_kb() {
        for players in 2..=Seat::COUNT {
            let avatars = Seat::ALL.map(|seat| (seat, photo(seat.index())));
            for avatars in [AvatarFiles::new(), avatars.into()] {
                let picture = draw(&chart(players), &avatars).unwrap();
                assert_eq!(&picture[1..4], b"PNG");
                let kb = picture.len() / 1000;
                assert!(kb < 150, "{players} players: {kb} KB");
            }
        }
    }

    #[test]
    fn the_same_chart_gives_the_same_picture() {
        let drawn = || draw(&chart(5), &AvatarFiles::new()).unwrap();
        assert_eq!(drawn(), drawn());
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
        draw(&chart, &AvatarFiles::new()).unwrap();
        chart.lines.clear();
        draw(&chart, &AvatarFiles::new()).unwrap();
    }
}
