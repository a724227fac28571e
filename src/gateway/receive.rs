//! Accepts interactions: drops those that were already delivered or can no longer be answered, converts the
//! others and hands them to [`crate::pages`]. Decides nothing about a game.

use std::collections::{HashSet, VecDeque};

use discord::RestClient;
use discord::metrics::{InteractionKind, InteractionOutcome};
use parking_lot::Mutex;
use serde_json::Value;
use serenity::all::Interaction;
use serenity::model::id::InteractionId;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use crate::gateway::arrival_delay::ArrivalDelay;
use crate::interaction::{self, IncomingInteraction, MissingPermissions};
use crate::pages::Dispatcher;

/// Discord's limit for the first answer to an interaction, in milliseconds. A process that was suspended
/// receives interactions later than that; another process may have answered them.
const ANSWER_LIMIT_MS: i64 = 3_000;
/// The number of interaction ids that are remembered.
const DEDUP_CAPACITY: usize = 20_000;

/// Passes all interactions of the process to [`crate::pages`].
pub(crate) struct InteractionIntake {
    dispatcher: Dispatcher,
    rest: RestClient,
    /// The tasks that are serving interactions. A shutdown waits for them.
    tasks: TaskTracker,
    dedup: Mutex<InteractionDedup>,
    delays: ArrivalDelay,
    missing_permissions: MissingPermissions,
}

impl InteractionIntake {
    /// Returns an intake that serves interactions in `tasks`.
    pub(crate) fn new(
        dispatcher: Dispatcher,
        rest: RestClient,
        tasks: TaskTracker,
        missing_permissions: MissingPermissions,
    ) -> Self {
        Self {
            dispatcher,
            rest,
            tasks,
            dedup: Mutex::default(),
            delays: ArrivalDelay::new(Instant::now()),
            missing_permissions,
        }
    }

    /// Serves an interaction, unless it was already delivered or can no longer be answered.
    pub(crate) async fn take(&self, interaction: &Interaction, received: Instant) {
        let id = interaction.id().get();
        debug!(interaction = id, "received an interaction");
        let count = |outcome| {
            let kind = interaction_kind(interaction);
            self.rest.metrics().count_interaction(kind, outcome);
        };
        let is_new = self.dedup.lock().insert(interaction.id());
        if !is_new {
            count(InteractionOutcome::Duplicate);
            return debug!(
                interaction = id,
                "dropped an interaction that was already delivered"
            );
        }
        // The upper bits of a snowflake are its creation time in milliseconds.
        if self.delays.excess_ms(id >> 22, received) > ANSWER_LIMIT_MS {
            count(InteractionOutcome::Stale);
            return debug!(
                interaction = id,
                "dropped an interaction that can no longer be answered"
            );
        }
        let missing = self.missing_permissions;
        let incoming = interaction::read_interaction(interaction, received, missing);
        if let Some(incoming) = incoming {
            self.serve(incoming).await;
        }
    }

    /// Serves an interaction that serenity could not deserialize. Unlike [`Self::take`], does not check whether it was
    /// already delivered.
    pub(crate) async fn take_undeserialized(&self, interaction: &Value, received: Instant) {
        warn!("serenity could not deserialize an interaction");
        if let Some(incoming) = interaction::read_undeserialized(interaction, received) {
            self.serve(incoming).await;
        }
    }

    /// Serves an interaction. A shutdown waits until it is served.
    async fn serve(&self, incoming: IncomingInteraction) {
        let serving = self.dispatcher.serve(incoming);
        self.tasks.track_future(serving).await;
    }
}

fn interaction_kind(interaction: &Interaction) -> InteractionKind {
    match interaction {
        Interaction::Autocomplete(_) => InteractionKind::Autocomplete,
        Interaction::Component(_) => InteractionKind::Click,
        Interaction::Modal(_) => InteractionKind::Modal,
        _ => InteractionKind::Command,
    }
}

/// The ids of the most recent interactions, because Discord delivers some more than once. Two answers to the same
/// interaction would race, and the one without the new screen could win. The memory is bounded and lost at a restart;
/// the unique interaction id in the journal guarantees that no click is applied twice.
#[derive(Debug, Default)]
struct InteractionDedup {
    known: HashSet<InteractionId>,
    /// The ids in `known`, oldest first.
    order: VecDeque<InteractionId>,
}

impl InteractionDedup {
    /// Remembers an interaction. Returns false if it was already remembered.
    fn insert(&mut self, interaction: InteractionId) -> bool {
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
