//! A table out of memory: the remains of its driver once nobody uses the table, from which a later
//! driver goes on. The rest is replayed from the journal, up to the entry that was the last. A later entry,
//! of another process, is found as a loaded table finds it: by the next append.
//!
//! The message board is kept as it is, so that nothing is sent again and hands are still refreshed by the
//! tokens of their interactions. Only the screen that the message shows is dropped.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use outbox::MessageBoard;
use table::Unjournalled;
use table::ids::TableId;
use tokio::time::Instant;

use crate::cluster::ownership::Ownership;
use crate::game_quota::GameQuotaSlot;
use crate::table_stage::SharedStage;

/// The remains of a driver whose table is suspended.
pub(crate) struct Suspended {
    pub(crate) memory: TableMemory,
    /// When the table has something to do by itself; `None` for never.
    pub(crate) due: Option<Instant>,
    /// The deadlines have been extended by all outages before this.
    pub(crate) caught_up: Instant,
    pub(crate) board: Box<MessageBoard>,
    pub(crate) slot: GameQuotaSlot,
    pub(crate) stage: Arc<SharedStage>,
    pub(crate) message_id: Arc<AtomicU64>,
}

/// The knowledge of a suspended table that is not in its journal.
pub(crate) struct TableMemory {
    pub(crate) table: TableId,
    /// The version of the last entry that the table had.
    pub(crate) version: u64,
    pub(crate) ownership: Ownership,
    pub(crate) unjournalled: Unjournalled,
}
