//! Weeks, months and seasons, by the Gregorian calendar in UTC wherever people live. A period is stored by its
//! text, as in `week 2026-11-23`.

use std::fmt;

use super::Window;
use crate::ids::Millis;

/// The length of a day in UTC.
pub const DAY: Millis = Millis::hours(24);

/// A span of time for which results are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Period {
    /// All of time.
    Ever,
    /// A season of three months.
    Season(Season),
    /// A month from 1 to 12 of a year.
    Month(u32, u32),
    /// The week that begins with the Monday of this year, month and day.
    Week(u32, u32, u32),
}

/// Three months of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Season {
    /// The year.
    pub year: u32,
    /// From 1 to 4; the first begins in January.
    pub quarter: u32,
}

impl Period {
    /// Returns the period of a window in which a time lies.
    pub fn of(window: Window, at: Millis) -> Self {
        let (year, month, _) = date(day_number(at));
        match window {
            Window::Ever => Self::Ever,
            Window::Season => Self::Season(Season::of(at)),
            Window::Month => Self::Month(year, month),
            Window::Week => {
                let (year, month, day) = date(monday_before(day_number(at)));
                Self::Week(year, month, day)
            }
        }
    }

    /// Returns the periods in which a time lies, one for each window.
    pub fn all_of(at: Millis) -> [Self; Window::ALL.len()] {
        Window::ALL.map(|window| Self::of(window, at))
    }
}

impl Season {
    /// Returns the season in which a time lies.
    pub fn of(at: Millis) -> Self {
        let (year, month, _) = date(day_number(at));
        let quarter = month.div_ceil(3);
        Self { year, quarter }
    }

    /// Returns the number of season's ends from an earlier season to this one; 0 if it is not earlier.
    pub fn since(self, earlier: Self) -> u32 {
        let number = |season: Self| season.year * 4 + season.quarter;
        number(self).saturating_sub(number(earlier))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Ever => to.write_str("ever"),
            Self::Season(Season { year, quarter }) => write!(to, "season {year}-{quarter}"),
            Self::Month(year, month) => write!(to, "month {year}-{month:02}"),
            Self::Week(year, month, day) => write!(to, "week {year}-{month:02}-{day:02}"),
        }
    }
}

/// Returns the midnight at which the day of a time began.
pub fn day_of(at: Millis) -> Millis {
    Millis(at.0 - at.0 % DAY.0)
}

/// Returns the year, the month from 1 and the day from 1 of a time.
pub fn date_of(at: Millis) -> (u32, u32, u32) {
    date(day_number(at))
}

/// Returns the number of a day, counted from 0 at the first of January 1970.
fn day_number(at: Millis) -> u64 {
    at.0 / DAY.0
}

/// Returns the number of the Monday of a day's week; of the first days of 1970 that is in 1969, and they count
/// to the first day.
fn monday_before(day: u64) -> u64 {
    // The first of January 1970 was a Thursday.
    let weekday = (day + 3) % 7;
    day.saturating_sub(weekday)
}

/// Returns the year, month and day of a day's number. A year begins in March here, so that the leap day is its
/// last day; 400 years, an era, have the same number of days always.
fn date(day: u64) -> (u32, u32, u32) {
    const ERA: u64 = 146_097;
    // The days from the first of March of the year 0 to 1970.
    let day = day + 719_468;
    let (era, in_era) = (day / ERA, day % ERA);
    let year_in_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_in_era + year_in_era / 4 - year_in_era / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year_in_era + u64::from(month <= 2);
    (narrow(year), narrow(month), narrow(day))
}

/// Narrows a year, a month or a day: also the last year of 64 bits of milliseconds fits.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-01-01 00:00 UTC, a Thursday.
    const NEW_YEAR: u64 = 1_767_225_600_000;

    fn periods(at: u64) -> [String; 4] {
        Period::all_of(Millis(at)).map(|period| period.to_string())
    }

    #[test]
    fn a_year_a_season_and_a_month_end_at_midnight_in_utc_and_a_week_goes_on() {
        let before = ["week 2025-12-29", "month 2025-12", "season 2025-4", "ever"];
        let after = ["week 2025-12-29", "month 2026-01", "season 2026-1", "ever"];
        assert_eq!(periods(NEW_YEAR - 1), before);
        assert_eq!(periods(NEW_YEAR), after);
    }

    #[test]
    fn a_week_ends_between_sunday_and_monday() {
        let monday = NEW_YEAR + 4 * DAY.0;
        assert_eq!(periods(monday - 1)[0], "week 2025-12-29");
        assert_eq!(periods(monday)[0], "week 2026-01-05");
        assert_eq!(periods(monday + 7 * DAY.0 - 1)[0], "week 2026-01-05");
    }

    #[test]
    fn every_day_follows_the_one_before_it_for_a_thousand_years() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for number in 0..365_243 {
            assert_eq!(date(number), (year, month, day), "day {number}");
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 if is_leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            (year, month, day) = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                (_, day) if day == last => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
    }

    #[test]
    fn times_at_both_ends_of_the_clock_have_periods() {
        assert_eq!(periods(0)[0], "week 1970-01-01");
        assert!(periods(u64::MAX)[1].starts_with("month 584556"));
    }

    #[test]
    fn seasons_count_the_edges_between_them() {
        let season = |year, quarter| Season { year, quarter };
        assert_eq!(season(2026, 1).since(season(2025, 4)), 1);
        assert_eq!(season(2027, 2).since(season(2026, 2)), 4);
        assert_eq!(season(2025, 4).since(season(2026, 1)), 0);
        assert_eq!(Season::of(Millis(NEW_YEAR - 1)), season(2025, 4));
    }
}
