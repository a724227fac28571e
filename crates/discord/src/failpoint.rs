//! Named places in the code at which a process may be killed, for fault injection. In production no probe is set, and
//! hitting a failpoint costs one comparison. A failpoint only calls the probe; the simulator's probe decides whether to
//! kill the process there.

use std::fmt;
use std::sync::Arc;

use table::Table;
use table::entry::Entry;

use crate::named_enum;

named_enum! {
    /// A place in the code, usually just before or after an action. The variants are roughly in the order in which a
    /// click passes them. `kittens-lab torture --points` kills a simulated process at each of them.
    pub Failpoint {
        TableWaking = "table.waking",
        /// A table has been loaded. Its deadlines have not been extended yet.
        TableAwake = "table.awake",
        AllAwake = "tables.awake",
        /// A new table has its channel; no entry has been appended.
        TableOpened = "table.opened",
        /// The table has decided; the entry is not in the journal yet.
        EntryDecided = "entry.decided",
        /// The entry has been handed to the journal but is not durable yet.
        EntrySent = "entry.sent",
        /// The entry is durable; the table has not been notified yet.
        EntryCommitted = "entry.committed",
        /// The table has been notified that its entry is durable; no effect has been carried out.
        EntryAppended = "entry.appended",
        EntryRefused = "entry.refused",
        EffectAnswer = "effect.answer",
        EffectShow = "effect.show",
        EffectRefresh = "effect.refresh",
        /// A hand in a direct message is about to be shown or finished.
        EffectHand = "effect.hand",
        EffectChoose = "effect.choose",
        /// The table is about to record that a hand was explained, or to call players.
        EffectExplained = "effect.explained",
        EffectClose = "effect.close",
        /// All effects of an entry have been dispatched.
        EffectsDone = "effects.done",
        AnswerSending = "answer.sending",
        /// An interaction has been answered, or its answer has failed.
        AnswerCompleted = "answer.completed",
        MessagePosting = "message.posting",
        MessagePosted = "message.posted",
        MessageEditing = "message.editing",
        MessageEdited = "message.edited",
        MessageFailed = "message.failed",
        MessageRetrying = "message.retrying",
        MessageDeleting = "message.deleting",
        /// A replaced message has been deleted, or its deletion has failed.
        MessageDeleted = "message.deleted",
        PanelEditing = "panel.editing",
        /// A panel has been edited or sent as a follow-up message, or the attempt has failed.
        PanelCompleted = "panel.completed",
        /// The rate limits have let a request through.
        RequestPermitted = "request.permitted",
        /// A request has reached Discord but has not taken effect yet.
        RequestArrived = "request.arrived",
        /// A request has taken effect; its response is in transit.
        RequestApplied = "request.applied",
        RequestAnswered = "request.answered",
        /// A request of unknown outcome will be sent again after a pause.
        RequestRetrying = "request.retrying",
        RequestGivenUp = "request.given-up",
        RequestLimited = "request.limited",
        RequestResumed = "request.resumed",
        MessageRecording = "message.recording",
        MessageRecorded = "message.recorded",
        AliveRecording = "alive.recording",
        AliveRecorded = "alive.recorded",
        TableUnloaded = "table.unloaded",
        TableClosed = "table.closed",
    }
}

impl fmt::Display for Failpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Observes a process: the failpoints that it hits, its tables' entries, and panics.
pub trait Probe: Send + Sync {
    fn hit(&self, failpoint: Failpoint);
    /// Called with each entry that a table has decided, before it reaches the journal.
    fn entry_decided(&self, entry: &Entry);
    /// Called with a table once its newest entry is durable.
    fn entry_appended(&self, table: &Table);
    /// Called when part of the process has panicked and the process continues.
    fn panic_recovered(&self);
}

/// A handle to the process's probe, if one is set. Clones share the probe.
#[derive(Clone, Default)]
pub struct Failpoints(Option<Arc<dyn Probe>>);

impl Failpoints {
    pub fn with_probe(probe: Arc<dyn Probe>) -> Self {
        Self(Some(probe))
    }

    pub fn hit(&self, failpoint: Failpoint) {
        if let Some(probe) = &self.0 {
            probe.hit(failpoint);
        }
    }

    pub fn panic_recovered(&self) {
        if let Some(probe) = &self.0 {
            probe.panic_recovered();
        }
    }

    pub fn entry_decided(&self, entry: &Entry) {
        if let Some(probe) = &self.0 {
            probe.entry_decided(entry);
            probe.hit(Failpoint::EntryDecided);
        }
    }

    pub fn entry_appended(&self, table: &Table) {
        if let Some(probe) = &self.0 {
            probe.entry_appended(table);
            probe.hit(Failpoint::EntryAppended);
        }
    }
}
