//! Colours, pens and positions for all pictures. Except for [`SHADOW`], the colours come from `assets/art/README.md`.

pub(super) const INK: &str = "#241a2e";
pub(super) const CREAM: &str = "#fff7e8";
pub(super) const ORANGE: &str = "#f7922d";
pub(super) const YELLOW: &str = "#ffd23f";
pub(super) const RED: &str = "#d8343c";
pub(super) const GREEN: &str = "#46bf8f";
pub(super) const BLUE: &str = "#2f64cc";
pub(super) const PINK: &str = "#ff9fb2";
pub(super) const BROWN: &str = "#b07a4c";
pub(super) const GREY: &str = "#a7b0c0";
/// The colour, on [`INK`], of badges and medals not yet earned, and of dots for games not yet played.
pub(super) const SHADOW: &str = "#43374f";

/// The width and height of the drawings in `assets/art`.
pub(super) const ART_SIDE: f64 = 128.0;

pub(super) fn rgb(hex: &str) -> [u8; 3] {
    let number = u32::from_str_radix(hex.trim_start_matches('#'), 16).unwrap_or(0);
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue]
}

/// A position in a drawing, measured from its left and upper edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pen {
    pub(super) colour: &'static str,
    pub(super) width: f64,
    /// Alternating lengths of dashes and gaps; empty for a solid line.
    pub(super) dashes: &'static [f64],
}

impl Pen {
    pub(super) fn solid(colour: &'static str, width: f64) -> Self {
        let dashes = &[];
        Self {
            colour,
            width,
            dashes,
        }
    }
}

impl Point {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(super) fn shifted(self, x: f64, y: f64) -> Self {
        Self::new(self.x + x, self.y + y)
    }
}
