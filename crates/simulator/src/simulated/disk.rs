//! All committed entries of a simulated game and the resulting tables, kept apart from the journal that the processes
//! use (`journal_client`). Each entry is checked when it is committed.

use std::collections::{BTreeMap, BTreeSet};

use table::Table;
use table::config::TableConfig;
use table::entry::Entry;
use table::ids::TableId;

#[derive(Debug, Default)]
pub(super) struct Disk {
    entries: BTreeMap<TableId, Vec<Entry>>,
    interactions: BTreeSet<u64>,
    tables: BTreeMap<TableId, Table>,
    /// The table that was opened last.
    pub(super) newest: Option<TableId>,
}

impl Disk {
    pub(super) fn table(&self, id: TableId) -> Option<&Table> {
        self.tables.get(&id)
    }

    /// Returns a table's state after the entry with this version.
    pub(super) fn table_at(&self, id: TableId, version: u64) -> Option<Table> {
        let until = usize::try_from(version).ok()?;
        Table::replay(self.entries(id).get(..until)?, TableConfig::default()).ok()
    }

    pub(super) fn newest(&self) -> Option<&Table> {
        self.table(self.newest?)
    }

    pub(super) fn has_interaction(&self, click: u64) -> bool {
        self.interactions.contains(&click)
    }

    pub(super) fn entries(&self, id: TableId) -> &[Entry] {
        self.entries.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Adds a committed entry and applies it to its table.
    ///
    /// # Errors
    /// Returns a sentence that describes the violated invariant.
    pub(super) fn append(&mut self, entry: &Entry) -> Result<(), String> {
        let log = self.entries.entry(entry.table).or_default();
        log.push(entry.clone());
        if entry.version != log.len() as u64 {
            return Err(format!(
                "version {} was committed out of order",
                entry.version
            ));
        }
        if let Some(click) = entry.interaction
            && !self.interactions.insert(click.0)
        {
            return Err(format!("click {} was applied twice", click.0));
        }
        self.apply_to_table(entry)
    }

    fn apply_to_table(&mut self, entry: &Entry) -> Result<(), String> {
        match self.tables.get_mut(&entry.table) {
            Some(table) => table
                .apply_entry(entry)
                .map_err(|error| error.to_string())?,
            None => {
                let table = Table::replay(std::slice::from_ref(entry), TableConfig::default())
                    .map_err(|error| error.to_string())?;
                self.tables.insert(entry.table, table);
                self.newest = Some(entry.table);
            }
        }
        let table = &self.tables[&entry.table];
        table
            .check_invariants()
            .map_err(|broken| broken.to_string())
    }
}
