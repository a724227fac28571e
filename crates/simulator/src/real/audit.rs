//! What is left when everything is over: the journal's entries, the people's screens, and what
//! people were told have to agree.

use std::collections::HashMap;

use journal::{Journal as _, StorageUrl, Store};
use table::Table;
use table::config::TableConfig;
use table::control::Stamp;
use table::entry::Entry;
use table::ids::{InteractionId, Revision, TableId};
use table::record::Record;

use super::game::Game;
use super::person::{Word, table_stamp, tables_in};
use super::scene::Scene;
use super::{RealError, Report};

/// The last of a game, as everybody sees it.
pub(super) struct Shown {
    channel: String,
    stamp: Option<Stamp>,
    /// The messages of the table that can still be clicked at.
    tables: Vec<(String, Revision)>,
}

/// Looks at the channel of each game.
pub(super) async fn look(scene: &Scene, games: &[Game]) -> Result<Vec<Shown>, RealError> {
    let mut shown = Vec::new();
    for game in games {
        let view = scene.look(None, &game.channel).await?;
        let stamp = table_stamp(&view);
        shown.push(Shown {
            channel: game.channel.clone(),
            stamp,
            tables: stamp.map_or_else(Vec::new, |stamp| tables_in(&view, stamp.table)),
        });
    }
    Ok(shown)
}

/// Compares what was shown and told with what was written. No process may use the journal now.
pub(super) async fn compare(
    storage: &StorageUrl,
    games: &[Game],
    shown: &[Shown],
) -> Result<Report, RealError> {
    let store = Store::open(storage).await?;
    let mut report = Report::default();
    let mut written: HashMap<InteractionId, usize> = HashMap::new();
    for last in shown {
        let Some(stamp) = last.stamp else {
            report
                .faults
                .push(format!("{}: no table is shown", last.channel));
            continue;
        };
        let entries = store.load(stamp.table).await?;
        for interaction in entries.iter().filter_map(|entry| entry.interaction) {
            *written.entry(interaction).or_default() += 1;
        }
        report.entries += entries.len();
        match history(stamp.table, &entries, &mut report.faults) {
            Some(table) if table.is_over() => {
                report.games += 1;
                agree(&table, stamp, last, &mut report.faults);
            }
            Some(_) => {
                let last = entries.last().map(|entry| &entry.records);
                let fault = format!("{}: no winner, but {last:?}", stamp.table);
                report.faults.push(fault);
            }
            None => {}
        }
    }
    for game in games {
        tell(game, &written, &mut report);
    }
    store.close().await;
    Ok(report)
}

/// The table that these entries make, if they are one history.
fn history(id: TableId, entries: &[Entry], faults: &mut Vec<String>) -> Option<Table> {
    let gapless = (1..)
        .zip(entries)
        .all(|(number, entry)| entry.version == number);
    if !gapless {
        faults.push(format!("{id}: its versions have gaps or forks"));
    }
    for end in 2..=entries.len() {
        let (before, entry) = (&entries[..end - 1], &entries[end - 1]);
        if by_the_clock(entry) && !was_due(before, entry) {
            faults.push(format!("{id}: version {} was not due", entry.version));
        }
    }
    match Table::replay(entries, TableConfig::default()) {
        Ok(table) => Some(table),
        Err(error) => {
            faults.push(format!("{id}: {error}"));
            None
        }
    }
}

/// Whether nobody's click and nothing outside led to this, but a deadline.
fn by_the_clock(entry: &Entry) -> bool {
    let outside = |record: &Record| {
        matches!(
            record,
            Record::DeadlinesExtended { .. } | Record::ChannelUnwritable | Record::ChannelRestored
        )
    };
    entry.interaction.is_none() && !entry.records.iter().any(outside)
}

/// A deadline that passed twice would be written down before the next one is due.
fn was_due(before: &[Entry], entry: &Entry) -> bool {
    let due = Table::replay(before, TableConfig::default())
        .ok()
        .and_then(|table| table.next_wake());
    due.is_some_and(|due| due <= entry.at)
}

fn agree(table: &Table, stamp: Stamp, last: &Shown, faults: &mut Vec<String>) {
    if stamp.revision != table.revision() {
        let (shown, written) = (stamp.revision, table.revision());
        faults.push(format!(
            "{}: step {shown} is shown, not {written}",
            table.id()
        ));
    }
    if last.tables.len() != 1 {
        let (id, tables) = (table.id(), &last.tables);
        faults.push(format!("{id}: these tables are shown: {tables:?}"));
    }
}

/// What people were told about their clicks has to be true.
fn tell(game: &Game, written: &HashMap<InteractionId, usize>, report: &mut Report) {
    for deed in game.deeds() {
        let times = written.get(&deed.interaction).copied().unwrap_or_default();
        report.clicks += 1;
        report.acknowledged += usize::from(deed.word == Word::Counts);
        let lost = deed.word == Word::Counts && times == 0;
        if lost || times > 1 {
            let click = deed.interaction;
            let fault = format!("{}: click {click} is there {times} times", game.channel);
            report.faults.push(fault);
        }
    }
}
