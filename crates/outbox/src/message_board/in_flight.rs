//! The requests for the public message that are in flight. A request that was sent before another
//! process took the table over is stale: it may still take effect, but decides nothing any more.

use std::collections::BTreeMap;

use serenity::model::id::MessageId;
use table::ids::UserId;

use super::request::{MessageSource, RequestId};
use super::wanted::UpdateKind;

/// A request in flight, with what its completion needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InFlight {
    Edit {
        message: MessageId,
        update: UpdateKind,
    },
    Post {
        update: UpdateKind,
        /// The message of a finished game, which stays.
        keeps: Option<MessageId>,
        /// The message that the journal named when the request was sent.
        after: Option<MessageId>,
        ping: Option<UserId>,
    },
    ClickAnswer,
    CommandAnswer {
        /// The message of a finished game, which stays.
        keeps: Option<MessageId>,
        /// The message that the journal named when the request was sent.
        after: Option<MessageId>,
        ping: Option<UserId>,
    },
    Scan {
        since: Option<MessageId>,
    },
    Record(MessageId, MessageSource),
    RecordOnly(MessageId),
    Delete(MessageId),
    Withdraw,
}

/// All requests in flight of one board.
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

    /// Removes a request that has completed. Returns it, and true if it is stale.
    pub(super) fn remove(&mut self, id: RequestId) -> Option<(InFlight, bool)> {
        let entry = self.requests.remove(&id)?;
        if self.requests.is_empty() {
            // An emptied map keeps its room, and a table mostly waits.
            self.requests = BTreeMap::new();
        }
        Some((entry.request, entry.stale))
    }

    /// Makes all requests stale.
    pub(super) fn make_stale(&mut self) {
        self.requests
            .values_mut()
            .for_each(|entry| entry.stale = true);
    }

    /// Returns true if a request may change the content of a public message, or post one. Stale
    /// requests count: they may still take effect.
    pub(super) fn is_changing(&self) -> bool {
        self.any(|entry| {
            matches!(
                entry.request,
                InFlight::Edit { .. }
                    | InFlight::Post { .. }
                    | InFlight::ClickAnswer
                    | InFlight::CommandAnswer { .. }
            )
        })
    }

    /// Returns true if a request posts a message that will be the table's.
    pub(super) fn is_posting(&self) -> bool {
        self.any(|entry| {
            let posts = matches!(
                entry.request,
                InFlight::Post { .. } | InFlight::CommandAnswer { .. }
            );
            posts && !entry.stale
        })
    }

    /// Returns the message of a finished game that stays when the post in flight is made.
    pub(super) fn keeps(&self) -> Option<MessageId> {
        self.requests
            .values()
            .filter(|entry| !entry.stale)
            .find_map(|entry| match entry.request {
                InFlight::Post { keeps, .. } | InFlight::CommandAnswer { keeps, .. } => keeps,
                _ => None,
            })
    }

    pub(super) fn is_scanning(&self) -> bool {
        self.any(|entry| !entry.stale && matches!(entry.request, InFlight::Scan { .. }))
    }

    /// Returns true if the journal is being written. Stale requests count, so that the order of
    /// records is never in doubt.
    pub(super) fn is_recording(&self) -> bool {
        self.any(|entry| {
            matches!(
                entry.request,
                InFlight::Record(..) | InFlight::RecordOnly(_)
            )
        })
    }

    /// Returns the messages after which a post is in flight whose message nobody knows yet, and those
    /// where a scan in flight begins; `None` stands for the beginning of the channel.
    pub(super) fn unknown_after(&self) -> impl Iterator<Item = Option<MessageId>> {
        self.requests
            .values()
            .filter_map(|entry| match entry.request {
                InFlight::Post { after, .. } | InFlight::CommandAnswer { after, .. } => Some(after),
                InFlight::Scan { since } => Some(since),
                _ => None,
            })
    }

    fn any(&self, is_wanted: impl Fn(&Entry) -> bool) -> bool {
        self.requests.values().any(is_wanted)
    }
}
