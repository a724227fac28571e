//! The operator's configuration, as far as tables use it. A table gets it when it is opened or
//! replayed; it is not journalled, so that a restart can change it. A running game keeps the rules
//! and the time limits that were recorded when it began.

use std::sync::Arc;

use rules::Editions;

use crate::ids::Millis;
use crate::pace::Paces;

/// The configuration that all tables of a process share; cloned without copying the editions. The
/// default is the configuration as this project ships it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableConfig {
    /// The editions by which lobbies check their options and new games are dealt.
    pub editions: Arc<Editions>,
    /// The time limits that a table takes over into its options when it opens, at a rematch and when
    /// a finished table becomes a new lobby.
    pub paces: Paces,
    /// How long after it was sent a person can have seen a step of their hand. A tap that comes sooner
    /// chooses nothing.
    pub step_seen_after: Millis,
    /// True if clicks in direct messages reach this process: hands there have buttons.
    pub direct_controls: bool,
}

impl Default for TableConfig {
    fn default() -> Self {
        Self {
            editions: Arc::default(),
            paces: Paces::default(),
            step_seen_after: Millis(600),
            direct_controls: true,
        }
    }
}
