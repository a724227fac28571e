//! The language and the display mode of a person's private screens.

use crate::display_mode::DisplayMode;
use crate::text::{Language, Locale};

/// The format of a person's private screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenFormat {
    /// The person's language.
    pub locale: Locale,
    /// The person's own preference. A table can be set to text-first mode for everyone.
    pub display_mode: DisplayMode,
}

impl ScreenFormat {
    /// Returns the texts in the person's language.
    pub fn language(self) -> &'static Language {
        Language::of(self.locale)
    }
}
