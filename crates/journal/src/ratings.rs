//! Rates people by their places in games, using the Weng–Lin model without teams. A rating is an estimate and its
//! deviation; people see a single number, [`Rating::shown`]. [`Weight`] limits what a player can gain from a second
//! account that loses on purpose. `docs/ratings.md` explains the constants and their effect.
//!
//! Pure arithmetic, without I/O or clocks. `results` rates the games in turn and stores the ratings; the dates of the
//! seasons and the displayed form are in the crate `table`.

mod weight;

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

pub(crate) use weight::Weight;

const NEW_DEVIATION: f64 = 40.0;
/// The shown rating of a new player.
const FIRST_SHOWN: f64 = 1000.0;
/// How much a season change widens a deviation. It is added in quadrature.
const SEASON_DEVIATION: f64 = 20.0;
/// The cap on season widening: a returning player is less uncertain than a new one.
const RETURN_DEVIATION: f64 = 28.0;
/// The model's measure of luck. A player ahead by this many points is expected to finish ahead in about two out of
/// three games, if both ratings are certain.
const BETA: f64 = 40.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) mean: f64,
    /// The standard deviation of the estimate, above 0.
    pub(crate) deviation: f64,
}

impl Rating {
    pub(crate) const NEW: Self = Self {
        mean: FIRST_SHOWN + NEW_DEVIATION,
        deviation: NEW_DEVIATION,
    };

    /// Returns the number that people see: the estimate minus its deviation, so that one lucky evening is not
    /// enough to lead a leaderboard. It starts at 1000 and is meaningful after ten games.
    pub(crate) fn shown(self) -> i32 {
        // The cast saturates.
        (self.mean - self.deviation).round() as i32
    }

    /// Returns the rating after this many season changes: the same estimate with a wider deviation, which the changes
    /// do not raise above `RETURN_DEVIATION`.
    #[must_use]
    pub(crate) fn after_seasons(self, seasons: u32) -> Self {
        let widening = SEASON_DEVIATION * SEASON_DEVIATION * f64::from(seasons);
        let deviation = (self.deviation * self.deviation + widening)
            .sqrt()
            .min(RETURN_DEVIATION.max(self.deviation));
        Self { deviation, ..self }
    }
}

/// Returns the ratings after a game, in the order of `people`. For each person, `people` contains the rating before the
/// game, the place (from 1, possibly shared) and the weight of the game.
pub(crate) fn rate(people: &[(Rating, u8, Weight)]) -> Vec<Rating> {
    let before = people
        .iter()
        .map(|&(rating, ..)| [model(rating)])
        .collect::<Vec<_>>();
    let places = people
        .iter()
        .map(|&(_, place, _)| MultiTeamOutcome::new(place.into()));
    let teams = before.iter().map(|team| &team[..]).zip(places);
    let config = WengLinConfig {
        beta: BETA,
        ..WengLinConfig::new()
    };
    let rated = weng_lin_multi_team(&teams.collect::<Vec<_>>(), &config);
    let after = rated.iter().flatten().zip(people);
    after
        .map(|(after, (before, _, weight))| weighed(*before, after, *weight))
        .collect()
}

/// Converts a rating to the model's form, centred on 0 because the model computes powers of the means, which must
/// not overflow.
fn model(rating: Rating) -> WengLinRating {
    WengLinRating {
        rating: rating.mean - Rating::NEW.mean,
        uncertainty: rating.deviation,
    }
}

/// Applies the change, scaled by the weight.
fn weighed(before: Rating, after: &WengLinRating, weight: Weight) -> Rating {
    let share = |from: f64, to: f64| from + weight.share() * (to - from);
    let square = |deviation: f64| deviation * deviation;
    Rating {
        mean: share(before.mean, after.rating + Rating::NEW.mean),
        deviation: share(square(before.deviation), square(after.uncertainty)).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn play(people: &[(Rating, u8)]) -> Vec<Rating> {
        let full = |&(rating, place)| (rating, place, Weight::of_game(people.len().max(3), 0));
        rate(&people.iter().map(full).collect::<Vec<_>>())
    }

    #[test]
    fn everybody_begins_with_a_thousand() {
        assert_eq!(Rating::NEW.shown(), 1000);
    }

    #[test]
    fn equals_move_by_their_places_and_all_become_more_certain() {
        let after = play(&[
            (Rating::NEW, 2),
            (Rating::NEW, 1),
            (Rating::NEW, 3),
            (Rating::NEW, 4),
        ]);
        let means = after.iter().map(|rating| rating.mean).collect::<Vec<_>>();
        assert!(means[1] > means[0] && means[0] > means[2] && means[2] > means[3]);
        assert!(
            after
                .iter()
                .all(|rating| rating.deviation < Rating::NEW.deviation)
        );
    }

    #[test]
    fn players_who_left_share_the_last_place_and_lose_equally() {
        let after = play(&[(Rating::NEW, 1), (Rating::NEW, 3), (Rating::NEW, 3)]);
        assert_eq!(after[1], after[2]);
        assert!(after[1].mean < Rating::NEW.mean);
    }

    #[test]
    fn a_win_over_a_stronger_person_counts_more() {
        let strong = Rating {
            mean: 1200.0,
            deviation: 20.0,
        };
        let average = Rating {
            deviation: 20.0,
            ..Rating::NEW
        };
        let upset = play(&[(average, 1), (strong, 2)])[0].mean - average.mean;
        let expected = play(&[(strong, 1), (average, 2)])[0].mean - strong.mean;
        assert!(upset > 3.0 * expected, "{upset} and {expected}");
    }

    #[test]
    fn a_game_without_weight_changes_nobody_and_one_of_half_weight_half_as_much() {
        let of = |games| {
            rate(&[
                (Rating::NEW, 1, Weight::of_game(3, games)),
                (Rating::NEW, 2, Weight::of_game(3, 0)),
            ])
        };
        let gain = |games| of(games)[0].mean - Rating::NEW.mean;
        assert_eq!(of(10)[0], Rating::NEW);
        assert!((gain(5) * 2.0 - gain(0)).abs() < 1e-9);
        assert_eq!(of(10)[1], of(0)[1], "the weight is each person's own");
    }

    #[test]
    fn seasons_widen_a_deviation_but_not_to_that_of_a_newcomer() {
        let settled = Rating {
            mean: 1234.0,
            deviation: 15.0,
        };
        assert_eq!(settled.after_seasons(0), settled);
        let next = settled.after_seasons(1);
        assert!((next.deviation - 25.0).abs() < 1e-9);
        assert_eq!(next.mean, settled.mean);
        assert_eq!(settled.after_seasons(u32::MAX).deviation, RETURN_DEVIATION);
        assert_eq!(Rating::NEW.after_seasons(3), Rating::NEW);
    }

    #[test]
    fn a_game_of_nobody_or_of_one_changes_nothing() {
        assert!(rate(&[]).is_empty());
        assert_eq!(play(&[(Rating::NEW, 1)]), [Rating::NEW]);
    }

    /// The maximum gain in points from a week of games with one obliging account (docs/ratings.md).
    const MAX_OBLIGED_POINTS: i32 = 150;

    fn rating(mean: f64, deviation: f64) -> Rating {
        Rating { mean, deviation }
    }

    /// Returns how much an account gains in a week of 50 games a day that the other accounts lose on purpose.
    fn obliged_gain(first: Rating, others: &[Rating]) -> i32 {
        let mut now = [&[first], others].concat();
        for game in 0..7 * 50 {
            let weight = Weight::of_game(now.len(), game % 50);
            let places = std::iter::once(1).chain(std::iter::repeat(2));
            let people = now.iter().zip(places);
            now = rate(
                &people
                    .map(|(one, place)| (*one, place, weight))
                    .collect::<Vec<_>>(),
            );
        }
        now[0].shown() - first.shown()
    }

    #[test]
    fn an_obliging_second_account_is_not_worth_more_than_the_limit() {
        let firsts = [
            Rating::NEW,
            rating(1040.0, 33.0),
            rating(980.0, 33.0),
            rating(1040.0, 14.0),
            rating(950.0, 14.0),
            rating(950.0, 14.0).after_seasons(1),
        ];
        for first in firsts {
            for second in [Rating::NEW, rating(1040.0, 14.0)] {
                let gain = obliged_gain(first, &[second]);
                assert!(gain <= MAX_OBLIGED_POINTS, "{first:?}: {gain}");
            }
        }
    }

    #[test]
    fn several_obliging_accounts_are_worth_what_the_document_says() {
        let gain = |others| obliged_gain(rating(980.0, 33.0), &vec![rating(1040.0, 14.0); others]);
        assert_eq!([1, 2, 3, 4].map(gain), [135, 217, 243, 260]);
    }

    proptest! {
        #[test]
        fn ratings_stay_numbers_and_nobody_becomes_less_certain(
            people in prop::collection::vec((-5000.0..5000.0, 0.01..NEW_DEVIATION, any::<u8>(), 0u32..20), 0..11),
        ) {
            let people = people.into_iter().map(|(mean, deviation, place, games)| {
                (Rating { mean, deviation }, place, Weight::of_game(2, games))
            }).collect::<Vec<_>>();
            let after = rate(&people);
            prop_assert_eq!(after.len(), people.len());
            for (after, (before, ..)) in after.iter().zip(&people) {
                prop_assert!(after.mean.is_finite() && after.deviation > 0.0);
                prop_assert!(after.deviation <= before.deviation * (1.0 + 1e-12));
            }
        }
    }
}
