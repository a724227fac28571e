//! The lines of a file with their sums, which find damage and careless changes. Whoever changes a file may
//! compute them anew: they prove nothing.

use data_encoding::HEXLOWER;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::file_error::{FileError, FilePlace};

/// The largest file that is read.
pub const MAX_FILE_BYTES: usize = 16 << 20;
/// The longest line that is read.
const MAX_LINE_BYTES: usize = 1 << 20;
/// The hexadecimal digits of a sum.
const SUM_DIGITS: usize = 32;
const BEFORE_SUM: &str = ",\"sum\":\"";
const AFTER_SUM: &str = "\"}";

fn sum(before: &str, body: &str) -> String {
    let hash = Sha256::new_with_prefix(before)
        .chain_update(body)
        .finalize();
    HEXLOWER.encode(&hash[..SUM_DIGITS / 2])
}

/// A file that is being written.
#[derive(Default)]
pub(super) struct LineWriter {
    text: String,
    sum: String,
}

impl LineWriter {
    pub(super) fn add(&mut self, line: &impl Serialize) {
        let object = serde_json::to_string(line).expect("keys are texts, and no value fails");
        let body = object.strip_suffix('}').unwrap_or(&object);
        self.sum = sum(&self.sum, body);
        self.text += &format!("{body}{BEFORE_SUM}{}{AFTER_SUM}\n", self.sum);
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A file that is being read.
pub(super) struct LineReader<'a> {
    rest: &'a [u8],
    sum: String,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(file: &'a [u8]) -> Self {
        Self {
            rest: file,
            sum: String::new(),
        }
    }

    /// Returns the place of the next line after the head, behind this many lines of steps.
    pub(super) fn place(&self, steps: u32) -> FilePlace {
        let end = self.rest.iter().position(|byte| *byte == b'\n');
        match end.is_some_and(|end| end + 1 < self.rest.len()) {
            true => FilePlace::Step(steps),
            false => FilePlace::End,
        }
    }

    /// Returns the next line with its sum, which is not checked, and leaves it in place.
    pub(super) fn peek(&self, place: FilePlace) -> Result<&'a str, FileError> {
        let wrong = |reason: &str| FileError::new(place, reason);
        let looked_at = &self.rest[..self.rest.len().min(MAX_LINE_BYTES + 1)];
        let Some(length) = looked_at.iter().position(|byte| *byte == b'\n') else {
            return Err(match looked_at.len() {
                0 => wrong("the file ends too early"),
                1..=MAX_LINE_BYTES => wrong("the line is cut off"),
                _ => wrong("the line is longer than 1 MB"),
            });
        };
        str::from_utf8(&self.rest[..length]).map_err(|_| wrong("the line is not UTF-8"))
    }

    /// Takes the next line, whose sum must be right.
    pub(super) fn next<T: Serialize + DeserializeOwned>(
        &mut self,
        place: FilePlace,
    ) -> Result<T, FileError> {
        let wrong = |reason: &str| FileError::new(place, reason);
        let line = self.peek(place)?;
        self.rest = &self.rest[line.len() + 1..];
        let body = line
            .len()
            .checked_sub(BEFORE_SUM.len() + SUM_DIGITS + AFTER_SUM.len());
        let (body, end) = body
            .and_then(|body| line.split_at_checked(body))
            .unwrap_or_default();
        let expected = sum(&self.sum, body);
        if end != format!("{BEFORE_SUM}{expected}{AFTER_SUM}") {
            return Err(wrong(
                "the sum is wrong: the line or one before it was changed",
            ));
        }
        self.sum = expected;
        let object = format!("{body}}}");
        let read: T =
            serde_json::from_str(&object).map_err(|error| FileError::new(place, error))?;
        // A field twice, a number with a fraction: other programs might read another game.
        match serde_json::to_string(&read) {
            Ok(again) if again == object => Ok(read),
            Ok(_) | Err(_) => Err(wrong("the line is not written as the format says")),
        }
    }
}
