//! The log of a game: a digest of its lines and, on request, the lines themselves with additional details.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    /// A hash of all lines so far, without details. Identical games have identical hashes.
    pub(super) digest: u64,
    pub(super) lines: Option<Vec<String>>,
}

impl Transcript {
    pub(super) fn note(&mut self, line: String) {
        let mut hasher = DefaultHasher::new();
        (self.digest, &line).hash(&mut hasher);
        self.digest = hasher.finish();
        self.note_detail(line);
    }

    /// Adds a line that is not part of the digest.
    pub(super) fn note_detail(&mut self, line: String) {
        if let Some(lines) = &mut self.lines {
            lines.push(line);
        }
    }
}
