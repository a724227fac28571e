//! The rules help: pages about the rules of an edition or a recipe, about single cards, and about the bot.

mod screen;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use screen::first_hand;
pub use screen::rules;
pub use view::{Book, RulesView, Topic};
