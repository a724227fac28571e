//! Quantiles of measured times, such as answer latencies.

use std::fmt;
use std::time::Duration;

/// Measured times in ascending order.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    pub fn of(times: &[Duration]) -> Self {
        let mut times = times.to_vec();
        times.sort_unstable();
        Self(times)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns a quantile: at least this share of the times are no longer than the result. Zero if there are no times.
    pub fn at(&self, share: f64) -> Duration {
        let count = (self.0.len() as f64 * share).ceil() as usize;
        let index = count.clamp(1, self.0.len().max(1)) - 1;
        self.0.get(index).copied().unwrap_or_default()
    }
}

impl fmt::Display for Times {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |share| self.at(share).as_secs_f64() * 1_000.0;
        let (half, most) = (milliseconds(0.5), milliseconds(0.99));
        let (nearly_all, all) = (milliseconds(0.999), milliseconds(1.0));
        write!(
            formatter,
            "p50 {half:.1} ms, p99 {most:.1} ms, p99.9 {nearly_all:.1} ms, max {all:.1} ms"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_the_time_that_this_share_of_all_does_not_exceed() {
        let measured: Vec<_> = (1..=200).rev().map(Duration::from_millis).collect();
        let times = Times::of(&measured);
        let milliseconds = [0.5, 0.99, 0.999, 1.0].map(|share| times.at(share).as_millis());
        assert_eq!(milliseconds, [100, 198, 200, 200]);
        assert_eq!(Times::default().at(0.5), Duration::ZERO);
    }
}
