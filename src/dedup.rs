//! Which interactions have been here already. Discord delivers some twice, and two answers to one
//! would race: the poorer one could win. It forgets; the journal is what does nothing twice.

use std::collections::{HashSet, VecDeque};

use serenity::model::id::InteractionId;

/// So many are remembered.
const REMEMBERED: usize = 20_000;

/// The interactions that came last.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    known: HashSet<InteractionId>,
    /// The same, oldest first.
    order: VecDeque<InteractionId>,
}

impl Recent {
    /// Whether this one has not been here, as far as is remembered. From now on it has.
    pub(crate) fn is_new(&mut self, interaction: InteractionId) -> bool {
        if !self.known.insert(interaction) {
            return false;
        }
        self.order.push_back(interaction);
        if self.order.len() > REMEMBERED
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
        let mut recent = Recent::default();
        let ids = || (1..=REMEMBERED as u64 + 1).map(InteractionId::new);
        assert!(ids().all(|id| recent.is_new(id)));
        assert!(!ids().skip(1).any(|id| recent.is_new(id)));
        assert!(
            recent.is_new(InteractionId::new(1)),
            "the oldest is forgotten"
        );
    }
}
