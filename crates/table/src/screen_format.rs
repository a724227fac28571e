//! The form of the screens that only one person sees, as far as it depends on that person.

use crate::display_mode::DisplayMode;
use crate::text::{Language, Locale};

/// How private screens are made for one person.
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
