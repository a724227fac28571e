//! The lines of `kittens doctor`, as text for people and as JSON for scripts.

use std::fmt;

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    Ok,
    /// The bot runs, but something is missing or may become a problem.
    Warning,
    /// The bot does not run, or not as it should.
    Problem,
}

/// One line: a thing that was checked, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    check: &'static str,
    health: Health,
    /// Says how the thing is and, if it is not as it should be, what to do.
    says: String,
}

/// All lines, in the order of the checks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    findings: Vec<Finding>,
}

impl Health {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

impl Finding {
    pub(crate) fn ok(check: &'static str, says: String) -> Self {
        Self {
            check,
            health: Health::Ok,
            says,
        }
    }

    pub(crate) fn warning(check: &'static str, says: String) -> Self {
        Self {
            health: Health::Warning,
            ..Self::ok(check, says)
        }
    }

    pub(crate) fn problem(check: &'static str, says: String) -> Self {
        Self {
            health: Health::Problem,
            ..Self::ok(check, says)
        }
    }

    #[cfg(test)]
    pub(super) fn health(&self) -> Health {
        self.health
    }

    #[cfg(test)]
    pub(super) fn says(&self) -> &str {
        &self.says
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (health, check) = (self.health.name(), self.check);
        write!(formatter, "{health:<8} {check:<12} {}", self.says)
    }
}

impl Report {
    pub(crate) fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Returns true if there is no problem. Warnings do not count.
    pub(crate) fn is_healthy(&self) -> bool {
        let mut healths = self.findings.iter().map(|finding| finding.health);
        healths.all(|health| health != Health::Problem)
    }

    pub(crate) fn to_json(&self) -> Value {
        let checks = self.findings.iter().map(|finding| {
            json!({
                "check": finding.check,
                "health": finding.health.name(),
                "says": finding.says,
            })
        });
        json!({
            "ok": self.is_healthy(),
            "version": env!("CARGO_PKG_VERSION"),
            "checks": checks.collect::<Value>(),
        })
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
        report.add(Finding::ok("settings", "can be used".to_owned()));
        report.add(Finding::warning(
            "commands",
            "are not registered yet".to_owned(),
        ));
        assert!(report.is_healthy());
        report.add(Finding::problem("token", "is missing".to_owned()));
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
