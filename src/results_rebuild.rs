//! Rebuilds the results of games from the stored tables, and all that is added up from results, while games go on.
//! Derivation: `table::results`; the steps in the database: `journal::Results`. Never writes an entry.

use std::fmt;
use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use journal::{JournalError, RebuildStep, RebuildToken, Store};
use table::ids::TableId;
use table::results::{GameResult, results_of};
use tokio::task::spawn_blocking;

/// The tables whose results are stored at once.
const PAGE: u32 = 64;
/// The tables that are read and replayed at the same time.
const AT_ONCE: usize = 4;

/// The tables and results that a rebuild has gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// The tables that were read.
    pub tables: u64,
    /// The results that were derived from them.
    pub results: u64,
    /// The tables that cannot be read. The results that they have stay.
    pub unreadable: u64,
}

impl fmt::Display for Rebuilt {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tables,
            results,
            unreadable,
        } = self;
        write!(
            to,
            "{results} results derived from {tables} tables, of which {unreadable} cannot be read; \
             ratings, leaderboards and statistics are built anew"
        )
    }
}

/// Rebuilds everything. Returns `None` if another rebuild has begun meanwhile, which this one gives way to.
///
/// # Errors
/// Those of the journal. The rebuild can be begun again; what people see has not changed, but for results that
/// were missing.
pub async fn rebuild_results(store: &Arc<dyn Store>) -> Result<Option<Rebuilt>, JournalError> {
    let token = RebuildToken(rand::random());
    store.begin_rebuild(token).await?;
    let mut rebuilt = Rebuilt::default();
    let mut last = None;
    loop {
        let tables = store.tables_after(last, PAGE).await?;
        let Some(&newest) = tables.last() else {
            break;
        };
        last = Some(newest);
        let results = derive_page(store, tables, &mut rebuilt).await?;
        if store.store_results(token, results).await? == RebuildStep::GaveWay {
            return Ok(None);
        }
    }
    loop {
        match store.fold_results(token).await? {
            RebuildStep::More => {}
            RebuildStep::GaveWay => return Ok(None),
            RebuildStep::Done => break,
        }
    }
    while store.delete_replaced().await? == RebuildStep::More {}
    Ok(Some(rebuilt))
}

async fn derive_page(
    store: &Arc<dyn Store>,
    tables: Vec<TableId>,
    rebuilt: &mut Rebuilt,
) -> Result<Vec<(TableId, GameResult)>, JournalError> {
    let derived = stream::iter(tables).map(|table| derive(Arc::clone(store), table));
    let mut derived = derived.buffered(AT_ONCE);
    let mut page = Vec::new();
    while let Some(results) = derived.next().await {
        rebuilt.tables += 1;
        match results? {
            Some(results) => page.extend(results),
            None => rebuilt.unreadable += 1,
        }
    }
    rebuilt.results += page.len() as u64;
    Ok(page)
}

/// Returns the results of a table; `None` if its entries cannot be read.
async fn derive(
    store: Arc<dyn Store>,
    table: TableId,
) -> Result<Option<Vec<(TableId, GameResult)>>, JournalError> {
    let entries = match store.load(table).await {
        Ok(entries) => entries,
        Err(JournalError::Unreadable(_) | JournalError::MissingKey { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    if entries.is_empty() {
        // It has expired meanwhile.
        return Ok(Some(Vec::new()));
    }
    let results = spawn_blocking(move || results_of(&entries)).await;
    let Ok(Ok(results)) = results else {
        return Ok(None);
    };
    let results = results.into_iter().map(|result| (table, result));
    Ok(Some(results.collect()))
}

#[cfg(test)]
mod tests;
