//! What all games came to, as text and as JSON.

use std::fmt;

use serde_json::{Value, json};

use super::fault::Fault;
use super::tally::Tally;

/// A tally and how long it took.
pub struct Report {
    pub tally: Tally,
    pub seconds: f64,
}

impl Report {
    /// What is counted, by name.
    fn counts(&self) -> [(&'static str, u64); 14] {
        let tally = &self.tally;
        [
            ("games", tally.games),
            ("games a minute", self.games_a_minute()),
            ("won", tally.won),
            ("closed before", tally.closed),
            ("processes", tally.lives),
            ("killed", tally.kills),
            ("told to end", tally.stops),
            ("entries", tally.entries),
            ("requests", tally.requests),
            ("clicks", tally.clicks),
            ("deliveries", tally.deliveries),
            ("duplicates", tally.duplicates),
            ("reorderings", tally.reorderings),
            ("acknowledged", tally.acknowledged),
        ]
    }

    fn games_a_minute(&self) -> u64 {
        (self.tally.games as f64 * 60.0 / self.seconds.max(f64::MIN_POSITIVE)).round() as u64
    }

    fn faults(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let count = |fault| self.tally.faults.get(fault).copied().unwrap_or(0);
        Fault::ALL
            .iter()
            .map(move |fault| (fault.name(), count(fault)))
    }

    /// The same after every run of the same games.
    fn digest(&self) -> String {
        format!("{:016x}", self.tally.digest)
    }

    /// One object, its keys with underscores.
    pub fn json(&self) -> Value {
        let key = |name: &str| name.replace(' ', "_");
        let counts = self.counts().into_iter();
        let mut object: serde_json::Map<String, Value> = counts
            .map(|(name, count)| (key(name), count.into()))
            .collect();
        let faults = self.faults().map(|(name, count)| (key(name), count.into()));
        object.insert("digest".to_owned(), self.digest().into());
        object.insert("faults".to_owned(), Value::Object(faults.collect()));
        let violations = self.tally.violations.iter();
        let violations =
            violations.map(|broken| json!({ "seed": broken.seed, "what": broken.what }));
        object.insert("violations".to_owned(), violations.collect());
        Value::Object(object)
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
        for broken in &self.tally.violations {
            writeln!(formatter, "seed {}: {}", broken.seed, broken.what)?;
        }
        write!(
            formatter,
            "{:<32} {:>10}",
            "violations",
            self.tally.violations.len()
        )
    }
}
