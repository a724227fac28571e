//! Lookup tables to count the bits of a small set and to find the n-th set bit. Simulated games do both all the time.
//! Without a population-count instruction, counting takes a dozen steps, and a loop that searches for a random bit
//! defeats branch prediction.

/// The number of set bits of each 9-bit number.
const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        counts[bits] = (bits as u16).count_ones() as u8;
        bits += 1;
    }
    counts
};

/// The indices of the set bits of each 9-bit number, lowest first.
const INDICES: [[u8; 9]; 512] = {
    let mut indices = [[0; 9]; 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut index, mut found) = (0, 0);
        while index < 9 {
            if bits >> index & 1 == 1 {
                indices[bits][found] = index as u8;
                found += 1;
            }
            index += 1;
        }
        bits += 1;
    }
    indices
};

/// The number of bits that one lookup covers.
const CHUNK: u32 = 9;
const MASK: u64 = (1 << CHUNK) - 1;

/// Returns the index of the set bit at `position` (from 0, lowest bit first); `None` beyond the last.
#[inline]
pub(crate) fn nth(bits: u64, position: usize) -> Option<u8> {
    if bits >> (2 * CHUNK) == 0 {
        return nth_of_two_chunks(bits, position);
    }
    let mut left = position;
    let mut rest = bits;
    let mut skipped = 0;
    while rest != 0 {
        let chunk = (rest & MASK) as usize;
        let here = usize::from(COUNTS[chunk]);
        if left < here {
            return Some(skipped + INDICES[chunk][left]);
        }
        left -= here;
        rest >>= CHUNK;
        skipped += CHUNK as u8;
    }
    None
}

/// Like [`nth`], but without a loop. Only for sets that fit into two chunks, which are the most common.
#[inline]
fn nth_of_two_chunks(bits: u64, position: usize) -> Option<u8> {
    let (low, high) = ((bits & MASK) as usize, (bits >> CHUNK) as usize);
    let in_high = position.wrapping_sub(COUNTS[low].into());
    match (position < COUNTS[low].into(), in_high < COUNTS[high].into()) {
        (true, _) => Some(INDICES[low][position]),
        (false, true) => Some(CHUNK as u8 + INDICES[high][in_high]),
        (false, false) => None,
    }
}

#[inline]
pub(crate) const fn count(bits: u64) -> usize {
    if bits >> (2 * CHUNK) != 0 {
        return bits.count_ones() as usize;
    }
    COUNTS[(bits & MASK) as usize] as usize + COUNTS[(bits >> CHUNK & MASK) as usize] as usize
}

#[cfg(test)]
mod tests {
    use super::{count, nth};

    /// Returns every combination of 16 adjacent bits at the lowest, a middle and the highest position.
    fn sets() -> impl Iterator<Item = u64> {
        (0..=u64::from(u16::MAX)).flat_map(|bits| [bits, bits << 13, bits << 48])
    }

    #[test]
    fn the_count_is_right_for_every_set() {
        for bits in sets() {
            assert_eq!(count(bits), bits.count_ones() as usize);
        }
    }

    #[test]
    fn every_member_is_found_at_its_position() {
        for bits in sets() {
            let indices = (0..64).filter(|index| bits >> index & 1 == 1);
            for (position, index) in indices.enumerate() {
                assert_eq!(nth(bits, position), Some(index));
            }
            assert_eq!(nth(bits, count(bits)), None);
            assert_eq!(nth(bits, 64), None);
        }
    }
}
