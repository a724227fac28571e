//! The lines of `kittens doctor`, as text for people and as JSON for scripts.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Health {
    Ok,
    /// The bot can run, but something is missing or may become a problem.
    Warning,
    /// The bot cannot run, or cannot run properly.
    Problem,
}

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    check: &'static str,
    pub(super) health: Health,
    /// The state, and what to do about a problem.
    pub(super) says: String,
}

/// All lines, in the order of the checks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    findings: Vec<Finding>,
}

impl Finding {
    pub(crate) fn ok(check: &'static str, says: impl fmt::Display) -> Self {
        Self::new(check, Health::Ok, says)
    }

    pub(crate) fn warning(check: &'static str, says: impl fmt::Display) -> Self {
        Self::new(check, Health::Warning, says)
    }

    pub(crate) fn problem(check: &'static str, says: impl fmt::Display) -> Self {
        Self::new(check, Health::Problem, says)
    }

    pub(super) fn new(check: &'static str, health: Health, says: impl fmt::Display) -> Self {
        let says = says.to_string();
        Self {
            check,
            health,
            says,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let health = match self.health {
            Health::Ok => "ok",
            Health::Warning => "warning",
            Health::Problem => "problem",
        };
        write!(formatter, "{health:<8} {:<12} {}", self.check, self.says)
    }
}

impl Report {
    pub(crate) fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Returns the value; on an error, adds a problem to the report and returns `None`.
    pub(super) fn take<T>(
        &mut self,
        check: &'static str,
        read: Result<T, impl fmt::Display>,
    ) -> Option<T> {
        read.map_err(|error| self.add(Finding::problem(check, error)))
            .ok()
    }

    /// Returns true if there are no problems. Warnings do not count.
    pub(crate) fn is_healthy(&self) -> bool {
        let mut healths = self.findings.iter().map(|finding| finding.health);
        healths.all(|health| health != Health::Problem)
    }

    pub(crate) fn to_json(&self) -> Value {
        let findings = &self.findings;
        json!({ "ok": self.is_healthy(), "version": env!("CARGO_PKG_VERSION"), "checks": findings })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(formatter, "{finding}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_leaves_a_report_healthy_and_a_problem_does_not() {
        let mut report = Report::default();
        report.add(Finding::ok("settings", "can be used"));
        report.add(Finding::warning("commands", "are not registered yet"));
        assert!(report.is_healthy());
        report.add(Finding::problem("token", "is missing"));
        assert!(!report.is_healthy());
        assert_eq!(report.to_json()["ok"], false);
        assert_eq!(report.to_json()["checks"][2]["health"], "problem");
        assert_eq!(
            report.to_string(),
            "ok       settings     can be used\n\
             warning  commands     are not registered yet\n\
             problem  token        is missing\n"
        );
    }
}
