//! Tells if a backup is whole.

use std::path::Path;

use journal::{BackupSummary, RecordCipher, check_backup};

use super::report::Finding;

const CHECK: &str = "backup";

pub(super) async fn check(file: &Path, cipher: &RecordCipher) -> Finding {
    match check_backup(file, cipher).await {
        Ok(summary) => judge(file, &summary),
        Err(error) => Finding::problem(CHECK, error.to_string()),
    }
}

fn judge(file: &Path, summary: &BackupSummary) -> Finding {
    let says = format!("{} is whole: {summary}", file.display());
    match summary.unread {
        0 => Finding::ok(CHECK, says),
        _ => Finding::warning(CHECK, says),
    }
}
