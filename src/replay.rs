//! Reads a table from the journal.

use journal::{Journal, JournalError, LOAD_PAGE, OwnedTable};
use table::Table;
use table::config::TableConfig;
use table::entry::Entry;
use table::ids::TableId;
use table::record::RecordError;

/// Reads a table, and its place and owner if it is still running. Each entry is shown to `see`. The owner is
/// read last: whoever has written an entry that the table lacks is the owner.
///
/// # Errors
/// Those of [`Journal::load_page`]; [`JournalError::Unreadable`] also if the entries make no table.
pub(crate) async fn read_table(
    journal: &dyn Journal,
    id: TableId,
    config: TableConfig,
    see: impl FnMut(&Entry) + Send,
) -> Result<(Box<Table>, Option<OwnedTable>), JournalError> {
    let table = replay(journal, id, config, see).await?;
    let owned = find_owner(journal, &table).await?;
    Ok((table, owned))
}

/// Returns a table's place and owner, if it is still running.
pub(crate) async fn find_owner(
    journal: &dyn Journal,
    table: &Table,
) -> Result<Option<OwnedTable>, JournalError> {
    let owned = journal.find_in_channel(table.channel()).await?;
    Ok(owned.filter(|owned| owned.running.table == table.id()))
}

/// Returns a table as its entries define it, read one page after the other.
async fn replay(
    journal: &dyn Journal,
    id: TableId,
    config: TableConfig,
    mut see: impl FnMut(&Entry) + Send,
) -> Result<Box<Table>, JournalError> {
    let unreadable = |error: RecordError| JournalError::Unreadable(error.to_string());
    let mut replayed: Option<Box<Table>> = None;
    loop {
        let last = replayed.as_ref().map_or(0, |table| table.version());
        let page = journal.load_page(id, last).await?;
        for entry in &page {
            see(entry);
            if let Some(table) = &mut replayed {
                table.apply_entry(entry).map_err(unreadable)?;
            } else {
                let table = Table::replay(std::slice::from_ref(entry), config.clone());
                replayed = Some(Box::new(table.map_err(unreadable)?));
            }
        }
        if page.len() < LOAD_PAGE {
            return replayed.ok_or_else(|| unreadable(RecordError::OutOfSequence(0)));
        }
    }
}
