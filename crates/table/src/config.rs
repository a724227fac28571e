//! The operator's configuration, as far as tables use it. A table gets it when it is opened or
//! replayed; it is not journalled, so that a restart can change it. A running game keeps the rules
//! that were recorded with its deal.

use std::sync::Arc;

use rules::Editions;

/// The configuration that all tables of a process share; cloned without copying the editions. The
/// default is the configuration as this project ships it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableConfig {
    /// The editions by which lobbies check their options and new games are dealt.
    pub editions: Arc<Editions>,
}
