//! Detects another program that answers this bot's interactions, for example one that was started on another machine
//! with the same token and a different journal. Both programs then host games.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// The number of foreign answers within [`WINDOW`] that causes a warning. Fewer may come from an old instance of the
/// bot that is being replaced.
const SUSPICIOUS: u32 = 5;
const WINDOW: Duration = Duration::from_secs(600);

/// The number of interactions that another program has answered in the current window, and when the window began.
#[derive(Default)]
pub(super) struct ForeignAnswers(Mutex<(u32, Option<Instant>)>);

impl ForeignAnswers {
    /// Counts an interaction that another program answered. Returns true once per process, when the count is high
    /// enough for a warning.
    pub(super) fn count(&self, now: Instant) -> bool {
        let (count, first) = &mut *self.0.lock();
        let is_recent = first.is_some_and(|first| now.duration_since(first) < WINDOW);
        if *count < SUSPICIOUS && !is_recent {
            (*count, *first) = (0, Some(now));
        }
        *count = count.saturating_add(1);
        *count == SUSPICIOUS
    }

    #[cfg(test)]
    pub(super) fn counted(&self) -> u32 {
        self.0.lock().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_another_program_are_told_once_and_single_ones_are_not() {
        let (answers, start) = (ForeignAnswers::default(), Instant::now());
        let told = (0..20).filter(|number| answers.count(start + WINDOW * *number));
        assert_eq!(told.count(), 0);
        let later = start + WINDOW * 30;
        let told: Vec<_> = (0..20).filter(|_| answers.count(later)).collect();
        assert_eq!(told, [4]);
    }
}
