//! The whole story of a finished game.

mod page;

pub use page::{GamesList, StoryPage};
