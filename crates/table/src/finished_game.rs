//! A finished game, as far as its result is shown and a rematch follows from it.

use std::sync::Arc;

use rules::Seat;

use crate::beat::Beat;
use crate::ids::Millis;
use crate::screen::{Award, Chart, GameStats, Standing};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinishedGame {
    /// The seat that took the first turn.
    pub(crate) first: Seat,
    pub(crate) standings: Vec<Standing>,
    pub(crate) stats: GameStats,
    pub(crate) awards: Vec<Award>,
    pub(crate) chart: Arc<Chart>,
    /// The time at which the game ended; an outage does not move it.
    pub(crate) ended: Millis,
    /// The last death, if it is shown alone before the result.
    pub(crate) beat: Option<Beat>,
}
