//! The interactions of the last seconds: a load balancer that got no answer may deliver one again, and
//! then gets the answer of the first delivery. A state machine without I/O.

use std::collections::HashMap;
use std::collections::VecDeque;
use std::time::Duration;

use outbox::http_reply::PendingAnswer;
use serenity::model::id::InteractionId;
use tokio::time::Instant;

/// How long an answer is kept; longer than the replay window.
const LIFETIME: Duration = Duration::from_secs(10);
/// Of more interactions than this in that time, the oldest are forgotten.
const CAPACITY: usize = 20_000;

/// The answers to recent interactions, or the promises of them.
#[derive(Default)]
pub(super) struct Deliveries {
    answers: HashMap<InteractionId, PendingAnswer>,
    /// The ids in `answers` with their times, oldest first.
    order: VecDeque<(Instant, InteractionId)>,
}

impl Deliveries {
    pub(super) fn find(
        &mut self,
        interaction: InteractionId,
        now: Instant,
    ) -> Option<PendingAnswer> {
        self.forget_old(now);
        self.answers.get(&interaction).cloned()
    }

    /// Remembers the answer of an interaction that is delivered for the first time.
    pub(super) fn insert(
        &mut self,
        interaction: InteractionId,
        answer: PendingAnswer,
        now: Instant,
    ) {
        if self.answers.insert(interaction, answer).is_none() {
            self.order.push_back((now, interaction));
        }
        self.forget_old(now);
    }

    fn forget_old(&mut self, now: Instant) {
        while let Some(&(since, interaction)) = self.order.front() {
            let is_old = now.saturating_duration_since(since) > LIFETIME;
            if !is_old && self.order.len() <= CAPACITY {
                return;
            }
            self.order.pop_front();
            self.answers.remove(&interaction);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outbox::http_reply::HttpReply;

    fn answer() -> PendingAnswer {
        HttpReply::new().1
    }

    #[test]
    fn a_second_delivery_finds_the_first_until_that_is_old() {
        let mut deliveries = Deliveries::default();
        let (now, id) = (Instant::now(), InteractionId::new(1));
        assert!(deliveries.find(id, now).is_none());
        deliveries.insert(id, answer(), now);
        assert!(deliveries.find(id, now + LIFETIME).is_some());
        let later = now + LIFETIME + Duration::from_millis(1);
        assert!(deliveries.find(id, later).is_none());
    }

    #[test]
    fn so_many_are_remembered_at_most() {
        let mut deliveries = Deliveries::default();
        let now = Instant::now();
        for id in 1..=CAPACITY as u64 + 1 {
            deliveries.insert(InteractionId::new(id), answer(), now);
        }
        assert!(deliveries.find(InteractionId::new(1), now).is_none());
        assert!(deliveries.find(InteractionId::new(2), now).is_some());
        assert_eq!(deliveries.order.len(), CAPACITY);
    }
}
