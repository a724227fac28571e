//! The log: levels for an operator, to the standard error. Libraries that print tokens below
//! `warn` are held there whatever the settings say.

use std::io::IsTerminal as _;

use tracing::{Dispatch, Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::config::{Log, LogFormat};

/// Their spans and lines below `warn` hold whole requests, addresses with interaction tokens
/// among them.
const TALKATIVE: [&str; 7] = [
    "serenity",
    "tungstenite",
    "tokio_tungstenite",
    "reqwest",
    "hyper",
    "hyper_util",
    "h2",
];

/// Starts the log for the rest of the process's life. Fails if something else has started one.
pub(crate) fn start(settings: &Log) -> Result<(), TryInitError> {
    let is_terminal = std::io::stderr().is_terminal();
    dispatch(settings, std::io::stderr, is_terminal).try_init()
}

/// Returns a log that writes its lines with this writer, in colour or not.
pub(crate) fn dispatch<W>(settings: &Log, writer: W, colour: bool) -> Dispatch
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let directives = EnvFilter::new(settings.filter.as_str());
    let lines = fmt::layer().with_writer(writer).with_ansi(colour);
    let lines = match settings.format {
        LogFormat::Text => lines.with_target(true).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let lines = lines
        .with_filter(filter_fn(discreet))
        .with_filter(directives);
    registry().with(lines).into()
}

fn discreet(metadata: &Metadata<'_>) -> bool {
    let part = metadata.target().split("::").next().unwrap_or_default();
    *metadata.level() <= Level::WARN || !TALKATIVE.contains(&part)
}
