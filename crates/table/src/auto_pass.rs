//! Auto-pass: at a person's request, the table passes for them in every Nope window until their turn begins or they
//! play a Nope. Its delays are derived from public numbers and a seed drawn when auto-pass was enabled, never from
//! cards, so a pass looks like a tap. Only that person's hand shows that it is enabled. The table also passes for
//! the only person among computers in every window in which they can see that they hold no Nope.

use crate::computer_delay::hash;
use crate::ids::Millis;

/// The minimum delay in milliseconds, except in a short window; the maximum is three times as long.
const SHORTEST: u64 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AutoPass {
    pub(crate) seed: u32,
    pub(crate) set_at: Millis,
}

impl AutoPass {
    /// Returns when to pass in a window that opened at `since`: 1 to 3 seconds after that or after auto-pass was
    /// enabled, whichever is later. In a short window, the delay is at most three quarters of its length.
    pub(crate) fn passes_at(self, since: Millis, window: Millis) -> Millis {
        let shortest = SHORTEST.min(window.0 / 4);
        let delay = shortest + hash(&[self.seed.into(), since.0]) % (2 * shortest + 1);
        since.max(self.set_at).after(Millis(delay))
    }
}

/// The time, in milliseconds, that the only person among computers has to read a play before the table passes.
const READING_TIME: u64 = 1200;

/// Returns when to pass for the only person among computers, if they hold no Nope, in a window that opened at `since`.
pub(crate) fn passes_alone_at(since: Millis, window: Millis) -> Millis {
    since.after(Millis(READING_TIME.min(window.0 / 2)))
}
