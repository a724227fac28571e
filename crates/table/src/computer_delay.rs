//! The delay before a computer player acts or passes in a Nope window. It is derived only from public numbers, never
//! from cards or from the time that a search takes; otherwise the timing could reveal the computer's hand.

use rules::Seat;

use crate::ids::{Millis, TableId};
use crate::pace::TimeLimits;
use crate::watch_speed::WatchSpeed;

/// The minimum delay in milliseconds in a game with several people; the maximum is twice that.
const WITH_PEOPLE: u64 = 1000;

/// The minimum delay in milliseconds in a game with a single person, who has no one to talk to.
const WITH_ONE_PERSON: u64 = 700;

/// The kind of game, which determines how long computers wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tempo {
    /// Several people play: 1 to 2 seconds.
    WithPeople,
    /// A single person plays: 0.7 to 1.4 seconds.
    WithOnePerson,
    /// All people are dead or have left: computers act at once.
    Outlived,
    /// Computers play for all living players, because there are no people or those who could still play are away. All
    /// awaited computers act at the same moment, which leaves time to read before and after.
    ComputersOnly(WatchSpeed),
}

impl Tempo {
    /// Returns true if deadlines take effect while a computer has yet to act.
    pub(crate) fn has_deadlines(self) -> bool {
        matches!(self, Self::WithPeople | Self::WithOnePerson)
    }
}

/// Returns how long the computer in a seat waits before it acts, counted from `since`, when the game began to wait for
/// it. With people, the delay is at most half of `limit`, the computer's total time; among computers, at most a
/// quarter of a turn's time limit.
pub(crate) fn delay(
    tempo: Tempo,
    table: TableId,
    since: Millis,
    limit: Millis,
    limits: TimeLimits,
    seat: Seat,
) -> Millis {
    let among_people = |usual: u64| {
        let shortest = usual.min(limit.0 / 4);
        Millis(shortest + hash(&[table.0, since.0, seat.index() as u64]) % (shortest + 1))
    };
    match tempo {
        Tempo::WithPeople => among_people(WITH_PEOPLE),
        Tempo::WithOnePerson => among_people(WITH_ONE_PERSON),
        Tempo::Outlived => Millis(0),
        Tempo::ComputersOnly(speed) => speed.interval().min(Millis(limits.turn.0 / 4)),
    }
}

/// Hashes a few public numbers into one. The results are evenly distributed even for similar inputs.
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
    use crate::pace::Paces;

    fn delays(limit: Millis) -> Vec<u64> {
        let (seat, limits) = (Seat::ALL[2], Paces::default().fast);
        let delay = |since| {
            let tempo = Tempo::WithPeople;
            delay(tempo, TableId(7), Millis(since), limit, limits, seat).0
        };
        (0..1000).map(delay).collect()
    }

    #[test]
    fn a_computer_among_people_waits_one_to_two_seconds_and_not_always_the_same() {
        let delays = delays(Millis::seconds(60));
        assert!(delays.iter().all(|delay| (1000..=2000).contains(delay)));
        let mean = delays.iter().sum::<u64>() / 1000;
        assert!((1450..=1550).contains(&mean), "{mean}");
    }

    #[test]
    fn a_computer_among_people_never_uses_more_than_half_of_its_time() {
        let delays = delays(Millis(1000));
        assert!(delays.iter().all(|delay| (250..=500).contains(delay)));
    }
}
