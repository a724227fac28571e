//! The messages in whose place a table's newer one came, until they are known to be gone. It must
//! never forget one of which nobody knows whether it is still there.

use std::time::Duration;

use serenity::model::id::MessageId;
use tokio::time::Instant;

use super::Failure;

const FIRST_RETRY: Duration = Duration::from_secs(2);
const LAST_RETRY: Duration = Duration::from_secs(60);
/// How often Discord may say no to a removal, as it does while a permission is taken away.
const REFUSALS: u32 = 20;

/// The replaced messages of one table, the oldest first.
#[derive(Default)]
pub(super) struct Replaced {
    messages: Vec<Leaving>,
    failures: u32,
    /// After a failure, not before this.
    rest_until: Option<Instant>,
}

struct Leaving {
    message: MessageId,
    /// Whether it is being removed just now.
    under_way: bool,
    refusals: u32,
}

impl Replaced {
    /// Those that the journal names.
    pub(super) fn read(numbers: &[u64]) -> Self {
        let mut replaced = Self::default();
        let numbers = numbers.iter().filter(|&&number| number != 0);
        numbers.for_each(|&number| replaced.add(MessageId::new(number)));
        replaced
    }

    pub(super) fn add(&mut self, message: MessageId) {
        if !self.messages.iter().any(|one| one.message == message) {
            self.messages.push(Leaving {
                message,
                under_way: false,
                refusals: 0,
            });
        }
    }

    /// As the journal takes them.
    pub(super) fn numbers(&self) -> Vec<u64> {
        self.messages.iter().map(|one| one.message.get()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    pub(super) fn rest_until(&self) -> Option<Instant> {
        self.rest_until
    }

    pub(super) fn wake(&mut self) {
        self.rest_until = None;
    }

    /// Those that are to be removed now.
    pub(super) fn depart(&mut self) -> Vec<MessageId> {
        let resting = self.rest_until.is_some();
        let waiting = |one: &&mut Leaving| !resting && !one.under_way;
        let departing = self.messages.iter_mut().filter(waiting);
        let depart = departing.map(|one| {
            one.under_way = true;
            one.message
        });
        depart.collect()
    }

    /// One was removed, or was not.
    pub(super) fn removed(
        &mut self,
        message: MessageId,
        result: &Result<(), Failure>,
        now: Instant,
    ) {
        let Some(place) = self.messages.iter().position(|one| one.message == message) else {
            return;
        };
        let leaving = &mut self.messages[place];
        leaving.under_way = false;
        match result {
            Err(Failure::Unreachable | Failure::TooSlow) => self.rest(now),
            Err(Failure::NotAllowed | Failure::ThreadClosed) if leaving.refusals < REFUSALS => {
                leaving.refusals += 1;
                self.rest_until = Some(now + LAST_RETRY);
            }
            Ok(()) | Err(_) => {
                self.failures = 0;
                self.messages.remove(place);
            }
        }
    }

    fn rest(&mut self, now: Instant) {
        let pause = FIRST_RETRY.saturating_mul(1 << self.failures.min(5));
        self.failures += 1;
        self.rest_until = Some(now + pause.min(LAST_RETRY));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_removed_until_it_is_known_to_be_gone() {
        let now = Instant::now();
        let [one, other] = [MessageId::new(1), MessageId::new(2)];
        let mut replaced = Replaced::read(&[1, 2, 0, 1]);
        assert_eq!(replaced.depart(), [one, other]);
        assert!(replaced.depart().is_empty(), "they are under way");
        replaced.removed(one, &Err(Failure::Unreachable), now);
        replaced.removed(other, &Err(Failure::UnknownMessage), now);
        assert_eq!(replaced.numbers(), [1]);
        assert!(replaced.depart().is_empty(), "Discord has a rest");
        assert_eq!(replaced.rest_until(), Some(now + FIRST_RETRY));
        replaced.wake();
        assert_eq!(replaced.depart(), [one]);
        replaced.removed(one, &Ok(()), now);
        assert!(replaced.is_empty());
    }

    #[test]
    fn a_message_that_may_not_be_removed_is_tried_a_few_times_more() {
        let now = Instant::now();
        let mut replaced = Replaced::read(&[1]);
        for _ in 0..=REFUSALS {
            replaced.wake();
            assert_eq!(replaced.depart(), [MessageId::new(1)]);
            replaced.removed(MessageId::new(1), &Err(Failure::NotAllowed), now);
        }
        assert!(replaced.is_empty());
    }
}
