//! Tells if a backup is whole.

use std::path::Path;

use journal::{RecordCipher, check_backup};

use super::report::{Finding, Health};

const CHECK: &str = "backup";

pub(super) async fn check(file: &Path, cipher: &RecordCipher) -> Finding {
    match check_backup(file, cipher).await {
        Ok(summary) => {
            let health = [Health::Warning, Health::Ok][usize::from(summary.unread == 0)];
            let says = format!("{} is whole: {summary}", file.display());
            Finding::new(CHECK, health, says)
        }
        Err(error) => Finding::problem(CHECK, error),
    }
}
