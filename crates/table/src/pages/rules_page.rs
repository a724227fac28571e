//! The rules of an edition, or of one card.

mod screen;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use screen::first_hand;
pub use screen::rules;
pub use view::{Book, RulesView, Topic};
