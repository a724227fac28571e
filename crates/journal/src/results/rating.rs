//! Rates the people of a game, without I/O; `rows` reads their earlier ratings and stores the new ratings.

use crate::ratings::{Rating, Weight, rate};
use table::ids::Millis;
use table::pages::leaderboard::period::season_ends;
use table::results::{PLACING_GAMES, ShownRating};

const MILLIONTHS: f64 = 1e6;

#[derive(Clone, Debug)]
pub(crate) struct RatedPerson {
    pub(crate) place: u8,
    /// The person's rating on the server; `None` before their first rated game there.
    pub(crate) before: Option<StoredRating>,
    pub(crate) today: Vec<EarlierGame>,
}

/// An earlier rated game of a person on the same server and UTC day.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EarlierGame {
    pub(crate) number: i64,
    /// True if someone in that game has since been erased. Anyone in the current game could be that person.
    pub(crate) with_forgotten: bool,
}

/// A person's rating on a server after a rated game, in millionths, so that every database rates the next game from the
/// same rounded numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredRating {
    pub(crate) mean: i64,
    pub(crate) deviation: i64,
    /// The number of rated games so far.
    pub(crate) games: i64,
    /// When the last rated game ended.
    pub(crate) at: Millis,
}

impl StoredRating {
    fn new(rating: Rating, games: i64, at: Millis) -> Self {
        // The cast saturates.
        let stored = |number: f64| (number * MILLIONTHS).round() as i64;
        Self {
            mean: stored(rating.mean),
            deviation: stored(rating.deviation),
            games,
            at,
        }
    }

    fn rating(self) -> Rating {
        Rating {
            mean: self.mean as f64 / MILLIONTHS,
            deviation: self.deviation as f64 / MILLIONTHS,
        }
    }

    /// Returns the rating at a later time. It is less certain if a new season has begun.
    fn at(self, at: Millis) -> Rating {
        self.rating().after_seasons(season_ends(self.at, at))
    }

    /// Returns the shown rating; `None` during the placement games.
    pub(crate) fn points(self) -> Option<i32> {
        (self.games >= i64::from(PLACING_GAMES)).then(|| self.rating().shown())
    }
}

pub(crate) fn shown(games: i64, points: Option<i64>) -> ShownRating {
    match points.and_then(|points| i32::try_from(points).ok()) {
        Some(points) => ShownRating::Points(points),
        None => ShownRating::Placing {
            games: u32::try_from(games).unwrap_or(0),
        },
    }
}

/// Returns the ratings after a game, in the order of `people`.
pub(crate) fn rate_game(people: &[RatedPerson], ended: Millis) -> Vec<StoredRating> {
    let of_game = people.iter().enumerate().map(|(index, person)| {
        let rating = person.before.map_or(Rating::NEW, |before| before.at(ended));
        let weight = Weight::of_game(people.len(), most_games_together(people, index));
        (rating, person.place, weight)
    });
    let after = rate(&of_game.collect::<Vec<_>>());
    let games = people
        .iter()
        .map(|person| person.before.map_or(0, |before| before.games) + 1);
    after
        .into_iter()
        .zip(games)
        .map(|(after, games)| StoredRating::new(after, games, ended))
        .collect()
}

/// Counts the rated games that a person has played today with each opponent among `people`, and returns the highest
/// count. A game with an erased person counts for every opponent.
fn most_games_together(people: &[RatedPerson], index: usize) -> u32 {
    let is_among = |game: &EarlierGame, other: &RatedPerson| {
        let mut games = other.today.iter();
        game.with_forgotten || games.any(|one| one.number == game.number)
    };
    let others = people.iter().enumerate().filter(|(it, _)| *it != index);
    let together = others.map(|(_, other)| {
        let own = people[index].today.iter();
        own.filter(|game| is_among(game, other)).count()
    });
    u32::try_from(together.max().unwrap_or(0)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-01-01 00:00 UTC.
    const NEW_YEAR: Millis = Millis(1_767_225_600_000);

    fn person(place: u8, today: &[(i64, bool)]) -> RatedPerson {
        let today = today.iter().map(|&(number, with_forgotten)| EarlierGame {
            number,
            with_forgotten,
        });
        RatedPerson {
            place,
            before: None,
            today: today.collect(),
        }
    }

    /// Returns the first person's gain from winning a game among new players.
    fn gain(people: &[RatedPerson]) -> i64 {
        let new = StoredRating::new(Rating::NEW, 0, NEW_YEAR);
        rate_game(people, NEW_YEAR)[0].mean - new.mean
    }

    #[test]
    fn the_edge_of_a_season_widens_a_deviation_once() {
        let last_moment = Millis(NEW_YEAR.0 - 1);
        let settled = StoredRating {
            mean: 1_200_000_000,
            deviation: 15_000_000,
            games: 50,
            at: last_moment,
        };
        let mut people = [1, 2, 3].map(|place| person(place, &[]));
        people[0].before = Some(settled);
        let after = |ended| rate_game(&people, ended)[0];
        assert!(after(last_moment).deviation < settled.deviation);
        assert!(after(NEW_YEAR).deviation > settled.deviation);
        assert_eq!((after(NEW_YEAR).games, after(NEW_YEAR).at), (51, NEW_YEAR));
    }

    #[test]
    fn the_sixth_game_of_a_day_with_the_same_person_counts_half_and_the_eleventh_not_at_all() {
        let games = |count| {
            (1..=count)
                .map(|number| (number, false))
                .collect::<Vec<_>>()
        };
        let gain_after = |count| {
            let three = [1, 2, 3].map(|place| person(place, &games(count)));
            gain(&three)
        };
        let [first, fifth, sixth, eleventh] = [0, 4, 5, 10].map(gain_after);
        assert_eq!((first, eleventh), (fifth, 0));
        assert!(sixth.abs_diff(first / 2) <= 1, "{sixth} of {first}");
        // Earlier games with other people do not reduce the gain.
        let mut others = [1, 2, 3].map(|place| person(place, &[]));
        others[0] = person(1, &games(5));
        assert_eq!(gain(&others), first);
    }

    #[test]
    fn games_with_somebody_who_was_forgotten_since_count_as_games_with_anybody() {
        let with_forgotten = |count| (1..=count).map(|number| (number, true)).collect::<Vec<_>>();
        let gain_after = |count| gain(&[person(1, &with_forgotten(count)), person(2, &[])]);
        assert!(gain_after(9) > 0, "the tenth game of the day counts");
        assert_eq!(
            gain_after(10),
            0,
            "the eleventh may be with the same person"
        );
        // The other player has no earlier games on this day, so they still lose rating.
        let people = [person(1, &with_forgotten(10)), person(2, &[])];
        let other = rate_game(&people, NEW_YEAR)[1];
        assert!(other.mean < StoredRating::new(Rating::NEW, 0, NEW_YEAR).mean);
    }

    #[test]
    fn points_are_shown_from_the_tenth_game_on() {
        let of = |games| StoredRating::new(Rating::NEW, games, Millis(0)).points();
        assert_eq!((of(9), of(10)), (None, Some(1000)));
    }
}
