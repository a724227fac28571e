//! Sanitizes display names: removes invisible characters and characters that change the surrounding text, and limits
//! combining marks. Markdown and mentions are left in: `table::text` escapes them.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

/// The maximum number of characters of a display name that are shown.
pub(super) const MAX_NAME_LENGTH: usize = 32;
/// The maximum number of combining marks on one letter. More would overlap the lines above and below.
pub(super) const MAX_MARKS: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Visible,
    /// A combining mark, drawn on the preceding letter.
    Mark,
    Space,
    /// An invisible character, or one that changes the direction or line breaks of the surrounding text.
    Hidden,
}

/// Returns a name without hidden characters and superfluous spaces, with at most [`MAX_MARKS`] marks on each letter,
/// truncated to [`MAX_NAME_LENGTH`] characters. Returns `None` if nothing visible is left.
pub(super) fn sanitize_name(name: &str) -> Option<String> {
    let mut plain = String::new();
    let mut length = 0;
    // The number of marks on the current letter; `None` if there is no letter to put them on.
    let mut marks = None;
    for letter in name.chars() {
        let kept = match class(letter) {
            Class::Hidden => continue,
            Class::Visible => {
                marks = Some(0);
                letter
            }
            Class::Mark => match &mut marks {
                Some(count) if *count < MAX_MARKS => {
                    *count += 1;
                    letter
                }
                _ => continue,
            },
            // Leading spaces are dropped, and runs of spaces become one space.
            Class::Space if plain.is_empty() || plain.ends_with(' ') => continue,
            Class::Space => {
                marks = None;
                ' '
            }
        };
        if length == MAX_NAME_LENGTH {
            break;
        }
        plain.push(kept);
        length += 1;
    }
    plain.truncate(plain.trim_end().len());
    (!plain.is_empty()).then_some(plain)
}

pub(super) fn class(letter: char) -> Class {
    if is_blank(letter) {
        return Class::Hidden;
    }
    match letter.general_category() {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::Surrogate
        | GeneralCategory::PrivateUse
        | GeneralCategory::Unassigned
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => Class::Hidden,
        GeneralCategory::NonspacingMark
        | GeneralCategory::SpacingMark
        | GeneralCategory::EnclosingMark => Class::Mark,
        GeneralCategory::SpaceSeparator => Class::Space,
        _ => Class::Visible,
    }
}

/// Returns true for characters that are invisible although their category suggests otherwise, such as fillers,
/// variation selectors and blank symbols.
fn is_blank(letter: char) -> bool {
    matches!(
        letter,
        '\u{34f}'                   // combining grapheme joiner
        | '\u{115f}' | '\u{1160}'   // Hangul fillers
        | '\u{17b4}' | '\u{17b5}'   // Khmer inherent vowels
        | '\u{180b}'..='\u{180f}'   // Mongolian variation selectors
        | '\u{2800}'                // blank Braille pattern
        | '\u{3164}' | '\u{ffa0}'   // Hangul fillers
        | '\u{fe00}'..='\u{fe0f}'   // variation selectors
        | '\u{fffc}'                // object replacement character
        | '\u{13441}' | '\u{13442}' // hieroglyph blanks
        | '\u{16fe4}'               // Khitan filler
        | '\u{1d159}'               // null notehead
        | '\u{e0000}'..='\u{e0fff}' // tags and variation selectors
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_cut_and_lose_hidden_characters() {
        let plain = |name: &str| sanitize_name(name).unwrap_or_default();
        assert_eq!(plain("\u{202e}evil\u{7}\n"), "evil");
        assert_eq!(plain("a\u{ad}d\u{fe0f}a\u{e0061}"), "ada");
        assert_eq!(plain("  Ada \u{3000}\u{a0} L. "), "Ada L.");
        assert_eq!(plain(&"x".repeat(90)), "x".repeat(32));
        let stacks = "A\u{300}\u{301}\u{302}\u{303}Z\u{300}\u{301}\u{302}";
        assert_eq!(plain(stacks), "A\u{300}\u{301}Z\u{300}\u{301}");
        assert_eq!(plain("\u{301}\u{302}a"), "a", "a mark without a letter");
        assert_eq!(plain("a \u{301}b"), "a b", "a mark on a space");
        assert_eq!(plain("大衛 David 🐈"), "大衛 David 🐈");
        let thai = "น\u{e35}\u{e49}";
        assert_eq!(plain(thai), thai, "two marks that a language needs");
    }

    #[test]
    fn an_invisible_name_is_rejected() {
        let names = "; ;\u{3164};\u{115f}\u{1160};\u{ffa0};\u{2800}\u{2800};\u{ad};\u{fe0f}\u{fe00};\
             \u{e0041}\u{e007f};\u{200b}\u{2060}\u{feff};\u{301}\u{302};\u{34f};\u{a0}\u{3000};\u{e000};\u{1d159}";
        for name in names.split(';') {
            assert_eq!(sanitize_name(name), None, "{name:?}");
        }
    }

    /// Asserts that a sanitized name is visible, short and harmless, and that sanitizing it again changes nothing.
    fn assert_safe(name: &str, shown: &str) {
        assert!(!shown.is_empty() && shown == shown.trim(), "{name:?}");
        assert!(shown.chars().count() <= MAX_NAME_LENGTH, "{name:?}");
        let classes: Vec<_> = shown.chars().map(class).collect();
        assert!(classes[0] == Class::Visible, "{name:?}");
        assert!(!classes.contains(&Class::Hidden), "{name:?}");
        let too_many = |run: &[Class]| run.iter().all(|&class| class == Class::Mark);
        assert!(!classes.windows(MAX_MARKS + 1).any(too_many), "{name:?}");
        assert!(!shown.contains("  "), "{name:?}");
        assert_eq!(sanitize_name(shown).as_deref(), Some(shown), "{name:?}");
    }

    #[test]
    fn every_character_is_shown_safely_or_not_at_all() {
        let mut seen = HashMap::<_, u32>::new();
        for letter in '\0'..=char::MAX {
            *seen.entry(letter.general_category()).or_default() += 1;
            if let Some(shown) = sanitize_name(&letter.to_string()) {
                assert_safe(&letter.to_string(), &shown);
            }
            let name = format!("a{letter}{letter}{letter}b");
            let shown = sanitize_name(&name).unwrap_or_default();
            assert_safe(&name, &shown);
        }
        // All of Unicode's thirty categories except surrogates, which cannot occur in a string.
        assert_eq!(seen.len(), 29, "{seen:?}");
    }

    proptest! {
        #[test]
        fn every_text_is_shown_safely_or_not_at_all(name in ".{0,80}", marks in "\\PC{0,3}\\p{M}{0,40}\\p{Z}{0,3}\\p{C}{0,3}\\p{S}{0,3}") {
            for name in [name.clone(), marks.clone(), format!("{marks}{name}")] {
                if let Some(shown) = sanitize_name(&name) {
                    assert_safe(&name, &shown);
                }
            }
        }
    }
}
