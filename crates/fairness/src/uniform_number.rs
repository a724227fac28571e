//! Uniformly distributed numbers from a generator's bits.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;

/// Returns a uniformly distributed number below `bound`. Rejects 32-bit values at or above the largest multiple of
/// `bound` up to 2³², because they would make small remainders more likely.
pub(crate) fn below(generator: &mut ChaCha20Rng, bound: u32) -> u32 {
    let excess = (1 << 32) % u64::from(bound);
    loop {
        let bits = generator.next_u32();
        if u64::from(bits) < (1 << 32) - excess {
            return bits % bound;
        }
    }
}
