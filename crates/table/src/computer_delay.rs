//! The delay before a computer player acts. It follows from public numbers only, never from a card or
//! from the length of the computer's search. It applies to passes in a Nope window too. Otherwise the
//! timing would reveal what the computer holds.

use rules::Seat;

use crate::ids::{Millis, TableId};

/// The shortest delay in milliseconds while people play along; the longest is twice as much.
const WITH_PEOPLE: u64 = 1000;

/// The shortest delay in milliseconds while only computers play; the longest is twice as much.
const COMPUTERS_ONLY: u64 = 400;

/// Which of the two ranges of delays applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tempo {
    /// At least one person plays: 1 to 2 seconds.
    WithPeople,
    /// Only computers play, people at most watch: 0.4 to 0.8 seconds.
    ComputersOnly,
}

/// Returns how long the computer on a seat waits before it acts, counted from `since`, when the
/// game began to wait for it. At most half of `limit`, the time that it has in all.
pub(crate) fn delay(
    tempo: Tempo,
    table: TableId,
    since: Millis,
    limit: Millis,
    seat: Seat,
) -> Millis {
    let shortest = match tempo {
        Tempo::WithPeople => WITH_PEOPLE,
        Tempo::ComputersOnly => COMPUTERS_ONLY,
    };
    let shortest = shortest.min(limit.0 / 4);
    Millis(shortest + hash(&[table.0, since.0, seat.index() as u64]) % (shortest + 1))
}

/// Hashes a few public numbers into one that is evenly distributed even for neighbouring inputs.
pub(crate) fn hash(public: &[u64]) -> u64 {
    public.iter().copied().fold(0, mix)
}

/// One round of splitmix64.
fn mix(state: u64, word: u64) -> u64 {
    let mut mixed = (state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays(tempo: Tempo, limit: Millis) -> Vec<u64> {
        let seat = Seat::ALL[2];
        (0..1000)
            .map(|since| delay(tempo, TableId(7), Millis(since), limit, seat).0)
            .collect()
    }

    #[test]
    fn a_computer_among_people_waits_one_to_two_seconds_and_not_always_the_same() {
        let delays = delays(Tempo::WithPeople, Millis::seconds(60));
        assert!(delays.iter().all(|delay| (1000..=2000).contains(delay)));
        let mean = delays.iter().sum::<u64>() / 1000;
        assert!((1450..=1550).contains(&mean), "{mean}");
    }

    #[test]
    fn computers_among_themselves_are_faster_and_never_use_more_than_half_of_their_time() {
        let among_computers = delays(Tempo::ComputersOnly, Millis::seconds(7));
        assert!(
            among_computers
                .iter()
                .all(|delay| (400..=800).contains(delay))
        );
        let short_limit = delays(Tempo::ComputersOnly, Millis(1000));
        assert!(short_limit.iter().all(|delay| (250..=500).contains(delay)));
    }
}
