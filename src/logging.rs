//! The log on standard error. Levels come from the settings, except that libraries that print
//! tokens below `warn` never log below `warn`.

use std::io::IsTerminal as _;

use tracing::{Dispatch, Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{Layer, fmt, registry};

use crate::config::{Log, LogFormat};

/// Libraries whose lines below `warn` hold whole requests, with interaction tokens in their
/// addresses.
const CAPPED_AT_WARN: [&str; 7] = [
    "serenity",
    "tungstenite",
    "tokio_tungstenite",
    "reqwest",
    "hyper",
    "hyper_util",
    "h2",
];

/// Starts the log for the rest of the process's life. Fails if a log was started before.
pub(crate) fn start(settings: &Log) -> Result<(), TryInitError> {
    let is_terminal = std::io::stderr().is_terminal();
    dispatch(settings, std::io::stderr, is_terminal).try_init()
}

/// Returns a log that writes its lines with this writer, in colour or not.
pub(crate) fn dispatch<W>(settings: &Log, writer: W, colour: bool) -> Dispatch
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = fmt::layer().with_writer(writer).with_ansi(colour);
    let lines = match settings.format {
        LogFormat::Text => lines.with_target(true).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let lines = lines
        .with_filter(filter_fn(holds_no_token))
        .with_filter(settings.filter.targets());
    registry().with(lines).into()
}

/// Returns false for the lines in which a library may print a token.
fn holds_no_token(metadata: &Metadata<'_>) -> bool {
    let library = metadata.target().split("::").next().unwrap_or_default();
    *metadata.level() <= Level::WARN || !CAPPED_AT_WARN.contains(&library)
}
