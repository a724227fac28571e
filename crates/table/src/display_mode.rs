//! The two ways in which a screen shows cards. A table has one for everybody, by an option, and each
//! person one for what only they see, by `/kittens me`.

use std::ops::BitOr;

/// How a screen shows cards and marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DisplayMode {
    /// Pictures beside the words.
    #[default]
    Pictures,
    /// Words in place of pictures, for screen readers and for people who would rather read.
    TextFirst,
}

impl DisplayMode {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Pictures, Self::TextFirst];

    /// Returns the word that stands for it in menus and in the journal.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Pictures => "pictures",
            Self::TextFirst => "text-first",
        }
    }

    /// Returns text first if that is wanted, otherwise pictures.
    pub const fn of(text_first: bool) -> Self {
        if text_first {
            Self::TextFirst
        } else {
            Self::Pictures
        }
    }

    /// Returns true for text first.
    pub const fn is_text_first(self) -> bool {
        matches!(self, Self::TextFirst)
    }
}

/// The display mode of a private screen from the person's preference and the table's option: text first
/// if either is.
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
        for either in [
            TextFirst | Pictures,
            Pictures | TextFirst,
            TextFirst | TextFirst,
        ] {
            assert_eq!(either, TextFirst);
        }
    }
}
