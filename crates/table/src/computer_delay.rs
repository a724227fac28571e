//! When a computer acts. It takes its time over everything, passes in a Nope window included, and
//! how long exactly rests on nothing but public numbers: never on a card, nor on how long it
//! thought.

use rules::Seat;

use crate::ids::{Millis, TableId};

/// With people in the game: 1 to 2 seconds.
const UNHURRIED: u64 = 1000;

/// With nobody but computers left to wait for: 0.4 to 0.8 seconds.
const BRISK: u64 = 400;

/// How fast computers play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tempo {
    /// People play along.
    Unhurried,
    /// People only watch.
    Brisk,
}

/// How long the computer on a seat takes for what has been waited for since then, of the `span`
/// that there is for it. At most half the span.
pub(crate) fn delay(
    tempo: Tempo,
    table: TableId,
    since: Millis,
    span: Millis,
    seat: Seat,
) -> Millis {
    let least = match tempo {
        Tempo::Unhurried => UNHURRIED,
        Tempo::Brisk => BRISK,
    };
    let least = least.min(span.0 / 4);
    Millis(least + scatter(&[table.0, since.0, seat.index() as u64]) % (least + 1))
}

/// One number made of several public ones, scattered evenly where they are neighbours.
pub(crate) fn scatter(public: &[u64]) -> u64 {
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

    fn delays(tempo: Tempo, span: Millis) -> Vec<u64> {
        let seat = Seat::ALL[2];
        (0..1000)
            .map(|since| delay(tempo, TableId(7), Millis(since), span, seat).0)
            .collect()
    }

    #[test]
    fn thinking_takes_one_to_two_seconds_and_not_always_the_same() {
        let delays = delays(Tempo::Unhurried, Millis::seconds(60));
        assert!(delays.iter().all(|delay| (1000..=2000).contains(delay)));
        let mean = delays.iter().sum::<u64>() / 1000;
        assert!((1450..=1550).contains(&mean), "{mean}");
    }

    #[test]
    fn where_people_only_watch_it_is_faster_and_never_more_than_half_of_the_time_there_is() {
        let brisk = delays(Tempo::Brisk, Millis::seconds(7));
        assert!(brisk.iter().all(|delay| (400..=800).contains(delay)));
        let hurried = delays(Tempo::Unhurried, Millis(1000));
        assert!(hurried.iter().all(|delay| (250..=500).contains(delay)));
    }
}
