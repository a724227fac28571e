//! The players' faces: an avatar or the seat's mark, in a ring of the seat's colour.

use std::collections::BTreeMap;

use png::{BitDepth, ColorType, Decoder, Limits, Transformations};
use resvg::tiny_skia::{
    Color, FillRule, FilterQuality, Paint, PathBuilder, Pattern, Pixmap, PremultipliedColorU8,
    Shader, SpreadMode, Transform,
};
use resvg::usvg::{Options, Tree};
use rules::Seat;

use super::DrawError;
use super::art::{colour, mark};
use super::avatars::AvatarFiles;
use super::palette::{ART_SIDE, CREAM, INK, Point, rgb};

/// The maximum width and height of an avatar in pixels.
const MAX_SIDE: u32 = 256;
/// The thickness of the ring with its outline, and of the outline alone, as fractions of a face's diameter.
const RING: f64 = 0.065;
const OUTLINE: f64 = 0.025;
/// The side of a mark, as a fraction of a face's diameter.
const MARK: f64 = 0.7;

#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub(super) seat: Seat,
    pub(super) centre: Point,
    pub(super) diameter: f64,
}

/// The avatars that could be decoded.
#[derive(Default)]
pub(super) struct Faces(BTreeMap<Seat, Pixmap>);

impl Faces {
    pub(super) fn decode(files: &AvatarFiles) -> Self {
        let read = |(seat, file): (&Seat, &Vec<u8>)| Some((*seat, decode(file)?));
        Self(files.iter().filter_map(read).collect())
    }

    pub(super) fn draw(&self, face: Face, scale: f64, to: &mut Pixmap) -> Result<(), DrawError> {
        let Face { seat, diameter, .. } = face;
        fill_circle(to, face, diameter, solid(INK), scale);
        let ring = diameter * (1.0 - 2.0 * OUTLINE);
        fill_circle(to, face, ring, solid(colour(seat)), scale);
        let inner = diameter * (1.0 - 2.0 * RING);
        fill_circle(to, face, inner, solid(CREAM), scale);
        match self.0.get(&seat) {
            Some(avatar) => {
                let place = placed(face, inner, f64::from(avatar.width()), scale);
                let quality = FilterQuality::Bilinear;
                let shader = Pattern::new(avatar.as_ref(), SpreadMode::Pad, quality, 1.0, place);
                fill_circle(to, face, inner, shader, scale);
            }
            None => {
                let art = Tree::from_str(mark(seat), &Options::default())?;
                let place = placed(face, diameter * MARK, ART_SIDE, scale);
                resvg::render(&art, place, &mut to.as_mut());
            }
        }
        Ok(())
    }
}

fn placed(face: Face, side: f64, picture: f64, scale: f64) -> Transform {
    let corner = face.centre.shifted(-side / 2.0, -side / 2.0);
    let place = Transform::from_translate((corner.x * scale) as f32, (corner.y * scale) as f32);
    let size = (side / picture * scale) as f32;
    place.pre_scale(size, size)
}

fn fill_circle(to: &mut Pixmap, face: Face, diameter: f64, shader: Shader<'_>, scale: f64) {
    let [x, y, radius] = [face.centre.x, face.centre.y, diameter / 2.0].map(|one| one * scale);
    let Some(circle) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) else {
        return;
    };
    let paint = Paint {
        shader,
        ..Paint::default()
    };
    to.fill_path(
        &circle,
        &paint,
        FillRule::Winding,
        Transform::identity(),
        None,
    );
}

fn solid(hex: &str) -> Shader<'static> {
    let [red, green, blue] = rgb(hex);
    Shader::SolidColor(Color::from_rgba8(red, green, blue, 255))
}

/// Returns the pixels of an avatar, or `None` if the file is not a valid, small, square PNG.
fn decode(file: &[u8]) -> Option<Pixmap> {
    let limits = Limits { bytes: 1 << 20 };
    let mut decoder = Decoder::new_with_limits(std::io::Cursor::new(file), limits);
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = reader.info().size();
    if width != height || !(1..=MAX_SIDE).contains(&width) {
        return None;
    }
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut bytes).ok()?;
    let mut pixmap = Pixmap::new(width, height)?;
    let channels = match (frame.color_type, frame.bit_depth) {
        (ColorType::Rgba, BitDepth::Eight) => 4,
        (ColorType::GrayscaleAlpha, BitDepth::Eight) => 2,
        _ => return None,
    };
    for (to, from) in pixmap
        .pixels_mut()
        .iter_mut()
        .zip(bytes.chunks_exact(channels))
    {
        *to = premultiplied(from)?;
    }
    Some(pixmap)
}

/// Converts a pixel that consists of a colour or a grey level, followed by the opacity.
fn premultiplied(pixel: &[u8]) -> Option<PremultipliedColorU8> {
    let (alpha, colour) = pixel.split_last()?;
    let [red, green, blue] = match colour {
        [red, green, blue] => [*red, *green, *blue],
        colour => [*colour.first()?; 3],
    };
    let scaled = |one: u8| (u16::from(one) * u16::from(*alpha) / 255) as u8;
    PremultipliedColorU8::from_rgba(scaled(red), scaled(green), scaled(blue), *alpha)
}
