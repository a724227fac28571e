//! The file of a finished game, which anybody may have: who played, by which rules, everything that was done
//! and that chance decided, and the proof. `docs/game-file.md` is its format, for other programs too.
//!
//! [`PlayedGame`] finds a game among a table's entries and writes its file; it never gives out a game that
//! is running, because it would tell its secret. [`CheckedGame`] reads a file that somebody may have doctored,
//! plays the whole game again by the rules, and says at which step it goes wrong. Nothing here does I/O.

mod check;
mod file_error;
mod form;
mod lines;
mod played_game;
mod replay;
mod told;
mod write;

pub use check::{CheckedGame, Move, SHOWN_SUM};
pub use file_error::{FileError, FileFault, FilePlace};
pub use lines::MAX_FILE_BYTES;
pub(crate) use played_game::PlayedAction;
pub use played_game::PlayedGame;
pub(crate) use replay::RevealedProof;
pub(crate) use write::FileLines;
