//! The limits that keep a table's journal short, no matter how often someone repeats an action. The
//! moves of a game are limited by its rules; all other causes of entries are limited here.
//!
//! [`MAX_REPEATS`] stops a single person without special rights long before the other two limits
//! would close the whole table.

/// The maximum number of entries of a table; the last one closes it at any stage. No honest game reaches it.
pub const MAX_ENTRIES: u64 = 2_000;

/// After this many entries, changing a lobby or continuing after a finished game closes the table
/// instead. The remainder up to [`MAX_ENTRIES`] is reserved for one game.
pub const MAX_ENTRIES_BEFORE_DEAL: u64 = 1_000;

/// How often one person may join a lobby, vote, leave, or change how they get their hand before the
/// next game is dealt.
pub const MAX_REPEATS: u8 = 16;
