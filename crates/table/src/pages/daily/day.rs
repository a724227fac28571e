//! The days of the Kitten of the day, in UTC, and the ids derived from them.

use fairness::{GameChance, GameId, GameKey, PickCounts, Secret};
use rules::Randomness as _;
use serde::{Deserialize, Serialize};

use crate::control::Stamp;
use crate::ids::{Millis, Revision, TableId, UserId};
use crate::pages::leaderboard::period::DAY;

/// The day before day 1, which is 2026-11-01, in days since 1970-01-01.
const DAY_ZERO: u64 = 20_757;

/// The number of the first deal that is tried, which is also the fallback if no deal passes its trial games.
pub const FIRST_DEAL: u32 = 1;

/// How long after the day's end a game in progress can still be finished. The secret stays hidden until then.
const GRACE: Millis = Millis::hours(1);

/// The high bits of the table ids that represent days. The random id of a real table practically never has them.
const TABLES: u64 = u64::MAX << 20;

/// A day, numbered from day 1 (2026-11-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(pub u32);

impl Day {
    /// Returns the day that contains a time; day 0 for all times before day 1.
    pub fn at(time: Millis) -> Self {
        let number = (time.0 / DAY.0).saturating_sub(DAY_ZERO);
        Self(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// Returns the midnight that ends the day. The day's game can be started until then.
    pub fn ends(self) -> Millis {
        Millis((DAY_ZERO + u64::from(self.0) + 1) * DAY.0)
    }

    /// Returns the time until which a game in progress can be finished. The secret may be revealed from then on.
    pub fn closes(self) -> Millis {
        self.ends().after(GRACE)
    }

    /// Returns the day this many days earlier, but at the earliest day 0.
    #[must_use]
    pub fn back(self, days: u32) -> Self {
        Self(self.0.saturating_sub(days))
    }

    /// Returns the id that this day's controls contain instead of a table's id.
    pub fn table(self) -> TableId {
        TableId(TABLES | u64::from(self.0))
    }

    /// Returns the stamp for the controls of this day's game after this many moves; pages use 0 moves.
    pub fn stamp(self, moves: u32) -> Stamp {
        Stamp {
            table: self.table(),
            revision: Revision(moves),
        }
    }

    /// Returns the day that this id represents; `None` for the id of a real table or a practice.
    pub fn of_table(table: TableId) -> Option<Self> {
        let day = table.0 & !TABLES;
        (table.0 & TABLES == TABLES).then_some(Self(day as u32))
    }

    /// Returns the id of the day's game, which its commitment and its randomness use. Discord has no channel 0, so no
    /// table's game has this id.
    pub fn game_id(self) -> GameId {
        GameId {
            channel: 0,
            table: self.0,
            game: 1,
        }
    }

    /// Returns a number that identifies a person's attempt, but does not reveal the person until the secret is known.
    pub fn anonymous_attempt_id(self, secret: &Secret, person: UserId) -> u64 {
        let key = GameKey::derive(secret, self.game_id(), &[person.0]);
        let mut counts = PickCounts::default();
        let mut chance = GameChance::new(&key, &mut counts);
        let mut half = || u64::from(chance.below(u32::MAX));
        half() << 32 | half()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_in_utc_from_the_first_of_november_2026() {
        let noon = Millis(1_793_491_200_000 + DAY.0 / 2);
        assert_eq!(Day::at(noon), Day(1));
        let end = Day(1).ends();
        assert_eq!(end, Millis(1_793_491_200_000 + DAY.0));
        assert_eq!(Day::at(Millis(end.0 - 1)), Day(1));
        assert_eq!(Day::at(end), Day(2));
        assert_eq!(Day::at(Millis(0)), Day(0));
    }

    #[test]
    fn the_id_of_a_day_is_no_tables_and_that_of_a_table_no_days() {
        assert_eq!(Day::of_table(Day(214).table()), Some(Day(214)));
        for table in [0, 5, u64::MAX >> 1, 0xfff << 52] {
            assert_eq!(Day::of_table(TableId(table)), None, "{table}");
        }
    }

    #[test]
    fn a_mark_is_a_persons_and_a_days() {
        let (one, other) = (Secret::new([7; 32]), Secret::new([8; 32]));
        let ids = [
            Day(1).anonymous_attempt_id(&one, UserId(1)),
            Day(1).anonymous_attempt_id(&one, UserId(2)),
            Day(2).anonymous_attempt_id(&one, UserId(1)),
            Day(1).anonymous_attempt_id(&other, UserId(1)),
        ];
        assert_eq!(ids[0], Day(1).anonymous_attempt_id(&one, UserId(1)));
        assert!((1..4).all(|at| !ids[..at].contains(&ids[at])));
    }
}
