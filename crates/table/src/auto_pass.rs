//! The passes that a person lets the table make for them until their turn begins. Their delays follow from a
//! number that was drawn when this was set and from public ones, never from a card, so that nobody can
//! tell such a pass from a tap. Nobody else learns that it is set.

use crate::computer_delay::hash;
use crate::ids::Millis;

/// The shortest delay in milliseconds; the longest is three times as much.
const SHORTEST: u64 = 1000;

/// A person's wish that the table passes for them in every Nope window until their turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AutoPass {
    pub(crate) seed: u32,
    pub(crate) set_at: Millis,
}

impl AutoPass {
    /// Returns when to pass in a window that the game has waited for `since` then: by default 1 to 3 seconds
    /// later, and at most three quarters of the window.
    pub(crate) fn passes_at(self, since: Millis, window: Millis) -> Millis {
        let shortest = SHORTEST.min(window.0 / 4);
        let delay = shortest + hash(&[self.seed.into(), since.0]) % (2 * shortest + 1);
        since.max(self.set_at).after(Millis(delay))
    }
}
