//! The picture of a finished game: the podium, and each player's chance to survive as a line. A pure
//! function from the chart to a PNG. It holds no text, so one picture serves every language: players are
//! told by the marks of their seats, and lines by their patterns as well as their colours. The words for
//! it are in `table::screen` (`chart_text`); sending it is up to `outbox`.

mod art;
mod canvas;
mod error;
mod indexed_png;
mod picture;
mod plot;
mod podium;
mod studio;

pub use error::DrawError;
pub use picture::draw;
pub use studio::EndPictures;
