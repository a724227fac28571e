//! Pictures. A finished game has the podium, how everyone else went out and at what risk, and lines for the chances
//! of survival where they are informative. A pure function from the chart and the players' avatars to a PNG. It
//! contains no text, so one picture serves every language: players are identified by their avatars or their seats'
//! marks, and lines by pattern as well as colour. The accompanying text is in `table::screen` (`chart_text`); `discord`
//! sends the picture. `page_picture` draws the pictures of pages in the same style.

mod art;
mod avatars;
mod canvas;
mod cards;
mod curve;
mod digits;
mod end_picture;
mod error;
mod evening;
mod faces;
mod indexed_png;
mod page_picture;
mod palette;

mod player_card;
mod plot;
mod podium;
mod studio;

pub use avatars::AvatarFiles;
pub use end_picture::draw;
pub use error::DrawError;
pub use studio::EndPictures;
