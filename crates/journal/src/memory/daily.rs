//! The Kittens of the day in a journal in memory.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use fairness::Secret;
use table::daily::{Attempt, BOARD_ROWS, DailyBoardRow, Day};
use table::ids::{GuildId, UserId};

use super::MemoryJournal;
use crate::daily::DailyGames;
use crate::port::JournalError;

#[derive(Debug, Default)]
pub(super) struct Daily {
    secrets: BTreeMap<Day, Secret>,
    marks: BTreeSet<(Day, u64)>,
    attempts: BTreeMap<(UserId, Day), Attempt>,
}

impl Daily {
    pub(super) fn forget(&mut self, person: UserId) {
        self.attempts.retain(|(of, _), _| *of != person);
    }

    /// Deletes what belongs to earlier days, and returns how much that was.
    pub(super) fn delete_before(&mut self, day: Day) -> u64 {
        let stored = |daily: &Self| daily.secrets.len() + daily.marks.len() + daily.attempts.len();
        let before = stored(self);
        self.secrets.retain(|of, _| *of >= day);
        self.marks.retain(|(of, _)| *of >= day);
        self.attempts.retain(|(_, of), _| *of >= day);
        (before - stored(self)) as u64
    }
}

#[async_trait]
impl DailyGames for MemoryJournal {
    async fn daily_secret(
        &self,
        day: Day,
        fresh: Option<Secret>,
    ) -> Result<Option<Secret>, JournalError> {
        let daily = &mut self.state.lock().daily;
        if let (None, Some(fresh)) = (daily.secrets.get(&day), fresh) {
            daily.secrets.insert(day, fresh);
            daily.marks.retain(|(of, _)| *of >= day);
        }
        Ok(daily.secrets.get(&day).cloned())
    }

    async fn attempts_of(&self, person: UserId) -> Result<Vec<Attempt>, JournalError> {
        let state = self.state.lock();
        let own = state.daily.attempts.iter().rev();
        let own = own.filter(|((of, _), _)| *of == person);
        Ok(own.map(|(_, attempt)| attempt.clone()).collect())
    }

    async fn begin_attempt(
        &self,
        person: UserId,
        mark: u64,
        attempt: Attempt,
    ) -> Result<bool, JournalError> {
        let daily = &mut self.state.lock().daily;
        let begins = daily.marks.insert((attempt.day, mark));
        if begins {
            daily.attempts.insert((person, attempt.day), attempt);
        }
        Ok(begins)
    }

    async fn advance_attempt(
        &self,
        person: UserId,
        before: u32,
        attempt: Attempt,
    ) -> Result<bool, JournalError> {
        let attempts = &mut self.state.lock().daily.attempts;
        let stored = attempts.get_mut(&(person, attempt.day));
        let same = stored.filter(|stored| stored.steps() == before && stored.result.is_none());
        Ok(same.map(|stored| *stored = attempt).is_some())
    }

    async fn post_attempt(&self, person: UserId, day: Day) -> Result<bool, JournalError> {
        let attempts = &mut self.state.lock().daily.attempts;
        let stored = attempts.get_mut(&(person, day));
        let unposted = stored.filter(|stored| stored.result.is_some() && !stored.is_posted);
        Ok(unposted.map(|stored| stored.is_posted = true).is_some())
    }

    async fn daily_board(
        &self,
        guild: GuildId,
        day: Day,
        reader: UserId,
    ) -> Result<Vec<DailyBoardRow>, JournalError> {
        let state = self.state.lock();
        let finished = state
            .daily
            .attempts
            .iter()
            .filter_map(|((person, of), attempt)| {
                let result = attempt
                    .result
                    .filter(|result| result.guild == Some(guild))?;
                (*of == day && !state.is_hidden(*person)).then_some((result, *person))
            });
        let mut finished: Vec<_> = finished.collect();
        finished.sort_by_key(|(result, person)| (result.order(), result.finished_at, *person));
        let orders: Vec<_> = finished.iter().map(|(result, _)| result.order()).collect();
        let row = |(result, person): &(table::daily::AttemptResult, UserId)| DailyBoardRow {
            rank: orders.partition_point(|order| *order < result.order()) as u32 + 1,
            person: *person,
            place: result.place,
            turns: result.turns,
        };
        let rows = finished.iter().map(row).zip(0..);
        let shown = rows.filter(|(row, number)| *number < BOARD_ROWS || row.person == reader);
        Ok(shown.map(|(row, _)| row).collect())
    }
}
