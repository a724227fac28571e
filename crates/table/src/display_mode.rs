//! The two ways in which screens show cards. A table's option applies to everyone. A person's
//! preference, set with `/kittens me`, applies to the screens that only they see.

use std::ops::BitOr;

rules::named! {
    /// How a screen shows cards and marks.
    #[derive(Default)]
    pub enum DisplayMode {
        /// Pictures beside the words.
        #[default]
        Pictures = "pictures",
        /// Words instead of pictures, for screen readers and for people who prefer to read.
        TextFirst = "text-first",
    }
}

impl DisplayMode {
    /// Returns the display mode for this preference.
    pub const fn of(text_first: bool) -> Self {
        if text_first {
            Self::TextFirst
        } else {
            Self::Pictures
        }
    }

    /// Returns true for [`Self::TextFirst`].
    pub const fn is_text_first(self) -> bool {
        matches!(self, Self::TextFirst)
    }
}

/// A private screen is text first if the person's preference or the table's option is.
impl BitOr for DisplayMode {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self::of(self.is_text_first() || other.is_text_first())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_screen_is_text_first_if_the_person_or_the_table_is() {
        use DisplayMode::{Pictures, TextFirst};
        assert_eq!(Pictures | Pictures, Pictures);
        assert_eq!(TextFirst | TextFirst, TextFirst);
        assert_eq!([TextFirst | Pictures, Pictures | TextFirst], [TextFirst; 2]);
    }
}
