//! The lock around the server's state. Locking updates the time; unlocking forwards the world's outputs.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;
use tokio::time::timeout;

use super::state::{DelayedEvent, ServerState};
use crate::id::Id;
use crate::people::ActionError;
use crate::world::{RESPONSE_DEADLINE_MS, StartedInteraction, World};

#[derive(Clone, Debug)]
pub(crate) struct Shared {
    state: Arc<Mutex<ServerState>>,
    stopping: watch::Receiver<bool>,
}

/// The locked state. `clippy.toml` forbids holding the lock across an await.
#[derive(Debug)]
pub(crate) struct StateGuard<'a> {
    state: MutexGuard<'a, ServerState>,
    shared: &'a Arc<Mutex<ServerState>>,
}

impl Shared {
    pub(crate) fn new(state: ServerState, stopping: watch::Receiver<bool>) -> Self {
        Self {
            state: Arc::new(Mutex::new(state)),
            stopping,
        }
    }

    pub(crate) fn lock(&self) -> StateGuard<'_> {
        let mut state = self.state.lock();
        state.update_time();
        StateGuard {
            state,
            shared: &self.state,
        }
    }

    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.clone()
    }

    /// Starts an interaction by calling `action` with the world and its time, then waits up to three seconds for the
    /// bot's response.
    pub(crate) async fn interact(
        &self,
        action: impl FnOnce(&mut World, u64) -> Result<StartedInteraction, ActionError>,
    ) -> Result<Id, ActionError> {
        let (id, answered) = {
            let mut state = self.lock();
            let now = state.world.now();
            let started = action(&mut state.world, now)?;
            (started.id, state.wait_for_answer(started.id))
        };
        let mut stopping = self.stopping();
        tokio::select! {
            // After a timeout, the caller still checks for an answer, which may have arrived at the last moment.
            _ = timeout(Duration::from_millis(RESPONSE_DEADLINE_MS), answered) => {}
            _ = stopping.changed() => {}
        }
        self.lock().stop_waiting(id);
        Ok(id)
    }
}

impl StateGuard<'_> {
    /// Forwards the world's outputs now, instead of waiting for the lock to be released.
    pub(crate) fn forward(&mut self) {
        for delayed in self.state.forward_outputs() {
            deliver_later(Arc::downgrade(self.shared), delayed);
        }
    }
}

impl Deref for StateGuard<'_> {
    type Target = ServerState;

    fn deref(&self) -> &ServerState {
        &self.state
    }
}

impl DerefMut for StateGuard<'_> {
    fn deref_mut(&mut self) -> &mut ServerState {
        &mut self.state
    }
}

impl Drop for StateGuard<'_> {
    fn drop(&mut self) {
        self.forward();
    }
}

/// Delivers an event after its delay, unless the sandbox has stopped by then.
fn deliver_later(state: Weak<Mutex<ServerState>>, delayed: DelayedEvent) {
    tokio::spawn(async move {
        tokio::time::sleep(delayed.delay).await;
        if let Some(state) = state.upgrade() {
            let mut state = state.lock();
            state.update_time();
            state.deliver(&delayed.event);
        }
    });
}
