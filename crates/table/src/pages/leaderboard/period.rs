//! Weeks, months and seasons of the Gregorian calendar in UTC, regardless of where people live.

use time::{Date, Duration, Month};

use super::Window;
use crate::ids::Millis;

/// The length of a day in UTC.
pub const DAY: Millis = Millis::hours(24);

/// The Julian day number of 1970-01-01.
const UNIX_EPOCH: i32 = 2_440_588;

/// A time span whose games count on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    window: Window,
    /// The first day; 1970-01-01 for [`Window::Ever`].
    first: Date,
}

impl Period {
    /// Returns the period of this kind that contains a time.
    pub fn of(window: Window, at: Millis) -> Self {
        let first = first_day(window, date_of(at));
        Self { window, first }
    }

    /// Returns the period `back` periods before the one that contains a time. For [`Window::Ever`], always returns the
    /// only period.
    pub fn before(window: Window, at: Millis, back: u8) -> Self {
        let one_before = |period: Self, _| {
            let yesterday = period.first.previous_day().unwrap_or(Date::MIN);
            let first = first_day(window, yesterday);
            Self { window, first }
        };
        (0..back).fold(Self::of(window, at), one_before)
    }

    /// Returns the kind of the period.
    pub fn window(self) -> Window {
        self.window
    }

    /// Returns the first day of the period.
    pub fn first(self) -> Date {
        self.first
    }

    /// Returns the time at which the period begins.
    pub fn begins(self) -> Millis {
        midnight(self.first)
    }

    /// Returns when the next period begins; for [`Window::Ever`], a time that no clock reaches.
    pub fn ends(self) -> Millis {
        // Any day in the next period will do, because its first day is looked up below.
        let days = match self.window {
            Window::Ever => return Millis(i64::MAX.unsigned_abs()),
            Window::Week => 7,
            Window::Month => 31,
            Window::Season => 92,
        };
        let next = self.first.saturating_add(Duration::days(days));
        midnight(first_day(self.window, next))
    }

    /// Returns the number, from 1 to 4, of the season in which the period begins.
    pub fn quarter(self) -> u8 {
        u8::from(self.first.month()).div_ceil(3)
    }
}

/// Returns the number of season changes between two times; 0 if the second is not later.
pub fn season_ends(earlier: Millis, later: Millis) -> u32 {
    let number = |at| {
        let season = Period::of(Window::Season, at);
        season.first.year() * 4 + i32::from(season.quarter())
    };
    u32::try_from(number(later) - number(earlier)).unwrap_or(0)
}

/// Returns the start of the day that contains a time.
pub fn day_of(at: Millis) -> Millis {
    Millis(at.0 - at.0 % DAY.0)
}

/// Returns the start of a day; for days before 1970, the start of 1970-01-01.
fn midnight(day: Date) -> Millis {
    let days = i64::from(day.to_julian_day() - UNIX_EPOCH);
    Millis(u64::try_from(days).unwrap_or(0) * DAY.0)
}

/// Returns the day that contains a time; at most the last day of the year 9999.
pub fn date_of(at: Millis) -> Date {
    let day = i32::try_from(at.0 / DAY.0)
        .ok()
        .and_then(|day| day.checked_add(UNIX_EPOCH));
    day.and_then(|day| Date::from_julian_day(day).ok())
        .unwrap_or(Date::MAX)
}

/// Returns the first day of the period of this kind that contains a day.
fn first_day(window: Window, day: Date) -> Date {
    let month = match window {
        Window::Week => return monday_before(day),
        Window::Ever => return date_of(Millis(0)),
        Window::Month => day.month(),
        Window::Season => first_month(day.month()),
    };
    // Every month has a first day.
    Date::from_calendar_date(day.year(), month, 1).unwrap_or(day)
}

fn monday_before(day: Date) -> Date {
    let monday = day.to_julian_day() - i32::from(day.weekday().number_days_from_monday());
    Date::from_julian_day(monday).unwrap_or(day)
}

fn first_month(month: Month) -> Month {
    match month {
        Month::January | Month::February | Month::March => Month::January,
        Month::April | Month::May | Month::June => Month::April,
        Month::July | Month::August | Month::September => Month::July,
        Month::October | Month::November | Month::December => Month::October,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-01-01 00:00 UTC, a Thursday.
    const NEW_YEAR: u64 = 1_767_225_600_000;

    fn first_days(at: u64) -> [String; 4] {
        let windows = [Window::Week, Window::Month, Window::Season, Window::Ever];
        windows.map(|window| Period::of(window, Millis(at)).first().to_string())
    }

    #[test]
    fn a_year_a_season_and_a_month_end_at_midnight_in_utc_and_a_week_goes_on() {
        let before = ["2025-12-29", "2025-12-01", "2025-10-01", "1970-01-01"];
        let after = ["2025-12-29", "2026-01-01", "2026-01-01", "1970-01-01"];
        assert_eq!(first_days(NEW_YEAR - 1), before);
        assert_eq!(first_days(NEW_YEAR), after);
    }

    #[test]
    fn a_week_ends_between_sunday_and_monday() {
        let monday = NEW_YEAR + 4 * DAY.0;
        assert_eq!(first_days(monday - 1)[0], "2025-12-29");
        assert_eq!(first_days(monday)[0], "2026-01-05");
        assert_eq!(first_days(monday + 7 * DAY.0 - 1)[0], "2026-01-05");
    }

    #[test]
    fn earlier_periods_follow_one_another_without_a_gap() {
        let before = |window, back| Period::before(window, Millis(NEW_YEAR), back);
        let first_of = |window, back| before(window, back).first().to_string();
        assert_eq!(first_of(Window::Week, 1), "2025-12-22");
        assert_eq!(first_of(Window::Month, 10), "2025-03-01");
        assert_eq!(first_of(Window::Season, 4), "2025-01-01");
        assert_eq!(first_of(Window::Season, 0), "2026-01-01");
        assert_eq!(first_of(Window::Ever, u8::MAX), "1970-01-01");
        for window in [Window::Week, Window::Month, Window::Season] {
            for back in 1..50 {
                assert_eq!(
                    before(window, back).ends(),
                    before(window, back - 1).begins()
                );
            }
        }
    }

    #[test]
    fn times_at_both_ends_of_the_clock_have_periods() {
        assert_eq!(first_days(0)[0], "1969-12-29");
        assert_eq!(first_days(u64::MAX)[1], "9999-12-01");
        for window in Window::ALL {
            assert_eq!(Period::of(window, Millis(0)).begins(), Millis(0));
            let last = Period::of(window, Millis(u64::MAX));
            assert!(last.begins() <= last.ends());
        }
    }

    #[test]
    fn seasons_count_the_edges_between_them() {
        let year = 365 * DAY.0;
        let ends = |earlier, later| season_ends(Millis(earlier), Millis(later));
        assert_eq!(ends(NEW_YEAR - 1, NEW_YEAR), 1);
        assert_eq!(ends(NEW_YEAR, NEW_YEAR + year), 4);
        assert_eq!(ends(NEW_YEAR, NEW_YEAR - 1), 0);
    }
}
