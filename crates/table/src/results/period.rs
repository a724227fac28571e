//! Weeks, months and seasons, by the Gregorian calendar in UTC wherever people live. A period is stored by its
//! text, as in `week 2026-11-23`.

use std::fmt;

use time::{Date, Month};

use super::Window;
use crate::ids::Millis;

/// The length of a day in UTC.
pub const DAY: Millis = Millis::hours(24);

/// The number of 1970-01-01 in the count of days that astronomers use.
const UNIX_EPOCH: i32 = 2_440_588;

/// A span of time for which results are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Period {
    window: Window,
    /// The first day; of all of time that of Unix.
    first: Date,
}

impl Period {
    /// Returns the period of a window in which a time lies.
    pub fn of(window: Window, at: Millis) -> Self {
        let first = first_day(window, date_of(at));
        Self { window, first }
    }

    /// Returns the period that many periods before the one in which a time lies; all of time has none before.
    pub fn before(window: Window, at: Millis, back: u8) -> Self {
        let one_before = |period: Self, _| {
            let yesterday = period.first.previous_day().unwrap_or(Date::MIN);
            let first = first_day(window, yesterday);
            Self { window, first }
        };
        (0..back).fold(Self::of(window, at), one_before)
    }

    /// Returns the periods in which a time lies, one for each window.
    pub fn all_of(at: Millis) -> [Self; Window::ALL.len()] {
        Window::ALL.map(|window| Self::of(window, at))
    }

    /// Returns the kind of the period.
    pub fn window(self) -> Window {
        self.window
    }

    /// Returns the first day.
    pub fn first(self) -> Date {
        self.first
    }

    /// Returns the number of the season, from 1 to 4, in which the period begins.
    pub fn quarter(self) -> u8 {
        u8::from(self.first.month()).div_ceil(3)
    }
}

/// Returns the number of ends of seasons from an earlier time to a later one; 0 if it is not later.
pub fn season_ends(earlier: Millis, later: Millis) -> u32 {
    let number = |at| {
        let season = Period::of(Window::Season, at);
        season.first.year() * 4 + i32::from(season.quarter())
    };
    u32::try_from(number(later) - number(earlier)).unwrap_or(0)
}

impl fmt::Display for Period {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, year) = (self.first, self.first.year());
        match self.window {
            Window::Ever => to.write_str("ever"),
            Window::Season => write!(to, "season {year}-{}", self.quarter()),
            Window::Month => write!(to, "month {year}-{:02}", u8::from(first.month())),
            Window::Week => write!(to, "week {first}"),
        }
    }
}

/// Returns the midnight at which the day of a time began.
pub fn day_of(at: Millis) -> Millis {
    Millis(at.0 - at.0 % DAY.0)
}

/// Returns the day of a time; the last day of the year 9999 for any that comes later.
pub fn date_of(at: Millis) -> Date {
    let day = i32::try_from(at.0 / DAY.0).ok();
    let day = day.and_then(|day| day.checked_add(UNIX_EPOCH));
    day.and_then(|day| Date::from_julian_day(day).ok())
        .unwrap_or(Date::MAX)
}

/// Returns the first day of the period of a window in which a day lies.
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

/// Returns the first month of the season of a month.
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
    fn earlier_periods_follow_one_another_without_a_gap() {
        let before = |window, back| Period::before(window, Millis(NEW_YEAR), back).to_string();
        assert_eq!(before(Window::Week, 1), "week 2025-12-22");
        assert_eq!(before(Window::Month, 10), "month 2025-03");
        assert_eq!(before(Window::Season, 4), "season 2025-1");
        assert_eq!(before(Window::Season, 0), "season 2026-1");
        assert_eq!(before(Window::Ever, u8::MAX), "ever");
    }

    #[test]
    fn times_at_both_ends_of_the_clock_have_periods() {
        assert_eq!(periods(0)[0], "week 1969-12-29");
        assert_eq!(periods(u64::MAX)[1], "month 9999-12");
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
