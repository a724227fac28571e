//! How screens are formatted for the one person who sees them.

use crate::display_mode::DisplayMode;
use crate::text::{Language, Locale};

/// The format of one person's private screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenFormat {
    /// Their language.
    pub locale: Locale,
    /// Their own preference; a table may be set to text first for all.
    pub display_mode: DisplayMode,
}

impl ScreenFormat {
    /// Returns their language.
    pub fn language(self) -> &'static Language {
        Language::of(self.locale)
    }
}
