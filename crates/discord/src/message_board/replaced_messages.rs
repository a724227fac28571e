//! A slot's older messages that must still be deleted. A message stays in the list until it is known to be gone or its
//! deletion is given up.
//!
//! The journal contains the table's list (`PostedMessages::replaced`), so the next process can continue the deletions.

use serenity::model::id::MessageId;

use super::request::SlotId;
use super::timers::{MAX_PAUSE, Timer, Timers};
use crate::RequestError;

/// The maximum number of retries of a refused deletion. A retry may succeed, because permissions or the thread's state
/// can change.
const MAX_REFUSALS: u32 = 20;

#[derive(Default)]
pub(super) struct ReplacedMessages {
    messages: Vec<ReplacedMessage>,
}

struct ReplacedMessage {
    id: MessageId,
    deletion_in_flight: bool,
    refusals: u32,
}

impl ReplacedMessages {
    /// Restores the list from the journal. Ignores ids of 0.
    pub(super) fn from_journal(ids: &[u64]) -> Self {
        let mut replaced = Self::default();
        let ids = ids.iter().filter(|&&id| id != 0);
        ids.for_each(|&id| replaced.add(MessageId::new(id)));
        replaced
    }

    pub(super) fn add(&mut self, id: MessageId) {
        if !self.messages.iter().any(|message| message.id == id) {
            self.messages.push(ReplacedMessage {
                id,
                deletion_in_flight: false,
                refusals: 0,
            });
        }
    }

    pub(super) fn ids(&self) -> Vec<u64> {
        self.messages
            .iter()
            .map(|message| message.id.get())
            .collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Returns the messages whose deletion may start now, and marks the deletions as in flight.
    pub(super) fn begin_deletions(&mut self, slot: SlotId, timers: &Timers) -> Vec<MessageId> {
        if timers.is_running(Timer::Deletion(slot)) {
            return Vec::new();
        }
        let waiting = self
            .messages
            .iter_mut()
            .filter(|message| !message.deletion_in_flight);
        let begun = waiting.map(|message| {
            message.deletion_in_flight = true;
            message.id
        });
        begun.collect()
    }

    /// Handles the result of a deletion: forgets the message, or schedules another attempt.
    pub(super) fn on_deleted(
        &mut self,
        slot: SlotId,
        id: MessageId,
        result: &Result<(), RequestError>,
        timers: &mut Timers,
    ) {
        let Some(index) = self.messages.iter().position(|message| message.id == id) else {
            return;
        };
        let message = &mut self.messages[index];
        message.deletion_in_flight = false;
        match result {
            Err(RequestError::OutcomeUnknown | RequestError::DeadlineExceeded) => {
                timers.back_off(Timer::Deletion(slot));
            }
            Err(RequestError::ChannelPaused) => timers.start(Timer::Deletion(slot), MAX_PAUSE),
            Err(
                RequestError::MissingAccess
                | RequestError::MissingPermissions
                | RequestError::ThreadArchived
                | RequestError::ThreadLocked,
            ) if message.refusals < MAX_REFUSALS => {
                message.refusals += 1;
                timers.start(Timer::Deletion(slot), MAX_PAUSE);
            }
            Ok(()) | Err(_) => {
                self.messages.remove(index);
                if self.messages.is_empty() {
                    timers.reset(Timer::Deletion(slot));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::*;

    #[test]
    fn a_message_is_deleted_until_it_is_known_to_be_gone() {
        let now = Instant::now();
        let mut timers = Timers::new(now);
        let [first, second] = [MessageId::new(1), MessageId::new(2)];
        let mut replaced = ReplacedMessages::from_journal(&[1, 2, 0, 1]);
        assert_eq!(
            replaced.begin_deletions(SlotId::Table, &timers),
            [first, second]
        );
        let begun = replaced.begin_deletions(SlotId::Table, &timers);
        assert!(begun.is_empty(), "both are in flight");
        replaced.on_deleted(
            SlotId::Table,
            first,
            &Err(RequestError::OutcomeUnknown),
            &mut timers,
        );
        replaced.on_deleted(
            SlotId::Table,
            second,
            &Err(RequestError::UnknownMessage),
            &mut timers,
        );
        assert_eq!(replaced.ids(), [1]);
        let begun = replaced.begin_deletions(SlotId::Table, &timers);
        assert!(begun.is_empty(), "it backs off");
        timers.advance(now + Duration::from_secs(2));
        assert_eq!(replaced.begin_deletions(SlotId::Table, &timers), [first]);
        replaced.on_deleted(SlotId::Table, first, &Ok(()), &mut timers);
        assert!(replaced.is_empty());
    }

    #[test]
    fn a_deletion_without_permission_is_given_up_after_twenty_more_attempts() {
        let mut timers = Timers::new(Instant::now());
        let mut replaced = ReplacedMessages::from_journal(&[1]);
        for _ in 0..=MAX_REFUSALS {
            timers.advance(timers.now() + MAX_PAUSE);
            assert_eq!(
                replaced.begin_deletions(SlotId::Table, &timers),
                [MessageId::new(1)]
            );
            let refused = Err(RequestError::MissingPermissions);
            replaced.on_deleted(SlotId::Table, MessageId::new(1), &refused, &mut timers);
        }
        assert!(replaced.is_empty());
    }
}
