//! Lets code in the sandbox's own process act as users, without HTTP. Made for load tests with thousands of users,
//! where simulating a click must not cost more than the bot's response.
//!
//! The bot itself still communicates only over the network.

use serde_json::Value;
use tokio::sync::broadcast;

use super::shared::Shared;
use crate::id::Id;
use crate::people::{ActionError, Click, SlashCommand};
use crate::world::{Change, StartedInteraction, World};

#[derive(Clone, Debug)]
pub struct LocalClient {
    shared: Shared,
}

#[derive(Clone, Debug)]
pub struct LocalAnswer {
    /// The bot's new message, or else the clicked one, as it was right after the answer; `None` if there is neither.
    pub message: Option<Value>,
}

impl LocalClient {
    pub(super) fn new(shared: Shared) -> Self {
        Self { shared }
    }

    /// Calls `look` with the world and the sandbox's time. Holds the lock during the call, so `look` must be quick.
    pub fn with_world<T>(&self, look: impl FnOnce(&mut World, u64) -> T) -> T {
        let mut state = self.shared.lock();
        let now = state.world.now();
        look(&mut state.world, now)
    }

    /// Returns the number of the bot's REST calls so far, and how many of them count towards the global rate limit.
    pub fn request_counts(&self) -> (u64, u64) {
        self.shared.lock().problems.request_counts()
    }

    /// Returns a receiver for all changes from now on. A receiver that lags behind misses some changes.
    pub fn subscribe(&self) -> broadcast::Receiver<Change> {
        self.shared.lock().subscribe()
    }

    /// Runs a slash command as a user and waits up to three seconds for the bot's answer. Returns `None` if the bot has
    /// not answered by then.
    pub async fn run_command(
        &self,
        channel: Id,
        command: &SlashCommand,
    ) -> Result<Option<LocalAnswer>, ActionError> {
        self.act(|world, now| world.run_command(now, channel, command))
            .await
    }

    /// Clicks as a user and waits up to three seconds for the bot's answer. Returns `None` if the bot has not
    /// answered by then.
    pub async fn click(
        &self,
        channel: Id,
        click: &Click,
    ) -> Result<Option<LocalAnswer>, ActionError> {
        self.act(|world, now| world.click(now, channel, click))
            .await
    }

    async fn act(
        &self,
        action: impl FnOnce(&mut World, u64) -> Result<StartedInteraction, ActionError>,
    ) -> Result<Option<LocalAnswer>, ActionError> {
        let id = self.shared.interact(action).await?;
        let mut state = self.shared.lock();
        let interaction = state.world.interaction(id);
        let answered = interaction.is_some_and(|one| one.response.is_some());
        Ok(answered.then(|| LocalAnswer {
            message: state.world.take_response_message(id),
        }))
    }
}
