//! Files of the kinds that `table` and `rules` read, with random changes. None may cause a panic, and a changed game
//! must be refused.

use kit::hostile_input::{changed_json, changed_text, check};
use proptest::prelude::*;
use proptest::sample::select;
use rules::{Edition, scenario};
use serde_json::Value;
use table::entry::read_records;
use table::game_file::CheckedGame;

use crate::prelude::*;

const EDITIONS: &[&str] = &[
    include_str!("../../../../config/editions/classic.toml"),
    include_str!("../../../../config/editions/travel.toml"),
];
const SCENARIOS: &[&str] = &[
    include_str!("../../../../tests/scenarios/cases/T39-travel.scenario"),
    include_str!("../../../../tests/scenarios/cases/T12-classic-6.scenario"),
    include_str!("../../../../tests/scenarios/cases/T74-two-player.scenario"),
    include_str!("../../../../tests/scenarios/cases/T34-original.scenario"),
    include_str!(
        "../../../../tests/scenarios/rulings/window/a-hand-is-read-when-it-happens.scenario"
    ),
    include_str!(
        "../../../../tests/scenarios/rulings/combos/a-triple-asks-for-titles-of-the-edition.scenario"
    ),
];
const JOURNALS: &[&str] = &[
    include_str!("../../../../tests/journals/original.jsonl"),
    include_str!("../../../../tests/journals/classic.jsonl"),
    include_str!("../../../../tests/journals/travel.jsonl"),
    include_str!("../../../../tests/journals/imploding.jsonl"),
];
const GAMES: &[&str] = &[
    include_str!("../../../../docs/games/proof.jsonl"),
    include_str!("../../../../docs/games/no-proof.jsonl"),
];
const CASES: u32 = 1_500;

#[test]
fn no_edition_or_scenario_panics() {
    let editions = Editions::built_in();
    check(CASES, changed_text(select(EDITIONS)), |text| {
        Ok(Edition::parse("edition.toml", &text).is_ok())
    });
    check(CASES, changed_text(select(SCENARIOS)), |text| {
        Ok(scenario::run(&text, &editions).is_ok())
    });
}

#[test]
fn a_changed_game_is_refused() {
    check(
        CASES,
        changed_text(select(GAMES)),
        |text| match CheckedGame::read(text.as_bytes()) {
            Ok(_) if !GAMES.contains(&&*text) => Err("a changed game is accepted".to_owned()),
            read => Ok(read.is_ok()),
        },
    );
}

#[test]
fn no_entry_of_a_journal_panics_when_it_is_replayed() {
    // Only the start of a journal is replayed, which leaves time for more inputs.
    let lines = (select(JOURNALS), 1..40_usize).prop_map(|(journal, length)| {
        let lines = journal.lines().take(length).map(serde_json::from_str);
        Value::from_iter(lines.map(|line| line.unwrap_or(Value::Null)))
    });
    check(CASES, changed_json(lines), |lines| {
        let entries = lines
            .as_array()
            .and_then(|lines| lines.iter().map(read_entry).collect());
        let replayed =
            entries.map(|entries: Vec<_>| Table::replay(&entries, TableConfig::default()));
        Ok(replayed.is_some_and(|table| table.is_ok()))
    });
}

/// Parses a stored entry. Returns `None` if it is malformed.
pub(crate) fn read_entry(line: &Value) -> Option<Entry> {
    let number = |field: &str| line[field].as_u64();
    let schema = number("schema")?.try_into().ok()?;
    Some(Entry {
        schema: SCHEMA,
        table: TableId(number("table")?),
        version: number("version")?,
        at: Millis(number("at")?),
        interaction: number("interaction").map(InteractionId),
        records: read_records(schema, &line["records"]).ok()?,
        result: None,
    })
}
