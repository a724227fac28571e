//! Writes REST calls to a file, one JSON object per line. The bot's token is never recorded.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::Value;

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

    /// Writes a line. Builds it only if there is a file, because building it copies whole messages.
    pub(crate) fn record(&mut self, line: impl FnOnce() -> Value) {
        let Some(file) = &mut self.file else { return };
        let written = writeln!(file, "{}", line()).and_then(|()| file.flush());
        if let Err(error) = written {
            tracing::error!(%error, "cannot write to the record file; recording stops");
            self.file = None;
        }
    }
}
