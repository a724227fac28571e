//! Takeovers of orphaned tables: their owner's heartbeat has stopped or, among processes that share shards,
//! this one holds the shard of their server. The journal decides when that is, and gives each table to one
//! process only.
//!
//! A click for an orphaned table takes the table over at once ([`super::forwarding`]) and waits in its
//! mailbox until the table is loaded and its deadlines are extended. If two processes write during a
//! takeover, the journal accepts one; the other reloads the table and tries its click again (`driver`).

use journal::{Journal, Orphaned};
use table::ids::Millis;
use tracing::{info, warn};

use super::local_tables::LocalTables;

/// Added to every deadline after a takeover, on top of the time no process ran the table. Less than
/// after a restart: a takeover begins within seconds, and deadlines are to pass within ten.
const TAKEOVER_GRACE: Millis = Millis::seconds(2);

pub(crate) async fn take_over_orphaned(journal: &dyn Journal, tables: &impl LocalTables) {
    let orphaned = journal.take_over().await.unwrap_or_else(|error| {
        warn!(%error, "could not look for orphaned tables");
        Vec::new()
    });
    if !orphaned.is_empty() {
        info!(tables = orphaned.len(), "took over tables");
    }
    tables.count_takeovers(orphaned.len());
    for Orphaned { running, since } in orphaned {
        tables.taken_over(running, Millis(since.0.saturating_sub(TAKEOVER_GRACE.0)));
    }
}
