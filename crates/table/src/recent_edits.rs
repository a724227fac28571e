//! How often the public message has been edited recently.

use std::collections::VecDeque;

use crate::fixed_time_limits::{OFTEN, OFTEN_WITHIN};
use crate::ids::Millis;

/// The times of the last edits, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentEdits(VecDeque<Millis>);

impl RecentEdits {
    pub(crate) fn add(&mut self, at: Millis) {
        if self.0.len() == OFTEN {
            self.0.pop_front();
        }
        self.0.push_back(at);
    }

    /// Returns true if edits are so frequent that Discord would throttle them for an old message.
    pub(crate) fn are_often(&self, now: Millis) -> bool {
        let first = self.0.front().filter(|_| self.0.len() == OFTEN);
        first.is_some_and(|&first| now.since(first) <= OFTEN_WITHIN)
    }
}
