//! Remembers the interactions that a table has applied, so that a redelivered interaction has no effect. If two
//! processes apply the same interaction at the same time, the journal accepts it from only one of them.

use std::collections::VecDeque;

use crate::ids::InteractionId;

/// Discord redelivers an interaction within seconds. In that time, a table applies far fewer interactions than this.
const MAX_INTERACTIONS: usize = 256;

/// The most recent interactions that a table has applied, oldest first.
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
