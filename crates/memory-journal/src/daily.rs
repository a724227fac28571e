//! The Kittens of the day in a journal in memory.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use fairness::Secret;
use journal::{DailyGames, JournalError};
use table::daily::{self, Attempt, DailyBoardRow, Day};
use table::ids::{GuildId, UserId};

use super::MemoryJournal;

#[derive(Debug, Default)]
pub(super) struct Daily {
    secrets: BTreeMap<Day, Secret>,
    marks: BTreeSet<(Day, u64)>,
    attempts: BTreeMap<(UserId, Day), Attempt>,
}

impl Daily {
    /// Returns the servers in which tries were finished.
    pub(super) fn guilds(&self) -> impl Iterator<Item = GuildId> {
        let attempts = self.attempts.values();
        attempts.filter_map(|attempt| attempt.result?.guild)
    }

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

    async fn store_attempt(
        &self,
        person: UserId,
        mark: u64,
        attempt: Attempt,
    ) -> Result<bool, JournalError> {
        let daily = &mut self.state.lock().daily;
        let (day, stored) = (attempt.day, (person, attempt.day));
        let is_next = match attempt.version {
            1 => daily.marks.insert((day, mark)),
            next => {
                let before = daily.attempts.get(&stored);
                before.is_some_and(|before| before.version + 1 == next)
            }
        };
        if is_next {
            daily.attempts.insert(stored, attempt);
        }
        Ok(is_next)
    }

    async fn daily_board(
        &self,
        guild: GuildId,
        day: Day,
        reader: UserId,
    ) -> Result<Vec<DailyBoardRow>, JournalError> {
        let state = self.state.lock();
        let attempts = state.daily.attempts.iter();
        let results = attempts.filter_map(|((person, of), attempt)| {
            let result = attempt.result.filter(|one| one.guild == Some(guild))?;
            let is_shown = *of == day && !state.is_hidden(*person);
            is_shown.then(|| (*person, attempt.name.clone(), result))
        });
        Ok(daily::board(results.collect(), reader))
    }
}
