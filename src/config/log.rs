//! The settings of the log: its format, and the lowest level that each target logs.

use serde::de::{Deserialize, Deserializer};
use tracing_subscriber::filter::{LevelFilter, Targets};

use super::text_setting::read_text;

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub filter: LogFilter,
    pub format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// A line of text, for people.
    Text,
    /// A JSON object in one line, for machines.
    Json,
}

/// Levels by target, as in `info,kittens=debug`.
#[derive(Clone, Debug, PartialEq)]
pub struct LogFilter(Targets);

impl LogFilter {
    pub(crate) fn targets(&self) -> Targets {
        self.0.clone()
    }
}

impl<'de> Deserialize<'de> for LogFilter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let allowed = "levels such as \"info\" or \"info,kittens=debug\"";
        read_text(deserializer, allowed, |text| {
            let targets = text.parse().ok().map(Self);
            targets.filter(|_| text.split(',').all(has_level))
        })
    }
}

/// Returns true for a level, alone or after a target's name. `Targets` would interpret any other word as a target, and
/// silence all other targets.
fn has_level(directive: &str) -> bool {
    let level = directive.rsplit('=').next().unwrap_or(directive).trim();
    !level.is_empty() && level.parse::<LevelFilter>().is_ok()
}
