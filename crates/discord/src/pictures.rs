//! Draws pictures. A finished game's picture shows the podium, how the other players went out and at what risk, and, if
//! informative, lines for the chances of survival. The PNG depends only on the chart and the players' avatars. It
//! contains no text, so one picture serves every language: avatars or seat marks identify the players, and lines differ
//! in pattern as well as colour. The accompanying text is in `table::screen` (`chart_text`); `with_picture` sends the
//! picture. `page_picture` draws the pictures of pages in the same style.

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
