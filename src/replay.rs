//! Replays a table from the journal, one page of entries after the other.

use journal::{Journal, JournalError, LOAD_PAGE};
use table::Table;
use table::config::TableConfig;
use table::entry::Entry;
use table::ids::TableId;
use table::record::RecordError;

/// Returns a table as its entries up to this version define it. Each entry is shown to `see`.
///
/// # Errors
/// Those of [`Journal::load_page`]; [`JournalError::Unreadable`] also if the entries make no table.
pub(crate) async fn replay_table(
    journal: &dyn Journal,
    id: TableId,
    up_to: u64,
    config: TableConfig,
    mut see: impl FnMut(&Entry) + Send,
) -> Result<Box<Table>, JournalError> {
    let unreadable = |error: RecordError| JournalError::Unreadable(error.to_string());
    let mut replayed: Option<Box<Table>> = None;
    loop {
        let last = replayed.as_ref().map_or(0, |table| table.version());
        let page = journal.load_page(id, last).await?;
        for entry in page.iter().filter(|entry| entry.version <= up_to) {
            see(entry);
            if let Some(table) = &mut replayed {
                table.apply_entry(entry).map_err(unreadable)?;
            } else {
                let table = Table::replay(std::slice::from_ref(entry), config.clone());
                replayed = Some(Box::new(table.map_err(unreadable)?));
            }
        }
        if page.len() < LOAD_PAGE
            || replayed
                .as_ref()
                .is_some_and(|table| table.version() >= up_to)
        {
            let nothing = || unreadable(RecordError::OutOfSequence(0));
            return replayed.ok_or_else(nothing);
        }
    }
}
