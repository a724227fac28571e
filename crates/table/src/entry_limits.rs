//! The limits that keep a table's journal short, no matter how often someone repeats an action. A game's rules limit
//! the number of its moves.
//!
//! [`MAX_REPEATS`] stops a single person without special rights long before [`MAX_ENTRIES`] or
//! [`MAX_ENTRIES_BEFORE_DEAL`] closes the whole table.

use rules::Seat;

use crate::direct_hand::DirectHandRecord;
use crate::ids::UserId;
use crate::record::Record;
use crate::state::State;

/// The maximum number of entries of a table. The last entry closes the table, whatever its stage. No honest game
/// reaches this limit.
pub const MAX_ENTRIES: u64 = 2_000;

/// After this many entries, changing a lobby or continuing after a finished game closes the table instead. The
/// remainder up to [`MAX_ENTRIES`] is reserved for one game.
pub const MAX_ENTRIES_BEFORE_DEAL: u64 = 1_000;

/// How many repeatable actions, such as joining a lobby, knocking or voting, one person may take before the next game
/// is dealt. Each person's predictions in one game have a separate limit of the same size.
pub const MAX_REPEATS: u8 = 16;

/// The maximum number of predictions by all people together in one game, which leaves room for the game's moves.
pub const MAX_PREDICTIONS: u32 = 150;

impl State {
    /// Returns true unless this person has reached the limit of repeated actions since the last deal.
    pub(crate) fn may_repeat(&self, user: UserId) -> bool {
        self.repeats.get(&user).is_none_or(|&n| n < MAX_REPEATS)
    }

    pub(crate) fn count_repeat(&mut self, record: &Record) {
        if let Some(user) = self.repeated_by(record) {
            let repeats = self.repeats.entry(user).or_default();
            *repeats = repeats.saturating_add(1);
        }
    }

    /// Returns the person for whom this record counts towards [`MAX_REPEATS`]; `None` if it does not count.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "few records count, and all others are limited elsewhere or follow from the game"
    )]
    fn repeated_by(&self, record: &Record) -> Option<UserId> {
        let owner = |seat: Seat| self.seats.get(seat)?.user();
        match record {
            Record::Joined { person } | Record::Knocked { person } => Some(person.user),
            Record::DirectHand {
                user,
                change: DirectHandRecord::Wanted { .. } | DirectHandRecord::Unwanted,
            }
            | Record::RemindersSet { user, .. } => Some(*user),
            Record::WatchSpeedSet { .. } | Record::DoorSet { .. } | Record::HostChanged { .. } => {
                Some(self.host)
            }
            Record::Voted { seat, .. }
            | Record::LeftGame { seat }
            | Record::AutoPass { seat, seed: None } => owner(*seat),
            _ => None,
        }
    }
}
