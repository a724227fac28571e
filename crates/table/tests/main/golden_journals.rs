//! Golden journals, one for each edition, in `tests/journals`. Every later version must replay them to the same state,
//! because the stored format may only be extended. `KITTENS_WRITE_JOURNALS=1` writes missing journals.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, iter};

use serde::Deserialize as _;
use serde_json::{Value, json};
use table::entry::read_records;

use crate::hostile_files::read_entry;
use crate::monkey;
use crate::personal_data::{stored, with_large_ids};
use crate::prelude::*;
use crate::redacted_debug::records;
use crate::whole_games::tables;

const STEPS: usize = 400;

fn file(edition: EditionId) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journals");
    folder.join(format!("{edition}.jsonl"))
}

/// Returns the last line of a golden file, which summarises the table's final state.
fn summary(table: &Table) -> Value {
    json!({
        "version": table.version(),
        "revision": table.revision(),
        "over": table.is_over(),
        "closed": table.is_closed(),
        "due": table.next_wake(),
    })
}

fn played(edition: EditionId) -> Driver {
    let mut tables = tables()
        .into_iter()
        .rev()
        .filter(|(options, players)| options.edition == edition && *players < 6);
    let (options, players) = tables.next().expect("every edition has small tables");
    let play = |seed| {
        let mut driver = Driver::playing(options, players, seed);
        let mut chance = SeededChance::new(seed);
        for _ in 0..STEPS {
            if !driver.closed {
                monkey::random_input(&mut driver, &mut chance);
            }
        }
        driver
    };
    let mut long = (0..).map(play).filter(|driver| driver.entries.len() > 60);
    long.next().expect("some tables stay open for long")
}

fn write_journal(edition: EditionId) {
    let driver = played(edition);
    let read = Table::replay(&driver.entries, TableConfig::default()).expect("it is a table");
    let (entries, people) = stored(&with_large_ids(&driver.entries));
    let mut lines: Vec<Value> = entries.iter().map(|entry| json!(entry)).collect();
    lines.push(json!(people));
    lines.push(summary(&read));
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(file(edition), lines.join("\n") + "\n").expect("a journal is written");
}

#[test]
fn every_golden_journal_replays_to_the_table_it_had_when_it_was_written() {
    for edition in EditionId::all() {
        let is_wanted = std::env::var_os("KITTENS_WRITE_JOURNALS").is_some();
        if is_wanted && !file(edition).exists() {
            write_journal(edition);
        }
        let text = fs::read_to_string(file(edition)).expect("a journal of each edition");
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect();
        let [entries @ .., people, end] = &lines[..] else {
            panic!("{edition} has too few lines");
        };
        let people: Vec<PersonRow> = Vec::deserialize(people).expect("the people of the table");
        let users: BTreeSet<UserId> = people.iter().map(|row| row.user).collect();
        for forgotten in iter::once(None).chain(users.into_iter().map(Some)) {
            let mut people = people.clone();
            people.retain(|row| Some(row.user) != forgotten);
            let entries = entries.iter().map(|line| {
                let mut entry = read_entry(line).expect("a stored entry");
                entry.put_people(&people);
                entry
            });
            let entries: Vec<Entry> = entries.collect();
            let table = Table::replay(&entries, TableConfig::default())
                .unwrap_or_else(|error| panic!("{edition} without {forgotten:?}: {error}"));
            assert_eq!(summary(&table), *end, "{edition} without {forgotten:?}");
        }
    }
}

#[test]
fn every_kind_of_record_and_event_keeps_its_stored_form() {
    let records = records();
    let text = serde_json::to_string_pretty(&records).expect("records are written");
    insta::assert_snapshot!(text);
    let read: Vec<Record> = serde_json::from_str(&text).expect("records are read");
    assert_eq!(read.len(), records.len());
    assert!(read == records, "a record is read as another");
}

#[test]
fn an_unknown_schema_is_refused_and_named_in_the_error() {
    let refused = read_records(SCHEMA + 1, &json!([])).expect_err("an unknown schema");
    let number = (SCHEMA + 1).to_string();
    assert!(refused.to_string().contains(&number), "{refused}");
}
