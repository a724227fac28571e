//! Escaping of people's display names, so that Discord shows them as they were written.

/// Escapes everything in a name that Discord would read as markdown, a link or a mention. The
/// result is for the middle of a line: syntax that only counts at a line's start stays as it is.
pub(super) fn escape_name(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    let needs_isolation = name.chars().any(is_right_to_left);
    text.extend(needs_isolation.then_some('\u{2068}'));
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' => text.extend(['\\', character]),
            ':' if characters.peek() == Some(&'/') => text.push_str("\\:"),
            // A zero-width space breaks up `@everyone`.
            '@' => text.push_str("@\u{200b}"),
            '\n' | '\r' => text.push(' '),
            // In texts of screens these are markers of emoji.
            marker if is_private_use(marker) => {}
            other => text.push(other),
        }
    }
    text.extend(needs_isolation.then_some('\u{2069}'));
    text
}

/// Returns a name without private-use characters, for texts without markdown.
pub(super) fn strip_markers(name: &str) -> String {
    name.chars()
        .filter(|&letter| !is_private_use(letter))
        .collect()
}

fn is_private_use(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Returns true for a right-to-left character, which would reorder the numbers beside the name
/// unless isolation marks surround it.
fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
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
            assert_eq!(strip_markers(&name), "Ada");
        }
    }

    #[test]
    fn a_right_to_left_name_is_isolated() {
        assert_eq!(escape_name("דנה"), "\u{2068}דנה\u{2069}");
    }
}
