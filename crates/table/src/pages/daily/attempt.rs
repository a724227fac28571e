//! A person's stored attempt at a Kitten of the day, and values computed from attempts, such as a person's current
//! attempt and a server's board. The game itself is in `game`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Day, FIRST_DEAL};
use crate::control::Stamp;
use crate::ids::{GuildId, Millis, UserId};

/// A post that was begun this long ago has failed: Discord accepts a response for only three seconds.
const POST_TIMEOUT: Millis = Millis::seconds(10);

/// The minimum number of people with a result on a server, including the person, for a comparison with the others.
const MIN_COMPARED: u32 = 10;

/// The maximum number of rows of a board, not counting the reader's own.
pub(crate) const BOARD_ROWS: u32 = 10;

/// A person's only attempt at one day's game. `Debug` does not show the moves.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The day on which the game was dealt, even if it is finished in the first hour of the next day.
    pub day: Day,
    /// The number of the day's deal: [`choose_deal`](super::choose_deal).
    #[serde(default = "first_deal")]
    pub deal: u32,
    /// The number of times that the attempt has been stored, including this one.
    pub version: u32,
    /// The moves so far, including the computers': [`DailyGame::moves`](super::DailyGame::moves). The moves
    /// reveal hidden cards.
    pub moves: String,
    /// When this version was shown to the person.
    pub shown_at: Millis,
    /// `None` until the game has ended for the person.
    #[serde(default)]
    pub result: Option<AttemptResult>,
    /// The person's display name at their last move.
    pub name: String,
    /// The state of the result's post in a channel.
    #[serde(default)]
    pub post: ResultPost,
}

/// Returns the deal of attempts that were stored before trials existed.
fn first_deal() -> u32 {
    FIRST_DEAL
}

/// The state of a result's post in a channel. A person may post a result once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResultPost {
    /// Not posted, or refused by Discord.
    #[default]
    None,
    /// Begun at this time, by a process that may have been killed since.
    Begun(Millis),
    /// Posted; cannot be posted again.
    Done,
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptResult {
    /// The place, from 1 to 4.
    pub place: u8,
    /// The number of turns, by all players, until the game ended for the person.
    pub turns: u32,
    /// The number of consecutive days including this one. Missed days that did not break the streak are not counted.
    pub streak: u32,
    /// The most recent missed day that did not break the streak.
    pub frozen: Option<Day>,
    /// The time of the last move.
    pub finished_at: Millis,
    /// The server of the last move; `None` for direct messages.
    pub guild: Option<GuildId>,
}

/// A row of a server's board for one day.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "names and types say it")]
pub struct DailyBoardRow {
    pub rank: u32,
    pub person: UserId,
    pub name: String,
    pub result: AttemptResult,
}

/// Returns the board's rows: the best results, best first, and the reader's own.
pub fn board(
    mut results: Vec<(UserId, String, AttemptResult)>,
    reader: UserId,
) -> Vec<DailyBoardRow> {
    results.sort_by_key(|(person, _, result)| (result.score(), result.finished_at, *person));
    let rows = (0..).zip(&results).map(|(number, (person, name, result))| {
        let before = results.partition_point(|(_, _, other)| other.score() < result.score());
        let row = DailyBoardRow {
            rank: before as u32 + 1,
            person: *person,
            name: name.clone(),
            result: *result,
        };
        (number, row)
    });
    let shown = rows.filter(|(number, row)| *number < BOARD_ROWS || row.person == reader);
    shown.map(|(_, row)| row).collect()
}

/// Returns the percentage of the others with a result on a server who did worse than the person; `None` if there are
/// too few people or the percentage is zero. `worse` and `others` are numbers of people.
pub fn better_than((worse, others): (u32, u32)) -> Option<u32> {
    let percent = (worse * 100).checked_div(others)?;
    (others + 1 >= MIN_COMPARED && percent > 0).then_some(percent)
}

impl fmt::Debug for Attempt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Attempt")
            .field("day", &self.day)
            .field("version", &self.version)
            .field("result", &self.result)
            .finish_non_exhaustive()
    }
}

impl Attempt {
    /// Returns false if the result has been posted, or is probably being posted now.
    pub fn may_be_posted(&self, now: Millis) -> bool {
        match self.post {
            ResultPost::None => true,
            ResultPost::Begun(at) => now.since(at) >= POST_TIMEOUT,
            ResultPost::Done => false,
        }
    }

    /// Returns the stamp of the controls that continue the game.
    pub fn stamp(&self) -> Stamp {
        self.day.stamp(self.moves.split_whitespace().count() as u32)
    }
}

impl AttemptResult {
    /// Returns the sort key of a board, lowest first: by place, then by the faster win or the longer survival.
    pub fn score(&self) -> i64 {
        let (place, turns) = (i64::from(self.place), i64::from(self.turns));
        (place << 40) + if self.place == 1 { turns } else { -turns }
    }
}

/// Returns the current day for a person with these attempts, and their attempt at it. In the first hour of a day,
/// yesterday's game takes precedence if it is unfinished.
pub fn current(now: Millis, attempts: &[Attempt]) -> (Day, Option<&Attempt>) {
    let today = Day::at(now);
    let of = |day: Day| attempts.iter().find(|attempt| attempt.day == day);
    let yesterday = of(today.back(1)).filter(|attempt| attempt.day < today);
    let late = yesterday.filter(|attempt| attempt.result.is_none() && now < attempt.day.closes());
    match late {
        Some(late) => (late.day, Some(late)),
        None => (today, of(today)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn attempt(day: u32, streak: Option<(u32, Option<Day>)>) -> Attempt {
        let result = streak.map(|(streak, frozen)| AttemptResult {
            streak,
            frozen,
            ..ended(1, 1)
        });
        Attempt {
            day: Day(day),
            deal: FIRST_DEAL,
            version: 1,
            moves: String::new(),
            shown_at: Millis(0),
            result,
            name: String::new(),
            post: ResultPost::None,
        }
    }

    fn ended(place: u8, turns: u32) -> AttemptResult {
        AttemptResult {
            place,
            turns,
            streak: 1,
            frozen: None,
            finished_at: Millis(0),
            guild: None,
        }
    }

    #[test]
    fn a_game_begun_before_midnight_comes_first_for_an_hour_and_then_is_over() {
        let begun = [attempt(7, None)];
        let (midnight, end) = (Day(7).ends(), Day(7).closes());
        for (now, day) in [(midnight, 7), (Millis(end.0 - 1), 7), (end, 8)] {
            let (found, attempt) = current(now, &begun);
            assert_eq!((found, attempt.is_some()), (Day(day), day == 7));
        }
        let over = [attempt(7, Some((1, None)))];
        assert_eq!(current(midnight, &over), (Day(8), None));
    }

    #[test]
    fn people_are_compared_only_with_nine_others_and_never_told_that_nobody_is_worse() {
        let compared = [(8, 8), (0, 9), (6, 9), (9, 9), (5, 7_000)].map(better_than);
        assert_eq!(compared, [None, None, Some(66), Some(100), None]);
    }

    #[test]
    fn a_board_is_ordered_by_place_then_by_who_won_sooner_or_lasted_longer() {
        let mut best_first = vec![(1, 9), (1, 20), (2, 20), (2, 9), (2, 9)];
        best_first.resize(25, (4, 3));
        let results = best_first
            .into_iter()
            .zip(1..)
            .map(|((place, turns), person)| (UserId(person), String::new(), ended(place, turns)));
        let board = board(results.collect(), UserId(25));
        let rows: Vec<_> = board.iter().map(|row| (row.rank, row.person.0)).collect();
        assert_eq!(rows[..5], [(1, 1), (2, 2), (3, 3), (4, 4), (4, 5)]);
        assert_eq!((rows.len(), rows[10]), (11, (6, 25)));
    }
}
