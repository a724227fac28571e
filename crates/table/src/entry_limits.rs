//! The limits that keep a table's journal short, however often somebody repeats something. The moves of a
//! game are finite by its rules; everything else that makes entries is limited here.
//!
//! One person without any right at the table is stopped by [`MAX_REPEATS`], long before the table as a
//! whole would have to be closed by the other two limits.

/// The most entries of a table: the last one closes it, whatever its stage. No honest game gets there.
pub const MAX_ENTRIES: u64 = 2_000;

/// The number of entries from which on a lobby that somebody changes, or a finished game that is to go
/// on, is closed instead: what is left of [`MAX_ENTRIES`] is for one game.
pub const MAX_ENTRIES_BEFORE_DEAL: u64 = 1_000;

/// How often one person may sit down in a lobby, vote, leave, or change how they get their hand until
/// the next game is dealt.
pub const MAX_REPEATS: u8 = 16;
