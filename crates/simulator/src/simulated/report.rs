//! The report on a run of simulated games.

use std::fmt;

use super::fault::Fault;
use super::totals::Totals;

/// The totals of a run and its duration. Displayed as a table.
pub struct Report {
    pub totals: Totals,
    /// The real time that the run took.
    pub seconds: f64,
}

impl Report {
    fn counts(&self) -> Vec<(&'static str, u64)> {
        let a_second = self.totals.games as f64 / self.seconds.max(f64::MIN_POSITIVE);
        let mut counts = self.totals.named();
        counts.push(("games a minute", (a_second * 60.0).round() as u64));
        counts
    }

    fn faults(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let count = |fault| self.totals.faults.get(fault).copied().unwrap_or(0);
        Fault::ALL
            .iter()
            .map(move |fault| (fault.name(), count(fault)))
    }

    /// Returns the digest of all games: identical for every run of the same games.
    fn digest(&self) -> String {
        format!("{:016x}", self.totals.digest)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, count) in self.counts() {
            writeln!(formatter, "{name:<32} {count:>10}")?;
        }
        writeln!(formatter, "{:<26} {}", "digest", self.digest())?;
        writeln!(formatter, "faults")?;
        for (name, count) in self.faults() {
            writeln!(formatter, "  {name:<30} {count:>10}")?;
        }
        for violation in &self.totals.violations {
            writeln!(formatter, "{violation}")?;
        }
        let violations = self.totals.violations.len();
        write!(formatter, "{:<32} {violations:>10}", "violations")
    }
}
