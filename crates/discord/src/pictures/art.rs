//! The pictures from `assets/art` that are used in drawings, and the style of each seat's line. Lines also differ in
//! pattern, so that they can be told apart without colour.

use rules::Seat;
use table::results::Badge;
use table::screen::LineEnding;

use super::palette::{BLUE, BROWN, CREAM, GREEN, GREY, INK, ORANGE, PINK, RED, YELLOW};

macro_rules! art {
    ($name:literal) => {
        include_str!(concat!("../../../../assets/art/", $name, ".svg"))
    };
}

const AWAY: &str = art!("away");
pub(super) const DEFUSE: &str = art!("defuse");
const EXPLOSION: &str = art!("explosion");
const IMPLOSION: &str = art!("implosion");
pub(super) const STAND_IN_WON: &str = art!("stand-in-won");
pub(super) const WINNER: &str = art!("winner");

/// Returns the picture for this ending of a player's game.
pub(super) fn ending(ending: LineEnding) -> &'static str {
    match ending {
        LineEnding::Won => WINNER,
        LineEnding::StandInWon => STAND_IN_WON,
        LineEnding::Exploded => EXPLOSION,
        LineEnding::Imploded => IMPLOSION,
        LineEnding::Left => AWAY,
    }
}

const MARKS: [&str; Seat::COUNT] = [
    art!("seat-1"),
    art!("seat-2"),
    art!("seat-3"),
    art!("seat-4"),
    art!("seat-5"),
    art!("seat-6"),
    art!("seat-7"),
    art!("seat-8"),
    art!("seat-9"),
];

pub(super) fn badge(badge: Badge) -> &'static str {
    match badge {
        Badge::Idler => art!("idler"),
        Badge::Speechless => art!("speechless"),
        Badge::GoodKitty => art!("good-kitty"),
        Badge::EarlyExit => art!("early-exit"),
        Badge::GraveGoods => art!("grave-goods"),
        Badge::FishBone => art!("fish-bone"),
        Badge::Hoarder => art!("hoarder"),
        Badge::Gardener => art!("gardener"),
        Badge::LastWord => art!("last-word"),
        Badge::StatisticallyDead => art!("statistically-dead"),
        Badge::SoupKitchen => art!("soup-kitchen"),
        Badge::BlackHole => art!("black-hole"),
        Badge::BrickWall => art!("brick-wall"),
        Badge::NineLives => art!("nine-lives"),
        Badge::Boomerang => art!("boomerang"),
        Badge::RunnerUp => art!("runner-up"),
        Badge::CoinOnEdge => art!("coin-on-edge"),
        Badge::YesActually => art!("yes-actually"),
        Badge::ThoughtfulHost => art!("thoughtful-host"),
        Badge::LastPurr => art!("last-purr"),
    }
}

/// The colour of the dashes, the colour between them, and the lengths of dashes and gaps.
pub(super) type Pattern = (&'static str, &'static str, &'static [f64]);

/// The pattern of each seat's line. Its main colour is the dominant colour of the seat's mark.
const PATTERNS: [Pattern; Seat::COUNT] = [
    (BLUE, BLUE, &[]),
    (RED, CREAM, &[20.0, 7.0]),
    (YELLOW, INK, &[7.0, 7.0]),
    (GREY, INK, &[20.0, 5.0, 5.0, 5.0]),
    (CREAM, INK, &[12.0, 12.0]),
    (PINK, PINK, &[]),
    (BROWN, CREAM, &[5.0, 5.0]),
    (ORANGE, INK, &[30.0, 6.0]),
    (GREEN, CREAM, &[14.0, 5.0, 5.0, 5.0, 5.0, 5.0]),
];

/// Returns the colour of a seat's line and of the ring around its face.
pub(super) fn colour(seat: Seat) -> &'static str {
    pattern(seat).0
}

pub(super) fn mark(seat: Seat) -> &'static str {
    MARKS[seat.index()]
}

pub(super) fn pattern(seat: Seat) -> Pattern {
    PATTERNS[seat.index()]
}
