//! Reads a table from the journal.

use journal::{Journal, JournalError, LOAD_PAGE};
use table::Table;
use table::config::TableConfig;
use table::ids::TableId;
use table::record::RecordError;

/// Replays a table's entries, reading them page by page. Returns `None` if it has no entries.
///
/// # Errors
/// The errors of [`Journal::load_page`]; also [`JournalError::Unreadable`] if the entries do not form a valid table.
pub(crate) async fn read_table(
    journal: &dyn Journal,
    id: TableId,
    config: TableConfig,
) -> Result<Option<Box<Table>>, JournalError> {
    let unreadable = |error: RecordError| JournalError::Unreadable(error.to_string());
    let mut replayed: Option<Box<Table>> = None;
    loop {
        let last = replayed.as_ref().map_or(0, |table| table.version());
        let page = journal.load_page(id, last).await?;
        for entry in &page {
            if let Some(table) = &mut replayed {
                table.apply_entry(entry).map_err(unreadable)?;
            } else {
                let table = Table::replay(std::slice::from_ref(entry), config.clone());
                replayed = Some(Box::new(table.map_err(unreadable)?));
            }
        }
        if page.len() < LOAD_PAGE {
            return Ok(replayed);
        }
    }
}
