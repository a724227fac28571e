//! Encodes a drawing as a PNG with at most 256 colours, because a palette makes the file much smaller than true colour.

use std::collections::{BTreeMap, HashMap, HashSet};

use resvg::tiny_skia::Pixmap;

use super::DrawError;

const MAX_COLOURS: usize = 256;
/// If there are too many colours, this many of the most frequent are kept unchanged. Most of them come from the drawing
/// itself; the rest of the palette is mainly for avatars.
const EXACT_COLOURS: usize = 96;
/// The bits of each channel that determine a rarer colour's group.
const COARSE: u8 = 0xf0;

/// Red, green, blue and opacity.
type Colour = [u8; 4];

/// Returns a drawing as a PNG. If there are too many colours, the rarer ones are replaced by similar palette colours.
pub(super) fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, DrawError> {
    let pixels = pixmap.pixels().iter().map(|pixel| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    });
    let pixels: Vec<Colour> = pixels.collect();
    let colours = by_frequency(&pixels);
    let palette = &palette(&colours, &pixels);
    let exact = colours.len().min(EXACT_COLOURS);
    let coarse: HashMap<Colour, u8> = colours[exact..]
        .iter()
        .map(|colour| fine_of(*colour))
        .collect::<HashSet<_>>()
        .into_iter()
        .map(|fine| (fine, nearest(palette, fine)))
        .collect();
    let index = |(place, colour): (usize, &Colour)| {
        let is_exact = place < exact || colours.len() <= MAX_COLOURS;
        let index = if is_exact {
            place as u8
        } else {
            coarse[&fine_of(*colour)]
        };
        (*colour, index)
    };
    let indices: HashMap<Colour, u8> = colours.iter().enumerate().map(index).collect();
    let mut image = Vec::with_capacity(pixels.len());
    for run in runs(&pixels) {
        image.resize(image.len() + run.len(), indices[&run[0]]);
    }
    write(pixmap, palette, &image)
}

/// Returns the file's palette: all colours if they fit; otherwise the most frequent colours, followed by the average of
/// each of the largest groups of similar colours.
fn palette(colours: &[Colour], pixels: &[Colour]) -> Vec<Colour> {
    if colours.len() <= MAX_COLOURS {
        return colours.to_vec();
    }
    let exact = &colours[..EXACT_COLOURS];
    let known: HashSet<Colour> = exact.iter().copied().collect();
    let mut groups: BTreeMap<Colour, [u32; 5]> = BTreeMap::new();
    for pixel in pixels.iter().filter(|pixel| !known.contains(*pixel)) {
        let group = groups.entry(pixel.map(|part| part & COARSE)).or_default();
        group[0] += 1;
        let sums = group[1..].iter_mut().zip(pixel);
        sums.for_each(|(sum, part)| *sum += u32::from(*part));
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|group| u32::MAX - group[0]);
    let average = |group: [u32; 5]| [1, 2, 3, 4].map(|part| (group[part] / group[0]) as u8);
    let averages = groups
        .into_iter()
        .map(average)
        .take(MAX_COLOURS - EXACT_COLOURS);
    exact.iter().copied().chain(averages).collect()
}

/// Rounds a colour by setting the three lowest bits of each channel, to reduce the number of palette searches.
fn fine_of(colour: Colour) -> Colour {
    colour.map(|part| part | 0x07)
}

/// Returns the runs of equal pixels. A flat drawing has few runs.
fn runs(pixels: &[Colour]) -> impl Iterator<Item = &[Colour]> {
    pixels.chunk_by(|one, next| one == next)
}

fn by_frequency(pixels: &[Colour]) -> Vec<Colour> {
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for run in runs(pixels) {
        *counts.entry(run[0]).or_default() += run.len();
    }
    let mut colours: Vec<_> = counts.into_iter().collect();
    // Ties are broken by the colour itself, so that the same drawing gives the same bytes.
    colours.sort_unstable_by_key(|(colour, count)| (usize::MAX - count, *colour));
    colours.into_iter().map(|(colour, _)| colour).collect()
}

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
