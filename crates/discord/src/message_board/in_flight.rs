//! A slot's requests that are in flight.

use serenity::model::id::MessageId;
use table::user_set::UserSet;

use super::newest_screen::UpdateKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InFlight {
    Opening,
    Edit(MessageId, UpdateKind),
    /// The answer to a click, which edits the clicked message.
    ClickAnswer,
    NewMessage(NewMessage),
    Scan {
        since: Option<MessageId>,
    },
    Record(MessageId),
    RecordOnly,
    Deletion(MessageId),
}

/// A new message for the slot: either a post or the public answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NewMessage {
    pub(super) answers_command: bool,
    /// The finished game's message, which stays in the channel.
    pub(super) keeps: Option<MessageId>,
    /// The slot's recorded message when the request was made.
    pub(super) after: Option<MessageId>,
    pub(super) ping: UserSet,
}

#[derive(Debug, Default)]
pub(super) struct InFlightRequests {
    requests: Vec<(u64, InFlight)>,
    last_id: u64,
}

impl InFlightRequests {
    pub(super) fn add(&mut self, request: InFlight) -> u64 {
        self.last_id += 1;
        self.requests.push((self.last_id, request));
        self.last_id
    }

    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    pub(super) fn remove(&mut self, id: u64) -> Option<InFlight> {
        let index = self.requests.iter().position(|(known, _)| *known == id)?;
        let (_, removed) = self.requests.remove(index);
        if self.requests.is_empty() {
            // Clearing the list would keep its allocation, and a table is idle most of the time.
            self.requests = Vec::new();
        }
        Some(removed)
    }

    /// Returns true if a request may post a message or change its content.
    pub(super) fn is_changing(&self) -> bool {
        let edits = |request| matches!(request, InFlight::Edit(..) | InFlight::ClickAnswer);
        self.is_posting() || self.all().any(edits)
    }

    /// Returns true if a new message for the slot is being posted.
    pub(super) fn is_posting(&self) -> bool {
        self.new_messages().next().is_some()
    }

    /// Returns the finished game's message that a post in flight leaves in the channel, if any.
    pub(super) fn keeps(&self) -> Option<MessageId> {
        self.new_messages().find_map(|new| new.keeps)
    }

    pub(super) fn is_scanning(&self) -> bool {
        self.all()
            .any(|request| matches!(request, InFlight::Scan { .. }))
    }

    pub(super) fn is_opening(&self) -> bool {
        self.all().any(|request| request == InFlight::Opening)
    }

    pub(super) fn is_recording(&self) -> bool {
        self.all()
            .any(|request| matches!(request, InFlight::Record(_) | InFlight::RecordOnly))
    }

    /// Returns the messages after which unknown messages may appear: the predecessor of each new message in flight, and
    /// the starting point of each scan in flight. `None` is the beginning of the channel.
    pub(super) fn unknown_after(&self) -> impl Iterator<Item = Option<MessageId>> {
        self.all().filter_map(|request| match request {
            InFlight::NewMessage(new) => Some(new.after),
            InFlight::Scan { since } => Some(since),
            _ => None,
        })
    }

    fn new_messages(&self) -> impl Iterator<Item = NewMessage> {
        self.all().filter_map(|request| match request {
            InFlight::NewMessage(new) => Some(new),
            _ => None,
        })
    }

    fn all(&self) -> impl Iterator<Item = InFlight> {
        self.requests.iter().map(|(_, request)| *request)
    }
}
