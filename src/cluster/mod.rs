//! The processes that share a journal: heartbeats, takeovers of tables whose owner's heartbeat has
//! stopped, and messages for another process's table. When a heartbeat counts as stopped is decided
//! by the journal. This module never loads a table and holds none: it asks for that through
//! [`local_tables`], and knows nothing of the registry behind it.
//!
//! - what follows from owning, taking over or visiting a table: [`ownership`], a pure transition table
//! - recording that this process is running: [`heartbeat`]; how many are: `outbox::live_processes`
//! - orphaned tables: [`takeover`]; the owner of a channel's table, and visits: [`forwarding`]
//! - clicks that only one process receives, for the owner of their table: [`handed_click`]

pub(crate) mod forwarding;
pub(crate) mod handed_click;
pub(crate) mod heartbeat;
pub(crate) mod local_tables;
pub(crate) mod ownership;
pub(crate) mod takeover;
#[cfg(test)]
mod tests;
