//! The log on standard error. Levels come from the settings, but are capped for libraries: below `warn`, they log
//! addresses and bodies that contain tokens, names and hands; serenity sometimes does so even at `warn` and above.

use std::io::IsTerminal as _;

use tracing::{Dispatch, Metadata};
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{Layer, fmt, registry};

use crate::config::{Log, LogFormat};

/// Crates of this project, which never log secrets. The levels of all other crates are capped.
const OWN_CRATES: [&str; 7] = [
    "kittens", "journal", "discord", "players", "rules", "sandbox", "table",
];
/// The maximum levels of libraries, longest target first. All other libraries are capped at `warn`.
const CAPS: [(&str, LevelFilter); 2] = [
    // Logs an event that it cannot parse, including the offending value.
    ("serenity::gateway::bridge::shard_runner", LevelFilter::OFF),
    // Logs a whole frame that it cannot parse, at `warn`.
    ("serenity", LevelFilter::ERROR),
];

/// Starts the log, which lasts until the process ends. Fails if a log was started before.
pub(crate) fn start(settings: &Log) -> Result<(), TryInitError> {
    let is_terminal = std::io::stderr().is_terminal();
    dispatch(settings, std::io::stderr, is_terminal).try_init()
}

/// Returns a log that writes its lines to this writer, optionally in colour.
pub(crate) fn dispatch<W>(settings: &Log, writer: W, colour: bool) -> Dispatch
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = fmt::layer().with_writer(writer).with_ansi(colour);
    let formatted = match settings.format {
        LogFormat::Text => lines.with_target(true).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let filtered = formatted
        .with_filter(filter_fn(is_below_cap))
        .with_filter(settings.filter.targets());
    registry().with(filtered).into()
}

/// Returns false for the lines and spans in which a library may print a secret.
fn is_below_cap(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    let is_in = |module: &str| {
        let rest = target.strip_prefix(module);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    if OWN_CRATES.iter().any(|own| is_in(own)) {
        return true;
    }
    let cap = CAPS.iter().find(|(module, _)| is_in(module));
    *metadata.level() <= cap.map_or(LevelFilter::WARN, |&(_, level)| level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::LogLines;

    /// Returns the lines that are logged under this filter while `log` runs.
    fn logged(filter: &str, log: impl FnOnce()) -> String {
        let settings: Log = toml::Table::from_iter([
            ("filter".to_owned(), filter.into()),
            ("format".to_owned(), "text".into()),
        ])
        .try_into()
        .unwrap();
        let lines = LogLines::default();
        let writer = lines.clone();
        let dispatch = dispatch(&settings, move || writer.clone(), false);
        tracing::dispatcher::with_default(&dispatch, log);
        lines.text()
    }

    /// Filters that an operator might use to see more.
    const FILTERS: [&str; 3] = [
        "trace",
        "trace,serenity=trace,twilight_http_ratelimiting=trace,reqwest=trace",
        "info,serenity::gateway::ws=trace,serenity::gateway::bridge::shard_runner=trace",
    ];

    #[test]
    fn no_setting_lets_serenity_log_a_frame() {
        for filter in FILTERS {
            let text = logged(filter, || {
                tracing::warn!(target: "serenity::gateway::ws", "text: secret");
                tracing::info!(target: "serenity::gateway::ws", "secret");
                tracing::error!(target: "serenity::gateway::bridge::shard_runner", "secret");
                let span = tracing::info_span!(target: "serenity::http", "fire", body = "secret");
                span.in_scope(|| tracing::info!(target: "kittens::board", "a line of ours"));
                tracing::error!(target: "serenity::gateway::shard", "an error");
            });
            assert!(!text.contains("secret"), "{filter}: {text}");
            assert!(text.contains("an error"), "{filter}: {text}");
            assert!(text.contains("a line of ours"), "{filter}: {text}");
        }
    }

    #[test]
    fn no_setting_lets_a_library_log_below_warn() {
        for filter in FILTERS {
            let text = logged(filter, || {
                tracing::info!(target: "twilight_http_ratelimiting::actor", "exhausted");
                tracing::debug!(target: "reqwest::connect", "secret");
                tracing::debug!(target: "hyper_util::client", "secret");
                tracing::trace!(target: "tungstenite::protocol", "secret");
                tracing::info!(target: "sqlx::query", "secret");
                tracing::info!(target: "a_crate_of_tomorrow", "secret");
                // A target whose name begins with the name of one of our crates.
                tracing::info!(target: "kittens_of_others", "secret");
            });
            assert_eq!(text, "", "{filter}");
        }
    }

    #[test]
    fn the_projects_own_lines_follow_the_setting() {
        let text = logged("info,kittens=debug,table=trace", || {
            tracing::debug!(target: "kittens::discord::rest_client", "one");
            tracing::trace!(target: "kittens", "hidden");
            tracing::trace!(target: "table", "two");
            tracing::debug!(target: "journal", "hidden");
        });
        assert!(text.contains("one") && text.contains("two"), "{text}");
        assert!(!text.contains("hidden"), "{text}");
        assert_eq!(text.lines().count(), 2, "{text}");
    }
}
