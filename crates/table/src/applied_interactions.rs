//! The clicks that a table has applied: each is applied once, however often it is delivered. If two processes
//! apply one at the same time, the journal takes it from one of them only.

use std::collections::VecDeque;

use crate::ids::InteractionId;

/// Discord delivers an interaction again within seconds, in which a table does not get this many clicks.
const MAX_INTERACTIONS: usize = 256;

/// The newest interactions that a table has applied, the oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AppliedInteractions(VecDeque<InteractionId>);

impl AppliedInteractions {
    pub(crate) fn add(&mut self, interaction: InteractionId) {
        if self.0.len() == MAX_INTERACTIONS {
            self.0.pop_front();
        }
        self.0.push_back(interaction);
    }

    pub(crate) fn contains(&self, interaction: InteractionId) -> bool {
        self.0.contains(&interaction)
    }
}
