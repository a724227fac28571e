//! The picture of a finished game: the podium, how everybody else went and at what risk, and the chances to
//! survive as lines where they tell something. A pure function from the chart and the players' avatars to a
//! PNG. It holds no text, so one picture serves every language: players are told by their avatars or the marks
//! of their seats, and lines by their patterns as well as their colours. The words for it are in
//! `table::screen` (`chart_text`); sending it is up to `outbox`. `curve` draws a rating in the same way.

mod art;
mod avatars;
mod canvas;
mod cards;
mod curve;
mod digits;
mod error;
mod faces;
mod indexed_png;
mod picture;
mod plot;
mod podium;
mod studio;

pub use avatars::AvatarFiles;
pub use error::DrawError;
pub use picture::draw;
pub use studio::EndPictures;
