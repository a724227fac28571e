//! Lookup tables to count the bits of a small set and to find the n-th one. Both happen at every
//! decision of every simulated game. Without a population-count instruction counting takes a dozen
//! steps, and the branch predictor fails on a loop that searches a random bit.

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

/// Returns the index of the set bit at `position` (from 0, lowest first); `None` beyond the last.
#[inline]
pub(crate) fn nth(bits: u16, position: usize) -> Option<u8> {
    let (low, high) = ((bits & 511) as usize, (bits >> 9) as usize);
    let in_high = position.wrapping_sub(COUNTS[low].into());
    match (position < COUNTS[low].into(), in_high < COUNTS[high].into()) {
        (true, _) => Some(INDICES[low][position]),
        (false, true) => Some(9 + INDICES[high][in_high]),
        (false, false) => None,
    }
}

/// Returns the number of set bits.
#[inline]
pub(crate) const fn count(bits: u16) -> usize {
    COUNTS[(bits & 511) as usize] as usize + COUNTS[(bits >> 9) as usize] as usize
}

#[cfg(test)]
mod tests {
    use super::{count, nth};

    #[test]
    fn the_count_is_right_for_every_set() {
        for bits in 0..=u16::MAX {
            assert_eq!(count(bits), bits.count_ones() as usize);
        }
    }

    #[test]
    fn every_member_is_found_at_its_position() {
        for bits in 0..=u16::MAX {
            let indices = (0..16).filter(|index| bits >> index & 1 == 1);
            for (position, index) in indices.enumerate() {
                assert_eq!(nth(bits, position), Some(index));
            }
            assert_eq!(nth(bits, count(bits)), None);
            assert_eq!(nth(bits, 16), None);
        }
    }
}
