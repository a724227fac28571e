//! The answers to interactions that neither `panels` nor a `slot` sends: notes, refusals, acknowledgements, and edits
//! of other clicked messages. Both in-flight and queued answers are capped. When the queue is full, the oldest is
//! dropped, because its three-second deadline expires first.

use std::collections::VecDeque;

use super::request::{Key, Op, Reply, Request};
use crate::callback::Callback;

const MAX_IN_FLIGHT: usize = 64;
const MAX_WAITING: usize = 256;

#[derive(Default)]
pub(super) struct InteractionAnswers {
    waiting: VecDeque<Request>,
    in_flight: usize,
}

impl InteractionAnswers {
    pub(super) fn acknowledge(&mut self, callback: Callback) {
        self.push(Key::Answer, callback, Reply::Acknowledge);
    }

    pub(super) fn push(&mut self, key: Key, callback: Callback, reply: Reply) {
        if self.waiting.len() == MAX_WAITING {
            self.waiting.pop_front();
        }
        let op = Op::Answer(callback, reply);
        self.waiting.push_back(Request { key, op });
    }

    pub(super) fn on_completed(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    pub(super) fn poll_request(&mut self) -> Option<Request> {
        if self.in_flight == MAX_IN_FLIGHT {
            return None;
        }
        let answer = self.waiting.pop_front()?;
        if self.waiting.is_empty() {
            // A table rarely has answers waiting, so the allocation is released.
            self.waiting = VecDeque::new();
        }
        self.in_flight += 1;
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use table::ids::UserId;

    use super::*;
    use crate::tests::samples::callback;

    fn numbers(answers: &mut InteractionAnswers) -> Vec<u64> {
        let polled = std::iter::from_fn(|| answers.poll_request());
        let number = |request: Request| match request.op {
            Op::Answer(callback, _) => callback.interaction.get(),
            other => panic!("{other:?} was never pushed"),
        };
        polled.map(number).collect()
    }

    fn acknowledging(clicks: u64) -> InteractionAnswers {
        let mut answers = InteractionAnswers::default();
        (1..=clicks).for_each(|number| answers.acknowledge(callback(number, UserId(1))));
        answers
    }

    #[tokio::test]
    async fn so_many_answers_are_on_their_way_at_a_time() {
        let mut answers = acknowledging(70);
        assert_eq!(numbers(&mut answers).len(), MAX_IN_FLIGHT);
        answers.on_completed();
        answers.on_completed();
        assert_eq!(numbers(&mut answers), [65, 66]);
    }

    #[tokio::test]
    async fn the_oldest_of_too_many_answers_are_dropped() {
        let mut answers = acknowledging(300);
        assert_eq!(numbers(&mut answers)[0], 45);
    }
}
