//! If a lobby's host closes its door, people must ask to join. The host can also remove people until the next game.

use crate::ids::UserId;
use crate::record::PersonRecord;

pub(crate) const MAX_KNOCKING: usize = 4;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Door {
    /// True if people can join only when the host lets them in.
    pub(crate) is_closed: bool,
    /// The people who want to join, in the order in which they asked.
    pub(crate) knocking: Vec<PersonRecord>,
    pub(crate) removed: Vec<UserId>,
}

impl Door {
    pub(crate) fn knocking(&self, user: UserId) -> Option<&PersonRecord> {
        self.knocking.iter().find(|person| person.user == user)
    }

    /// Drops a person's request to join. Called when they join or are removed.
    pub(crate) fn stop_knocking(&mut self, user: UserId) {
        self.knocking.retain(|person| person.user != user);
    }

    pub(crate) fn remove(&mut self, user: UserId) {
        self.stop_knocking(user);
        self.removed.push(user);
    }
}
