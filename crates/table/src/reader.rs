//! The reader of a private screen, as far as the screen depends on them.

use crate::presentation::Presentation;
use crate::text::{Language, Locale};

/// How one person reads what only they see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    /// Their language.
    pub locale: Locale,
    /// Their own preference; a table may be set to text first for all.
    pub presentation: Presentation,
}

impl Reader {
    /// Returns their language.
    pub fn language(self) -> &'static Language {
        Language::of(self.locale)
    }
}
