//! Checks that comments, documents and settings contain no gendered pronouns.

use super::Finding;

const GENDERED: [&str; 8] = [
    "he", "him", "his", "himself", "she", "her", "hers", "herself",
];

/// Returns the gendered words in the comments of a Rust file.
pub(super) fn check(text: &str) -> Vec<Finding> {
    gendered_words(text.lines().map(comment))
}

/// Returns the gendered words anywhere in a document or settings file, not only in its comments.
pub(super) fn check_document(text: &str) -> Vec<Finding> {
    gendered_words(text.lines())
}

fn gendered_words<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in lines.enumerate() {
        // Also splits contractions, such as "they're".
        let words = line.split(|c: char| !c.is_alphanumeric());
        let gendered = words.filter(|word| GENDERED.contains(&&*word.to_lowercase()));
        findings.extend(gendered.map(|word| (index + 1, format!("a person is not \"{word}\""))));
    }
    findings
}

/// Returns the comment in a line. A marker after code counts only if it has a space on both sides.
fn comment(line: &str) -> &str {
    let line = line.trim_start();
    if line.starts_with("//") {
        line
    } else {
        line.split_once(" // ").map_or("", |(_, comment)| comment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gendered_pronoun_in_a_comment_or_a_document_is_found() {
        let trailing = format!("let a = \"text\"; {} it is hers", "//");
        for line in ["/// His hand.", "    //! He's next", &trailing] {
            assert_eq!(check(line).len(), 1, "{line}");
        }
        assert_eq!(check_document("turn = 30 # his time").len(), 1);
    }

    #[test]
    fn other_words_and_texts_in_strings_are_free() {
        assert_eq!(check("/// The other player's hand, here and there."), []);
        assert_eq!(check("let his = \"https://his.example\";"), []);
    }
}
