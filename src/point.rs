//! The named points at which a process may be cut off between what it does and what it does next.
//! Nobody watches them but the simulator; what runs in earnest passes them by at the cost of one
//! look. They must never change what the process does.

use std::fmt;
use std::sync::Arc;

use table::Table;
use table::entry::Entry;

macro_rules! points {
    ($( $(#[$doc:meta])* $point:ident = $name:literal, )*) => {
        /// A place in the way of what happens at a table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Point { $( $(#[$doc])* $point, )* }

        impl Point {
            /// Every point, in the order of a click's walk.
            pub const ALL: &[Self] = &[$( Self::$point, )*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$point => $name, )* }
            }
        }
    };
}

points! {
    /// A sleeping table is about to be read.
    TableWaking = "table.waking",
    /// It has been read; nobody has got his time back yet.
    TableAwake = "table.awake",
    /// All tables of the earlier process have been woken.
    AllAwake = "tables.awake",
    /// A new table has its channel and nothing written down yet.
    TableOpened = "table.opened",
    /// The table has decided, and the journal does not know it yet.
    EntryDecided = "entry.decided",
    /// The journal has the entry, and has not kept it yet.
    EntryHandedOver = "entry.handed-over",
    /// The journal has kept it, and nobody knows that yet.
    EntryCommitted = "entry.committed",
    /// The table's task knows that it is kept, and has told nobody yet.
    EntryKept = "entry.kept",
    /// The journal has refused.
    EntryRefused = "entry.refused",
    /// Somebody else wrote first, or may have: the journal is about to be read again.
    TableReadingBack = "table.reading-back",
    /// It has been read again.
    TableReadBack = "table.read-back",
    /// A click is about to be answered.
    EffectAnswer = "effect.answer",
    /// The table's message is about to be changed.
    EffectShow = "effect.show",
    /// A panel is about to be changed.
    EffectRefresh = "effect.refresh",
    /// A computer is about to think.
    EffectThink = "effect.think",
    /// The table is about to end.
    EffectClose = "effect.close",
    /// All that follows from the entry has been set going.
    EffectsDone = "effects.done",
    /// An answer is on its way to the outbox's request.
    AnswerStarting = "answer.starting",
    /// An answer has been given, or has failed.
    AnswerSettled = "answer.settled",
    /// A post of the table's message begins.
    BoardPosting = "board.posting",
    /// The table's message has been posted.
    BoardPosted = "board.posted",
    /// An edit of the table's message begins.
    BoardEditing = "board.editing",
    /// The table's message has been edited.
    BoardEdited = "board.edited",
    /// The table's message could not be brought to its channel.
    BoardFailed = "board.failed",
    /// After a failure the table's message is tried again.
    BoardRetrying = "board.retrying",
    /// The message that was replaced is about to be removed.
    BoardDeleting = "board.deleting",
    /// It has been removed, or cannot be.
    BoardDeleted = "board.deleted",
    /// An edit of a panel begins.
    PanelEditing = "panel.editing",
    /// It has been made, or has failed.
    PanelSettled = "panel.settled",
    /// A request may go out.
    RequestPermitted = "request.permitted",
    /// It has reached Discord, and has done nothing there yet.
    RequestArrived = "request.arrived",
    /// It has taken effect, and its answer is on the way.
    RequestApplied = "request.applied",
    /// Its answer is here.
    RequestHeard = "request.heard",
    /// No answer came: it will be sent once more.
    RequestRetrying = "request.retrying",
    /// No answer came a second time.
    RequestGivenUp = "request.given-up",
    /// Discord has asked to slow down.
    RequestLimited = "request.limited",
    /// The pause that Discord asked for is over.
    RequestWaited = "request.waited",
    /// The number of the table's message is about to be noted.
    MessageNoting = "message.noting",
    /// It has been noted.
    MessageNoted = "message.noted",
    /// The process is about to say that it is alive.
    LifeNoting = "life.noting",
    /// It has said so.
    LifeNoted = "life.noted",
    /// A table has ended and makes room.
    TablePutAway = "table.put-away",
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Somebody who wants to know what a process comes past.
pub trait Watch: Send + Sync {
    /// It is here.
    fn pass(&self, point: Point);
    /// A table has decided this, and the journal does not know it yet.
    fn decided(&self, entry: &Entry);
    /// All that this table has decided is kept.
    fn kept(&self, table: &Table);
}

/// The way to whoever watches; to nobody, unless somebody was named. Clones share it.
#[derive(Clone, Default)]
pub struct Points(Option<Arc<dyn Watch>>);

impl Points {
    /// Points that this one watches.
    pub fn watched_by(watch: Arc<dyn Watch>) -> Self {
        Self(Some(watch))
    }

    pub fn pass(&self, point: Point) {
        if let Some(watch) = &self.0 {
            watch.pass(point);
        }
    }

    pub fn decided(&self, entry: &Entry) {
        if let Some(watch) = &self.0 {
            watch.decided(entry);
            watch.pass(Point::EntryDecided);
        }
    }

    pub fn kept(&self, table: &Table) {
        if let Some(watch) = &self.0 {
            watch.kept(table);
            watch.pass(Point::EntryKept);
        }
    }
}
