//! Checks doc comments: no doc of one word, no last word alone on its line, no overlong line, and no sentence that
//! begins with "What", "Who" or "Whether".

use super::Finding;

/// Words that must not begin a sentence, because such a sentence is unclear out of context.
const NOT_FIRST: [&str; 3] = ["What", "Who", "Whether"];

/// The maximum length of a line, including its indentation.
const MAX_LENGTH: usize = 120;

/// A doc comment: its lines without their markers, each with its number.
type DocComment<'a> = Vec<(usize, &'a str)>;

/// Returns the findings in the doc comments of a file.
pub(super) fn check(text: &str) -> Vec<Finding> {
    let mut findings: Vec<_> = doc_comments(text).iter().flat_map(inspect).collect();
    for (index, line) in text.lines().enumerate() {
        let length = line.chars().count();
        if marker(line).is_some() && length > MAX_LENGTH {
            let finding = format!("a doc's line has {length} characters, at most {MAX_LENGTH}");
            findings.push((index + 1, finding));
        }
    }
    findings
}

fn marker(line: &str) -> Option<&'static str> {
    let mut markers = ["///", "//!"].into_iter();
    markers.find(|marker| line.trim_start().starts_with(marker))
}

/// Collects the doc comments: consecutive lines with the same marker.
fn doc_comments(text: &str) -> Vec<DocComment<'_>> {
    let mut comments = Vec::new();
    let mut previous = None;
    for (index, line) in text.lines().enumerate() {
        let marker = marker(line);
        if marker.is_some() && marker != previous {
            comments.push(Vec::new());
        }
        previous = marker;
        if let (Some(marker), Some(comment)) = (marker, comments.last_mut()) {
            let words = line.trim_start().trim_start_matches(marker);
            comment.push((index + 1, words.trim()));
        }
    }
    comments
}

fn inspect(comment: &DocComment<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut sentence_begins = true;
    let mut in_example = false;
    for (index, &(number, text)) in comment.iter().enumerate() {
        if text.starts_with("```") {
            in_example = !in_example;
        } else if !in_example {
            let before = index.checked_sub(1).map_or("", |before| comment[before].1);
            let after = comment.get(index + 1).map_or("", |after| after.1);
            if comment.len() == 1 && is_word(text) {
                findings.push((number, format!("a doc of one word says nothing: `{text}`")));
            } else if is_word(text) && goes_on(before, text) && !goes_on(text, after) {
                let finding = format!("the last word is alone on its line: `{text}`");
                findings.push((number, finding));
            }
            for word in first_words(text, &mut sentence_begins) {
                let finding = format!("a sentence of a doc begins with \"{word}\"");
                findings.push((number, finding));
            }
        }
    }
    findings
}

fn is_word(text: &str) -> bool {
    text.split_whitespace().count() == 1
}

/// Returns true if a line continues the paragraph or the list item of the previous line.
fn goes_on(before: &str, line: &str) -> bool {
    let has_text = |line: &str| !line.is_empty() && !starts_with(line, &["#", "|", "```"]);
    let number = line.split_once(". ").map_or("", |(number, _)| number);
    let is_numbered = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let begins_item = is_numbered || starts_with(line, &["- ", "* ", "> "]);
    has_text(before) && has_text(line) && !begins_item
}

fn starts_with(line: &str, markers: &[&str]) -> bool {
    markers.iter().any(|marker| line.starts_with(marker))
}

/// Returns the forbidden words that begin sentences in this line. `sentence_begins` is true if the first word begins a
/// sentence, and is updated for the next line.
fn first_words<'a>(text: &'a str, sentence_begins: &mut bool) -> Vec<&'a str> {
    // A sentence begins after the marker of a heading, a quotation or a list item.
    let rest = text.trim_start_matches(['-', '*', '#', '>', '|', ' ']);
    *sentence_begins |= rest.len() < text.len() || text.is_empty();
    let mut found = Vec::new();
    for word in rest.split_whitespace() {
        let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
        if *sentence_begins && NOT_FIRST.contains(&letters) {
            found.push(letters);
        }
        let word = word.trim_end_matches(['"', ')', '*', '_', '”']);
        *sentence_begins = word.ends_with(['.', '!', '?', ':']);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_lines(text: &str, lines: &[usize]) {
        let found: Vec<_> = check(text).into_iter().map(|(line, _)| line).collect();
        assert_eq!(found, lines, "{text}");
    }

    #[test]
    fn a_doc_of_one_word_is_found() {
        assert_lines("    /// Seats\n", &[1]);
        assert_lines("/// A seat.\n", &[]);
        assert_lines("// Words\n", &[]);
    }

    #[test]
    fn a_last_word_alone_on_its_line_is_found() {
        assert_lines("/// Waits for the\n/// end.\n", &[2]);
        assert_lines("/// `a` for the\n/// `end`.\n///\n/// And goes on.\n", &[2]);
        assert_lines("/// - waits for the\n///   end\n/// - goes on\n", &[2]);
        assert_lines("/// Waits for the\n/// end of it.\n", &[]);
        assert_lines("/// # Errors\n/// [`EndError`].\n", &[]);
        assert_lines("/// Such:\n/// ```\n/// go();\n/// ```\n", &[]);
    }

    #[test]
    fn a_line_that_is_too_long_is_found() {
        let line = |length: usize| format!("/// {}\n", "ab ".repeat(length / 3));
        assert_lines(&line(114), &[]);
        assert_lines(&line(123), &[1]);
    }

    #[test]
    fn a_sentence_that_begins_with_what_who_or_whether_is_found() {
        assert_lines("/// What a player sees.\n", &[1]);
        assert_lines("//! A view. Who asks\n//! is known.\n", &[1]);
        assert_lines("/// A view.\n///\n/// Whether it is so.\n", &[3]);
        assert_lines("/// A view\n/// - Who asks\n", &[2]);
        assert_lines("/// A view\nfn a() {}\n/// Who asks now\n", &[3]);
        assert_lines("//! A crate\n/// Who asks now\n", &[2]);
        assert_lines("/// Tells what a player sees and who asks.\n", &[]);
        assert_lines("/// Such:\n/// ```\n/// What\n/// ```\n", &[]);
    }
}
