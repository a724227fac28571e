//! Escapes display names, so that Discord shows them as they were entered.

use icu_properties::CodePointMapData;
use icu_properties::props::BidiClass;

/// Escapes Markdown, links and mentions in a name, replaces line breaks with spaces, removes private-use characters,
/// and isolates right-to-left names. Does not escape syntax that counts only at the start of a line, so a line must
/// not start with the result.
pub(super) fn escape_name(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' => text.extend(['\\', character]),
            ':' if characters.peek() == Some(&'/') => text.push_str("\\:"),
            // A zero-width space breaks up `@everyone`.
            '@' => text.push_str("@\u{200b}"),
            '\n' | '\r' => text.push(' '),
            // In the texts of screens, private-use characters are markers for emoji.
            marker if is_private_use(marker) => {}
            other => text.push(other),
        }
    }
    isolate(text)
}

/// Returns a name for texts that do not support Markdown, such as labels. Removes private-use characters and isolates
/// right-to-left names.
pub(super) fn label_name(name: &str) -> String {
    let letters = name.chars().filter(|&letter| !is_private_use(letter));
    isolate(letters.collect())
}

/// Encloses a name in directional isolates if it contains right-to-left characters, which would
/// otherwise reorder the text and numbers around it.
fn isolate(name: String) -> String {
    if name.chars().any(is_right_to_left) {
        format!("\u{2068}{name}\u{2069}")
    } else {
        name
    }
}

fn is_private_use(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Returns true for a letter or digit of a right-to-left script.
fn is_right_to_left(character: char) -> bool {
    matches!(
        CodePointMapData::<BidiClass>::new().get(character),
        BidiClass::RightToLeft | BidiClass::ArabicLetter | BidiClass::ArabicNumber
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_in_a_name_is_escaped() {
        assert_eq!(
            escape_name("*a*_b_~c~`d`|e|"),
            "\\*a\\*\\_b\\_\\~c\\~\\`d\\`\\|e\\|"
        );
        assert_eq!(escape_name("Jean-Luc (he)"), "Jean-Luc (he)");
    }

    #[test]
    fn mentions_and_links_in_a_name_are_escaped() {
        assert_eq!(escape_name("@everyone"), "@\u{200b}everyone");
        assert_eq!(escape_name("<@1>"), "\\<@\u{200b}1>");
        assert_eq!(escape_name("[x](https://y)"), "\\[x\\](https\\://y)");
    }

    #[test]
    fn a_name_never_holds_the_marker_of_an_emoji() {
        for emoji in crate::screen::Emoji::all_with_picture() {
            let name = format!("Ada{emoji}\u{e000}");
            assert_eq!(escape_name(&name), "Ada");
            assert_eq!(label_name(&name), "Ada");
        }
    }

    #[test]
    fn a_right_to_left_name_is_isolated() {
        // Hebrew, Arabic, Arabic digits, Adlam, and a bidirectional name.
        for name in ["דנה", "سلمى", "١٢٣", "𞤀𞤣𞤤𞤢𞤥", "Ada א"] {
            let isolated = format!("\u{2068}{name}\u{2069}");
            assert_eq!(
                [escape_name(name), label_name(name)],
                [isolated.clone(), isolated]
            );
        }
        for name in ["Ada 8", "大衛", "😺 Привет"] {
            assert_eq!([escape_name(name), label_name(name)], [name, name]);
        }
    }
}
