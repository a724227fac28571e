//! Writes each exchange down as a line of JSON.
//!
//! The bot's token never gets here: neither headers nor IDENTIFY's token are
//! handed over.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};

/// Where exchanges are written, if anywhere.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    file: Option<BufWriter<File>>,
}

/// One REST call and its answer.
#[derive(Debug)]
pub(crate) struct Exchange<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) body: &'a Value,
    pub(crate) files: Vec<Value>,
    pub(crate) status: u16,
    pub(crate) answer: &'a Value,
    /// The fault that changed the answer.
    pub(crate) fault: Option<&'static str>,
}

impl Recorder {
    /// Begins a record at `path`, or none.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub(crate) fn open(path: Option<&Path>) -> std::io::Result<Self> {
        let file = path.map(File::create).transpose()?;
        Ok(Self {
            file: file.map(BufWriter::new),
        })
    }

    /// Writes a REST call down.
    pub(crate) fn exchange(&mut self, now: u64, exchange: &Exchange<'_>) {
        let line = json!({
            "time": now,
            "direction": "in",
            "method": exchange.method,
            "path": exchange.path,
            "body": exchange.body,
            "files": exchange.files,
            "status": exchange.status,
            "answer": exchange.answer,
            "fault": exchange.fault,
        });
        self.write(&line);
    }

    /// Writes an event to the bot down.
    pub(crate) fn event(&mut self, now: u64, event: &str, data: &Value) {
        self.gateway(now, "out", event, data);
    }

    /// Writes a gateway payload of the bot down.
    pub(crate) fn payload(&mut self, now: u64, name: &str, data: &Value) {
        self.gateway(now, "in", name, data);
    }

    fn gateway(&mut self, now: u64, direction: &str, name: &str, data: &Value) {
        let line = json!({
            "time": now,
            "direction": direction,
            "method": "GATEWAY",
            "path": name,
            "body": data,
            "status": null,
        });
        self.write(&line);
    }

    fn write(&mut self, line: &Value) {
        let Some(file) = &mut self.file else { return };
        let written = writeln!(file, "{line}").and_then(|()| file.flush());
        if let Err(error) = written {
            tracing::error!(%error, "the record cannot be written and ends here");
            self.file = None;
        }
    }
}
