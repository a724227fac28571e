//! Counting and picking the members of a small set. Both are done at every decision of every
//! simulated game: without a special instruction a processor takes a dozen steps to count bits,
//! and it cannot guess when a search for a random one of them ends.

const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        counts[bits] = (bits as u16).count_ones() as u8;
        bits += 1;
    }
    counts
};

const PLACES: [[u8; 9]; 512] = {
    let mut places = [[0; 9]; 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut place, mut found) = (0, 0);
        while place < 9 {
            if bits >> place & 1 == 1 {
                places[bits][found] = place as u8;
                found += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    places
};

/// The place of the bit that comes at `position`, from 0, among those set; none beyond the last.
#[inline]
pub(crate) fn nth(bits: u16, position: usize) -> Option<u8> {
    let (low, high) = ((bits & 511) as usize, (bits >> 9) as usize);
    let behind = position.wrapping_sub(COUNTS[low].into());
    match (position < COUNTS[low].into(), behind < COUNTS[high].into()) {
        (true, _) => Some(PLACES[low][position]),
        (false, true) => Some(9 + PLACES[high][behind]),
        (false, false) => None,
    }
}

/// How many bits are set.
#[inline]
pub(crate) const fn count(bits: u16) -> usize {
    COUNTS[(bits & 511) as usize] as usize + COUNTS[(bits >> 9) as usize] as usize
}

#[cfg(test)]
mod tests {
    use super::{count, nth};

    #[test]
    fn every_set_is_counted_right() {
        for bits in 0..=u16::MAX {
            assert_eq!(count(bits), bits.count_ones() as usize);
        }
    }

    #[test]
    fn every_member_is_found_at_its_position() {
        for bits in 0..=u16::MAX {
            let places = (0..16).filter(|place| bits >> place & 1 == 1);
            for (position, place) in places.enumerate() {
                assert_eq!(nth(bits, position), Some(place));
            }
            assert_eq!(nth(bits, count(bits)), None);
            assert_eq!(nth(bits, 16), None);
        }
    }
}
