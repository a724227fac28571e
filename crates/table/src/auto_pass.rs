//! Auto-pass: the table passes for a person in every Nope window until their turn begins, if they ask for it. For a
//! person alone among computers it also passes in each window in which they hold no Nope. The
//! delays are derived from public numbers and a seed drawn when auto-pass was enabled, never from a
//! card, so an automatic pass looks like a tap. Other players do not learn that it is enabled.

use crate::computer_delay::hash;
use crate::ids::Millis;

/// The minimum delay in milliseconds; the maximum is three times as much.
const SHORTEST: u64 = 1000;

/// A person's request that the table pass for them in every Nope window until their turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AutoPass {
    pub(crate) seed: u32,
    pub(crate) set_at: Millis,
}

impl AutoPass {
    /// Returns when to pass in a window that opened at `since`: 1 to 3 seconds later, or in a short
    /// window at most three quarters into it.
    pub(crate) fn passes_at(self, since: Millis, window: Millis) -> Millis {
        let shortest = SHORTEST.min(window.0 / 4);
        let delay = shortest + hash(&[self.seed.into(), since.0]) % (2 * shortest + 1);
        since.max(self.set_at).after(Millis(delay))
    }
}

/// The time that a person alone among computers gets to read what is played.
const READING_TIME: u64 = 1200;

/// Returns when to pass for a person alone among computers who holds no Nope, in a window that opened at `since`.
pub(crate) fn passes_alone_at(since: Millis, window: Millis) -> Millis {
    since.after(Millis(READING_TIME.min(window.0 / 2)))
}
