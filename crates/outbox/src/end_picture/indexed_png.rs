//! Encodes a drawing as PNG with at most 256 colours: a drawing of flat areas has hardly more, and the
//! file is less than half as large.

use std::collections::HashMap;

use resvg::tiny_skia::Pixmap;

use super::error::DrawError;

const MAX_COLOURS: usize = 256;

/// Red, green, blue and opacity.
type Colour = [u8; 4];

/// Returns a drawing as PNG. The rarest of too many colours, those of soft edges, become the nearest of
/// the others.
pub(super) fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, DrawError> {
    let pixels = pixmap.pixels().iter().map(|pixel| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    });
    let pixels: Vec<Colour> = pixels.collect();
    let colours = by_frequency(&pixels);
    let palette = &colours[..colours.len().min(MAX_COLOURS)];
    let indices: HashMap<Colour, u8> = colours
        .iter()
        .map(|colour| (*colour, nearest(palette, *colour)))
        .collect();
    let mut image = Vec::with_capacity(pixels.len());
    for run in runs(&pixels) {
        image.resize(image.len() + run.len(), indices[&run[0]]);
    }
    write(pixmap, palette, &image)
}

/// Returns the runs of equal pixels, of which there are few in a flat drawing.
fn runs(pixels: &[Colour]) -> impl Iterator<Item = &[Colour]> {
    pixels.chunk_by(|one, next| one == next)
}

/// Returns all colours, the most frequent first.
fn by_frequency(pixels: &[Colour]) -> Vec<Colour> {
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for run in runs(pixels) {
        *counts.entry(run[0]).or_default() += run.len();
    }
    let mut colours: Vec<_> = counts.into_iter().collect();
    // The colour itself decides between equals, so that the same drawing gives the same bytes.
    colours.sort_unstable_by_key(|(colour, count)| (usize::MAX - count, *colour));
    colours.into_iter().map(|(colour, _)| colour).collect()
}

/// Returns the place of the palette's colour that is nearest to this one.
fn nearest(palette: &[Colour], colour: Colour) -> u8 {
    let distance = |other: &Colour| -> u32 {
        let differences = colour.iter().zip(other);
        differences
            .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
            .sum()
    };
    let places = (0..=u8::MAX).zip(palette);
    let nearest = places.min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(place, _)| place)
}

fn write(pixmap: &Pixmap, palette: &[Colour], image: &[u8]) -> Result<Vec<u8>, DrawError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(
        palette
            .iter()
            .flat_map(|colour| colour[..3].to_vec())
            .collect::<Vec<_>>(),
    );
    encoder.set_trns(palette.iter().map(|colour| colour[3]).collect::<Vec<_>>());
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(image)?;
    writer.finish()?;
    Ok(bytes)
}
