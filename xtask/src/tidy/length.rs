//! Checks that files of code are short enough to be read at once.

use super::finding::Finding;

/// The largest number of lines of code in a file. Lines that are blank or hold only a comment do not
/// count; tests in the file do.
pub(super) const MAX_LINES: usize = 500;

/// Returns a finding if a file is too long.
pub(super) fn check(text: &str) -> Option<Finding> {
    let lines = text.lines().map(str::trim_start);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let count = code.count();
    let too_long = format!("{count} lines of code; split the file at {MAX_LINES}");
    (count > MAX_LINES).then_some((1, too_long))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_more_lines_of_code_is_found() {
        let longest = "let a = 1; // a\n".repeat(MAX_LINES);
        assert_eq!(check(&longest), None);
        let found = check(&format!("{longest}}}")).map(|(line, _)| line);
        assert_eq!(found, Some(1));
    }

    #[test]
    fn blank_lines_and_comments_do_not_count() {
        let text = "//! A\n\n   \n    // b\n/// c\nlet a = 1;\n".repeat(MAX_LINES);
        assert_eq!(check(&text), None);
    }
}
