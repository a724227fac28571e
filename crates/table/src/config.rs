//! The part of the operator's configuration that tables use. A table receives the configuration when the table is
//! opened or replayed. The configuration is not journalled, so it can change at a restart. A running game keeps the
//! rules and time limits recorded when it began.

use std::sync::Arc;

use rules::Editions;

use crate::about::About;
use crate::ids::Millis;
use crate::pace::Paces;

/// The configuration shared by all tables of a process. The default is the shipped configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableConfig {
    /// The editions used to validate the options of lobbies and to deal new games.
    pub editions: Arc<Editions>,
    /// The time limits. A table copies them into its options when it opens, at a rematch, and when
    /// a finished table becomes a new lobby.
    pub paces: Paces,
    /// The minimum time between sending a step of a hand and a tap on it. An earlier tap has no effect, because it was
    /// probably meant for the previous step.
    pub min_tap_delay: Millis,
    /// True if this process receives clicks in direct messages, so that hands there have buttons.
    pub direct_controls: bool,
    /// The operator's texts about the bot.
    pub about: About,
}

impl Default for TableConfig {
    fn default() -> Self {
        Self {
            editions: Arc::default(),
            paces: Paces::default(),
            min_tap_delay: Millis(600),
            direct_controls: true,
            about: About::default(),
        }
    }
}
