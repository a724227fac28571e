//! Scenario files: rule cases as readable text, run against the rules. This module only handles text; its callers read
//! and write files.
//!
//! A file is a setup (`setup`), then steps and expectations (`statement`), executed in order ([`run`](run())) with
//! random outcomes that the file may fix (`scripted_chance`). [`Export`] writes a played game as such a file. Game
//! files (in the `table` crate) use the same words for actions, through [`action_words`] and [`read_action`]. The
//! scenario files are in `tests/scenarios`.

mod condition;
mod expectation;
mod export;
mod hidden_cards;
mod line;
mod player_names;
mod rules_section;
mod run;
mod scripted_chance;
mod setup;
mod statement;

pub use export::{Export, action_words};
#[cfg(test)]
pub(crate) use hidden_cards::with_all_hidden_cards_changed;
pub use line::ScenarioError;
pub use run::run;
pub use statement::read_action;
