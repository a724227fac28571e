//! The weight of one game for one person's rating. Games that are easy to arrange count less: games between two people,
//! and repeated games with the same person on one day.

/// How many rated games a day with the same person count in full.
const FULL_GAMES_A_DAY: u32 = 5;
/// How many rated games a day with the same person count at all.
const GAMES_A_DAY: u32 = 10;

/// The share of a rating change that counts, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Weight(f64);

impl Weight {
    /// Returns a game's weight for one of its `people`. `games_today` is the number of rated games that this person has
    /// already played on the same day and server with whichever opponent in this game they have met most often.
    pub(crate) fn of_game(people: usize, games_today: u32) -> Self {
        let of_day = match games_today {
            0..FULL_GAMES_A_DAY => 1.0,
            FULL_GAMES_A_DAY..GAMES_A_DAY => 0.5,
            _ => 0.0,
        };
        // A game between two people is the easiest to arrange: a second account that loses on purpose is enough.
        let of_people = if people > 2 { 1.0 } else { 0.5 };
        Self(of_day * of_people)
    }

    pub(crate) fn share(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixth_game_of_a_day_with_one_person_counts_half_and_the_eleventh_nothing() {
        let weights = [0, 4, 5, 9, 10, u32::MAX].map(|games| Weight::of_game(4, games).share());
        assert_eq!(weights, [1.0, 1.0, 0.5, 0.5, 0.0, 0.0]);
    }

    #[test]
    fn a_game_between_two_counts_half_as_much() {
        let weights = [0, 5, 10].map(|games| Weight::of_game(2, games).share());
        assert_eq!(weights, [0.5, 0.25, 0.0]);
    }
}
