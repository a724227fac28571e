//! The lines of a game file with their checksums. Each checksum covers its own line and all previous ones. A forger can
//! recompute all checksums, but then the end line's checksum differs from the one in the game's final message.

use data_encoding::BASE32;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::file_error::{FileError, FileFault, FilePlace};

/// The maximum size of a game file. A larger file is refused without being parsed.
pub const MAX_FILE_BYTES: usize = 16 << 20;
const MAX_LINE_BYTES: usize = 1 << 20;
/// The length of a checksum in characters. A table shows the same number of characters of a commitment.
const SUM_LENGTH: usize = 28;
const BEFORE_SUM: &str = ",\"sum\":\"";
const AFTER_SUM: &str = "\"}";

fn sum(before: &str, body: &str) -> String {
    let hash = Sha256::new_with_prefix(before)
        .chain_update(body)
        .finalize();
    let mut sum = BASE32.encode(&hash);
    sum.truncate(SUM_LENGTH);
    sum
}

/// The running checksum: covers all lines so far, and is hashed into the next line's checksum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineSum(String);

impl LineSum {
    /// Adds the checksum and a line feed to a line, and updates the running checksum.
    pub(super) fn write(&mut self, line: &impl Serialize) -> String {
        let object =
            serde_json::to_string(line).expect("all keys are strings, and every value serializes");
        let body = object.strip_suffix('}').unwrap_or(&object);
        self.0 = sum(&self.0, body);
        format!("{body}{BEFORE_SUM}{}{AFTER_SUM}\n", self.0)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

pub(super) struct LineReader<'a> {
    rest: &'a [u8],
    /// The checksum of the last line read.
    pub(super) sum: String,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(file: &'a [u8]) -> Self {
        Self {
            rest: file,
            sum: String::new(),
        }
    }

    /// Returns the place of the next line, given the number of step lines read so far. Two lines follow the steps.
    pub(super) fn place(&self, steps: u32) -> FilePlace {
        let is_cut_off = !self.rest.is_empty() && !self.rest.ends_with(b"\n");
        let lines = self.rest.iter().filter(|byte| **byte == b'\n').take(3);
        match lines.count() + usize::from(is_cut_off) {
            1 => FilePlace::Names,
            0 | 2 => FilePlace::End,
            _ => FilePlace::Step(steps),
        }
    }

    /// Returns the next line, including its unchecked checksum, without consuming it.
    pub(super) fn peek(&self, place: FilePlace) -> Result<&'a str, FileError> {
        let wrong = |reason: &str| FileError::new(FileFault::Damaged, place, reason);
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

    /// Consumes the next line, which must be at this place and have this name as its first field.
    pub(super) fn next_at<T: Serialize + DeserializeOwned>(
        &mut self,
        place: FilePlace,
        name: &str,
    ) -> Result<T, FileError> {
        let here = self.place(0);
        let is_here = here == place && self.peek(place)?.starts_with(&format!("{{\"{name}\":"));
        if is_here {
            return self.next(place);
        }
        let reason = "the file is cut off, or has lines after its end";
        Err(FileError::new(FileFault::Damaged, here, reason))
    }

    /// Consumes the next line, whose checksum must be correct.
    pub(super) fn next<T: Serialize + DeserializeOwned>(
        &mut self,
        place: FilePlace,
    ) -> Result<T, FileError> {
        let wrong = |reason: &str| FileError::new(FileFault::Damaged, place, reason);
        let line = self.peek(place)?;
        self.rest = &self.rest[line.len() + 1..];
        let body = line
            .len()
            .checked_sub(BEFORE_SUM.len() + SUM_LENGTH + AFTER_SUM.len());
        let (body, end) = body
            .and_then(|body| line.split_at_checked(body))
            .unwrap_or_default();
        let expected = sum(&self.sum, body);
        if end != format!("{BEFORE_SUM}{expected}{AFTER_SUM}") {
            return Err(wrong(
                "the checksum is wrong: the line or an earlier one was changed",
            ));
        }
        self.sum = expected;
        let object = format!("{body}}}");
        let malformed = |column: usize| {
            let reason = format!("the line does not follow the format, at character {column}");
            FileError::new(FileFault::Damaged, place, reason)
        };
        let read: T = serde_json::from_str(&object).map_err(|error| malformed(error.column()))?;
        // Rejects duplicate fields and fractional numbers, which other programs might read as a different game.
        let again = serde_json::to_string(&read).unwrap_or_default();
        if again == object {
            return Ok(read);
        }
        let same = again.chars().zip(object.chars());
        Err(malformed(
            1 + same.take_while(|(one, other)| one == other).count(),
        ))
    }
}
