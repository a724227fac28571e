//! The share of games that a contestant wins, as reported by `simulate` and `tournament`.

/// A win rate in percent with its 95% confidence interval (Wilson score).
#[derive(Clone, Copy, Debug)]
pub(crate) struct WinRate {
    pub(crate) percent: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl WinRate {
    pub(crate) fn of(wins: u64, games: u64) -> WinRate {
        const Z: f64 = 1.96;
        let count = games.max(1) as f64;
        let rate = wins as f64 / count;
        let stretch = 1.0 + Z * Z / count;
        let middle = (rate + Z * Z / (2.0 * count)) / stretch;
        let spread =
            Z * (rate * (1.0 - rate) / count + Z * Z / (4.0 * count * count)).sqrt() / stretch;
        WinRate {
            percent: rate * 100.0,
            low: (middle - spread).max(0.0) * 100.0,
            high: (middle + spread).min(1.0) * 100.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_contains_its_rate_and_narrows_with_more_games() {
        let few = WinRate::of(30, 100);
        assert!(few.low < 30.0 && few.high > 30.0);
        assert!((few.low - 21.9).abs() < 0.1 && (few.high - 39.6).abs() < 0.1);
        let many = WinRate::of(3000, 10_000);
        assert!(many.high - many.low < (few.high - few.low) / 5.0);
        assert_eq!(WinRate::of(0, 10).low, 0.0);
    }
}
