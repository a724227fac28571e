//! Checks doc comments: none of a single word, no line with a paragraph's last word alone, none that is too
//! long, and no sentence that begins with "What", "Who" or "Whether".

use super::finding::Finding;

/// A sentence that begins so is a riddle out of its context.
const NOT_FIRST: [&str; 3] = ["What", "Who", "Whether"];

/// The most characters of a line, with its indentation.
const MAX_LENGTH: usize = 120;

/// Returns the doc comments of a file that break a rule.
pub(super) fn check(text: &str) -> Vec<Finding> {
    let comments = doc_comments(text);
    let wording = comments.iter().flat_map(inspect);
    let last_words = comments.iter().flat_map(lone_last_words);
    wording.chain(last_words).chain(long_lines(text)).collect()
}

/// Finds lines that are too long.
fn long_lines(text: &str) -> impl Iterator<Item = Finding> {
    text.lines().enumerate().filter_map(|(index, line)| {
        let is_doc = ["///", "//!"]
            .iter()
            .any(|marker| line.trim_start().starts_with(marker));
        let length = line.chars().count();
        (is_doc && length > MAX_LENGTH).then(|| {
            let limit = format!("a doc's line has {length} characters, at most {MAX_LENGTH}");
            (index + 1, limit)
        })
    })
}

/// Finds lines on which the last word of a paragraph or of an item of a list is alone.
fn lone_last_words(comment: &DocComment<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut in_example = false;
    for (index, &(number, text)) in comment.iter().enumerate() {
        if text.starts_with("```") {
            in_example = !in_example;
        }
        let before = index.checked_sub(1).map_or("", |before| comment[before].1);
        let before = before.strip_prefix("```").map_or(before, |_| "");
        let after = comment.get(index + 1).map_or("", |after| after.1);
        let is_last = after.is_empty() || starts_block(after);
        let is_alone = is_last && !before.is_empty() && !before.starts_with(['#', '|']);
        if is_alone && !in_example && !starts_block(text) && text.split_whitespace().count() == 1 {
            findings.push((
                number,
                format!("the last word is alone on its line: `{text}`"),
            ));
        }
    }
    findings
}

/// Returns true for a line that does not go on with a paragraph: a heading, an item of a list, a row of a
/// table, or an edge of an example.
fn starts_block(line: &str) -> bool {
    let markers = ["- ", "* ", "#", "> ", "|", "```"];
    let number = line.split_once(". ").map_or("", |(number, _)| number);
    let is_numbered = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    is_numbered || markers.iter().any(|marker| line.starts_with(marker))
}

/// A doc comment: its lines without their markers, each with its number.
type DocComment<'a> = Vec<(usize, &'a str)>;

/// Collects the doc comments: lines in a row with the same marker.
fn doc_comments(text: &str) -> Vec<DocComment<'_>> {
    let mut comments: Vec<DocComment<'_>> = Vec::new();
    let mut previous = None;
    for (index, line) in text.lines().enumerate() {
        let marked = ["///", "//!"].into_iter().find_map(|marker| {
            let text = line.trim_start().strip_prefix(marker)?;
            Some((marker, text.trim()))
        });
        let Some((marker, words)) = marked else {
            previous = None;
            continue;
        };
        if previous != Some(marker) {
            comments.push(Vec::new());
        }
        previous = Some(marker);
        if let Some(comment) = comments.last_mut() {
            comment.push((index + 1, words));
        }
    }
    comments
}

fn inspect(comment: &DocComment<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let [(number, text)] = comment[..]
        && text.split_whitespace().count() == 1
    {
        findings.push((number, format!("a doc of one word says nothing: `{text}`")));
    }
    let mut sentence_begins = true;
    let mut in_example = false;
    for &(number, text) in comment {
        if text.starts_with("```") {
            in_example = !in_example;
        } else if !in_example {
            let text = without_list_marker(text, &mut sentence_begins);
            for word in first_words(text, &mut sentence_begins) {
                findings.push((
                    number,
                    format!("a sentence of a doc begins with \"{word}\""),
                ));
            }
        }
    }
    findings
}

/// Drops the marker of a heading, a quotation or an item of a list; a sentence begins after it.
fn without_list_marker<'a>(text: &'a str, sentence_begins: &mut bool) -> &'a str {
    let rest = text.trim_start_matches(['-', '*', '#', '>', '|', ' ']);
    if rest.len() < text.len() || text.is_empty() {
        *sentence_begins = true;
    }
    rest
}

/// Returns the forbidden words with which sentences of this line begin. Takes and leaves in
/// `sentence_begins` if the next word begins a sentence.
fn first_words<'a>(text: &'a str, sentence_begins: &mut bool) -> Vec<&'a str> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
        if *sentence_begins && NOT_FIRST.contains(&letters) {
            found.push(letters);
        }
        *sentence_begins = word
            .trim_end_matches(['"', ')', '*', '_', '”'])
            .ends_with(['.', '!', '?', ':']);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        check(text).into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn a_doc_of_one_word_is_found() {
        assert_eq!(lines("/// Who.\nstruct A;\n"), [1, 1]);
        assert_eq!(lines("    /// Seats\n"), [1]);
        assert_eq!(lines("/// `foo`.\n"), [1]);
        assert_eq!(lines("/// A seat.\n"), []);
        assert_eq!(lines("/// Words\n/// in two lines.\n"), []);
        assert_eq!(lines("// Words\n"), []);
    }

    #[test]
    fn a_last_word_alone_on_its_line_is_found() {
        assert_eq!(lines("/// Waits for the\n/// end.\n"), [2]);
        assert_eq!(
            lines("/// Waits for the\n/// `end`.\n///\n/// And goes on.\n"),
            [2]
        );
        assert_eq!(
            lines("/// - waits for the\n///   end\n/// - goes on\n"),
            [2]
        );
        assert_eq!(lines("/// Waits for the\n/// end of it.\n"), []);
        assert_eq!(lines("/// # Errors\n/// [`EndError`].\n"), []);
        assert_eq!(lines("/// Either:\n/// - waits\n/// - goes\n"), []);
        assert_eq!(lines("/// An example:\n/// ```\n/// go();\n/// ```\n"), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_found() {
        let line = |length: usize| format!("/// {}\n", "ab ".repeat(length / 3));
        assert_eq!(lines(&line(114)), []);
        assert_eq!(lines(&line(123)), [1]);
        assert_eq!(lines(&format!("let a = 1; {}", line(120))), []);
    }

    #[test]
    fn a_sentence_that_begins_with_what_who_or_whether_is_found() {
        assert_eq!(lines("/// What a player sees.\n"), [1]);
        assert_eq!(lines("//! A view. Who asks\n//! is known.\n"), [1]);
        assert_eq!(lines("/// A view.\n///\n/// Whether it is so.\n"), [3]);
        assert_eq!(lines("/// A view\n/// - Who asks\n"), [2]);
        assert_eq!(lines("/// A view: *What* it shows.\n"), [1]);
    }

    #[test]
    fn these_words_are_free_inside_a_sentence_in_names_and_in_examples() {
        assert_eq!(lines("/// Tells what a player sees and who asks.\n"), []);
        assert_eq!(lines("/// The type\n/// Whether is not one.\n"), []);
        assert_eq!(lines("/// Whoever asks is known.\n"), []);
        assert_eq!(
            lines("/// An example:\n/// ```\n/// What now\n/// ```\n"),
            []
        );
    }

    #[test]
    fn two_comments_in_a_row_are_told_apart() {
        assert_eq!(
            lines("/// A view without a full stop\nfn a() {}\n/// Who asks now\n"),
            [3]
        );
        assert_eq!(
            lines("//! A crate without a full stop\n/// Who asks now\n"),
            [2]
        );
    }
}
