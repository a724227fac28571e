//! A drawing in progress: shapes as SVG, pictures from `assets/art` above them, and faces on top. The colours and the
//! style follow `assets/art/README.md`.

use std::fmt::Write as _;

use resvg::tiny_skia::{ColorU8, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{Options, Tree};
use rules::Seat;

use super::DrawError;
use super::faces::{Face, Faces};
use super::palette::{ART_SIDE, Pen, Point, SHADOW, rgb};

/// A picture from `assets/art`, centred at a point.
#[derive(Clone, Copy, Debug)]
struct Stamp {
    source: &'static str,
    centre: Point,
    side: f64,
    /// True if the picture is drawn as a silhouette in one dark colour.
    is_shadow: bool,
}

#[derive(Debug)]
pub(super) struct Canvas {
    width: f64,
    height: f64,
    shapes: String,
    stamps: Vec<Stamp>,
    faces: Vec<Face>,
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            shapes: String::new(),
            stamps: Vec::new(),
            faces: Vec::new(),
        }
    }

    /// Fills a rectangle given by its upper left corner, width and height.
    pub(super) fn fill(&mut self, at: Point, size: (f64, f64), radius: f64, colour: &str) {
        let (Point { x, y }, (width, height)) = (at, size);
        self.shape(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{radius:.1}" fill="{colour}"/>"#,
        ));
    }

    pub(super) fn dot(&mut self, centre: Point, radius: f64, colour: &str) {
        self.shape(format_args!(
            r#"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="{colour}"/>"#,
            centre.x, centre.y
        ));
    }

    /// Adds a filled shape whose outline is an SVG path.
    pub(super) fn outline(&mut self, path: &str, colour: &str) {
        self.shape(format_args!(r#"<path d="{path}" fill="{colour}"/>"#));
    }

    pub(super) fn line(&mut self, places: &[Point], pen: Pen) {
        let mut path = String::new();
        for (index, place) in places.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            // Writing to a string does not fail.
            let _ = write!(path, "{command}{:.1} {:.1}", place.x, place.y);
        }
        let lengths: Vec<_> = pen.dashes.iter().map(ToString::to_string).collect();
        let dashes = match lengths.as_slice() {
            [] => "none".to_owned(),
            lengths => lengths.join(" "),
        };
        let cap = if pen.dashes.is_empty() {
            "round"
        } else {
            "butt"
        };
        self.shape(format_args!(
            r#"<path d="{path}" fill="none" stroke="{}" stroke-width="{:.1}" stroke-dasharray="{dashes}" stroke-linecap="{cap}" stroke-linejoin="round"/>"#,
            pen.colour, pen.width
        ));
    }

    /// Adds a picture above all shapes, centred at this point.
    pub(super) fn stamp(&mut self, source: &'static str, centre: Point, side: f64) {
        self.stamps.push(Stamp {
            source,
            centre,
            side,
            is_shadow: false,
        });
    }

    /// Adds the shadow of a picture, centred at this point.
    pub(super) fn shadow(&mut self, source: &'static str, centre: Point, side: f64) {
        self.stamps.push(Stamp {
            source,
            centre,
            side,
            is_shadow: true,
        });
    }

    /// Adds a face above all pictures, centred at this point.
    pub(super) fn face(&mut self, seat: Seat, centre: Point, diameter: f64) {
        self.faces.push(Face {
            seat,
            centre,
            diameter,
        });
    }

    fn shape(&mut self, shape: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.shapes, "{shape}");
    }

    pub(super) fn svg(&self) -> String {
        let Self { width, height, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n{}</svg>\n",
            self.shapes
        )
    }

    /// Renders the drawing at `scale` pixels per unit of length.
    pub(super) fn render(&self, scale: f64, faces: &Faces) -> Result<Pixmap, DrawError> {
        let pixels = |length: f64| (length * scale).round() as u32;
        let size = Pixmap::new(pixels(self.width), pixels(self.height));
        let mut pixmap = size.ok_or(DrawError::Size)?;
        let exact = scale;
        let scale = scale as f32;
        let shapes = Tree::from_str(&self.svg(), &Options::default())?;
        let scaled = Transform::from_scale(scale, scale);
        resvg::render(&shapes, scaled, &mut pixmap.as_mut());
        for stamp in &self.stamps {
            let art = Tree::from_str(stamp.source, &Options::default())?;
            let half = stamp.side / 2.0;
            let place = Transform::from_translate(
                (stamp.centre.x - half) as f32 * scale,
                (stamp.centre.y - half) as f32 * scale,
            );
            let size = (stamp.side / ART_SIDE) as f32 * scale;
            if stamp.is_shadow {
                let side = pixels(stamp.side).max(1);
                let mut shadow = Pixmap::new(side, side).ok_or(DrawError::Size)?;
                let scaled = Transform::from_scale(size, size);
                resvg::render(&art, scaled, &mut shadow.as_mut());
                darken(&mut shadow);
                let paint = PixmapPaint::default();
                pixmap.draw_pixmap(0, 0, shadow.as_ref(), &paint, place, None);
            } else {
                resvg::render(&art, place.pre_scale(size, size), &mut pixmap.as_mut());
            }
        }
        for face in &self.faces {
            faces.draw(*face, exact, &mut pixmap)?;
        }
        Ok(pixmap)
    }
}

/// Recolours all pixels in one dark colour, keeping their opacity.
fn darken(drawing: &mut Pixmap) {
    let [red, green, blue] = rgb(SHADOW);
    for pixel in drawing.pixels_mut() {
        *pixel = ColorU8::from_rgba(red, green, blue, pixel.alpha()).premultiply();
    }
}
