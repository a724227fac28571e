//! Scenario files: rule cases that people can read, run against the engine. Text in, a verdict
//! out; reading files is the caller's affair.
//!
//! A file is a set-up ([`table`]), then steps and expectations ([`statement`]), run in order
//! ([`run`](run())) with chance that the file may fix ([`scripted`]). [`Export`] writes a game that
//! was played as such a file.

mod condition;
mod expectation;
mod export;
mod line;
mod run;
mod scripted;
mod statement;
mod table;
mod two_worlds;

pub use export::Export;
pub use line::Failure;
pub use run::run;
#[cfg(test)]
pub(crate) use two_worlds::everything_hidden_changed;
