//! Accepts interactions: drops duplicates and interactions that can no longer be answered, converts the rest and hands
//! them to [`crate::pages`]. Decides nothing about a game.

use discord::RestClient;
use discord::metrics::{InteractionKind, InteractionOutcome};
use parking_lot::Mutex;
use serde_json::Value;
use serenity::all::{Guild, Interaction};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use crate::gateway::arrival_delay::ArrivalDelay;
use crate::gateway::duplicate_interactions::InteractionDedup;
use crate::interaction::{self, IncomingInteraction, MissingPermissions};
use crate::pages::Dispatcher;

/// Discord's limit for the first answer to an interaction, in milliseconds. A process that was suspended may receive
/// interactions after this limit, when another process may already have answered them.
const ANSWER_LIMIT_MS: i64 = 3_000;

/// Passes the process's interactions to [`crate::pages`].
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

    /// Serves an interaction that serenity could not deserialize. Unlike [`Self::take`], checks neither whether it was
    /// already delivered nor whether it can still be answered.
    pub(crate) async fn take_undeserialized(&self, interaction: &Value, received: Instant) {
        warn!("serenity could not deserialize an interaction");
        if let Some(incoming) = interaction::read_undeserialized(interaction, received) {
            self.serve(incoming).await;
        }
    }

    pub(crate) async fn greet(&self, guild: &Guild) {
        let greeting = self.dispatcher.greet(guild);
        self.tasks.track_future(greeting).await;
    }

    /// Serves an interaction. A shutdown waits until this is done.
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
