//! The requests for the public message that are in flight.

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
    requests: BTreeMap<RequestId, InFlight>,
    last_id: u64,
}

impl InFlightRequests {
    pub(super) fn add(&mut self, request: InFlight) -> RequestId {
        self.last_id += 1;
        let id = RequestId(self.last_id);
        self.requests.insert(id, request);
        id
    }

    pub(super) fn remove(&mut self, id: RequestId) {
        self.requests.remove(&id);
        if self.requests.is_empty() {
            // An emptied map keeps its room, and a table mostly waits.
            self.requests = BTreeMap::new();
        }
    }

    /// Returns true if a request may change the content of a public message, or post one.
    pub(super) fn is_changing(&self) -> bool {
        self.any(|request| matches!(request, InFlight::Change | InFlight::NewMessage { .. }))
    }

    /// Returns true if a request posts a message that will be the table's.
    pub(super) fn is_posting(&self) -> bool {
        self.any(|request| matches!(request, InFlight::NewMessage { .. }))
    }

    /// Returns the message of a finished game that stays when the post in flight is made.
    pub(super) fn keeps(&self) -> Option<MessageId> {
        self.requests.values().find_map(|request| match *request {
            InFlight::NewMessage { keeps, .. } => keeps,
            InFlight::Change | InFlight::Scan { .. } | InFlight::Record => None,
        })
    }

    pub(super) fn is_scanning(&self) -> bool {
        self.any(|request| matches!(request, InFlight::Scan { .. }))
    }

    /// Returns true if the journal is being written.
    pub(super) fn is_recording(&self) -> bool {
        self.any(|request| request == InFlight::Record)
    }

    /// Returns the messages after which a post is in flight whose message nobody knows yet, and those
    /// where a scan in flight begins; `None` stands for the beginning of the channel.
    pub(super) fn unknown_after(&self) -> impl Iterator<Item = Option<MessageId>> {
        self.requests.values().filter_map(|request| match *request {
            InFlight::NewMessage { after, .. } => Some(after),
            InFlight::Scan { since } => Some(since),
            InFlight::Change | InFlight::Record => None,
        })
    }

    fn any(&self, is_wanted: impl Fn(InFlight) -> bool) -> bool {
        self.requests.values().any(|request| is_wanted(*request))
    }
}
