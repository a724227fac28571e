//! A person's streak: the number of consecutive days on which they have finished the Kitten of the day. One missed day
//! in any seven is forgiven.

use super::Day;
use super::attempt::Attempt;

/// Two missed days do not break a streak if they are at least this many days apart.
const DAYS_PER_FROZEN_DAY: u32 = 7;

/// Returns the streak that finishing this day's game would continue (0 if it would start a new one), and the most
/// recent missed day that did not break the streak.
pub fn streak_before(day: Day, attempts: &[Attempt]) -> (u32, Option<Day>) {
    let finished = |days| {
        let of = |attempt: &&Attempt| attempt.day == day.back(days) && attempt.day < day;
        attempts.iter().find(of)?.result
    };
    if let Some(yesterday) = finished(1) {
        return (yesterday.streak, yesterday.frozen);
    }
    let missed = day.back(1);
    let is_free = |frozen: Option<Day>| {
        frozen.is_none_or(|frozen| missed.0.saturating_sub(frozen.0) >= DAYS_PER_FROZEN_DAY)
    };
    match finished(2).filter(|before| is_free(before.frozen)) {
        Some(before) => (before.streak, Some(missed)),
        None => (0, None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::attempt::tests::attempt;
    use super::*;

    #[test]
    fn one_missed_day_within_any_seven_breaks_no_streak() {
        let last_streak = |days: &[u32]| {
            let mut attempts = Vec::new();
            for &day in days {
                let (before, frozen) = streak_before(Day(day), &attempts);
                attempts.push(attempt(day, Some((before + 1, frozen))));
            }
            attempts.last()?.result.map(|result| result.streak)
        };
        assert_eq!(last_streak(&[1, 2, 4, 5]), Some(4));
        assert_eq!(last_streak(&[1, 2, 5]), Some(1), "two days in a row");
        // Days 3 and 9 are within seven days, but 3 and 10 are not.
        assert_eq!(last_streak(&[2, 4, 5, 6, 7, 8, 10]), Some(1));
        assert_eq!(last_streak(&[2, 4, 5, 6, 7, 8, 9, 11]), Some(8));
    }
}
