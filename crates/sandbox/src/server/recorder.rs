//! Writes REST calls and gateway payloads to a file, one JSON object per line.
//!
//! The bot's token is never recorded: callers pass neither headers nor the token of IDENTIFY.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};

/// Writes to the configured file; does nothing without one.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    file: Option<BufWriter<File>>,
}

impl Recorder {
    pub(crate) fn open(path: Option<&Path>) -> std::io::Result<Self> {
        let file = path.map(File::create).transpose()?;
        Ok(Self {
            file: file.map(BufWriter::new),
        })
    }

    /// Records an event to the bot (`out`), or a payload from it (`in`).
    pub(crate) fn record_gateway(&mut self, now: u64, direction: &str, name: &str, data: &Value) {
        self.record(|| {
            json!({
                "time": now,
                "direction": direction,
                "method": "GATEWAY",
                "path": name,
                "body": data,
                "status": null,
            })
        });
    }

    /// Writes a line, which is only made if there is a file: it copies whole messages.
    pub(crate) fn record(&mut self, line: impl FnOnce() -> Value) {
        let Some(file) = &mut self.file else { return };
        let written = writeln!(file, "{}", line()).and_then(|()| file.flush());
        if let Err(error) = written {
            tracing::error!(%error, "cannot write the record; recording stops");
            self.file = None;
        }
    }
}
