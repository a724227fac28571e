//! Recognises interactions that Discord delivers more than once; `receive` drops them.

use std::collections::{HashSet, VecDeque};

use serenity::model::id::InteractionId;

const DEDUP_CAPACITY: usize = 20_000;

/// The ids of the most recent interactions. Two answers to the same interaction would race, and the answer without the
/// new screen could win. The number of ids is bounded, and a restart loses them; the unique interaction id in the
/// journal guarantees that no click is applied to a table twice.
#[derive(Debug, Default)]
pub(super) struct InteractionDedup {
    known: HashSet<InteractionId>,
    /// The ids in `known`, oldest first.
    order: VecDeque<InteractionId>,
}

impl InteractionDedup {
    /// Remembers an interaction. Returns false if it was already remembered.
    pub(super) fn insert(&mut self, interaction: InteractionId) -> bool {
        if !self.known.insert(interaction) {
            return false;
        }
        self.order.push_back(interaction);
        if self.order.len() > DEDUP_CAPACITY
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interaction_is_new_once_until_it_is_forgotten() {
        let mut dedup = InteractionDedup::default();
        let ids = || (1..=DEDUP_CAPACITY as u64 + 1).map(InteractionId::new);
        assert!(ids().all(|id| dedup.insert(id)));
        assert!(!ids().skip(1).any(|id| dedup.insert(id)));
        assert!(
            dedup.insert(InteractionId::new(1)),
            "the oldest id is forgotten"
        );
    }
}
