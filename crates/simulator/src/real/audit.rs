//! The audit after a run: the journal's entries, the messages in the channels and the bot's answers to the players
//! must agree.

use std::collections::HashMap;

use journal::StorageUrl;
use kit::virtual_user::view::TableMessage;
use table::Table;
use table::config::TableConfig;
use table::control::Stamp;
use table::entry::Entry;
use table::ids::{InteractionId, TableId};
use table::record::{CloseReason, Record};

use super::environment::Environment;
use super::error::RealError;
use super::game::Game;
use super::player::AnswerKind;
use super::report::Report;
use crate::stored_records::{comes_from_outside, stored_records};

struct Shown {
    channel: String,
    /// The latest stamp on the latest table message.
    stamp: Option<Stamp>,
    /// The table's messages that can still be clicked.
    messages: Vec<TableMessage>,
}

/// Reads the channels, ends the processes, and compares messages and answers with the journal.
pub(super) async fn audit<P>(
    environment: Environment,
    storage: &StorageUrl,
    games: &[Game],
    processes: P,
) -> Result<Report, RealError> {
    let mut shown = Vec::new();
    for game in games {
        let view = environment.client.view(None, &game.channel).await?;
        let stamp = view.table_stamp();
        shown.push(Shown {
            channel: game.channel.clone(),
            stamp,
            messages: stamp.map_or_else(Vec::new, |stamp| view.messages_of(stamp.table)),
        });
    }
    drop(processes);
    let report = compare(storage, games, &shown).await?;
    environment.stop().await;
    Ok(report)
}

/// Compares the messages and the answers with the journal. No process may be using the journal.
async fn compare(
    storage: &StorageUrl,
    games: &[Game],
    shown: &[Shown],
) -> Result<Report, RealError> {
    let store = journal::open(storage).await?;
    let mut report = Report::default();
    let mut journaled: HashMap<InteractionId, usize> = HashMap::new();
    for shown in shown {
        let Some(stamp) = shown.stamp else {
            let fault = format!("{}: no table is shown", shown.channel);
            report.faults.push(fault);
            continue;
        };
        let entries = store.load(stamp.table).await?;
        for interaction in entries.iter().filter_map(|entry| entry.interaction) {
            *journaled.entry(interaction).or_default() += 1;
        }
        report.entries += entries.len();
        match replay_checked(stamp.table, &entries, &mut report.faults) {
            Some(table) if table.is_over() => {
                report.games += 1;
                compare_messages(&table, stamp, shown, &mut report.faults);
            }
            Some(_) if has_outlived_its_game(&entries) => report.games += 1,
            Some(_) => {
                let last = entries.last().map(stored_records).unwrap_or_default();
                let fault = format!("{}: no winner, but {last}", stamp.table);
                report.faults.push(fault);
            }
            None => {}
        }
    }
    for game in games {
        compare_answers(game, &journaled, &mut report);
    }
    store.close().await;
    Ok(report)
}

/// Replays a table's entries. Reports gaps in the versions, deadlines that were not due, and a failed replay as faults.
fn replay_checked(id: TableId, entries: &[Entry], faults: &mut Vec<String>) -> Option<Table> {
    let mut numbered = (1..).zip(entries);
    if !numbered.all(|(number, entry)| entry.version == number) {
        faults.push(format!("{id}: its versions have gaps or forks"));
    }
    for end in 2..=entries.len() {
        let (before, entry) = (&entries[..end - 1], &entries[end - 1]);
        if is_deadline(entry) && !was_due(before, entry) {
            faults.push(format!("{id}: version {} was not due", entry.version));
        }
    }
    let table = Table::replay(entries, TableConfig::default());
    table
        .inspect_err(|error| faults.push(format!("{id}: {error}")))
        .ok()
}

/// Returns true if the entry resulted from a deadline rather than a click or an external event.
fn is_deadline(entry: &Entry) -> bool {
    entry.interaction.is_none() && !entry.records.iter().any(comes_from_outside)
}

/// Returns true if the table's deadline had passed when this entry was written. If one deadline causes two entries, the
/// second was not due, because the next deadline was still ahead.
fn was_due(before: &[Entry], entry: &Entry) -> bool {
    let table = Table::replay(before, TableConfig::default());
    let due = table.ok().and_then(|table| table.next_wake());
    due.is_some_and(|due| due <= entry.at)
}

/// Returns true if the table was closed because no one asked for another game in time. This happens in runs that take
/// longer than [`OVER_IDLE`](table::fixed_time_limits::OVER_IDLE).
fn has_outlived_its_game(entries: &[Entry]) -> bool {
    let why = CloseReason::OverIdle;
    let records = entries.last().map(|entry| &entry.records);
    records.is_some_and(|records| records.contains(&Record::Closed { why }))
}

/// Checks that a finished table is shown in exactly one message, at the journal's revision.
fn compare_messages(table: &Table, stamp: Stamp, shown: &Shown, faults: &mut Vec<String>) {
    let id = table.id();
    if stamp.revision != table.revision() {
        let (shown, journaled) = (stamp.revision, table.revision());
        faults.push(format!("{id}: revision {shown} is shown, not {journaled}"));
    }
    if shown.messages.len() != 1 {
        let messages = &shown.messages;
        faults.push(format!("{id}: these messages are shown: {messages:?}"));
    }
}

/// Checks that every accepted click is in the journal, and that no click is there more than once.
fn compare_answers(game: &Game, journaled: &HashMap<InteractionId, usize>, report: &mut Report) {
    for interaction in game.interactions() {
        let times = journaled.get(&interaction.id).copied().unwrap_or_default();
        let accepted = interaction.answer == AnswerKind::Accepted;
        report.clicks += 1;
        report.acknowledged += usize::from(accepted);
        if (accepted && times == 0) || times > 1 {
            let click = interaction.id;
            let fault = format!("{}: click {click} is journaled {times} times", game.channel);
            report.faults.push(fault);
        }
    }
}
