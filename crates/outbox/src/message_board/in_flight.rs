//! The requests for the public message that are in flight. A request that was sent before another
//! process took the table over is stale: it may still take effect, but decides nothing any more.

use std::collections::BTreeMap;

use serenity::model::id::MessageId;

use super::request::RequestId;

/// A request in flight, as far as it decides what may be sent beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InFlight {
    /// An edit, or a click's answer that edits.
    Change,
    /// A post, or a command's answer that posts.
    NewMessage {
        /// The message of a finished game, which stays.
        keeps: Option<MessageId>,
        /// The message that the journal named when the request was sent.
        after: Option<MessageId>,
    },
    Scan {
        since: Option<MessageId>,
    },
    Record,
}

#[derive(Debug, Default)]
pub(super) struct InFlightRequests {
    requests: BTreeMap<RequestId, Entry>,
    last_id: u64,
}

#[derive(Debug)]
struct Entry {
    request: InFlight,
    stale: bool,
}

impl InFlightRequests {
    pub(super) fn add(&mut self, request: InFlight) -> RequestId {
        self.last_id += 1;
        let id = RequestId(self.last_id);
        let entry = Entry {
            request,
            stale: false,
        };
        self.requests.insert(id, entry);
        id
    }

    pub(super) fn remove(&mut self, id: RequestId) -> bool {
        let removed = self.requests.remove(&id);
        if self.requests.is_empty() {
            // An emptied map keeps its room, and a table mostly waits.
            self.requests = BTreeMap::new();
        }
        removed.is_none_or(|entry| entry.stale)
    }

    pub(super) fn make_stale(&mut self) {
        self.requests
            .values_mut()
            .for_each(|entry| entry.stale = true);
    }

    /// Returns true if a request may change the content of a public message, or post one. Stale
    /// requests count: they may still take effect.
    pub(super) fn is_changing(&self) -> bool {
        self.all()
            .any(|request| matches!(request, InFlight::Change | InFlight::NewMessage { .. }))
    }

    /// Returns true if a request posts a message that will be the table's.
    pub(super) fn is_posting(&self) -> bool {
        self.current()
            .any(|request| matches!(request, InFlight::NewMessage { .. }))
    }

    /// Returns the message of a finished game that stays when the post in flight is made.
    pub(super) fn keeps(&self) -> Option<MessageId> {
        self.current().find_map(|request| match request {
            InFlight::NewMessage { keeps, .. } => keeps,
            InFlight::Change | InFlight::Scan { .. } | InFlight::Record => None,
        })
    }

    pub(super) fn is_scanning(&self) -> bool {
        self.current()
            .any(|request| matches!(request, InFlight::Scan { .. }))
    }

    /// Returns true if the journal is being written. Stale requests count, so that the order of
    /// records is never in doubt.
    pub(super) fn is_recording(&self) -> bool {
        self.all().any(|request| request == InFlight::Record)
    }

    /// Returns the messages after which a post is in flight whose message nobody knows yet, and those
    /// where a scan in flight begins; `None` stands for the beginning of the channel.
    pub(super) fn unknown_after(&self) -> impl Iterator<Item = Option<MessageId>> {
        self.all().filter_map(|request| match request {
            InFlight::NewMessage { after, .. } => Some(after),
            InFlight::Scan { since } => Some(since),
            InFlight::Change | InFlight::Record => None,
        })
    }

    fn all(&self) -> impl Iterator<Item = InFlight> {
        self.requests.values().map(|entry| entry.request)
    }

    fn current(&self) -> impl Iterator<Item = InFlight> {
        let current = self.requests.values().filter(|entry| !entry.stale);
        current.map(|entry| entry.request)
    }
}
