//! Draws pictures. A finished game's picture shows the podium, how the other players went out and at what risk, and, if
//! informative, lines for the chances of survival. The PNG depends only on the chart and the players' avatars. It
//! contains no words, so one picture serves every language: avatars or seat marks identify the players, and lines
//! differ in pattern as well as colour. The accompanying text is in `table::screen` (`chart_text`); `with_picture`
//! sends the picture. `studio` also draws the pictures of pages, in the same style.

mod art;
mod avatars;
mod canvas;
mod cards;
mod curve;
mod digits;
mod end_picture;
mod evening;
mod faces;
mod indexed_png;
mod palette;
mod player_card;
mod plot;
mod podium;
mod studio;

pub use avatars::AvatarFiles;
pub use end_picture::draw;
pub use studio::EndPictures;

/// The reason why a picture could not be drawn. The message is then sent without the picture.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    #[error("the SVG could not be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("the picture has no size")]
    Size,
    #[error("the picture could not be encoded: {0}")]
    Png(#[from] png::EncodingError),
}
