//! Formats the totals of a run of simulated games as a table.

use std::fmt;

use super::fault::Fault;
use super::totals::Totals;

pub struct Report {
    pub totals: Totals,
    /// The real time that the run took.
    pub seconds: f64,
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let a_second = self.totals.games as f64 / self.seconds.max(f64::MIN_POSITIVE);
        let a_minute = ("games a minute", (a_second * 60.0).round() as u64);
        for (name, count) in self.totals.named().into_iter().chain([a_minute]) {
            writeln!(formatter, "{name:<32} {count:>10}")?;
        }
        // The digest of all games is identical for every run of the same games.
        writeln!(formatter, "{:<26} {:016x}", "digest", self.totals.digest)?;
        writeln!(formatter, "faults")?;
        for fault in Fault::ALL {
            let count = self.totals.faults.get(fault).copied().unwrap_or(0);
            writeln!(formatter, "  {:<30} {count:>10}", fault.name())?;
        }
        for violation in &self.totals.violations {
            writeln!(formatter, "{violation}")?;
        }
        let violations = self.totals.violations.len();
        write!(formatter, "{:<32} {violations:>10}", "violations")
    }
}
