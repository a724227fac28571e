//! Checks that comments and documents call a person "they".

use super::finding::Finding;

const GENDERED: [&str; 8] = [
    "he", "him", "his", "himself", "she", "her", "hers", "herself",
];

/// Returns the gendered words in the comments of a Rust file.
pub(super) fn check(text: &str) -> Vec<Finding> {
    gendered_words(text.lines().map(comment))
}

/// Returns the gendered words in a document or in settings, where every word counts.
pub(super) fn check_document(text: &str) -> Vec<Finding> {
    gendered_words(text.lines())
}

fn gendered_words<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in lines.enumerate() {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '\'');
        let gendered = words.filter(|word| is_gendered(word));
        findings.extend(gendered.map(|word| (index + 1, format!("a person is not \"{word}\""))));
    }
    findings
}

fn is_gendered(word: &str) -> bool {
    let word = word.to_lowercase();
    // Also before a contraction, as in "they're".
    let pronoun = word.split('\'').next().unwrap_or_default();
    GENDERED.contains(&pronoun)
}

/// Returns the part of a line after its comment marker; nothing if the marker is in a string.
fn comment(line: &str) -> &str {
    let mut in_string = false;
    let mut escaped = false;
    for (index, character) in line.char_indices() {
        match character {
            '"' if !escaped => in_string = !in_string,
            '/' if !in_string && line[index..].starts_with("//") => return &line[index..],
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gendered_pronoun_in_any_comment_is_found() {
        for line in [
            "/// His hand.",
            "//! He's next",
            "    // then she draws",
            "let a = 1; // her card",
            "let a = \"text\"; // it is hers",
        ] {
            assert_eq!(check(line).len(), 1, "{line}");
        }
    }

    #[test]
    fn a_gendered_pronoun_anywhere_in_a_document_is_found() {
        assert_eq!(
            check_document("# A game\n\nA player and her cards.").len(),
            1
        );
        assert_eq!(check_document("turn = 30 # his time").len(), 1);
        assert_eq!(check_document("The others, here and there."), []);
    }

    #[test]
    fn other_words_and_texts_in_strings_are_free() {
        for line in [
            "/// The other player's hand, here and there.",
            "let a = \"https://his.example\";",
            "let a = \"\\\"// his\";",
            "let his = 1;",
        ] {
            assert_eq!(check(line), [], "{line}");
        }
    }
}
