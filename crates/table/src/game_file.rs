//! The file of a finished game, available to anyone. It contains the players, the rules, every action and random
//! outcome, and the proof if there is one. `docs/game-file.md` documents the format for other programs.
//!
//! [`PlayedGame`] extracts a game from a table's entries and writes its file. It never exports a running game, because
//! that would reveal the game's secret. [`CheckedGame`] reads a possibly forged file, replays the whole game, and
//! reports the place of the first error. Nothing here does I/O.

mod check;
mod file_error;
mod lines;
mod played_game;
mod recorded_outcomes;
mod replayed_chance;
mod schema;
mod write;

pub use check::{CheckedGame, DailyDeal, MAX_DAILY_DEALS, Move, SHOWN_SUM};
pub use file_error::{FileError, FileFault, FilePlace};
pub use lines::MAX_FILE_BYTES;
pub(crate) use played_game::PlayedAction;
pub use played_game::PlayedGame;
pub(crate) use recorded_outcomes::action_of;
pub(crate) use replayed_chance::RevealedProof;
pub(crate) use write::FileLines;
