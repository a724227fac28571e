//! Refusals that do not pile up: while the newest private message of a person at a table is a refusal,
//! the next refusal takes its place. The earlier one is deleted, by the token of the interaction that
//! it answered, once the next one is shown.
//!
//! Only a refusal that Discord has confirmed is ever deleted. The token of an answer with another
//! outcome may stand for the public message.

use std::collections::HashMap;

use table::ids::UserId;
use tokio::time::Instant;

use crate::discord::callback::Callback;
use crate::outbox::interaction::TOKEN_LIFETIME;

/// The people at one table whose newest refusal is kept. Anybody in the channel can be refused.
const MAX_REFUSALS: usize = 64;

/// The newest private messages that are refusals, one for each person.
#[derive(Default)]
pub(super) struct Refusals {
    shown: HashMap<UserId, Callback>,
}

impl Refusals {
    /// Takes that a person gets a private message that is no refusal.
    pub(super) fn forget(&mut self, user: UserId) {
        self.shown.remove(&user);
    }

    /// Takes that an interaction was answered with a refusal. Returns the interaction whose refusal is
    /// to be deleted: the person's older one of the two, if its token can still be used.
    pub(super) fn on_shown(&mut self, callback: Callback, now: Instant) -> Option<Callback> {
        let is_usable =
            |shown: &Callback| now.saturating_duration_since(shown.received) < TOKEN_LIFETIME;
        self.shown.retain(|_, shown| is_usable(shown));
        let Some(other) = self.shown.remove(&callback.user) else {
            self.make_room();
            self.shown.insert(callback.user, callback);
            return None;
        };
        let (older, newer) = if other.received <= callback.received {
            (other, callback)
        } else {
            (callback, other)
        };
        self.shown.insert(newer.user, newer);
        Some(older).filter(is_usable)
    }

    /// Of too many refusals, forgets the oldest.
    fn make_room(&mut self) {
        if self.shown.len() < MAX_REFUSALS {
            return;
        }
        let oldest = self.shown.values().min_by_key(|shown| shown.received);
        if let Some(user) = oldest.map(|shown| shown.user) {
            self.shown.remove(&user);
        }
    }
}
