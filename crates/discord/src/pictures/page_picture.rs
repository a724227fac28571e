//! Draws the pictures of pages as PNG.

use table::screen::Picture;

use super::error::DrawError;
use super::faces::Faces;
use super::{AvatarFiles, curve, evening, indexed_png, player_card};

const SCALE: f64 = 1.75;

/// Draws a picture in a few milliseconds of CPU time in a release build.
pub(super) fn draw(picture: &Picture, avatars: &AvatarFiles) -> Result<Vec<u8>, DrawError> {
    let canvas = match picture {
        Picture::Curve(points) => curve::compose(points),
        Picture::Card(card) => player_card::compose(card),
        Picture::Evening(evening) => evening::compose(evening),
    };
    indexed_png::encode(&canvas.render(SCALE, &Faces::decode(avatars))?)
}
