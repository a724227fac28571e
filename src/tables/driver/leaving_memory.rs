//! Decides when a table leaves memory, and what is kept. Afterwards, the table exists only as its entries in the
//! journal and as an unloaded table in the registry.

use tokio::time::Instant;

use super::{Driver, Exit, LastRun};

impl Driver {
    /// Returns when the table leaves memory if no one uses it until then. Returns `None` if something is in progress,
    /// or if the table has something to do soon.
    pub(super) fn leaves_at(&self) -> Option<Instant> {
        let is_quiet =
            self.pending_reply.is_none() && self.board.is_quiet() && self.table().is_replayable();
        let unload_after = self.services.env.unload_after;
        let unused_at = self.last_use.map(|last_use| last_use + unload_after);
        let leaves_at = unused_at.max(Some(Instant::now())).filter(|_| is_quiet)?;
        let is_soon = |due| due < leaves_at + unload_after;
        (!self.due().is_some_and(is_soon)).then_some(leaves_at)
    }

    pub(super) fn leave(&self) -> Exit {
        Exit::Unused {
            due: self.due(),
            last_run: LastRun::Here {
                caught_up: self.caught_up,
                message_posted_at: self.table().message_posted_at(),
                unwritable: None,
            },
        }
    }
}
