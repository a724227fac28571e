//! Tells if a backup is whole.

use std::path::Path;

use journal::{BackupSummary, RecordCipher, check_backup};

use super::report::Finding;

const CHECK: &str = "backup";

/// Checks the backup in this file.
pub(super) async fn check(file: &Path, cipher: &RecordCipher) -> Finding {
    match check_backup(file, cipher).await {
        Ok(summary) => judge(file, &summary),
        Err(error) => Finding::problem(CHECK, error.to_string()),
    }
}

fn judge(file: &Path, summary: &BackupSummary) -> Finding {
    let BackupSummary {
        tables,
        running,
        entries,
        unread,
        ..
    } = summary;
    let file = file.display();
    let says = format!("{file} is whole: tables: {tables}, running: {running}, entries: {entries}");
    if *unread > 0 {
        let advice = "set JOURNAL_KEY_FILE to the key that encrypts them";
        return Finding::warning(
            CHECK,
            format!("{says}; {unread} could not be read: {advice}"),
        );
    }
    Finding::ok(CHECK, says)
}
