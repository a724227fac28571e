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

/// A REST call with its response.
#[derive(Debug)]
pub(crate) struct RecordedCall<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) body: &'a Value,
    pub(crate) files: Vec<Value>,
    pub(crate) status: u16,
    pub(crate) answer: &'a Value,
    /// The name of the fault that changed the response.
    pub(crate) fault: Option<&'static str>,
}

impl Recorder {
    /// Creates the file at `path`; `None` records nothing.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub(crate) fn open(path: Option<&Path>) -> std::io::Result<Self> {
        let file = path.map(File::create).transpose()?;
        Ok(Self {
            file: file.map(BufWriter::new),
        })
    }

    /// Records a REST call.
    pub(crate) fn record_call(&mut self, now: u64, call: &RecordedCall<'_>) {
        self.write_line(|| {
            json!({
                "time": now,
                "direction": "in",
                "method": call.method,
                "path": call.path,
                "body": call.body,
                "files": call.files,
                "status": call.status,
                "answer": call.answer,
                "fault": call.fault,
            })
        });
    }

    /// Records a gateway event to the bot.
    pub(crate) fn record_event(&mut self, now: u64, event: &str, data: &Value) {
        self.write_gateway_line(now, "out", event, data);
    }

    /// Records a gateway payload from the bot.
    pub(crate) fn record_payload(&mut self, now: u64, name: &str, data: &Value) {
        self.write_gateway_line(now, "in", name, data);
    }

    fn write_gateway_line(&mut self, now: u64, direction: &str, name: &str, data: &Value) {
        self.write_line(|| {
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
    fn write_line(&mut self, line: impl FnOnce() -> Value) {
        let Some(file) = &mut self.file else { return };
        let written = writeln!(file, "{}", line()).and_then(|()| file.flush());
        if let Err(error) = written {
            tracing::error!(%error, "cannot write the record; recording stops");
            self.file = None;
        }
    }
}
